"""The HTTP API of machines: enrolling one with its own key, and showing by HTTP that it has that key."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, post
from litestar.params import JSONBody

from pitboss.floor.people.acts import MachineKey
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.proofs import PROOF_SECONDS
from pitboss.web.guard import address_of
from pitboss.web.requester import Asked, Body, cookie_of, server_of, slow_down
from pitboss.web.server import PROOF_COOKIE, TERMINAL_COOKIE


class Enrol(Body, frozen=True):
    """The one-time code of a position, and the public half of the machine's own key."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    key: MachineKey


class Bound(msgspec.Struct, frozen=True):
    """Which terminal the machine is now."""

    terminal: str


class Challenge(msgspec.Struct, frozen=True):
    """What the machine is to sign, and as which terminal."""

    terminal: str
    nonce: str


class Shown(Body, frozen=True):
    """What the machine was asked, and its signature."""

    nonce: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    signature: Annotated[str, msgspec.Meta(max_length=200)]


@post("/api/enrol", tags=["terminals"], summary="Enrol this machine with a position's code", status_code=200)
async def enrol(request: Asked, data: JSONBody[Enrol]) -> Response[Bound]:
    """Bind the machine, and its own key, to a position; it is off until a supervisor switches it on."""
    slow_down(request)
    server = server_of(request)
    terminal, token = await server.house.door.bind(data.code, data.key)
    return Response(Bound(terminal), cookies=[cookie_of(server, TERMINAL_COOKIE, token, 400 * 86_400)])


@post("/api/machine/challenge", tags=["terminals"], summary="What this machine is to sign", status_code=200)
async def challenge(request: Asked) -> Challenge:
    """Return something new to be signed with the machine's own key, within a minute."""
    server = server_of(request)
    terminal = server.claimed(dict(request.scope))
    if terminal is None:
        raise NotLetIn("this machine is not enrolled, or its key is not known any more")
    return Challenge(terminal, server.house.door.proofs.ask())


@post("/api/machine/proof", tags=["terminals"], summary="Show this machine's key", status_code=204)
async def proof(request: Asked, data: JSONBody[Shown]) -> Response[None]:
    """Take the signature: for five minutes requests from this address are the terminal's."""
    server, scope = server_of(request), dict(request.scope)
    terminal, address, proofs = server.claimed(scope), address_of(scope), server.house.door.proofs
    if terminal is None or not proofs.is_asked(data.nonce):
        raise NotLetIn("nothing of that kind was to be signed, or it is too old")
    if not server.shows(terminal, address, data.nonce, data.signature):
        raise NotLetIn("this machine cannot show its key; enrol it again")
    token = proofs.show(terminal, address)
    return Response(None, status_code=204, cookies=[cookie_of(server, PROOF_COOKIE, token, PROOF_SECONDS)])


MACHINE_HANDLERS = [enrol, challenge, proof]
