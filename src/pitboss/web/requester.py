"""A request of the HTTP API: which server it came to, and who sent it."""

from __future__ import annotations

import hmac
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie
from litestar.params import Parameter

from pitboss.floor.people.attempts import Place
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.sessions import Session
from pitboss.floor.rate_limit import Slow
from pitboss.web.guard import SERVER
from pitboss.web.openapi import CSRF_HEADER
from pitboss.web.server import DEVICE_COOKIE, SESSION_COOKIE, Server, Visitor

Asked = Request[Any, Any, Any]
Stream = Annotated[str, Parameter(description="A stream's name", max_length=100)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a request may hold."""


def server_of(request: Asked) -> Server:
    """Return the server that was asked."""
    server: Server = request.scope["state"][SERVER]
    return server


def cookie_of(server: Server, name: str, value: str, seconds: int) -> Cookie:
    """Return a cookie that no script reads and no other site's page sends; of no seconds it is forgotten."""
    key, is_secure = server.cookie_name(name), server.is_secure
    return Cookie(key=key, value=value, max_age=seconds, path="/", httponly=True, secure=is_secure, samesite="strict")


def renewed(server: Server, session: Session, token: str) -> Response[None]:
    """Return the answer to whoever showed once more who they are, with the session's new cookie."""
    seconds = (session.until_ns - server.house.door.monotonic_ns()) // 10**9
    cookies, sent = [cookie_of(server, SESSION_COOKIE, token, seconds)], BackgroundTask(server.renewed, session.id)
    return Response(None, status_code=204, cookies=cookies, background=sent)


class Signed(msgspec.Struct, frozen=True):
    """Who is signed in, and the token that every further request has in its header."""

    person: str
    role: str
    csrf: str


def signed(server: Server, session: Session, token: str) -> Response[Signed]:
    """Return the answer to whoever came in, with the cookies of session and browser."""
    seconds = (session.until_ns - server.house.door.monotonic_ns()) // 10**9
    found = Signed(session.person.id, session.person.role.value, session.csrf)
    cookies = [
        cookie_of(server, SESSION_COOKIE, token, seconds),
        cookie_of(server, DEVICE_COOKIE, session.device, 400 * 86_400),
    ]
    return Response(found, cookies=cookies)


def slow_down(request: Asked, person: str = "") -> Place:
    """Return where somebody tries to come in, if it is not too often tried from there.

    Raises:
        Slow: for a minute.
    """
    place = server_of(request).place(dict(request.scope), person)
    if not server_of(request).sign_ins.take(place.name):
        raise Slow("too many attempts to sign in from here; wait a minute")
    return place


def visitor_of(request: Asked) -> Visitor:
    """Return who asks, by the request's cookies."""
    return server_of(request).visitor(dict(request.scope))


def writing(request: Asked) -> Visitor:
    """Return who writes, by a page of ours that knows the session's token.

    Raises:
        Forbidden: for a session without its token.
    """
    visitor = visitor_of(request)
    if visitor.session is not None:
        given = request.headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(given.encode(), visitor.session.csrf.encode()):
            raise Forbidden(f"the request lacks the session's token in its header {CSRF_HEADER}")
    return visitor
