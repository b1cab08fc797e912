"""The sample days of the tote: together they show every act, event, bet and form, and their money is right."""

from functools import cache
from pathlib import Path

import pytest

from pitboss.decider import Refusal
from pitboss.openers import read_transcript
from pitboss.tote.day.events import PoolSettled, TicketSold
from pitboss.tote.day.game import TOTE
from pitboss.tote.notation import parse_bet
from pitboss.tote.rules import tote_rules
from pitboss.transcript import Transcript, play
from tests.golden.remake import ROOT, transcripts

EXAMPLES = ROOT / "examples/tote/day"
FILES = sorted(EXAMPLES.glob("*.jsonl"))
RULES = tote_rules("oneida-parimutuel-2004", {})

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def transcript(path: Path) -> Transcript:
    """Read one of the files."""
    return read_transcript(path.read_bytes().split(b"\n"))


def recorded(path: Path) -> list:
    """List everything recorded in a file."""
    return [answer for entry in transcript(path).entries for answer in entry.recorded]


def test_the_samples_are_golden_files():
    """Whatever holds for the transcripts of tables holds for them: `make golden` finds them."""
    assert FILES
    assert set(FILES) <= set(transcripts())


def test_every_act_and_every_event_occurs():
    """Each message of a day is in one of the files, so that each has an example."""
    entries = [entry for path in FILES for entry in transcript(path).entries]
    assert set(TOTE.acts) == {type(entry.command.act) for entry in entries}
    assert set(TOTE.events) == {type(answer) for path in FILES for answer in recorded(path)} - {Refusal}


def test_every_bet_is_sold_in_every_form():
    """Straight, and as each form that the rulebook sells for it; an exacta wheel in all three ways."""
    sold = [answer for path in FILES for answer in recorded(path) if isinstance(answer, TicketSold)]
    bets = [parse_bet(bet.bet) for ticket in sold for bet in ticket.bets]
    found = {(bet.kind, "partial_wheel" if bet.form == "any_order" else bet.form) for bet in bets}
    straight = {(rule.kind, "straight") for rule in RULES.data.bets}
    forms = {(kind, rule.form) for rule in RULES.data.forms for kind in rule.bets}
    assert straight | forms == found
    assert {"top", "below", "both"} == {bet.direction for bet in bets} - {None}
    assert "any_order" in {bet.form for bet in bets}


@pytest.mark.clause("PW-D1", "PW-D2.2", "PW-D7b", "PW-E1a", "PW-E1b", "PW-E1c")
@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("paid", "PW-D2.2"),
        ("cancelled", "PW-D2.2"),
        ("refunded", "PW-D2.2"),
        ("losing", "PW-D2.2"),
        ("unissued", "PW-D2.2"),
        ("expired", "PW-D1"),
        ("altered-check-code", "PW-D7b"),
        ("fifth-last-serial", "PW-E1c"),
        ("hundred-dollar-win-bet", "PW-E1a"),
        ("pool-closed", "PW-E1b"),
    ],
)
def test_each_refusal_has_its_file(name, clause):
    """Nothing else is refused in it, but a late bet beside the closed pool."""
    refusals = [answer for answer in recorded(EXAMPLES / f"refused-{name}.jsonl") if isinstance(answer, Refusal)]
    beside = {"PW-B3"} if name == "pool-closed" else set()
    assert {clause} == {refusal.clause for refusal in refusals} - beside


def test_no_other_file_is_called_a_refusal():
    """The table above has them all."""
    assert 10 == len(list(EXAMPLES.glob("refused-*.jsonl")))


@each_file
def test_money_adds_up(path):
    """All accounts together hold nothing after each command, and no pool less than nothing."""
    for step in play(transcript(path)):
        balances = step.state.balances
        assert 0 == sum(balances.values())
        assert [] == [name for name, held in balances.items() if name.startswith(("pool:", "outs")) and held < 0]


@each_file
def test_pools_add_up(path):
    """What came into a settled pool is what left it."""
    for pool in (answer for answer in recorded(path) if isinstance(answer, PoolSettled)):
        came = pool.sold_minor + pool.carryover_in_minor + pool.minus_pool_minor
        left = pool.refunds_minor + pool.takeout_minor + pool.payout_minor + pool.breakage_minor
        assert came == left + pool.carryover_out_minor, pool.pool


@pytest.mark.parametrize(
    ("name", "pool", "prices"),
    [
        # $200.00 less 18% is $164.00; on 3 are $60.00: 2.7333.
        ("afternoon", "FVD-1-win", {"3": 540}),
        # $140.00 less 18% is $114.80; less $40.00 and $30.00, halved, $22.40: 0.56 and 0.7466 over the stake.
        ("afternoon", "FVD-1-place", {"3": 300, "1": 340}),
        # $120.00 less 18% is $98.40; less $30.00, $20.00 and $10.00, a third each, $12.80: 0.4266, 0.64, 1.28.
        ("afternoon", "FVD-1-show", {"3": 280, "1": 320, "5": 440}),
        # $82.00 less 20% is $65.60; 3-1 is held six times for $2.00: 5.4666.
        ("afternoon", "FVD-1-exacta", {"3-1": 1_080}),
        # $103.00 less 25% is $77.25; held five times for $1.00: 15.45.
        ("afternoon", "FVD-1-superfecta", {"3-1-5-2": 3_080}),
        # $128.00 less 18% is $104.96; less $44.00 and $24.00, halved, $18.48: 0.42 and 0.77.
        ("dead-heat", "FVD-1-win", {"2": 280, "5": 340}),
        # $144.00 net; $70.00 on the first winner: 2.0571; $60.00 are paid, $84.00 left for $30.00: 2.80.
        ("late-scratch-in-a-double", "FVD-1-double", {"3/1": 560, "3/SCR": 400}),
        # $142.50 net, a quarter is $35.62; three combinations of $2.00: 5.9366.
        ("pick-six-carryover", "FVD-1-pick6", {"5 of 6": 1_180}),
        # $60.00 net; $30.00 over $8.00: 3.75; $30.00 and $500.00 over $3.00: 176.6666.
        ("twin-trifecta", "FVD-1-twin_trifecta", {"first:1-2-3": 740, "second:EXACT": 35_320}),
        # $4,173.80 for $5,050.00 of stakes: the minimum.
        ("minus-pool", "FVD-1-show", {"1": 210, "2": 210, "3": 210}),
    ],
)
def test_prices_are_those_worked_out_by_hand(name, pool, prices):
    """For $2.00, after breakage to the dime."""
    (settled,) = [
        answer
        for answer in recorded(EXAMPLES / f"{name}.jsonl")
        if isinstance(answer, PoolSettled) and answer.pool == pool
    ]
    assert prices == {row["combo"]: row["price_2"] for row in settled.winners}


@each_file
def test_tickets_are_numbered_as_if_by_chance(path):
    """No two of a file's tickets begin alike, as those of a counter would."""
    numbers = [answer.ticket for answer in recorded(path) if isinstance(answer, TicketSold)]
    assert len(numbers) == len({number[:14] for number in numbers})
