"""What may be open on a tote day: values for the fields of each act, about which `decide` is asked.

Three things are seen by `decide` alone: the clock (post times, expiry), which `legal` does not know; a card and the
runners of a bet, which are too much to list; and tickets, whose numbers are nobody's to list: whoever has one presents
it, and is told what it is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pitboss.decider import MONEY_MAX, Choices, Integers, Person, Words
from pitboss.errors import PitbossError
from pitboss.legal import Alike, Ask, Each, Proposal, Sample, anybody, asking, plain
from pitboss.tote.day import acts as a
from pitboss.tote.day.checks import SUPERVISING
from pitboss.tote.day.decide import refuse
from pitboss.tote.day.mending import payable_combos
from pitboss.tote.day.racecard import pool_id
from pitboss.tote.day.state import Book, Day, RaceDay
from pitboss.tote.notation import parse_bet

WINDOW_MAX = 9_999


class OnSale(msgspec.Struct, frozen=True, tag="on_sale"):
    """Bets in these pools, each of its minimum or more for every combination."""

    minimums: dict[str, int]

    def __contains__(self, value: object) -> bool:
        """Tell whether every bet is in pools that are on sale, from their minimum on."""
        return isinstance(value, tuple) and all(self._takes(called) for called in value)

    def _takes(self, called: a.WindowBet) -> bool:
        try:
            bet = parse_bet(called.bet)
        except PitbossError:
            return False
        names = [pool_id(called.track, called.race, kind) for kind in bet.pools]
        return all(bet.amount >= self.minimums.get(name, MONEY_MAX) for name in names)


def _terminals(**more: Any) -> Callable[[Day, Person], Proposal]:
    """Propose every terminal, with samples of what is not listed."""
    return lambda state, _: {"terminal": Each(tuple(state.terminals)), **more}


def _openings(state: Day, _: Person) -> Proposal:
    taken = tuple(terminal.window for terminal in state.terminals.values() if terminal.is_open)
    return {"terminal": anybody(*state.terminals), "window": Integers(1, WINDOW_MAX, besides=taken)}


def _is_sold(state: Day, book: Book) -> bool:
    """Tell whether bets in a pool are sold: it is open, and not stopped because every bet in it wins."""
    return state.is_open(book) and not (state.rules.settings["short_field"] == "stop" and state.is_short(book))


def _sales(state: Day, _: Person) -> Iterator[Proposal]:
    minimums = {name: book.card.minimum_minor for name, book in state.books.items() if _is_sold(state, book)}
    if minimums:
        yield {"terminal": Each(tuple(state.terminals)), "nonce": Sample(""), "bets": Sample((), OnSale(minimums))}


def _displays(state: Day, _: Person) -> Iterator[Alike]:
    """Propose another figure for each price that there is."""
    priced = ((name, book.settled.winners) for name, book in state.books.items() if book.settled is not None)
    yield Alike(
        {
            "pool": Choices((name,)),
            "combo": Choices((winner["combo"],)),
            "posted_minor": Integers(1, MONEY_MAX, besides=(int(winner["price_2"]),)),
        }
        for name, winners in priced
        for winner in winners
    )


def _races(state: Day, _: Person) -> Iterator[Proposal]:
    """Propose the races of each track."""
    for track in state.cards:
        yield {"track": Choices((track,)), "race": Each(tuple(number for on, number in state.races if on == track))}


def _each_race(*fields: Callable[[RaceDay], Proposal]) -> Callable[[Day, Person], Iterator[Proposal]]:
    """Propose every race with values of its own."""
    return lambda state, _: (
        {"track": Choices((track,)), "race": Choices((number,)), **own(race)}
        for (track, number), race in state.races.items()
        for own in fields
    )


def _standing(race: RaceDay) -> Each:
    return Each(tuple(runner.no for runner in race.card.runners if runner.no not in race.out))


def _winner(race: RaceDay) -> Sample:
    """Return the shortest order that a race can have."""
    return Sample(tuple(a.Finisher(1, number) for number in _standing(race).values)[:1])


def _out(race: RaceDay) -> Proposal:
    """Propose the runners that are out."""
    return {"runner": Each(tuple(race.out))}


def _other_order(race: RaceDay) -> Proposal:
    """Propose an order that a race can have and has not."""
    first = tuple(a.Finisher(1, number) for number in _standing(race).values)
    return {"order": Sample(next(((one,) for one in first if (one,) != race.order), first[:1]))}


def _payoffs(state: Day, _: Person) -> Iterator[Proposal]:
    """Propose, for each pool that a posted order decides, payoffs on just what it pays on."""
    for name in state.books:
        combos = payable_combos(state, name)
        if combos:
            yield {"pool": Choices((name,)), "payoffs": Sample(tuple(a.Payoff(combo, 200) for combo in combos))}


_TICKET = {"ticket": Sample(""), "check": Sample("")}

legal = asking(
    refuse,
    {
        a.OpenCard: {"card": Sample(None)},
        **plain(a.CloseDay, a.HaltCashing, a.ResumeCashing),
        a.ExpireTickets: Ask({}, is_late=True),
        a.OpenTerminal: _openings,
        a.CloseTerminal: _terminals(),
        a.CorrectDisplay: _displays,
        a.MovePostTime: _each_race(lambda race: {"post_time": Sample(race.post_time)}),
        **dict.fromkeys((a.StopBetting, a.CancelRace, a.CallInquiry, a.EndInquiry, a.DeclareOfficial), _races),
        a.DeclareOrderOfficial: _each_race(lambda race: {"order": Sample(race.order)}),
        a.ScratchRunner: _each_race(lambda race: {"runner": _standing(race)}),
        a.RestoreRunner: Ask(_each_race(_out), witness=SUPERVISING),
        a.CorrectResult: Ask(_each_race(_other_order), witness=SUPERVISING),
        a.EnterPayoffs: Ask(_payoffs, witness=SUPERVISING),
        a.PostResult: Ask(
            _each_race(
                lambda race: {"order": _winner(race), "source": Choices((a.Source.TOTE,))},
                lambda race: {"order": _winner(race), "source": Choices((a.Source.SIGNAL,)), "reason": Words()},
            ),
            witness=SUPERVISING,
        ),
        a.RecordCount: lambda state, _: {"pool": Each(tuple(state.books)), "total_minor": Sample(0)},
        a.PublishPrices: lambda state, _: {"pool": Each(tuple(state.books))},
        a.SellTicket: _sales,
        **dict.fromkeys((a.ReportUndelivered, a.CancelTicket), _terminals()),
        **dict.fromkeys((a.CashTicket, a.RefundTicket), _terminals(**_TICKET)),
        a.ExchangeTicket: _terminals(**_TICKET, selections=Sample(())),
    },
)
