"""The ASGI application: the guard in front, the WebSocket by itself, everything else through the HTTP API."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from litestar import Litestar, Request, Response
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router

from pitboss.errors import InputError, PitbossError
from pitboss.web.api import HANDLERS
from pitboss.web.bad_request import body_error, parameter_error
from pitboss.web.guard import Guard
from pitboss.web.openapi import PROBLEM, Published
from pitboss.web.sockets import serve_socket

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pitboss.web.guard import App, Receive, Scope, Send
    from pitboss.web.server import Server

__all__ = ["build_app"]

STATIC: Final = Path(__file__).parent / "static"
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


def _ours(_: Request[Any, Any, Any], error: PitbossError) -> Response[Any]:
    """Answer with the error's own status and fields."""
    body = {**error.as_fields(), "reason": str(error)}
    return Response(body, status_code=error.http_status, media_type=PROBLEM)


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


def build_app(server: Server, *, origins: frozenset[str] = frozenset(), is_secure: bool = False) -> App:
    """Return the application of a server; it starts and stops the house with itself."""

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    pages = create_static_files_router(path="/", directories=[STATIC], html_mode=True, include_in_schema=False)
    api = Litestar.from_config(
        AppConfig(
            route_handlers=[*HANDLERS, pages],
            state=State({"server": server}),
            lifespan=[life],
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

    async def routed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if scope["path"] != SOCKET:
                await send({"type": "websocket.close", "code": 1008, "reason": "no such socket"})
                return
            await serve_socket(server, scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] == "HEAD":
            # What a GET answers; the body is left out on the line.
            scope = {**scope, "method": "GET"}
        await api(scope, receive, send)  # type: ignore[arg-type]

    def counted(reason: str) -> None:
        server.counted[f"refused_{reason}"] += 1

    return Guard(routed, origins=origins, is_secure=is_secure, on_refused=counted)
