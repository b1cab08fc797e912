"""What the contract suite must be told about a game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.decider import Act, Event, Offer

__all__ = ["GameCase"]


@dataclass(frozen=True)
class GameCase:
    """What the contract suite must be told about a game: how its rounds go on, what tempts it, what it must meet."""

    variants: Mapping[str, tuple[dict[str, Any], ...]]
    """Edition to settings of tables; an edition that is not named has one table with its defaults."""
    onwards: Callable[[Any], tuple[type[Act], ...]]
    """Return the acts that bring a table's round on from here, the most direct one first."""
    end: str
    """The event type with which a round is played to its end."""
    lures: Mapping[str, tuple[Any, ...]]
    """Field to values that are worth trying in it, right and wrong."""
    flavour: str
    """A field that tells one act's offers apart; each of its domains is drawn as often as the others."""
    notations: Mapping[str, Callable[[Any], object]]
    """Field to what reads its notation, or raises an InputError."""
    stakes: Callable[[Any], int]
    """Return what lies on the layout in a round."""
    depths: Callable[[Any, Event], Iterable[str]]
    """Name what an event reached beyond its type, told of the table before it."""
    reaches: frozenset[str]
    """Everything that `depths` can name."""
    absent: Mapping[str, frozenset[str]]
    """Edition to the event types and depths that its rules do not have; everything else must be met."""
    direct: Callable[[Any, Offer], Offer | None] = lambda _, offer: offer
    """Return the part of an offer that brings a table's round on; None where no part of it does."""
    rare: frozenset[str] = frozenset()
    """Event types and depths that only a whole campaign is sure to meet."""
    calm: float = 0.0
    """How many of the walks mostly bring their rounds on: without them a game of many steps is seldom played far."""
    walk_commands: int = 300
    """How many commands a walk has: more where what is rare needs many rounds of one table."""
    slice_parts: int = 1
    """How many parts of its walks every test run does: more where the way into a round is long."""
    slice_first: Mapping[str, int] = field(default_factory=dict)
    """Edition to the part with which that slice begins, where it is not the first: one that meets everything."""
