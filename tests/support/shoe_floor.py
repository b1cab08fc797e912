"""Card tables on a real floor with a reading shoe at the end of a line, for tests; the lines are polled by hand."""

from datetime import UTC, datetime

import msgspec

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.floor.devices.reading_shoes import ReadingShoes
from pitboss.floor.devices.shoe_frames import CheckRule, frame_bytes
from pitboss.floor.house_devices import ShoeEntry
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.cards import RANKS
from pitboss.games.shoe import acts as shoe_acts
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driven import accepted
from tests.support.driver import with_limits

__all__ = ["FIRST", "STREAM", "Baccarat", "Blackjack"]

STREAM = "cards-1"
FIRST, LAST = 0x30, 0x39
SUPERVISOR = Person("Sue", Role.PIT_SUPERVISOR)


class OnFloor:
    """A driver whose table is a stream of a real floor, with a reading shoe."""

    def seated(self, floor, rulebook, port):
        """Open the table's stream, and read its shoe."""
        self.floor, self.count, self.number, self.now_ns = floor, 0, FIRST, 0
        at = datetime.now(UTC)
        floor.open(HOUSE_STREAM, "house", {"name": "House", "currency": "USD"}, at)
        floor.open(STREAM, "table", {"rulebook": rulebook, "name": "C1", "settings": with_limits(rulebook)}, at)
        self.entry = ShoeEntry(stream=STREAM, port=port, checksum=CheckRule.SUM, sequence=(FIRST, LAST))
        self.shoes = self.started()
        return self

    def started(self):
        """Return the shoes of a new start of the house."""
        self.count += 1
        shoes = ReadingShoes(self.floor, f"s{self.count}", monotonic_ns=lambda: self.now_ns)
        self.floor.gates, self.floor.listeners = [shoes.refuse_unread], [shoes.hear]
        shoes.add(self.entry)
        return shoes

    def answer(self, who, act, *, witness=None):
        """Let the floor answer; a shoe is loaded as one that reads."""
        if isinstance(act, shoe_acts.LoadShoe) and self.reads:
            act = msgspec.structs.replace(act, reader=shoe_acts.Reader.SHOE)
        answer = self.floor.send(STREAM, self.command(who, act, witness=witness)).answer  # type: ignore[attr-defined]
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)  # type: ignore[attr-defined]
        self.table = self.floor.look(STREAM).state
        return answer

    reads = True

    def frames(self, data):
        """Return a message as the shoe sends it, three times under the next number."""
        frame = frame_bytes(self.number, data, CheckRule.SUM)
        self.number = FIRST if self.number == LAST else self.number + 1
        return [frame] * 3

    def say(self, line, *cards, kind=b"D"):
        """Let the shoe read cards, and the house hear of them."""
        for card in cards:
            line.say(self.frames(kind + bytes([0x00, "?DCSH".index(card[1]) << 4 | RANKS.index(card[0]) + 1])))
            self.poll()

    def poll(self, seconds=0.0):
        """Read the line, and again for what follows from it."""
        self.now_ns += int(seconds * 1e9)
        for _ in range(12):
            self.shoes.poll()
        self.table = self.floor.look(STREAM).state

    @property
    def drawn(self):
        """Return the cards that have left the shoe."""
        return list(self.floor.look(STREAM).state.cards.shoe.drawn)

    @property
    def alarms(self):
        """Return the open alarms."""
        return list(self.floor.look(HOUSE_STREAM).state.alarms.values())

    def clear(self):
        """Clear the only alarm as a supervisor."""
        self.poll()
        (number,) = self.floor.look(HOUSE_STREAM).state.alarms
        self.count += 1
        act = people_acts.ClearAlarm(alarm=number, text="looked at the card")
        command = Command(key=f"Sue/{self.count}", by=SUPERVISOR, act=act, received_at=datetime.now(UTC))
        accepted(self.floor.send(HOUSE_STREAM, command).answer)
        self.poll()

    def enter(self, card):
        """Enter a card as the dealer."""
        return self.do("dealer", baccarat_acts.DealCard(card=card))  # type: ignore[attr-defined]


class Baccarat(OnFloor, BaccaratDriver):
    """A mini-baccarat table on a floor."""


class Blackjack(OnFloor, BlackjackDriver):
    """A blackjack table on a floor."""
