"""A tote day played at random: commands drawn near what is open, by people who may, until every race is over."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from pitboss.decider import Accepted, Act, Command, Event, Refusal, handle
from pitboss.tote.day import acts as a
from pitboss.tote.day.config import day_config
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.state import Day, Phase
from pitboss.tote.day.tickets import Ticket, TicketState
from tests.support import day_people as people
from tests.support.day_acts import Draw
from tests.support.day_cards import DATE, FIRST_POST, random_day_card
from tests.support.driven import accepted, there

__all__ = ["DayPlay"]

TRACKS = ("FVD", "GRN")
SETTINGS: dict[str, tuple[int | str, ...]] = {
    "cancel_last": (1, 4, 4),
    "cancel_win_below_minor": (1_000, 10_000, 10_000),
    "pay_alone_up_to_minor": (0, 500, 60_000),
    "expires_after_days": (1, 90),
    "short_field": ("alarm", "stop", "sell"),
}
FINISH_STEPS_MAX = 400


class DayPlay:
    """One day, played at random; what was accepted stands in `commands`, and what came of it in `events`."""

    def __init__(self, rng: random.Random, *, tracks: int = 2, races_max: int = 7) -> None:
        self.rng = rng
        settings = {key: rng.choice(values) for key, values in SETTINGS.items() if rng.random() < 0.5}
        document = {"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": DATE.isoformat()}
        self.config = day_config({**document, "settings": settings})
        self.state: Day = TOTE.new_state(self.config)
        self.now = FIRST_POST - timedelta(hours=2)
        self.cards = [random_day_card(rng, track, rng.randint(2, races_max)) for track in TRACKS[:tracks]]
        self.draw = Draw(self)
        self.commands: list[Command] = []
        self.events: list[Event] = []
        self.met: Counter[str] = Counter()

    def send(self, command: Command) -> Accepted | Refusal:
        """Let the day answer."""
        self.state, answer = handle(TOTE, self.state, command)
        if isinstance(answer, Accepted):
            self.commands.append(command)
            self.events += answer.events
        return answer

    def do(self, act: Act) -> Accepted | Refusal:
        """Send an act now, by somebody who may do it at times and with a second person where one may be needed."""
        self.now += timedelta(seconds=self.rng.choice((0, 1, 5, 20)))
        by = people.suited(self.rng, act, self.state)
        witness = people.second(self.rng, act, by)
        return self.send(Command(key="k", by=by, act=act, received_at=self.now, witness=witness))

    def must(self, act: Act | None) -> Accepted:
        """Send an act that has to be accepted."""
        return accepted(self.do(there(act, "nothing can be done", self.state)), act)

    def begin(self) -> None:
        """Open cards and terminals."""
        for card in self.cards:
            self.must(a.OpenCard(card=card))
        self.must(a.OpenTerminal(terminal="T1", window=1))
        self.must(a.OpenTerminal(terminal="T2", window=2, kind=a.TerminalKind.SELF_SERVICE))

    def step(self) -> None:
        """Do one of the things a day is made of, more often those it has more of."""
        kinds = list(WEIGHTS)
        kind = self.rng.choices(kinds, [WEIGHTS[kind] for kind in kinds])[0]
        if self.state.halted is not None and self.rng.random() < 0.2:
            kind = a.ResumeCashing
        elif self.rng.random() < 0.3 and self.draw.may_exchange():
            kind = a.ExchangeTicket
        act = self.onward() if kind is a.StopBetting else self.draw.act(kind)
        if act is not None:
            self.do(act)

    def step_on(self, steps: int) -> None:
        """Do so many things."""
        for _ in range(steps):
            self.step()

    def onward(self) -> Act | None:
        """Return what brings a race on: mostly the earliest of its track that is not over."""
        waiting = [key for key, race in self.state.races.items() if not race.is_over]
        if not waiting:
            return None
        track = self.rng.choice(sorted({track for track, _ in waiting}))
        numbers = sorted(number for name, number in waiting if name == track)
        number = numbers[0] if self.rng.random() < 0.95 else self.rng.choice(numbers)
        race = self.state.races[track, number]
        if race.phase is Phase.OPEN:
            if self.rng.random() < 0.8:
                self.now = max(self.now, race.post_time)
            return a.StopBetting(track=track, race=number)
        if race.phase is Phase.CLOSED or self.rng.random() < 0.05:
            return self.draw.result(track, number)
        if race.inquiry is not None:
            return a.EndInquiry(track=track, race=number, ruling="No change.")
        if self.rng.random() < 0.1 and not self.state.is_closed:
            return self.draw.payoffs()
        return a.DeclareOrderOfficial(track=track, race=number, order=race.order)

    def finish(self, *, is_cashed: bool = True) -> None:
        """Go on to the expiry from wherever the day stands: no state is a dead end."""
        for _ in range(FINISH_STEPS_MAX):
            if all(race.is_over for race in self.state.races.values()):
                break
            act = self.onward()
            self.do(act) if isinstance(act, a.PostResult | a.EnterPayoffs) else self.must(act)
        for name, book in self.state.books.items():
            if book.is_held:
                self.must(a.RecordCount(pool=name, total_minor=book.total_minor, counted_by="The auditor"))
                self.must(a.PublishPrices(pool=name))
        if not self.state.is_closed:
            self.must(a.CloseDay())
        if is_cashed:
            self.cash_all()
        self.now = max(self.now, FIRST_POST + timedelta(days=self.config.settings["expires_after_days"]))
        if not self.state.is_expired:
            self.must(a.ExpireTickets())

    def cash_all(self) -> None:
        """Pay everything that is due before it expires; each payment has to be accepted."""
        if self.state.is_expired:
            return
        if self.state.halted is not None:
            self.must(a.ResumeCashing(note="The displays are right."))
        if not self.open_terminals():
            self.must(a.OpenTerminal(terminal="T9", window=9_999))
        for ticket in list(self.payable()):
            self.must(self.draw.payment(ticket))

    def payable(self) -> Iterator[Ticket]:
        """Yield the tickets on which something is due to somebody."""
        for ticket in self.state.tickets.values():
            if ticket.state is TicketState.ISSUED and ticket.is_delivered and any(map(sum, ticket.due.values())):
                yield ticket

    def open_terminals(self) -> list[str]:
        """Return the terminals at work."""
        return [name for name, terminal in self.state.terminals.items() if terminal.is_open]


WEIGHTS: dict[type[Act], int] = {
    a.SellTicket: 90,
    a.StopBetting: 22,
    a.ScratchRunner: 5,
    a.RestoreRunner: 1,
    a.EnterPayoffs: 1,
    a.CancelTicket: 4,
    a.RefundTicket: 5,
    a.CashTicket: 8,
    a.ExchangeTicket: 4,
    a.RecordCount: 4,
    a.PublishPrices: 2,
    a.CancelRace: 1,
    a.CallInquiry: 1,
    a.EndInquiry: 1,
    a.MovePostTime: 1,
    a.ReportUndelivered: 1,
    a.CorrectDisplay: 1,
    a.HaltCashing: 1,
    a.ResumeCashing: 1,
    a.OpenTerminal: 3,
    a.CloseTerminal: 1,
}
"""How often each act is drawn; stopping the betting stands for whatever brings a race on."""
