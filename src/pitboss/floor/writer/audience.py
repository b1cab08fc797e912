"""What each audience sees of an event: anybody on the floor, the terminal it is about, those who work here.

Which is which is data, and an event that is not in it is shown to nobody. Codes by which a ticket is cashed never leave
by a screen but in the answer to whoever bought it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.decider import tag_of
from pitboss.games.baccarat.events import CardDealt as BaccaratCardDealt

if TYPE_CHECKING:
    from pitboss.decider import Event

__all__ = ["Seen", "Sight", "lies_face_down", "sight", "told"]

_THIRD = 3
_MASK_AFTER = 13
"""How much of a ticket's number is shown: its day and a few letters."""


class Sight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sees what, as data."""

    hidden: frozenset[str]
    aside: frozenset[str]
    masked: frozenset[str]
    columns: dict[str, str]
    """Event to the column that names the terminal of a row."""
    public: frozenset[str]
    own: frozenset[str]
    staff: frozenset[str]


@cache
def sight() -> Sight:
    """Return what ships with the program."""
    text = resources.files("pitboss.floor.writer").joinpath("audience.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Sight)


def lies_face_down(event: Event, state: Any) -> bool:
    """Tell whether an event is of a card that nobody at the table sees yet."""
    if getattr(event, "is_face_up", None) is False and hasattr(event, "card"):
        return True
    if not isinstance(event, BaccaratCardDealt) or state is None:
        return False
    option = (state.round or state).rules.settings["deal"]
    return bool(option == "c" or (option == "b" and event.place < _THIRD))


def told(event: Event, state: Any) -> Event:
    """Return an event as it may be said aloud: a card that lies face down is not named."""
    return msgspec.structs.replace(event, card="A card") if lies_face_down(event, state) else event


class Seen:
    """One event, as each audience sees it; made once, however many look."""

    def __init__(self, event: Event, state: Any = None) -> None:
        """Write the event out without what is hidden from everybody; `state` is the stream's, where it has one."""
        rules = sight()
        self._tag = tag_of(event)
        document: dict[str, Any] = msgspec.to_builtins(event)
        self.staff = {name: self._masked(name, value) for name, value in document.items() if name not in rules.hidden}
        self._named = rules.columns.get(self._tag)
        self._is_shared = self._tag in rules.public
        self._is_own = self._tag in rules.own
        self._plain = {name: value for name, value in self.staff.items() if name not in rules.aside}
        if lies_face_down(event, state):
            self._plain.pop("card", None)
        self.is_known = self._is_shared or self._is_own or self._tag in rules.staff

    @staticmethod
    def is_public(event: Event) -> bool:
        """Tell whether anybody may see an event."""
        return tag_of(event) in sight().public

    @staticmethod
    def has_rows(event: Event) -> bool:
        """Tell whether an event has rows of which a terminal sees its own, and the public none."""
        return tag_of(event) in sight().columns

    @staticmethod
    def _masked(name: str, value: Any) -> Any:
        if name not in sight().masked or not isinstance(value, str):
            return value
        return value[:_MASK_AFTER] + "…"

    @property
    def public(self) -> dict[str, Any] | None:
        """Return what anybody sees; None where it is nobody's business."""
        if not self._is_shared:
            return None
        if self._named is None:
            return self._plain
        return {name: value for name, value in self._plain.items() if not isinstance(value, (list, tuple, dict))}

    def terminals(self) -> dict[str, dict[str, Any]]:
        """Return what each terminal sees of it that the public does not."""
        if self._is_own:
            return {str(self._plain["terminal"]): self._plain}
        if self._named is None:
            return {}
        return self._by_row(self._named)

    def _by_row(self, column: str) -> dict[str, dict[str, Any]]:
        """Return each terminal's rows of a settlement in columns, wherever the columns stand."""
        outer = self._plain
        inside = next((name for name, value in outer.items() if isinstance(value, dict) and column in value), None)
        columns = outer[inside] if inside is not None else outer
        found: dict[str, list[int]] = {}
        for row, terminal in enumerate(columns[column]):
            found.setdefault(terminal, []).append(row)
        length = len(columns[column])
        rows: dict[str, dict[str, Any]] = {}
        for terminal, places in found.items():
            own = {
                name: [value[row] for row in places]
                for name, value in columns.items()
                if isinstance(value, (list, tuple)) and len(value) == length
            }
            single = {name: value for name, value in outer.items() if not isinstance(value, (list, tuple, dict))}
            rows[terminal] = {**single, **(own if inside is None else {inside: own})}
        return rows
