"""What any card table remembers of its cards and seats, and where a game may answer in its own way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pitboss.games.cards import CardSource
from pitboss.games.shoe.acts import Colour, InspectCards, Reader
from pitboss.games.shoe.events import AutomaticShoeUsed, ShoeLoaded
from pitboss.games.shoe.rules import ShoeRules
from pitboss.games.table.state import BaseTable, Check
from pitboss.rulebook import ProcedureBreach, cites


class Stage(StrEnum):
    """How far the cards have come on their way into play."""

    AWAITED = "awaited"
    INSPECTED = "inspected"
    SPREAD = "spread"
    SEEN = "seen"
    STACKED = "stacked"
    SHUFFLED = "shuffled"
    CUT = "cut"
    LOADED = "loaded"
    IN_PLAY = "in_play"
    FINISHED = "finished"
    IDLE_DOWN = "idle_down"

    @property
    def words(self) -> str:
        """Say where the cards are, after "they are"."""
        return {
            "awaited": "not inspected",
            "loaded": "in the shoe, and none is burned",
            "in_play": "in play",
            "idle_down": "spread face down",
        }.get(self.value, self.value)


SPREAD_WHEN_IDLE = (Stage.SEEN, Stage.STACKED, Stage.SHUFFLED, Stage.CUT, Stage.LOADED, Stage.IN_PLAY, Stage.FINISHED)
"""From where cards are spread at a table that nobody plays at: whoever saw them last has left."""
_NEXT_DUTY = {
    Stage.AWAITED: "inspection",
    Stage.INSPECTED: "spread",
    Stage.SPREAD: "spread",
    Stage.SEEN: "wash",
    Stage.STACKED: "shuffle",
    Stage.SHUFFLED: "cut",
    Stage.CUT: "cutting_card",
    Stage.LOADED: "burn",
    Stage.IN_PLAY: "shoe",
    Stage.FINISHED: "shuffle",
    Stage.IDLE_DOWN: "idle",
}


@dataclass(frozen=True, slots=True)
class RevealedShoe:
    """A virtual shoe that is over: what was promised of it, what was shown, and the cards that came."""

    shoe: int
    commitment: str
    decks: int
    dealt: tuple[str, ...]
    """In the order in which they left the shoe; empty text for one that nobody has seen."""
    order: tuple[str, ...] = ()
    nonce: str = ""
    finding: str = ""
    """Why no order could be shown, or what was wrong with what was shown."""


@dataclass
class Cards:
    """The cards of the table; a game with more to remember adds it, and puts it back in `empty` and `finish`."""

    stage: Stage = Stage.AWAITED
    backs: tuple[Colour, ...] = ()
    is_back_from_idle: bool = False
    """Idle cards are on their way back into play."""
    declined: set[int] = field(default_factory=set)
    """Positions that were passed over for this cut."""
    cutter: int | None = None
    """The position that took the cut, 0 for the dealer; None while it is offered."""
    shoes: int = 0
    shoe: CardSource | None = None
    from_back: int = 0
    held_at: int | None = None
    """A card that nobody saw waits to be the first of the next hand; it left the shoe after so many known cards."""
    is_cutting_card_out: bool = False
    must_be_revealed: bool = False
    """A virtual shoe was played whose order has not been shown."""
    revealed: RevealedShoe | None = None
    """The last virtual shoe that is over, for whoever checks it."""
    is_cut: bool = False
    """Somebody has cut the cards that are in the stack, or in the shoe."""
    has_dealt: bool = False
    """A card of the shoe was dealt; burned ones were not."""
    has_stood_empty: bool = False
    """Everybody left the table, and its cards have not been spread for whoever comes."""

    @property
    def in_shoe(self) -> int:
        """Return how many cards are still in the shoe."""
        return self.shoe.count - (self.held_at is not None) if self.shoe else 0

    @property
    def is_untouched(self) -> bool:
        """Tell whether the shoe was loaded and no card has left it."""
        return self.stage is Stage.LOADED and self.shoe is not None and self.in_shoe == self.shoe.size

    @property
    def is_cutting_card_next(self) -> bool:
        """Tell whether the cutting card comes out ahead of the next card."""
        return not self.is_cutting_card_out and self.shoe is not None and self.in_shoe <= self.from_back

    @property
    def current_back(self) -> Colour:
        """Return the back of the cards that are in play, or on their way into it."""
        return self.backs[0]

    @property
    def next_back(self) -> Colour:
        """Return the back of the cards whose turn it is to be shuffled."""
        return self.backs[0]

    def dealt(self, order: Sequence[str]) -> list[str]:
        """Return the cards that left the shoe; in place of one that nobody saw, whatever an order has there."""
        known = list(self.shoe.drawn) if self.shoe else []
        if self.held_at is not None:
            known[self.held_at : self.held_at] = order[self.held_at : self.held_at + 1]
        return known

    def reveal(self, commitment: str, *, order: Sequence[str] = (), nonce: str = "", finding: str = "") -> None:
        """Keep what was shown of the virtual shoe in play, beside the cards that came from it."""
        if self.shoe is None:
            return
        dealt = list(self.shoe.drawn)
        if self.held_at is not None:
            dealt.insert(self.held_at, "")
        shown = (tuple(order), nonce, finding)
        self.revealed = RevealedShoe(self.shoes, commitment, self.shoe.decks, tuple(dealt), *shown)

    def take_out(self, stage: Stage) -> None:
        """Take all cards of the last shoe out of shoe and rack, whole; the next ones are on their way."""
        self.stage, self.is_back_from_idle = stage, False
        self.declined, self.cutter, self.is_cut = set(), None, False
        self.empty()

    def empty(self) -> None:
        """Leave no card in shoe and rack."""
        self.shoe, self.from_back, self.held_at = None, 0, None
        self.is_cutting_card_out = self.has_stood_empty = self.has_dealt = False

    def put_in(self, event: ShoeLoaded | AutomaticShoeUsed, source: CardSource) -> None:
        """Put the cards into the shoe."""
        self.shoes, self.shoe, self.from_back = event.shoe, source, event.from_back

    def finish(self) -> None:
        """Let nothing more come from this shoe."""
        self.stage = Stage.FINISHED


@dataclass(kw_only=True)
class CardTable(BaseTable):
    """One table with cards and numbered seats. What a game does in its own way it says in place of a method here."""

    rules: ShoeRules[Any]
    seats: dict[int, str] = field(default_factory=dict)
    """Who sits where, in the order they came."""
    cards: Cards = field(default_factory=Cards)

    @property
    def opening_checks(self) -> tuple[Check, ...]:
        """Return the inspection of the cards, and their way into the shoe, which the console leads through."""
        stage = self.cards.stage
        inspected = Check(
            title="Cards inspected",
            text="sorted and inspected by the dealer, verified by the floorperson or a device",
            clause=self.rules.clause("inspection"),
            is_done=stage is not Stage.AWAITED,
            act=str(InspectCards.__struct_config__.tag),
            by=("dealer",),
            witness=("floorperson",),
            is_after=True,
        )
        shoe = Check(
            title="Shuffle, cut and shoe",
            text=f"the cards are {stage.words}",
            clause=self.rules.clause("shuffle"),
            is_done=stage is Stage.IN_PLAY,
            act="",
            by=("dealer",),
            is_after=True,
        )
        return (inspected, shoe)

    @property
    def must_wash(self) -> bool:
        """Tell whether the cards are washed before they are stacked, or must not be."""
        return True

    @property
    def must_cut(self) -> bool:
        """Tell whether shuffled cards are cut before they are loaded, or must not be."""
        return True

    @property
    def shuffle_stages(self) -> tuple[Stage, ...]:
        """Return from where the cards may come to the shuffle."""
        return (Stage.STACKED, Stage.FINISHED)

    def cut_order(self) -> list[int]:
        """Return the positions in the order in which the cut is offered: the dealer's right first, then clockwise."""
        return clockwise(self.seats, max(self.seats, default=0))

    def next_to_cut(self) -> int | None:
        """Return the position that is offered the cut next; None where everybody has declined."""
        return next((position for position in self.cut_order() if position not in self.cards.declined), None)

    def cut_clause(self) -> str:
        """Return the clause by which the next to cut is next."""
        return self.rules.clause("cut")

    def cut_depths(self) -> tuple[int, int]:
        """Return the least and the most cards that may lie in front of the cutting card."""
        least = self.rules.data.cut_min
        return least, self.rules.shoe_size - least

    def depth_clause(self) -> str:
        """Return the clause that bounds the cut."""
        return self.rules.clause("cut_depth")

    @property
    @cites("MB-E6", "BJ-E6", "Q70")
    def is_idle(self) -> bool:
        """Tell whether the cards are to be spread: nobody is there, or nobody was until just now."""
        return not self.seats or self.cards.has_stood_empty

    @property
    @cites("Q70")
    def is_deserted(self) -> bool:
        """Tell whether everybody has left a round in which nothing was laid and no card dealt."""
        return self.round is not None and self.round.is_empty and self.is_idle

    @cites("MB-E6", "BJ-E6", "Q70")
    def require_spread(self) -> None:
        """Refuse to go on with the cards of a table that stood empty, before somebody could look at them."""
        is_out = self.cards.stage in SPREAD_WHEN_IDLE
        if self.cards.has_stood_empty or (is_out and not self.seats):
            reason = "everybody had left: the cards are spread first, for whoever comes to look at them"
            raise ProcedureBreach(reason, clause=self.rules.clause("idle"))

    def stack_clause(self) -> str:
        """Return the clause by which the cards are stacked as they are."""
        return self.rules.clause("idle_by_hand" if self.cards.is_back_from_idle else "wash")

    def stage_clause(self) -> str:
        """Return the clause of what must be done next with the cards before they can be played."""
        return self.rules.clause(_NEXT_DUTY[self.cards.stage])

    def require_reader(self, reader: Reader) -> None:
        """Refuse a way for the cards to become known that this table has not."""

    def require_shuffle_next(self) -> None:
        """Refuse a shuffle where the cards are spread first."""
        self.require_spread()

    @cites("MB-I", "BJ-E1")
    def require_clear(self, deed: str) -> None:
        """Refuse what ends a shoe while anything of it is open; a virtual one must have shown its order."""
        if self.cards.must_be_revealed:
            reason = f"{deed} waits until the order of the virtual shoe has been shown"
            raise ProcedureBreach(reason, clause=self.rules.clause("automatic_shoe"))


def clockwise(positions: Collection[int], first: int) -> list[int]:
    """Return positions in the order they lie clockwise, from the first on and past the dealer.

    >>> clockwise({2: "Ann", 7: "Bob", 4: "Cid"}, 7)
    [7, 2, 4]
    """
    ascending = sorted(positions)
    return [p for p in ascending if p >= first] + [p for p in ascending if p < first]
