"""The text of a bet, as it is called at the window, and what it costs.

A bet is an amount for each combination, a pool, a form where it has a word, and runners by program number::

    $2 WN 4   $2 PL 4   $2 SH 4   $2 ACROSS 4      win, place, show; across is one bet in each of the three
    $2 EX 1/4   $1 TRI 5/1,2/ALL   $1 SUPER 1/2/3/4   positions between strokes, runners of one between commas
    $2 QU 1-4   $2 QU 1,2-ALL                      the two sides of a quinella, which has no order
    $2 DD 1/2,3   $2 P3 1/2,3/ALL   $2 P6 …        legs between strokes: daily double, pick three, pick six
    $2 TT 1/2/3                                    twin trifecta: the first half; the second is chosen on exchange
    $2 EX BOX 1,4,7                                every order of the runners; over races, all of them in each leg
    $2 EX KEY 1/4,7                                the key first, or in the first leg, and the others behind it
    $2 EX WHEEL 1/ALL   WHEEL ALL/1   WHEEL BOTH 1/ALL   an exacta's key on top, below, or both ways
    $1 TRI ANY 1,2,3+4,5                           a runner of each group among the first three, in every order

Pools may be written in full (WIN, EXACTA or PERFECTA, TRIFECTA, DOUBLE, PICK3 …) and come back short. The word WHEEL
may stand before any runners with ALL; written out it is for the exacta wheel only. In a bet on groups each group
needs a runner of its own, and a position that is left over takes anybody. Amounts are dollars, with two decimals or
none. Words are in capitals with one space between them, and nothing is trimmed or guessed. Every text here is a bet;
whether a house sells it is for its edition to say (`rules.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NoReturn

from pitboss.errors import BadNotation, InputError
from pitboss.tote.bet_text import ALL, BetText, Direction, Form, Part, direction_of, form_of, separator, shown
from pitboss.tote.combos import LEGS, POSITIONS, Masks, combinations_of
from pitboss.tote.races import Race

__all__ = ["ALL", "BetText", "called", "combinations", "cost", "format_bet", "masks_of", "parse_bet"]

_KINDS: Final = {
    "WN": "win",
    "PL": "place",
    "SH": "show",
    "ACROSS": "across_the_board",
    "EX": "exacta",
    "QU": "quinella",
    "TRI": "trifecta",
    "SUPER": "superfecta",
    "DD": "double",
    "P3": "pick3",
    "P6": "pick6",
    "TT": "twin_trifecta",
}
_WORDS: Final = {kind: word for word, kind in _KINDS.items()}
_LONGER: Final = {
    "WIN": "WN",
    "PLACE": "PL",
    "SHOW": "SH",
    "EXACTA": "EX",
    "PERFECTA": "EX",
    "QUINELLA": "QU",
    "TRIFECTA": "TRI",
    "SUPERFECTA": "SUPER",
    "DOUBLE": "DD",
    "PICK3": "P3",
    "PICK6": "P6",
    "TWIN": "TT",
}
"""What people say in full, read as the short word and written as it."""
_RUNNERS: Final = ("1", "4", "2", "3", "6", "5")
_FORMS: Final[dict[str, Form]] = {"BOX": "box", "KEY": "key_box", "WHEEL": "wheel", "ANY": "any_order"}
_FORM_WORDS: Final = {"box": "BOX ", "key_box": "KEY ", "any_order": "ANY "}
_DIRECTION_WORDS: Final = {None: "", "top": "WHEEL ", "below": "WHEEL ", "both": "WHEEL BOTH "}
_AMOUNT: Final = re.compile(r"\$(?P<dollars>0|[1-9][0-9]*)(?:\.(?P<cents>[0-9]{2}))?")
_TEXT_MAX: Final = 1000  # characters: six legs of forty runners, and an integer that is cheap to read
_INTERESTS_MAX: Final = 99


class _Words:
    """The words of a text one after the other, and the column (from 1) at which each thing read stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.columns: dict[str, int] = {}
        self._left = text.split(" ")
        self._column = 1

    def peek(self) -> str | None:
        return self._left[0] if self._left else None

    def take(self, field: str, expected: str) -> str:
        """Return the next word and note its column."""
        self.columns[field] = min(self._column, len(self.text) + 1)
        if not self._left:
            self.refuse(field, expected, None)
        word = self._left.pop(0)
        self._column += len(word) + 1
        return word

    def refuse(self, field: str, expected: str, found: str | None) -> NoReturn:
        """Raise for what stands at a field's column."""
        reason = f"expected {expected}, found {'the end' if found is None else shown(found)}"
        raise BadNotation(reason, field=f"column {self.columns[field]}", value=self.text)


def parse_bet(text: str) -> BetText:
    """Read a bet.

    Raises:
        BadNotation: for what is no bet; it has the text, the column and what was expected there.

    >>> parse_bet("$0.50 EX KEY 1/4,7")
    BetText(kind='exacta', amount=50, form='key_box', parts=(('4', '7'),), key='1', direction=None)
    >>> parse_bet("$2 EX 1/x")
    Traceback (most recent call last):
    pitboss.errors.BadNotation: field column 9: '$2 EX 1/x': expected a program number such as 4 or 1A, found 'x'
    """
    if not isinstance(text, str) or len(text) > _TEXT_MAX:
        reason = f"expected a bet as text of up to {_TEXT_MAX} characters, such as $2 EX 1/4"
        raise BadNotation(reason, field="column 1", value=text)
    return _parsed(text)


@lru_cache(maxsize=512)
def _parsed(text: str) -> BetText:
    """Read a text once: the same bets are called again and again."""
    words = _Words(text)
    amount = _amount(words)
    kinds = f"one of {', '.join(_KINDS)}"
    word = words.take("kind", kinds)
    short = _LONGER.get(word, word)
    if short not in _KINDS:
        words.refuse("kind", kinds, word)
    bet = _read(words, _KINDS[short], amount)
    if (extra := words.peek()) is not None:
        words.take("end", "the end")
        words.refuse("end", "the end", extra)
    return bet


def _amount(words: _Words) -> int:
    expected = "an amount such as $2 or $0.50"
    word = words.take("amount", expected)
    match = _AMOUNT.fullmatch(word)
    if match is None:
        words.refuse("amount", expected, word)
    return int(match["dollars"]) * 100 + int(match["cents"] or 0)


def _read(words: _Words, kind: str, amount: int) -> BetText:
    """Read form and runners; what is wrong with the bet they make is said with its column."""
    named = _FORMS[words.take("form", "")] if words.peek() in _FORMS else None
    both = named == "wheel" and words.peek() == "BOTH"
    if both:
        words.take("direction", "")
    word = words.take("runners", "BOX, KEY, WHEEL, ANY or runners" if named is None else "runners")
    key, parts = _runners(words, word, kind, named)
    form = named or form_of(parts)
    direction: Direction | None = "both" if both else direction_of(kind, form, parts)
    try:
        return BetText(kind, amount, form, parts, key, direction)
    except BadNotation as error:
        # A form without its word, and parts as a whole, stand where the runners do.
        column = words.columns.get(error.field or "", words.columns["runners"])
        raise BadNotation(error.reason, field=f"column {column}", value=words.text) from None


def _runners(words: _Words, word: str, kind: str, form: Form | None) -> tuple[str | None, tuple[Part, ...]]:
    """Return the key and the parts that a word of runners names, and note the column of every number."""
    column, key = words.columns["runners"], None
    if form == "key_box":
        key, stroke, word = word.partition("/")
        words.columns["key"] = column
        column += len(key + stroke)
        if not stroke:
            words.refuse("runners", "a key, a stroke and the others, such as 1/4,7", key)
    parts: list[Part] = []
    for piece in [word] if form in ("box", "key_box") else word.split(separator(kind, form)):
        words.columns[f"parts[{len(parts)}]"] = start = column
        for index, number in enumerate(piece.split(",")):
            words.columns[f"parts[{len(parts)}][{index}]"] = start
            start += len(number) + 1
        parts.append(ALL if piece == ALL else tuple(piece.split(",")))
        column += len(piece) + 1
    return key, tuple(parts)


def format_bet(bet: BetText) -> str:
    """Write a bet; `parse_bet` reads it back equal.

    >>> format_bet(BetText("trifecta", 120, "wheel", (("5",), ("1", "2"), ALL)))
    '$1.20 TRI 5/1,2/ALL'
    """
    dollars, cents = divmod(bet.amount, 100)
    form = _FORM_WORDS.get(bet.form, _DIRECTION_WORDS[bet.direction])
    key = "" if bet.key is None else f"{bet.key}/"
    parts = separator(bet.kind, bet.form).join(part if part == ALL else ",".join(part) for part in bet.parts)
    return f"${dollars}{f'.{cents:02}' if cents else ''} {_WORDS[bet.kind]} {form}{key}{parts}"


def called() -> dict[str, tuple[str, str]]:
    """Return for each kind of bet the word by which it is called at the window, and runners for an example.

    >>> [called()[kind] for kind in ("trifecta", "quinella", "win")]
    [('TRI', '1/4/2'), ('QU', '1-4'), ('WN', '1')]
    """
    places = {kind: POSITIONS.get(kind) or LEGS.get(kind, 1) for kind in _WORDS}
    return {kind: (word, separator(kind, None).join(_RUNNERS[: places[kind]])) for kind, word in _WORDS.items()}


def combinations(bet: BetText, sizes: Sequence[int]) -> int:
    """Count the combinations of a bet, given how many betting interests each race of its pool has.

    The numbers named count as different interests; where a bet may name two runners of one entry, count the rows of
    `masks_of` instead. Across the board counts three. Nought where the races are too small for the form.

    >>> [combinations(parse_bet(text), [8]) for text in ("$2 EX WHEEL BOTH 1/ALL", "$1 TRI ANY 1,2,3+4,5")]
    [14, 162]
    """
    _refuse_races(bet, len(sizes), "sizes")
    seen: list[dict[str, int]] = [{} for _ in sizes]
    for place, part in enumerate(bet.placed):
        for number in () if part == ALL else part:
            known = seen[bet.race_of(place)]
            known.setdefault(number, len(known))
    for race, (size, known) in enumerate(zip(sizes, seen, strict=True)):
        if type(size) is not int or not max(len(known), 1) <= size <= _INTERESTS_MAX:
            reason = f"expected from {max(len(known), 1)} to {_INTERESTS_MAX} betting interests for {format_bet(bet)}"
            raise InputError(reason, field=f"sizes[{race}]", value=size)
    rows = bet.rows([(1 << size) - 1 for size in sizes], lambda race, number: seen[race][number])
    return sum(combinations_of(pool, row) for pool in bet.pools for row in rows)


def cost(bet: BetText, sizes: Sequence[int]) -> int:
    """Return the price of a bet in cents: its base amount for each combination.

    >>> cost(parse_bet("$2 ACROSS 6"), [8])
    600
    """
    return bet.amount * combinations(bet, sizes)


def masks_of(bet: BetText, races: Sequence[Race]) -> list[Masks]:
    """Return the bet as rows of masks for its pools, no combination in two of them; each of `bet.pools` takes all.

    Raises:
        InputError: for a runner that its race does not have, and for a bet that holds no combination in these races.
    """
    _refuse_races(bet, len(races), "races")

    def bit_of(place: int, number: str) -> int:
        race = races[place]
        if number in race.interest_of:
            return race.interest_of[number]
        if number in race.interests:
            return race.interests.index(number)
        raise InputError(f"race {race.name} has no such runner for {format_bet(bet)}", field="runner", value=number)

    rows = bet.rows([race.all for race in races], bit_of)
    if not rows:
        names = ", ".join(race.name for race in races)
        raise InputError(f"expected a combination in race {names}, found none", field="bet", value=format_bet(bet))
    return rows


def _refuse_races(bet: BetText, given: int, field: str) -> None:
    if given != bet.races:
        raise InputError(f"expected {bet.races} for the races of {format_bet(bet)}", field=field, value=given)
