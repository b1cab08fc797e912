"""A robot's table in a person's hands: handed over between rounds, left, and taken back."""

import random
import threading
import time
from datetime import UTC, datetime

import pytest

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.relief import Duty, kept, relief, standing_in
from pitboss.demo.robots.runner import Life
from pitboss.floor.writer.writer import Floor
from pitboss.games.roulette import acts as r
from pitboss.games.table import acts as a
from pitboss.journal import open_journal
from tests.support.life import ROBOT_STAFF, TABLES, Played, document

DANA = Person("dana", Role.DEALER)
AT = datetime(2026, 11, 16, 9, tzinfo=UTC)
SECONDS = 600


@pytest.fixture
def table():
    """A roulette whose robots have played a round."""
    return Played("roulette-1").rounds(1)


def robot_of(table):
    """Return the table's own robot dealer."""
    return table.crew.of(Role.DEALER)


def test_the_supervisor_puts_the_person_on_the_table_between_rounds(table):
    """Once a round is over; the act is the robots' supervisor's, and the rules accept it."""
    step = relief(table.state, table.crew, Duty("dana"))
    assert step is not None
    table.do(step.by, step.act)

    assert (Role.PIT_SUPERVISOR, "dana") == (step.by.role, table.state.dealer)


def test_a_round_in_play_is_waited_for(table):
    """Nobody is relieved while bets lie on the table."""
    table.until(lambda state: not state.is_between_rounds)

    assert relief(table.state, table.crew, Duty("dana")) is None


@pytest.mark.parametrize("roles", [(Role.PIT_SUPERVISOR,), ()])
def test_without_anybody_to_change_nothing_is_changed(table, roles):
    """Neither without a supervisor nor where the right dealer is there."""
    duty = Duty("dana") if roles else Duty(robot_of(table).id)

    assert relief(table.state, table.without(*roles).crew, duty) is None


def test_a_closed_table_is_not_handed_over():
    """It is opened first."""
    table = Played("roulette-1")

    assert relief(table.state, table.crew, Duty("dana")) is None


def test_the_robot_steps_back_for_the_person(table):
    """From then on it does not deal: nothing happens between rounds until the person opens the betting."""
    table.do(table.crew.of(Role.PIT_SUPERVISOR), a.RelieveDealer(dealer="dana"))
    steps = [table.look() for _ in range(20)]

    assert robot_of(table) not in [step.by for step in steps if step is not None]


def test_a_round_that_is_left_is_dealt_to_its_end(table):
    """In the place of the dealer who left, with the same acts; then the robot has the table again."""
    table.do(table.crew.of(Role.PIT_SUPERVISOR), a.RelieveDealer(dealer="dana"))
    table.do(DANA, a.OpenBetting())
    own, duty = table.crew, Duty(robot_of(table).id, is_back=True)
    table.crew = standing_in(table.state, own, duty)
    assert DANA == table.crew.of(Role.DEALER)
    table.until(lambda state: state.is_between_rounds)
    step = relief(table.state, own, duty)
    assert step is not None
    table.do(step.by, step.act)

    assert own.of(Role.DEALER).id == table.state.dealer
    assert kept(table.state, duty) is None


def test_nobody_stands_in_for_a_person_who_is_there(table):
    """Nor where no dealer is."""
    table.do(table.crew.of(Role.PIT_SUPERVISOR), a.RelieveDealer(dealer="dana"))

    assert table.crew == standing_in(table.state, table.crew, Duty("dana"))
    assert table.crew == standing_in(table.state, table.crew, None)


def test_what_a_supervisor_changes_is_not_changed_back(table):
    """A person who had the table and was relieved by somebody else is not put there again."""
    begun = kept(table.state, Duty(str(table.state.dealer)))
    assert begun == Duty(str(table.state.dealer), is_begun=True)
    table.do(table.crew.of(Role.PIT_SUPERVISOR), a.RelieveDealer(dealer="dion"))

    assert kept(table.state, begun) is None
    assert kept(table.state, Duty("dana")) == Duty("dana")
    assert kept(object(), Duty("dana")) is None


# Over a real floor


def wait_for(is_so):
    """Wait until something is so."""
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        threading.Event().wait(0.005)


@pytest.fixture
def floor(tmp_path):
    """A floor with one roulette."""
    found = Floor(open_journal(f"sqlite:///{tmp_path / 'day.db'}"))
    found.open("roulette-1", "table", document(TABLES["roulette-1"]), AT)
    yield found
    found.close()


@pytest.fixture
def life(floor):
    """Its robots, without pauses, at work."""
    found = Life(floor, pace=0, chance=random.Random(1))
    found.add("roulette-1", crews(ROBOT_STAFF, {"roulette-1": "roulette"})["roulette-1"])
    found.start()
    yield found
    assert found.stop(SECONDS)


def asked(floor, question):
    """Return the answer to a question about the table."""
    return floor.view("roulette-1", lambda live: question(live.state))


def test_a_person_takes_a_table_and_leaves_it_in_the_middle_of_a_round(floor, life):
    """The robots that play go on at once; the round is played to its end, and the robot deals again."""
    own = ROBOT_STAFF[0].id
    wait_for(lambda: asked(floor, lambda state: state.rounds) >= 1)
    life.hand_over("roulette-1", "dana")
    assert {"roulette-1": "dana"} == life.dealing()
    wait_for(lambda: asked(floor, lambda state: state.dealer) == "dana")
    command = Command(key="dana/1", by=DANA, act=a.OpenBetting(), received_at=AT)
    assert isinstance(floor.send("roulette-1", command).answer, Accepted)
    wait_for(lambda: asked(floor, lambda state: bool(state.round.wagers)))
    assert asked(floor, lambda state: state.phase) == "betting"
    spin = Command(key="dana/2", by=DANA, act=r.SpinBall(direction=r.Direction.AGAINST), received_at=AT)
    assert isinstance(floor.send("roulette-1", spin).answer, Accepted)
    played = asked(floor, lambda state: state.rounds)
    life.take_back("roulette-1")
    wait_for(lambda: asked(floor, lambda state: (state.dealer, state.rounds > played)) == (own, True))

    assert {"roulette-1": None} == life.dealing()


def test_a_stream_without_a_dealer_is_not_handed_over(floor):
    """A tote has none."""
    life = Life(floor)
    life.add("tote", crews(ROBOT_STAFF, {"tote": "tote"})["tote"])
    life.take_back("tote")

    assert {} == life.dealing()
