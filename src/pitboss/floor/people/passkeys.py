"""Passkeys: people show that they have a key pair, whose private half never leaves their telephone or security key.

The server asks something new each time, once, for one purpose and one place. All that is kept of a passkey is public
and on record (`house.passkey_added/1`), so that nobody puts another in its place without the chain telling.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets as chance
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pitboss.decider import Accepted, Person
from pitboss.errors import InputError, PitbossError
from pitboss.floor.people import acts as a
from pitboss.floor.people.attempts import Place
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.sessions import NotLetIn, PasskeyNeeded, Session
from pitboss.floor.people.state import Passkey
from pitboss.floor.writer.queue import Urgency

if TYPE_CHECKING:
    from pitboss.floor.people.door import Door

CHALLENGE_SECONDS: Final = 120
"""How long somebody may take to touch the key, or to look into the telephone."""
RECENT_SECONDS: Final = 300
"""For so long after the password, or a passkey, somebody may change with what they come in."""
_CHALLENGES_MAX: Final = 10_000
"""Questions that may wait for an answer; beyond that the oldest is forgotten."""
ALGORITHMS: Final = (-7, -8, -257)
"""What a key may sign with, by its number in COSE: ECDSA on P-256, Ed25519, RSA with SHA-256."""
ADD: Final = "add"
_WHY_NOT: Final = "the passkey was not accepted, or access is locked"


class ConfirmFirst(PitbossError):
    """Somebody wants to change with what they come in, and has not shown lately who they are."""

    http_status = 403


class Site(NamedTuple):
    """The house as a browser knows it: only pages of this origin may have a key sign, and it signs the name too."""

    name: str
    origin: str


class Shown(NamedTuple):
    """What an authenticator answered, each part in base64url."""

    challenge: str
    credential: str
    client_data: str
    authenticator_data: str
    signature: str
    user: str
    """Whose key it is by what the authenticator keeps; one that was told which key to use may leave it out."""


class Made(NamedTuple):
    """What an authenticator says of a key that it made, each part in base64url."""

    challenge: str
    credential: str
    client_data: str
    attestation: str


class _Waits(NamedTuple):
    purpose: str
    where: str
    site: Site
    until: float


@dataclass
class Challenges:
    """What was asked and not answered yet; nothing of it outlasts the server."""

    clock: Callable[[], float]
    """Seconds by a monotonic clock."""
    _waiting: dict[str, _Waits] = field(default_factory=dict)

    def ask(self, purpose: str, where: str, site: Site) -> str:
        """Return something to be signed, once, for a purpose at a place."""
        challenge = text_of(chance.token_bytes(32))
        self._waiting[challenge] = _Waits(purpose, where, site, self.clock() + CHALLENGE_SECONDS)
        if len(self._waiting) > _CHALLENGES_MAX:
            del self._waiting[next(iter(self._waiting))]
        return challenge

    def take(self, challenge: str, purpose: str, where: str) -> Site | None:
        """Return for which site something was asked, which is used up then; None where it was not, or otherwise."""
        found = self._waiting.pop(challenge, None)
        if found is None or found[:2] != (purpose, where) or found.until <= self.clock():
            return None
        return found.site


class Passkeys:
    """What the door does with passkeys."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.challenges = Challenges(lambda: door.monotonic_ns() / 10**9)

    # Coming in

    async def owner(self, credential: str) -> str:
        """Return whose passkey signs under an id; nothing where nobody has such a one."""
        found = await self._found(credential)
        return "" if found is None else found[0]

    async def sign_in(self, shown: Shown, where: str, place: Place, device: str | None) -> tuple[Session, str]:
        """Let in whose passkey it is; return the session and its token.

        Raises:
            NotLetIn: what is wrong is not said.
            Slow: also for a right one, after three wrong attempts at the same place.
        """
        who = await self.vouch(a.Asked.SIGN_IN, shown, where, place)
        return await self._door.begin(who, device, is_by_passkey=True)

    async def vouch(self, purpose: a.Asked, shown: Shown, where: str, place: Place) -> Person:
        """Return whose passkey it is, and begin no session."""
        person = await self.owner(shown.credential)
        async with self._door.turn_of(place.name, person):
            return await self._known(purpose, shown, where, (place, person), person)

    async def unlock(self, session: Session, shown: Shown) -> str:
        """Open a session again that was locked, or show in it once more who one is; return its new token."""
        async with self._door.turn_of("", session.person.id):
            await self._known(a.Asked.UNLOCK, shown, session.id, session.place, session.person.id)
            return await self._door.go_on(session)

    async def _known(self, purpose: a.Asked, shown: Shown, where: str, tried: tuple[Place, str], person: str) -> Person:
        """Return whose passkey answered the challenge, or count a failed attempt."""
        door = self._door
        door.attempts.require(*tried)
        # Used up whatever comes of it.
        site = self.challenges.take(shown.challenge, purpose, where)
        member, found = await door.member(person), await self._found(shown.credential)
        count = None
        if site is not None and found is not None and found[0] == person:
            users = [handle_of(door.key, person), *([""] if purpose is a.Asked.UNLOCK else [])]
            count = await asyncio.to_thread(_signed_count, shown, found[1], site, users)
        if member is not None and count is not None:
            who = Person(person, member[0])
            act = a.UsePasskey(credential=shown.credential, count=count, purpose=purpose)
            answer = (await door.record(act, by=who)).answer
            if isinstance(answer, Accepted):
                door.attempts.right(*tried)
                return who
            if "counted" in answer.values:
                await door.alarm(a.AlarmKind.SIGN_IN, person, answer.reason)
        await door.failed(*tried, None if member is None else person)
        raise NotLetIn(_WHY_NOT)

    async def _found(self, credential: str) -> tuple[str, Passkey] | None:
        def asked(live: Any) -> tuple[str, Passkey] | None:
            found: tuple[str, Passkey] | None = live.state.passkey(credential)
            return found

        return await asyncio.wrap_future(self._door.floor.ask(HOUSE_STREAM, asked, Urgency.OTHER))

    # One's own

    async def own(self, person: str) -> tuple[Passkey, ...]:
        """Return somebody's passkeys."""

        def asked(live: Any) -> tuple[Passkey, ...]:
            found: tuple[Passkey, ...] = live.state.people[person].passkeys
            return found

        return await asyncio.wrap_future(self._door.floor.ask(HOUSE_STREAM, asked, Urgency.OTHER))

    def require_recent(self, session: Session) -> None:
        """Refuse whoever has not shown in the last minutes who they are: an open session may be somebody else's hands.

        Raises:
            ConfirmFirst: for a session in which neither password nor passkey was given of late.
        """
        since = self._door.monotonic_ns() - RECENT_SECONDS * 10**9
        if session.confirmed_ns is None or session.confirmed_ns < since:
            raise ConfirmFirst("give your password once more, or a passkey that you have, before you change these")

    async def add(self, session: Session, name: str, made: Made) -> None:
        """Add a passkey that was made for whoever is signed in, in answer to what was asked there.

        Raises:
            InputError: for one that is not as it was asked for.
            NotLetIn: for somebody who may not, or a name or key that is there already.
        """
        self.require_recent(session)
        site = self.challenges.take(made.challenge, ADD, session.id)
        if site is None:
            raise InputError("no passkey was asked for here, or too long ago; try again", field="challenge")
        key, count = await asyncio.to_thread(_made_key, made, site)
        act = a.AddPasskey(passkey=name, credential=made.credential, key=key, count=count, site=site.name)
        kept = replace(session, is_by_passkey=True).kept()
        self._door.accepted(await self._door.record(act, by=session.person, secrets=[kept]))
        session.is_by_passkey, session.needs_passkey = True, False

    async def remove(self, session: Session, name: str) -> None:
        """Take away a passkey of whoever is signed in; of those whose role needs one, not the last.

        Raises:
            PasskeyNeeded: for that one.
        """
        self.require_recent(session)
        is_needed = session.person.role in self._door.passkeys_for
        if is_needed and [name] == [one.name for one in await self.own(session.person.id)]:
            role = session.person.role.value.replace("_", " ")
            reason = f"this is your only passkey, and a {role} needs one here: add another before you remove it"
            raise PasskeyNeeded(reason, values={"passkey": name})
        self._door.accepted(await self._door.record(a.RemoveOwnPasskey(passkey=name), by=session.person))


def text_of(raw: bytes) -> str:
    r"""Return bytes as browsers write them.

    >>> text_of(b"\xff\xfe\xfd\xfc")
    '__79_A'
    """
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def handle_of(key: bytes, person: str) -> str:
    """Return what authenticators keep a person under: it tells nobody else who that is."""
    return text_of(hmac.digest(key, f"user of passkeys: {person}".encode(), "sha256"))


def _signed_count(shown: Shown, known: Passkey, site: Site, users: Sequence[str]) -> int | None:
    """Return how often a passkey has signed, if it signed what it was asked, for its person; None where it did not.

    Whether that is more than before is the record's to say: two may come at once.
    """
    # A quarter of a second to import, once, and not in the loop that answers everybody.
    from webauthn import verify_authentication_response
    from webauthn.helpers.structs import AuthenticationCredential, AuthenticatorAssertionResponse

    if known.site != site.name or shown.user not in users:
        return None
    try:
        raw = AuthenticatorAssertionResponse(
            client_data_json=_bytes_of(shown.client_data),
            authenticator_data=_bytes_of(shown.authenticator_data),
            signature=_bytes_of(shown.signature),
        )
        found = verify_authentication_response(
            credential=AuthenticationCredential(shown.credential, _bytes_of(shown.credential), raw),
            expected_challenge=_bytes_of(shown.challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=_bytes_of(known.key),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001 - whatever cannot be read or is not right lets nobody in
        return None
    return found.new_sign_count


def _made_key(made: Made, site: Site) -> tuple[str, int]:
    """Return the public half of a key that was made, and its count.

    Raises:
        InputError: for one that is not as it was asked for.
    """
    from webauthn import verify_registration_response
    from webauthn.helpers.cose import COSEAlgorithmIdentifier
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    try:
        raw = AuthenticatorAttestationResponse(_bytes_of(made.client_data), _bytes_of(made.attestation))
        found = verify_registration_response(
            credential=RegistrationCredential(made.credential, _bytes_of(made.credential), raw),
            expected_challenge=_bytes_of(made.challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(one) for one in ALGORITHMS],
        )
    except Exception as error:
        raise InputError("the passkey was not made as this house asked for it", field="attestation") from error
    if text_of(found.credential_id) != made.credential:
        raise InputError("the passkey has another id than was said", field="credential")
    return text_of(found.credential_public_key), found.sign_count
