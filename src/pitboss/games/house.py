"""The house at any game's table: what it remembers between acts, and the checks that most of its acts share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitboss.decider import require_role
from pitboss.games import house_events as e
from pitboss.money import Currency, show
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

if TYPE_CHECKING:
    from pitboss.decider import Command, Event, Person
    from pitboss.games.rules import HouseRules

__all__ = [
    "House",
    "evolve_house",
    "require_at_table",
    "require_between_rounds",
    "require_dealer",
    "require_open",
    "require_procedure",
]


@dataclass(kw_only=True)
class House:
    """What every table has; each game's table adds its own."""

    rules: HouseRules[Any]
    """The rules of the next round; a round in play keeps the ones it was opened with."""
    is_open: bool = False
    dealer: str | None = None
    mucker: str | None = None
    inspected: tuple[str, ...] = ()
    round: Any = None
    rounds: int = 0
    balances: dict[str, int] = field(default_factory=dict)
    """What every account of the table holds: the fold of all moves."""

    @property
    def phase(self) -> Any:
        """Return where the round stands; None before the first."""
        return None if self.round is None else self.round.phase

    @property
    def standing(self) -> str:
        """Say where the round stands, after "it is"."""
        return str(self.phase.words)

    @property
    def is_between_rounds(self) -> bool:
        """Tell whether no round is in play."""
        return self.round is None or self.phase in ("settled", "void")

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))

    def is_at_table(self, person: Person) -> bool:
        """Tell whether this is the table's own dealer or mucker, or anybody whose place is not one table."""
        own = {"dealer": self.dealer, "mucker": self.mucker}
        return person.role.value not in own or own[person.role.value] == person.id


def evolve_house(state: House, event: Event) -> None:
    """Apply what the house and its accounts have in common; a game's `evolve` does the rest."""
    for move in getattr(event, "moves", ()):
        state.balances[move.source] = state.balances.get(move.source, 0) - move.amount_minor
        state.balances[move.target] = state.balances.get(move.target, 0) + move.amount_minor
    match event:
        case e.EquipmentInspected():
            state.inspected = event.items
        case e.TableOpened():
            state.is_open, state.dealer, state.mucker = True, event.dealer, event.mucker
        case e.TableClosed():
            state.is_open, state.dealer, state.mucker, state.inspected = False, None, None, ()
        case e.StaffChanged():
            state.dealer, state.mucker = event.dealer, event.mucker
        case e.LimitSet():
            state.rules = state.rules.with_limit(event.kind, event.which, event.amount_minor)
        case e.BettingOpened():
            state.rounds = event.round


@cites("RO-B1", "RO-B2", "RO-B3")
def require_dealer(state: House, command: Command[Any], deed: str, *, clause: str | None = None) -> None:
    """Refuse a dealer's act to anybody but the dealer of this table."""
    clause = clause or state.rules.clause("dealer")
    require_role(command, ("dealer",), clause=clause, deed=deed)
    require_at_table(state, command)


def require_at_table(state: House, command: Command[Any]) -> None:
    """Refuse a dealer or mucker who does not work this table."""
    if not state.is_at_table(command.by):
        reason = f"{command.by.id} does not work this table as its {command.by.role}"
        raise ActionRefused(reason, clause=state.rules.clause("staff"), by=command.by.id, role=command.by.role.value)


def require_open(state: House) -> None:
    """Refuse an act at a closed table."""
    if not state.is_open:
        raise ProcedureBreach("the table is not open", clause=state.rules.clause("staff"))


def require_between_rounds(state: House, deed: str) -> None:
    """Refuse an act that would touch a round in play."""
    if not state.is_between_rounds:
        reason = f"{deed} waits until the round is over; it is {state.standing}"
        clause = state.rules.clause("round" if state.rules.has("round") else "spin")
        raise ActionRefused(reason, clause=clause, phase=str(state.phase))


def require_procedure(state: House, procedure: str, *, instead: str) -> str:
    """Return the clause of a procedure, or refuse one this house's rules do not know."""
    if not state.rules.has(procedure):
        reason = f"the rules of {state.rules.edition.id} know no such procedure"
        raise ActionRefused(reason, clause=state.rules.clause(instead), procedure=procedure)
    return state.rules.clause(procedure)
