"""What the laboratory's process answers, asked here without a process of its own."""

import io
import os
import sys
from types import SimpleNamespace

import msgspec
import pytest

from pitboss.errors import BadConfig
from pitboss.lab import worker
from pitboss.lab.choices import choices_of, refusal_of
from pitboss.lab.odds import compared, odds_of, wager_name
from pitboss.lab.worker import SIMULATE, Question, Told, answered
from pitboss.rulebook import edition, edition_ids, table_config
from pitboss.rulebook.check import check_table

ROULETTE = table_config({"rulebook": "oneida-roulette-2008"})
BACCARAT = table_config({"rulebook": "oneida-minibaccarat-2004"})
BLACKJACK = table_config({"rulebook": "oneida-blackjack-2004"})
KNOWN = [one for one in edition_ids() if edition(one).game != "tote"]


def asked(do, table, **fields):
    """Return the answer to a question, and what was told on the way."""
    told: list[Told] = []
    return answered(Question(do, table, **fields), told.append), told


@pytest.mark.parametrize(
    ("table", "fields", "exact"),
    [
        (ROULETTE, {"bet": "red", "stake": 100}, -1 / 19),
        (BLACKJACK, {"bet": "totals", "stake": 1_000}, -0.007281082164),
    ],
)
def test_a_simulation_tells_how_far_it_has_come(table, fields, exact):
    """First the exact mean, then points with ever more rounds, and at last what it came to."""
    found, (begun, *points) = asked(SIMULATE, table, rounds=600_000, seed=3, **fields)
    assert exact == pytest.approx(begun.begun.exact)
    rounds = [one.point.rounds for one in points]
    assert (100, 600_000, sorted(rounds)) == (rounds[0], rounds[-1], rounds)
    last, answer = points[-1].point, found.found["answer"]
    assert answer["interval"] == [last.mean - last.half_width, last.mean + last.half_width]
    assert 600_000 == sum(one["count"] for one in found.found["results"])


def test_shorter_runs_with_the_seed_are_the_plots_beginning():
    """Each point is what a run of so many rounds comes to."""
    _, (_, *points) = asked(SIMULATE, ROULETTE, bet="red", stake=100, rounds=10_000, seed=3)
    alone, _ = asked(SIMULATE, ROULETTE, bet="red", stake=100, rounds=1_000, seed=3)
    assert alone.found["answer"]["mean"] == next(one.point.mean for one in points if one.point.rounds == 1_000)


def test_odds_strategy_charts_and_sheets_are_answered():
    """By the functions of the command line; odds are compared where there is another table."""
    plain, _ = asked("odds", ROULETTE)
    assert {None} == {one.moved for one in plain.found.wagers}
    moved, _ = asked(
        "odds", BACCARAT, before=table_config({"rulebook": BACCARAT.rulebook, "settings": {"tie_odds": 9}})
    )
    assert {"banker": 0, "player": 0}.items() <= {one.id: one.moved for one in moved.found.wagers}.items()
    other = table_config({"rulebook": BLACKJACK.rulebook, "settings": {"h17": False}})
    strategy, _ = asked("strategy", other, before=BLACKJACK)
    assert strategy.found["now"] != strategy.found["before"]
    assert asked("chart.svg", BLACKJACK)[0].found.startswith("<svg")
    assert b"%PDF" == asked("chart.pdf", BLACKJACK)[0].found[:4]
    sheet, _ = asked("sheet", BACCARAT, program="abc")
    assert ("PAR sheet: Oneida mini-baccarat", b"%PDF") == (sheet.found["sheet"].title, sheet.found["pdf"][:4])


def test_what_cannot_be_reckoned_is_told():
    """With the reason, and a rule's clause."""
    halves = table_config({"rulebook": BACCARAT.rulebook, "settings": {"form": "no_vig", "pct": 0}})
    found, _ = asked(SIMULATE, halves, bet="banker", stake=101, rounds=1)
    assert "multiple of 2" in found.refused["reason"]
    found, _ = asked(SIMULATE, BLACKJACK, bet="totals", stake=0, rounds=1)
    assert "stake" in found.refused["reason"]


def test_the_process_answers_line_by_line_at_the_lowest_priority(monkeypatch):
    """Until nobody is there to ask."""
    lines = msgspec.json.encode(Question("odds", ROULETTE)) + b"\n"
    out, nices = io.BytesIO(), list[int]()
    monkeypatch.setattr(os, "nice", nices.append)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(lines)))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    monkeypatch.setattr("pitboss.lab.worker.select.select", lambda reading, *_: (reading, [], []))
    worker.main()
    told = msgspec.json.decode(out.getvalue(), type=Told)
    assert ([19], "1/19") == (nices, told.found["wagers"][0]["edge"])


@pytest.mark.parametrize("rulebook", KNOWN)
def test_every_wager_and_setting_has_a_name(rulebook):
    """None of them an id with a colon or an underscore."""
    table = table_config({"rulebook": rulebook})
    names = [one.name for one in odds_of(table)] + [one.name for one in choices_of(table)]
    names += [option.name for one in choices_of(table) for option in one.options]
    assert [] == [name for name in names if not name or set(name) & set("_:")]
    bets = [bet for one in odds_of(table) for bet in one.bets]
    assert [] == [bet for bet in bets if set(wager_name(table, bet)) & set("_:")]


def test_a_change_that_cannot_stand_alone_says_so():
    """Multiple action leaves no surrender: the pair of changes may stand, one of them alone may not."""
    settings = {"multiple_action": 3, "max_hands": 2}
    before = table_config({"rulebook": BLACKJACK.rulebook, "settings": {"surrender": "late"}})
    after = table_config({"rulebook": BLACKJACK.rulebook, "settings": {**settings, "surrender": "none"}})
    alone = {one.setting: one for one in compared(before, after).alone}
    assert settings.keys() | {"surrender"} == alone.keys()
    assert "multiple action leaves no surrender" in alone["multiple_action"].refused
    assert {} == alone["multiple_action"].moved
    assert alone["surrender"].moved["totals"] > 0


def test_a_game_without_odds_is_refused():
    """The tote has none before its bets are in."""
    with pytest.raises(BadConfig, match="the odds are known of roulette"):
        odds_of(msgspec.structs.replace(ROULETTE, rulebook="oneida-parimutuel-2004"))


def test_a_refusal_names_its_entry():
    """The kind of wager whose odds are out of bounds."""
    _, (fault,) = check_table({"rulebook": "oneida-sicbo-2004", "settings": {"odds": {"any_triple": 20}}})
    found = refusal_of(fault)
    assert ("odds", "any_triple", "SB-D1", "The least odds") == (found.setting, found.part, found.clause, found.title)
    assert "no less than 24 to 1" in found.reason
