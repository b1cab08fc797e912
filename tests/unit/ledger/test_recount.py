"""The recount from stakes and outcomes: after every event of every example it agrees with the fold of the moves."""

import random
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from pitboss.decider import Event
from pitboss.floor.writer.live_stream import canonical
from pitboss.ledger import postings_of
from pitboss.ledger.recount import RULES, Recount
from pitboss.openers import read_transcript
from pitboss.transcript import play
from tests.support.day_driver import DayDriver, small
from tests.support.day_play import DayPlay

ROOT = Path(__file__).resolve().parents[3]
OPENINGS = ('{"automatic":', '{"table', '{"tournament', '{"cage', '{"tote')
EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").rglob("*.jsonl"))
    if path.read_text(encoding="utf-8").replace(" ", "").startswith(OPENINGS)
]
OPENED = {"type": "stream.opened/1", "config": {"currency": "USD"}}


def plain(event):
    """Return an event as JSON has it, without its moves."""
    fields = msgspec.json.decode(canonical(event))
    fields.pop("moves", None)
    return fields


def differences(config, events):
    """Return where the recount and the fold of the moves disagree, and which rules were met."""
    recount, found = Recount("any:1"), []
    met: Counter[str] = Counter()
    recount.take({"type": "stream.opened/1", "config": msgspec.json.decode(canonical(config))})
    for event in events:
        posted: Counter[str] = Counter()
        for account, amount in postings_of("any:1", config.currency, getattr(event, "moves", ())):
            posted[account] += amount
        fields = plain(event)
        met[fields["type"]] += 1
        changed = recount.take(fields)
        if {account: amount for account, amount in posted.items() if amount} != changed:
            found.append((fields, posted, changed))
    return found, met


def example(path):
    """Return the config and the events of an example."""
    transcript = read_transcript(path.read_bytes().split(b"\n"))
    events = [answer for step in play(transcript) for answer in step.answers if isinstance(answer, Event)]
    return transcript.config, events


def race_day():
    """Return the config and the events of a day at the races."""
    day = DayPlay(random.Random(11))
    day.begin()
    for _ in range(250):
        day.step()
    day.finish(is_cashed=False)
    return day.config, day.events


def test_the_recount_agrees_with_the_ledger_after_every_event():
    """Nothing is different in any example or at the races, and no rule was left untried."""
    assert EXAMPLES
    met: Counter[str] = Counter()
    for config, events in [*map(example, EXAMPLES), race_day()]:
        found, seen = differences(config, events)
        assert [] == found
        met += seen
    assert set() == RULES.keys() - met.keys()


def test_what_the_house_adds_for_a_first_half_is_counted_once():
    """Two winners share the whole of a twin trifecta: the pool lacks 20 cents at the window, and $2.20 in the end."""
    driver = DayDriver(small("twin_trifecta", 6, 6))
    tickets = [driver.sell("$2 TT 1/2/3"), driver.sell("$2 TT 1/2/3")]
    driver.official("1-2-3")
    assert [(), (20,)] == [driver.cash(ticket).minus_pool_minor for ticket in tickets]
    driver.official("1-2-3", 2)
    assert [] == differences(driver.config, driver.events)[0]
    assert -220 == driver.balance("minus_pool")


def test_what_it_holds_is_the_sum_of_what_changed():
    """After a whole round the accounts sum to zero, account by account as the ledger has them."""
    config, events = example(ROOT / "examples/roulette/oneida/one-round.jsonl")
    recount = Recount("table:1")
    recount.take({**OPENED, "config": msgspec.json.decode(canonical(config))})
    for event in events:
        recount.take(plain(event))
    assert {
        "USD:house/patrons": -10_000,
        "USD:table:1/drop": 10_000,
        "USD:table:1/rack": -95_000,
        "USD:table:1/chips:Ann:blue": 100_000,
        "USD:house/circulation": -5_000,
    } == {account: held for account, held in recount.held.items() if held}


def test_moves_are_never_read():
    """A recorded move may say anything: the recount says what was staked."""
    recount = Recount("table:1")
    recount.take(OPENED)
    event = {"type": "sicbo.wager_placed/1", "player": "Ann", "stake_minor": 500, "moves": [["rack", "layout", 7]]}
    assert {"USD:table:1/layout": 500, "USD:house/circulation": -500} == recount.take(event)


def test_what_moves_no_money_changes_nothing():
    """Events without a rule are passed over."""
    recount = Recount("table:1")
    recount.take(OPENED)
    assert {} == recount.take({"type": "roulette.ball_spun/1", "direction": "against", "by": "Dora"})
    assert {} == recount.held


@pytest.mark.parametrize(
    ("source", "taken", "own", "paid"),
    [
        ("value", "rack", "circulation", "circulation"),
        ("cash", "drop", "patrons", "circulation"),
        ("coupon", "promotion", "promotion", "circulation"),
        ("credits", "rack", "credits:Ann", "credits:Ann"),
        ("colour:blue", "rack", "chips:Ann:blue", "chips:Ann:blue"),
        ("foreign:R2", "rack", "foreign:R2", "circulation"),
    ],
)
def test_chips_of_every_kind(source, taken, own, paid):
    """What is lost, what goes back and what is paid lies where chips of that kind belong."""
    columns = {"player": ["Ann", "Ann"], "source": [source] * 2, "stake_minor": [3, 5], "paid_minor": [0, 35]}
    event = {"type": "roulette.round_settled/1", "wagers": {**columns, "outcome": ["lose", "win"]}}
    expected: Counter[str] = Counter()
    for place, amount in (("layout", -8), (taken, 3), (own, 5), ("rack", -35), (paid, 35)):
        owner = "house" if place.partition(":")[0] in ("circulation", "patrons", "foreign") else "table:1"
        expected[f"USD:{owner}/{place}"] += amount
    recount = Recount("table:1")
    recount.take(OPENED)
    assert {account: amount for account, amount in expected.items() if amount} == recount.take(event)


def test_a_void_round_gives_back_what_it_changed_and_no_more():
    """Also what was paid in it before; chips bought for cash meanwhile stay bought."""
    wager = {"seat": 1, "player": "Ann", "stake_minor": 100, "source": "value"}
    row = {"player": ["Ann"], "source": ["value"], "stake_minor": [20], "paid_minor": [40], "lost_minor": [0]}
    recount = Recount("table:1")
    for event in (
        OPENED,
        {"type": "table.betting_opened/1", "round": 1},
        {"type": "blackjack.wager_placed/1", **wager},
        {"type": "table.value_chips_bought/1", "player": "Ann", "amount_minor": 7},
        {"type": "blackjack.hit_taken/1", "seat": 1, "hand": 1, "hit_minor": 20},
        {"type": "blackjack.hit_wager_settled/1", "wagers": row},
    ):
        recount.take(event)
    changed = recount.take({"type": "blackjack.round_voided/1", "round": 1})
    assert {"USD:table:1/layout": -100, "USD:house/circulation": 60, "USD:table:1/rack": 40} == changed
    assert {} == recount.take({"type": "blackjack.round_voided/1", "round": 1})


def test_chips_of_a_heat_are_counted_in_their_own_unit():
    """Wagers in a heat are tournament chips, and never money."""
    recount = Recount("table:1")
    recount.take(OPENED)
    recount.take({"type": "blackjack.heat_begun/1", "tournament": "Spring", "heat": 1, "hands": 5})
    recount.take({"type": "blackjack.chips_issued/1", "player": "Ann", "chips": 500})
    recount.take({"type": "table.betting_opened/1", "round": 1})
    wager = {"seat": 1, "player": "Ann", "stake_minor": 100, "source": "tournament"}
    recount.take({"type": "blackjack.wager_placed/1", **wager})
    changed = recount.take({"type": "blackjack.doubled_down/1", "seat": 1, "stake_minor": 100, "hit_minor": 0})
    assert {"CHIPS:table:1/layout": 100, "CHIPS:table:1/tournament:Ann": -100} == changed
    assert 300 == recount.held["CHIPS:table:1/tournament:Ann"]
    ended = recount.take({"type": "blackjack.heat_ended/1", "chips": {"Ann": 300}})
    assert {"CHIPS:table:1/tournament:Ann": -300, "CHIPS:table:1/tournament_rack": 300} == ended


@pytest.mark.parametrize(
    ("added", "left", "expected"),
    [
        (0, 0, {"promotion": -1_000, "tournament_entries": -8_000, "patrons": 9_000}),
        (
            2_000,
            1_000,
            {"promotion": -2_000, "tournament_entries": -8_000, "tournament_prizes": 1_000, "patrons": 9_000},
        ),
        (50_000, 0, {"promotion": -9_000, "patrons": 9_000}),
    ],
)
def test_prizes_are_funded_by_the_house_first_and_the_fees_then(added, left, expected):
    """What is short after both the house pays, and what nobody won stays with the prizes."""
    recount = Recount("tournament:1")
    recount.take({**OPENED, "config": {"currency": "USD", "house_added_minor": added}})
    recount.take({"type": "tournament.player_entered/1", "player": "Ann", "fee_minor": 8_000})
    prizes = {"player": ["Ann", "Bob"], "prize_minor": [6_000, 3_000]}
    changed = recount.take({"type": "tournament.prizes_awarded/1", "prizes": prizes, "left_minor": left})
    assert expected == {account.rpartition("/")[2]: amount for account, amount in changed.items()}


def test_every_rule_is_named_as_it_is_stored():
    """A name with a version, of an event that some stream has."""
    assert [] == [name for name in RULES if re.fullmatch(r"[a-z_]+\.[a-z_]+/[1-9]", name) is None]
