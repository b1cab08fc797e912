"""Blackjack once more, written out from the definitions: a settlement document in, its answer out.

Nothing here is shared with the package, so that a slip there is no slip here. The round is played card by card in the
order a dealer would, with no thought of speed. Who decides is a parameter: `settle` reads the decisions from the
document, and whoever makes up documents decides as the round goes.
"""

from typing import Any, Protocol

from tests.support.naive_blackjack_pay import Hand, Player, answer_seat
from tests.support.naive_blackjack_rules import (
    Refused,
    Void,
    check_seats,
    check_settings,
    is_blackjack,
    is_one_suit,
    is_soft,
    settings_of,
    total_of,
    value_of,
    wagers_of,
)

__all__ = ["Decider", "check_act", "check_hit_wager", "play", "settle"]


class Decider(Protocol):
    """Whoever decides for the players."""

    def insurance(self, seat: dict[str, Any], up: str) -> list[int | None] | None:
        """Return the insurance wagers of a seat, one a dealer hand, or None for none at all."""

    def act(self, seat: dict[str, Any], hand: Hand, hands: int) -> str | dict[str, Any] | None:
        """Return what a seat that has so many hands does with one of them; None if it says nothing."""

    def has_more(self, seat: dict[str, Any]) -> bool:
        """Tell whether a seat whose turn is over would go on."""


class FromDocument:
    """Decides as the document says, act by act."""

    def __init__(self, seats: list[dict[str, Any]]) -> None:
        self.left = {seat["seat"]: list(seat.get("actions", [])) for seat in seats}

    def insurance(self, seat: dict[str, Any], up: str) -> list[int | None] | None:  # noqa: ARG002
        """Return the insurance of the document: a number at an ordinary table, a list in multiple action."""
        wager = seat.get("insurance")
        return wager if wager is None or isinstance(wager, list) else [wager]

    def act(self, seat: dict[str, Any], hand: Hand, hands: int) -> str | dict[str, Any] | None:  # noqa: ARG002
        """Return the next act that the document lists for the seat."""
        left = self.left[seat["seat"]]
        return left.pop(0) if left else None

    def has_more(self, seat: dict[str, Any]) -> bool:
        """Tell whether acts are left over."""
        return bool(self.left[seat["seat"]])


class Shoe:
    """The cards in dealing order, and how many have left."""

    def __init__(self, cards: list[str]) -> None:
        self.cards = cards
        self.used = 0
        self.face_up = 0

    def draw(self) -> str:
        """Take the next card; one found face up is put aside, a second one ends the round (BJ-M1)."""
        while self.used < len(self.cards):
            card = self.cards[self.used]
            self.used += 1
            if "^" not in card:
                return card
            self.face_up += 1
            if self.face_up == 2:
                raise Void("BJ-M1")
        # Somebody is a card short (BJ-M3).
        raise Void("BJ-M3")


def settle(document: dict[str, Any]) -> dict[str, Any]:
    """Answer a settlement document; a refusal carries its clause and no reason."""
    try:
        return play(document, FromDocument(document["seats"]))
    except Refused as refusal:
        return {"refused": True, "clause": refusal.clause}


def play(document: dict[str, Any], decider: Decider) -> dict[str, Any]:
    """Play a round to its end and answer it; what the rules do not let stand is raised."""
    settings = settings_of(document)
    check_settings(settings)
    check_seats(settings, document["seats"])
    players = [Player(seat) for seat in document["seats"]]
    in_order = sorted(players, key=lambda player: int(player.seat["seat"]))
    shoe = Shoe(document["shoe"])
    try:
        dealer = deal(settings, shoe, in_order)
        for player in in_order:
            settle_initial_suit(settings, player)
        for player in in_order:
            take_insurance(settings, player, dealer[0], decider)
        for player in in_order:
            play_seat(settings, shoe, player, decider)
        dealer_hands = play_dealer(settings, shoe, dealer, in_order)
    except Void as void:
        nothing = [{"seat": player.seat["seat"], "net": 0} for player in players]
        return {"void": True, "clause": void.clause, "seats": nothing}
    shown = [{"cards": cards, "total": total_of(cards), "blackjack": is_blackjack(cards)} for cards in dealer_hands]
    answers = [answer_seat(settings, player, dealer_hands) for player in players]
    return {"dealer": shown, "seats": answers, "used": shoe.used}


def deal(settings: dict[str, Any], shoe: Shoe, players: list[Player]) -> list[str]:
    """Burn, deal two cards to each seat, and return the dealer's cards, the first of which is up (BJ-H3, H4)."""
    for _ in range(settings["burn"]):
        shoe.draw()
    for player in players:
        player.hands = [Hand([shoe.draw()], wagers_of(player.seat))]
    dealer = [shoe.draw()]
    for player in players:
        player.hands[0].cards.append(shoe.draw())
    if not settings["multiple_action"]:
        # In multiple action the second card comes after the players (BJ-L5, Q24).
        dealer.append(shoe.draw())
    return dealer


def settle_initial_suit(settings: dict[str, Any], player: Player) -> None:
    """Settle the wager on the first two cards (BJ-K3a, K5)."""
    wager = player.seat.get("initial_suit")
    if wager is None:
        return
    cards = player.hands[0].cards
    is_won = is_one_suit(cards)
    odds = settings["same_suit_odds"]
    if settings["initial_suit"] == "king_queen":
        is_won = is_won and sorted(card[0] for card in cards) == ["K", "Q"]
        odds = settings["king_queen_odds"]
    player.initial_suit = wager * odds if is_won else -wager


def take_insurance(settings: dict[str, Any], player: Player, up: str, decider: Decider) -> None:
    """Take the insurance wagers of a seat: offered, under an ace, at most half of each wager (BJ-J6, A4, Q21)."""
    player.insurance = decider.insurance(player.seat, up)
    if player.insurance is None:
        return
    wagers = wagers_of(player.seat)
    if len(player.insurance) != len(wagers):
        raise Refused("BJ-L4")
    for wager, insured in zip(wagers, player.insurance, strict=True):
        if insured is None:
            continue
        if not settings["insurance"]:
            raise Refused("BJ-J6")
        if up[0] != "A":
            raise Refused("BJ-A4")
        if 2 * insured > wager:
            raise Refused("Q21")


def is_open(hand: Hand) -> bool:
    """Tell whether the player still has a decision on a hand (BJ-H7)."""
    return not hand.is_ended and total_of(hand.cards) < 21


def play_seat(settings: dict[str, Any], shoe: Shoe, player: Player, decider: Decider) -> None:
    """Play the hands of a seat from left to right, each to its end before the next gets a card (BJ-H5, Q20)."""
    turn = "BJ-I6" if settings["pitch"] else "BJ-H5"
    place = 0
    while place < len(player.hands):
        hand = player.hands[place]
        if len(hand.cards) == 1:
            give_card(settings, shoe, player, hand, hand.waiting_hit_wager)
            hand.is_ended = hand.is_split_ace
        while len(hand.cards) > 1 and is_open(hand):
            said = decider.act(player.seat, hand, len(player.hands))
            if said is None:
                raise Refused(turn)
            act, hit_wager = (said["act"], said.get("hit_wager")) if isinstance(said, dict) else (said, None)
            check_act(settings, hand, act, len(player.hands))
            check_hit_wager(settings, hand, act, hit_wager)
            do_act(settings, shoe, player, hand, act, hit_wager=hit_wager)
        if len(hand.cards) > 1:
            place += 1
    if decider.has_more(player.seat):
        raise Refused(turn)


def check_act(settings: dict[str, Any], hand: Hand, act: str, hands: int) -> None:
    """Refuse an act that is not open on a hand: first what the house does not offer, then what the cards forbid."""
    is_pair = len(hand.cards) == 2 and value_of(hand.cards[0]) == value_of(hand.cards[1])
    faults = {
        "double": [
            ("BJ-J7", not settings["double"]),
            ("BJ-J7", hand.is_split and not settings["das"]),
            ("BJ-A2", len(hand.cards) != 2),
        ],
        "split": [
            ("BJ-J8", not settings["split"]),
            ("BJ-A6", not is_pair),
            ("BJ-J8" if settings["multiple_action"] else "Q20", hands >= settings["max_hands"]),
        ],
        "surrender": [
            ("BJ-J5", settings["surrender"] == "none"),
            ("BJ-A7", len(hand.cards) != 2 or hand.is_split),
        ],
    }
    for clause, is_fault in faults.get(act, []):
        if is_fault:
            raise Refused(clause)


def check_hit_wager(settings: dict[str, Any], hand: Hand, act: str, hit_wager: int | list[int | None] | None) -> None:
    """Refuse a hit wager that the suits, the split or the single deck forbid (BJ-K1b, K2c, K6)."""
    amounts = hit_wager if isinstance(hit_wager, list) else [hit_wager]
    for amount in amounts:
        if amount is None:
            continue
        if not settings["hit_wagers"] or act in ("stand", "surrender"):
            # Not offered, or there is no hit card to wager on.
            raise Refused("BJ-K1b")
        if act == "split" and not (settings["hit_split"] and is_one_suit(hand.cards)):
            raise Refused("BJ-K6e")
        if hand.is_split and not hand.is_split_suited and act != "split":
            raise Refused("BJ-K6e")
        if not is_one_suit(hand.cards):
            # Two first cards of two suits open no hit wager; a later card of another suit ends it.
            raise Refused("BJ-K6d" if hand.is_split or is_one_suit(hand.cards[:2]) else "BJ-K6a")
        if settings["decks"] == 1 and amount > sum(hand.wagers):
            raise Refused("BJ-K2c")


def do_act(settings: dict[str, Any], shoe: Shoe, player: Player, hand: Hand, act: str, *, hit_wager: Any) -> None:
    """Carry out an act that may be done."""
    if act == "hit":
        give_card(settings, shoe, player, hand, hit_wager)
    elif act == "double":
        # As much again on each wager, and one card (BJ-A2, H7b, L3).
        hand.staked = [2 * wager for wager in hand.wagers]
        give_card(settings, shoe, player, hand, hit_wager)
        hand.is_ended = True
    elif act == "split":
        split(settings, player, hand, hit_wager or [None, None])
    else:
        hand.is_surrendered = act == "surrender"
        hand.is_ended = True


def split(settings: dict[str, Any], player: Player, hand: Hand, hit_wagers: list[int | None]) -> None:
    """Make two hands of one, the new one to the right of the old, an equal wager on each (BJ-A6)."""
    is_aces = hand.cards[0][0] == "A"
    is_suited = is_one_suit(hand.cards) and settings["hit_split"]
    new = Hand([hand.cards.pop()], hand.wagers)
    player.hands.insert(player.hands.index(hand) + 1, new)
    for half, hit_wager in zip((hand, new), hit_wagers, strict=True):
        half.is_split = True
        half.is_split_ace = is_aces
        half.is_split_suited = is_suited
        half.waiting_hit_wager = hit_wager


def give_card(settings: dict[str, Any], shoe: Shoe, player: Player, hand: Hand, hit_wager: int | None) -> None:
    """Deal a card to a hand and settle the hit wager on it at once (BJ-H6, K6b, K6c)."""
    hand.cards.append(shoe.draw())
    if hit_wager is not None:
        player.hit_wagers.append(hit_wager * settings["hit_odds"] if is_one_suit(hand.cards) else -hit_wager)


def play_dealer(settings: dict[str, Any], shoe: Shoe, dealer: list[str], players: list[Player]) -> list[list[str]]:
    """Return the dealer's hands when all of them are drawn (BJ-H8, L5 to L9)."""
    hands = [hand for player in players for hand in player.hands]
    if not settings["multiple_action"]:
        if any(hand.needs_the_dealer() for hand in hands):
            draw_dealer(settings, shoe, dealer)
        return [dealer]
    # A dealer hand is played as long as a wager or an insurance remains on it or on a later one (BJ-L4, L6b, L8).
    # A blackjack has won where the first card cannot become one (BJ-J4a): nothing is dealt for it.
    can_tie = value_of(dealer[0]) >= 10
    standing = [len(hand.wagers) for hand in hands if not hand.is_bust() and (can_tie or not hand.has_blackjack())]
    for player in players:
        standing += [place for place, wager in enumerate(player.insurance or [], 1) if wager is not None]
    dealt = []
    for number in range(max(standing, default=0)):
        cards = [dealer[0], shoe.draw()]
        if any(hand.needs_the_dealer() and number < len(hand.wagers) for hand in hands):
            draw_dealer(settings, shoe, cards)
        dealt.append(cards)
    return dealt


def draw_dealer(settings: dict[str, Any], shoe: Shoe, cards: list[str]) -> None:
    """Draw to a dealer's hand until it stands: hard 17 or 18 and more, at some houses soft 17 (BJ-H8a)."""
    while total_of(cards) < 17 or (total_of(cards) == 17 and is_soft(cards) and settings["h17"]):
        cards.append(shoe.draw())
