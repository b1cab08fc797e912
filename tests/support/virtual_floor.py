"""Card tables on a real floor that play from virtual shoes, for tests; the shoes are polled by hand."""

from datetime import UTC, datetime

from pitboss.decider import Accepted
from pitboss.floor.staff.house import HOUSE_STREAM
from pitboss.floor.virtual_shoes import VirtualShoes
from pitboss.games.shoe import acts as a
from tests.support.baccarat_driver import BACCARAT, BaccaratDriver
from tests.support.blackjack_driver import BLACKJACK, BlackjackDriver
from tests.support.driver import TableDriver

__all__ = ["STREAM", "VirtualBaccarat", "VirtualBlackjack"]

STREAM = "cards-1"


class OnFloor(TableDriver):
    """A driver whose table is a stream of a real floor, with virtual shoes."""

    rulebook: str

    def seated(self, floor):
        """Open the table's stream, and let it play from virtual shoes."""
        self.floor = floor
        at = datetime.now(UTC)
        floor.open(HOUSE_STREAM, "house", {"name": "House", "currency": "USD"}, at)
        floor.open(STREAM, "table", {"rulebook": self.rulebook, "name": "C1", "settings": {}}, at)
        self.restarted()
        return self

    def restarted(self):
        """Start the house, or start it again."""
        self.floor.gates.clear()
        self.shoes = VirtualShoes(self.floor)
        self.shoes.add(STREAM)

    def filled(self, command):
        """Return a command as the desk hands it in: what the server says is said by it."""
        return self.floor.ask(STREAM, lambda live: self.shoes.in_place(live, command)).result()

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
        used = self.do("dealer", a.CommitShoe(commitment="0" * 64, controls="IC 12", from_back=from_back))
        return used.commitment

    @property
    def drawn(self):
        """Return the cards that have left the shoe."""
        return list(self.floor.look(STREAM).state.cards.shoe.drawn)

    def order(self):
        """Return the order of the shoe in play, which only the server knows."""
        return self.floor.ask(STREAM, self.shoes._in_play).result().order


class VirtualBaccarat(OnFloor, BaccaratDriver):
    """A mini-baccarat table on a floor."""

    rulebook = BACCARAT


class VirtualBlackjack(OnFloor, BlackjackDriver):
    """A blackjack table on a floor."""

    rulebook = BLACKJACK
