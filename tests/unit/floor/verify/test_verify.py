"""A verification of a sound journal, beside a writer, with an anchor; and of snapshots and old events."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.decider import Command, Person, Refusal, Role
from pitboss.errors import InputError
from pitboss.floor.verify import verify as verification
from pitboss.floor.verify.records import Reworded
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer import upcast
from pitboss.floor.writer.books import balances
from pitboss.floor.writer.transcripts import play_into
from pitboss.floor.writer.writer import Floor
from pitboss.games.sicbo.acts import PlaceWager
from pitboss.games.table.acts import BuyValueChips
from pitboss.games.tournament.acts import RecordHeat, StartHeat
from pitboss.journal import Anchor, lines, open_journal
from pitboss.journal.chain import GENESIS, OLD_GENESIS, old_hash, old_head
from pitboss.journal.sqlite import SqliteJournal
from pitboss.openers import read_transcript
from tests.support.evening_faults import changed, rewrite, tamper, text_of

ROOT = Path(__file__).resolve().parents[4]
ROULETTE, SICBO = "table:main-floor-1", "table:sic-bo-1"
FILES = ("examples/roulette/oneida/one-round.jsonl", "examples/sicbo/one-round.jsonl")
NOW = datetime(2024, 6, 1, 21, tzinfo=UTC)


@pytest.fixture
def address(tmp_path):
    """Return the address of a journal with a round of roulette and one of sic bo."""
    found = f"sqlite:///{tmp_path / 'day.db'}"
    for name in FILES:
        play_into(found, read_transcript((ROOT / name).read_bytes().split(b"\n")))
    return found


def verified(address, anchor=None, progress=None):
    """Verify a journal by its address."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return verify(journal, anchor, progress)


def wager(key, stake=500, player="Ann"):
    """Return a command to the sic bo table: a wager, which comes too late."""
    act = PlaceWager(player=player, bet="big", stake_minor=stake)
    return Command(key=key, by=Person("Ann", Role.PLAYER), act=act, received_at=NOW)


def test_a_sound_journal_has_no_fault(address):
    """Everything is counted, and the head is the one over all streams."""
    report = verified(address)
    with closing(open_journal(address, is_reader=True)) as journal:
        end = journal.end()
    assert ((), 0) == (report.faults, report.left_out)
    assert (end.position, end.ordinal - 2, 2) == (report.events, report.commands, report.streams)
    assert Anchor(end.ordinal, end.hash.hex()) == report.head


def test_streams_are_decided_some_at_a_time(address, monkeypatch):
    """However many are in memory together, the report is the same."""
    together = verified(address)
    monkeypatch.setattr(verification, "_TOGETHER", 1)
    assert together == verified(address)


def test_an_empty_journal_has_no_fault(tmp_path):
    """Its head is that of no lines."""
    address = f"sqlite:///{tmp_path / 'empty.db'}"
    open_journal(address).close()
    report = verified(address)
    assert ((), 0, 0, 0, Anchor(0, GENESIS.hex())) == (
        report.faults,
        report.events,
        report.commands,
        report.streams,
        report.head,
    )


def test_progress_is_told(address):
    """Lines first, then commands, to the end of both."""
    told = []
    report = verified(address, progress=lambda *step: told.append(step))
    lines = report.head.lines
    assert [("lines", lines, lines), ("commands", report.commands, report.commands)] == told


def test_what_a_writer_adds_meanwhile_is_no_fault(address):
    """Records, postings and answers that come while it reads belong to the next verification."""
    events = verified(address).events
    with closing(Floor(open_journal(address))) as floor:
        floor.open("table:new", "table", {"rulebook": "oneida-sicbo-2004"}, NOW)

        def send(what, done, _):
            floor.send("table:new", wager(f"{what}-{done}"))
            floor.open(f"table:{what}", "table", {"rulebook": "oneida-sicbo-2004"}, NOW)
            floor.send(f"table:{what}", wager("first"))

        report = verified(address, progress=send)
    assert ((), events + 1) == (report.faults, report.events)
    assert ((), events + 3) == ((after := verified(address)).faults, after.events)


def test_money_that_moves_meanwhile_is_no_fault(address, monkeypatch):
    """Postings beyond the records that are looked at are of records that are there by the end."""
    monkeypatch.setattr(verification, "_TOLD_EVERY", 1)
    with closing(Floor(open_journal(address))) as floor:

        def buy(what, done, _):
            act = BuyValueChips(player="Ann", amount_minor=500)
            command = Command(key=f"{what}-{done}", by=Person("Dora", Role.DEALER), act=act, received_at=NOW)
            floor.send(ROULETTE, command)

        assert () == verified(address, progress=buy).faults
    with closing(open_journal(address, is_reader=True)) as journal:
        assert balances(journal)[f"USD:{ROULETTE}/drop"] > 20_000
    assert () == verified(address).faults


class TestAnchor:
    def test_an_anchor_of_now_and_of_then_is_found_again(self, address):
        """Also after more was recorded."""
        before = verified(address).head
        assert () == verified(address, before).faults
        with closing(Floor(open_journal(address))) as floor:
            floor.open("table:new", "table", {"rulebook": "oneida-sicbo-2004"}, NOW)
        assert () == verified(address, before).faults
        assert () == verified(address, Anchor(0, GENESIS.hex())).faults

    def test_what_is_missing_is_counted(self, address):
        """Records that the anchor saw and the journal has no more."""
        head = verified(address).head
        (fault,) = verified(address, Anchor(head.lines + 3, "0" * 64)).faults
        assert (None, None) == (fault.stream, fault.version)
        assert str(fault).endswith(f"the journal ends with {head.lines}: 3 missing")

    @pytest.mark.parametrize("back", [0, 4])
    def test_another_history_is_seen(self, address, back):
        """As many records, but not the same."""
        (fault,) = verified(address, Anchor(verified(address).head.lines - back, "0" * 64)).faults
        assert "is not the anchor's" in fault.what

    def test_a_history_written_anew_is_seen_by_the_anchor(self, address):
        """Somebody who makes every hash fit still has another head, from the changed record on."""
        head, early = verified(address).head, anchor_at(address, 2)
        rewrite(address, changed(ROULETTE, 3, b"Max", b"Mia"), is_fitting=True)
        chains = [fault for fault in verified(address).faults if "hash" in fault.what]
        assert [] == chains
        for anchor in (head, anchor_at(address, 3)):
            told = ["is not the anchor's" in fault.what for fault in verified(address, anchor).faults]
            assert (anchor == head) == (told.count(True) == 1)
        assert early == anchor_at(address, 2)

    def test_an_anchor_of_an_earlier_version_is_held_to(self, address):
        """Events and one hash over all streams, as versions 0.1 and 0.2 printed them, can still be made."""
        with closing(open_journal(address, is_reader=True)) as journal:
            heads: dict[str, tuple[int, bytes]] = {}
            for record in journal.read_all():
                _, before = heads.get(record.stream, (0, OLD_GENESIS))
                said: dict[str, Any] = {"key": record.key, "at": record.at, "body": record.body}
                heads[record.stream] = (record.version, old_hash(before, record.stream, record.version, **said))
                anchor = Anchor(record.position, old_head(heads), form=1)
                if record.position in (0, 5):
                    early = anchor
        for one in (early, anchor, Anchor(0, old_head({}), form=1)):
            assert () == verified(address, Anchor.parse(str(one))).faults
        rewrite(address, changed(ROULETTE, 3, b"Max", b"Mia"), is_fitting=True)
        assert ["is not the anchor's" in str(fault) for fault in verified(address, early).faults].count(True) == 1


def anchor_at(address, ordinal):
    """Return the head after a line."""
    with closing(open_journal(address, is_reader=True)) as journal:
        line = next(line for line in journal.lines() if line.ordinal == ordinal)
        return Anchor(ordinal, line.hash.hex())


def test_no_snapshot_is_read(address, monkeypatch):
    """Whatever lies in their place, nothing of it is looked at: a state that somebody made up proves nothing."""
    tamper(address, ("UPDATE snapshots SET body = zeroblob(40), code = 'another'", ()))
    monkeypatch.setattr(SqliteJournal, "snapshot", lambda *_: 1 // 0)
    assert () == verified(address).faults


class TestOldEvents:
    def test_an_old_event_is_held_to_what_it_means_today(self, address, monkeypatch):
        """A stored event of an earlier version is brought up before it is compared."""
        self.make_old(address, "dealer")
        monkeypatch.setitem(upcast.UPCASTS, "table.opened/0", self.brought_up)
        assert () == verified(address).faults

    def test_an_old_event_that_means_something_else_is_a_fault(self, address, monkeypatch):
        """What was changed in it is found as in any other."""
        self.make_old(address, "mucker")
        monkeypatch.setitem(upcast.UPCASTS, "table.opened/0", self.brought_up)
        assert {(ROULETTE, 3)} == {(fault.stream, fault.version) for fault in verified(address).faults}

    def make_old(self, address, name):
        """Write the opening of the table as an older program would have: with another name for the dealer."""
        body = lines.parsed(text_of(address, ROULETTE, 3), 0, b"").events[0]
        event = msgspec.json.decode(body)
        event |= {"type": "table.opened/0", "croupier": event.pop(name)}
        rewrite(address, changed(ROULETTE, 3, body, msgspec.json.encode(event)), is_fitting=True)

    @staticmethod
    def brought_up(fields):
        """Return the fields as they are called today."""
        croupier, mucker = fields.pop("croupier"), fields.pop("mucker", "Max")
        return {**fields, "type": "table.opened/1", "dealer": croupier, "mucker": mucker}


@pytest.mark.parametrize(("stake", "player"), [("7", "Ann"), (-1, "Ann"), (500, b"Ann")])
def test_what_is_no_command_is_not_recorded(address, stake, player):
    """A program that builds commands itself may send nonsense: it is told so, and nothing is kept of it."""
    with closing(Floor(open_journal(address))) as floor, pytest.raises(InputError):
        floor.send(SICBO, wager("bad", stake, player))
    with closing(open_journal(address, is_reader=True)) as journal:
        assert journal.answer(SICBO, "bad") is None
    assert () == verified(address).faults


def test_a_refusal_may_tell_what_was_sent_in_the_order_it_was_sent(tmp_path):
    """A report of the wrong players is refused with their names, now and then."""
    address = f"sqlite:///{tmp_path / 'day.db'}"
    lines = (ROOT / "examples/blackjack/tournaments/small.jsonl").read_bytes().split(b"\n")
    transcript = read_transcript(lines)
    started = next(
        number for number, entry in enumerate(transcript.entries) if isinstance(entry.command.act, StartHeat)
    )
    del transcript.entries[started + 1 :]
    play_into(address, transcript)
    act = RecordHeat(table=1, heat=1, hands=20, chips={"Zoe": 1, "Abe": 2})
    with closing(Floor(open_journal(address))) as floor:
        command = Command(key="wrong", by=Person("Flo", Role.FLOORPERSON), act=act, received_at=NOW)
        assert isinstance(floor.send("tournament:spring", command).answer, Refusal)
    assert () == verified(address).faults


def test_a_rules_document_that_was_written_anew_is_no_fault(address):
    """Where only the hash of the edition differs from what is recorded, it is a note, with stream and version."""
    with closing(open_journal(address, is_reader=True)) as journal:
        (record,) = [one for one in journal.read(SICBO) if b"edition_hash" in one.body]
    event = msgspec.json.decode(record.body)
    other = msgspec.json.encode({**event, "edition_hash": "0" * 64}, order="deterministic")
    rewrite(address, changed(SICBO, record.version, record.body, other), is_fitting=True)
    report = verified(address)
    assert ((), (Reworded(SICBO, record.version),)) == (report.faults, report.reworded)
    another = msgspec.json.encode({**event, "edition_hash": "0" * 64, "dealer": "Eve"}, order="deterministic")
    rewrite(address, changed(SICBO, record.version, other, another), is_fitting=True)
    assert () != verified(address).faults
