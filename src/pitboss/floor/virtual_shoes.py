"""The virtual shoes of a live house: drawn by the server, committed to before the first card, shown after the last.

A dealer who commits a shoe, deals from it or ends it says nothing of its order: the server does. It draws the order,
records the commitment with the dealer's act, and keeps order and nonce as a secret beside the journal, in the same
transaction. Each card that the dealer deals is then the next of the order, and nobody names another. When the shoe is
over the order is shown, and whoever noted the commitment can check every card.
"""

from __future__ import annotations

import secrets as chance
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Command, tag_of
from pitboss.errors import InputError, PitbossError
from pitboss.floor.shoe_acts import comes_from, dealing, is_allowed, is_entry
from pitboss.games.cards import CARDS, SourceKind
from pitboss.games.shoe.acts import CommitShoe, RevealShoe
from pitboss.games.virtual_shoe import commitment_of
from pitboss.journal import Secret

if TYPE_CHECKING:
    from pitboss.decider import Act, Person
    from pitboss.floor.stream import LiveStream
    from pitboss.floor.writer import Floor

__all__ = ["NotOfThisShoe", "Order", "VirtualShoes"]

_KEPT: Final = "virtual_shoe"
"""The kind of secret that an order is."""
_COMMIT, _REVEAL = tag_of(CommitShoe), tag_of(RevealShoe)
_DRAWN: Final = {_COMMIT: ("commitment",), _REVEAL: ("order", "nonce")}
_CARD: Final = ("card",)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class NotOfThisShoe(PitbossError):
    """Somebody named a card at a table whose cards come from a virtual shoe, or the table has changed meanwhile."""

    http_status = 409


class Order(msgspec.Struct, frozen=True):
    """The cards of a virtual shoe, as they are kept until they are shown."""

    order: tuple[str, ...]
    nonce: str

    @property
    def commitment(self) -> str:
        """Return what is published of it."""
        return commitment_of(self.order, self.nonce)

    @classmethod
    def drawn(cls, decks: int) -> Order:
        """Draw an order from the machine's own chance, each as likely as any other."""
        cards = list(CARDS * decks)
        chance.SystemRandom().shuffle(cards)
        return cls(tuple(cards), chance.token_hex(16))


class VirtualShoes:
    """Knows the orders of a floor's virtual shoes."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        kept = floor.journal.secrets(_KEPT)
        self._orders = {name: msgspec.json.decode(body, type=Order) for name, body in kept.items()}
        """By their commitments; those that were shown too, which are no secret any more."""
        self._waiting: dict[str, tuple[str, Order] | None] = {}
        """The shoe that each table commits to next; nobody has seen anything of it."""
        floor.gates.append(self._gate)

    def add(self, stream: str) -> None:
        """Let a table play from virtual shoes."""
        self._waiting[stream] = None

    # At the desk

    def has(self, stream: str) -> bool:
        """Tell whether a table plays from virtual shoes."""
        return stream in self._waiting

    def said(self, stream: str, kind: str) -> tuple[str, ...]:
        """Return the fields of an act that are the server's to say at a table, at least with a virtual shoe in play."""
        if stream not in self._waiting:
            return ()
        return _CARD if dealing(kind) is not None else _DRAWN.get(kind, ())

    def said_now(self, live: LiveStream, kind: str) -> tuple[str, ...]:
        """Return the fields that are its to say as the table stands; to be asked in the writer's thread.

        From a shoe of cardboard it is the dealer who says each card.
        """
        fields = self.said(live.name, kind)
        return () if fields == _CARD and self._in_play(live) is None else fields

    def filled(self, live: LiveStream, by: Person, key: str, act: dict[str, Any]) -> dict[str, Any]:
        """Return an act with what the server says in it; one that is sent again is as it was recorded.

        Raises:
            InputError: for an act that says itself what is the server's to say.
        """
        kind, order = str(act.get("type")), self._in_play(live)
        fields = self.said_now(live, kind)
        if not fields:
            return act
        for field in fields:
            if field in act:
                raise InputError("is the virtual shoe's to say, and left out", field=f"act.{field}", value=act[field])
        stored = self._floor.journal.answer(live.name, key)
        if stored is not None:
            known = msgspec.json.decode(stored.command)["act"]
            return {**act, **{field: known[field] for field in fields if field in known}}
        if fields == _CARD and order is not None:
            return {**act, "card": self._card(live, order, by, kind)}
        if kind == _REVEAL:
            return {**act, "nonce": order.nonce if order else "", "order": order.order if order else ()}
        waiting = self._waiting[live.name]
        if waiting is None:
            drawn = Order.drawn(live.state.rules.shoe_decks)
            waiting = self._waiting[live.name] = (drawn.commitment, drawn)
        return {**act, "commitment": waiting[0]}

    def in_place(self, live: LiveStream, command: Command[Any]) -> Command[Any]:
        """Return the command of somebody who can leave nothing out, with what the server says in its place."""
        document, fields = msgspec.to_builtins(command.act), self.said_now(live, tag_of(command.act))
        left = {name: value for name, value in document.items() if name not in fields}
        act = self.filled(live, command.by, command.key, left)
        return msgspec.structs.replace(command, act=msgspec.convert(act, type(command.act)))

    @staticmethod
    def _card(live: LiveStream, order: Order, by: Person, kind: str) -> str:
        """Return the next card, where the rules take one now; else any other, which they refuse like every card.

        So whoever asks too early learns nothing, and nothing of the order is recorded before its time.
        """
        card = _next(live, order)
        act = msgspec.convert({"type": kind, "card": card or CARDS[0]}, dealing(kind))
        asked: Command[Any] = Command(key="asked", by=by, act=act, received_at=_EPOCH)
        return card if card and is_allowed(live, asked) else next(other for other in CARDS if other != card)

    def secrets_with(self, stream: str, act: Act) -> list[Secret]:
        """Return what is to be kept with an act: the order that it commits to."""
        waiting = self._waiting.get(stream)
        if waiting is None or not isinstance(act, CommitShoe) or act.commitment != waiting[0]:
            return []
        return [Secret(_KEPT, waiting[0], msgspec.json.encode(waiting[1]))]

    # In the writer's thread

    def _in_play(self, live: LiveStream) -> Order | None:
        """Return the order of the virtual shoe in play, where it is one of ours."""
        shoe, waiting = live.state.cards.shoe, self._waiting[live.name]
        if comes_from(live) is not SourceKind.VIRTUAL or shoe.commitment is None:
            return None
        if waiting is not None and waiting[0] == shoe.commitment:
            self._orders[shoe.commitment], self._waiting[live.name] = waiting[1], None
        return self._orders.get(shoe.commitment)

    def _gate(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse an order that is not the server's, and a card that is not the next, whichever way they came."""
        if live.name not in self._waiting:
            return
        act, waiting = command.act, self._waiting[live.name]
        if isinstance(act, CommitShoe) and act.commitment != (waiting or ("",))[0] and is_allowed(live, command):
            reason = f"no order that was drawn for this table has the commitment {act.commitment}; commit again"
            raise NotOfThisShoe(reason, values={"stream": live.name, "commitment": act.commitment})
        order = self._in_play(live) if is_entry(act) else None
        if order is None:
            return
        is_next = getattr(act, "card", None) == _next(live, order) and dealing(tag_of(act)) is not None
        if is_next is not is_allowed(live, command):
            # Not recorded: the command may hold a card of the order that nobody may see yet.
            reason = "the cards of this table come from its virtual shoe, in its order; ask for the card again"
            raise NotOfThisShoe(reason, values={"stream": live.name})


def _next(live: LiveStream, order: Order) -> str:
    """Return the next card of an order; empty text where all are out."""
    place = len(live.state.cards.shoe.drawn)
    return order.order[place] if place < len(order.order) else ""
