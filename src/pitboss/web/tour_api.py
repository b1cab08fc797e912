"""The HTTP API of a demonstration's tour: a place for a newcomer with one request, and a table for a dealer.

In any other house every request is answered with 404.
"""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import quote

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from pitboss.decider import Role
from pitboss.floor.people.acts import MachineKey
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.rate_limit import Buckets
from pitboss.floor.tour import AWAY_SECONDS, IDLE_SECONDS, Tour
from pitboss.floor.visits import NoPlace, TourRole, Visit
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.web.assets import PAGES
from pitboss.web.guard import address_of
from pitboss.web.requester import Asked, Body, Stream, cookie_of, server_of, visitor_of, writing
from pitboss.web.server import SESSION_COOKIE, TERMINAL_COOKIE, Server, Visitor

_WORDS: Final = {
    TourRole.PLAYER: ("at a wheel", "a player"),
    TourRole.DEALER: ("deal roulette", "a dealer"),
    TourRole.TELLER: ("sell race bets", "a teller"),
    TourRole.SUPERVISOR: ("watch the pit", "a supervisor"),
}
_DAY: Final = 86_400


class TourBody(Body, frozen=True):
    """What a newcomer wants to be."""

    as_: TourRole = msgspec.field(name="as")
    key: MachineKey | None = None
    """The public half of the browser's own key, where the place is at a machine."""


class TourOffer(msgspec.Struct, frozen=True):
    """Something that a newcomer may be."""

    as_: str = msgspec.field(name="as")
    words: str
    is_free: bool


class VisitNow(msgspec.Struct, frozen=True):
    """A newcomer's place."""

    as_: str = msgspec.field(name="as")
    name: str
    words: str
    lands: str
    """The page of their place."""
    person: str | None
    stream: str | None
    table: str | None
    """What the table is called."""
    is_ready: bool
    """Whether the place is theirs already; a dealer waits for the end of a robot's round."""
    until: str
    """How long it is theirs, as a sentence."""


class TourNow(msgspec.Struct, frozen=True):
    """What a newcomer may be, and what this browser is already."""

    offers: list[TourOffer]
    visit: VisitNow | None
    may_deal: bool
    """Whether whoever is signed in here may take a table from a robot."""


def _tour(request: Asked) -> tuple[Server, Tour]:
    server = server_of(request)
    if server.house.tour is None:
        raise NotFoundException(detail="this house is not a demonstration: sign in with your name and one-time code")
    return server, server.house.tour


def _visitor(request: Asked) -> Visitor:
    """Return who asks; nobody in particular where a key is of no use any more."""
    try:
        visitor = visitor_of(request)
    except (NotLetIn, Forbidden):
        return Visitor()
    return visitor if visitor.session is None else writing(request)


def _visit_of(request: Asked, tour: Tour, visitor: Visitor) -> Visit | None:
    """Return the visit of a browser; a machine's cookie is enough to know it again."""
    terminal = server_of(request).claimed(dict(request.scope))
    return tour.of(None if visitor.session is None else visitor.session.id, terminal)


async def _shown(server: Server, visit: Visit) -> VisitNow:
    """Return a visit for its page."""

    def asked(live: LiveStream) -> tuple[str, str | None]:
        return live.config.name, getattr(live.state, "dealer", None)

    table, dealer = None, None
    if visit.stream is not None:
        name = server.house.desk.named(visit.stream)
        table, dealer = await asyncio.wrap_future(server.house.floor.ask(name, asked, Urgency.LOOK))
    is_ready = visit.role is not TourRole.DEALER or dealer == visit.person
    minutes = (AWAY_SECONDS if visit.role is TourRole.DEALER else IDLE_SECONDS) // 60
    return VisitNow(
        as_=visit.role.value,
        name=visit.name,
        words=_WORDS[visit.role][1],
        lands=_lands(visit),
        person=visit.person,
        stream=visit.stream,
        table=table,
        is_ready=is_ready,
        until=f"It is your place until you leave, close its pages, or do nothing for {minutes} minutes.",
    )


def _lands(visit: Visit) -> str:
    """Return the page of a place, or the one for all who work here while there is none of its own."""
    stream = quote(visit.stream or "")
    wanted = {
        TourRole.PLAYER: ("/t", "/t"),
        TourRole.DEALER: ("/deal/{stream:str}", f"/deal/{stream}"),
        TourRole.TELLER: ("/window", "/window"),
        TourRole.SUPERVISOR: ("/pit", "/pit"),
    }
    address, page = wanted[visit.role]
    return page if address in PAGES else "/staff"


@get("/api/tour", tags=["tour"], summary="What a newcomer may be")
async def tour_now(request: Asked) -> TourNow:
    """Return which places are free, and the visit of this browser."""
    server, tour = _tour(request)
    try:
        visitor = visitor_of(request)
    except (NotLetIn, Forbidden):
        visitor = Visitor()
    visit = _visit_of(request, tour, visitor)
    offers = [TourOffer(role.value, words, tour.is_free(role)) for role, (words, _) in _WORDS.items()]
    may_deal = visitor.is_staff and visitor.principal is not None and visitor.principal.person.role is Role.DEALER
    return TourNow(offers, None if visit is None else await _shown(server, visit), may_deal)


@post("/api/tour", tags=["tour"], summary="Take a place beside the robots", status_code=200)
async def begin_tour(request: Asked, data: JSONBody[TourBody]) -> Response[VisitNow]:
    """Give this browser a place; one that it had is given back."""
    server, tour = _tour(request)
    _slow_down(server, request)
    visitor = _visitor(request)
    before = _visit_of(request, tour, visitor)
    if before is None and (visitor.session is not None or server.claimed(dict(request.scope)) is not None):
        raise NoPlace("somebody is signed in here, or this is a machine of the house: sign out first")
    if before is not None:
        await tour.end(before)
    begun = await tour.begin(data.as_, data.key or "")
    cookies = [
        cookie_of(server, SESSION_COOKIE, begun.token or "", _DAY if begun.token else 0),
        cookie_of(server, TERMINAL_COOKIE, begun.key or "", _DAY if begun.key else 0),
    ]
    return Response(await _shown(server, begun.visit), cookies=cookies)


def _slow_down(server: Server, request: Asked) -> None:
    buckets: Buckets = server.sign_ins
    if not buckets.take(address_of(dict(request.scope))):
        raise NoPlace("too many attempts from this address; wait a minute")


@post("/api/tour/leave", tags=["tour"], summary="Give one's place back", status_code=204)
async def leave_tour(request: Asked) -> Response[None]:
    """End the visit of this browser; the robots go on without it."""
    server, tour = _tour(request)
    visit = _visit_of(request, tour, _visitor(request))
    if visit is not None:
        await tour.end(visit)
    cookies = [cookie_of(server, name, "", 0) for name in (SESSION_COOKIE, TERMINAL_COOKIE)] if visit else []
    return Response(None, status_code=204, cookies=cookies)


def _dealer(request: Asked, stream: str) -> tuple[Tour, str, str]:
    """Return the tour, a dealer who asks, and the table that is meant."""
    name = server_of(request).house.desk.named(stream)
    server, tour = _tour(request)
    who = server.acting(writing(request)).person
    if who.role is not Role.DEALER:
        raise Forbidden("a table is handed over to a dealer", values={"role": who.role.value})
    return tour, who.id, name


@post("/api/streams/{stream:str}/hand-over", tags=["tour"], summary="Take a table from its robot", status_code=204)
async def hand_over(request: Asked, stream: Stream) -> None:
    """Let a dealer who is signed in deal at a table with robots from its next round on."""
    tour, dealer, table = _dealer(request, stream)
    tour.hand_over(dealer, table)


@post("/api/streams/{stream:str}/hand-back", tags=["tour"], summary="Give a table back to its robot", status_code=204)
async def hand_back(request: Asked, stream: Stream) -> None:
    """Let the robot deal again from the next round on."""
    tour, dealer, _ = _dealer(request, stream)
    tour.hand_back(dealer)


TOUR_HANDLERS = [tour_now, begin_tour, leave_tour, hand_over, hand_back]
