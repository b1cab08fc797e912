"""The double-zero cloth a second time, from the definitions of the wagers and by arithmetic instead of geometry.

It shares no code with `pitboss`: the tests of both double-zero houses hold the layout and the settlement to it.
"""

from collections.abc import Iterable

NUMBERS = range(1, 37)
POCKETS = ("0", "00", *map(str, NUMBERS))


def is_red(number: int) -> bool:
    """Tell whether a number is red: the odd ones of 1–10 and 19–28, the even ones of 11–18 and 29–36."""
    is_odd = number % 2 == 1
    return is_odd if number <= 10 or 19 <= number <= 28 else not is_odd


def inside() -> dict[str, set[str]]:
    """Map each inside wager to the pockets it covers."""
    wagers = {f"straight:{pocket}": {pocket} for pocket in POCKETS}
    groups = [(n, n + 1) for n in NUMBERS if n % 3] + [(n, n + 3) for n in NUMBERS if n <= 33]
    wagers |= {f"split:{a}-{b}": {str(a), str(b)} for a, b in groups}
    wagers |= {f"split:{pair}": set(pair.split("-")) for pair in ("0-1", "0-2", "0-00", "00-2", "00-3")}
    wagers |= {f"row:{n}-{n + 1}-{n + 2}": {str(n), str(n + 1), str(n + 2)} for n in range(1, 37, 3)}
    wagers |= {f"triple:{three}": set(three.split("-")) for three in ("0-1-2", "0-00-2", "00-2-3")}
    fours = [(n, n + 1, n + 3, n + 4) for n in NUMBERS if n % 3 and n <= 32]
    wagers |= {f"corner:{'-'.join(map(str, four))}": set(map(str, four)) for four in fours}
    wagers |= {"first_five:0-00-1-2-3": {"0", "00", "1", "2", "3"}}
    wagers |= {f"six:{n}-{n + 5}": {str(n + step) for step in range(6)} for n in range(1, 32, 3)}
    return wagers


def outside() -> dict[str, set[str]]:
    """Map each outside wager to the pockets it covers; a zero is in none of them."""
    chosen: dict[str, Iterable[int]] = {f"column:{c}": range(c, 37, 3) for c in (1, 2, 3)}
    chosen |= {"dozen:1": range(1, 13), "dozen:2": range(13, 25), "dozen:3": range(25, 37)}
    chosen |= {"red": [n for n in NUMBERS if is_red(n)], "black": [n for n in NUMBERS if not is_red(n)]}
    chosen |= {"odd": range(1, 37, 2), "even": range(2, 37, 2)}
    chosen |= {"low": range(1, 19), "high": range(19, 37)}
    return {bet: set(map(str, numbers)) for bet, numbers in chosen.items()}


WAGERS = {**inside(), **outside()}
"""Every wager of the cloth to the pockets it wins on."""


def of_kind(kind: str) -> dict[str, set[str]]:
    """Return the wagers of one kind."""
    return {bet: covers for bet, covers in WAGERS.items() if bet.partition(":")[0] == kind}
