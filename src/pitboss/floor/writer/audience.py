"""What each audience sees of an event: anybody on the floor, the terminal it is about, those who work here.

An event's type says who sees it (`audience="public"`); without it nobody does. Codes by which a ticket is cashed never
leave by a screen, but in the answer to the teller who sold it: at a self-service machine they stand on the paper alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from pitboss.decider import Event, Role
from pitboss.stream import Stream

HIDDEN: Final = ("edition_hash", "rules_hash", "moves")
"""Fields that no screen gets, of whichever event."""
ASIDE: Final = ("by", "role", "witness", "entered_by", "placed_by_id", "removed_by_id", "note")
"""Fields that only staff see."""
_MASK_AFTER: Final = 13
"""How much of a ticket's number is shown: its day and a few letters."""


def told(event: Event, state: Any) -> Event:
    """Return an event as it may be said aloud: a card that lies face down is not named."""
    return (
        msgspec.structs.replace(event, **dict.fromkeys(event.face, "A card")) if event.lies_face_down(state) else event
    )


def faceless(document: dict[str, Any], event: Event, *, is_face_down: bool) -> dict[str, Any]:
    """Return what is shown of an event; of a card that lies face down not which one it is, whoever looks."""
    return {name: value for name, value in document.items() if name not in event.face} if is_face_down else document


@cache
def _left_out(kind: type[Event]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the fields of a kind of event that no screen gets, and those that only staff get."""
    return frozenset({*HIDDEN, *kind.secret}), frozenset({*ASIDE, *kind.aside})


def uncashable(document: dict[str, Any], event: Event) -> dict[str, Any]:
    """Return what is shown of an event without what a ticket is cashed by: its check code, and its whole number."""
    if not event.masked and not event.hidden:
        return document
    return {
        name: value[:_MASK_AFTER] + "…" if name in event.masked and isinstance(value, str) else value
        for name, value in document.items()
        if name not in event.hidden
    }


class Seen:
    """One event, as each audience sees it; made once, however many look."""

    def __init__(self, event: Event, state: Any = None, rules: Stream | None = None) -> None:
        """Write the event out without what is hidden from everybody; `state` is the stream's, where it has one."""
        is_face_down = event.lies_face_down(state)
        document = faceless(msgspec.to_builtins(event), event, is_face_down=is_face_down)
        hidden, aside = _left_out(type(event))
        self.staff: dict[str, Any] = {
            name: value for name, value in uncashable(document, event).items() if name not in hidden
        }
        self._event, self._audience, self._column = event, event.audience, event.column
        self._plain = {name: value for name, value in self.staff.items() if name not in aside}
        self._rules = rules
        self._terminals: dict[str, dict[str, Any]] | None = None
        self.is_known = event.audience != "nobody"

    @property
    def public(self) -> dict[str, Any] | None:
        """Return what anybody sees; None where it is nobody's business."""
        if self._audience != "public":
            return None
        if not self._column:
            return self._plain
        return _single(self._plain)

    def of_role(self, role: Role) -> dict[str, Any] | None:
        """Return what somebody sees whose work it is; None where it is a terminal's own, and not for that role."""
        if self._rules is None or self._rules.shows_own(role):
            return self.staff
        if self._audience == "own":
            return None
        return _single(self.staff) if self._column else self.staff

    def terminals(self) -> dict[str, dict[str, Any]]:
        """Return what each terminal sees of it that the public does not."""
        if self._terminals is None:
            if self._audience == "own":
                self._terminals = {str(self._plain["terminal"]): self._plain}
            else:
                self._terminals = self._own_rows()
        return self._terminals

    def _own_rows(self) -> dict[str, dict[str, Any]]:
        if not self._column:
            return {}
        rows = self._event.rows_by_terminal()
        if rows is None:
            return self._by_row(self._column)
        return {terminal: {**_single(self._plain), **own} for terminal, own in rows.items()}

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
            rows[terminal] = {**_single(outer), **(own if inside is None else {inside: own})}
        return rows


def _single(document: dict[str, Any]) -> dict[str, Any]:
    """Return an event without its columns."""
    return {name: value for name, value in document.items() if not isinstance(value, (list, tuple, dict))}
