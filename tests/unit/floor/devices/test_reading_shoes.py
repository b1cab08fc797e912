"""Reading shoes of a live house, from the frames on a pseudo-terminal to the cards on the table."""

from contextlib import closing

import msgspec
import pytest

from pitboss.decider import Person, Role
from pitboss.floor.devices.reading_shoes import ShoeHeld
from pitboss.floor.devices.shoe_frames import CheckRule, frame_bytes
from pitboss.floor.house_devices import ShoeEntry, shoe_faults
from pitboss.floor.house_file import Opening
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.writer import Floor
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat import events as e
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.journal import JournalUnavailable, open_journal
from tests.support.baccarat_driver import BACCARAT
from tests.support.blackjack_driver import BLACKJACK
from tests.support.driver import STAFF
from tests.support.line_simulator import LineSimulator
from tests.support.lines import ArrivedLine
from tests.support.shoe_floor import FIRST, STREAM, Baccarat, Blackjack
from tests.support.web_house import opened, written_house
from tests.support.web_process import until

READ = "the reading shoe: "


@pytest.fixture
def line():
    """Return a shoe's line."""
    found = ArrivedLine()
    yield found
    found.unplug()


@pytest.fixture
def floor(tmp_path):
    """Return a floor."""
    with closing(Floor(open_journal(f"sqlite:///{tmp_path / 'shoes.db'}"))) as found:
        yield found


@pytest.fixture
def table(floor, line):
    """Return a baccarat table in the middle of its deal: bets are closed, and the first card has been burned."""
    found = Baccarat().seated(floor, BACCARAT, line.port).loaded()
    found.poll()
    found.say(line, "KS", kind=b"d")
    found.do("dealer", table_acts.OpenBetting())
    found.bet(3, "player", 1_000)
    found.do("dealer", baccarat_acts.CallNoMoreBets())
    yield found
    found.shoes.stop()


def test_a_hand_is_dealt_by_the_shoe(table, line):
    """From the frames to the cards; the burned one too, and all of it by the device."""
    table.say(line, "9S", "4H", "TS", "4D")
    assert ["KS", "9S", "4H", "TS", "4D"] == table.drawn
    records = [table.floor.look(STREAM).decoded(record.body) for record in table.floor.journal.read(STREAM, after=1)]
    dealt = [event for event in records if isinstance(event, e.CardDealt)]
    assert ["9S", "4H", "TS", "4D"] == [event.card for event in dealt]
    assert [] == table.alarms


def test_cards_that_are_read_early_wait_for_their_time(floor, line):
    """Drawn while bets are open: they are the next to be dealt, when the rules take them."""
    found = Baccarat().seated(floor, BACCARAT, line.port).loaded()
    found.poll()
    found.say(line, "KS", kind=b"d")
    found.do("dealer", table_acts.OpenBetting())
    found.bet(3, "player", 1_000)
    found.say(line, "9S")
    assert ["KS"] == found.drawn
    found.do("dealer", baccarat_acts.CallNoMoreBets())
    found.poll()
    assert ["KS", "9S"] == found.drawn
    found.shoes.stop()


def test_an_entry_that_agrees_is_the_card_once(table, line):
    """The dealer is faster than the device: one card, not two."""
    table.shoes._deal = lambda *_: None
    table.say(line, "9S")
    table.enter("9S")
    del table.shoes._deal
    table.poll()
    assert ["KS", "9S"] == table.drawn
    table.say(line, "4H")
    assert ["KS", "9S", "4H"] == table.drawn


def test_an_entry_that_differs_holds_the_table(table, line):
    """Neither is dealt, by nobody, until a supervisor has ruled."""
    table.shoes._deal = lambda *_: None
    table.say(line, "9S")
    with pytest.raises(ShoeHeld, match="the dealer entered 8S, and the shoe has 9S"):
        table.enter("8S")
    del table.shoes._deal
    table.poll()
    with pytest.raises(ShoeHeld, match="until a supervisor has ruled"):
        table.enter("9S")
    assert ["KS"] == table.drawn
    assert [("device", STREAM, f"{READ}the dealer entered 8S, and the shoe has 9S")] == table.alarms


def test_whether_a_card_would_be_refused_is_told_without_holding_anything(table, line):
    """A device deals what was read; a dealer may report another card, until the table is held for that."""

    def refused():
        cards = [("dealer", "9S"), ("dealer", "8S"), ("shoe", "9S"), ("shoe", "8S")]
        people = {"dealer": STAFF["dealer"], "shoe": Person("shoe", Role.DEVICE)}
        commands = [
            msgspec.structs.replace(table.command("dealer", baccarat_acts.DealCard(card=card)), by=people[who])
            for who, card in cards
        ]
        return table.floor.view(STREAM, lambda live: [table.shoes.would_refuse(live, command) for command in commands])

    assert [False, False, True, True] == refused()
    table.shoes._deal = lambda *_: None
    table.say(line, "9S")
    assert [False, False, False, True] == refused()
    assert [] == table.alarms
    with pytest.raises(ShoeHeld):
        table.enter("8S")
    assert [True] * 4 == refused()


def test_after_the_ruling_the_dealer_enters_the_card_and_the_shoe_goes_on(table, line):
    """The card in question comes from the dealer, the next from the shoe."""
    with pytest.raises(ShoeHeld, match="the shoe has read no card"):
        table.enter("9S")
    table.say(line, "9S")
    assert ["KS"] == table.drawn
    table.clear()
    table.enter("9S")
    with pytest.raises(ShoeHeld, match="the shoe has read no card"):
        table.enter("4H")
    table.clear()
    table.say(line, "4H")
    assert ["KS", "9S", "4H"] == table.drawn
    assert [] == table.alarms


def test_an_entry_out_of_turn_is_refused_by_the_rules_and_holds_nothing(table, line):
    """Somebody else's slip is no disagreement."""
    table.refused("Ann", baccarat_acts.DealCard(card="8S"))
    table.refused("dealer", baccarat_acts.BurnCard(card="8S"))
    table.say(line, "9S")
    assert ["KS", "9S"] == table.drawn
    assert [] == table.alarms


def test_another_device_deals_nothing(table, line):
    """Only what this table's shoe has read."""
    with pytest.raises(ShoeHeld, match="the shoe has read no card"):
        table.do("device", baccarat_acts.DealCard(card="8S"))
    table.say(line, "9S")
    assert ["KS", "9S"] == table.drawn


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"noise", "bytes came outside any frame"), (frame_bytes(FIRST + 1, b"E", CheckRule.SUM) * 3, "reports an error")],
)
def test_a_line_that_cannot_be_believed_holds_the_table(table, line, data, reason):
    """Once alarmed; read on after the ruling."""
    line.say([data])
    table.poll()
    assert 1 == len(table.alarms)
    assert reason in table.alarms[0][2]
    with pytest.raises(ShoeHeld):
        table.enter("9S")
    table.clear()
    table.say(line, "9S")
    assert ["KS", "9S"] == table.drawn


def test_without_its_shoe_a_hand_is_finished_by_hand(table, line):
    """The plug is out: after the ruling the dealer enters every card; when the shoe is back it is read again."""
    line.unplug()
    table.poll(2)
    assert [f"{READ}the shoe is unplugged"] == [alarm[2] for alarm in table.alarms]
    table.clear()
    for card in ("9S", "4H"):
        table.enter(card)
        table.poll(2)
    line.plug()
    table.poll(2)
    table.say(line, "TS")
    assert ["KS", "9S", "4H", "TS"] == table.drawn
    assert [] == table.alarms


def test_a_hold_outlives_a_new_start(table):
    """The alarm is open, so the table is held, and is let go by clearing it."""
    with pytest.raises(ShoeHeld):
        table.enter("9S")
    table.poll()
    table.shoes.stop()
    table.shoes = table.started()
    table.poll()
    with pytest.raises(ShoeHeld, match="has read no card"):
        table.enter("9S")
    assert 1 == len(table.alarms)
    table.clear()
    table.enter("9S")
    assert ["KS", "9S"] == table.drawn


def test_a_hand_of_which_nobody_read_all_is_held(table):
    """The reader was started again in the middle of it."""
    table.shoes.stop()
    table.shoes = table.started()
    table.poll()
    assert [f"{READ}its reader was started again while a hand was dealt"] == [alarm[2] for alarm in table.alarms]


def test_a_result_that_the_cards_do_not_come_to_holds_the_table(table, line):
    """The shoe says tie, and the cards do not."""
    table.say(line, "9S", "4H", "TS", "4D")
    line.say(table.frames(b"G\x20"))
    table.poll()
    assert f"{READ}the shoe says tie, and the cards come to player, 9 to 8" == table.alarms[0][2]


def settled(table, line):
    """Deal a hand of four cards by the shoe, settle it and clear the layout."""
    table.say(line, "9S", "4H", "TS", "4D")
    table.call_points()
    table.pay()
    table.do("dealer", baccarat_acts.DiscardCards())


def again(table, line, *cards):
    """Deal the next hand by the shoe."""
    table.do("dealer", table_acts.OpenBetting())
    table.bet(3, "player", 1_000)
    table.do("dealer", baccarat_acts.CallNoMoreBets())
    table.poll()
    table.say(line, *cards)


def test_a_card_drawn_in_error_and_seen_is_burned_and_gone(table, line):
    """The shoe has read it: it is not dealt a second time, and the next hand begins with the card after it."""
    settled(table, line)
    table.say(line, "TH")
    table.do("dealer", baccarat_acts.ReportError(card="TH"))
    table.poll()
    again(table, line, *["2C"] * table.table.cards.burns_due, "7C", "7D")
    assert ["TH", "7C", "7D"] == table.drawn[5:]
    assert [] == table.alarms


def test_a_card_drawn_in_error_that_nobody_saw_begins_the_next_hand(table, line):
    """The shoe has seen it, and says which it was when it is dealt."""
    settled(table, line)
    table.say(line, "TH")
    table.do("dealer", baccarat_acts.ReportError(card=None))
    again(table, line, "7D")
    assert ["TH", "7D"] == table.drawn[5:]
    assert [] == table.alarms


def test_a_card_is_not_said_to_be_drawn_in_error_that_the_shoe_has_not_read(table, line):
    """Neither one that it has not read yet, nor another."""
    settled(table, line)
    with pytest.raises(ShoeHeld, match="has read no card yet"):
        table.do("dealer", baccarat_acts.ReportError(card=None))
    table.say(line, "TH")
    with pytest.raises(ShoeHeld, match="entered 9D, and the shoe has TH"):
        table.do("dealer", baccarat_acts.ReportError(card="9D"))


def test_a_shoe_that_the_dealer_reads_is_left_alone(floor, line):
    """Loaded as one whose cards the dealer enters: what the line says is nobody's card."""
    found = Baccarat()
    found.reads = False
    found.seated(floor, BACCARAT, line.port).loaded()
    found.poll()
    found.say(line, "9S")
    found.do("dealer", baccarat_acts.BurnCard(card="KS"))
    found.poll()
    assert ["KS"] == found.drawn
    found.shoes.stop()


def test_a_blackjack_hand_is_dealt_by_the_shoe(floor, line):
    """The dealer's first card lies face down; the shoe has read it all the same."""
    found = Blackjack().seated(floor, BLACKJACK, line.port).shuffled()
    found.poll()
    found.do("dealer", shoe_acts.OfferCut(position=3, is_accepted=False))
    found.do("dealer", shoe_acts.CutCards(depth=100))
    found.do("dealer", shoe_acts.LoadShoe(from_back=100))
    found.say(line, "KS", kind=b"d")
    found.do("dealer", table_acts.OpenBetting())
    found.bet(3, 1_000)
    found.say(line, "9S", "4H", "TS", "4D")
    assert ["KS", "9S", "4H", "TS", "4D"] == found.drawn
    assert [] == found.alarms
    found.shoes.stop()


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_card_that_could_not_be_recorded_is_dealt_once(table, line, monkeypatch, is_kept):
    """Sent again under the same key, whether the journal had it after all or not."""
    real = table.floor.journal.append

    def broken(batch):
        monkeypatch.setattr(table.floor.journal, "append", real)
        if is_kept:
            real(batch)
        raise JournalUnavailable("away")

    monkeypatch.setattr(table.floor.journal, "append", broken)
    table.say(line, "9S", "4H")
    assert ["KS", "9S", "4H"] == table.drawn
    assert [] == table.alarms


def test_the_thread_reads_by_itself(table, line):
    """Started and stopped with the house."""
    table.shoes.start()
    LineSimulator.say(line, table.frames(b"D\x00\x39"))
    until(lambda: len(table.drawn) > 1)
    assert ["KS", "9S"] == table.drawn


def test_every_fault_of_shoes_is_found():
    """At no card table, at robots', twice, and settings under which nothing could be believed."""

    def shoe(stream, port="/dev/a", **more):
        return ShoeEntry(**{"stream": stream, "port": port, "checksum": CheckRule.XOR, "sequence": (48, 57), **more})

    openings = {
        "b": Opening("b", "table", {"rulebook": BACCARAT}),
        "r": Opening("r", "table", {"rulebook": "oneida-roulette-2008"}),
        "o": Opening("o", "table", {"rulebook": BLACKJACK}, robots=True),
    }
    shoes = [shoe("r"), shoe("o", "/dev/b"), shoe("b", "/dev/c", checksum=CheckRule.NONE), shoe("b", sequence=(48, 49))]
    found = [fault.field for fault in shoe_faults(shoes, openings)]
    expected = ["shoe[0].stream", "shoe[1].stream", "shoe[3].stream", "shoe[2].checksum", "shoe[3].port"]
    assert [*expected, "shoe[3].sequence"] == found


def test_a_house_reads_the_shoe_of_its_file(tmp_path, line):
    """Opened, started and closed with the house; a pulled plug reaches the pit."""
    house_file = written_house(tmp_path, tables=(("baccarat-1", "mini-baccarat"),), terminals=())
    entry = f'[[shoe]]\nstream = "baccarat-1"\nport = "{line.port}"\nchecksum = "xor"\nsequence = [48, 57]\n'
    house_file.write_text(house_file.read_text() + entry)
    live = opened(house_file, str(tmp_path / "house.db"))
    live.start()
    until(lambda: live.shoes._devices["baccarat-1"].line.is_open)
    line.unplug()
    until(lambda: live.floor.view(HOUSE_STREAM, lambda found: dict(found.state.alarms)))
    alarms = live.floor.view(HOUSE_STREAM, lambda found: list(found.state.alarms.values()))
    live.close()
    assert [("device", "baccarat-1", f"{READ}the shoe is unplugged")] == alarms
