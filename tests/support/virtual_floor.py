"""Card tables on a real floor that play from virtual shoes, for tests; the shoes are polled by hand."""

from datetime import UTC, datetime

import msgspec

from pitboss.decider import Accepted, tag_of
from pitboss.floor.gates.virtual_shoes import Order, VirtualShoes
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver
from tests.support.driver import TableDriver

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
        floor.open(STREAM, "table", {"rulebook": self.rulebook, "name": "C1", "settings": settings}, at)
        self.restarted()
        self.table = floor.look(STREAM).state
        return self

    def restarted(self, *, is_virtual=True):
        """Start the house, or start it again; its file may have the table's virtual shoe or not."""
        self.floor.gates.clear()
        self.shoes = VirtualShoes(self.floor)
        if is_virtual:
            self.shoes.add(STREAM)

    def filled(self, command):
        """Return a command as the desk hands it in: what the server says is left out, and said by it."""
        document, tag = msgspec.to_builtins(command), tag_of(command.act)

        def asked(live):
            is_known = self.floor.journal.answer(STREAM, command.key) is not None
            left_out = self.shoes.said(STREAM, tag) if is_known else self.shoes.said_now(live, tag)
            act = {name: value for name, value in document["act"].items() if name not in left_out}
            return self.shoes.built(live, {**document, "act": act})

        return self.floor.ask(STREAM, asked).result()

    def sent(self, command):
        """Hand in a command with what the server says in it; return what was recorded."""
        filled = self.filled(command)
        return self.floor.submit(STREAM, filled, self.shoes.secrets_with(STREAM, filled.act)).result()

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
