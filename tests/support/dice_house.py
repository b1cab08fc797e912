"""A live house with one sic bo table at which two people enter the dice, for tests."""

import asyncio

import msgspec

from pitboss.decider import Accepted, Command
from pitboss.floor.commands import Principal
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.driven import accepted
from tests.support.driver import STAFF
from tests.support.sicbo_driver import SicBoDriver
from tests.support.web_house import opened, written_house

__all__ = ["DICE", "OTHER", "STREAM", "DiceHouse"]

STREAM = "sicbo-1"
DICE, OTHER = (2, 4, 5), (2, 4, 6)


class DiceHouse(SicBoDriver):
    """A sic bo table of a live house; its dice are entered at the desk."""

    def __init__(self, folder):
        super().__init__(settings={"default_min": 100, "default_max": 10_000})
        path = written_house(folder, tables=((STREAM, "sic-bo"),), terminals=())
        if "second_entry" not in path.read_text():
            path.write_text(path.read_text() + f'[[second_entry]]\nstream = "{STREAM}"\n')
        self.folder, self.path = folder, path
        self.count = 0
        self.house = self.started()

    def started(self):
        """Return the house at a new start."""
        return opened(self.path, str(self.folder / "house.db"))

    def start(self):
        """Open the house again."""
        self.house.close()
        self.house = self.started()

    def answer(self, who, act, *, witness=None):
        """Let the floor answer."""
        answer = self.house.floor.send(STREAM, self.command(who, act, witness=witness)).answer
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)
        self.table = self.house.floor.look(STREAM).state
        return answer

    def enter(self, who, dice=DICE, key=None, *, second=False):
        """Enter dice at the desk, as whoever works there."""
        self.count += 1
        person = STAFF[who] if isinstance(who, str) else who
        act = msgspec.json.encode(sicbo_acts.EnterDice(dice=dice))
        sent = self.house.desk.command(Principal(person), STREAM, key or f"e{self.count}", act, second=second)
        found = asyncio.run(sent)
        self.table = self.house.floor.look(STREAM).state
        return found

    def next_throw(self):
        """Bring the next round as far as its uncovered shaker."""
        if self.table.is_computer_failed:
            self.do("floorperson", sicbo_acts.RecordRepair(repair="a new lamp"))
            self.inspect_computer()
        else:
            for act in (sicbo_acts.CollectLosers(), sicbo_acts.PayWinners(), sicbo_acts.ClearLights()):
                self.do("dealer", act)
        self.do("dealer", table_acts.OpenBetting())
        self.bet("Ann", "small", 500)
        self.uncover()

    @property
    def alarms(self):
        """Return the open alarms."""
        return dict(self.house.floor.look(HOUSE_STREAM).state.alarms)

    def clear(self):
        """Clear the only alarm as a supervisor."""
        (number,) = self.alarms
        self.count += 1
        act = people_acts.ClearAlarm(alarm=number, text="looked at the dice")
        command = Command(key=f"c{self.count}", by=STAFF["pit_supervisor"], act=act, received_at=self.now)
        accepted(self.house.floor.send(HOUSE_STREAM, command).answer)
        self.house.floor.view(HOUSE_STREAM, lambda _: None)
