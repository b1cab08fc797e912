"""Who is refused again and again is not even looked at: nobody fills the journal with refusals."""

import asyncio
import json
from types import SimpleNamespace

import pytest

from pitboss.decider import Person, Role
from pitboss.floor.commands import REFUSALS, Principal, TooManyRefused
from pitboss.floor.rate_limit import Buckets
from pitboss.floor.writer.queue import Urgency
from tests.support.web_house import opened, written_house

STREAM = "roulette-1"
EARLY = json.dumps({"type": "table.open_betting/1"}).encode()
DORA, SULA = (Principal(Person(name, Role.DEALER), name) for name in ("dora", "sula"))


@pytest.fixture
def time():
    """Return a clock that the test moves."""
    return SimpleNamespace(now=0.0)


@pytest.fixture
def house(tmp_path, time):
    """Yield a house at whose roulette table nothing is open yet."""
    live = opened(written_house(tmp_path), str(tmp_path / "house.db"))
    live.desk.refusals = Buckets(most=REFUSALS, rate=1, clock=lambda: time.now)
    yield live
    live.close()


def answers(house, who, number, first=0):
    """Send something so many times at once, each under its own key; return what became of each."""

    async def all_sent():
        keys = (f"{number}" for number in range(first, first + number))
        sent = (house.desk.command(who, STREAM, key, EARLY) for key in keys)
        return await asyncio.gather(*sent, return_exceptions=True)

    found = asyncio.run(all_sent())
    return ["429" if isinstance(one, TooManyRefused) else type(one.recorded.answer).__name__ for one in found]


def refused(house):
    """Return how many refusals are in the journal."""
    return sum(one.refusal is not None for one in house.floor.journal.answers(STREAM))


def test_refusals_beyond_a_rate_are_neither_decided_nor_recorded(house, time):
    """Thirty at once, then one a second; who waits is heard again, and others are not concerned."""
    assert ["Refusal"] * REFUSALS == [word for n in range(REFUSALS) for word in answers(house, DORA, 1, first=n)]
    assert ["429"] * 5 == answers(house, DORA, 5, first=100)
    assert REFUSALS == refused(house)
    assert ["Refusal"] == answers(house, SULA, 1)
    time.now += 1
    assert ["Refusal", "429"] == [*answers(house, DORA, 1, first=200), *answers(house, DORA, 1, first=201)]


def test_what_was_on_its_way_is_made_up_for(house, time):
    """A hundred that come at once may be decided together; then that many seconds must pass before the next is."""
    many = answers(house, DORA, 100)
    time.now += many.count("Refusal") - REFUSALS
    assert (["429"], many.count("Refusal")) == (answers(house, DORA, 1, first=200), refused(house))
    time.now += 1
    assert ["Refusal"] == answers(house, DORA, 1, first=201)


def test_an_answer_that_was_given_is_given_again(house):
    """Who asks under a key that has its answer gets it, however much was refused since."""
    answers(house, DORA, REFUSALS)
    assert ["Refusal", "429"] == [*answers(house, DORA, 1), *answers(house, DORA, 1, first=99)]


def test_no_bet_waits_behind_who_is_refused(house, monkeypatch):
    """What they send is looked for among the answers, behind all bets, and goes no further."""
    found = list[Urgency]()

    def noted(put):
        def noting(*given, **options):
            found.append(options["urgency"] if "urgency" in options else given[-1])
            return put(*given, **options)

        return noting

    for name in ("submit_from_loop", "ask"):
        monkeypatch.setattr(house.floor, name, noted(getattr(house.floor, name)))
    assert ["Refusal"] * REFUSALS == [word for n in range(REFUSALS) for word in answers(house, DORA, 1, first=n)]
    assert ["429"] * 3 == answers(house, DORA, 3, first=100)
    answers(house, SULA, 1)
    assert [Urgency.PLAY] * REFUSALS + [Urgency.LOOK] * 3 + [Urgency.PLAY] == found


def test_what_was_never_decided_counts_for_nothing(house):
    """What the role matrix forbids is not recorded, and so it is no refusal of this kind."""
    auditor = Principal(Person("ada", Role.AUDITOR), "ada")

    async def tried():
        sent = (house.desk.command(auditor, STREAM, str(n), EARLY) for n in range(2 * REFUSALS))
        return await asyncio.gather(*sent, return_exceptions=True)

    assert {"Forbidden"} == {type(one).__name__ for one in asyncio.run(tried())}
    assert house.desk.refusals.has("ada")
