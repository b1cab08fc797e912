"""A blackjack round read back from its events alone: the money counted, and the settlement document they amount to.

Nothing of the package's state is asked, so that what was recorded is held to itself and to the naive engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.decider import Event
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Kind, Outcome, Source
from tests.support.driven import need
from tests.support.naive_blackjack import settle

__all__ = [
    "cards_of",
    "document_of",
    "hands_of",
    "kept_by_house",
    "laid_by",
    "moved_by",
    "outcomes_of",
    "rows_of",
    "settled_alike",
]

BURNED = "2C"
"""Stands for every burned card: nobody asks which one it was."""
FURTHER = "9C"
"""Stands for the cards behind those that were dealt, so that one card too many shows as such."""


def rows_of(events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield every wager that was settled, from whichever event settled it."""
    for event in events:
        wagers = getattr(event, "wagers", None)
        if wagers is not None:
            names = wagers.__struct_fields__
            for values in zip(*(getattr(wagers, name) for name in names), strict=True):
                yield dict(zip(names, values, strict=True))


def laid_by(event: Event) -> int:
    """Return how much more lies on the layout after an event: what was put down, less the stakes it settled."""
    put = {
        e.WagerPlaced: ("stake_minor",),
        e.InsurancePlaced: ("stake_minor",),
        e.HitTaken: ("hit_minor",),
        e.DoubledDown: ("stake_minor", "hit_minor"),
        e.PairSplit: ("stake_minor",),
        e.HitWagerPlaced: ("stake_minor",),
    }.get(type(event), ())
    settled = sum(row["stake_minor"] for row in rows_of([event]))
    return int(sum(getattr(event, name) for name in put) - settled)


def moved_by(events: Iterable[Event]) -> Counter[str]:
    """Return what every account has more or less by the moves of some events."""
    held: Counter[str] = Counter()
    for event in events:
        for move in getattr(event, "moves", ()):
            held[move.source] -= move.amount_minor
            held[move.target] += move.amount_minor
    return held


def outcomes_of(events: Iterable[Event]) -> dict[tuple[int, int, int], str]:
    """Return the outcome of each hand against each dealer hand, by seat, hand and spot."""
    main = (row for row in rows_of(events) if row["on"] is Kind.BLACKJACK)
    return {(row["seat"], row["hand"], row["spot"]): row["outcome"].value for row in main}


_ACTS: dict[type[Event], str] = {
    e.StoodOn: "stand",
    e.HandSurrendered: "surrender",
    e.HitTaken: "hit",
    e.DoubledDown: "double",
}


class _Seat:
    """One seat as it goes into a document; `made` says of each hand which act made it, and whether to the right."""

    def __init__(self) -> None:
        self.wagers: Counter[int] = Counter()
        self.suit = 0
        self.insurance: Counter[int] = Counter()
        self.actions: list[dict[str, Any]] = []
        self.made: list[tuple[int, int]] = [(-1, 0)]

    def read(self, event: Any) -> None:
        """Take in what happened at the seat."""
        match event:
            case e.WagerPlaced(on=Kind.BLACKJACK):
                self.wagers[event.spot] += event.stake_minor
            case e.WagerPlaced():
                self.suit += event.stake_minor
            case e.InsurancePlaced():
                self.insurance[event.spot] += event.stake_minor
            case e.PairSplit():
                place = len(self.actions)
                self.made[event.hand - 1 : event.hand] = [(place, 0), (place, 1)]
                self.actions.append({"act": "split", "hit_wager": [None, None]})
            case e.HitWagerPlaced():
                place, side = self.made[event.hand - 1]
                self.actions[place]["hit_wager"][side] = event.stake_minor
            case _ if type(event) in _ACTS:
                self.actions.append({"act": _ACTS[type(event)], "hit_wager": getattr(event, "hit_minor", 0)})

    def document(self, number: int, *, is_multiple: bool) -> dict[str, Any]:
        """Write the seat."""
        spots = sorted(self.wagers)
        listed = [self.wagers[spot] for spot in spots]
        written: dict[str, Any] = {"seat": number, "wager": listed if is_multiple else listed[0]}
        written["actions"] = [
            action if action["hit_wager"] not in (0, [None, None]) else action["act"] for action in self.actions
        ]
        if self.suit:
            written["initial_suit"] = self.suit
        if self.insurance:
            insured = [self.insurance.get(spot) for spot in spots]
            written["insurance"] = insured if is_multiple else insured[0]
        return written


def cards_of(events: Iterable[Event]) -> Iterator[str]:
    """Yield the cards in the order they came, one found face up with its mark.

    A card of the dealer's that nobody saw is named as it was turned, and left out if it never was.
    """
    kept = list(events)
    turned = {1: e.FirstCardTurned, 2: e.SecondCardTurned}
    for event in kept:
        if isinstance(event, e.CardFoundFaceUp):
            yield event.card + "^"
        elif isinstance(event, e.CardDealt) and event.card is not None:
            yield event.card
        elif isinstance(event, e.CardDealt):
            yield from (getattr(other, "card", "") for other in kept if isinstance(other, turned[event.place]))


def document_of(settings: dict[str, Any], events: Iterable[Event]) -> dict[str, Any]:
    """Write a round as a settlement document: its cards in the order they came, and every seat's decisions."""
    kept, seats = list(events), dict[int, _Seat]()
    for event in kept:
        number = getattr(event, "seat", 0)
        if number:
            seats.setdefault(number, _Seat()).read(event)
    is_multiple = bool(settings.get("multiple_action"))
    return {
        "rulebook": "oneida-blackjack-2004",
        "settings": settings,
        "shoe": [BURNED] * settings.get("burn", 1) + list(cards_of(kept)),
        "seats": [seat.document(number, is_multiple=is_multiple) for number, seat in sorted(seats.items())],
    }


def settled_alike(settings: dict[str, Any], events: list[Event]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the naive engine says of a settled round, and what its events say of it.

    A blackjack that was paid at once stands against no further dealer hand, so there may be fewer of them (BJ-J4a).
    """
    document = document_of(settings, events)
    answer = settle({**document, "shoe": document["shoe"] + [FURTHER] * 10})
    need("dealer" in answer, document, answer)
    nets: Counter[int] = Counter()
    for row in rows_of(events):
        nets[row["seat"]] += row["paid_minor"] - row["lost_minor"]
    ended = [event for event in events if isinstance(event, e.SpotSettled | e.RoundSettled)]
    shown = [event.dealer_hand for event in ended if len(event.dealer_hand) > 1]
    recorded = {"nets": dict(nets), "outcomes": outcomes_of(events), "dealer": shown, "used": len(document["shoe"])}
    dealer = [tuple(hand["cards"]) for hand in answer["dealer"]]
    used = answer["used"]
    if any(isinstance(event, e.HandSettled) and Outcome.BLACKJACK in event.wagers.outcome for event in events):
        dealer, used = dealer[: len(shown)], recorded["used"]
    outcomes = {
        (seat["seat"], hand, spot): outcome
        for seat in answer["seats"]
        for hand, entry in enumerate(seat["hands"], 1)
        for spot, outcome in enumerate(entry["outcome"], 1)
    }
    naive_nets = {seat["seat"]: seat["net"] for seat in answer["seats"]}
    return {"nets": naive_nets, "outcomes": outcomes, "dealer": dealer, "used": used}, recorded


def kept_by_house(events: Iterable[Event]) -> int:
    """Return what the settled wagers leave the house, or cost it; a lost coupon leaves it nothing."""
    rows = list(rows_of(events))
    lost = sum(row["lost_minor"] for row in rows if row["source"] is not Source.COUPON)
    return int(lost - sum(row["paid_minor"] for row in rows))


def hands_of(events: Iterable[Event]) -> dict[int, list[tuple[str, ...]]]:
    """Return every hand of a round by seat, 0 the dealer's, from the cards as they were dealt and the pairs split."""
    hands: dict[int, list[list[str]]] = {}
    for event in events:
        match event:
            case e.CardDealt():
                hands.setdefault(event.seat, [[]])[event.hand - 1].append(event.card or "")
            case e.PairSplit():
                own = hands[event.seat]
                own.insert(event.hand, [own[event.hand - 1].pop()])
            case e.SpotSettled():
                # The next dealer hand of multiple action begins with the first one's card.
                hands[0].append(hands[0][0][:1])
            case e.FirstCardTurned() | e.SecondCardTurned():
                hands[0][0][isinstance(event, e.SecondCardTurned)] = event.card
            case _:
                continue
    named = {seat: [tuple(filter(None, hand)) for hand in own] for seat, own in sorted(hands.items())}
    return {seat: own for seat, own in named.items() if any(own)}
