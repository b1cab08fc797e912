"""The settlement of a game in plain columns: it says what a live table's settlement says in place of the older."""

import random

import msgspec
import pytest

from pitboss.decider import Move
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.automatic.settlement import RoundSettled, Wagers, brought_up
from pitboss.games.roulette.automatic.settling import in_full, settled
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.settle import payment_groups, settled_columns
from pitboss.games.roulette.state import Round
from pitboss.games.table.laying import add
from pitboss.ledger.recount import Recount
from pitboss.rulebook import table_config
from tests.support.automatic_driver import AutomaticDriver
from tests.support.driver import HOIAN, ONEIDA

NAMES = [f"T{number}" for number in range(1, 6)]


def full_house(seed, rulebook=ONEIDA):
    """Return a table with many bets at five terminals, some laid twice and some taken back, and a live Round alike."""
    rng, table = random.Random(seed), AutomaticDriver().started(**dict.fromkeys(NAMES, 10**6)).table
    table.rules = table.round.rules = rules_of(table_config({"rulebook": rulebook}))
    table.take_off()
    live = Round(table.rules, table.round.number)
    bets = [position.bet for position in table.rules.positions]
    for name, bet in [(rng.choice(NAMES), rng.choice(bets)) for _ in range(200)]:
        lies = table.terminals[name].bets.get(bet, 0)
        change = -lies if lies > 100 else 100
        add(live, (name, bet, f"credits:{table.terminals[name].session}"), change)
        table = AUTOMATIC.evolve(table, changed(table, name, bet, change))
    return table, live


def changed(table, name, bet, change):
    """Return the event of a bet that is laid, or taken back."""
    account, session = f"credits:{table.holder(name)}", table.terminals[name].session
    move = Move(account, "layout", change) if change > 0 else Move("layout", account, -change)
    changes = e.BetChanges((bet,), (change,))
    return e.BetsChanged(terminal=name, deed="place", changes=changes, exposure_minor=0, moves=(move,), session=session)


def as_before(current, pocket):
    """Return the same settlement as a live table makes it, wager by wager."""
    columns, moves = settled_columns(current.rules, pocket, current.laid(), {})
    won = [bet for bet, paid in zip(columns.bet, columns.paid_minor, strict=True) if paid]
    return roulette_events.RoundSettled(
        round=current.number,
        pocket=pocket,
        wagers=columns,
        payment_groups=payment_groups(current.rules, pocket, won),
        moves=moves,
    )


@pytest.mark.parametrize("rulebook", [ONEIDA, HOIAN])
def test_columns_say_what_a_live_table_says(rulebook):
    """Rows, order, outcome, clause, groups and moves are those of the settlement wager by wager, on every number."""
    table, live = full_house(1, rulebook)
    for pocket in table.rules.wheel.pockets:
        assert as_before(live, pocket) == in_full(table.rules, settled(table, table.round, pocket))


def test_the_older_form_is_brought_up():
    """A settlement that was recorded as `/1` reads as the very event that is decided now."""
    table, live = full_house(2)
    for pocket in ("0", "17", "36"):
        stored = msgspec.json.encode(as_before(live, pocket))
        read = AUTOMATIC.event_decoder.decode(AUTOMATIC.brought_up(stored))
        assert settled(table, table.round, pocket) == read


def test_an_older_game_without_sessions_is_brought_up():
    """Before there were sessions a terminal's credits were its own."""
    columns = {"player": ["T1"], "bet": ["red"], "source": ["credits"], "stake_minor": [100], "paid_minor": [0]}
    stored = {"type": "roulette.round_settled/1", "wagers": {**columns, "outcome": ["lose"], "clause": ["RO-E3"]}}
    assert [None] == brought_up(stored)["wagers"]["sessions"]


def test_a_game_without_bets_is_settled():
    """Nobody has to bet."""
    driver = AutomaticDriver().started(T1=1_000)
    assert (Wagers(**dict.fromkeys(Wagers.__struct_fields__, ())), ()) == (
        (event := driver.settle("17")).wagers,
        event.moves,
    )


def test_the_second_count_agrees_with_the_moves():
    """Counted from stakes and payments, every account changes as the moves say."""
    table, _ = full_house(3)
    event = settled(table, table.round, "17")
    count = Recount("automatic:1")
    count.take({"type": "stream.opened/1", "config": {"currency": "USD"}})
    moved: dict[str, int] = {}
    for move in event.moves:
        for place, amount in ((move.source, -move.amount_minor), (move.target, move.amount_minor)):
            moved[f"USD:automatic:1/{place}"] = moved.get(f"USD:automatic:1/{place}", 0) + amount
    assert moved == count.take({name: value for name, value in msgspec.to_builtins(event).items() if name != "moves"})


def test_a_terminal_is_told_its_own_bets():
    """And nobody else's."""
    driver = AutomaticDriver().started(T1=1_000, T2=1_000)
    driver.bet("T1", "straight:17", 100)
    driver.bet("T2", "red", 500)
    event: RoundSettled = driver.settle("17")
    own = {"terminal": ["T1"], "bet": ["straight:17"], "stake_minor": [100], "paid_minor": [3_500]}
    assert {"wagers": own} == event.rows_by_terminal()["T1"]
