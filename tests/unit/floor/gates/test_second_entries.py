"""Dice that two people enter: decided where they agree, held where they differ, and nobody's alone."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.decider import Command, Person, Refusal, Role
from pitboss.errors import InvariantBroken
from pitboss.floor.commands import Answered, Waiting
from pitboss.floor.gates.second_entries import _SENT_MAX, DiceHeld, SecondEntries, _entered, _Table
from pitboss.floor.house_devices import SecondEntry, second_faults
from pitboss.floor.house_file import Opening
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.state import ALARMS_MAX
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.answers import KeyConflict, NotRecorded
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from pitboss.journal import JournalUnavailable
from tests.support.dice_house import DICE, OTHER, STREAM, DiceHouse
from tests.support.driver import STAFF
from tests.support.sicbo_driver import SICBO

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


def entry(key, dice=DICE):
    """Return somebody's entry."""
    return Command(key=key, by=STAFF["dealer"], act=sicbo_acts.EnterDice(dice=dice), received_at=NOW)


def test_no_more_entries_are_remembered_than_can_be_on_their_way():
    """The oldest is forgotten, with what was decided by it."""
    kept: Any = _Table(None)  # type: ignore[arg-type]
    kept.done["k0"] = (1, entry("k0"))
    for number in range(_SENT_MAX + 1):
        kept.note(entry(f"k{number}"))
    assert (_SENT_MAX, "k1", {}) == (len(kept.sent), next(iter(kept.sent)), kept.done)


def test_an_entry_that_was_decided_meanwhile_is_answered_by_what_was_decided():
    """Sent again just then, it is no second entry; other dice under its key are a mistake."""
    kept, decided = _Table(None), entry("a")  # type: ignore[arg-type]
    kept.note(decided)
    kept.done["a"] = (1, decided)
    assert decided is _entered(kept, entry("a"), 1)
    with pytest.raises(KeyConflict):
        _entered(kept, entry("a", OTHER), 1)


def test_a_table_at_which_nothing_is_entered_twice_is_not_asked_to():
    """Its rules know no such act: a house that names it is wrong."""
    floor: Any = SimpleNamespace(view=lambda _, asked: asked(SimpleNamespace(rules=SimpleNamespace(second_entry=None))))
    with pytest.raises(InvariantBroken, match="nothing is entered twice at wheel"):
        SecondEntries(floor).add("wheel")


@pytest.fixture
def table(tmp_path):
    """Return a table whose shaker is uncovered."""
    found = DiceHouse(tmp_path)
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
    assert Waiting(None, None) == table.enter(order[0], DICE)
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
        command = table.command("dealer", sicbo_acts.EnterDice(dice=DICE), witness=witness)
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
    table = DiceHouse(tmp_path)
    table.opened()
    assert isinstance(table.enter("dealer"), Answered)
    table.bet("Ann", "small", 500)
    table.uncover()
    assert isinstance(table.enter("floorperson"), Waiting)
    table.house.close()


def test_a_throw_that_is_over_otherwise_forgets_its_entry(table):
    """The computer fails and is settled by hand: the next throw waits for two entries."""
    table.enter("dealer", DICE)
    table.do("dealer", sicbo_acts.ReportFailure(fault="dark"))
    table.do("dealer", sicbo_acts.SettleByHand(dice=OTHER), witness="pit_supervisor")
    assert isinstance(table.enter("floorperson", OTHER), Answered)
    table.next_throw()
    assert isinstance(table.enter("floorperson", DICE), Waiting)


def test_either_entry_may_be_sent_again(table):
    """Both get the one answer, and the first while it waits is still the first."""
    table.enter("dealer", DICE, key="a")
    assert isinstance(table.enter("dealer", DICE, key="a"), Waiting)
    found = table.enter("floorperson", DICE, key="b")
    assert [found, found] == [table.enter("dealer", DICE, key="a"), table.enter("floorperson", DICE, key="b")]
    table.start()
    assert found.recorded == table.enter("dealer", DICE, key="a").recorded


def agreed_in_vain(table, monkeypatch):
    """Let two people enter the same dice while the journal is away."""
    table.enter("dealer", DICE, key="a")
    real = table.house.floor.journal.append

    def broken(_):
        monkeypatch.setattr(table.house.floor.journal, "append", real)
        raise JournalUnavailable("away")

    monkeypatch.setattr(table.house.floor.journal, "append", broken)
    with pytest.raises(NotRecorded):
        table.enter("floorperson", DICE, key="b")


def test_what_two_agreed_on_is_not_lost_when_it_cannot_be_recorded(table, monkeypatch):
    """Either may send again when the journal is back."""
    agreed_in_vain(table, monkeypatch)
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


@pytest.mark.parametrize("role", [Role.DEVICE, Role.MUTUEL_SUPERVISOR])
def test_the_second_is_somebody_of_the_pit(table, role):
    """A machine at the table, or somebody of the tote, is answered by the rules and counts for nothing."""
    table.enter("dealer", DICE)
    found = table.enter(Person("other", role), DICE)
    assert isinstance(found.recorded.answer, Refusal)
    assert "uncovered" == table.table.phase
    assert DICE == lit(table.enter("floorperson", DICE))[0]


def test_two_who_are_both_the_second_wait_for_the_dealer(table):
    """Where they agree nothing is decided yet; where the dealer differs all is held."""
    table.enter("floorperson", DICE)
    assert isinstance(table.enter("inspector", DICE), Waiting)
    assert "uncovered" == table.table.phase
    assert (DICE, STAFF["dealer"].id) == lit(table.enter("dealer", DICE))


def test_nobody_stands_by_dice_that_somebody_else_entered(table):
    """Asked for a second person, an entry waits for the other entry, and lies before nobody's eyes."""
    assert Waiting(None, None) == table.enter("dealer", DICE, second=True)
    assert {} == table.house.floor.look(HOUSE_STREAM).state.approvals
    stood_by = table.command("dealer", sicbo_acts.EnterDice(dice=DICE), witness="floorperson")
    with pytest.raises(DiceHeld, match="two people"):
        table.house.floor.send(STREAM, stood_by)
    assert DICE == lit(table.enter("floorperson", DICE))[0]


def test_an_entry_that_was_corrected_does_not_come_back(table):
    """Sent again it is no entry any more; other dice under its key are a mistake."""
    table.enter("dealer", DICE, key="a")
    table.enter("dealer", OTHER, key="b")
    with pytest.raises(DiceHeld, match="counts no more"):
        table.enter("dealer", DICE, key="a")
    with pytest.raises(KeyConflict):
        table.enter("dealer", DICE, key="b")
    assert OTHER == lit(table.enter("floorperson", OTHER, key="c"))[0]
    with pytest.raises(KeyConflict):
        table.enter("floorperson", DICE, key="c")


def test_an_entry_of_one_throw_is_none_of_the_next(table):
    """Neither one that timed out nor one that was decided counts again, however late it is sent again."""
    table.enter("dealer", DICE, key="a")
    table.do("dealer", sicbo_acts.ReportFailure(fault="dark"))
    table.do("dealer", sicbo_acts.SettleByHand(dice=OTHER), witness="pit_supervisor")
    table.next_throw()
    table.enter("floorperson", DICE, key="b")
    with pytest.raises(DiceHeld, match="counts no more"):
        table.enter("dealer", DICE, key="a")
    found = table.enter("dealer", DICE, key="c")
    table.next_throw()
    assert [found, found] == [table.enter(who, DICE, key=key) for who, key in (("dealer", "c"), ("floorperson", "b"))]
    assert "uncovered" == table.table.phase


def test_what_two_agreed_on_in_one_throw_is_not_entered_in_the_next(table, monkeypatch):
    """It could not be recorded, and the throw was settled by hand: sent again, it counts no more."""
    agreed_in_vain(table, monkeypatch)
    table.do("dealer", sicbo_acts.ReportFailure(fault="dark"))
    table.do("dealer", sicbo_acts.SettleByHand(dice=OTHER), witness="pit_supervisor")
    table.next_throw()
    for who, key in (("dealer", "a"), ("floorperson", "b")):
        with pytest.raises(DiceHeld, match="two people"):
            table.enter(who, DICE, key=key)
    table.enter("dealer", OTHER)
    assert OTHER == lit(table.enter("floorperson", OTHER))[0]


def test_what_happens_beside_a_throw_ends_no_wait(table):
    """Chips are sold at the table between the two entries."""
    table.enter("dealer", DICE)
    table.do("dealer", table_acts.BuyValueChips(player="Bob", amount_minor=500))
    assert DICE == lit(table.enter("floorperson", DICE))[0]


def test_a_ruling_counts_though_its_alarm_was_not_known_yet(table, monkeypatch):
    """A supervisor is quicker than the answer to the alarm: the table is not held for ever."""
    real = table.house.door.record

    async def recorded(act, *rest, **others):
        found = await real(act, *rest, **others)
        table.clear()
        return found

    monkeypatch.setattr(table.house.door, "record", recorded)
    table.enter("dealer", DICE)
    with pytest.raises(DiceHeld):
        table.enter("floorperson", OTHER)
    assert {} == table.alarms
    assert isinstance(table.enter("dealer", DICE), Waiting)


def test_a_ruling_counts_though_nobody_here_was_told(table):
    """It is read from the record, not from the news."""
    table.enter("dealer", DICE)
    with pytest.raises(DiceHeld):
        table.enter("floorperson", OTHER)
    table.house.floor.listeners.clear()
    table.clear()
    assert isinstance(table.enter("dealer", DICE), Waiting)


def test_an_alarm_that_is_not_kept_any_more_is_raised_again(table):
    """Too many alarms after it: the table stays held, and a supervisor has something to clear."""
    table.enter("dealer", DICE)
    with pytest.raises(DiceHeld):
        table.enter("floorperson", OTHER)
    for _ in range(ALARMS_MAX):
        act = people_acts.RaiseAlarm(kind=people_acts.AlarmKind.LOAD, about="server", text="much")
        asyncio.run(table.house.door.record(act))
    assert not any("2-4-5" in text for _, _, text in table.alarms.values())
    with pytest.raises(DiceHeld, match="2-4-5 and 2-4-6"):
        table.enter("dealer", DICE)
    assert any("2-4-5" in text for _, _, text in table.alarms.values())


def test_an_alarm_that_could_not_be_raised_is_raised_by_the_next_entry(table, monkeypatch):
    """The table is held meanwhile, and never without an alarm for long."""
    real = table.house.floor.journal.append
    table.enter("dealer", DICE)
    monkeypatch.setattr(
        table.house.floor.journal, "append", lambda _: (_ for _ in ()).throw(JournalUnavailable("away"))
    )
    with pytest.raises(NotRecorded):
        table.enter("floorperson", OTHER, key="b")
    monkeypatch.setattr(table.house.floor.journal, "append", real)
    with pytest.raises(DiceHeld):
        table.enter("floorperson", OTHER, key="b")
    assert 1 == len(table.alarms)


def test_the_journal_of_such_a_table_verifies(table):
    """Held, ruled on, entered, sent again: all of it can be decided anew."""
    table.enter("dealer", DICE)
    with pytest.raises(DiceHeld):
        table.enter("floorperson", OTHER)
    table.clear()
    table.enter("floorperson", DICE, key="b")
    table.enter("dealer", DICE, key="a")
    table.enter("floorperson", DICE, key="b")
    table.next_throw()
    assert () == verify(table.house.floor.journal).faults


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
