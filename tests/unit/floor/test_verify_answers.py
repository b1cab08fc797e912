"""Answers that were changed, and databases that cannot be read: a verification finds the one and survives the other."""

import hashlib
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.decider import Accepted
from pitboss.floor.verify import records
from pitboss.floor.verify import verify as verification
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import open_journal
from pitboss.openers import read_transcript
from tests.support.evening_faults import rows, tamper

ROOT = Path(__file__).resolve().parents[3]
TABLE = "table:main-floor-1"


@pytest.fixture
def address(tmp_path):
    """Return the address of a journal with a round of roulette."""
    found = f"sqlite:///{tmp_path / 'day.db'}"
    round_played = (ROOT / "examples/roulette/oneida/one-round.jsonl").read_bytes()
    play_into(found, read_transcript(round_played.split(b"\n")))
    return found


def faults(address):
    """Return what a verification finds."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return verify(journal).faults


def said(found):
    """Return all that the faults say."""
    return "\n".join(str(fault) for fault in found)


class TestAnswers:
    def change(self, address, statement, *values):
        """Change an answer of the roulette table, and return what is found."""
        change = f"UPDATE answers SET {statement} WHERE stream = ? AND key = 'k5'"  # noqa: S608
        tamper(address, (change, (*values, TABLE)))
        return faults(address)

    def command(self, address):
        """Return the stored command."""
        return rows(address, "SELECT command FROM answers WHERE stream = ? AND key = 'k5'", TABLE)[0][0]

    def test_another_command(self, address):
        """Is not the one whose digest is kept, and makes another event."""
        changed = self.command(address).replace(b"2500", b"2000")
        found = said(self.change(address, "command = ?", changed))
        assert "is not the one that was sent" in found
        assert f"{TABLE} version 6: command 'k5' makes another event now" in found

    def test_another_command_with_its_digest(self, address):
        """Makes another event than the one recorded."""
        changed = msgspec.json.decode(self.command(address).replace(b"2500", b"2000"))
        parts = msgspec.json.encode((changed["by"], None, changed["act"]))
        digest = hashlib.sha256(parts).digest()
        found = said(self.change(address, "command = ?, digest = ?", msgspec.json.encode(changed), digest))
        assert "is not the one that was sent" not in found
        assert "makes another event now" in found

    def test_what_is_no_command(self, address):
        """Cannot be decided again, and the records after it are still looked at."""
        found = said(self.change(address, "command = ?", b"{}"))
        assert f"{TABLE} version 6: command 'k5' cannot be decided again" in found

    def test_another_digest(self, address):
        """A command sent again would be a conflict."""
        assert "is not the one that was sent" in said(self.change(address, "digest = ?", bytes(32)))

    @pytest.mark.parametrize(
        "versions", ["first_version = 7, last_version = 7", "last_version = 7", "last_version = 5"]
    )
    def test_other_versions(self, address, versions):
        """An answer has the versions after the one before it."""
        assert TABLE in {fault.stream for fault in self.change(address, versions)}

    def test_versions_beyond_all_measure(self, address):
        """Are told in one fault, and not one by one."""
        found = self.change(address, "last_version = ?", 2**60)
        assert len(found) < 20
        assert "it is missing, up to version" in said(found)

    def test_an_acceptance_made_a_refusal(self, address):
        """And the other way round."""
        ((refusal,),) = rows(address, "SELECT refusal FROM answers WHERE stream = ? AND key = 'k7'", TABLE)
        found = said(self.change(address, "refusal = ?", refusal))
        assert "was refused, and is accepted now" in found

    def test_a_refusal_made_an_acceptance(self, address):
        """With no event to show for it."""
        tamper(address, ("UPDATE answers SET refusal = NULL WHERE stream = ? AND key = 'k7'", (TABLE,)))
        assert "was accepted, and is refused now: split:1-3" in said(faults(address))

    def test_a_refusal_in_other_words(self, address):
        """The reason that was given is the reason that is given."""
        change = "UPDATE answers SET refusal = CAST(replace(refusal, 'RO-D2', 'RO-D1') AS BLOB) WHERE key = 'k7'"
        tamper(address, (change, ()))
        assert "command 'k7' was refused in other words" in said(faults(address))

    def test_one_that_is_gone(self, address):
        """Its ordinal is missing, and its records have no command."""
        tamper(address, ("DELETE FROM answers WHERE stream = ? AND key = 'k5'", (TABLE,)))
        found = said(faults(address))
        assert "what was between them is missing" in found
        assert f"{TABLE} version 6: no command was answered with it" in found

    def test_one_of_a_stream_that_is_not_there(self, address):
        """It belongs to nothing."""
        (ordinal,) = rows(address, "SELECT max(ordinal) FROM answers")[0]
        values = (ordinal + 1, "table:gone", "k1", bytes(32), b"{}", 2, 1, b"{}")
        tamper(address, ("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values))
        assert "commands to table:gone were answered, and it has no record" in said(faults(address))

    def test_a_command_that_makes_more_events_now(self, address, monkeypatch):
        """The code has changed: the stream is not decided any further."""
        monkeypatch.setattr(verification, "handle", lambda _, state, __: (state, Accepted(())))
        assert "makes 0 events now, and was answered with 1; the stream is not" in said(faults(address))


class TestDamage:
    def test_a_file_overwritten_anywhere_stops_nothing(self, address, tmp_path):
        """Whatever page is overwritten, the answer is a report."""
        path = tmp_path / "day.db"
        sound = path.read_bytes()
        for start in range(4096, len(sound), 4096):
            path.write_bytes(sound[:start] + bytes([0x5A]) * 4096 + sound[start + 4096 :])
            try:
                journal = open_journal(address, is_reader=True)
            except Exception as error:  # noqa: BLE001 - whatever it is, it must be one that can be named
                assert "JournalDamaged" == type(error).__name__  # noqa: PT017
                continue
            with closing(journal):
                assert verify(journal).faults

    @pytest.mark.parametrize("method", ["read_all", "postings", "answers", "read", "balances", "check"])
    def test_a_reader_that_fails(self, address, monkeypatch, method):
        """Is told as damage, and what can be read otherwise is read."""

        def fails(*_, **__):
            raise ValueError("the disk is gone")

        with closing(open_journal(address, is_reader=True)) as journal:
            monkeypatch.setattr(journal, method, fails)
            report = verify(journal)
        assert "database damage" in said(report.faults)
        assert "the disk is gone" in said(report.faults)

    def test_postings_that_end_in_damage(self, address, monkeypatch):
        """The records are still verified, and told from the ledger's fault."""
        with closing(open_journal(address, is_reader=True)) as journal:
            real = journal.postings()

            def some(*_):
                yield next(real)
                raise ValueError("the disk is gone")

            monkeypatch.setattr(journal, "postings", some)
            report = verify(journal)
        assert ["database damage: the postings cannot be read: the disk is gone"] == [
            str(fault) for fault in report.faults if "postings" in fault.what
        ]
        assert report.events == report.head.events

    def test_a_stream_that_ends_in_damage(self, address, monkeypatch):
        """Is told once, and what it lacks by that is not told again."""
        with closing(open_journal(address, is_reader=True)) as journal:
            real = journal.read(TABLE)

            def some(_):
                yield from (next(real) for _ in range(4))
                raise ValueError("the disk is gone")

            monkeypatch.setattr(journal, "read", some)
            report = verify(journal)
        assert [f"database damage: {TABLE} cannot be read: the disk is gone"] == [str(fault) for fault in report.faults]

    def test_what_the_database_finds_is_told(self, address, monkeypatch):
        """Its own check comes first."""
        with closing(open_journal(address, is_reader=True)) as journal:
            monkeypatch.setattr(journal, "check", lambda: ("row 7 missing from index",))
            assert "database damage: row 7 missing from index" == str(verify(journal).faults[0])

    def test_sums_of_the_database_that_are_others(self, address, monkeypatch):
        """A damaged index must not change a balance without being seen."""
        with closing(open_journal(address, is_reader=True)) as journal:
            monkeypatch.setattr(journal, "balances", lambda **_: {"USD:house/patrons": 5, "USD:x": 1})
            found = said(verify(journal).faults)
        assert "the postings of USD:x sum to 0, the database says 1" in found

    def test_faults_are_told_up_to_a_number(self, address, monkeypatch):
        """And the others are counted."""
        monkeypatch.setattr(records, "FAULTS_MAX", 3)
        tamper(address, ("UPDATE records SET hash = zeroblob(32)", ()))
        with closing(open_journal(address, is_reader=True)) as journal:
            report = verify(journal)
        assert 3 == len(report.faults)
        assert report.left_out > 3
