"""What a roulette table remembers between acts, and the checks that most of its acts share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitboss.decider import require_role
from pitboss.games.disputes import Disputes
from pitboss.games.roulette.round_state import Phase, Round
from pitboss.money import Currency, show
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites
from pitboss.rulebook.quantities import length_mm

if TYPE_CHECKING:
    from pitboss.decider import Command, Person
    from pitboss.games.roulette.rules import Rules

__all__ = ["ColourSet", "Table"]


@dataclass
class ColourSet:
    """A set of colour chips in a player's hands: whose, and what one chip is worth."""

    player: str
    value_minor: int
    has_marker: bool


@dataclass
class Table:
    """One roulette table."""

    rules: Rules
    """The rules of the next round; a round in play keeps the ones it was opened with."""
    is_open: bool = False
    dealer: str | None = None
    mucker: str | None = None
    inspected: tuple[str, ...] = ()
    ball_um: int = 0
    """The ball's diameter in micrometres; 0 until another than the table's own was brought in."""
    round: Round | None = None
    rounds: int = 0
    dolly: str | None = None
    are_losers_collected: bool = False
    results: list[str] = field(default_factory=list)
    """The most recent results, newest first."""
    previous: str | None = None
    """The last winning number, where the ball goes back to after a no spin."""
    must_return_ball: bool = False
    must_examine_ball: bool = False
    is_ball_suspect: bool = False
    """The ball in play left the wheel and has not been found sound; another ball may take its place."""
    balances: dict[str, int] = field(default_factory=dict)
    """What every account of the table holds: the fold of all moves."""
    colours: dict[str, ColourSet] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    """Players who asked for colour chips and have none."""
    questioned: set[tuple[str, str, str]] = field(default_factory=set)
    disputes: Disputes = field(default_factory=Disputes)

    @property
    def phase(self) -> Phase | None:
        """Return where the round stands; None before the first."""
        return None if self.round is None else self.round.phase

    @property
    def is_between_rounds(self) -> bool:
        """Tell whether no round is in play."""
        return self.phase in (None, Phase.SETTLED, Phase.VOID)

    @property
    def free_colours(self) -> list[str]:
        """Return the colours nobody holds."""
        return [colour for colour in self.rules.settings["colours"] if colour not in self.colours]

    def held(self, player: str, colour: str) -> int:
        """Return what a player holds in a colour, off the layout."""
        return self.balances.get(f"chips:{player}:{colour}", 0)

    def colours_of(self, player: str) -> list[str]:
        """Return the colours a player has."""
        return [colour for colour, entry in self.colours.items() if entry.player == player]

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))

    def is_at_table(self, person: Person) -> bool:
        """Tell whether this is the table's own dealer or mucker, or anybody whose place is not one table."""
        own = {"dealer": self.dealer, "mucker": self.mucker}
        return person.role.value not in own or own[person.role.value] == person.id


@cites("RO-B1", "RO-B2", "RO-B3")
def require_dealer(state: Table, command: Command[Any], deed: str, *, clause: str | None = None) -> None:
    """Refuse a dealer's act to anybody but the dealer of this table."""
    clause = clause or state.rules.clause("dealer")
    require_role(command, ("dealer",), clause=clause, deed=deed)
    require_at_table(state, command)


def require_at_table(state: Table, command: Command[Any]) -> None:
    """Refuse a dealer or mucker who does not work this table."""
    if not state.is_at_table(command.by):
        reason = f"{command.by.id} does not work this table as its {command.by.role}"
        raise ActionRefused(reason, clause=state.rules.clause("staff"), by=command.by.id, role=command.by.role.value)


def require_open(state: Table) -> None:
    """Refuse an act at a closed table."""
    if not state.is_open:
        raise ProcedureBreach("the table is not open", clause=state.rules.clause("staff"))


def require_between_rounds(state: Table, deed: str) -> None:
    """Refuse an act that would touch a round in play."""
    if not state.is_between_rounds:
        reason = f"{deed} waits until the round is over; it is {state.phase.words if state.phase else ''}"
        clause = state.rules.clause("round" if state.rules.has("round") else "spin")
        raise ActionRefused(reason, clause=clause, phase=str(state.phase))


def require_procedure(state: Table, procedure: str, *, instead: str) -> str:
    """Return the clause of a procedure, or refuse one this house's rules do not know."""
    if not state.rules.has(procedure):
        reason = f"the rules of {state.rules.edition.id} know no such procedure"
        raise ActionRefused(reason, clause=state.rules.clause(instead), procedure=procedure)
    return state.rules.clause(procedure)


def ball_um(diameter: str) -> int:
    """Return a setting's length in micrometres.

    >>> ball_um("13/16 in")
    20637
    """
    return int(length_mm(diameter) * 1000)
