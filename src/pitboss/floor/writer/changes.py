"""What has changed from one view of a stream to the next, as data: small to send, and exact to apply.

First everything at the paths of `gone` is taken away; then `set` is laid upon what is left. An object upon an object
changes the keys it names, an object upon a list the elements whose index it names, and anything else takes the place of
what was there. So null is a value like any other, and a key that is no longer there is told by its path.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

_SAME: Final = object()


class Changes(NamedTuple):
    """How one view becomes the next."""

    set: dict[str, Any]
    gone: list[list[str]]


def difference(before: dict[str, Any], after: dict[str, Any]) -> Changes:
    """Return how one view becomes another; both are plain data with text for keys."""
    gone: list[list[str]] = []
    return Changes(_of_objects(before, after, [], gone), gone)


def _of_objects(before: dict[str, Any], after: dict[str, Any], path: list[str], gone: list[list[str]]) -> Any:
    gone += [[*path, key] for key in before if key not in after]
    found = {}
    for key, value in after.items():
        part = _of_values(before[key], value, [*path, key], gone) if key in before else value
        if part is not _SAME:
            found[key] = part
    return found


def _of_values(before: Any, after: Any, path: list[str], gone: list[list[str]]) -> Any:
    """Return what is laid upon a value to make it another; note the paths that must be gone before."""
    if isinstance(after, dict):
        if isinstance(before, dict):
            return _of_objects(before, after, path, gone) or _SAME
        # Taken away first, so that nothing is left for it to be laid upon.
        gone.append(path)
        return after
    if isinstance(after, list) and isinstance(before, list):
        return _of_lists(before, after, path, gone)
    return _SAME if before == after and type(before) is type(after) else after


def _of_lists(before: list[Any], after: list[Any], path: list[str], gone: list[list[str]]) -> Any:
    """Return the elements that differ where they are few of many objects; otherwise the whole list."""
    if len(before) != len(after) or not all(isinstance(one, dict) for one in (*before, *after)):
        return _SAME if before == after else after
    found, inside = {}, list[list[str]]()
    for index, (was, now) in enumerate(zip(before, after, strict=True)):
        part = _of_objects(was, now, [*path, str(index)], inside)
        if part:
            found[str(index)] = part
    if 2 * len(found) > len(after):
        return after
    gone += inside
    return found or _SAME


def merged(view: Any, changes: Changes) -> Any:
    """Return a view with what has changed; the one that is given stays as it is."""
    left = view
    for path in changes.gone:
        left = _without(left, path)
    return _laid(left, changes.set)


def _without(value: Any, path: list[str]) -> Any:
    key, *rest = path
    if isinstance(value, list):
        return [_without(one, rest) if str(index) == key else one for index, one in enumerate(value)]
    if key not in value:
        return value
    if rest:
        return {**value, key: _without(value[key], rest)}
    return {name: one for name, one in value.items() if name != key}


def _laid(value: Any, part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    if isinstance(value, list):
        return [_laid(one, part[str(index)]) if str(index) in part else one for index, one in enumerate(value)]
    under = value if isinstance(value, dict) else {}
    return {**under, **{key: _laid(under.get(key), one) for key, one in part.items()}}
