"""The hash chain: fixed for ever, and sensitive to everything that was recorded."""

from typing import Any

import pytest

from pitboss.errors import InputError
from pitboss.journal import Anchor, next_hash
from pitboss.journal.chain import GENESIS, OLD_GENESIS, genesis, old_hash, old_head

FIRST: dict[str, Any] = {"key": "k1", "at": "2004-05-01T12:00:00+00:00", "body": b'{"type":"a/1"}'}


def test_hash_is_fixed():
    """A line has the hash that it had when the first journal of this format was written."""
    line = b'[1,1,"table:1",1,"2004-05-01T12:00:00+00:00",[{"type":"a/1"}]]'
    assert "ff96a37292715168e931ee80ea93d2146c72e8833b585d47ce0b1a7c4231297f" == next_hash(GENESIS, line).hex()


def test_hash_takes_in_what_was_before():
    """The same line after another one, or in another shard, has another hash."""
    assert 3 == len({next_hash(before, b"[]") for before in (GENESIS, genesis(2), next_hash(GENESIS, b"[]"))})


def test_old_hash_is_fixed():
    """A record has the hash that it had when the first journal was written."""
    expected = "b08fe77bcc1e67561a7e1c9c88c9b0c65e9f37b8dedcf19d4820792c254db26e"
    assert expected == old_hash(OLD_GENESIS, "table:1", 1, **FIRST).hex()


@pytest.mark.parametrize(
    ("before", "stream", "version", "changed"),
    [
        (bytes(31) + b"\1", "table:1", 1, {}),
        (OLD_GENESIS, "table:2", 1, {}),
        (OLD_GENESIS, "table:1", 2, {}),
        (OLD_GENESIS, "table:1", 1, {"key": "k2"}),
        (OLD_GENESIS, "table:1", 1, {"at": "2004-05-01T12:00:01+00:00"}),
        (OLD_GENESIS, "table:1", 1, {"body": b'{"type":"a/2"}'}),
    ],
)
def test_old_hash_takes_in_everything(before, stream, version, changed):
    """What came before, where it stands, who asked, when, and what happened: each gives another hash."""
    assert old_hash(OLD_GENESIS, "table:1", 1, **FIRST) != old_hash(before, stream, version, **{**FIRST, **changed})


def test_old_head_of_a_house():
    """The head over all streams does not depend on the order in which they are told, only on what they are."""
    heads = {"table:1": (2, b"a" * 32), "tote:1": (1, b"b" * 32)}
    assert old_head(heads) == old_head(dict(reversed(heads.items())))
    assert old_head(heads) != old_head({**heads, "tote:1": (2, b"b" * 32)})
    assert "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945" == old_head({})


@pytest.mark.parametrize("form", [1, 2])
def test_anchor_is_one_word(form):
    """An anchor is read as it was written, with the space that copying brings; one of an earlier version too."""
    anchor = Anchor(7, "ab" * 32, form)
    assert anchor == Anchor.parse(f" {anchor}\n")


@pytest.mark.parametrize(
    "text", ["", "7", "pitboss-head/3:7:" + "0" * 64, "pitboss-head/2:-7:" + "0" * 64, "pitboss-head/2:7:00"]
)
def test_what_is_no_anchor(text):
    """Anything else is refused with what was expected."""
    with pytest.raises(InputError, match="pitboss-head/2:LINES:HASH"):
        Anchor.parse(text)
