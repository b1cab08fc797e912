"""Which keys were used: recent ones by name, older ones as sorted numbers, and none is forgotten."""

import hashlib
import random

from pitboss.journal import keys as keys_module
from pitboss.journal.keys import Keys
from pitboss.journal.lines import DIGEST_BYTES, NO_KEY


def digest(number):
    """Return a digest."""
    return hashlib.sha256(str(number).encode()).digest()[:DIGEST_BYTES]


def test_every_key_is_found_with_its_line(monkeypatch):
    """However often the recent ones were sorted in, and however many are in a commit."""
    monkeypatch.setattr(keys_module, "RECENT_MAX", 20)
    known, rng, line = Keys(), random.Random(1), 1
    while line < 2_000:
        count = rng.randint(1, 30)
        known.take(line, b"".join(digest(number) for number in range(line, line + count)))
        line += count
        assert line - 1 == known.upto
    assert all([number] == list(known.lines_of(digest(number))) for number in range(1, line))
    assert [] == list(known.lines_of(digest(line)))
    # Each part is at least twice as long as the next, so that there are few of them.
    assert len(known._sorted) < 10


def test_openings_have_no_key():
    """A line without a command is passed over, and counted."""
    known = Keys()
    known.take(1, NO_KEY + digest(2) + NO_KEY)
    assert ([2], 3) == (list(known.lines_of(digest(2))), known.upto)
    assert [] == list(known.lines_of(NO_KEY))


def test_two_keys_that_begin_alike(monkeypatch):
    """Both lines are told: whoever asks looks which it is."""
    monkeypatch.setattr(keys_module, "RECENT_MAX", 1)
    one, other = digest(1), digest(1)[:8] + bytes(8)
    known = Keys()
    known.take(1, one + other)
    known.take(3, digest(3) + digest(4))
    assert {1, 2} == set(known.lines_of(one)) == set(known.lines_of(other))
