"""The virtual shoes of a live house: drawn by the server, committed to before the first card, shown after the last.

A dealer who commits a shoe, deals from it or ends it says nothing of its order: the server does. It draws the order,
records the commitment with the dealer's act, and keeps order and nonce as a secret beside the journal, in the same
transaction. Each card that the dealer deals is then the next of the order, and nobody names another. When the shoe is
over the order is shown, and whoever noted the commitment can check every card.
"""

from __future__ import annotations

import secrets as chance
from typing import Any, Final

import msgspec

from pitboss.decider import Act, Command
from pitboss.errors import PitbossError
from pitboss.floor.gates.shoe_acts import acts_of, comes_from, is_allowed, is_entry
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.writer import Floor
from pitboss.games.cards import CARDS, SourceKind
from pitboss.games.shoe.acts import AbandonReveal, CommitShoe, RevealShoe
from pitboss.games.virtual_shoe import commitment_of, finding
from pitboss.journal import Secret

_KEPT: Final = "virtual_shoe"
"""The kind of secret that an order is."""
BLANK: Final[dict[str, Any]] = {"commitment": "0" * 64, "order": (), "nonce": "", "card": CARDS[0]}
"""What stands where the server says nothing: the same, whatever the order is."""


class NotOfThisShoe(PitbossError):
    """Somebody named a card at a table whose cards come from a virtual shoe, or the table has changed meanwhile."""

    http_status = 409


class Order(msgspec.Struct, frozen=True):
    """The cards of a virtual shoe, as they are kept until they are shown."""

    order: tuple[str, ...]
    nonce: str
    stream: str = ""
    """The table whose shoe it is."""

    @property
    def commitment(self) -> str:
        """Return what is published of it."""
        return commitment_of(self.order, self.nonce)

    @classmethod
    def drawn(cls, decks: int, stream: str = "") -> Order:
        """Draw an order from the machine's own chance, each as likely as any other."""
        cards = list(CARDS * decks)
        chance.SystemRandom().shuffle(cards)
        return cls(tuple(cards), chance.token_hex(16), stream)


class VirtualShoes:
    """Knows the orders of a floor's virtual shoes."""

    def __init__(self, floor: Floor) -> None:
        kept = floor.journal.secrets(_KEPT)
        self._orders = {name: msgspec.json.decode(body, type=Order) for name, body in kept.items()}
        """By their commitments."""
        self._begun = frozenset(order.stream for order in self._orders.values())
        """Tables whose shoe was ours at the start: it is played to its end, whatever the house file says now."""
        self._waiting: dict[str, tuple[str, Order] | None] = {}
        """The shoe that each table commits to next; nobody has seen anything of it."""

    def add(self, stream: str) -> None:
        """Let a table play from virtual shoes."""
        self._waiting[stream] = None

    def has(self, stream: str) -> bool:
        """Tell whether a table plays from virtual shoes, or may still have one in play."""
        return stream in self._waiting or stream in self._begun

    def said(self, stream: str, kind: type[Act]) -> tuple[str, ...]:
        """Return the fields of an act that are the server's to say at a table, at least with a virtual shoe in play."""
        if not self.has(stream) or (issubclass(kind, CommitShoe) and stream not in self._waiting):
            return ()
        return kind.shoe_fields

    def hides(self, stream: str, act: Act) -> bool:
        """Tell whether an act may hold what nobody is to see before it is done."""
        return not isinstance(act, CommitShoe) and bool(self.said(stream, type(act)))

    def secrets_with(self, stream: str, act: Act) -> list[Secret]:
        """Return what is to be kept with an act: the order that it commits to; of one that it shows nothing more."""
        waiting = self._waiting.get(stream)
        if isinstance(act, CommitShoe) and waiting is not None and act.commitment == waiting[0]:
            return [Secret(_KEPT, waiting[0], msgspec.json.encode(waiting[1]))]
        if isinstance(act, RevealShoe) and act.order and self.has(stream):
            return [Secret(_KEPT, commitment_of(act.order, act.nonce), None)]
        return []

    # In the writer's thread

    def said_now(self, live: LiveStream, kind: type[Act]) -> tuple[str, ...]:
        """Return the fields that are the server's to say as the table stands.

        From a shoe of cardboard it is the dealer who says each card, and a shoe that was committed to elsewhere is
        shown by whoever knows it.
        """
        fields = self.said(live.name, kind)
        if not fields or issubclass(kind, CommitShoe) or self._in_play(live) is not None:
            return fields
        is_cardboard = comes_from(live) is not SourceKind.VIRTUAL
        return fields if is_cardboard and issubclass(kind, RevealShoe) else ()

    def filled(self, live: LiveStream, command: Command[Any]) -> Command[Any]:
        """Return a command with what the server says in place of what it has there.

        Where the rules take nothing of the kind now the server says nothing, and they refuse it like anybody's: so
        whoever asks too early learns nothing, and nothing of the order is recorded before its time.
        """
        act = command.act
        fields = self.said_now(live, type(act))
        if not fields:
            return command
        if isinstance(act, CommitShoe):
            return _with(command, {"commitment": self._next(live)})
        order = self._in_play(live)
        for said in _sayings(live, order, act) if order is not None else ():
            found = _with(command, said)
            if is_allowed(live, found):
                return found
        return _with(command, {field: BLANK[field] for field in fields})

    def _next(self, live: LiveStream) -> str:
        """Return the commitment of the table's next shoe; the same until it is in play."""
        self._in_play(live)
        waiting = self._waiting[live.name]
        if waiting is None:
            drawn = Order.drawn(live.state.rules.shoe_decks, live.name)
            waiting = self._waiting[live.name] = (drawn.commitment, drawn)
        return waiting[0]

    def _in_play(self, live: LiveStream) -> Order | None:
        """Return the order of the virtual shoe in play, where it is one of ours."""
        shoe, waiting = live.state.cards.shoe, self._waiting.get(live.name)
        if comes_from(live) is not SourceKind.VIRTUAL or shoe.commitment is None:
            return None
        if waiting is not None and waiting[0] == shoe.commitment:
            # The shoe before it is over.
            self._orders = {name: order for name, order in self._orders.items() if order.stream != live.name}
            self._orders[shoe.commitment], self._waiting[live.name] = waiting[1], None
        return self._orders.get(shoe.commitment)

    def refuse_other_card(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse what is not the server's order or not the next card of it, whichever way it came.

        Nothing of that is recorded: the command may hold a card that nobody may see yet.
        """
        if not self.has(live.name):
            return
        act = command.act
        if isinstance(act, CommitShoe):
            self._require_drawn(live, command)
            return
        order, fields = self._in_play(live), self.said(live.name, type(act))
        if order is None or not (is_entry(act) or isinstance(act, AbandonReveal) or fields):
            return
        is_taken = is_allowed(live, command)
        if isinstance(act, AbandonReveal):
            if is_taken and _is_shown_by(live, order):
                raise NotOfThisShoe("the server knows the order: the dealer shows it", values={"stream": live.name})
        elif is_taken or fields:
            said = _sayings(live, order, act) if is_taken else [{field: BLANK[field] for field in fields}]
            if not any(_with(command, saying) == command for saying in said):
                what = "show it again" if isinstance(act, RevealShoe) else "ask for the card again"
                reason = f"the cards of this table come from its virtual shoe, in its order; {what}"
                raise NotOfThisShoe(reason, values={"stream": live.name})

    def would_refuse(self, live: LiveStream, command: Command[Any]) -> bool:
        """Tell whether an act is refused here though the server says its part of it."""
        if isinstance(command.act, CommitShoe):
            return False
        try:
            self.refuse_other_card(live, self.filled(live, command))
        except NotOfThisShoe:
            return True
        return False

    def _require_drawn(self, live: LiveStream, command: Command[CommitShoe]) -> None:
        """Refuse a commitment to an order that the server does not know, where it draws the orders."""
        waiting, commitment = self._waiting.get(live.name), command.act.commitment
        is_drawn = waiting is not None and waiting[0] == commitment
        if live.name in self._waiting and not is_drawn and is_allowed(live, command):
            reason = f"no order that was drawn for this table has the commitment {commitment}; commit again"
            raise NotOfThisShoe(reason, values={"stream": live.name, "commitment": commitment})


def _with(command: Command[Any], said: dict[str, Any]) -> Command[Any]:
    return msgspec.structs.replace(command, act=msgspec.structs.replace(command.act, **said))


def _sayings(live: LiveStream, order: Order, act: Act) -> list[dict[str, Any]]:
    """Return what the server may say in an act as the table stands, the first that the rules take."""
    if isinstance(act, RevealShoe):
        return [{"order": order.order, "nonce": order.nonce}]
    said = acts_of(live).said(live.state, order.order, act) if "card" in act.shoe_fields else ()
    return [{"card": card} for card in said]


def _is_shown_by(live: LiveStream, order: Order) -> bool:
    """Tell whether an order can be shown: every card of the shoe was the next of it."""
    cards = live.state.cards
    dealt = cards.dealt(order.order)
    return finding(order.commitment, order.order, order.nonce, decks=cards.shoe.decks, dealt=dealt) is None
