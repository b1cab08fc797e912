"""A house on the net with one baccarat table that plays from virtual shoes, for tests."""

from pitboss.decider import Accepted
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.web_house import written_house

__all__ = ["STREAM", "OnHouse", "virtual_house"]

STREAM = "baccarat-1"


class OnHouse(BaccaratDriver):
    """A baccarat table of a house on the net; what the tests are not about is done past the desk."""

    def __init__(self, web):
        super().__init__()
        self.web = web
        self.table = web.live.floor.look(STREAM).state

    def answer(self, who, act, *, witness=None):
        """Let the floor answer."""
        answer = self.web.live.floor.send(STREAM, self.command(who, act, witness=witness)).answer
        if isinstance(answer, Accepted):
            self.events.extend(answer.events)
        self.table = self.web.live.floor.look(STREAM).state
        return answer


def virtual_house(folder, stream=STREAM):
    """Write the file of such a house; a seat and a device at its table, and a ticket machine, are terminals."""
    table = folder / "table.toml"
    table.write_text(
        'rulebook = "oneida-minibaccarat-2004"\nname = "Pearl"\n[settings]\ndefault_min = 100\ndefault_max = 500_000\n'
    )
    terminals = (("P1", "seat", stream), ("D1", "sensor", stream), ("S1", "self_service", "tote"))
    path = written_house(folder, tables=((stream, str(table)),), terminals=terminals)
    path.write_text(path.read_text() + f'[[virtual_shoe]]\nstream = "{stream}"\n')
    return path
