"""The arithmetic of naive blackjack, and what may stand on the table before the first card: no round is played here.

Nothing is shared with the package, so that a slip there is no slip here. Speed is no aim.
"""

from typing import Any

__all__ = [
    "DEFAULTS",
    "Refused",
    "Void",
    "check_seats",
    "check_settings",
    "is_blackjack",
    "is_one_suit",
    "is_soft",
    "settings_of",
    "total_of",
    "value_of",
    "wagers_of",
    "whole",
]

DEFAULTS: dict[str, Any] = {
    "decks": 6,
    "burn": 1,
    "h17": True,
    "bj_pays": [3, 2],
    "dealer_bj": "all",
    "surrender": "none",
    "insurance": True,
    "double": True,
    "das": True,
    "split": True,
    "push21": False,
    "initial_suit": None,
    "same_suit_odds": 3,
    "king_queen_odds": 10,
    "hit_wagers": True,
    "hit_odds": 3,
    "hit_split": True,
    "multiple_action": 0,
    "pitch": False,
    "face_down": False,
    "rounding": "exact",
    "progressive": False,
    "bonus": False,
    "streak": False,
}
"""What holds where a document is silent; `max_hands` depends on another setting and is filled in below."""

SEATS_MAX = 7


class Refused(Exception):
    """The rules do not let this stand; the clause says which of them."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


class Void(Exception):
    """The round came to nothing and every wager is given back; the clause says why."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def settings_of(document: dict[str, Any]) -> dict[str, Any]:
    """Return all settings of a document, those it leaves out included."""
    settings = {**DEFAULTS, **document.get("settings", {})}
    if "max_hands" not in settings:
        # One split in multiple action makes two hands (BJ-J8); four are usual elsewhere (Q20).
        settings["max_hands"] = 2 if settings["multiple_action"] else 4
    return settings


def wagers_of(seat: dict[str, Any]) -> list[int]:
    """Return the wagers of a seat, one for each dealer hand it plays against."""
    return list(seat["wager"]) if isinstance(seat["wager"], list) else [seat["wager"]]


def value_of(card: str) -> int:
    """Return the points of a card, an ace as eleven (BJ-F1, F2, F3)."""
    if card[0] == "A":
        return 11
    if card[0] in "TJQK":
        return 10
    return int(card[0])


def total_of(cards: list[str]) -> int:
    """Return the score of some cards: each ace is eleven until that is too much, then one (BJ-F3)."""
    total = sum(value_of(card) for card in cards)
    for card in cards:
        if card[0] == "A" and total > 21:
            total -= 10
    return total


def is_soft(cards: list[str]) -> bool:
    """Tell whether an ace still counts eleven: the score is not a hard total (BJ-A3)."""
    with_aces_as_one = sum(1 if card[0] == "A" else value_of(card) for card in cards)
    return total_of(cards) != with_aces_as_one


def is_blackjack(cards: list[str]) -> bool:
    """Tell whether the first two cards are an ace and a ten; that they come from no split is for others to know."""
    return len(cards) == 2 and total_of(cards) == 21


def is_one_suit(cards: list[str]) -> bool:
    """Tell whether all cards have the suit of the first."""
    return all(card[1] == cards[0][1] for card in cards)


def whole(numerator: int, denominator: int, rounding: str) -> int:
    """Return a fraction of cents in whole cents, by the house's rounding."""
    down = numerator // denominator
    rest = numerator - down * denominator
    if rest == 0 or rounding == "down":
        return down
    if rounding == "up":
        return down + 1
    if rounding == "half_up":
        return down + 1 if 2 * rest >= denominator else down
    # The wagers were checked before the first card, so that none is left that could come here.
    raise ValueError((numerator, denominator, rounding))


def check_settings(settings: dict[str, Any]) -> None:
    """Refuse what a house may not choose, with the clause that bounds it."""
    is_multiple = settings["multiple_action"] != 0
    is_pitch = settings["pitch"]
    faults = [
        ("BJ-B4", settings["decks"] < 1),
        ("BJ-I2", is_pitch and settings["decks"] > 2),
        ("BJ-I4" if is_pitch else "BJ-H3", settings["burn"] < 1),
        # From the shoe every card to a player falls face up; only pitch leaves the house a choice.
        ("BJ-H4a", settings["face_down"] and not is_pitch),
        ("BJ-K5a", settings["same_suit_odds"] > 3),
        ("BJ-K5b", settings["king_queen_odds"] > 10),
        ("BJ-K6b", settings["hit_odds"] > 3),
        ("BJ-L1", settings["multiple_action"] not in (0, 2, 3)),
        ("BJ-L1", is_multiple and (settings["progressive"] or settings["bonus"] or settings["streak"])),
        # Multiple action is dealt from the shoe.
        ("BJ-L3", is_multiple and is_pitch),
        ("BJ-J5", is_multiple and settings["surrender"] != "none"),
        ("BJ-J8", is_multiple and settings["max_hands"] > 2),
    ]
    for clause, is_fault in faults:
        if is_fault:
            raise Refused(clause)


def check_seats(settings: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    """Refuse seats that are not there, and wagers that cannot be taken before the first card."""
    numbers = [seat["seat"] for seat in seats]
    if not numbers:
        raise Refused("BJ-G4")
    if len(set(numbers)) < len(numbers) or min(numbers) < 1 or max(numbers) > SEATS_MAX:
        raise Refused("BJ-B1")
    for seat in seats:
        wagers = wagers_of(seat)
        if settings["multiple_action"] and not 2 <= len(wagers) <= settings["multiple_action"]:
            raise Refused("BJ-L2")
        for wager in wagers:
            if not pays_whole_cents(settings, wager):
                raise Refused("Q29")
        optional = seat.get("initial_suit")
        if optional is not None:
            if settings["initial_suit"] is None:
                raise Refused("BJ-K1a")
            if settings["decks"] == 1 and optional > sum(wagers):
                raise Refused("BJ-K2c")


def pays_whole_cents(settings: dict[str, Any], wager: int) -> bool:
    """Tell whether everything that a wager may come to is a whole number of cents, or is rounded to one (Q29)."""
    if settings["rounding"] != "exact":
        return True
    win, stake = settings["bj_pays"]
    is_blackjack_whole = wager * win % stake == 0
    is_half_whole = wager % 2 == 0 or settings["surrender"] == "none"
    return is_blackjack_whole and is_half_whole
