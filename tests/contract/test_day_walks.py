"""What every tote day must keep, whatever happens on it.

What is accepted was offered, is written and read again, replayed, told in words and counted; what is refused changes
nothing and names a clause of the rulebook, or the field of something that nobody could mean.
"""

import re
from collections import Counter

import msgspec
import pytest

from pitboss.decider import Accepted, Role, offered, validated
from pitboss.rulebook import all_clauses
from pitboss.tote.day import events as e
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.state import Phase, pool_account
from pitboss.tote.day.tickets import TicketState
from tests.support.campaign import Campaign, Part
from tests.support.day_walk import DayWalk
from tests.support.strategies import is_well_formed as is_a_message

pytestmark = pytest.mark.usefixtures("filed_by_two")

STEPS = (60, 200, 200)
REFUSING = set(
    "PW-A9 PW-B1 PW-B3 PW-B4 PW-C PW-C9 PW-D1 PW-D2 PW-D2.2 PW-D3 PW-D5 PW-D6 PW-D7b PW-E1a PW-E1b PW-E1c PW-E3 PW-E4 "
    "PW-F1a PW-F3".split()
)
"""The clauses by which walks are refused often."""
CLAUSES = frozenset(all_clauses())
NEVER_BELOW = ("pool:", "outs", "unclaimed", "takeout", "breakage")
PAID = (e.TicketCashed, e.TicketRefunded, e.TicketCancelled)
IN = ("sold_minor", "carryover_in_minor", "minus_pool_minor")
OUT = ("refunds_minor", "takeout_minor", "payout_minor", "breakage_minor", "carryover_out_minor")


class Held(DayWalk):
    """A walk whose every step is held to the contract."""

    def __init__(self, rng):
        super().__init__(rng)
        self.paid: Counter[tuple[str, str, bool]] = Counter()
        self.states: dict[str, TicketState] = {}

    def send(self, command):
        """What is accepted was offered and well formed; a refusal changes nothing and says why."""
        before, is_well_formed = self.state, is_a_message(command, TOTE.command_decoder)
        answer = super().send(command)
        if isinstance(answer, Accepted):
            assert is_well_formed, command
        else:
            assert before is self.state
            assert answer.reason
            assert msgspec.json.encode(answer)
            names_field = not answer.clause and bool(answer.values.get("field"))
            may_lack_clause = names_field if is_well_formed else not answer.clause
            assert (answer.clause in CLAUSES and is_well_formed) or may_lack_clause, (command, answer)
        assert self.state == self.replayed, (command, answer)
        self.count_money()
        self.follow_tickets()
        return answer

    def replay(self, command, answer):
        """A second day, on which the same happened, decides the same."""
        # The second day stands where the first did before the answer.
        assert offered(TOTE.legal(self.replayed, command.by, {type(command.act)}), command), (command, answer)
        assert answer.events == tuple(TOTE.decide(self.replayed, validated(command)))
        super().replay(command, answer)

    def record(self, command, event):
        """An event is the same once it is written and read, and can be told in words."""
        written = msgspec.json.encode(event)
        assert event == TOTE.event_decoder.decode(written)
        assert written == msgspec.json.encode(TOTE.event_decoder.decode(written))
        assert TOTE.in_words(self.replayed, event).strip()
        if isinstance(event, e.TicketSold | e.TicketCancelled):
            self.hold_in_time(command, event)
        if isinstance(event, PAID):
            self.hold_paid_once(event)
        super().record(command, event)
        if isinstance(event, e.PoolSettled):
            self.hold_settled(event)

    def hold_paid_once(self, event):
        """Each bet is paid or given back once; of a twin trifecta each half."""
        known = self.replayed.tickets[event.ticket]
        pools = known.pools if isinstance(event, e.TicketCancelled) else event.pool
        halves = getattr(event, "from_pool", ()) if isinstance(event, e.TicketCashed) else ()
        for pool, is_half in zip(pools, halves or (False,) * len(pools), strict=True):
            self.paid[event.ticket, pool, is_half] += 1
            assert 1 == self.paid[event.ticket, pool, is_half], event

    def hold_in_time(self, command, event):
        """A ticket is sold or withdrawn before post time, and before any race of its pools was run."""
        bets = event.bets if isinstance(event, e.TicketSold) else self.replayed.tickets[event.ticket].bets
        for name in {pool for bet in bets for pool in bet.pools}:
            book = self.replayed.books[name]
            first, *others = (self.replayed.races[book.track, number] for number in book.card.races)
            assert first.phase is Phase.OPEN, event
            assert command.received_at < first.post_time, event
            assert all(race.phase in (Phase.OPEN, Phase.CANCELLED) for race in others), event

    def hold_settled(self, event):
        """A pool's money comes out even, its account is empty, and the outs hold what is due."""
        assert sum(getattr(event, name) for name in IN) == sum(getattr(event, name) for name in OUT), event
        assert 0 == self.ledger[pool_account(event.pool)], event
        due = sum(event.paid.refund_minor) + sum(event.paid.payout_minor)
        assert event.is_corrected or due == sum(move.amount_minor for move in event.moves if move.target == "outs"), (
            event
        )

    def count_money(self):
        """The balances are the fold of all moves, and every account is what it may be."""
        balances = self.state.balances
        assert 0 == sum(balances.values())
        assert +self.ledger == +Counter(balances)
        assert -self.ledger == -Counter(balances)
        assert [] == [name for name, held in balances.items() if held < 0 and name.startswith(NEVER_BELOW)]
        below = {name: -held for name, held in balances.items() if held < 0 and name.startswith("carryover:")}
        assert all(held <= self.carried[name] for name, held in below.items()), below
        for name, book in self.state.books.items():
            assert book.settled is None or not balances.get(pool_account(name)), name
        issued = [ticket for ticket in self.state.tickets.values() if ticket.state is TicketState.ISSUED]
        assert balances.get("outs", 0) == sum(sum(map(sum, ticket.due.values())) for ticket in issued)
        assert -balances.get("patrons", 0) == sum(terminal.cash_minor for terminal in self.state.terminals.values())

    def follow_tickets(self):
        """A ticket which has left its first state stays where it went."""
        for name, ticket in self.state.tickets.items():
            was = self.states.get(name, TicketState.ISSUED)
            assert was in (TicketState.ISSUED, ticket.state), ticket
            self.states[name] = ticket.state


def walked(part: Part) -> Counter[str]:
    """Walk days one after the other, each to the expiry of its tickets, for a part's number of them."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        walk = Held(rng)
        if rng.random() < 0.95:
            walk.begin()
        walk.step_on(rng.choice(STEPS))
        walk.finish()
        assert walk.fresh() == walk.state
        met += walk.met
    return met


@pytest.mark.campaign(2_000)
def test_walks_keep_the_contract(request):
    """Walks find nothing, and go so deep that every event has happened and every act and role was refused."""
    met = Campaign.of(request, "contract-tote-day", part_cases=15, slice_first=1).run(walked)
    assert set() == {str(event.__struct_config__.tag) for event in TOTE.events} - set(met)
    assert set() == {act.__name__ for act in TOTE.acts if not met[f"done {act.__name__}"]}
    assert set() == {act.__name__ for act in TOTE.acts if not met[f"refused {act.__name__}"]}
    assert set() == {role.value for role in Role if not met[f"refused to a {role.value}"]}
    assert set() == {clause for clause in REFUSING if not met[f"clause {clause}"]}


@pytest.mark.cover
def test_short_walks_keep_the_contract():
    """The same on three days, of which coverage is measured."""
    assert walked(Part("short-tote-day", 0, 3))["tote.pool_settled/1"]


def test_stored_names_are_fixed():
    """Every message has a name of its own with a version, which no class name or module can change."""
    tags = [str(kind.__struct_config__.tag) for kind in (*TOTE.acts, *TOTE.events)]
    assert [] == [tag for tag in tags if not re.fullmatch(r"tote\.[a-z_]+/[1-9][0-9]*", tag)]
    assert len(set(tags)) == len(tags)
