"""What the floor and its watch pages show besides the streams: the house, the next races, a table's story.

Nothing here writes, and nothing here is secret: anybody on the floor hears and sees it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from litestar import get

from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.views import board_view
from pitboss.tote.cloths import Cloth, cloth_of
from pitboss.web.requester import Asked, Stream, server_of
from pitboss.web.server import Server
from pitboss.web.story import StoryLine


class HouseNow(msgspec.Struct, frozen=True):
    """The house, for whoever comes in."""

    name: str
    currency: str
    is_demonstration: bool
    """Whether a newcomer may take a place beside the robots (`POST /api/tour`)."""


class Runner(msgspec.Struct, frozen=True):
    """What is bet under one number of a race."""

    number: str
    name: str
    odds: str | None
    is_favorite: bool
    is_out: bool
    cloth: Cloth | None


class NextRace(msgspec.Struct, frozen=True):
    """The race of a tote that is decided next."""

    stream: str
    track: str
    track_name: str
    race: int
    distance: str | None
    surface: str | None
    post_time: datetime
    minutes_to_post: int | None
    status: list[str]
    runners: list[Runner]


@get("/api/house", tags=["pages"], summary="The house")
async def house(request: Asked) -> HouseNow:
    """Return what the house is called, and whether it is a demonstration."""
    found = server_of(request).house.file.house
    return HouseNow(found.name, found.currency, found.demonstration)


@get("/api/races", tags=["pages"], summary="The next race of each tote")
async def races(request: Asked) -> list[NextRace]:
    """Return the next race to go of each tote, with its odds; a tote without a card has none."""
    server = server_of(request)
    found = []
    for name in server.house.days.current().values():
        race = await server.looks.ask(server.house.floor, "race", name, lambda live: _next_race(server, live))
        found += [] if race is None else [race]
    return found


def _next_race(server: Server, live: LiveStream) -> NextRace | None:
    board: Any = board_view(live, None, None, server.house.door.wall())
    if board is None:
        return None
    runners = [
        Runner(
            one["number"],
            ", ".join(runner["name"] for runner in one["runners"]),
            one["odds"],
            one["is_favorite"],
            one["is_out"],
            cloth_of(board["runs"], one["number"]),
        )
        for one in board["interests"]
    ]
    plain = {name: board[name] for name in ("track", "track_name", "race", "distance", "surface", "minutes_to_post")}
    post_time = datetime.fromisoformat(board["post_time"])
    return NextRace(stream=live.name, post_time=post_time, status=list(board["status"]), runners=runners, **plain)


@get("/api/streams/{stream:str}/story", tags=["pages"], summary="What happened at a table, in words")
async def stream_story(request: Asked, stream: Stream) -> list[StoryLine]:
    """Return the last things that everybody there saw, the newest first, each with its time."""
    server = server_of(request)
    name = server.house.desk.named(stream)
    if name == HOUSE_STREAM or not server.house.desk.streams[name].is_public:
        raise Forbidden("the house's own record is for those who work here", values={"stream": stream})

    return await server.looks.ask(server.house.floor, "story", name, server.public_story.of)


FLOOR_HANDLERS = [house, races, stream_story]
