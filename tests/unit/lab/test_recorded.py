"""Recorded rounds settled by changed rules: by the rules as they were they come to what was recorded."""

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from pitboss.decider import Event
from pitboss.lab.recorded import Recorded
from pitboss.lab.theory import Theory
from pitboss.openers import read_transcript
from pitboss.rulebook import SettingsRefused, table_config
from pitboss.transcript import play

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
SETTLED = "round_settled"


def events_of(example):
    """Return the events of an example, as a journal has them."""
    transcript = read_transcript(example.read_bytes().split(b"\n"))
    answers = [one for step in play(transcript) for one in step.answers if isinstance(one, Event)]
    config = msgspec.to_builtins(transcript.config)
    return [{"type": "stream.opened/1", "config": config}, *map(msgspec.to_builtins, answers)]


def taken(events, **changes):
    """Return what the rounds of a table come to with some settings changed."""
    found = Recorded(events[0]["config"], changes)
    for event in events[1:]:
        found.take(event)
    return found.sums


def won(event):
    """Return what the house won of a settled round by its own record, vigorish still to be collected included."""
    rows = event["wagers"]
    if event["type"].endswith("/2"):
        winners = len(rows["paid_minor"])
        return sum(rows["stake_minor"][: len(rows["stake_minor"]) - winners]) - sum(rows["paid_minor"])
    ends = rows["result"] if "result" in rows else rows["outcome"]
    owed = zip(rows.get("vig_minor", ()), rows.get("owed", ()), strict=True)
    lost = sum(stake for stake, end in zip(rows["stake_minor"], ends, strict=True) if end == "lose")
    return lost - sum(rows["paid_minor"]) + sum(vig + Fraction(later or 0) for vig, later in owed)


def plain(event):
    """Tell whether a round is settled and all of its wagers are players' money."""
    sources = event.get("wagers", {}).get("source") or ()
    return SETTLED in event["type"] and not {"coupon", "tournament"} & set(sources)


@pytest.mark.parametrize("folder", ["oneida", "seabrook", "hoian", "automatic", "sicbo", "baccarat"])
def test_by_the_rules_as_they_were_it_is_what_was_recorded(folder):
    """Of every example of a game, to the cent; nothing changed, so nothing is won otherwise."""
    found = []
    for example in sorted(EXAMPLES.glob(f"**/{folder}/*.jsonl")):
        events = events_of(example)
        settled = [event for event in events if SETTLED in event["type"]]
        if settled and all(map(plain, settled)):
            sums = taken(events)
            recorded = sum(map(won, settled))
            # Vigorish of several wagers, or of one that is marked, is rounded once; here each is rounded by itself.
            near = 5 * len(settled) if folder == "baccarat" else 0
            assert len(settled) == sums.rounds
            assert recorded <= sums.before_minor <= recorded + near, example
            assert sums.before_minor == sums.after_minor, example
            found.append(example)
    assert found


def round_of(kind, wagers, **result):
    """Return a settled round with rows of a bet and a stake."""
    name = "on" if kind == "baccarat" else "bet"
    rows = {name: [bet for bet, _ in wagers], "stake_minor": [stake for _, stake in wagers]}
    return {"type": f"{kind}.round_settled/1", "wagers": rows, **result}


def table(rulebook, **settings):
    """Return how a table's stream begins."""
    return {"config": msgspec.to_builtins(table_config({"rulebook": rulebook, "settings": settings}))}


def test_a_change_is_settled_and_expected():
    """A triple pays two of a kind 8 to 1; where exactly two must show it loses, and the edge is 3/8 and not 1/3."""
    thrown = round_of("sicbo", [("pair:2", 1_000), ("small", 500)], dice=[2, 2, 2])
    sums = taken([table("oneida-sicbo-2004"), thrown], two_of_a_kind="exactly")
    assert (1, 1_500, -8_000 + 500, 1_000 + 500) == (
        sums.rounds,
        sums.handle_minor,
        sums.before_minor,
        sums.after_minor,
    )
    beside = Fraction(500, 36)
    assert (Fraction(1_000, 3) + beside, Fraction(3_000, 8) + beside) == (sums.expected_before, sums.expected_after)


def test_what_the_changed_rules_do_not_take_is_left_out():
    """A stake over the new maximum is neither won nor lost by them, and is counted apart."""
    spun = round_of("roulette", [("red", 5_000), ("straight:17", 100)], pocket="17")
    sums = taken([table("oneida-roulette-2008"), spun], default_max=1_000)
    assert (5_000 - 3_500, -3_500, 5_000) == (sums.before_minor, sums.after_minor, sums.not_taken_minor)


def test_another_limit_of_the_table_that_nobody_changes_takes_nothing_away():
    """Limits are changed while a table is open: what lay there had been taken."""
    spun = round_of("roulette", [("red", 5_000)], pocket="17")
    sums = taken([table("oneida-roulette-2008", default_max=1_000), spun], odds={"straight": 36})
    assert (5_000, 5_000, 0) == (sums.before_minor, sums.after_minor, sums.not_taken_minor)


def test_a_round_keeps_the_vigorish_it_was_opened_with():
    """A change while it is in play is of the next round; so are the edges by which both are expected."""
    dealt = round_of("baccarat", [("banker", 10_000)], outcome="banker", banker_points=7)
    changed = {"type": "baccarat.vigorish_changed/1", "form": "vig", "pct": 4}
    opened = {"type": "table.betting_opened/1"}
    events = [table("oneida-minibaccarat-2004"), opened, changed, dealt]
    assert [-9_500, -9_500 - 9_600] == [taken(rows).before_minor for rows in (events, [*events, opened, dealt])]
    theory = Theory(events[0]["config"])
    assert [106, 60] == [
        round([theory.take(event) for event in rows][-1]) for rows in ((opened, changed, dealt), (opened, dealt))
    ]


def test_blackjack_is_expected_and_not_settled():
    """What lay on main wagers when its round was over, times the exact edge; what is no money does not count."""
    laid = {"type": "blackjack.wager_placed/1", "on": "blackjack", "source": "value", "stake_minor": 3_000}
    rows = [
        laid,
        {**laid, "type": "blackjack.wager_removed/1", "stake_minor": 1_000},
        {**laid, "source": "coupon"},
        {**laid, "on": "same_suit"},
        {"type": "blackjack.round_settled/1"},
        laid,
        {"type": "blackjack.round_voided/1"},
        {"type": "blackjack.round_settled/1"},
    ]
    sums = taken([table("oneida-blackjack-2004"), *rows], h17=False)
    assert (2, 2_000, None, None) == (sums.rounds, sums.handle_minor, sums.before_minor, sums.after_minor)
    assert pytest.approx([2_000 * 0.007281082164, 2_000 * 0.005155148814]) == [
        sums.expected_before,
        sums.expected_after,
    ]


def test_what_was_changed_later_is_told():
    """A correction is counted, and settles nothing anew."""
    later = {"type": "table.settlement_corrected/1"}
    assert 1 == taken([table("oneida-sicbo-2004"), later]).later


def test_what_the_rulebook_does_not_allow_is_refused():
    """With its clause, before anything is read."""
    with pytest.raises(SettingsRefused, match="RO-G1"):
        Recorded(table("oneida-roulette-2008")["config"], {"odds": {"straight": 34}})
