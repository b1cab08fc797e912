"""Where a table's cards come from: the dealer's entry, a committed virtual shoe, or a shoe that reads. One port. Pure.

The device proposes and the screen confirms; the screen never overrules. Where the dealer's entry is not what the
device read, or the device cannot stand by a card, the game is held, and no card is dealt until a supervisor has ruled.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pitboss.errors import InputError
from pitboss.floor.devices.shoe_machine import CardRead, ResultRead, ShoeHold
from pitboss.games.cards import SourceKind, parse_card
from pitboss.games.virtual_shoe import verify_commitment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pitboss.floor.devices.shoe_machine import ShoeFound

__all__ = ["CardPort", "Dealers", "Dealt", "Held", "Origin", "Proposed", "ReadingShoe", "VirtualShoe", "Waiting"]


@dataclass(frozen=True)
class Proposed:
    """The card that the source has ready."""

    card: str
    is_out_of_game: bool = False
    """Whether the shoe says that the card belongs to no hand."""


@dataclass(frozen=True)
class Waiting:
    """No card is known yet."""


@dataclass(frozen=True)
class Held:
    """Nothing is dealt until a supervisor has ruled."""

    reason: str


@dataclass(frozen=True)
class Dealt:
    """A card to be dealt."""

    card: str
    source: SourceKind
    is_out_of_game: bool = False
    is_ruling: bool = False
    """Whether a supervisor said which card it is."""


class Origin(Protocol):
    """What a port asks: the next card, and no other."""

    @property
    def kind(self) -> SourceKind:
        """Return where these cards become known."""

    def peek(self) -> Proposed | Waiting | Held:
        """Return the next card without taking it."""

    def take(self) -> None:
        """Go on to the card after it."""

    def settle(self, card: str) -> None:
        """Go on after a ruling that this was the card; refuse one that cannot have been."""


class Dealers:
    """Cards that only the dealer can tell."""

    kind = SourceKind.DEALER

    def peek(self) -> Waiting:
        """Return that the dealer has to say it."""
        return Waiting()

    def take(self) -> None:
        """Do nothing: the dealer has the next card too."""

    def settle(self, card: str) -> None:
        """Take any card: nothing else is known of it."""


class VirtualShoe:
    """An order that was committed to before the first card.

    Raises:
        InputError: where order and nonce are not what was committed to.
    """

    kind = SourceKind.VIRTUAL

    def __init__(self, order: Sequence[str], nonce: str, commitment: str, *, dealt: int = 0) -> None:
        if not verify_commitment(commitment, order, nonce):
            raise InputError("is not what the order and the nonce come to", field="commitment", value=commitment)
        self._order, self._place = tuple(order), dealt

    def peek(self) -> Proposed | Held:
        """Return the next card of the order."""
        if self._place >= len(self._order):
            return Held("the virtual shoe is empty")
        return Proposed(self._order[self._place])

    def take(self) -> None:
        """Go on in the order."""
        self._place += 1

    def settle(self, card: str) -> None:
        """Go on if the card is the order's: no ruling changes what was committed to."""
        proposed = self.peek()
        if isinstance(proposed, Held) or proposed.card != card:
            shown = proposed.reason if isinstance(proposed, Held) else f"its order has {proposed.card}"
            raise InputError(f"cannot come from this virtual shoe: {shown}", field="card", value=card)
        self.take()


class ReadingShoe:
    """Cards as a shoe reads them; `hear` gets what its line makes certain, `resume` starts the line after a ruling."""

    kind = SourceKind.SHOE

    def __init__(self, resume: Callable[[], None]) -> None:
        self._resume = resume
        self._waiting: deque[CardRead | ShoeHold] = deque()
        self.result: ResultRead | None = None
        """The shoe's last result, to be compared with the cards and for nothing else."""

    def hear(self, found: Iterable[ShoeFound]) -> None:
        """Take what the shoe's line made certain, in order."""
        for entry in found:
            if isinstance(entry, CardRead | ShoeHold):
                self._waiting.append(entry)
            elif isinstance(entry, ResultRead):
                self.result = entry

    def peek(self) -> Proposed | Waiting | Held:
        """Return the oldest card that was not dealt, or why there is none."""
        if not self._waiting:
            return Waiting()
        first = self._waiting[0]
        return Held(first.reason) if isinstance(first, ShoeHold) else Proposed(first.card, first.is_out_of_game)

    def take(self) -> None:
        """Go on to the card after it."""
        self._waiting.popleft()

    def settle(self, card: str) -> None:
        """Go on with what the shoe reads after the card that was ruled on."""
        del card
        self._drop()

    def forget(self) -> None:
        """Drop cards that were read and belong to no shoe in play; a hold among them stays."""
        self._waiting = deque(entry for entry in self._waiting if isinstance(entry, ShoeHold))
        self.result = None

    def _drop(self) -> None:
        first = self._waiting.popleft() if self._waiting else None
        if isinstance(first, ShoeHold):
            self._resume()


class CardPort:
    """One table's cards, wherever they come from."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self.held: Held | None = None

    def next_card(self) -> Proposed | Waiting | Held:
        """Return the card that a screen may show for confirming."""
        if self.held is None:
            found = self._origin.peek()
            if not isinstance(found, Held):
                return found
            self.held = found
        return self.held

    def confirm(self, entered: str | None = None) -> Dealt | Waiting | Held:
        """Deal the next card: as the device has it, and as the dealer entered it where an entry was made.

        Raises:
            BadNotation: for an entry that is no card; nothing has happened then.
        """
        card = None if entered is None else str(parse_card(entered))
        proposed = self.next_card()
        if isinstance(proposed, Held):
            return proposed
        if isinstance(proposed, Waiting):
            return self._unread(card)
        if card is not None and card != proposed.card:
            self.held = Held(f"the dealer entered {card}, and the {_NAMES[self._origin.kind]} has {proposed.card}")
            return self.held
        self._origin.take()
        return Dealt(proposed.card, self._origin.kind, proposed.is_out_of_game)

    def _unread(self, card: str | None) -> Dealt | Waiting | Held:
        if card is None:
            return Waiting()
        if self._origin.kind is SourceKind.DEALER:
            return Dealt(card, SourceKind.DEALER)
        self.held = Held(f"the dealer entered {card}, and the {_NAMES[self._origin.kind]} has read no card")
        return self.held

    def rule(self, card: str) -> Dealt:
        """End a hold: a supervisor, whose right to it the floor has checked, looked at the card.

        Raises:
            BadNotation: for what is no card.
            InputError: where nothing is held, or the card cannot be; the hold stays.
        """
        known = str(parse_card(card))
        if self.held is None:
            raise InputError("is no ruling: nothing is held", field="card", value=card)
        self._origin.settle(known)
        self.held = None
        return Dealt(known, self._origin.kind, is_ruling=True)

    def release(self) -> None:
        """End a hold whose ruling names no card: what the source had ready is dropped, and the dealer enters the card.

        Raises:
            InputError: for a virtual shoe, of which no card can be dropped.
        """
        if self.held is not None:
            self._origin.settle("")
            self.held = None


_NAMES = {SourceKind.DEALER: "dealer", SourceKind.SHOE: "shoe", SourceKind.VIRTUAL: "virtual shoe"}
