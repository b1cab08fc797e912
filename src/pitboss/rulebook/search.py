"""Find clauses by words: in titles and texts of all rulebooks, readings and house practice."""

from __future__ import annotations

import re

from pitboss.errors import InputError
from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.edition import all_clauses, edition, edition_ids

_WORD = re.compile(r"[a-z0-9]+")
# Documents say the one, people say the other.
_SAME = {"wager": "bet", "wagering": "betting", "wagered": "bet", "cheque": "chip", "color": "colour"}
_SHORT_MAX = 3
"""A word this short is searched for whole: "no" is not "north"."""
_TITLE_WEIGHT = 3
_WHOLE = 2


def search(words: str) -> list[Clause]:
    """Return the clauses that have all the words, the best first: those with the words in the title, then by order.

    Case, plurals and the difference between a bet and a wager do not matter, and a word may be the start of one.

    >>> [found.id for found in search("late bets")][:3]
    ['RS-I4', 'RH-4.6', 'RO-F2']
    """
    wanted = _stems(words)
    if not wanted:
        raise InputError('name at least one word to search for, such as "late bets"', field="search", value=words)
    scored = [(_score(entry, wanted), entry) for entry in all_clauses().values()]
    return [entry for score, entry in sorted(scored, key=lambda pair: pair[0], reverse=True) if any(score)]


def edition_of(clause_id: str) -> str:
    """Return the rulebook that has a clause, or what it is instead: a reading, or house practice.

    >>> edition_of("RO-F2"), edition_of("Q4"), edition_of("HP-S4")
    ('oneida-roulette-2008', 'reading', 'house practice')
    """
    for name in edition_ids():
        if any(entry.id == clause_id for entry in edition(name).clauses):
            return name
    return "house practice" if clause_id.startswith("HP-") else "reading"


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text.lower().replace("'s", ""))]


def _stem(word: str) -> str:
    if len(word) > _SHORT_MAX and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    return _SAME.get(word, word)


def _score(entry: Clause, wanted: list[str]) -> tuple[int, int]:
    """Return how many words are there as they are, and the weight of all; nothing unless every word is there."""
    title, text = _stems(entry.title), [*_stems(entry.text), entry.id.lower()]
    whole = weight = 0
    for word in wanted:
        in_title, in_text = _has(title, word), _has(text, word)
        if not in_title and not in_text:
            return 0, 0
        whole += max(in_title, in_text) == _WHOLE
        weight += _TITLE_WEIGHT * in_title + in_text
    return whole, weight


def _has(words: list[str], wanted: str) -> int:
    """Return `_WHOLE` where the word is there, 1 where another begins with it ("later" for "late"), else 0."""
    if wanted in words:
        return _WHOLE
    return int(len(wanted) > _SHORT_MAX and any(word.startswith(wanted) for word in words))
