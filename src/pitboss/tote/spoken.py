"""Bets as tellers type and people say them, read into the text that a window sells (`notation.py`).

The order is that of speech: track, race, amount, bet, form, runners: `6 2 ex b 1 2 3`. What is left out is taken from
what the window shows. Small letters will do, the form may stand behind the runners (`2 tri 1,2,3 box`) or before the
bet (`2 box tri 1,2,3`), and runners may be written with spaces, commas or strokes. Nothing is guessed beyond that:
every word is said back with what it was taken for, and a word that is none is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pitboss.errors import BadNotation
from pitboss.tote.combos import LEGS, POSITIONS
from pitboss.tote.notation import called, parse_bet

_KINDS: Final = {
    "win": "w wn win",
    "place": "p pl place",
    "show": "s sh show",
    "across_the_board": "a across wps",
    "exacta": "e ex exa exacta perfecta",
    "quinella": "q qu quin quinella",
    "trifecta": "t tri trifecta",
    "superfecta": "su super superfecta",
    "double": "d dd double",
    "pick3": "p3 pk3 pick3",
    "pick6": "p6 pk6 pick6",
    "twin_trifecta": "tt twin",
}
_FORMS: Final = {"BOX": "b bx box", "KEY": "k key", "WHEEL": "wh whl wheel", "ANY": "any"}
_ALL: Final = ("all",)
_STROKES: Final = ("with", "over", "/")
KIND_OF: Final = {word: kind for kind, words in _KINDS.items() for word in words.split()}
FORM_OF: Final = {word: form for form, words in _FORMS.items() for word in words.split()}
_AMOUNT: Final = re.compile(r"\$?(?=\.?[0-9])([0-9]{0,7})(?:\.([0-9]{1,2}))?")
_PLAIN: Final = re.compile(r"[0-9]{1,7}")
_RACE: Final = re.compile(r"r([1-9][0-9]?)", re.IGNORECASE)
_RUNNERS: Final = re.compile(r"(?:all|[1-9][0-9]?[a-z]?)(?:[,/+-](?:all|[1-9][0-9]?[a-z]?))*", re.IGNORECASE)
TEXT_MAX: Final = 400


def _either(words: Collection[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_GLUED: Final = re.compile(rf"({_either(KIND_OF)})({_either(FORM_OF)})?((?:all|[1-9]).*)?", re.IGNORECASE)


class Token(NamedTuple):
    """A word as it was typed, and what it was taken for."""

    text: str
    means: str


@dataclass
class Spoken:
    """A bet as far as it was understood."""

    track: str
    race: int
    amount_minor: int
    kind: str = ""
    form: str = ""
    runners: list[str] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    missing: str | None = None
    """What has still to be said, or cannot be read; None where it is a bet."""

    @property
    def bet(self) -> str | None:
        """Return the text that the window sells; None as long as something is missing."""
        if self.missing is not None or not self.kind or not self.runners:
            return None
        dollars, cents = divmod(self.amount_minor, 100)
        form = f"{self.form} " if self.form else ""
        return f"${dollars}{f'.{cents:02}' if cents else ''} {called()[self.kind][0]} {form}{self._placed()}"

    def _placed(self) -> str:
        """Write the runners as the form wants them: `1 2 3` is a box's list, a key and others, or one each place."""
        runners, sides = list(self.runners), "-" if self.kind == "quinella" else "/"
        if any(one in _STROKES or "/" in one for one in runners[: None if len(runners) > 1 else 0]):
            return ",".join("/" if one in _STROKES else one for one in runners).replace(",/,", sides)
        if self.form == "KEY" and "/" not in runners[0]:
            key, *others = ",".join(runners).split(",")
            return "/".join([key, *([",".join(others)] if others else [])])
        while self.form.startswith("WHEEL") and len(runners) < _places(self.kind) and sides not in runners[0]:
            runners.append("ALL")
        if self.form == "BOX":
            # A box has no order: `1-2-3` is a list of its runners, too.
            return re.sub("[/-]", ",", ",".join(runners))
        between = {"ANY": "+"}.get(self.form, sides)
        return between.join(runners)


def _places(kind: str) -> int:
    return POSITIONS.get(kind) or LEGS.get(kind, 1)


def spoken(text: str, *, tracks: Collection[str], track: str, race: int, amount_minor: int) -> Spoken:
    """Read a bet; what is not said is the track, race and amount that are given.

    >>> heard = spoken("6 2 ex b 1 2 3", tracks=["FVD"], track="FVD", race=1, amount_minor=200)
    >>> heard.race, heard.bet, [token.means for token in heard.tokens]
    (6, '$2 EX BOX 1,2,3', ['race', 'each', 'exacta', 'box', 'runner', 'runner', 'runner'])
    >>> spoken("5 tri 1,2,3 BOX", tracks=["FVD"], track="FVD", race=4, amount_minor=200).missing
    >>> spoken("ex", tracks=["FVD"], track="FVD", race=4, amount_minor=200).missing
    'Say the runners, such as 1 4.'
    """
    found = Spoken(track, race, amount_minor)
    words = [part for word in text[:TEXT_MAX].split() for part in _apart(word, tracks)]
    end = next((place for place, word in enumerate(words) if _is_kind(word, tracks)), len(words))
    _take_head(found, words[:end], tracks)
    for word in words[end:]:
        if found.missing is None:
            _take(found, word)
    if found.missing is not None:
        return found
    if not found.kind:
        found.missing = f"Say the bet: {', '.join(words.split()[1] for words in _KINDS.values() if ' ' in words)}."
    elif not found.runners:
        found.missing = f"Say the runners, such as {called()[found.kind][1].replace('/', ' ').replace('-', ' ')}."
    else:
        found.missing = _wrong(found)
    return found


def _apart(word: str, tracks: Collection[str] = ()) -> list[str]:
    """Part a bet, a form and runners that were typed without a space: `eb1,2,3`.

    >>> _apart("eb1,2,3"), _apart("ex"), _apart("p3"), _apart("p31/2/3")
    (['e', 'b', '1,2,3'], ['ex'], ['p3'], ['p3', '1/2/3'])
    """
    is_word = word.lower() in (*KIND_OF, *FORM_OF) or word.upper() in tracks
    found = None if is_word else _GLUED.fullmatch(word)
    return [word] if found is None else [part for part in found.groups() if part]


def _is_kind(word: str, tracks: Collection[str]) -> bool:
    """Tell whether a word is the bet; a track may be called like one."""
    return word.lower() in KIND_OF and word.upper() not in tracks


def _take_head(found: Spoken, words: list[str], tracks: Collection[str]) -> None:
    """Take what stands before the bet: track, race and amount, and the form of a `box exacta`, each once.

    Of two plain numbers the first is the race. One is the amount, or the race where an amount is there with its sign.
    """
    said: dict[str, str] = {}
    plain = [word for word in words if _PLAIN.fullmatch(word)]
    has_amount = any(_AMOUNT.fullmatch(word) and not _PLAIN.fullmatch(word) for word in words)
    has_race = any(_RACE.fullmatch(word) for word in words)
    meant = iter(("race", "each") if len(plain) > 1 and not has_race and not has_amount
                 else ("race",) if has_amount and not has_race else ("each",))  # fmt: skip
    for word in words:
        means = "track" if word.upper() in tracks else "race" if _RACE.fullmatch(word) else "?"
        if means == "?" and word.lower() in FORM_OF and not found.form:
            found.form = FORM_OF[word.lower()]
            means = found.form.lower()
        if means == "?" and _AMOUNT.fullmatch(word):
            means = next(meant, "too many") if _PLAIN.fullmatch(word) else "each"
        found.tokens.append(Token(word, "?" if means == "too many" else means))
        if means == "?":
            found.missing = f'"{word}" is no track, race, amount or bet.'
        elif means == "too many" or means in said:
            found.missing = f'"{word}" is one too many: say race and amount once.'
        if found.missing is not None:
            return
        said[means] = word
    if found.missing is None:
        _heard(found, said)


def _heard(found: Spoken, said: dict[str, str]) -> None:
    """Note track, race and amount; the race of another track must be said."""
    shown = found.track
    found.track = said["track"].upper() if "track" in said else shown
    if "race" in said:
        number = said["race"].lstrip("rR")
        found.race = int(number)
        if len(number) > 2:  # noqa: PLR2004 - a card has fewer than a hundred races
            found.missing = f"There is no race {number}."
    elif found.track != shown:
        found.missing = f"Say the race at {found.track}."
    amount = _AMOUNT.fullmatch(said.get("each", ""))
    if amount is not None:
        found.amount_minor = int(amount[1] or 0) * 100 + int((amount[2] or "0").ljust(2, "0"))
        if not found.amount_minor:
            found.missing = "Say an amount, such as 2 or 0.50."


def _take(found: Spoken, word: str) -> None:
    """Take a word of the bet itself: kind, form, runners."""
    low = word.lower()
    if not found.kind:
        found.kind, means = KIND_OF[low], KIND_OF[low].replace("_", " ")
    elif low == "both" and found.form == "WHEEL":
        found.form, means = "WHEEL BOTH", "both ways"
    elif low in FORM_OF and not found.form:
        found.form, means = FORM_OF[low], FORM_OF[low].lower()
    elif low in _STROKES:
        found.runners.append("/")
        means = "with"
    elif low in _ALL:
        found.runners.append("ALL")
        means = "all"
    elif _RUNNERS.fullmatch(word):
        # Only a quinella has its two sides between hyphens.
        found.runners.append(word.upper() if found.kind == "quinella" else word.upper().replace("-", "/"))
        means = "runners" if re.search("[,/+-]", word) else "runner"
    else:
        means, found.missing = "?", f'"{word}" is no runner, form or number.'
    found.tokens.append(Token(word, means))


def _wrong(found: Spoken) -> str | None:
    """Say what is wrong with the bet as a whole; None where it is one."""
    text = found.bet or ""
    try:
        parse_bet(text)
    except BadNotation as error:
        reason = re.sub(r"^expected ", "", error.reason)
        return f"{text} is not a bet: it needs {reason}."
    return None
