"""Passkeys by HTTP: what an authenticator is asked, what it answers, and one's own passkeys.

The bodies are our own and strict; pages take them from what the browser's `PublicKeyCredential` says as JSON.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from pitboss.decider import Name
from pitboss.errors import InputError
from pitboss.floor.people import passkeys as p
from pitboss.floor.people.acts import Asked as Purpose
from pitboss.floor.people.acts import CredentialId
from pitboss.floor.people.sessions import NotLetIn, Session
from pitboss.floor.rate_limit import Slow
from pitboss.web.guard import address_of
from pitboss.web.requester import Asked, Body, Signed, renewed, server_of, signed, slow_down, visitor_of, writing

Challenge = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,100}\Z")]
Part = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,8000}\Z", description="Bytes, in base64url.")]
User = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{0,100}\Z", description="In base64url, or empty.")]
Attestation = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40000}\Z", description="CBOR, in base64url.")]
_CREDENTIAL: Literal["public-key"] = "public-key"


class Ask(Body, frozen=True):
    """What the passkey is for: to sign in, to unlock, or to confirm as a second person."""

    purpose: Purpose
    about: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """Of a second person what waits, or the stream and the key of the command with a stroke between them."""


class ShownBody(Body, frozen=True):
    """What an authenticator answered."""

    challenge: Challenge
    credential: CredentialId
    client_data: Part
    authenticator_data: Part
    signature: Part
    user: User

    @property
    def shown(self) -> p.Shown:
        """Return the answer without whatever else a body holds."""
        parts = (self.client_data, self.authenticator_data, self.signature, self.user)
        return p.Shown(self.challenge, self.credential, *parts)


class MadeBody(Body, frozen=True):
    """A passkey that an authenticator has made, and what its person calls it."""

    name: Name
    challenge: Challenge
    credential: CredentialId
    client_data: Part
    attestation: Attestation


class NamedBody(Body, frozen=True):
    """Which passkey is meant."""

    name: Name


class PasskeyLine(msgspec.Struct, frozen=True):
    """A passkey of one's own."""

    name: str
    site: str
    """The name of the house where it can be used."""
    added_at: datetime
    used_at: datetime | None


class _Spoken(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A part of what browsers are told, in their words."""


class _Credential(_Spoken, frozen=True):
    id: str
    type: Literal["public-key"] = _CREDENTIAL


class _Algorithm(_Spoken, frozen=True):
    alg: int
    type: Literal["public-key"] = _CREDENTIAL


class _House(_Spoken, frozen=True):
    id: str
    name: str


class _User(_Spoken, frozen=True):
    id: str
    name: str
    display_name: str


class _Selection(_Spoken, frozen=True):
    resident_key: str = "required"
    require_resident_key: bool = True
    user_verification: str = "required"


class ToShow(_Spoken, frozen=True):
    """The arguments for `navigator.credentials.get`."""

    challenge: str
    rp_id: str
    timeout: int = p.CHALLENGE_SECONDS * 1_000
    user_verification: str = "required"
    allow_credentials: list[_Credential] = msgspec.field(default_factory=list)


class ToMake(_Spoken, frozen=True):
    """The arguments for `navigator.credentials.create`."""

    challenge: str
    rp: _House
    user: _User
    exclude_credentials: list[_Credential]
    timeout: int = p.CHALLENGE_SECONDS * 1_000
    pub_key_cred_params: list[_Algorithm] = msgspec.field(
        default_factory=lambda: [_Algorithm(alg=one) for one in p.ALGORITHMS]
    )
    authenticator_selection: _Selection = _Selection()
    attestation: str = "none"


def site_of(request: Asked) -> p.Site:
    """Return the house as the page that asks knows it: by a name of the house's own, over an encrypted line.

    Raises:
        InputError: for an address without a name, or a plain line to another machine: no browser signs there.
    """
    origin = request.headers.get("origin", "")
    found = urlsplit(origin)
    name, names = found.hostname or "", server_of(request).house.file.net.names
    if name == "localhost" or (name in names and found.scheme == "https"):
        return p.Site(name, origin)
    reason = "passkeys work at the house's own names ([net] names) over https, or at localhost"
    raise InputError(reason, field="origin", value=origin)


def session_of(request: Asked) -> Session:
    """Return the session of whoever writes, locked or not.

    Raises:
        NotLetIn: where nobody is signed in.
    """
    session = writing(request).session
    if session is None:
        raise NotLetIn("nobody is signed in here")
    return session


def _few(request: Asked, who: str) -> None:
    """Refuse one who asks and asks: what others were asked would be forgotten."""
    if not server_of(request).challenges.take(who):
        raise Slow("too many passkeys were asked for from here; wait a minute")


@post("/api/passkeys/challenge", tags=["people"], summary="What a passkey is to sign", status_code=200)
async def challenge(request: Asked, data: JSONBody[Ask]) -> ToShow:
    """Return something new to be signed once, within two minutes, for this purpose and at this place."""
    passkeys, site = server_of(request).house.door.passkeys, site_of(request)
    if data.purpose is Purpose.SIGN_IN:
        address = address_of(dict(request.scope))
        _few(request, address)
        return ToShow(challenge=passkeys.challenges.ask(data.purpose, address, site), rp_id=site.name)
    session = session_of(request)
    _few(request, session.id)
    if data.purpose is Purpose.SECOND:
        where = f"{session.id} {data.about}"
        return ToShow(challenge=passkeys.challenges.ask(data.purpose, where, site), rp_id=site.name)
    own = [_Credential(id=one.credential) for one in await passkeys.own(session.person.id) if one.site == site.name]
    asked = passkeys.challenges.ask(data.purpose, session.id, site)
    return ToShow(challenge=asked, rp_id=site.name, allow_credentials=own)


@post("/api/sign-in/passkey", tags=["people"], summary="Sign in with a passkey", status_code=200)
async def sign_in_by_passkey(request: Asked, data: JSONBody[ShownBody]) -> Response[Signed]:
    """Begin a session of whose passkey it is; an earlier one of the same person ends."""
    server, scope = server_of(request), dict(request.scope)
    passkeys = server.house.door.passkeys
    place = slow_down(request, await passkeys.owner(data.credential))
    found = await passkeys.sign_in(data.shown, address_of(scope), place, server.device(scope))
    return signed(server, *found)


@post("/api/unlock/passkey", tags=["people"], summary="Open a locked session with a passkey", status_code=204)
async def unlock_by_passkey(request: Asked, data: JSONBody[ShownBody]) -> Response[None]:
    """Go on after five minutes without input, or show once more who one is; the session has another cookie then."""
    session, server = session_of(request), server_of(request)
    return renewed(server, session, await server.house.door.passkeys.unlock(session, data.shown))


@get("/api/passkeys", tags=["people"], summary="One's own passkeys")
async def own_passkeys(request: Asked) -> list[PasskeyLine]:
    """Return the passkeys of whoever is signed in."""
    server = server_of(request)
    who = server.acting(visitor_of(request), is_input=False, is_adding=True)
    if who.machine is not None:
        raise NotLetIn("a machine has no passkeys")
    found = await server.house.door.passkeys.own(who.person.id)
    return [PasskeyLine(one.name, one.site, one.added_at, one.used_at) for one in found]


@post("/api/passkeys/new", tags=["people"], summary="What an authenticator is to make", status_code=200)
async def new_passkey(request: Asked) -> ToMake:
    """Return what a passkey is to be made of; the password, or a passkey, was given in the last five minutes."""
    server, site, session = server_of(request), site_of(request), _acting(request)
    door, person = server.house.door, session.person.id
    door.passkeys.require_recent(session)
    _few(request, session.id)
    return ToMake(
        challenge=door.passkeys.challenges.ask(p.ADD, session.id, site),
        rp=_House(id=site.name, name=server.house.file.house.name),
        user=_User(id=p.handle_of(door.key, person), name=person, display_name=server.name_of(person)),
        exclude_credentials=[_Credential(id=one.credential) for one in await door.passkeys.own(person)],
    )


@post("/api/passkeys", tags=["people"], summary="Add a passkey of one's own", status_code=204)
async def add_passkey(request: Asked, data: JSONBody[MadeBody]) -> None:
    """Sign in with it from now on, beside the password."""
    made = p.Made(data.challenge, data.credential, data.client_data, data.attestation)
    session = _acting(request)
    await server_of(request).house.door.passkeys.add(session, data.name, made)


@post("/api/passkeys/remove", tags=["people"], summary="Remove a passkey of one's own", status_code=204)
async def remove_passkey(request: Asked, data: JSONBody[NamedBody]) -> None:
    """Have it let nobody in any more; the password, or a passkey, was given in the last five minutes."""
    session = _acting(request)
    await server_of(request).house.door.passkeys.remove(session, data.name)


def _acting(request: Asked) -> Session:
    """Return the session of somebody who acts, and is there."""
    session = session_of(request)
    server_of(request).acting(visitor_of(request), is_adding=True)
    return session


PASSKEY_HANDLERS = [
    challenge, sign_in_by_passkey, unlock_by_passkey, own_passkeys, new_passkey, add_passkey, remove_passkey,
]  # fmt: skip
