"""Robots at tables that play from virtual shoes: each committed, dealt and shown, and anybody can check it."""

import random
from contextlib import closing

import pytest

from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.runner import Life
from pitboss.demo.robots.scene import Crew
from pitboss.demo.robots.shoe import into_play
from pitboss.floor.gates.virtual_shoes import VirtualShoes
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.writer import Floor
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.events import AutomaticShoeUsed, ShoeRevealed
from pitboss.games.virtual_shoe import verify_commitment
from pitboss.journal import open_journal
from tests.support.life import ROBOT_STAFF, TABLES, Played, document
from tests.unit.demo.robots.test_runner import AT, SECONDS, wait_for

CHANGED = {"baccarat": {"shuffler": False, "decks": 6, "deal": "b"}, "blackjack": {}}


@pytest.mark.no_cover  # a long evening: what it runs is covered elsewhere
@pytest.mark.parametrize("stream", ["baccarat-1", "blackjack-1", "blackjack-2", "blackjack-3"])
def test_robots_play_shoe_after_shoe(tmp_path, stream):
    """Two shoes, over a restart, from the shoe and from the hand, against one dealer hand and three.

    Each is what was committed to, and the journal verifies.
    """
    address, game = f"sqlite:///{tmp_path / 'day.db'}", stream.partition("-")[0]
    found = document(TABLES[stream])
    for goal in (1, 2):
        floor = Floor(open_journal(address))
        floor.open(stream, "table", {**found, "settings": {**found["settings"], **CHANGED[game]}}, AT)
        shoes = VirtualShoes(floor)
        floor.gates = [shoes.refuse_other_card]
        shoes.add(stream)
        life = Life(floor, shoes=shoes, pace=0, chance=random.Random(1))
        life.add(stream, crews(ROBOT_STAFF, {stream: game}, {stream})[stream])
        life.start()
        heard = Heard(floor, stream)
        wait_for(lambda: len(heard.of(ShoeRevealed)) >= goal)  # noqa: B023
        assert life.stop(SECONDS)
        promised, shown = heard.of(AutomaticShoeUsed), heard.of(ShoeRevealed)
        floor.close()
    for before, after in zip(promised, shown, strict=False):
        assert before.commitment == after.commitment
        assert verify_commitment(before.commitment, after.order, after.nonce)
    with closing(open_journal(address, is_reader=True)) as journal:
        assert () == verify(journal).faults


class Heard:
    """The events of a stream: each is read once, however often somebody looks."""

    def __init__(self, floor, stream):
        self.floor, self.stream = floor, stream
        self.after, self.events = 1, []

    def of(self, kind):
        """Return the events of a kind so far."""
        self.floor.view(self.stream, self._read)
        return [event for event in self.events if isinstance(event, kind)]

    def _read(self, live):
        for record in self.floor.journal.read(self.stream, after=self.after):
            self.after = record.version
            self.events.append(live.decoded(record.body))


def test_a_virtual_shoe_is_committed_to_where_others_are_shuffled():
    """A robot's commitment is to nothing, in place of which the server says its own; cards in play need neither."""
    table, dealer = Played("blackjack-1").until(lambda state: state.cards.stage == "stacked"), ROBOT_STAFF[0]
    found = [
        into_play(table.state, random.Random(1), Crew(is_virtual=virtual), dealer, shoe_acts.SpreadCards)
        for virtual in (True, False)
    ]
    assert [shoe_acts.CommitShoe, shoe_acts.SpreadCards] == [type(one.act) for one in found if one is not None]
    table.until(lambda state: state.cards.stage == "in_play")
    assert None is into_play(table.state, random.Random(1), Crew(), dealer, shoe_acts.SpreadCards)
