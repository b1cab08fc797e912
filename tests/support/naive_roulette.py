"""Roulette a second time, from the definitions alone: which wagers there are, what wins, what it pays, in which order.

Nothing here reads the layout, the editions or the pay table: red numbers, columns, odds and the order of payment are
written down again, so that a mistake would have to be made twice.
"""

from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
EVEN_CHANCES = ("red", "black", "odd", "even", "low", "high")
BY_KIND = {"straight": 35, "split": 17, "row": 11, "triple": 11, "corner": 8, "six": 5, "column": 2, "dozen": 2}
ODDS = {
    ONEIDA: {**BY_KIND, "first_five": 6, **dict.fromkeys(EVEN_CHANCES, 1)},
    HOIAN: {**BY_KIND, "first_four": 8, **dict.fromkeys(EVEN_CHANCES, 1)},
    SEABROOK: {**BY_KIND, "first_five": 6, **dict.fromkeys(EVEN_CHANCES, 1)},
}
LIMITS = {ONEIDA: (1, 10**12), HOIAN: (1, 10**12), SEABROOK: (100, 400)}
ZEROS = {ONEIDA: ("0", "00"), HOIAN: ("0",), SEABROOK: ("0", "00")}
WITH_ZEROS = {
    2: "split:0-00 split:0-1 split:0-2 split:00-2 split:00-3 triple:0-1-2 triple:0-00-2 triple:00-2-3 "
    "first_five:0-00-1-2-3",
    1: "split:0-1 split:0-2 split:0-3 triple:0-1-2 triple:0-2-3 first_four:0-1-2-3",
}


def written_bets(house):
    """List every wager of a house, from the definitions."""
    numbers = range(1, 37)
    return [
        *(f"straight:{n}" for n in (*ZEROS[house], *numbers)),
        *WITH_ZEROS[len(ZEROS[house])].split(),
        *(f"split:{n}-{n + 3}" for n in range(1, 34)),
        *(f"split:{n}-{n + 1}" for n in numbers if n % 3),
        *(f"row:{n}-{n + 1}-{n + 2}" for n in range(1, 37, 3)),
        *(f"corner:{n}-{n + 1}-{n + 3}-{n + 4}" for n in range(1, 33) if n % 3),
        *(f"six:{n}-{n + 5}" for n in range(1, 34, 3)),
        *(f"{kind}:{n}" for kind in ("column", "dozen") for n in (1, 2, 3)),
        *EVEN_CHANCES,
    ]


def wins(bet, pocket):
    """Tell whether a bet wins, from the definitions; no zero belongs to any outside wager."""
    kind, _, rest = bet.partition(":")
    if kind not in (*EVEN_CHANCES, "column", "dozen", "six"):
        return pocket in rest.split("-")
    if pocket in ("0", "00"):
        return False
    number = int(pocket)
    if kind == "six":
        first, last = map(int, rest.split("-"))
        return first <= number <= last
    if kind in ("column", "dozen"):
        return int(rest) == ((number - 1) % 3 + 1 if kind == "column" else (number - 1) // 12 + 1)
    is_red, is_odd, is_low = number in RED, number % 2 == 1, number <= 18
    return {"red": is_red, "black": not is_red, "odd": is_odd, "even": not is_odd, "low": is_low, "high": not is_low}[
        kind
    ]


def naive(house, bet, stake, pocket):
    """Return what becomes of a wager, and what it is paid."""
    return ("win", stake * ODDS[house][bet.partition(":")[0]]) if wins(bet, pocket) else ("lose", 0)


BETS = {house: written_bets(house) for house in HOUSES}
POCKETS = {house: [*ZEROS[house], *map(str, range(1, 37))] for house in HOUSES}


def distance(bet):
    """Return how far from the wheel a bet on numbers lies: the columns of its first and last box, added."""
    first, *_, last = bet.partition(":")[2].split("-")
    return sum(0 if number in ("0", "00") else (int(number) + 2) // 3 for number in (first, last))


def turn(house, bet, pocket):
    """Return a bet's turn in the order of payment, as Hoi An writes it; the other houses have none."""
    if house != HOIAN:
        return 0
    kind = bet.partition(":")[0]
    order = ["column", *EVEN_CHANCES, "dozen", "six", "row", "corner", "split", "straight"]
    if pocket in ("0", "1", "2", "3"):
        order = ["column", *EVEN_CHANCES, "dozen", "six", "first_four", "row", "corner", "triple", "split", "straight"]
    rank = order.index("red" if kind in EVEN_CHANCES else kind)
    return rank, -distance(bet) if kind in ("six", "corner", "split") else 0
