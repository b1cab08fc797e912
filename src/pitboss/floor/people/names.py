"""Names that look alike: nobody is taken on, and no machine enrolled, under a name that reads like another's.

What looks alike is said by the tables of Unicode (UTS 39), in the edition that a library brings along. So the question
is asked before an act is decided, and not again when a journal is verified: another edition would answer otherwise.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Command
from pitboss.errors import InputError
from pitboss.floor.people import acts as a
from pitboss.floor.people.checks import RESERVED

if TYPE_CHECKING:
    from pitboss.floor.writer.live_stream import LiveStream

_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Classes of characters that are not seen, or not where they stand: controls, marks of direction, joiners."""


@cache
def _prototypes() -> dict[str, str]:
    """Return each character that looks like another, with what it looks like."""
    # Takes a while to read, and few ever need it.
    from confusable_homoglyphs.confusables import confusables_data

    found: dict[str, str] = {}
    for source, likes in confusables_data.items():
        # A character that others look like lists them all; one that looks like another lists that.
        targets = [one["c"] for one in likes]
        if len(targets) == 1 and not _is_prototype(source, targets[0], confusables_data):
            found[source] = targets[0]
    return found


def _is_prototype(source: str, target: str, data: dict[str, list[dict[str, str]]]) -> bool:
    """Tell which of two that look like each other, and like nothing else, the other is read as: the lower one."""
    back = data.get(target, [])
    return len(back) == 1 and back[0]["c"] == source and (len(source), source) < (len(target), target)


@lru_cache(maxsize=10_000)
def skeletons(name: str) -> frozenset[str]:
    r"""Return what a name looks like, read with an eye to its capitals (I is like l) and without (I is an i).

    >>> all(skeletons("alex") & skeletons(one) for one in ("ALEX", "\u0430lex", "aIex", "a\u200elex"))
    True
    >>> skeletons("alex") & skeletons("alexa")
    frozenset()
    """
    seen = "".join(one for one in unicodedata.normalize("NFKD", name) if unicodedata.category(one) not in _UNSEEN)
    return frozenset((_mapped(seen).casefold(), _mapped(seen.casefold()).casefold()))


def _mapped(text: str) -> str:
    prototypes = _prototypes()
    mapped = "".join(prototypes.get(one, one) for one in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", mapped)


def unseen(name: str) -> str | None:
    """Return the first character of a name that a reader does not see; None where all are seen."""
    return next((one for one in name if unicodedata.category(one) in _UNSEEN), None)


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of other names that looks like a name."""
    mine = skeletons(name)
    return next((one for one in others if mine & skeletons(one)), None)


def refuse_look_alike(live: LiveStream, command: Command[Any]) -> None:
    """Refuse to take on a person, or to enrol a machine, whose name looks like another's or has parts that are unseen.

    Raises:
        InputError: with the name that it looks like.
    """
    if not isinstance(command.act, (a.AddPerson, a.EnrolTerminal)):
        return
    act, state = command.act, live.state
    name, shown = (act.person, act.name) if isinstance(act, a.AddPerson) else (act.terminal, act.position or "")
    hidden = unseen(name) or unseen(shown)
    if hidden is not None:
        reason = f"a name has no character that is not seen: {unicodedata.name(hidden, repr(hidden))}"
        raise InputError(reason, field="name", value=name)
    known = (*state.people, *state.terminals, *RESERVED)
    other = None if name in known else look_alike(name, known)
    if other is not None:
        raise InputError(f"looks like {other}, a name that is known here already", field="name", value=name)
