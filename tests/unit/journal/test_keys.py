"""Which keys were used: recent ones by name, older ones as sorted numbers, and none is forgotten."""

import hashlib
import random

from pitboss.journal import keys as keys_module
from pitboss.journal.keys import Keys
from pitboss.journal.lines import DIGEST_BYTES, NO_KEY
from tests.support.weight import weight


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


def test_a_key_takes_eight_bytes(monkeypatch):
    """However many there are: a house remembers all of them for as long as it is open."""
    monkeypatch.setattr(keys_module, "RECENT_MAX", 100)
    few, many = Keys(), Keys()
    for known, count in ((few, 1_000), (many, 20_000)):
        for line in range(1, count, 100):
            known.take(line, b"".join(digest(number) for number in range(line, line + 100)))
    assert weight([part.numbers.obj for part in many._sorted]) <= 8.2 * 20_000
    assert weight([many.__dict__, *(part.numbers.obj for part in many._sorted)]) - weight(few.__dict__) < 9 * 20_000


def test_lines_too_far_apart_for_one_count(monkeypatch):
    """Parts that are more lines apart than a number can say are searched one by one, and each finds its own."""
    monkeypatch.setattr(keys_module, "RECENT_MAX", 2)
    known, far = Keys(), 1 << keys_module.LINE_BITS
    for first in (1, far - 3, far + 1, 3 * far):
        for line in range(first, first + 3):
            known.take(line, digest(line))
        assert [first + 1] == list(known.lines_of(digest(first + 1)))
    assert [1, far + 1, 3 * far] == [part.first for part in known._sorted]
    known.take(5 * far, b"".join(digest(number) for number in range(20)))
    assert [5 * far + 7] == [line for line in known.lines_of(digest(7)) if line > 4 * far]


def test_openings_have_no_key():
    """A line without a command is passed over, and counted."""
    known = Keys()
    known.take(1, NO_KEY + digest(2) + NO_KEY)
    assert ([2], 3) == (list(known.lines_of(digest(2))), known.upto)
    assert [] == list(known.lines_of(NO_KEY))


def test_two_keys_that_begin_alike(monkeypatch):
    """Both lines are told: whoever asks looks which it is."""
    monkeypatch.setattr(keys_module, "RECENT_MAX", 1)
    one, other = digest(1), digest(1)[:4] + bytes(12)
    known = Keys()
    known.take(1, one + other)
    known.take(3, digest(3) + digest(4))
    assert {1, 2} == set(known.lines_of(one)) == set(known.lines_of(other))


def test_a_key_that_somebody_used_twice(monkeypatch):
    """In a journal that was tampered with: the last line is told, and all others as ever."""
    monkeypatch.setattr(keys_module, "RECENT_MAX", 3)
    known = Keys()
    known.take(1, b"".join(map(digest, (1, 2, 1))))
    known.take(4, b"".join(map(digest, (4, 5))))
    assert [[3], [2], [4], [5]] == [list(known.lines_of(digest(number))) for number in (1, 2, 4, 5)]
