"""Roulette, for any wagers and every pocket, against a second settlement written from the definitions alone."""

from collections import Counter
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.decider import Accepted, Command, Person, Role, offered
from pitboss.games import game
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.round import decide, evolve
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.state import Round
from pitboss.rulebook import table_config
from tests.support.driver import HOIAN, HOUSES, ONEIDA, Driver
from tests.support.naive_roulette import BETS, LIMITS, ODDS, POCKETS, naive, turn, wins

NOW = datetime(2024, 6, 1, 20, tzinfo=UTC)
SOURCES = ("value", "colour:blue", "coupon", "credits", "foreign:T9")


@st.composite
def layouts(draw, sources=("value",)):
    """Draw a house and its round's wagers: who has how much where, in which chips."""
    house = draw(st.sampled_from(HOUSES))
    low, high = LIMITS[house]
    who = st.tuples(st.sampled_from(("Ann", "Bob", "Cid")), st.sampled_from(BETS[house]), st.sampled_from(sources))
    stakes = st.integers(low, min(high, 10_000)) | st.sampled_from((low, high))
    laid = draw(st.dictionaries(who, stakes, max_size=10))
    # Limits hold for all chips of a player on a position, so one kind of chips is kept.
    return house, {(player, bet): (stake, source) for (player, bet, source), stake in laid.items()}


def fresh(house, **chosen):
    """Return a round that has just been opened."""
    return Round(rules_of(table_config({"rulebook": house, "settings": chosen})))


def do(state, act, role=Role.DEALER):
    """Let the Round decide one act and apply its only event."""
    (event,) = decide(state, Command(key="k", by=Person("Dora", role), act=act, received_at=NOW))
    evolve(state, event)
    return event


def closed(house, laid):
    """Return a round with these wagers and no more bets, and what its moves added up to."""
    state, balances = fresh(house), Counter[str]()
    for (player, bet), (stake, source) in laid.items():
        book(balances, do(state, a.PlaceWager(player=player, bet=bet, stake_minor=stake, source=source)))
    do(state, a.SpinBall(direction=a.Direction.AGAINST))
    do(state, a.CallNoMoreBets())
    return state, balances


def book(balances, event):
    """Add an event's moves to the balances."""
    for move in event.moves:
        balances[move.source] -= move.amount_minor
        balances[move.target] += move.amount_minor


def settled(state, pocket):
    """Let the ball rest in a pocket and pay."""
    do(state, a.EnterNumber(pocket=pocket, revolutions=9))
    return do(state, a.PayWinners())


def rows(event):
    """Return who and where to the outcome and the payment."""
    w = event.wagers
    lines = zip(w.player, w.bet, w.outcome, w.paid_minor, strict=True)
    return {(player, bet): (outcome.value, paid) for player, bet, outcome, paid in lines}


@pytest.mark.parametrize("house", HOUSES)
def test_layout_has_the_written_bets(house):
    """The layout offers the wagers that follow from the definitions, and no others."""
    assert sorted(BETS[house]) == sorted(position.bet for position in fresh(house).rules.positions)


@given(layouts())
def test_settlement_is_the_naive_one(drawn):
    """Whatever is laid, every pocket settles every wager as the definitions say."""
    house, laid = drawn
    for pocket in POCKETS[house]:
        expected = {(who, bet): naive(house, bet, stake, pocket) for (who, bet), (stake, _) in laid.items()}
        assert expected == rows(settled(closed(house, laid)[0], pocket))


@given(layouts(SOURCES), st.data())
def test_every_chip_goes_where_it_belongs(drawn, data):
    """Stakes that win go back to where they came from, winnings come out of the rack, and all is conserved."""
    house, laid = drawn
    pocket = data.draw(st.sampled_from(POCKETS[house]))
    state, balances = closed(house, laid)
    book(balances, settled(state, pocket))
    expected = Counter[str]()
    for (who, bet), (stake, source) in laid.items():
        _, paid = naive(house, bet, stake, pocket)
        own = {"colour:blue": f"chips:{who}:blue", "credits": f"credits:{who}"}.get(source, "circulation")
        lost = {"coupon": (), "foreign:T9": ("foreign:T9", "rack")}.get(source, (own, "rack"))
        if paid:
            expected.update({own: paid, "rack": -paid})
        elif lost:
            expected.update({lost[0]: -stake})
            expected.update({lost[1]: stake})
    assert 0 == sum(balances.values())
    assert {name: held for name, held in expected.items() if held} == {n: held for n, held in balances.items() if held}


@given(layouts(), st.data())
def test_payment_groups_are_the_winning_bets(drawn, data):
    """The groups hold each winning bet once, in the written order, and nothing else."""
    house, laid = drawn
    pocket = data.draw(st.sampled_from(POCKETS[house]))
    event = settled(closed(house, laid)[0], pocket)
    winning = {bet for _, bet in laid if wins(bet, pocket)}
    expected = [
        sorted(bet for bet in winning if turn(house, bet, pocket) == at)
        for at in sorted({turn(house, bet, pocket) for bet in winning})
    ]
    assert expected == [sorted(group) for group in event.payment_groups]


@given(layouts(SOURCES), st.sampled_from(a.Cause))
def test_no_spin_gives_everything_back(drawn, cause):
    """Whatever the cause, every wager is void and every account as if nothing had been laid."""
    house, laid = drawn
    state, balances = closed(house, laid)
    by = Role.DIRECTOR if cause is a.Cause.SUSPICION else Role.DEALER
    event = do(state, a.CallNoSpin(cause=cause), by)
    book(balances, event)
    assert dict.fromkeys(laid, ("void", 0)) == rows(event)
    assert [] == [name for name, held in balances.items() if held]


@given(layouts(), st.data())
def test_document_settles_like_the_round(drawn, data):
    """A settlement document gives each of its lines what the Round gives, by the same clause; late ones go back."""
    house, laid = drawn
    pocket = data.draw(st.sampled_from(POCKETS[house]))
    late = [
        {"bet": bet, "cents": 100, "late": True}
        for bet in data.draw(st.lists(st.sampled_from(BETS[house]), max_size=2))
    ]
    lines = [{"player": who, "bet": bet, "cents": stake} for (who, bet), (stake, _) in laid.items()]
    document = {"rulebook": house, "pocket": pocket, "wagers": [*lines, *late]}
    answer = game("roulette").settle(msgspec.json.encode(document), 1)
    event = settled(closed(house, laid)[0], pocket)
    clauses = dict(zip(zip(event.wagers.player, event.wagers.bet, strict=True), event.wagers.clause, strict=True))
    expected = [
        (*naive(house, line["bet"], line["cents"], pocket), clauses[line["player"], line["bet"]]) for line in lines
    ]
    assert expected == [(row["outcome"], row["paid"], row["clause"]) for row in answer["results"][: len(lines)]]
    assert ["returned"] * len(late) == [row["outcome"] for row in answer["results"][len(lines) :]]
    assert (
        sum(paid if won == "win" else -line["cents"] for (won, paid, _), line in zip(expected, lines, strict=True))
        == (answer["total_net"])
    )
    assert [list(group) for group in event.payment_groups] == answer["payment_groups"]


@given(layouts(), st.sampled_from(a.Cause), st.data())
def test_document_without_a_valid_spin_gives_everything_back(drawn, cause, data):
    """However a document tells of an invalid spin, with a pocket or without, nothing is won or lost."""
    house, laid = drawn
    told = {"same_direction": {"direction": "with"}, "few_revolutions": {"revolutions": 2}}
    pocket = data.draw(st.none() | st.sampled_from(POCKETS[house]))
    lines = [{"player": who, "bet": bet, "cents": stake} for (who, bet), (stake, _) in laid.items()]
    document = {"rulebook": house, "spin": told.get(cause, {"event": cause}), "wagers": lines, "pocket": pocket}
    answer = game("roulette").settle(msgspec.json.encode(document), 1)
    assert ("No Spin", 0) == (answer["announce"], answer["total_net"])
    assert [("void", 0, 0)] * len(lines) == [(row["outcome"], row["paid"], row["net"]) for row in answer["results"]]


def agrees(driver, who, act):
    """Tell whether an act is accepted; what is offered must say the same."""
    command = driver.command(who, act)
    is_offered = offered(driver.game.legal(driver.table, command.by, {type(command.act)}), command)
    assert is_offered == isinstance(driver.answer(who, act), Accepted)
    return is_offered


def tried(driver, tries, model):
    """Let Ann try to lay or take back chips; each is accepted if the model says so, and the model keeps what lies."""
    laid: Counter[tuple[str, str]] = Counter()
    for is_placed, bet, source, stake in tries:
        kind = a.PlaceWager if is_placed else a.RemoveWager
        is_possible = model(laid, is_placed, bet, source, stake)
        assert is_possible == agrees(driver, "Ann", kind(player="Ann", bet=bet, stake_minor=stake, source=source))
        if is_possible:
            laid[bet, source] += stake if is_placed else -stake
    return laid


def steps(bets, sources, stake_max):
    """Draw what Ann tries: to lay or to take back so much, here or there, in one kind of chips or another."""
    one = st.tuples(
        st.booleans() | st.just(value=True), st.sampled_from(bets), st.sampled_from(sources), st.integers(1, stake_max)
    )
    return st.lists(one, max_size=12)


@given(st.integers(1, 100), st.integers(0, 200), steps(("red", "straight:0"), ("value",), 120))
def test_repeated_bets_add_up_to_the_limits(low, more, tries):
    """A bet is laid or taken back if all that then lies there is nothing or within the limits, whatever others have."""
    driver = Driver(ONEIDA, settings={"default_min": low, "default_max": low + more}).opened()
    driver.bet("Bob", "red", low + more)

    def model(laid, is_placed, bet, source, stake):
        left = laid[bet, source] + (stake if is_placed else -stake)
        return low <= left <= low + more or (left == 0 and not is_placed)

    lies = {bet: stake for (bet, _), stake in tried(driver, tries, model).items() if stake}
    assert lies == {bet: stake for (who, bet), stake in driver.table.round.on_position.items() if who == "Ann"}


@given(st.integers(1, 9), steps(("red", "straight:0"), ("colour:blue",), 60))
def test_colour_chips_are_never_broken(value, tries):
    """Chips are laid and taken back whole, no more than the player holds and no more than lies there."""
    driver = Driver(ONEIDA).opened()
    driver.colour("Ann", "blue", value=value, count=20)

    def model(laid, is_placed, bet, source, stake):
        most = 20 * value - sum(laid.values()) if is_placed else laid[bet, source]
        return stake % value == 0 and stake <= most

    assert 20 * value - sum(tried(driver, tries, model).values()) == driver.table.held("Ann", "blue")


@given(steps(("red", "black"), ("value", "colour:blue", "colour:pink", "coupon"), 4))
def test_coupons_lie_beside_as_much_in_colour_and_no_value(tries):
    """A coupon lies beside as much in colour chips for as long as it lies there, and never beside a value chip."""
    driver = Driver(ONEIDA, settings={"match_play": True}).opened()
    for colour in ("blue", "pink"):
        driver.colour("Ann", colour, value=1, count=100)

    def model(laid, is_placed, bet, source, stake):
        if not is_placed and stake > laid[bet, source]:
            return False
        after = laid.copy()
        after[bet, source] += stake if is_placed else -stake
        is_matched = after[bet, "coupon"] <= after[bet, "colour:blue"] + after[bet, "colour:pink"]
        return is_matched and not (after[bet, "coupon"] and after[bet, "value"])

    lies = {(bet, source): stake for (bet, source), stake in tried(driver, tries, model).items() if stake}
    assert lies == {(bet, source): stake for (_, bet, source), stake in driver.table.round.wagers.items()}


@given(st.sampled_from(BETS[HOIAN]), st.sampled_from(POCKETS[HOIAN]), st.integers(1, 10**6))
def test_refused_foreign_chips_are_not_paid(bet, pocket, worth):
    """Another table's chips whose payment was refused go back if they win, and are lost like any others."""
    driver = Driver(HOIAN).opened()
    driver.colour("Ann", "blue", value=1, count=5)
    driver.bet("Ann", bet, 5, "colour:blue")
    driver.spin(pocket)
    named = {"player": "Ann", "bet": bet}
    driver.do("dealer", a.FindForeignChips(**named, source="colour:blue", origin_table="T9", worth_minor=worth))
    driver.do("pit_manager", a.RefuseForeignPayment(**named, source="foreign:T9"))
    event = driver.settle(pocket)
    assert {("Ann", bet): ("returned" if wins(bet, pocket) else "lose", 0)} == rows(event)
    assert (worth,) == event.wagers.stake_minor
    assert 5 == driver.table.held("Ann", "blue")


@pytest.mark.parametrize("house", HOUSES)
def test_a_crowd_settles_like_a_few(house):
    """Every wager of five players at once comes to what the definitions say."""
    low, _ = LIMITS[house]
    laid = {(f"P{n}", bet): (low + n, "value") for n in range(5) for bet in BETS[house]}
    expected = {(who, bet): naive(house, bet, stake, "17") for (who, bet), (stake, _) in laid.items()}
    assert expected == rows(settled(closed(house, laid)[0], "17"))


STRAIGHTS = (2**53 - 1) // (35 * 10**12)
"""So many straights of the largest stake can be counted in one round, and not one more."""
LEFT = 2**53 - 1 - STRAIGHTS * 35 * 10**12 - 5 * 35 - 10**12
"""What the wagers of a full table may still cost."""


def full_table():
    """Return a table with straights to the limit, five colour chips on one, and the largest stake on red."""
    driver = Driver(HOIAN).opened()
    for n in range(STRAIGHTS):
        driver.bet(f"P{n // 37}", f"straight:{n % 37}", 10**12)
    driver.colour("Ann", "blue", value=1, count=5)
    driver.bet("Ann", "straight:36", 5, "colour:blue")
    driver.bet("Ann", "red", 10**12)
    return driver


@pytest.mark.parametrize("who", ["Bob", "dealer"])
def test_no_wager_costs_more_than_can_be_counted(who):
    """At a full table a wager is taken up to the last unit whose winnings can still be counted."""
    driver = full_table()
    tries = [(LEFT // 17 + 1, False), (LEFT // 17, True), (1, False)]
    acts = [a.PlaceWager(player="Bob", bet="split:1-2", stake_minor=stake) for stake, _ in tries]
    assert [taken for _, taken in tries] == [agrees(driver, who, act) for act in acts]


def test_no_foreign_chips_cost_more_than_can_be_counted():
    """Another table's chips are worth at most what can still be counted with them in the place of those that lay."""
    driver = full_table()
    driver.spin("17")
    tries = [(LEFT // 35 + 6, False), (LEFT // 35 + 5, True)]
    where = {"player": "Ann", "bet": "straight:36", "source": "colour:blue", "origin_table": "T9"}
    acts = [a.FindForeignChips(**where, worth_minor=worth) for worth, _ in tries]
    assert [taken for _, taken in tries] == [agrees(driver, "dealer", act) for act in acts]


def test_no_decided_position_costs_more_than_can_be_counted():
    """A questioned chip can be decided to lie only where its winnings can still be counted."""
    driver = full_table()
    driver.spin("17")
    where = {"player": "Ann", "bet": "red", "source": "value"}
    driver.do("dealer", a.QuestionPosition(**where))
    too_dear = [bet for bet in BETS[HOIAN] if (ODDS[HOIAN][bet.partition(":")[0]] - 1) * 10**12 > LEFT]
    assert {"straight", "split"} == {bet.partition(":")[0] for bet in too_dear}
    for bet in too_dear:
        assert not agrees(driver, "pit_supervisor", a.DecidePosition(**where, decided=bet))
    assert agrees(driver, "pit_supervisor", a.DecidePosition(**where, decided="row:16-17-18"))
