"""The robots of a mini-baccarat table that everybody leaves."""

import pytest

from pitboss.decider import Person, Role
from pitboss.games.baccarat import acts as baccarat_acts
from tests.support.life import Played


@pytest.mark.parametrize("phase", ["settled", "betting"])
def test_table_that_stood_empty_begins_anew(phase):
    """Between rounds or with betting open, the cards are spread for whoever comes, and play goes on."""
    table = Played("baccarat-1").until(lambda state: state.rounds >= 2 and state.phase == phase)
    for position, on, source in list(table.state.round.wagers):
        stake, name = table.state.round.wagers[position, on, source], table.state.seats[position]
        act = baccarat_acts.RemoveWager(position=position, player=name, on=on, stake_minor=stake, source=source)
        table.do(Person(name, Role.PLAYER), act)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), baccarat_acts.LeaveTable(position=seat))
    table.rounds(table.state.rounds + 2)

    assert table.met["cards.idle_cards_spread/1"]
