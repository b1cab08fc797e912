"""What stands before every request: limits before anything is parsed, the origin, and headers on every answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit

from pitboss.floor.rate_limit import Buckets

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
SERVER: Final = "server"
"""Where the state of a request names the server that it came to."""

HEARD: Final = "pitboss.heard"
"""Where a socket's scope keeps what is called at each answer to a ping."""
BODY_MAX: Final = 65_536
"""Bytes of a request's body: more than any act takes."""
_PATH_MAX: Final = 1_024
_NAME_MAX: Final = 255
_NO_ADDRESS: Final = "local"
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
_NO_STORE: Final = (b"cache-control", b"no-store")
_STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


def headers_on(*, is_secure: bool) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers of every answer."""
    return (*_HEADERS, _STRICT_TRANSPORT) if is_secure else _HEADERS


def headers_of(scope: Scope) -> dict[str, str]:
    """Return a request's headers by their names in small letters; of several the last."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope.get("headers", ())}


def address_of(scope: Scope) -> str:
    """Return the address a request comes from; of IPv6 the network, since whoever has one has all of it."""
    client = scope.get("client")
    return _place(str(client[0])[:100]) if client else _NO_ADDRESS


@lru_cache(maxsize=10_000)
def _place(address: str) -> str:
    """Return where an address lies.

    >>> [_place(one) for one in ("10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1", "2001:db8:0:0:ffff::2", "nowhere")]
    ['10.0.0.1', '10.0.0.1', '2001:db8::/64', '2001:db8::/64', 'nowhere']
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


class Guard:
    """Refuses what need not be looked at any further."""

    def __init__(  # noqa: PLR0913 - what is left out is the usual
        self,
        app: App,
        *,
        origins: frozenset[str] = frozenset(),
        names: Collection[str] = (),
        known: Callable[[Scope], str | None] = lambda _: None,
        share: int = 250,
        is_secure: bool = False,
        requests: Buckets | None = None,
        access: Mapping[str, str] = MappingProxyType({}),
        on_refused: Callable[[str, Scope], None] = lambda _what, _scope: None,
    ) -> None:
        """Stand before an app; `origins` are further ones from which pages may speak to it, `names` its own.

        `known` tells staff and terminals by name, who are not counted with the strangers of their address, and
        `share` how many WebSockets those may open at once. `access` says of the first part of a path from where it may
        be asked for: "open", "loopback" or "off".
        """
        self._app, self._origins, self._is_secure = app, origins, is_secure
        self._names, self._known = frozenset(names), known
        self._requests = requests or Buckets(most=400, rate=200)
        self._sockets = Buckets(most=2 * share, rate=share / 5)
        self._known_sockets = Buckets(most=200, rate=20)
        self._on_refused = on_refused
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "websocket":
            who = self._known(scope)
            if not (self._sockets.take(address_of(scope)) if who is None else self._known_sockets.take(who)):
                self._on_refused("sockets", scope)
                await send({"type": "websocket.close", "code": 1013, "reason": "too many connections at once"})
                return
            if not self._is_own_host(scope) or not self._is_own_origin(scope):
                self._on_refused("origin", scope)
                await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})
                return
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                added = headers_on(is_secure=self._is_secure)
                # Files and pictures say how long they are good; whatever does not is data, and nobody keeps it.
                is_kept = any(name.lower() == b"cache-control" for name, _ in headers)
                message = {**message, "headers": [*headers, *added, *(() if is_kept else (_NO_STORE,))]}
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            self._on_refused(refusal[1], scope)
            await _problem(sending, *refusal)
            return
        await self._app(scope, _bounded(receive), sending)

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        # Staff and terminals are counted each by themselves, strangers by their address.
        if not self._requests.take(self._known(scope) or address_of(scope)):
            return 429, "TooManyRequests", "too many requests from this address; wait a moment"
        if not self._is_own_host(scope):
            return 421, "ForeignHost", "this house is not known by that name; its file says which names are its own"
        if not _is_path(scope.get("path", "")) or not self._is_shown(scope):
            return 404, "NotFound", "there is nothing of that name"
        length = headers_of(scope).get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > BODY_MAX:  # noqa: PLR2004 - digits of a length
            return 413, "TooLarge", f"a request has at most {BODY_MAX} bytes"
        if scope["method"] not in _READING and not self._is_own_origin(scope):
            return 403, "ForeignOrigin", "a page of another origin may not send anything here"
        return None

    def _is_own_host(self, scope: Scope) -> bool:
        """Tell whether the house was asked for by a name of its own, or by an address, which no page can take over."""
        host = headers_of(scope).get("host")
        if host is None:
            return True
        # Brackets hold an address of IPv6, whose parts colons divide too.
        name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
        name = name.lower().removesuffix(".")
        if name == "localhost" or name in self._names:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _is_shown(self, scope: Scope) -> bool:
        """Tell whether a path is there at all for whoever asks from where they do."""
        first = next((part for part in scope.get("path", "").split("/") if part), "")
        access = self._access.get(first, "open")
        return access == "open" or (access == "loopback" and _is_loopback(address_of(scope)))

    def _is_own_origin(self, scope: Scope) -> bool:
        """Tell whether the request comes from one of our pages; programs other than browsers send no origin."""
        headers = headers_of(scope)
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        if origin in self._origins:
            return True
        found = urlsplit(origin)
        return found.netloc != "" and found.netloc == headers.get("host", "")


def _is_loopback(address: str) -> bool:
    """Tell whether an address is this machine's own; whoever has none came by a file of this machine."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == _NO_ADDRESS


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
