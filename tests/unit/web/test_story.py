"""What staff see of a table beside its state: the story by names, who deals since when, and which terminals answer."""

import pytest

from pitboss.decider import Accepted, Person, Role
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.queue import News
from pitboss.games.table.acts import RelieveDealer
from pitboss.games.table.events import EquipmentInspected, TableOpened
from pitboss.web.story import Story
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import Trial

SUPERVISOR = Person("pit-supervisor", Role.PIT_SUPERVISOR)


@pytest.fixture
def trial(tmp_path):
    """A house in which T1 has credits and game 1 takes bets."""
    house = written_house(tmp_path, of_each_role=2)
    with web_house(house) as web:
        found = Trial(web, tmp_path)
        found.open_table("T1")
        yield found


def seen(trial, who="dealer"):
    """Return what somebody sees of the table."""
    return trial[who].get("/api/streams/automatic-1").json()["state"]


def test_the_story_names_people_and_clauses(trial):
    """With times; a bet at a terminal is no part of it."""
    trial.bet("T1")
    story = list(seen(trial)["story"].values())
    said = [line["text"] for line in story]
    assert "Dealer counts $500.00 in currency for T1. [RA-3a.iii]" in said
    # How the pit is staffed may be told after it, and at any time.
    after = said[said.index("Game 1 takes bets for 25 seconds. [RA-6a]") + 1 :]
    assert [] == [text for text in after if "T1" in text or "Red" in text]
    assert story[-1]["at"].endswith("+00:00")


def test_of_a_settlement_the_first_line_is_told(trial):
    """The rows of the players are too much for a story."""
    trial.bet("T1")
    trial.dropped("4")
    trial.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="4")
    assert all("\n" not in line["text"] for line in seen(trial)["story"].values())


def test_the_public_is_told_none_of_it(trial):
    """Nor where the terminals stand."""
    assert set() == {"story", "terminal_places", "dealer_since"} & seen(trial, "T1").keys()


def test_who_deals_and_since_when(trial):
    """By name, from the opening on, and anew with every relief."""
    first = seen(trial)
    trial.devices()
    trial.do("pit-supervisor", "automatic-1", "automatic.void_game/1", cause="malfunction")
    trial.do("pit-supervisor", "automatic-1", "automatic.refund_game/1")
    trial.web.did("automatic-1", SUPERVISOR, RelieveDealer(dealer="dealer-2"))
    second = seen(trial)
    assert ("Dealer", "Dealer-2") == (first["dealer_name"], second["dealer_name"])
    assert first["dealer_since"] < second["dealer_since"]


def test_since_when_where_news_come_together(trial):
    """What is recorded while screens wait is told later, of a table that has its dealer by then."""
    live = trial.web.live.floor.look("automatic-1")
    story, dealer = Story(trial.web.server), live.state.dealer
    opened = TableOpened(rulebook="", edition_hash="", dealer=dealer, mucker=None)
    for event in (EquipmentInspected(items=("wheel",), by=dealer, role="dealer"), opened):
        story.hear([News(live, Recorded(live.name, "k", Accepted((event,)), 1, 1))])
    assert story.of(live)["dealer_since"] is not None


def test_a_table_that_nobody_opened_has_no_dealer(trial):
    """And no story yet; a dealer who is of no house is shown as recorded."""
    state = trial["dealer"].get("/api/streams/roulette-1").json()["state"]
    assert (None, None, {}) == (state["dealer_name"], state["dealer_since"], state["story"])


def test_since_when_is_not_known_of_what_was_before_the_start(tmp_path):
    """A house that is opened again knows who deals, and not since when."""
    house = written_house(tmp_path)
    with web_house(house) as web:
        Trial(web, tmp_path).open_table("T1")
    with web_house(house) as web:
        trial = Trial(web, tmp_path)
        trial.do("pit-supervisor", "automatic-1", "automatic.hold_game/1", reason="x")
        state = seen(trial)
        assert ("Dealer", None) == (state["dealer_name"], state["dealer_since"])


def test_staff_hear_which_terminals_answer(trial):
    """One off line has answered nobody; one on line did so a moment ago."""
    with trial["dealer"].socket() as line:
        line.subscribe("automatic-1")
        assert {"T1": None, "T2": None} == line.wait("lines")["lines"]
        with trial["T1"].socket():
            line.wait("lines", where=lambda message: message["lines"]["T1"] is not None)
        line.wait("lines", where=lambda message: message["lines"]["T1"] is None)


def test_whoever_only_answers_pings_is_heard_as_well(tmp_path):
    """A terminal at which nobody touches anything."""
    with web_house(written_house(tmp_path), ping_seconds=5) as web:
        guest = web.bind("T1")
        with guest.socket() as line:
            line.wait("welcome")
            heard = web.server.sockets["T1"].heard
            until(lambda: web.server.sockets["T1"].heard > heard)

            assert "T1" in web.server.sockets


def test_a_message_is_a_sign_of_life(trial):
    """As much as an answer to a ping."""
    with trial["T1"].socket() as line:
        line.wait("welcome")
        heard = trial.web.server.sockets["T1"].heard
        line.send("ping")
        line.wait("pong")
        assert heard < trial.web.server.sockets["T1"].heard


@pytest.mark.parametrize(("who", "stream"), [("T1", "automatic-1"), ("dealer", "roulette-1")])
def test_nobody_else_hears_of_terminals(trial, who, stream):
    """Neither a terminal nor staff who watch another table."""
    with trial[who].socket() as line:
        line.subscribe(stream)
        kinds: list[str] = []
        while kinds.count("beat") < 2:
            kinds.append(line.next()["type"])
        assert "lines" not in kinds


def test_nothing_of_the_game_is_hidden_by_it(tmp_path):
    """What staff see besides has names of its own: whatever the public sees of a table, they see as well."""
    tables = (("automatic-1", "automatic"), ("blackjack-1", "pitch"), ("sicbo-1", "sic-bo"))
    with web_house(written_house(tmp_path, tables=tables)) as web:
        staff, public = web.let_in("dealer"), web.visitor()
        for stream, _ in tables:
            path = f"/api/streams/{stream}"
            shown, seen_by_all = staff.get(path).json()["state"], public.get(path).json()["state"]
            assert seen_by_all == {name: shown[name] for name in seen_by_all}
