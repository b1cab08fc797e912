"""What is open on a tote day: for each act, the values of its fields that `decide` would accept.

Three things are seen by `decide` alone: the clock (post times, expiry), which `legal` does not know; a card and the
runners of a bet, which are too much to list; and tickets, whose numbers are nobody's to list: whoever has one presents
it, and is told what it is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pitboss.decider import MONEY_MAX, Choices, Integers, Offer, Person, Words, holds
from pitboss.errors import PitbossError
from pitboss.rulebook.names import NAME_PATTERN
from pitboss.tote.day import acts as a
from pitboss.tote.day.checks import CASHING, MANAGING, SELLING, SUPERVISING, is_racing_device, works_at
from pitboss.tote.day.racecard import pool_id
from pitboss.tote.day.state import Phase
from pitboss.tote.notation import parse_bet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pitboss.decider import Domain
    from pitboss.tote.day.state import Day

__all__ = ["OnSale", "legal"]

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


def legal(state: Day, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    if holds(by, MANAGING):
        yield from _managing(state)
    if holds(by, SUPERVISING):
        yield from _terminals(state)
        yield from _displays(state)
    if not state.is_closed and (holds(by, SUPERVISING) or is_racing_device(state, by)):
        yield from _racing(state, is_supervisor=holds(by, SUPERVISING))
    yield from _windows(state, by)


def _managing(state: Day) -> Iterator[Offer]:
    if not state.is_closed:
        yield Offer(a.OpenCard)
        if all(race.is_over for race in state.races.values()) and all(book.settled for book in state.books.values()):
            yield Offer(a.CloseDay)
    elif not state.is_expired:
        yield Offer(a.ExpireTickets)


def _terminals(state: Day) -> Iterator[Offer]:
    at_work = {name: terminal for name, terminal in state.terminals.items() if terminal.is_open}
    taken = tuple(terminal.window for terminal in at_work.values())
    name, window = Words(NAME_PATTERN, besides=tuple(at_work)), Integers(1, WINDOW_MAX, besides=taken)
    yield Offer(a.OpenTerminal, {"terminal": name, "window": window})
    if at_work:
        yield Offer(a.CloseTerminal, {"terminal": Choices(tuple(at_work))})


def _displays(state: Day) -> Iterator[Offer]:
    if state.halted is None:
        yield Offer(a.HaltCashing, {"reason": Words(), "announcement": Words()})
    else:
        yield Offer(a.ResumeCashing, {"note": Words()})
    for name, book in state.books.items():
        for winner in book.settled.winners if book.settled is not None else ():
            fields: dict[str, Domain] = {
                "pool": Choices((name,)),
                "combo": Choices((winner["combo"],)),
                "posted_minor": Integers(1, MONEY_MAX, besides=(int(winner["price_2"]),)),
            }
            yield Offer(a.CorrectDisplay, fields)


def _racing(state: Day, *, is_supervisor: bool) -> Iterator[Offer]:
    for (track, number), race in state.races.items():
        where: dict[str, Domain] = {"track": Choices((track,)), "race": Choices((number,))}
        if race.is_over:
            continue
        yield Offer(a.CancelRace, {**where, "reason": Words()})
        placed = {finisher.runner for finisher in race.order}
        standing = [runner.no for runner in race.card.runners if runner.no not in race.out and runner.no not in placed]
        if standing:
            yield Offer(a.ScratchRunner, {**where, "runner": Choices(tuple(standing))})
        if race.phase is Phase.OPEN:
            yield Offer(a.MovePostTime, where)
            yield Offer(a.StopBetting, where)
            continue
        if not is_supervisor:
            yield Offer(a.PostResult, {**where, "source": Choices((a.Source.TOTE,))})
        else:
            signal = {**where, "source": Choices((a.Source.SIGNAL,)), "reason": Words()}
            yield Offer(a.PostResult, signal, witness=SUPERVISING)
        if race.inquiry is None:
            yield Offer(a.CallInquiry, {**where, "reason": Words()})
        else:
            yield Offer(a.EndInquiry, {**where, "ruling": Words()})
        if race.phase is Phase.POSTED and race.inquiry is None:
            yield Offer(a.DeclareOfficial, where)
    yield from _counts(state)


def _counts(state: Day) -> Iterator[Offer]:
    closed = _names(name for name, book in state.books.items() if book.settled is None and not state.is_open(book))
    if closed.values:
        yield Offer(a.RecordCount, {"pool": closed})
    held = _names(name for name, book in state.books.items() if book.is_held)
    if held.values:
        yield Offer(a.PublishPrices, {"pool": held})


def _windows(state: Day, by: Person) -> Iterator[Offer]:
    at_work = [name for name, terminal in state.terminals.items() if terminal.is_open]
    selling = _names(name for name in at_work if works_at(state, by, name, SELLING))
    cashing = _names(name for name in at_work if works_at(state, by, name, CASHING))
    reporting = _names(
        name for name in at_work if works_at(state, by, name, (*SELLING, "mutuel_supervisor", "mutuel_manager"))
    )
    if selling.values and not state.is_closed:
        on_sale = OnSale({name: book.card.minimum_minor for name, book in state.books.items() if state.is_open(book)})
        if on_sale.minimums:
            yield Offer(a.SellTicket, {"terminal": selling, "bets": on_sale})  # type: ignore[dict-item]
    if selling.values:
        yield Offer(a.ExchangeTicket, {"terminal": selling})
    if selling.values and holds(by, SELLING):
        yield Offer(a.CancelTicket, {"terminal": selling})
    if reporting.values:
        yield Offer(a.ReportUndelivered, {"terminal": reporting})
    if cashing.values and state.halted is None:
        yield Offer(a.CashTicket, {"terminal": cashing})
        yield Offer(a.RefundTicket, {"terminal": cashing})


def _names(found: Iterable[str]) -> Choices:
    return Choices(tuple(found))
