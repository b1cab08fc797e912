"""What a blackjack table remembers between acts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.games.shoe import state as shoe
from pitboss.games.shoe.state import Stage, clockwise
from pitboss.rulebook import ProcedureBreach, cites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.games.blackjack.house_events import Gathered
    from pitboss.games.blackjack.round_state import Round
    from pitboss.games.blackjack.rules import Rules

__all__ = ["Cards", "Heat", "Play", "Rack", "Table", "rebuilt"]

TABLES_PER_SUPERVISOR = 6


@dataclass
class Rack:
    """The discard rack's hands of one round, in the order they went in."""

    round: int
    hands: list[Gathered] = field(default_factory=list)


@dataclass
class Cards(shoe.Cards):
    """The cards of the table."""

    is_by_device: bool = False
    """The last shuffle was a device's: such cards are not cut."""
    is_beginning: bool = True
    """The game is just beginning: the first player to arrive is offered the cut."""
    cut_at: int | None = None
    """Where the cutting card came out: a seat, 0 for the dealer's hand; None where the house had the cards shuffled."""
    burns_due: int = 0
    burned: int = 0
    unseen: dict[int, int] = field(default_factory=dict)
    """The dealer's first and second card, while nobody has seen them, to where they lie among the cards drawn."""
    has_stood_empty: bool = False
    """Everybody left the table, and its cards have not been spread for whoever comes."""
    rack: list[Rack] = field(default_factory=list)

    def dealt(self, order: Sequence[str]) -> list[str]:
        """Return the cards that left the shoe; in place of one that nobody saw, whatever an order has there."""
        return [card or shown for card, shown in zip(super().dealt(order), order, strict=False)]

    def empty(self) -> None:
        """Leave no card in shoe and rack."""
        super().empty()
        self.burns_due, self.burned, self.unseen, self.rack = 0, 0, {}, []
        self.has_stood_empty = False


@dataclass
class Play:
    """What has been done with the cards of the round in play."""

    is_layout_clear: bool = True
    is_up_card_missing: bool = False
    held: set[int] = field(default_factory=set)
    """Seats whose players hold their cards."""


@dataclass(frozen=True)
class Heat:
    """A heat of a tournament in play at this table."""

    tournament: str
    number: int
    hands: int
    played: int = 0
    """How many of its hands were played to their end."""
    players: tuple[str, ...] = ()
    """Who has got chips for it."""


@dataclass
class Table(shoe.CardTable):
    """One blackjack table."""

    rules: Rules
    round: Round | None = None
    cards: Cards = field(default_factory=Cards)
    play: Play = field(default_factory=Play)
    staffing: tuple[int, int, int] | None = None
    """Cashiers, supervisors, tables."""
    is_sign_posted: bool = False
    heat: Heat | None = None

    @property
    @cites("BJ-E2a", "BJ-E2b")
    def must_cut(self) -> bool:
        """Tell whether the cards are cut: where they were shuffled by hand."""
        return not self.cards.is_by_device

    @property
    @cites("BJ-E1", "BJ-E3d")
    def shuffle_stages(self) -> tuple[Stage, ...]:
        """Return from where the cards may come to the shuffle: the house may have them shuffled between rounds."""
        return (Stage.STACKED, Stage.FINISHED, Stage.LOADED, Stage.IN_PLAY)

    @cites("BJ-E3a", "BJ-E3b", "BJ-E3c", "BJ-E3d", "BJ-E3e")
    def cut_order(self) -> list[int]:
        """Return in which order the cut is offered: the player designated, then clockwise."""
        cards = self.cards
        if not self.seats:
            return []
        first = next(iter(self.seats)) if cards.is_beginning else cards.cut_at or max(self.seats)
        return clockwise(self.seats, first)

    def cut_clause(self) -> str:
        """Return the clause by which the next to cut is next."""
        if self.next_to_cut() is None:
            return self.rules.clause("dealer_cut")
        if self.cards.declined:
            return self.rules.clause("cut_refused")
        if self.cards.is_beginning:
            return self.rules.clause("cut_first")
        where = {None: "cut_house", 0: "cut_right"}.get(self.cards.cut_at, "cut_circle")
        return self.rules.clause(where)

    @property
    @cites("BJ-E6")
    def is_idle(self) -> bool:
        """Tell whether the cards are to be spread: nobody is there, or nobody was until just now."""
        return not self.seats or self.cards.has_stood_empty

    def _is_dealers_cut(self) -> bool:
        return self.cards.cutter == 0 or (self.cards.cutter is None and self.next_to_cut() is None)

    def depth_clause(self) -> str:
        """Return the clause that bounds the cut."""
        return self.rules.clause("dealer_cut_depth" if self._is_dealers_cut() else "cut_depth")

    @cites("BJ-E3", "BJ-E4b")
    def cut_depths(self) -> tuple[int, int]:
        """Return how deep the cut may be: ten from either end; the dealer, who lifts a stack, ten from the top."""
        least, most = super().cut_depths()
        return (least, self.rules.shoe_size - 1) if self._is_dealers_cut() else (least, most)

    def stage_clause(self) -> str:
        """Return the clause of what must be done next with the cards before they can be played."""
        stage = self.cards.stage
        if stage is Stage.SHUFFLED:
            return self.rules.clause("cut" if self.must_cut else "device")
        if stage is Stage.CUT:
            return self.rules.clause("load")
        return super().stage_clause()

    def require_shuffle_next(self) -> None:
        """Refuse a shuffle where the cards are spread first."""
        self.require_spread()

    @cites("BJ-E6")
    def require_spread(self) -> None:
        """Refuse to go on with the cards of a table that stood empty, before somebody could look at them."""
        if self.cards.has_stood_empty:
            reason = "everybody had left: the cards are spread first, for whoever comes to look at them"
            raise ProcedureBreach(reason, clause=self.rules.clause("idle"))

    @cites("BJ-H9", "BJ-I10")
    def require_clear(self, deed: str) -> None:
        """Refuse what ends a shoe while its cards lie out or a virtual order was not shown."""
        if not self.play.is_layout_clear:
            reason = f"{deed} waits until the round's cards are in the discard rack"
            raise ProcedureBreach(reason, clause=self.rules.clause("discard"))
        super().require_clear(deed)

    @property
    @cites("BJ-N1", "BJ-N3")
    def lack_of_staff(self) -> str | None:
        """Return the duty that the staff present does not meet, or None."""
        if self.staffing is None or self.staffing[0] < 1:
            return "cashier"
        _, supervisors, tables = self.staffing
        return "supervision" if supervisors * TABLES_PER_SUPERVISOR < tables else None


@cites("BJ-H9", "BJ-I10", "BJ-M5")
def rebuilt(state: Table, number: int) -> dict[int, list[tuple[str, ...]]] | None:
    """Rebuild every hand of a round from the discard rack alone, by seat; 0 is the dealer's.

    The dealer hands of multiple action went in without their first card, except the last: they share it.
    """
    rack = next((rack for rack in state.cards.rack if rack.round == number), None)
    if rack is None:
        return None
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    for entry in rack.hands:
        found.setdefault(entry.seat, {})[entry.hand] = entry.cards
    hands = {seat: [by_number[n] for n in sorted(by_number)] for seat, by_number in sorted(found.items())}
    dealer = hands.get(0, [])
    if len(dealer) > 1:
        hands[0] = [*((dealer[-1][0], *cards) for cards in dealer[:-1]), dealer[-1]]
    return hands
