"""What somebody may do to a journal past its own guards, and how a verification finds each of it."""

from contextlib import closing
from pathlib import Path

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import next_hash, open_journal
from pitboss.openers import read_transcript
from tests.support.evening_faults import rechain, rows, tamper

ROOT = Path(__file__).resolve().parents[3]
TABLE, DICE = "table:main-floor-1", "table:sic-bo-1"
FILES = ("examples/roulette/oneida/one-round.jsonl", "examples/sicbo/one-round.jsonl")
SETTLED = 13
"""The version of the round's settlement, the last of its stream."""


@pytest.fixture
def address(tmp_path):
    """Return the address of a journal with a round of roulette and one of sic bo."""
    found = f"sqlite:///{tmp_path / 'day.db'}"
    for name in FILES:
        play_into(found, read_transcript((ROOT / name).read_bytes().split(b"\n")))
    return found


def faults(address, anchor=None):
    """Return what a verification finds."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return verify(journal, anchor).faults


def places(found):
    """Return where the faults are."""
    return {(fault.stream, fault.version) for fault in found}


def said(found):
    """Return all that the faults say."""
    return "\n".join(str(fault) for fault in found)


def body_of(address, version, stream=TABLE):
    """Return a record's body and position."""
    (found,) = rows(address, "SELECT body, position FROM records WHERE stream = ? AND version = ?", stream, version)
    return found


def set_body(address, version, body, stream=TABLE):
    """Put another body into a record."""
    tamper(address, ("UPDATE records SET body = ? WHERE stream = ? AND version = ?", (body, stream, version)))


class TestRecords:
    @pytest.mark.parametrize(
        ("old", "new"), [(b"2500", b"2501"), (b"straight:17", b"straight:18"), (b"Ann", b"Bob"), (b"{", b"[")]
    )
    def test_a_body_that_was_changed(self, address, old, new):
        """Is found at its record and nowhere else, whatever was changed in it."""
        body, _ = body_of(address, 6)
        assert old in body
        set_body(address, 6, body.replace(old, new))
        assert {(TABLE, 6)} == places(found := faults(address))
        assert "the chain is broken" in said(found)

    def test_a_body_that_was_changed_with_all_hashes(self, address):
        """The chain fits again, but neither the command nor the ledger nor the recount does."""
        body, _ = body_of(address, 6)
        set_body(address, 6, body.replace(b"2500", b"2400"))
        rechain(address, TABLE)
        found = faults(address)
        assert (TABLE, 6) in places(found)
        assert "the chain" not in said(found)
        assert "makes another event now" in said(found)
        assert "which its moves do not make" in said(found)
        assert "not decided any further" in said(found)

    @pytest.mark.parametrize("change", ["key = 'other'", "received_at = '2024-06-01T20:00:00+00:00'"])
    def test_a_key_or_time_that_was_changed(self, address, change):
        """Both are hashed, and both are the command's."""
        tamper(address, (f"UPDATE records SET {change} WHERE stream = ? AND version = 6", (TABLE,)))  # noqa: S608
        assert (TABLE, 6) in places(faults(address))
        rechain(address, TABLE)
        assert (TABLE, 6) in places(faults(address))

    def test_a_record_deleted_in_the_middle(self, address):
        """Its position, its version and its command's answer miss it."""
        tamper(address, ("DELETE FROM records WHERE stream = ? AND version = 6", (TABLE,)))
        found = said(faults(address))
        assert "are missing before it" in found
        assert f"{TABLE} version 6: it is missing, up to version 6: command 'k5' was answered with it" in found
        assert "belongs to no record" in found

    def test_a_record_deleted_at_the_end(self, address):
        """Its answer tells of it."""
        last = last_version(address)
        tamper(address, ("DELETE FROM records WHERE stream = ? AND version = ?", (DICE, last)))
        assert {(DICE, last)} == places(faults(address))

    def test_a_record_deleted_at_the_end_with_everything_of_it(self, address):
        """Nothing inside the journal can tell; the anchor does, and counts."""
        with closing(open_journal(address, is_reader=True)) as journal:
            head = verify(journal).head
            (position, ordinal) = journal.last()
        tamper(
            address,
            ("DELETE FROM records WHERE position = ?", (position,)),
            ("DELETE FROM postings WHERE position = ?", (position,)),
            ("DELETE FROM answers WHERE ordinal = ?", (ordinal,)),
        )
        assert () == faults(address)
        (fault,) = faults(address, head)
        assert str(fault).endswith(": 1 missing")

    def test_a_record_that_was_inserted(self, address):
        """With a hash that fits and its moves posted it still has no command."""
        with closing(open_journal(address, is_reader=True)) as journal:
            *_, record = journal.read(TABLE)
            position = journal.last()[0] + 1
        body = b'{"type":"table.value_chips_bought/1","player":"Max","amount_minor":5,"moves":[]}'
        made = next_hash(record.hash, TABLE, record.version + 1, key="k99", at=record.at, body=body)
        values = (position, TABLE, record.version + 1, 1, "k99", record.at, body, made)
        tamper(address, ("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values))
        found = faults(address)
        assert {(TABLE, record.version + 1)} == places(found)
        assert "no command was answered with it" in said(found)
        assert "the recount by" in said(found)

    def test_two_bodies_that_were_swapped(self, address):
        """Both records are named."""
        (one, _), (other, _) = body_of(address, 6), body_of(address, 7)
        set_body(address, 6, other)
        set_body(address, 7, one)
        assert {(TABLE, 6), (TABLE, 7)} <= places(faults(address))

    def test_two_versions_that_were_swapped(self, address):
        """The order of the stream is not that of the journal any more."""
        renumber(address, "version", 6, 7)
        found = faults(address)
        assert {(TABLE, 6), (TABLE, 7)} <= places(found)
        assert "it comes after version 7" in said(found)

    def test_two_positions_that_were_swapped(self, address):
        """Records of two streams that moved no money change places: the order of their answers tells."""
        one, other = body_of(address, 8)[1], body_of(address, 3, DICE)[1]
        renumber(address, "position", one, other)
        assert "lies after one of" in said(faults(address))

    def test_a_position_that_is_left_out(self, address):
        """Every position is there, from 1 on."""
        shift = "UPDATE {} SET position = position + 1000 WHERE position > 5"
        tamper(address, (shift.format("records"), ()), (shift.format("postings"), ()))
        assert "positions 6 to 1005 are missing before it" in said(faults(address))

    def test_a_stream_that_begins_with_something_else(self, address):
        """Its first record says what it is, and no other does."""
        tamper(
            address,
            ("DELETE FROM records WHERE stream = ? AND version = 1", (DICE,)),
            ("UPDATE records SET version = version - 1 WHERE stream = ?", (DICE,)),
        )
        found = said(faults(address))
        assert "the stream begins without being opened" in found
        assert "the stream cannot be opened again" in found

    def test_a_stream_that_is_opened_twice(self, address):
        """Under the key of a command, too."""
        opening, _ = body_of(address, 1)
        set_body(address, 8, opening)
        found = said(faults(address))
        assert "it opens a stream that is open" in found
        assert "only the opening has none" in found


def last_version(address):
    """Return the last version of the sic bo table."""
    return rows(address, "SELECT max(version) FROM records WHERE stream = ?", DICE)[0][0]


def renumber(address, column, one, other):
    """Give two records each other's version in the roulette table, or each other's position."""
    statements = {
        "version": f"UPDATE records SET version = ? WHERE version = ? AND stream = '{TABLE}'",  # noqa: S608
        "position": "UPDATE records SET position = ? WHERE position = ?",
    }
    swaps = ((10**9, one), (one, other), (other, 10**9))
    tamper(address, *((statements[column], values) for values in swaps))


class TestPostings:
    def test_a_cent(self, address):
        """Is found at its event: by the moves, by the recount and by the sum."""
        _, position = body_of(address, SETTLED)
        tamper(
            address,
            ("UPDATE postings SET amount_minor = amount_minor + 1 WHERE position = ? AND line = 2", (position,)),
        )
        found = faults(address)
        assert {(TABLE, SETTLED), (None, None)} == places(found)
        assert "the ledger has line 2, 5001 to USD:table:main-floor-1/rack, which its moves do not make" in said(found)
        assert "the recount by" in said(found)
        assert "the accounts in USD sum to 1, not to zero" in said(found)

    def test_a_cent_on_both_sides(self, address):
        """The sum is zero again, and it is found all the same."""
        _, position = body_of(address, SETTLED)
        change = "UPDATE postings SET amount_minor = amount_minor {} 1 WHERE position = ? AND line = {}"
        tamper(address, *((change.format(sign, line), (position,)) for sign, line in (("-", 1), ("+", 2))))
        assert {(TABLE, SETTLED)} == places(faults(address))

    def test_one_that_is_gone(self, address):
        """What the moves make is not there."""
        _, position = body_of(address, SETTLED)
        tamper(address, ("DELETE FROM postings WHERE position = ? AND line = 1", (position,)))
        assert "the ledger has not line 1" in said(faults(address))

    def test_one_too_many(self, address):
        """A record that moves nothing has no posting."""
        _, position = body_of(address, 3)
        tamper(address, ("INSERT INTO postings VALUES (?, 1, 'USD:table:main-floor-1/rack', 5)", (position,)))
        assert (TABLE, 3) in places(faults(address))

    @pytest.mark.parametrize("position", [0, 10**6])
    def test_one_of_no_record(self, address, position):
        """Before the first record or after the last one."""
        values = (position or 1, 99, "USD:house/patrons", 5)
        if not position:
            tamper(address, ("UPDATE records SET position = 10000 WHERE position = 1", ()))
        tamper(address, ("INSERT INTO postings VALUES (?, ?, ?, ?)", values))
        assert f"at position {position or 1} belongs to no record" in said(faults(address))

    def test_an_account_that_falls_below_zero(self, address):
        """What is held for players is never less than nothing."""
        body, position = body_of(address, 6)
        own = f"USD:{TABLE}/chips:Ann:blue"
        set_body(address, 6, body.replace(b"2500", b"99000"))
        change = "UPDATE postings SET amount_minor = amount_minor / 2500 * 99000 WHERE position = ?"
        tamper(address, (change, (position,)))
        assert f"{own} falls to -89000" in said(faults(address))

    def test_an_account_that_the_chart_does_not_have(self, address):
        """Is a fault of its record, and stops nothing."""
        _, position = body_of(address, 6)
        tamper(
            address, ("UPDATE postings SET account = 'USD:attic/attic' WHERE position = ? AND line = 1", (position,))
        )
        found = faults(address)
        assert (TABLE, 6) in places(found)
        assert "the ledger has line 1, -2500 to USD:attic/attic, which its moves do not make" in said(found)
