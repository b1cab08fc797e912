"""The ASGI application: the guard in front, the WebSocket by itself, everything else through the HTTP API."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from traceback import format_exc
from typing import Any, Final, TypeAlias

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.openapi import OpenAPIConfig

from pitboss.errors import InputError, PitbossError
from pitboss.rulebook.names import in_words
from pitboss.web.api import HANDLERS
from pitboss.web.assets import ASSET_HANDLERS
from pitboss.web.guard import SERVER, App, Guard, Receive, Scope, Send, address_of, headers_of
from pitboss.web.handlers import fields_of
from pitboss.web.openapi import PROBLEM, Published
from pitboss.web.requester import server_of
from pitboss.web.server import Server
from pitboss.web.sockets import serve_socket

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
    """Return why a body is invalid: a number that cannot be read, or not JSON at all."""
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
    return InputError(in_words(rule, given[field]), field=field, value=given[field], values={"source": source})


def _rule(request: Request[Any, Any, Any], field: str | None, source: str | None) -> str | None:
    """Return the rule of a whole number in an address, where everything is text; None for anything else."""
    if field is None or source not in ("query", "path"):
        return None
    parameter = request.route_handler.parsed_fn_signature.parameters.get(field)
    if parameter is None or int not in {parameter.annotation, *(kind.annotation for kind in parameter.inner_types)}:
        return None
    limits: Any = parameter.kwarg_definition
    return f"expected a whole number from {limits.ge} to {limits.le}"


SOCKET: Final = "/ws"
_DOCUMENT: Final = "document"
"""Where a request keeps what its body says, for whoever has to tell what is wrong with it."""
_LOG = logging.getLogger(__name__)


class _Asking(Request[Any, Any, Any]):
    """A request whose body is JSON, or refused."""

    async def json(self) -> Any:
        """Return the body as a document."""
        if self.content_type[0] != "application/json":
            raise HTTPException(status_code=415, detail="a body is sent as application/json")
        if not await self.body():
            raise InputError("the request has no body", field="data")
        try:
            found = await super().json()
        except (SerializationException, UnicodeDecodeError, RecursionError) as error:
            raise body_error(await self.body(), error) from error
        self.scope["state"][_DOCUMENT] = found
        return found


def _ours(request: Request[Any, Any, Any], error: PitbossError) -> Response[Any]:
    """Answer with the error's own status and fields, and write down who was refused."""
    server = server_of(request)
    scope, document = dict(request.scope), request.scope["state"].get(_DOCUMENT)
    named = document.get("person") if isinstance(document, Mapping) else None
    server.refused.note_error(error, address_of(scope), server.who(scope), path=request.scope["path"], named=named)
    body = fields_of(error)
    headers = {} if error.retry_seconds is None else {"retry-after": str(error.retry_seconds)}
    return Response(body, status_code=error.http_status, media_type=PROBLEM, headers=headers)


def _bad(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    """Answer with field, value and rule."""
    return _ours(request, parameter_error(request, error, request.scope["state"].get(_DOCUMENT)))


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    headers = dict(error.headers or {})
    body = {"error": type(error).__name__, "reason": error.detail, "values": {}}
    return Response(body, status_code=error.status_code, media_type=PROBLEM, headers=headers)


def _broken(_: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _LOG.error("a request could not be answered", exc_info=error)
    body = {"error": "ServerError", "reason": "the server failed", "values": {}}
    return Response(body, status_code=500, media_type=PROBLEM)


@cache
def _api() -> Litestar:
    """Return the HTTP API, of no server yet: to read all its handlers takes longer than to open a small house."""
    return Litestar.from_config(
        AppConfig(
            route_handlers=[*HANDLERS, *ASSET_HANDLERS],
            exception_handlers={
                PitbossError: _ours,
                ValidationException: _bad,
                HTTPException: _http,
                Exception: _broken,
            },
            openapi_config=OpenAPIConfig(title="Pitboss", version="1", path="/schema", render_plugins=[Published()]),
            request_class=_Asking,
            request_max_body_size=65_536,
            logging_config=None,
        )
    )


async def _life(server: Server, receive: Receive, send: Send) -> None:
    """Start and stop the house with the application, and say what failed."""
    await receive()
    doing = "startup"
    try:
        await server.start()
        await send({"type": "lifespan.startup.complete"})
        doing = "shutdown"
        try:
            await receive()
        finally:
            await server.stop()
    except BaseException:
        await send({"type": f"lifespan.{doing}.failed", "message": format_exc()})
        raise
    await send({"type": "lifespan.shutdown.complete"})


def build_app(server: Server, *, origins: frozenset[str] = frozenset(), is_secure: bool = False) -> App:
    """Return the application of a server; it starts and stops the house with itself."""
    api = _api()

    async def routed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _life(server, receive, send)
            return
        if scope["type"] == "websocket":
            if scope["path"] != SOCKET:
                await send({"type": "websocket.close", "code": 1008, "reason": "no such socket"})
                return
            await serve_socket(server, scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] == "HEAD":
            # What a GET answers; the body is left out on the line.
            scope = {**scope, "method": "GET"}
        scope["state"] = {**scope.get("state", {}), SERVER: server}
        await api(scope, receive, send)  # type: ignore[arg-type]

    def counted(reason: str, scope: Scope) -> None:
        server.counted[f"refused_{reason}"] += 1
        origin = headers_of(scope).get("origin")
        server.refused.note(reason, address_of(scope), server.who(scope), path=scope["path"], origin=origin)

    house, net = server.house.file.house, server.house.file.net
    return Guard(
        routed,
        origins=origins,
        names=net.names,
        known=server.known,
        share=net.sockets_per_address,
        is_secure=is_secure,
        access={"metrics": house.metrics, "schema": house.schema},
        on_refused=counted,
    )
