"""Events in words: every event is told, with who, what, how much, and by which clause."""

import doctest

import msgspec
import pytest

from pitboss.decider import Event
from pitboss.games.disputes import DisputeMoved, Stage, TimeframeGiven
from pitboss.games.everyday.dispute_events import DISPUTING_EVENTS
from pitboss.games.everyday.events import CALLED_OFF_EVENTS, EVERYDAY_EVENTS, RESETTLING_EVENTS
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette import words
from pitboss.games.roulette.game import GAME
from pitboss.games.roulette.words import in_words
from pitboss.games.table import events as table_events
from tests.support.driver import HOIAN, ONEIDA, Driver


def made(event, /, **facts):
    """Return an event with these facts; what matters to no fact here gets anything of its type."""
    anything = {str: "Zoe", int: 1, bool: False, Stage: Stage.RAISED}
    fields = [field for field in msgspec.structs.fields(event) if field.required and field.name not in facts]
    return event(**{field.name: anything.get(field.type, ()) for field in fields}, **facts)


PLACED = {"player": "Ann", "bet": "straight:17", "stake_minor": 2500, "placement": "box"}
BY_ANN, BY_DORA = {"placed_by": "player", "placed_by_id": "Ann"}, {"placed_by": "dealer", "placed_by_id": "Dora"}
CHIPS = {"player": "Ann", "bet": "straight:17", "source": "value"}
ISSUED = {"player": "Ann", "colour": "blue", "value_minor": 500, "count": 20}
FOREIGN = {"player": "Ann", "origin_table": "R7", "worth_minor": 2500}
SUSPECT = {"item": "cash", "amount_minor": 10000, "by": "Sue"}
DISPUTE = {"dispute": 3, "player": "Ann", "by": "Mai", "role": "pit_manager"}

TOLD = [
    (
        made(roulette_events.ColourAbandoned, player="Ann", colour="blue", amount_minor=2500, by="Dora", witness="Flo"),
        ["Ann", "blue", "$25.00", "Dora", "Flo"],
    ),
    (made(roulette_events.ColourImpressed, colour="blue", by="Dora", witness="Flo"), ["blue", "Dora", "Flo"]),
    (
        made(roulette_events.ClaimRedeemed, player="Ann", amount_minor=2500, by="Dora", witness="Flo"),
        ["Ann", "$25.00", "Dora", "Flo"],
    ),
    (
        made(roulette_events.WagerPlaced, **PLACED, **BY_ANN, source="value"),
        ["Ann", "$25.00", "straight:17", "value chips"],
    ),
    (
        made(roulette_events.WagerPlaced, **PLACED, **BY_DORA, source="colour:blue"),
        ["Ann", "blue chips", "Dora", "dealer"],
    ),
    (made(roulette_events.WagerPlaced, **PLACED, **BY_ANN, source="coupon"), ["Ann", "coupon"]),
    (made(roulette_events.WagerPlaced, **PLACED, **BY_ANN, source="credits"), ["Ann", "credits"]),
    (made(roulette_events.WagerPlaced, **PLACED, **BY_ANN, source="foreign:R7"), ["Ann", "chips of R7"]),
    (
        made(roulette_events.WagerPlaced, **(PLACED | {"placement": "courtesy_line"}), **BY_ANN, source="value"),
        ["courtesy line"],
    ),
    (made(roulette_events.WagerRemoved, **CHIPS, stake_minor=2500), ["Ann", "$25.00", "straight:17", "back"]),
    (made(roulette_events.BallSpun, direction=a.Direction.WITH, by="Dora"), ["Dora", "spins", "with the wheel"]),
    (made(roulette_events.NoMoreBetsCalled, by="Dora"), ["Dora", '"No more bets"']),
    (made(roulette_events.BallLanded, pocket="17", revolutions=9, entered_by="Dora"), ["17", "9 revolutions"]),
    (
        made(roulette_events.NumberCorrected, was="16", pocket="17", reason="Typed.", by="Dora", witness="Flo"),
        ["Dora", "Flo", "16", "17", "Typed."],
    ),
    (made(table_events.RoundAbandoned, round=3, reason="Nobody is here.", by="Dora"), ["Dora", "3", "Nobody is here."]),
    (made(table_events.EquipmentInspected, items=("wheel", "ball"), by="Dora", role="dealer"), ["Dora", "wheel, ball"]),
    (
        made(roulette_events.BallReplaced, diameter_um=20000, material="non_metallic", approval="", by="Sue"),
        ["Sue", "20 mm", "non-metallic"],
    ),
    (
        made(roulette_events.BallReplaced, diameter_um=20637, material="metallic", approval="GC-7", by="Sue"),
        ["20.637 mm", "GC-7"],
    ),
    (made(table_events.TableOpened, rulebook=ONEIDA, dealer="Dora", mucker="Max"), ["Dora", ONEIDA, "Max"]),
    (made(table_events.TableOpened, rulebook=ONEIDA, dealer="Dora", mucker=None), ["Dora", "opens"]),
    (made(table_events.TableClosed, by="Sue"), ["Sue", "closes"]),
    (made(table_events.StaffChanged, dealer="Dirk", mucker="Max", by="Sue"), ["Dirk", "Max", "Sue"]),
    (made(table_events.StaffChanged, dealer="Dirk", mucker=None, by="Sue"), ["Dirk", "without a mucker", "Sue"]),
    (
        made(table_events.LimitSet, kind="red", which="min", amount_minor=500, by="Sue", witness="Mai"),
        ["minimum", "red", "$5.00", "Mai"],
    ),
    (
        made(table_events.LimitSet, kind="six", which="max", amount_minor=700, by="Sue", witness="Mai"),
        ["maximum", "six", "$7.00", "Sue"],
    ),
    (made(table_events.BettingOpened, round=4), ["4", "open"]),
    (made(roulette_events.DollyPlaced, pocket="17", colour="black", by="Dora"), ["Dora", "17", "black", "dolly"]),
    (made(roulette_events.LosersCollected, count=0, by="Dora", stacked_by="Max"), ["Dora", "losing wager"]),
    (made(roulette_events.LosersCollected, count=1, by="Dora", stacked_by=None), ["Dora", "1 losing wager"]),
    (made(roulette_events.LosersCollected, count=3, by="Dora", stacked_by="Max"), ["3 losing wagers", "Max"]),
    (made(roulette_events.BallReturned, pocket="17", by="Dora"), ["Dora", "17", "previous"]),
    (made(roulette_events.BallExamined, is_sound=True, by="Ina", role="inspector"), ["Ina", " sound"]),
    (made(roulette_events.BallExamined, is_sound=False, by="Ina", role="inspector"), ["Ina", "unsound"]),
    (made(roulette_events.ColourRequested, player="Ann"), ["Ann", "colour chips"]),
    (made(roulette_events.RequestCancelled, player="Ann"), ["Ann", "colour chips"]),
    (
        made(roulette_events.ColourIssued, **ISSUED, paid_with="cash", has_marker=True, authorised_by="Mai"),
        ["20 blue", "$5.00", "marker", "Mai"],
    ),
    (
        made(roulette_events.ColourIssued, **ISSUED, paid_with="value", has_marker=False, authorised_by=None),
        ["Ann", "value chips"],
    ),
    (made(roulette_events.ColourRedeemed, player="Ann", colour="blue", count=7), ["Ann", "7 blue"]),
    (made(table_events.ValueChipsBought, player="Ann", amount_minor=5000), ["Ann", "$50.00"]),
    *(
        (
            made(
                roulette_events.WagerCalled,
                player="Ann",
                bet="red",
                stake_minor=500,
                accompanied_by=what,
                confirmed_by="Dora",
            ),
            ["Dora", "Ann", "$5.00", "red", what],
        )
        for what in ("cash", "chips")
    ),
    (made(roulette_events.PositionQuestioned, **CHIPS, by="Dora"), ["Dora", "Ann", "straight:17"]),
    (
        made(roulette_events.PositionDecided, **CHIPS, decided="red", by="Sue", role="pit_supervisor"),
        ["Sue", "pit supervisor", "Ann", "red"],
    ),
    (
        made(roulette_events.ForeignChipsFound, **CHIPS, stake_minor=1, origin_table="R7", worth_minor=2500, by="D"),
        ["R7", "$25.00"],
    ),
    (
        made(roulette_events.ForeignPaymentRefused, **CHIPS, by="Mai", role="pit_manager"),
        ["Mai", "Ann", "straight:17", "refuses"],
    ),
    (
        made(roulette_events.ForeignChipsHonoured, **FOREIGN, by="Mai", role="pit_manager"),
        ["Mai", "R7", "$25.00", "Ann"],
    ),
    (made(roulette_events.SuspectScanned, **SUSPECT, is_counterfeit=True), ["Sue", "cash", "$100.00", "counterfeit"]),
    (made(roulette_events.SuspectScanned, **SUSPECT, is_counterfeit=False), ["genuine"]),
    (
        made(roulette_events.DecisionRecorded, decision="We close early.", by="Dee", role="director"),
        ["Dee", "We close early."],
    ),
    (made(DisputeMoved, **DISPUTE, stage=Stage.RIGHTS_EXPLAINED), ["3", "Ann", "Mai"]),
    (
        made(DisputeMoved, **DISPUTE, stage=Stage.RESOLVED, said="It was 17.", grounds=("game_rules", "law")),
        ["It was 17.", "game rules, law"],
    ),
    (made(TimeframeGiven, dispute=3, minutes=90, by="Mai"), ["Mai", "3", "90 minutes"]),
]


@pytest.fixture
def table():
    """Return an open table that has no wager on it."""
    return Driver(ONEIDA).opened()


def no_spin(driver, *bets):
    """Call a no spin on some bets of Ann's and tell it."""
    for bet in bets:
        driver.bet("Ann", bet, 2500)
    driver.do("dealer", a.SpinBall(direction=a.Direction.AGAINST))
    event = driver.do("dealer", a.CallNoSpin(cause=a.Cause.FOREIGN_OBJECT))
    return in_words(driver.table, event)


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(words)
    assert (0, True) == (results.failed, results.attempted > 0)


@pytest.mark.parametrize(("event", "facts"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_with_its_facts(table, event, facts):
    """The sentence ends as one and leaves out nothing that matters."""
    told = in_words(table.table, event)
    assert [] == [fact for fact in facts if fact not in told]
    assert type(event).__name__ not in told


def test_every_event_is_told():
    """No event of the game is without an example here; the two that end a round have tests of their own."""
    told = {type(event) for event, _ in TOLD}
    # Told alike at every table, and tested there.
    everyday = {*EVERYDAY_EVENTS, *RESETTLING_EVENTS, *CALLED_OFF_EVENTS, *DISPUTING_EVENTS}
    assert {roulette_events.RoundSettled, roulette_events.NoSpinCalled} == {*GAME.events} - told - everyday


@pytest.mark.parametrize("stage", Stage)
def test_every_stage_of_a_dispute_is_told_in_its_own_words(table, stage):
    """No two stages read alike."""
    told = {in_words(table.table, made(DisputeMoved, **DISPUTE, stage=other)) for other in Stage if other != stage}
    assert in_words(table.table, made(DisputeMoved, **DISPUTE, stage=stage)) not in told


def test_the_way_of_the_ball_is_told(table):
    """With the wheel or against it makes the difference of a valid spin."""
    told = [in_words(table.table, roulette_events.BallSpun(direction=way, by="Dora")) for way in a.Direction]
    assert [True, True] == [f"{way} the wheel" in text for way, text in zip(a.Direction, told, strict=True)]


def test_a_settled_round_tells_every_wager(table):
    """Who lost, who won, how much, at what odds and by which clause."""
    table.bet("Ann", "straight:17", 2500)
    table.bet("Bob", "red", 500)
    told = in_words(table.table, table.settle("17"))
    facts = ["17 black", "Ann wins $875.00 on straight:17 at 35 to 1 [RO-G1]", "Bob loses $5.00 on red [RO-E3]"]
    assert [] == [fact for fact in facts if fact not in told]


def test_an_order_of_payment_is_told_where_there_is_one(table):
    """Hoi An's columns come before the number; where all are paid alike no order is told."""
    hoian = Driver(HOIAN).opened()
    for driver in (table, hoian):
        driver.bet("Ann", "straight:17", 2500)
        driver.bet("Ann", "column:2", 2500)
    told = [in_words(driver.table, driver.settle("17")) for driver in (table, hoian)]
    assert [False, True] == ["column:2, then straight:17" in text for text in told]


def test_a_round_without_wagers_is_told_too(table):
    """The number counts even if nobody bet."""
    told = in_words(table.table, table.settle("0"))
    assert ("0 green", True) == (told[:7], "no wagers" in told)


def test_a_wager_that_goes_back_unpaid_is_told(table):
    """What management will not pay is neither won nor lost."""
    columns = roulette_events.Columns(
        player=("Ann",),
        bet=("straight:17",),
        source=("foreign:R7",),
        stake_minor=(2500,),
        paid_minor=(0,),
        outcome=(roulette_events.Outcome.RETURNED,),
        clause=("RH-7.11.1",),
    )
    event = made(roulette_events.RoundSettled, pocket="17", wagers=columns)
    assert "Ann's $25.00 on straight:17 goes back unpaid [RH-7.11.1]" in in_words(table.table, event)


def test_a_no_spin_tells_the_cause_and_what_goes_back(table):
    """Who called it, why, by which clause, and how much each player takes back."""
    told = no_spin(table, "red", "straight:17")
    facts = ["Dora", "No Spin", "foreign object", "[RO-H3]", "Ann $50.00"]
    assert [] == [fact for fact in facts if fact not in told]


def test_a_no_spin_without_wagers_returns_nothing(table):
    """Where nothing lay nothing goes back."""
    told = no_spin(table)
    assert (True, False) == ("[RO-H3]" in told, "go back" in told)


def test_only_what_is_void_goes_back_with_a_no_spin(table):
    """A wager that had been returned before is not returned again."""
    outcomes = (roulette_events.Outcome.RETURNED, roulette_events.Outcome.VOID)
    names = dict.fromkeys(("player", "bet", "source", "clause"), ("red", "odd"))
    columns = roulette_events.Columns(**names, stake_minor=(2500, 500), paid_minor=(0, 0), outcome=outcomes)
    event = made(roulette_events.NoSpinCalled, cause=a.Cause.FLOATER, role="dealer", wagers=columns)
    told = in_words(table.table, event)
    assert (True, False) == ("odd $5.00" in told, "$25.00" in told)


def test_an_event_of_another_game_is_at_least_named(table):
    """What these words do not know is told by its name, not dropped."""

    class CardDealt(Event, frozen=True, tag="test.card_dealt/1"):
        pass

    assert "CardDealt" == in_words(table.table, CardDealt())


def test_amounts_are_in_the_table_s_currency():
    """Dong have no minor unit."""
    driver = Driver(HOIAN).opened()
    event = made(table_events.ValueChipsBought, player="Ann", amount_minor=5000)
    assert "$" not in in_words(driver.table, event)
    assert "5,000" in in_words(driver.table, event)


def test_who_is_paid_at_one_time_is_told():
    """Hoi An's players are named in the order in which they are paid, where one of them has won twice."""
    hoian = Driver(HOIAN).opened()
    for player, bet in (("Ann", "straight:17"), ("Bea", "row:16-17-18"), ("Ann", "column:2")):
        hoian.bet(player, bet, 100)

    assert "straight:17, what each has won at one time: Ann, Bea." in in_words(hoian.table, hoian.settle("17"))
