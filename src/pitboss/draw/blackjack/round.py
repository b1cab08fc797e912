"""A settled round as its picture needs it: the wagers from its document, what became of them from the answer.

No rule is known here, and nothing is reckoned but sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.games.blackjack.document import settle_document
from pitboss.games.blackjack.rules import rules_of
from pitboss.games.document import checked_rulebook
from pitboss.rulebook import RuleViolation

if TYPE_CHECKING:
    from pitboss.games.blackjack.rules import Rules

__all__ = ["DealerHand", "Hand", "Place", "SettledRound", "Side", "SideBet", "settled_round"]


class DealerHand(msgspec.Struct, frozen=True):
    """One of the dealer's hands."""

    cards: tuple[str, ...]
    total: int
    blackjack: bool


class Hand(msgspec.Struct, frozen=True):
    """A player's hand; outcome, stake and net are there for each hand of the dealer that it stood against."""

    cards: tuple[str, ...]
    total: int
    outcome: tuple[str, ...]
    staked: tuple[int, ...]
    net: tuple[int, ...]
    clause: str


class Side(StrEnum):
    """A wager besides the main one."""

    SUIT = "suit"
    INSURANCE = "insurance"
    HIT = "hit"


@dataclass(frozen=True, slots=True)
class SideBet:
    """The stakes of one side wager at a place, and what each won or lost; none of that in a void round.

    Insurance has an entry for each main wager, 0 where that one was not insured.
    """

    stakes: tuple[int, ...]
    nets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place with everything that was laid there; without hands in a void round."""

    seat: int
    wagers: tuple[int, ...]
    hands: tuple[Hand, ...]
    sides: dict[Side, SideBet]
    net: int


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A round as it ended, with the rules that it was played by."""

    rules: Rules
    dealer: tuple[DealerHand, ...]
    places: dict[int, Place]
    used: int
    void: str | None
    """The clause by which nothing counts; None for a round that was played out."""

    @property
    def net(self) -> int:
        """Return what all players together won or lost."""
        return sum(place.net for place in self.places.values())


class _Action(msgspec.Struct):
    act: str
    hit_wager: int | tuple[int | None, ...] | None = None


class _SeatLaid(msgspec.Struct):
    seat: int
    wager: int | tuple[int, ...]
    actions: tuple[str | _Action, ...] = ()
    initial_suit: int | None = None
    insurance: int | tuple[int | None, ...] | None = None


class _Document(msgspec.Struct):
    rulebook: str
    seats: tuple[_SeatLaid, ...]
    settings: dict[str, Any] = {}


class _SeatAnswer(msgspec.Struct):
    seat: int
    net: int
    hands: tuple[Hand, ...] = ()
    initial_suit: int | None = None
    hit_wagers: tuple[int, ...] = ()
    insurance: tuple[int, ...] = ()


class _Answer(msgspec.Struct):
    seats: tuple[_SeatAnswer, ...]
    dealer: tuple[DealerHand, ...] = ()
    used: int = 0
    void: bool = False
    clause: str | None = None


def settled_round(data: bytes, line: int = 1) -> SettledRound:
    """Settle a document and put its wagers together with their results.

    Raises:
        InputError: for what is no document.
        RuleViolation: for a document that the rules refuse, with every fault in its sentence.
    """
    found = settle_document(data, line)
    if found.get("refused"):
        faults = "; ".join(f"{fault['field']}: {fault['reason']} [{fault['clause']}]" for fault in found["faults"])
        raise RuleViolation(f"the round on line {line} is refused: {faults}", clause=found["clause"])
    document, answer = msgspec.json.decode(data, type=_Document), msgspec.convert(found, _Answer)
    config, _ = checked_rulebook("blackjack", document.rulebook, document.settings, line)
    answers = {seat.seat: seat for seat in answer.seats}
    return SettledRound(
        rules=rules_of(config),
        dealer=answer.dealer,
        places={laid.seat: _place(laid, answers[laid.seat]) for laid in document.seats},
        used=answer.used,
        void=answer.clause if answer.void else None,
    )


def _place(laid: _SeatLaid, answer: _SeatAnswer) -> Place:
    suit_net = () if answer.initial_suit is None else (answer.initial_suit,)
    sides = {
        Side.SUIT: SideBet(_listed(laid.initial_suit), suit_net),
        Side.INSURANCE: SideBet(_listed(laid.insurance), answer.insurance),
        Side.HIT: SideBet(_hit_stakes(laid), answer.hit_wagers),
    }
    # Of a void round it is only known that what goes down before the first card was laid.
    came = tuple(Side) if answer.hands else (Side.SUIT,)
    staked = {side: sides[side] for side in came if any(sides[side].stakes)}
    return Place(laid.seat, _listed(laid.wager), answer.hands, staked, answer.net)


def _hit_stakes(laid: _SeatLaid) -> tuple[int, ...]:
    acts = (act for act in laid.actions if isinstance(act, _Action))
    return tuple(stake for act in acts for stake in _listed(act.hit_wager) if stake)


def _listed(value: int | tuple[int | None, ...] | None) -> tuple[int, ...]:
    """List what was laid, with 0 for an entry where nothing was."""
    return tuple(stake or 0 for stake in (value if isinstance(value, tuple) else (value,)))
