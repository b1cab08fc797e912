"""Why a request cannot be used, in a sentence: the field, the value there, and the rule that it breaks.

A password or a one-time code is not said again, nor is a field that nobody asked for: it may hold one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from pitboss.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Request
    from litestar.exceptions import ValidationException

__all__ = ["body_error", "parameter_error"]

_SECRETS: Final = frozenset({"password", "code"})
_NO_BODY: Final = "'data'"
"""What the framework says of a body that is not there."""
_NAMED: Final = re.compile(r"^Object (?:missing required|contains unknown) field `(.*)`$", re.DOTALL)
_BODY: Final = "data"
_Place: TypeAlias = "tuple[()] | tuple[_Place, str]"
"""Where something stands, from within: written out only for the one that is told, since a long name has many parts."""
_WHOLE: Final = "a whole number of fewer than 4300 digits"
_ANY: Final = "a number between -1.797e308 and 1.797e308"


@dataclass(frozen=True)
class _Number:
    """A number as it was sent, of any length."""

    text: str

    def __str__(self) -> str:
        """Return it as it was sent."""
        return self.text

    @property
    def fault(self) -> str | None:
        """Return why it cannot be read; None where it can."""
        try:
            msgspec.json.decode(self.text)
        except msgspec.ValidationError:
            is_whole = self.text.lstrip("-").isdigit()
            return f"expected {_WHOLE if is_whole else _ANY}"
        except msgspec.DecodeError:
            return "JSON has no such number"
        return None


def body_error(body: bytes, error: Exception) -> InputError:
    """Return what is wrong with a body that is no document: the number that cannot be read, or that it is no JSON."""
    for place, number in _numbers(body):
        if number.fault is not None:
            field = _written(place) or _BODY
            return _error(number.fault, field, "body", {field: number})
    return InputError(f"not JSON: {error}", field=_BODY, values={"source": "body"})


def _numbers(body: bytes) -> Iterator[tuple[_Place, _Number]]:
    """Yield the numbers of a body with their places, in order; none where only some could be found."""
    try:
        document = json.loads(body, parse_int=_Number, parse_float=_Number, parse_constant=_Number)
    except (ValueError, RecursionError):
        return
    waiting: list[tuple[_Place, Any]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, _Number):
            yield place, value
        elif isinstance(value, dict):
            waiting += [((place, f".{name}"), part) for name, part in value.items()][::-1]
        elif isinstance(value, list):
            waiting += [((place, f"[{index}]"), part) for index, part in enumerate(value)][::-1]


def _written(place: _Place) -> str:
    """Return a place as `act.stakes[0]`."""
    steps = []
    while place:
        place, step = place
        steps.append(step)
    return "".join(reversed(steps)).removeprefix(".")


def parameter_error(request: Request[Any, Any, Any], error: ValidationException, document: object) -> InputError:
    """Return what is wrong with a part of an address or a field of a body's document."""
    extra: Any = error.extra if isinstance(error.extra, list) else []
    first = extra[0] if extra and isinstance(extra[0], dict) else {}
    field, source, rule = first.get("key"), first.get("source"), str(first.get("message") or error.detail)
    if source == "body" and rule == _NO_BODY:
        return InputError("the request has no body", field=_BODY, values={"source": "body"})
    named = _NAMED.match(rule)
    if named is not None:
        inside = f"{field}." if field not in (None, _BODY) else ""
        return InputError(rule, field=f"{inside}{named[1]}", values={"source": source})
    given: Mapping[str, object] = {}
    if source == "query":
        given = {name: request.query_params.get(name) for name in request.query_params}
    elif source == "path":
        given = request.path_params
    elif isinstance(document, Mapping):
        given = document
    return _error(_rule(request, field, source) or rule, field, source, given)


def _error(rule: str, field: str | None, source: str | None, given: Mapping[str, object]) -> InputError:
    """Return the error with the value, where one was given that may be said again."""
    if field is None or field not in given or _SECRETS & {*re.split(r"[.\[]", field)}:
        return InputError(rule, field=field, values={"source": source})
    return InputError(rule, field=field, value=given[field], values={"source": source})


def _rule(request: Request[Any, Any, Any], field: str | None, source: str | None) -> str | None:
    """Return the rule of a whole number in an address, where everything is text; None for anything else."""
    if field is None or source not in ("query", "path"):
        return None
    parameter = request.route_handler.parsed_fn_signature.parameters.get(field)
    if parameter is None or int not in {parameter.annotation, *(kind.annotation for kind in parameter.inner_types)}:
        return None
    limits: Any = parameter.kwarg_definition
    return f"expected a whole number from {limits.ge} to {limits.le}"
