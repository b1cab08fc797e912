"""A tote day walked at random: good and bad commands by everybody, every answer held to what a day must keep.

What is accepted was offered, is written and read again, replayed, told in words and counted; what is refused changes
nothing and names a clause of the rulebook, or the field of something that nobody could mean.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import msgspec

from pitboss.decider import Accepted, Act, Command, Event, Refusal, handle, offered, validated
from pitboss.rulebook import all_clauses
from pitboss.tote.day import acts as a
from pitboss.tote.day import events as e
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.state import Phase, pool_account
from pitboss.tote.day.tickets import TicketState
from tests.support import day_people as people
from tests.support import strategies
from tests.support.day_cards import spoiled_card
from tests.support.day_play import DayPlay

__all__ = ["DayWalk"]

CLAUSES = frozenset(all_clauses())
NEVER_BELOW = ("pool:", "outs", "unclaimed", "takeout", "breakage")
PAID = (e.TicketCashed, e.TicketRefunded, e.TicketCancelled)
IN = ("sold_minor", "carryover_in_minor", "minus_pool_minor")
OUT = ("refunds_minor", "takeout_minor", "payout_minor", "breakage_minor", "carryover_out_minor")
NUMBERS = ("1", "2", "3", "4", "7", "9", "1A", "2A", "99", "0", "x")
UNISSUED = "20040501-AAAAAAAAAAAAAAAAAAAA"
TEXTS = ("$2 WN 1", "$2 WIN 9", "$0 WN 1", "$2 DD BOX 1,2", "$2 EX 1/1", "$0.01 SH 1", "two on the grey", "")
HASTY = (a.CancelRace, a.HaltCashing, a.CloseTerminal)
"""Acts that are tried seldom, or little is ever paid."""
SPOILED: dict[str, Sequence[Any]] = {
    "track": ("FVD", "GRN", "ZZZ", "x"),
    "race": (1, 2, 3, 7, 8, 0, 31),
    "runner": NUMBERS,
    "terminal": ("T1", "T2", "T3", "T7", "hub", "", "a:b"),
    "window": (1, 2, 7, 0, 9_999, 10_000),
    "kind": tuple(a.TerminalKind),
    "serial": (1, 2, 3, 5, 8, 0, 10**9),
    "method": tuple(a.Method),
    "is_marked": (True, False),
    "check": ("AAAAAA", None, "aaaaaa"),
    "ticket": (UNISSUED, None, "20040501-A"),
    "processed_as": ("refund", "cancel", "keep"),
    "source": tuple(a.Source),
    "cause": (*a.Cause, *a.NoRace),
    "out": tuple(a.Out),
    "pool": ("FVD-1-win", "FVD-2-exacta", "GRN-1-twin_trifecta", "FVD-1-pick9", "win"),
    "combo": ("1", "1-2", "2 of 3"),
    "posted_minor": (1, 210, 0, 2**53),
    "total_minor": (0, 1, 200, -1),
    "nonce": ("A" * 20, "B" * 20, "a" * 20, ""),
    **dict.fromkeys(("reason", "announcement", "note", "ruling", "counted_by"), strategies.TEXTS),
}
"""Field to values that may stand there, rightly or wrongly."""


class DayWalk(DayPlay):
    """One day, walked at random; every step is checked."""

    def __init__(self, rng: random.Random, **size: int) -> None:
        super().__init__(rng, **size)
        self.replayed = TOTE.new_state(self.config)
        self.ledger: Counter[str] = Counter()
        self.carried: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.states: dict[str, TicketState] = {}

    def step(self) -> None:
        """Do something a day is made of, or try something that may not be."""
        if self.rng.random() < 0.65:
            super().step()
        else:
            self.try_around()

    def try_around(self) -> None:
        """Send an act spoiled in one place, done before, in another's name, or at another time."""
        kind, way = self.rng.choice(TOTE.acts), self.rng.random()
        if kind in HASTY and way > 0.2:
            return
        act = self.draw.act(kind)
        if self.commands and (act is None or self.rng.random() < 0.15):
            act = self.rng.choice(self.commands[-40:]).act
        if act is not None and way < 0.5:
            act = self.spoiled(act)
        if act is None:
            return
        by = people.suited(self.rng, act, self.state) if way < 0.6 else self.rng.choice(people.PEOPLE)
        witness = self.rng.choice((None, by, people.second(self.rng, act, by), self.rng.choice(people.PEOPLE)))
        at = self.now + (timedelta(days=self.rng.choice((-1, 1, 90, 91))) if way > 0.9 else timedelta())
        self.send(Command(key="k", by=by, act=act, received_at=at, witness=witness))

    def spoiled(self, act: Act) -> Act:
        """Return the act with another value in one of its fields."""
        names = act.__struct_fields__
        if not names:
            return act
        name = self.rng.choice(names)
        known = [getattr(one.act, name) for one in self.commands[-60:] if hasattr(one.act, name)]
        if name in DRAWN:
            value = DRAWN[name](self, getattr(act, name))
        else:
            value = self.rng.choice([*SPOILED[name], *known[-20:], getattr(act, name)])
        return msgspec.structs.replace(act, **{name: value})

    def spoiled_bets(self, bets: tuple[a.WindowBet, ...]) -> Any:
        """Return the bets of a ticket with one of them changed."""
        bet = self.rng.choice(bets)
        name, value = self.rng.choice(
            (
                ("bet", self.rng.choice(TEXTS)),
                ("bet", f"$0.01 {bet.bet.partition(' ')[2]}"),
                ("bet", f"{bet.bet},99"),
                ("race", self.rng.choice((1, 2, 3, 30))),
                ("track", self.rng.choice(("FVD", "GRN", "ZZZ"))),
            )
        )
        return (*bets[:-1], msgspec.structs.replace(bet, **{name: value}))

    def spoiled_order(self, order: tuple[a.Finisher, ...]) -> Any:
        """Return an order of finish with one finisher changed, added or taken away."""
        at = self.rng.randrange(len(order))
        name, value = self.rng.choice(
            (
                ("place", self.rng.choice((0, 1, 2, 5, 41))),
                ("runner", self.rng.choice(NUMBERS)),
                ("dead_heat", not order[at].dead_heat),
            )
        )
        changed = msgspec.structs.replace(order[at], **{name: value})
        return self.rng.choice(((*order[:at], changed, *order[at + 1 :]), order[1:], (*order, changed)))

    def spoiled_selections(self, selections: tuple[a.Exchanged, ...]) -> Any:
        """Return second-half selections with one of them changed."""
        one = self.rng.choice(selections)
        name, value = self.rng.choice(
            (
                ("amount_minor", one.amount_minor + 1),
                ("amount_minor", 0),
                ("runners", tuple(self.rng.choices(NUMBERS, k=3))),
                ("runners", one.runners[:2]),
            )
        )
        return (*selections[:-1], msgspec.structs.replace(one, **{name: value}))

    def send(self, command: Command) -> Accepted | Refusal:
        """Let the day answer, and hold the answer to everything that must be so."""
        is_well_formed = strategies.is_well_formed(command, TOTE.command_decoder)
        before = self.state
        self.state, answer = handle(TOTE, self.state, command)
        if isinstance(answer, Accepted):
            self.hold_accepted(command, answer)
        else:
            assert before is self.state
            self.hold_refused(command, answer, is_well_formed=is_well_formed)
        assert self.state == self.replayed, (command, answer)
        self.count_money()
        self.follow_tickets()
        return answer

    def hold_refused(self, command: Command, answer: Refusal, *, is_well_formed: bool) -> None:
        """See that a refusal says why: by a clause, or by the field of what nobody could mean."""
        self.met[f"refused {type(command.act).__name__}"] += 1
        self.met.update([f"clause {answer.clause}", f"refused to a {command.by.role.value}"])
        assert answer.reason
        if is_well_formed:
            assert answer.clause in CLAUSES or (not answer.clause and answer.values.get("field")), (command, answer)
        else:
            assert not answer.clause, (command, answer)
        msgspec.json.encode(answer)

    def hold_accepted(self, command: Command, answer: Accepted) -> None:
        """See that what was accepted was offered and well formed, and that a second day comes to the same."""
        assert strategies.is_well_formed(command, TOTE.command_decoder), command
        # The second day stands where the first did before the answer.
        assert offered(TOTE.legal(self.replayed, command.by), command), (command, answer)
        assert answer.events == tuple(TOTE.decide(self.replayed, validated(command)))
        self.met[f"done {type(command.act).__name__}"] += 1
        self.commands.append(command)
        self.events += answer.events
        for event in answer.events:
            if isinstance(event, e.TicketSold | e.TicketCancelled):
                self.hold_in_time(command, event)
            self.record(event)

    def hold_in_time(self, command: Command, event: e.TicketSold | e.TicketCancelled) -> None:
        """See that a ticket was sold or withdrawn before post time, and before any race of its pools was run."""
        bets = event.bets if isinstance(event, e.TicketSold) else self.replayed.tickets[event.ticket].bets
        for name in {pool for bet in bets for pool in bet.pools}:
            book = self.replayed.books[name]
            first, *others = (self.replayed.races[book.track, number] for number in book.card.races)
            assert first.phase is Phase.OPEN, event
            assert command.received_at < first.post_time, event
            assert all(race.phase in (Phase.OPEN, Phase.CANCELLED) for race in others), event

    def record(self, event: Event) -> None:
        """Write an event and read it again, tell it in words, keep its money, and replay it."""
        written = msgspec.json.encode(event)
        read = TOTE.event_decoder.decode(written)
        assert event == read
        assert written == msgspec.json.encode(read)
        assert TOTE.in_words(self.replayed, event).strip()
        self.met[str(event.__struct_config__.tag)] += 1
        for move in getattr(event, "moves", ()):
            self.ledger[move.source] -= move.amount_minor
            self.ledger[move.target] += move.amount_minor
        if isinstance(event, e.CardOpened):
            for move in event.moves:
                self.carried[move.source] += move.amount_minor
        if isinstance(event, e.PoolSettled):
            self.hold_settled(event)
        if isinstance(event, PAID):
            self.paid[event.ticket] += 1
            assert 1 == self.paid[event.ticket], event
        self.replayed = TOTE.evolve(self.replayed, read)

    def hold_settled(self, event: e.PoolSettled) -> None:
        """See that a pool's money comes out even, that its account is empty, and that the outs hold what is due."""
        assert sum(getattr(event, name) for name in IN) == sum(getattr(event, name) for name in OUT), event
        assert 0 == self.ledger[pool_account(event.pool)], event
        due = sum(event.paid.refund_minor) + sum(event.paid.payout_minor)
        assert due == sum(move.amount_minor for move in event.moves if move.target == "outs"), event

    def count_money(self) -> None:
        """Hold the balances to the fold of all moves, and every account to what it may be."""
        balances = self.state.balances
        assert 0 == sum(balances.values())
        assert {n: held for n, held in self.ledger.items() if held} == {n: held for n, held in balances.items() if held}
        assert [] == [name for name, held in balances.items() if held < 0 and name.startswith(NEVER_BELOW)]
        below = {name: -held for name, held in balances.items() if held < 0 and name.startswith("carryover:")}
        assert all(held <= self.carried[name] for name, held in below.items()), below
        for name, book in self.state.books.items():
            assert book.settled is None or not balances.get(pool_account(name)), name
        due = (
            sum(map(sum, ticket.due.values()))
            for ticket in self.state.tickets.values()
            if ticket.state is TicketState.ISSUED
        )
        assert balances.get("outs", 0) == sum(due)
        assert -balances.get("patrons", 0) == sum(terminal.cash_minor for terminal in self.state.terminals.values())

    def follow_tickets(self) -> None:
        """See that a ticket which has left its first state stays where it went."""
        for name, ticket in self.state.tickets.items():
            was = self.states.get(name, TicketState.ISSUED)
            assert was in (TicketState.ISSUED, ticket.state), ticket
            self.states[name] = ticket.state

    def replay_all(self) -> None:
        """See that a fresh day comes to the same by the events as they are written."""
        fresh = TOTE.new_state(self.config)
        for event in self.events:
            fresh = TOTE.evolve(fresh, TOTE.event_decoder.decode(msgspec.json.encode(event)))
        assert fresh == self.state


DRAWN: dict[str, Callable[[DayWalk, Any], Any]] = {
    "card": lambda walk, card: spoiled_card(walk.rng, msgspec.structs.replace(card, track="OAK")),
    "bets": DayWalk.spoiled_bets,
    "order": DayWalk.spoiled_order,
    "selections": DayWalk.spoiled_selections,
    "post_time": lambda walk, _: walk.now + timedelta(minutes=walk.rng.choice((-30, 0, 1, 30))),
}
"""Field to what spoils a value of it that has parts."""
