"""The days of a tote: what one leaves to the next, and how a house goes on past midnight."""

from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import pytest

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.floor.devices.clockwork import Clockwork
from pitboss.floor.house_file import ToteEntry
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.checks import SERVER
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.sealed_bets import read_sealed
from pitboss.floor.tote_days import CarryoverDiffers, ToteDays, follow
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal
from pitboss.tote.day import acts as day_acts
from tests.support.day_driver import FVD, PEOPLE, bet_of, card_of, order_of, pool, race, runners, when

TOTE = 'rulebook = "oneida-parimutuel-2004"\nname = "Oneida"\ndate = "today"\n'
SUPERVISOR = Person("Sam", Role.MUTUEL_SUPERVISOR)
PICK_SIX = "$1 P6 1/1/1/1/1/1"


def card(day, *, track="FVD", carryover=0, kinds=("pick6",)):
    """Return a card of six races of six on a day of May 2004, with a pick six that may begin with money."""
    races = [{**race(number, f"{12 + number}:00", runners(6)), "post_time": when(f"{12 + number}:00", day)}
             for number in range(1, 7)]  # fmt: skip
    many = [pool("pick6", *range(1, 7), carryover_minor=carryover)] if "pick6" in kinds else []
    return {**FVD, "track": track, "races": races, "pools": [*many, pool("win", 1)]}


class Calendar:
    """A tote over several days, polled by hand."""

    def __init__(self, floor, folder, *, export=None):
        self.floor, self.day, self.names, self.count, self.told = floor, 1, {}, 0, []
        self.floor.open(HOUSE_STREAM, "house", {"name": "House", "currency": "USD"}, datetime.now(UTC))
        (folder / "tote.toml").write_text(TOTE)
        self.folder, self.export = folder, export
        if "Sam" not in self.floor.look(HOUSE_STREAM).state.people:
            act = people_acts.AddPerson(person="Sam", name="Sam", role=Role.MUTUEL_SUPERVISOR)
            self.did(Person(SERVER, Role.DEVICE), act, HOUSE_STREAM)
        self.days = self.started()

    def started(self, day=None):
        """Return the days of a new start of the house."""
        self.day = day or self.day
        days = ToteDays(self.floor, self.folder, self.names, Clockwork(self.floor, "s"))
        self.floor.gates, self.floor.listeners = [days.refuse_other_carryover], [days.hear]
        days.today = lambda _: date(2004, 5, self.day)
        days.on_opened.append(lambda *told: self.told.append(told))
        days.add(ToteEntry(stream="tote", file="tote.toml", export=self.export))
        return days

    def did(self, by, act, stream=None):
        """Do something that must be accepted, at eleven on the tote's day."""
        self.count += 1
        stream = stream or self.names["tote"]
        day = int(stream[-2:]) if stream != HOUSE_STREAM else 1
        command = Command(key=f"{by.id}/{self.count}", by=by, act=act, received_at=when("11:00", day))
        answer = self.floor.send(stream, command).answer
        assert isinstance(answer, Accepted), answer
        return answer.events[0]

    def opened(self, **more):
        """Open the card of the tote's day."""
        return self.did(PEOPLE["manager"], day_acts.OpenCard(card=card_of(card(int(self.names["tote"][-2:]), **more))))

    def window(self):
        """Open a window."""
        self.did(SUPERVISOR, day_acts.OpenTerminal(terminal="T1", window=10))

    def sold(self, bet=PICK_SIX):
        """Sell a ticket."""
        nonce = "A" * 19 + "ABCDEFGHIJ"[len(self.state().tickets)]
        return self.did(PEOPLE["teller"], day_acts.SellTicket(terminal="T1", nonce=nonce, bets=(bet_of(bet),)))

    def run(self, *winners, track="FVD"):
        """Run all races, won by these runners, and close the day."""
        for number, winner in enumerate(winners, 1):
            rest = [str(runner) for runner in range(1, 7) if str(runner) != winner]
            self.did(PEOPLE["track"], day_acts.StopBetting(track=track, race=number))
            order = order_of("-".join([winner, *rest]))
            self.did(PEOPLE["track"], day_acts.PostResult(track=track, race=number, order=order))
            self.did(PEOPLE["track"], day_acts.DeclareOfficial(track=track, race=number))

    def closed(self):
        """Close the day; return what it carried over."""
        return self.did(PEOPLE["manager"], day_acts.CloseDay()).carried

    def state(self):
        """Return the tote's day."""
        return self.floor.look(self.names["tote"]).state

    def whole_day(self, **more):
        """Sell a pick six that nobody wins, and close the day; return what is carried over."""
        self.opened(**more)
        if not self.state().terminals:
            self.window()
        self.sold()
        self.run(*"111112")
        return self.closed()

    def next(self, days=1):
        """Let midnight pass."""
        self.day += days
        self.days.poll()
        return self.names["tote"]


@pytest.fixture
def floor(tmp_path):
    """Return a floor."""
    with closing(Floor(open_journal(f"sqlite:///{tmp_path / 'days.db'}"))) as found:
        yield found


@pytest.fixture
def calendar(floor, tmp_path):
    """Return a tote on its first day."""
    return Calendar(floor, tmp_path)


def test_a_day_that_is_closed_is_followed_by_the_next(calendar):
    """By itself, after midnight and not before."""
    calendar.whole_day()
    assert "tote-2004-05-01" == calendar.next(0)
    assert "tote-2004-05-02" == calendar.next()
    assert ("tote", "tote-2004-05-01", "tote-2004-05-02") == calendar.told[-1]
    assert {"tote": "tote-2004-05-02"} == calendar.days.current()


def test_a_day_that_is_not_closed_goes_on(calendar):
    """A house runs past midnight in the day it is in, until a manager closes it."""
    calendar.opened()
    assert "tote-2004-05-01" == calendar.next()
    calendar.run(*"222222")
    calendar.closed()
    assert "tote-2004-05-02" == calendar.next(0)


def test_a_day_on_which_nothing_happened_is_passed_over(calendar):
    """Nobody has to close what was never used."""
    assert "tote-2004-05-03" == calendar.next(2)


def test_a_new_start_goes_on_with_the_day_that_is_not_closed(calendar):
    """However long the house was away; once that day is closed it comes to today."""
    calendar.opened()
    calendar.days = calendar.started(day=4)
    assert "tote-2004-05-01" == calendar.names["tote"]
    calendar.run(*"222222")
    calendar.closed()
    assert "tote-2004-05-04" == calendar.next(0)


def test_the_windows_go_on(calendar):
    """Those that were open are open on the new day, in the name of whoever opened them; and so after a new start."""
    calendar.whole_day()
    calendar.next()
    assert {"T1": True} == {name: one.is_open for name, one in calendar.state().terminals.items()}
    calendar.whole_day(carryover=calendar.days._due["tote-2004-05-02"]["FVD"]["pick6"])
    calendar.days = calendar.started(day=3)
    assert {"T1": True} == {name: one.is_open for name, one in calendar.state().terminals.items()}
    assert 0 == calendar.state().terminals["T1"].serial


def test_the_windows_of_somebody_who_is_gone_stay_shut(calendar):
    """Nobody acts in the name of one who may not any more."""
    calendar.whole_day()
    server = Person(SERVER, Role.DEVICE)
    calendar.did(server, people_acts.DisablePerson(person="Sam", reason="left"), HOUSE_STREAM)
    calendar.next()
    assert {} == calendar.state().terminals


def test_a_card_begins_with_what_the_day_before_carried(calendar):
    """Exactly that: another amount is refused with the one that is due, and nothing is recorded of it."""
    carried = calendar.whole_day()
    (due,) = carried.values()
    assert ["FVD-pick6"] == list(carried)
    calendar.next()
    before = calendar.floor.look(calendar.names["tote"]).version
    for wrong in (0, due - 1, due + 1):
        with pytest.raises(CarryoverDiffers, match=f"pick6 with {due}, not {wrong}") as refused:
            calendar.opened(carryover=wrong)
        assert {"pick6": due} == refused.value.values["expected"]
    assert before == calendar.floor.look(calendar.names["tote"]).version
    calendar.opened(carryover=due)
    assert due == calendar.state().books["FVD-1-pick6"].card.carryover_minor


def test_what_was_won_is_not_due_again(calendar):
    """Somebody had all six: the next day begins with nothing."""
    calendar.opened()
    calendar.window()
    calendar.sold()
    calendar.run(*"111111")
    assert {} == calendar.closed()
    calendar.next()
    with pytest.raises(CarryoverDiffers, match="pick6 with 0, not 5"):
        calendar.opened(carryover=5)
    calendar.opened()


def test_money_waits_for_the_next_day_that_has_its_pool(calendar):
    """A day without the track, then one without the pool: it is still due after both, and after a new start."""
    (due,) = calendar.whole_day().values()
    calendar.next()
    calendar.opened(track="LAK")
    calendar.run(*"222222", track="LAK")
    assert {} == calendar.closed()
    calendar.next()
    calendar.opened(kinds=())
    calendar.run(*"222222")
    assert {} == calendar.closed()
    assert "tote-2004-05-04" == calendar.next()
    calendar.days = calendar.started()
    with pytest.raises(CarryoverDiffers, match=f"with {due}, not 0"):
        calendar.opened()
    calendar.opened(carryover=due)


def test_a_track_that_is_new_brings_what_it_says(calendar):
    """The house knows of no earlier day there: the first card may begin with anything, and so may a template."""
    calendar.opened(carryover=480_000)
    template = {"track": "NEW", "pools": [{"type": "pick6", "carryover_minor": 7}]}
    assert template == calendar.days.filled(template, calendar.names["tote"])


def test_templates_are_filled_with_what_is_due(calendar):
    """All of it in the first pool of its kind, and nothing anywhere else."""
    (due,) = calendar.whole_day().values()
    name = calendar.next()
    pools = [{"type": kind, "carryover_minor": 9} for kind in ("pick6", "pick6", "twin_trifecta")] + [{"type": "win"}]
    filled = calendar.days.filled({"track": "FVD", "pools": pools}, name)
    assert [due, None, None, None] == [one.get("carryover_minor") for one in filled["pools"]]


def test_a_tote_with_a_date_of_its_own_has_one_day(floor, tmp_path):
    """No other is opened after it."""
    calendar = Calendar(floor, tmp_path)
    (tmp_path / "fixed.toml").write_text(TOTE.replace("today", "2004-05-01"))
    calendar.names.clear()
    calendar.days.add(ToteEntry(stream="fixed", file="fixed.toml"))
    calendar.day += 1
    calendar.days.poll()
    assert "fixed-2004-05-01" == calendar.names["fixed"]


def test_the_bets_of_each_race_are_sealed_on_every_day(floor, tmp_path):
    """A file a race, at its close, on the first day and on the next."""
    calendar = Calendar(floor, tmp_path, export="sealed")
    (due,) = calendar.whole_day().values()
    calendar.next()
    calendar.whole_day(carryover=due)
    calendar.floor.close()
    calendar.days.seal()
    files = {path.name: read_sealed(path.read_bytes()) for path in (tmp_path / "sealed").iterdir()}
    assert {f"tote-2004-05-0{day}-FVD-{number}" for day in (1, 2) for number in range(1, 7)} == {
        name.rpartition("-")[0] for name in files
    }
    first = [found for name, found in files.items() if "-FVD-1-" in name]
    assert [1, 1] == [len(bets) for _, bets in first]  # type: ignore[misc]
    assert all(0 == len(bets) for name, (_, bets) in files.items() if "-FVD-1-" not in name)  # type: ignore[misc]


def test_trouble_with_the_journal_is_waited_out(calendar, monkeypatch):
    """The next poll opens the day; nothing is done twice."""
    calendar.whole_day()
    real, failures = calendar.floor.journal.append, iter([True, False, True])
    monkeypatch.setattr(
        calendar.floor.journal, "append", lambda batch: real(batch) if not next(failures, False) else 1 / 0
    )
    assert "tote-2004-05-01" == calendar.next()
    calendar.next(0)
    assert "tote-2004-05-02" == calendar.next(0)
    assert ["T1"] == list(calendar.state().terminals)


def test_nothing_is_due_from_a_day_that_was_not_closed(calendar):
    """Its money is in its pools."""
    calendar.opened()
    due = {"FVD": {"pick6": 5}}
    follow(calendar.floor.journal.read(calendar.names["tote"]), due)
    assert {"FVD": {"pick6": 5}} == due


def test_the_clock_closes_the_races_of_the_new_day(floor, tmp_path):
    """The second line goes on after midnight."""
    calendar = Calendar(floor, tmp_path)
    (due,) = calendar.whole_day().values()
    clockwork = calendar.days._clockwork
    calendar.next()
    calendar.opened(carryover=due)
    clockwork._wall = lambda: when("13:00", 2) + timedelta(seconds=1)
    clockwork.tick()
    assert "closed" == calendar.state().races["FVD", 1].phase.value
