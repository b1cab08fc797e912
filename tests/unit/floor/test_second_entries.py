"""Dice that two people enter: decided where they agree, held where they differ, and nobody's alone."""

import asyncio

import msgspec
import pytest

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.floor.desk import Answered, Principal, Waiting
from pitboss.floor.house_devices import SecondEntry, second_faults
from pitboss.floor.house_file import Opening
from pitboss.floor.roles import Forbidden
from pitboss.floor.second_entries import DiceHeld
from pitboss.floor.staff import messages as s
from pitboss.floor.staff.house import HOUSE_STREAM
from pitboss.floor.writer import NotRecorded
from pitboss.games.sicbo import messages as m
from pitboss.journal import JournalUnavailable
from tests.support.driver import STAFF
from tests.support.sicbo_driver import SICBO, SicBoDriver
from tests.support.web_house import opened, written_house

STREAM = "sicbo-1"
DICE, OTHER = (2, 4, 5), (2, 4, 6)


class OnHouse(SicBoDriver):
    """A sic bo table of a live house; its dice are entered at the desk."""

    def __init__(self, folder):
        super().__init__(settings={"default_min": 100, "default_max": 10_000})
        path = written_house(folder, tables=((STREAM, "sic-bo"),), terminals=())
        if "second_entry" not in path.read_text():
            path.write_text(path.read_text() + f'[[second_entry]]\nstream = "{STREAM}"\n')
        self.folder, self.path = folder, path
        self.count = 0
        self.house = self.started()

    def started(self):
        """Return the house at a new start."""
        return opened(self.path, str(self.folder / "house.db"))

    def start(self):
        """Open the house again."""
        self.house.close()
        self.house = self.started()

    def answer(self, who, act, *, witness=None):
        """Let the floor answer."""
        answer = self.house.floor.send(STREAM, self.command(who, act, witness=witness)).answer
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)
        self.table = self.house.floor.look(STREAM).state
        return answer

    def enter(self, who, dice=DICE, key=None):
        """Enter dice at the desk, as whoever works there."""
        self.count += 1
        person = STAFF[who] if isinstance(who, str) else who
        act = msgspec.json.encode(m.EnterDice(dice=dice))
        found = asyncio.run(self.house.desk.command(Principal(person), STREAM, key or f"e{self.count}", act))
        self.table = self.house.floor.look(STREAM).state
        return found

    @property
    def alarms(self):
        """Return the open alarms."""
        return dict(self.house.floor.look(HOUSE_STREAM).state.alarms)

    def clear(self):
        """Clear the only alarm as a supervisor."""
        (number,) = self.alarms
        self.count += 1
        act = s.ClearAlarm(alarm=number, text="looked at the dice")
        command = Command(key=f"c{self.count}", by=STAFF["pit_supervisor"], act=act, received_at=self.now)
        assert isinstance(self.house.floor.send(HOUSE_STREAM, command).answer, Accepted)
        self.house.floor.view(HOUSE_STREAM, lambda _: None)


@pytest.fixture
def table(tmp_path):
    """Return a table whose shaker is uncovered."""
    found = OnHouse(tmp_path)
    found.opened()
    found.bet("Ann", "small", 500)
    found.uncover()
    yield found
    found.house.close()


def lit(found):
    """Return the event of dice that were entered, with who stood by."""
    (event,) = found.recorded.answer.events
    return event.dice, event.by


@pytest.mark.parametrize("order", [("dealer", "floorperson"), ("floorperson", "dealer")])
def test_two_entries_that_agree_are_the_dealers(table, order):
    """Whoever was first, and in whatever order they say the dice."""
    assert Waiting(None, "entry", None) == table.enter(order[0], DICE)
    assert "uncovered" == table.table.phase
    found = table.enter(order[1], (5, 4, 2))
    assert STAFF["dealer"].id == lit(found)[1]
    assert "lit" == table.table.phase
    stored = table.house.floor.journal.answer(STREAM, found.recorded.key)
    assert STAFF["floorperson"].id == msgspec.json.decode(stored.command)["witness"]["id"]


def test_two_entries_that_differ_are_held_until_a_ruling(table):
    """Neither counts, whoever enters again; then both begin anew."""
    table.enter("dealer", DICE)
    for who, dice in (("floorperson", OTHER), ("dealer", OTHER), ("floorperson", DICE)):
        with pytest.raises(DiceHeld, match="entered different dice: 2-4-5 and 2-4-6"):
            table.enter(who, dice)
    assert 1 == len(table.alarms)
    assert "uncovered" == table.table.phase
    table.clear()
    assert isinstance(table.enter("floorperson", OTHER), Waiting)
    assert OTHER == lit(table.enter("dealer", OTHER))[0]


def test_one_person_never_makes_two(table):
    """The second entry of the same person corrects the first."""
    table.enter("dealer", DICE)
    assert isinstance(table.enter("dealer", OTHER), Waiting)
    assert OTHER == lit(table.enter("floorperson", OTHER))[0]


def test_nobody_enters_dice_alone_by_another_way(table):
    """Handed in past the desk, without a witness or with oneself."""
    for witness in (None, "dealer"):
        command = table.command("dealer", m.EnterDice(dice=DICE), witness=witness)
        with pytest.raises(DiceHeld, match="two people"):
            table.house.floor.send(STREAM, command)


def test_somebody_elses_business(table):
    """A role without a part in it, and a dealer of another table."""
    with pytest.raises(Forbidden):
        table.enter(Person("Tess", Role.TELLER))
    other = table.enter(Person("Dan", Role.DEALER))
    assert "does not work this table" in other.recorded.answer.reason


def test_an_entry_before_its_time_is_refused_by_the_rules(tmp_path):
    """And is not kept for later."""
    table = OnHouse(tmp_path)
    table.opened()
    assert isinstance(table.enter("dealer"), Answered)
    table.bet("Ann", "small", 500)
    table.uncover()
    assert isinstance(table.enter("floorperson"), Waiting)
    table.house.close()


def test_a_throw_that_is_over_otherwise_forgets_its_entry(table):
    """The computer fails and is settled by hand: the next throw waits for two entries."""
    table.enter("dealer", DICE)
    table.do("dealer", m.ReportFailure(fault="dark"))
    table.do("dealer", m.SettleByHand(dice=OTHER), witness="pit_supervisor")
    assert isinstance(table.enter("floorperson", OTHER), Answered)
    assert [] == table.house.desk.entries._tables[STREAM].commands


def test_either_entry_may_be_sent_again(table):
    """Both get the one answer, and the first while it waits is still the first."""
    table.enter("dealer", DICE, key="a")
    assert isinstance(table.enter("dealer", DICE, key="a"), Waiting)
    found = table.enter("floorperson", DICE, key="b")
    assert [found, found] == [table.enter("dealer", DICE, key="a"), table.enter("floorperson", DICE, key="b")]
    table.start()
    assert found.recorded == table.enter("dealer", DICE, key="a").recorded


def test_what_two_agreed_on_is_not_lost_when_it_cannot_be_recorded(table, monkeypatch):
    """Either may send again when the journal is back."""
    table.enter("dealer", DICE, key="a")
    real = table.house.floor.journal.append

    def broken(_):
        monkeypatch.setattr(table.house.floor.journal, "append", real)
        raise JournalUnavailable("away")

    monkeypatch.setattr(table.house.floor.journal, "append", broken)
    with pytest.raises(NotRecorded):
        table.enter("floorperson", DICE, key="b")
    assert DICE == lit(table.enter("floorperson", DICE, key="b"))[0]


def test_a_hold_outlives_a_new_start(table):
    """As long as its alarm is open."""
    table.enter("dealer", DICE)
    with pytest.raises(DiceHeld):
        table.enter("floorperson", OTHER)
    table.start()
    with pytest.raises(DiceHeld, match="2-4-5 and 2-4-6"):
        table.enter("dealer", DICE)
    assert 1 == len(table.alarms)
    table.clear()
    assert isinstance(table.enter("dealer", DICE), Waiting)


def test_every_fault_is_found():
    """At no dice table, at robots', twice."""
    openings = {
        "s": Opening("s", "table", {"rulebook": SICBO}),
        "r": Opening("r", "table", {"rulebook": "oneida-roulette-2008"}),
        "o": Opening("o", "table", {"rulebook": SICBO}, robots=True),
    }
    entries = [SecondEntry(stream=name) for name in ("s", "r", "o", "s", "nowhere")]
    found = [fault.field for fault in second_faults(entries, openings)]
    assert [f"second_entry[{place}].stream" for place in (1, 2, 3, 4)] == found
