"""Acts of a tote day drawn from how it stands, near enough to what is open that most of them are accepted."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal

import msgspec

from pitboss.tote.day import acts as a
from pitboss.tote.day.mending import payable_combos
from pitboss.tote.day.racecard import pool_id
from pitboss.tote.day.state import Phase
from pitboss.tote.day.tickets import TicketState
from pitboss.tote.twin import first_half_stakes
from tests.support.day_bets import Field, across_text, random_text
from tests.support.tote_cards import random_result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pitboss.decider import Act
    from pitboss.tote.day.state import Book
    from pitboss.tote.day.tickets import Ticket
    from tests.support.day_play import DayPlay

__all__ = ["Draw"]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
AMOUNTS = (10, 50, 100, 100, 200, 200, 500, 1_000, 1_234, 2_500)
LARGE = (9_999, 10_000, 10_000, 20_000, 1_000_000, 10**10)
LIKED = 8
PLACES = 3
ACROSS = ("win", "place", "show")
REASON = "The signal was lost."


class Draw:
    """Draws acts for a day that is played."""

    def __init__(self, play: DayPlay) -> None:
        self.play, self.rng = play, play.rng
        self._forms: dict[tuple[str, int], tuple[str, ...]] = {}
        self._liked: set[str] = set()
        self._makers: dict[type[Act], Callable[[], Act | None]] = {
            a.SellTicket: self.sale,
            a.ScratchRunner: self.scratch,
            a.RestoreRunner: self.restored,
            a.EnterPayoffs: self.payoffs,
            a.CorrectResult: self.correction,
            a.CancelTicket: self.cancellation,
            a.RefundTicket: self.refund,
            a.CashTicket: self.cashing,
            a.ExchangeTicket: self.exchange,
            a.RecordCount: self.count,
            a.PublishPrices: self.prices,
            a.CancelRace: self.cancelled_race,
            a.CallInquiry: self.inquiry,
            a.EndInquiry: self.ruling,
            a.MovePostTime: self.post_time,
            a.ReportUndelivered: self.undelivered,
            a.CorrectDisplay: self.display,
            a.HaltCashing: lambda: a.HaltCashing(reason="A wrong price.", announcement="Please keep your tickets."),
            a.ResumeCashing: lambda: a.ResumeCashing(note="The displays are right."),
            a.OpenTerminal: self.terminal,
            a.CloseTerminal: lambda: a.CloseTerminal(terminal=self.at()),
            a.OpenCard: lambda: a.OpenCard(card=self.rng.choice(self.play.cards)),
            a.CloseDay: a.CloseDay,
            a.ExpireTickets: a.ExpireTickets,
            a.StopBetting: lambda: self.of_race(a.StopBetting),
            a.DeclareOfficial: lambda: self.of_race(a.DeclareOfficial),
            a.DeclareOrderOfficial: self.seen,
            a.PostResult: lambda: self.result(*self.some_race()) if self.play.state.races else None,
        }

    def act(self, kind: type[Act]) -> Act | None:
        """Draw an act of a kind; None where nothing is there to do it to."""
        return self._makers[kind]()

    # Races

    def field(self, track: str, number: int) -> Field:
        """Return a race as a buyer sees it; the likely order is drawn once for each race."""
        race = self.play.state.races[track, number]
        numbers = [runner.no for runner in race.card.runners]
        form = self._forms.setdefault((track, number), tuple(self.rng.sample(numbers, len(numbers))))
        interest_of = {runner.no: runner.interest for runner in race.card.runners}
        standing = dict.fromkeys(interest_of[number] for number in numbers if number not in race.out)
        return Field(interest_of, tuple(standing), tuple(number for number in form if number not in race.out))

    def some_race(self, *phases: Phase) -> tuple[str, int]:
        """Return a race in one of the phases, or any."""
        races = self.play.state.races
        found = [key for key, race in races.items() if race.phase in phases] or list(races)
        return self.rng.choice(found)

    def of_race(self, kind: type[a.StopBetting | a.DeclareOfficial]) -> Act | None:
        """Draw an act that names a race and nothing else."""
        if not self.play.state.races:
            return None
        track, number = self.some_race(Phase.OPEN if kind is a.StopBetting else Phase.POSTED)
        return kind(track=track, race=number)

    def seen(self) -> Act | None:
        """Draw the official sign over the posted order, or over one that is not posted."""
        if not self.play.state.races:
            return None
        track, number = self.some_race(Phase.POSTED)
        posted = self.result(track, number)
        order = self.play.state.races[track, number].order if self.rng.random() < 0.8 else None
        order = order or (posted.order if isinstance(posted, a.PostResult) else ())
        return a.DeclareOrderOfficial(track=track, race=number, order=order) if order else None

    def result(self, track: str, number: int) -> Act | None:
        """Draw an order of finish near the likely one, with dead heats; a race without runners is called off."""
        likely = list(self.field(track, number).likely)
        if not likely:
            return a.CancelRace(track=track, race=number, cause=a.NoRace.NO_RACE, reason="Nobody stood.")
        if self.rng.random() < 0.7:
            places = [[one] for one in likely[: self.rng.choice((2, 3, 4, 4, 9))]]
            if len(places) > 1 and self.rng.random() < 0.3:
                at = self.rng.randrange(min(len(places) - 1, 4))
                places[at : at + 2] = [places[at] + places[at + 1]]
        else:
            places = random_result(self.rng, likely)
        order, place = [], 1
        for group in places:
            order += [a.Finisher(place, one, dead_heat=len(group) > 1) for one in group]
            place += len(group)
        is_read = self.rng.random() < 0.1
        source, reason = (a.Source.SIGNAL, REASON) if is_read else (a.Source.TOTE, None)
        return a.PostResult(track=track, race=number, order=tuple(order), source=source, reason=reason)

    def scratch(self) -> Act | None:
        """Draw a runner to take out of a race, seldom the last one."""
        if not self.play.state.races:
            return None
        track, number = self.some_race(Phase.OPEN, Phase.OPEN, Phase.CLOSED, Phase.POSTED)
        race = self.play.state.races[track, number]
        placed = {finisher.runner for finisher in race.order}
        open_to = [one.no for one in race.card.runners if one.no not in race.out and one.no not in placed]
        if len(open_to) < self.rng.choice((1, 3, 3, 3, 3)):
            return None
        return a.ScratchRunner(
            track=track, race=number, runner=self.rng.choice(open_to), out=self.rng.choice(list(a.Out))
        )

    def restored(self) -> Act | None:
        """Draw a scratch to take back."""
        found = [
            (key, runner)
            for key, race in self.play.state.races.items()
            for runner in race.out
            if race.phase in (Phase.OPEN, Phase.CLOSED) or self.rng.random() < 0.1
        ]
        if not found:
            return None
        (track, number), runner = self.rng.choice(found)
        return a.RestoreRunner(track=track, race=number, runner=runner, reason="It was never scratched.")

    def payoffs(self) -> Act | None:
        """Draw the payoffs of a pool that a posted order decides, as they are calculated."""
        state = self.play.state
        names = [name for (track, number), race in state.races.items() if race.phase is Phase.POSTED
                 for name, _ in state.pools_of(track, number)]  # fmt: skip
        name = self.rng.choice(names or list(state.books) or ["FVD-1-win"])
        prices = payable_combos(state, name) if name in state.books else {}
        rows = tuple(a.Payoff(combo, price) for combo, price in prices.items()) or (a.Payoff("1", 210),)
        return a.EnterPayoffs(pool=name, payoffs=rows, reason=REASON)

    def correction(self) -> Act | None:
        """Draw another order for a race that is official."""
        races = self.play.state.races
        found = [key for key, race in races.items() if race.phase is Phase.OFFICIAL and race.source is a.Source.SIGNAL]
        if not found:
            return None
        track, number = self.rng.choice(found)
        drawn = self.result(track, number)
        if not isinstance(drawn, a.PostResult):
            return None
        return a.CorrectResult(track=track, race=number, order=drawn.order, evidence="The tape of the race.")

    def cancelled_race(self) -> Act | None:
        """Draw a race to call off."""
        if not self.play.state.races:
            return None
        track, number = self.some_race(Phase.OPEN, Phase.CLOSED, Phase.POSTED)
        return a.CancelRace(track=track, race=number, cause=self.rng.choice(list(a.NoRace)), reason="Fog.")

    def inquiry(self) -> Act | None:
        """Draw a race to inquire into."""
        if not self.play.state.races:
            return None
        track, number = self.some_race(Phase.POSTED, Phase.CLOSED)
        return a.CallInquiry(track=track, race=number, reason="A bump in the stretch.")

    def ruling(self) -> Act | None:
        """Draw an inquiry to end."""
        for (track, number), race in self.play.state.races.items():
            if race.inquiry is not None:
                return a.EndInquiry(track=track, race=number, ruling="No change.")
        return None

    def post_time(self) -> Act | None:
        """Draw another post time, not far from the old one."""
        if not self.play.state.races:
            return None
        track, number = self.some_race(Phase.OPEN)
        later = timedelta(minutes=self.rng.choice((-10, -1, 1, 5, 10)))
        return a.MovePostTime(
            track=track, race=number, post_time=self.play.state.races[track, number].post_time + later
        )

    # Pools and displays

    def count(self) -> Act | None:
        """Draw a second count of a closed pool, right or wrong."""
        books = self.play.state.books
        held = [name for name, book in books.items() if book.is_held]
        found = held or [n for n, book in books.items() if book.settled is None and not self.play.state.is_open(book)]
        if not found:
            return None
        name = self.rng.choice(found)
        off = 0 if self.rng.random() < 0.5 else self.rng.choice((-1, 1, 200))
        total = max(books[name].total_minor + off, 0)
        return a.RecordCount(pool=name, total_minor=total, counted_by="The auditor")

    def prices(self) -> Act | None:
        """Draw a pool whose prices are held."""
        held = [name for name, book in self.play.state.books.items() if book.is_held]
        return a.PublishPrices(pool=self.rng.choice(held)) if held else None

    def display(self) -> Act | None:
        """Draw a winner for which a display was wrong."""
        settled = [(name, book.settled) for name, book in self.play.state.books.items() if book.settled is not None]
        shown = [(name, winner) for name, event in settled for winner in event.winners]
        if not shown:
            return None
        name, winner = self.rng.choice(shown)
        return a.CorrectDisplay(pool=name, combo=winner["combo"], posted_minor=winner["price_2"] + 20)

    # Windows

    def at(self) -> str:
        """Return a terminal, mostly one at work."""
        return self.rng.choice(self.play.open_terminals() or list(self.play.state.terminals) or ["T1"])

    def terminal(self) -> Act:
        """Draw a terminal to open, new or known."""
        name = self.rng.choice(("T1", "T2", "T3", "T4"))
        kind = a.TerminalKind.SELF_SERVICE if name == "T2" else a.TerminalKind.WINDOW
        return a.OpenTerminal(terminal=name, window=self.rng.choice((int(name[1]), 7)), kind=kind)

    def sale(self) -> a.SellTicket | None:
        """Draw a ticket with a few bets in pools that are open."""
        state, now = self.play.state, self.play.now
        on_sale = [
            (name, book)
            for name, book in state.books.items()
            if state.is_open(book) and now < state.races[book.track, book.first].post_time
        ]
        if not on_sale:
            return None
        liked = [one for one in on_sale if one[0] in self.liked()]
        on_sale = liked if liked and self.rng.random() < 0.7 else on_sale
        bets = [self.bet(self.rng.choice(on_sale)[1]) for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3)))]
        found = tuple(bet for bet in bets if bet is not None)
        if found and self.rng.random() < 0.1:
            # The same runners once more, for another amount.
            found += (msgspec.structs.replace(found[0], bet=f"$15.05 {found[0].bet.partition(' ')[2]}"),)
        nonce = "".join(self.rng.choices(LETTERS, k=20))
        return a.SellTicket(terminal=self.at(), nonce=nonce, bets=found) if found else None

    def liked(self) -> set[str]:
        """Return the pools that most bets go to, so that some of them hold more than a bet or two."""
        books = list(self.play.state.books)
        if len(self._liked) < min(LIKED, len(books)):
            several = [name for name, book in self.play.state.books.items() if len(book.card.races) > 1]
            self._liked |= {self.rng.choice(several or books), self.rng.choice(books)}
        return self._liked

    def bet(self, book: Book) -> a.WindowBet | None:
        """Draw a bet in a pool, or across the board where its race has the three pools."""
        least = book.card.minimum_minor
        fields = [self.field(book.track, number) for number in book.card.races]
        if not all(field.standing for field in fields):
            return None
        across = [self.play.state.books.get(pool_id(book.track, book.first, kind)) for kind in ACROSS]
        if book.kind in ACROSS and all(across) and self.rng.random() < 0.2:
            least = max(one.card.minimum_minor for one in across if one is not None)
            return a.WindowBet(book.track, book.first, across_text(self.rng, fields[0], self.amount("win", least)))
        text = random_text(self.rng, book.kind, fields, self.amount(book.kind, least))
        return a.WindowBet(book.track, book.first, text) if text is not None else None

    def amount(self, kind: str, least: int) -> int:
        """Draw a base amount, often the least one, and in a win pool now and then one that makes a ticket final."""
        if self.rng.random() < (0.25 if kind == "win" else 0.05):
            return self.rng.choice(LARGE)
        return self.rng.choice((least, *(amount for amount in AMOUNTS if amount >= least)))

    def cancellation(self) -> Act | None:
        """Draw one of the last tickets of a terminal to cancel."""
        terminal = self.at()
        last = self.play.state.terminals[terminal].serial if terminal in self.play.state.terminals else 0
        if not last:
            return None
        serial = max(1, last - self.rng.choice((0, 0, 1, 2, 3, 4, 5)))
        ticket = self.play.state.tickets[self.play.state.ticket_at(terminal, serial) or ""]
        method = self.rng.choice(list(a.Method))
        if method is a.Method.READER:
            return a.CancelTicket(terminal=terminal, serial=serial, method=method, ticket=ticket.id, check=ticket.check)
        return a.CancelTicket(terminal=terminal, serial=serial, method=method, is_marked=method is a.Method.MANUAL)

    def undelivered(self) -> Act | None:
        """Draw a terminal whose last ticket did not come out."""
        terminal = self.at()
        known = self.play.state.terminals.get(terminal)
        if known is None or not known.serial:
            return None
        return a.ReportUndelivered(terminal=terminal, serial=known.serial, cause=self.rng.choice(list(a.Cause)))

    def _some(self, tickets: Iterable[Ticket]) -> Ticket | None:
        found = list(tickets) or list(self.play.state.tickets.values())
        return self.rng.choice(found) if found else None

    def cashing(self) -> Act | None:
        """Draw a ticket to cash, one with a payout if there is any."""
        halves = [one for one, _, stakes in self._between_halves() if sum(stakes)] if self.rng.random() < 0.3 else []
        ticket = self._some(halves or [one for one in self.play.payable() if one.payout_minor])
        return a.CashTicket(terminal=self.at(), ticket=ticket.id, check=ticket.check) if ticket is not None else None

    def refund(self) -> Act | None:
        """Draw a ticket to refund, one with a runner that is out or a race that was called off if there is any."""
        races = self.play.state.races
        touched = {key for key, race in races.items() if race.out or race.phase is Phase.CANCELLED}
        ticket = self._some(
            one
            for one in self.play.state.tickets.values()
            if one.state is TicketState.ISSUED
            and (any((bet.track, bet.race) in touched for bet in one.bets) or self.rng.random() < 0.05)
        )
        if ticket is None:
            return None
        how: Literal["refund", "cancel"] = "cancel" if self.rng.random() < 0.3 else "refund"
        return a.RefundTicket(terminal=self.at(), ticket=ticket.id, check=ticket.check, processed_as=how)

    def payment(self, ticket: Ticket) -> Act:
        """Return the act that pays what is due on a ticket."""
        kind = a.CashTicket if ticket.payout_minor else a.RefundTicket
        return kind(terminal=self.at(), ticket=ticket.id, check=ticket.check)

    def exchange(self) -> Act | None:
        """Draw second-half selections for a ticket between the races of its twin trifecta, if there is any."""
        found = list(self._between_halves())
        winning = [one for one in found if sum(one[2]) and not one[0].exchanges]
        if not found:
            return None
        ticket, book, stakes = self.rng.choice(winning if winning and self.rng.random() < 0.9 else found)
        likely = self.field(book.track, book.card.races[1]).likely[:5]
        if len(likely) < PLACES:
            return None
        amount = max(stakes) or 100
        parts = self.rng.choice(((amount,), stakes, (amount - amount // 2, amount // 2), (1, amount), (sum(stakes),)))
        chosen = [likely[:PLACES] if self.rng.random() < 0.5 else self.rng.sample(likely, PLACES) for _ in parts]
        selections = tuple(a.Exchanged(tuple(one), part) for one, part in zip(chosen, parts, strict=True) if part)
        if not selections:
            return None
        return a.ExchangeTicket(terminal=self.at(), ticket=ticket.id, check=ticket.check, selections=selections)

    def may_exchange(self) -> bool:
        """Tell whether a ticket won the first half of a twin trifecta and has no selections in the second."""
        return any(sum(stakes) and not ticket.exchanges for ticket, _, stakes in self._between_halves())

    def _between_halves(self) -> Iterator[tuple[Ticket, Book, tuple[int, ...]]]:
        """Yield the tickets in twin trifectas whose second race is still to come, with what each bet may exchange."""
        state = self.play.state
        for name, book in state.books.items():
            if book.kind != "twin_trifecta" or not book.bets:
                continue
            one, two = (state.races[book.track, number] for number in book.card.races)
            if one.phase is Phase.OFFICIAL and two.phase is Phase.OPEN:
                for ticket, stakes in first_half_stakes(state.pool(name)).items():
                    yield state.tickets[ticket], book, stakes
