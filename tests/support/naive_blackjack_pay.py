"""The hands of naive blackjack and what they come to, once the dealer's hands are known.

Nothing is shared with the package, so that a slip there is no slip here.
"""

from typing import Any

from tests.support.naive_blackjack_rules import is_blackjack, total_of, whole

__all__ = ["Hand", "Player", "answer_seat"]

CLAUSES = {
    "win": "BJ-J1",
    "lose": "BJ-J2",
    "bust": "BJ-J2",
    "push": "BJ-J3",
    "blackjack": "BJ-J4",
    "surrender": "BJ-J5",
}


class Hand:
    """A player's hand: its cards, the original wagers, what is staked by now, and how it came to be."""

    def __init__(self, cards: list[str], wagers: list[int]) -> None:
        self.cards = cards
        self.wagers = wagers
        self.staked = list(wagers)
        self.is_split = False
        self.is_split_ace = False
        self.is_split_suited = False
        self.is_ended = False
        self.is_surrendered = False
        # The hit wager on the second card of a hand made by splitting, until that card falls.
        self.waiting_hit_wager: int | None = None

    def is_bust(self) -> bool:
        """Tell whether the hand has more than 21 (BJ-J2a)."""
        return total_of(self.cards) > 21

    def has_blackjack(self) -> bool:
        """Tell whether the hand is a blackjack, which no split hand is (BJ-A1)."""
        return is_blackjack(self.cards) and not self.is_split

    def needs_the_dealer(self) -> bool:
        """Tell whether the dealer's drawing can change anything for the hand (BJ-H8b)."""
        return not self.is_bust() and not self.is_surrendered and not self.has_blackjack()


class Player:
    """A seat in play: its entry in the document, its hands, and what its side wagers came to."""

    def __init__(self, seat: dict[str, Any]) -> None:
        self.seat = seat
        self.hands: list[Hand] = []
        self.initial_suit: int | None = None
        self.hit_wagers: list[int] = []
        self.insurance: list[int | None] | None = None


def answer_seat(settings: dict[str, Any], player: Player, dealer_hands: list[list[str]]) -> dict[str, Any]:
    """Answer a seat: its hands, then its side wagers where it had any, and the sum of them all."""
    hands = []
    net = 0
    for place, hand in enumerate(player.hands):
        answer = answer_hand(settings, hand, dealer_hands, is_first=place == 0)
        hands.append(answer)
        net += sum(answer["net"])
    answer = {"seat": player.seat["seat"], "hands": hands}
    if player.initial_suit is not None:
        answer["initial_suit"] = player.initial_suit
        net += player.initial_suit
    if player.hit_wagers:
        answer["hit_wagers"] = player.hit_wagers
        net += sum(player.hit_wagers)
    if player.insurance is not None:
        answer["insurance"] = pay_insurance(player.insurance, dealer_hands)
        net += sum(answer["insurance"])
    answer["net"] = net
    return answer


def pay_insurance(wagers: list[int | None], dealer_hands: list[list[str]]) -> list[int]:
    """Pay two to one on each dealer hand that is a blackjack, take the others (BJ-A4, L4, Q21)."""
    paid = []
    for number, wager in enumerate(wagers):
        if wager is None:
            paid.append(0)
        elif is_blackjack(dealer_hands[number]):
            paid.append(2 * wager)
        else:
            paid.append(-wager)
    return paid


def answer_hand(
    settings: dict[str, Any], hand: Hand, dealer_hands: list[list[str]], *, is_first: bool
) -> dict[str, Any]:
    """Answer a hand against every dealer hand on which it has a wager."""
    outcomes = []
    nets = []
    for number, wager in enumerate(hand.wagers):
        # Where all hands are bust the dealer may have none (BJ-L6a).
        dealer = dealer_hands[number] if number < len(dealer_hands) else []
        outcome = outcome_of(settings, hand, dealer)
        is_saved = settings["dealer_bj"] == "original" and is_blackjack(dealer)
        if outcome == "lose" and is_saved:
            # Only what was staked at first is lost, and that lies on the first hand (Q19).
            nets.append(-wager if is_first else 0)
        else:
            nets.append(net_of(settings, outcome, wager, hand.staked[number]))
        outcomes.append(outcome)
    return {
        "cards": hand.cards,
        "total": total_of(hand.cards),
        "outcome": outcomes,
        "staked": hand.staked,
        "net": nets,
        "clause": CLAUSES[outcomes[0]],
    }


def outcome_of(settings: dict[str, Any], hand: Hand, dealer: list[str]) -> str:
    """Return how a hand ends against one dealer hand (BJ-J1 to J5)."""
    player_total = total_of(hand.cards)
    dealer_total = total_of(dealer)
    if player_total > 21:
        # No matter what the dealer has.
        return "bust"
    if hand.is_surrendered:
        is_barred = is_blackjack(dealer) and (dealer[0][0] == "A" or settings["surrender"] == "late")
        return "lose" if is_barred else "surrender"
    if hand.has_blackjack():
        return "push" if is_blackjack(dealer) else "blackjack"
    if is_blackjack(dealer):
        # A simple 21 ties with it only where the house says so (BJ-J3).
        return "push" if player_total == 21 and settings["push21"] else "lose"
    if dealer_total > 21 or player_total > dealer_total:
        return "win"
    return "push" if player_total == dealer_total else "lose"


def net_of(settings: dict[str, Any], outcome: str, wager: int, staked: int) -> int:
    """Return what a player is up or down by an outcome, in cents."""
    if outcome == "win":
        return staked
    if outcome == "push":
        return 0
    if outcome == "blackjack":
        win, stake = settings["bj_pays"]
        return whole(wager * win, stake, settings["rounding"])
    if outcome == "surrender":
        # What is given over is half the wager, so it is that half which is rounded (BJ-A7).
        return -whole(wager, 2, settings["rounding"])
    return -staked
