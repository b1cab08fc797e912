"""What stands before every request: limits before anything is parsed, the origin, and headers on every answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from pitboss.floor.rate_limit import Buckets

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_MAX: Final = 65_536
"""Bytes of a request's body: more than any act takes."""
_PATH_MAX: Final = 1_024
_NAME_MAX: Final = 255
_READING: Final = ("GET", "HEAD", "OPTIONS")
_HEADERS: Final = (
    (
        b"content-security-policy",
        (
            b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000")


def headers_of(scope: Scope) -> dict[str, str]:
    """Return a request's headers by their names in small letters; of several the last."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope.get("headers", ())}


def address_of(scope: Scope) -> str:
    """Return the address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "local"


class Guard:
    """Refuses what need not be looked at any further."""

    def __init__(
        self,
        app: App,
        *,
        origins: frozenset[str] = frozenset(),
        is_secure: bool = False,
        requests: Buckets | None = None,
        on_refused: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Stand before an app; `origins` are further ones from which pages may speak to it."""
        self._app, self._origins, self._is_secure = app, origins, is_secure
        self._requests = requests or Buckets(most=400, rate=200)
        self._sockets = Buckets(most=5_000, rate=500)
        self._on_refused = on_refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "websocket":
            if not self._sockets.take(address_of(scope)):
                self._on_refused("sockets")
                await send({"type": "websocket.close", "code": 1013, "reason": "too many connections at once"})
                return
            if not self._is_own_origin(scope):
                self._on_refused("origin")
                await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})
                return
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                added = (*_HEADERS, *((_STRICT_TRANSPORT,) if self._is_secure else ()))
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            self._on_refused(refusal[1])
            await _problem(sending, *refusal)
            return
        await self._app(scope, _bounded(receive), sending)

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        if not self._requests.take(address_of(scope)):
            return 429, "TooManyRequests", "too many requests from this address; wait a moment"
        if not _is_path(scope.get("path", "")):
            return 404, "NotFound", "there is nothing of that name"
        length = headers_of(scope).get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > BODY_MAX:  # noqa: PLR2004 - digits of a length
            return 413, "TooLarge", f"a request has at most {BODY_MAX} bytes"
        if scope["method"] not in _READING and not self._is_own_origin(scope):
            return 403, "ForeignOrigin", "a page of another origin may not send anything here"
        return None

    def _is_own_origin(self, scope: Scope) -> bool:
        """Tell whether whoever speaks is a page of ours; a program that is no browser says no origin."""
        headers = headers_of(scope)
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        if origin in self._origins:
            return True
        found = urlsplit(origin)
        return found.netloc != "" and found.netloc == headers.get("host", "")


def _is_path(path: str) -> bool:
    """Tell whether a path can be one: no file of ours has a name that a file system refuses."""
    is_long = len(path) > _PATH_MAX or any(len(name.encode()) > _NAME_MAX for name in path.split("/"))
    return not is_long and path.isprintable()


def _bounded(receive: Receive) -> Receive:
    """Return a receiver that stops reading a body that is larger than it said, once its reader could have seen it."""
    taken = 0

    async def receiving() -> MutableMapping[str, Any]:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            if taken > BODY_MAX:
                return {"type": "http.disconnect"}
            taken += len(message.get("body", b""))
        return message

    return receiving


async def _problem(send: Send, status: int, error: str, reason: str) -> None:
    body = f'{{"error":"{error}","reason":"{reason}","values":{{}}}}'.encode()
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if status == 429:  # noqa: PLR2004
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
