"""Card tables on a real floor that play from virtual shoes, for tests; the shoes are polled by hand."""

from datetime import UTC, datetime

import msgspec

from pitboss.decider import Accepted
from pitboss.floor.gates.virtual_shoes import Order, VirtualShoes
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.server_fields import ServerFields
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver
from tests.support.driver import TableDriver, with_limits

__all__ = [
    "DEAL",
    "NONCE",
    "REVEAL",
    "STREAM",
    "VirtualBaccarat",
    "VirtualBlackjack",
    "begun",
    "finished",
    "in_play",
    "rig",
    "staked",
]

STREAM = "cards-1"
NONCE = "the nonce of a rigged shoe"
DEAL = baccarat_acts.DealCard(card="2C")
"""Which card is said by the server: this one is left out."""
REVEAL = shoe_acts.RevealShoe(order=(), nonce="")


class OnFloor(TableDriver):
    """A driver whose table is a stream of a real floor, with virtual shoes."""

    rulebook: str

    def seated(self, floor, **settings):
        """Open the table's stream, and let it play from virtual shoes."""
        self.floor = floor
        at = datetime.now(UTC)
        floor.open(HOUSE_STREAM, "house", {"name": "House", "currency": "USD"}, at)
        document = {"rulebook": self.rulebook, "name": "C1", "settings": with_limits(self.rulebook, settings)}
        floor.open(STREAM, "table", document, at)
        self.restarted()
        self.table = floor.look(STREAM).state
        return self

    def restarted(self, *, is_virtual=True):
        """Start the house, or start it again; its file may have the table's virtual shoe or not."""
        self.shoes = VirtualShoes(self.floor)
        self.floor.gates = [self.shoes.refuse_other_card]
        if is_virtual:
            self.shoes.add(STREAM)

    @property
    def fields(self):
        """Return what fills in what only the server says."""
        return ServerFields(b"a key", self.shoes)

    def requested(self, command, act=None):
        """Return a command whose act somebody asks for: as a document, or without what the server says."""

        def decoded(live):
            is_known = self.floor.journal.answer(STREAM, command.key) is not None
            kind, stated = type(command.act), msgspec.to_builtins(command.act)
            left_out = self.shoes.said(STREAM, kind) if is_known else self.shoes.said_now(live, kind)
            document = {name: value for name, value in stated.items() if name not in left_out} if act is None else act
            return live.rules.request_decoder.decode(msgspec.json.encode(document))

        return msgspec.structs.replace(command, act=self.floor.view(STREAM, decoded))

    def filled(self, command):
        """Return a command with what the server would say in it now."""
        asked = self.requested(command)
        return self.floor.view(STREAM, lambda live: self.fields.filled(live, asked))

    def sent(self, command, act=None):
        """Hand in a command as the desk does, the server says its part; return what was recorded."""

        def prepare(live, asked):
            filled = self.fields.filled(live, asked)
            return filled, self.shoes.secrets_with(STREAM, filled.act)

        return self.floor.submit(STREAM, self.requested(command, act), prepare=prepare, is_decoded=True).result()

    def answer(self, who, act, *, witness=None):
        """Let the floor answer."""
        answer = self.sent(self.command(who, act, witness=witness)).answer
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)
        self.table = self.floor.look(STREAM).state
        return answer

    def committed(self, from_back=50):
        """Commit a virtual shoe, and return what was committed to."""
        used = self.do("dealer", shoe_acts.CommitShoe(commitment="0" * 64, controls="IC 12", from_back=from_back))
        return used.commitment

    @property
    def drawn(self):
        """Return the cards that have left the shoe."""
        return list(self.floor.look(STREAM).state.cards.shoe.drawn)

    def order(self):
        """Return the order of the shoe in play, which only the server knows."""
        return self.floor.ask(STREAM, self.shoes._in_play).result().order

    def records(self):
        """Return all that is recorded at the table: its events, and every act that was answered."""
        records = [record.body.decode() for record in self.floor.journal.read(STREAM, after=1)]
        return records + [answer.command.decode() for answer in self.floor.journal.answers(STREAM)]


class VirtualBaccarat(OnFloor, BaccaratDriver):
    """A mini-baccarat table on a floor."""

    rulebook = BACCARAT


class VirtualBlackjack(OnFloor, BlackjackDriver):
    """A blackjack table on a floor."""

    rulebook = BLACKJACK


def rig(monkeypatch, *cards):
    """Let every shoe begin with some cards, and the others follow in any order."""

    def drawn(decks, stream=""):
        left = list(CARDS * decks)
        for card in cards:
            left.remove(card)
        return Order((*cards, *left), NONCE, stream)

    monkeypatch.setattr(Order, "drawn", drawn)


def in_play(table):
    """Bring a virtual shoe into play."""
    table.stacked().committed()
    return table


def begun(table):
    """Open a round of baccarat with a wager, and close the bets."""
    table.do("dealer", table_acts.OpenBetting())
    table.bet(3, "player", 1_000)
    table.do("dealer", baccarat_acts.CallNoMoreBets())
    return table


def finished(table):
    """Deal the hand to its end, settle it and clear the layout."""
    while len(table.table.round.player) + len(table.table.round.banker) < 4:
        table.do("dealer", DEAL)
    table.call_points()
    while isinstance(table.answer("dealer", DEAL), Accepted):
        pass
    table.pay()
    table.do("dealer", baccarat_acts.DiscardCards())
    return table


def staked(table):
    """Bring a virtual shoe into play at a blackjack table, burn one card of it, and open a round with a wager."""
    in_play(table).do("dealer", blackjack_acts.BurnCard())
    table.do("dealer", table_acts.OpenBetting())
    table.bet(3, 1_000)
    return table
