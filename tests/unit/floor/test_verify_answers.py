"""Answers that were changed, and databases that cannot be read: a verification finds the one and survives the other."""

from contextlib import closing
from pathlib import Path

import pytest

from pitboss.decider import Accepted
from pitboss.floor.verify import records
from pitboss.floor.verify import verify as verification
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import lines, open_journal
from pitboss.openers import read_transcript
from tests.support.evening_faults import changed, commits, rewrite, tamper, text_of

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
    def change(self, address, old, new, version=6):
        """Change the line of a command with everything made to fit, and return what is found."""
        rewrite(address, changed(TABLE, version, old, new), is_fitting=True)
        return faults(address)

    def command(self, address):
        """Return the stored command."""
        return bytes(lines.parsed(text_of(address, TABLE, 6), 0, b"").command)

    def test_another_command(self, address):
        """Makes another event than the one recorded."""
        command = self.command(address)
        found = said(self.change(address, command, command.replace(b"2500", b"2000")))
        assert f"{TABLE} version 6: command 'k5' makes another event now" in found

    def test_what_is_no_command(self, address):
        """Cannot be decided again, and the lines after it are still looked at."""
        found = said(self.change(address, self.command(address), b'{"key":"k5","received_at":"2024-06-01T20:01:15Z"}'))
        assert f"{TABLE} version 6: the command of line 6 cannot be decided again" in found

    def test_other_versions(self, address):
        """An answer has the versions after the one before it."""
        found = said(self.change(address, b'",6,{', b'",60,{'))
        assert f"{TABLE} version 60: command 'k5' was answered with versions 60 to 60, after version 5" in found

    def refusal(self, address):
        """Return the line with a refusal."""
        (found,) = [one for row in commits(address) for one in lines.texts(row.body) if b"RO-D2" in one]
        return found

    def test_an_acceptance_made_a_refusal(self, address):
        """And the other way round."""
        refused = lines.parsed(self.refusal(address), 0, b"").refusal
        line = lines.parsed(text_of(address, TABLE, 6), 0, b"")
        events = b"[" + b",".join(line.events) + b"]"
        found = said(self.change(address, events, refused))
        assert "was refused, and is accepted now" in found

    def test_a_refusal_made_an_acceptance(self, address):
        """With no event to show for it."""
        text = self.refusal(address)
        refused = lines.parsed(text, 0, b"").refusal or b""
        rewrite(address, lambda texts: [[one.replace(refused, b"[]") for one in own] for own in texts], is_fitting=True)
        assert "was accepted, and is refused now: split:1-3" in said(faults(address))

    def test_a_refusal_in_other_words(self, address):
        """The reason that was given is the reason that is given."""
        rewrite(address, lambda texts: [[one.replace(b"RO-D2", b"RO-D1") for one in own] for own in texts])
        found = said(faults(address))
        assert "command 'k7' was refused in other words" in found
        assert "the chain is broken" in found

    def test_one_of_a_stream_that_is_not_there(self, address):
        """It belongs to nothing."""
        text = self.refusal(address).replace(TABLE.encode(), b"table:gone")
        rewrite(address, lambda texts: [*texts, [text]], is_fitting=True)
        assert "commands to table:gone were answered, and it has no record" in said(faults(address))

    def test_a_command_that_makes_more_events_now(self, address, monkeypatch):
        """The code has changed: the stream is not decided any further."""
        monkeypatch.setattr(verification, "answered", lambda _, state, __: (state, Accepted(())))
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

    @pytest.mark.parametrize("method", ["commits", "blocks", "check", "end"])
    def test_a_reader_that_fails(self, address, monkeypatch, method):
        """Is told as damage, and what can be read otherwise is read."""

        def fails(*_, **__):
            raise ValueError("the disk is gone")

        with closing(open_journal(address, is_reader=True)) as journal:
            monkeypatch.setattr(journal, method, fails)
            report = verify(journal)
        assert "database damage" in said(report.faults)
        assert "the disk is gone" in said(report.faults)

    def test_lines_that_end_in_damage(self, address, monkeypatch):
        """What could be read is verified, and the end is missed."""
        with closing(open_journal(address, is_reader=True)) as journal:
            real = list(journal.commits())

            def some(*_):
                yield from real[:5]
                raise ValueError("the disk is gone")

            monkeypatch.setattr(journal, "commits", some)
            report = verify(journal)
        assert "database damage: the lines cannot be read: the disk is gone" in [str(one) for one in report.faults]
        assert 5 == report.events

    def test_what_the_database_finds_is_told(self, address, monkeypatch):
        """Its own check comes first."""
        with closing(open_journal(address, is_reader=True)) as journal:
            monkeypatch.setattr(journal, "check", lambda: ("row 7 missing from index",))
            assert "database damage: row 7 missing from index" == str(verify(journal).faults[0])

    def test_faults_are_told_up_to_a_number(self, address, monkeypatch):
        """And the others are counted."""
        monkeypatch.setattr(records, "FAULTS_MAX", 3)
        tamper(address, ("UPDATE commits SET hash = zeroblob(32)", ()))
        with closing(open_journal(address, is_reader=True)) as journal:
            report = verify(journal)
        assert 3 == len(report.faults)
        assert report.left_out > 3
