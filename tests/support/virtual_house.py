"""A house on the net with one baccarat table that plays from virtual shoes, for tests."""

from pitboss.decider import Accepted
from pitboss.games.baccarat.next_act import next_act
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.driven import need
from tests.support.web_guest import act
from tests.support.web_house import written_house

__all__ = ["STREAM", "OnHouse", "coup", "done", "virtual_house"]

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


def done(guest, tag, **fields):
    """Have something done at the table that must be accepted; return its last event."""
    answer = guest.command(STREAM, act(tag, **fields)).json()
    need(answer["is_accepted"], answer)
    return answer["events"][-1]


def coup(web, dealer):
    """Play a coup that nobody bet on by its next acts, the cards said by the server; return how many came so far."""
    done(dealer, "table.open_betting/1")
    while (told := next_act(table_of(web)))["act"] != "table.open_betting/1":
        done(dealer, told["act"], **told["fields"])
    return len(table_of(web).cards.shoe.drawn)


def table_of(web):
    """Return the table's state; nothing is changed there meanwhile."""
    return web.live.floor.look(STREAM).state
