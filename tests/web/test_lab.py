"""The laboratory by HTTP: who may work there, odds that move, refusals with their clause, sheets, and simulations."""

import csv
import io
import json

import pytest

from pitboss.cli import main
from pitboss.floor.rate_limit import Buckets
from pitboss.lab.odds import MAIN
from pitboss.web import laboratory
from tests.support.pit_house import ROULETTE, pit_house
from tests.support.web_house import until

BLACKJACK = {"rulebook": "oneida-blackjack-2004"}
RUN = {"table": ROULETTE, "bet": "red", "stake_minor": 500, "rounds": 300_000, "seed": 7}
LONG = {"table": "blackjack-1", "bet": MAIN, "stake_minor": 1_000, "rounds": 1_000_000_000, "seed": 7}
"""Far more than is played before somebody cancels it: of roulette so many take two seconds."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house with a table of every game."""
    with pit_house(tmp_path_factory.mktemp("lab")) as found:
        # How often somebody begins a simulation is asked by one test alone.
        found.web.server.laboratory._starts.most = found.web.server.laboratory._starts.rate = 1_000
        yield found


@pytest.fixture
def own(house):
    """Give somebody's simulation up at the end."""
    yield house
    for run in house.web.server.laboratory.runs.values():
        run.cancel()


def asked(house, path, who="auditor", **query):
    """Return what somebody is answered; what is still being reckoned is asked for again, as the page does."""
    if "settings" in query:
        query["settings"] = json.dumps(query["settings"])
    found = []

    def answer():
        found.append(house[who].get(f"/api/lab{path}", params=query))
        return found[-1].status_code != 503

    until(answer)
    return found[-1]


def odds(house, **query):
    """Return a table's wagers by their ids, which must be given."""
    found = asked(house, "/odds", **query).json()
    assert [] == found["refusals"]
    return {one["id"]: one for one in found["wagers"]}


def refused(house, **query):
    """Return why a change is refused, and by which clause."""
    found = asked(house, "/odds", **query).json()
    assert [] == found["wagers"]
    return [(one["setting"], one["part"], one["clause"], one["reason"]) for one in found["refusals"]]


def printed(capsys, *words):
    """Return what the command line prints as JSON, line by line."""
    with pytest.raises(SystemExit) as leaving:
        main([*words, "--json"])
    assert 0 == leaving.value.code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def begun(house, who="auditor", **fields):
    """Return the answer to somebody who begins a simulation."""
    return house[who].post("/api/lab/run", {**RUN, **fields})


def ended(house, who="auditor"):
    """Wait until somebody's simulation is over; return how it stands."""
    until(lambda: asked(house, "/run", who).json()["state"] != "running")
    return asked(house, "/run", who).json()


PATHS = (
    "",
    "/table",
    "/odds",
    "/odds/export",
    "/strategy",
    "/chart.svg",
    "/chart.pdf",
    "/par",
    "/par.html",
    "/par.pdf",
)


@pytest.mark.parametrize("path", [*PATHS, "/run", "/run/export"])
def test_the_laboratory_is_for_those_who_work_here(house, path):
    """A stranger and a machine are refused first; a dealer is answered, or told what is missing."""
    assert 401 == house.web.visitor().get(f"/api/lab{path}").status_code
    assert 403 == house["T1"].get(f"/api/lab{path}").status_code
    assert house["dealer"].get(f"/api/lab{path}").status_code in (200, 400)


def test_nobody_begins_or_cancels_for_somebody_else(house):
    """Not a stranger, not a machine, and not a page of another site."""
    for path, body in (("/api/lab/run", RUN), ("/api/lab/run/cancel", {})):
        assert 401 == house.web.visitor().post(path, body).status_code
        assert 403 == house["T1"].post(path, body).status_code
    assert 403 == house["auditor"].post("/api/lab/run", RUN, headers={"x-csrf-token": "guessed"}).status_code


def test_tables_of_the_house_and_rulebooks_can_be_chosen(house):
    """Each by its name; the tote is not among them."""
    found = asked(house, "").json()
    tables = {one["stream"]: (one["name"], one["game"]) for one in found["tables"]}
    assert ("Lantern Wheel", "roulette") == tables["automatic-1"]
    assert {"roulette-1", "automatic-1", "baccarat-1", "blackjack-1", "sicbo-1"} == tables.keys()
    assert {"roulette", "sicbo", "baccarat", "blackjack"} == {one["game"] for one in found["rulebooks"]}


def test_settings_come_from_the_rulebook_with_the_tables_own_values(house):
    """With name, bounds and clause; odds by kind of wager with how they bind."""
    choices = {one["key"]: one for one in asked(house, "/table", table="blackjack-1").json()["choices"]}
    found = choices["decks"], choices["initial_suit"]
    assert [("Decks", 6, "1 to 8", "BJ-B4"), ("Initial suit", "same_suit", "", "BJ-K1")] == [
        (one["name"], one["value"], one["hint"], one["clause"]) for one in found
    ]
    assert ["same suit", "king queen", "none"] == [one["name"] for one in choices["initial_suit"]["options"]]
    pays = {one["key"]: one for one in asked(house, "/table", table="sicbo-1").json()["choices"]}["odds"]["parts"]
    assert ("Any Three of a Kind", 24, "at least 24 to 1, SB-D1") in [
        (one["name"], one["value"], one["hint"]) for one in pays
    ]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "table"),
        ({"table": "sicbo-1", "rulebook": "oneida-sicbo-2004"}, "table"),
        ({"table": "tote"}, "table"),
        ({"rulebook": "nobody-2004"}, "rulebook"),
        ({"rulebook": "oneida-parimutuel-2004"}, "rulebook"),
        ({"rulebook": "oneida-sicbo-2004", "settings": [1]}, "settings"),
    ],
)
def test_what_is_no_table_is_told_in_a_sentence(house, query, field):
    """With the field it stands in."""
    found = asked(house, "/odds", **query)
    assert (400, field) == (found.status_code, found.json()["values"]["field"])
    assert len(found.json()["reason"]) > 20


def test_odds_are_those_of_the_command_line(house, capsys):
    """To the last digit, for every game."""
    (blackjack,) = printed(capsys, "odds", "blackjack")
    found = odds(house, **BLACKJACK)
    assert blackjack["edge"] == {"composition": found["cards"]["edge_share"], "basic": found["totals"]["edge_share"]}
    assert blackjack["multiple_action"]["1"] == found["multiple"]["edge_share"]
    beside = {"insurance": blackjack["insurance"], **blackjack["wagers"]}
    assert beside == {name: found[name]["edge"] for name in beside}
    for game, rulebook in (("roulette", "hoian-roulette-2020"), ("sicbo", "oneida-sicbo-2004")):
        expected = {one["position"]: one for one in printed(capsys, "odds", game, "--rulebook", rulebook)}
        rows = odds(house, rulebook=rulebook).values()
        assert {bet: (one["edge"], one["wins"]) for one in rows for bet in one["bets"]} == {
            bet: (one["edge"], one["win_probability"]) for bet, one in expected.items()
        }
    wagers = {one["wager"]: one["edge"] for one in printed(capsys, "odds", "baccarat") if "wager" in one}
    assert wagers == {name: one["edge"] for name, one in odds(house, rulebook="oneida-minibaccarat-2004").items()}


def test_a_changed_rule_moves_the_edge(house):
    """By as much as the odds with and without it differ; several changes each by itself as well."""
    changed = {"h17": False, "bj_pays": [6, 5]}
    before, after = odds(house, **BLACKJACK), odds(house, **BLACKJACK, settings=changed)
    moved = after["totals"]["edge_share"] - before["totals"]["edge_share"]
    assert 0.011 < after["totals"]["moved"] == moved < 0.012
    assert {0} == {one["moved"] for one in before.values()} == {after["insurance"]["moved"]}
    alone = asked(house, "/odds", **BLACKJACK, settings=changed).json()["alone"]
    moved = {one["setting"]: one["moved"]["totals"] for one in alone}
    assert {"h17", "bj_pays"} == moved.keys()
    assert moved["h17"] < 0 < moved["bj_pays"]


def test_a_place_that_no_longer_pays_as_others_has_a_line_of_its_own(house):
    """And its edge moved from what it was among them."""
    found = odds(house, table="sicbo-1", settings={"odds": {"total:17": 60}})
    assert (["total:4"], ["total:17"]) == (found["total:4"]["bets"], found["total:17"]["bets"])
    assert 0 == found["total:4"]["moved"]
    assert pytest.approx(-10 / 72) == found["total:17"]["moved"]


@pytest.mark.parametrize(
    ("query", "changed", "expected"),
    [
        (
            BLACKJACK,
            {"same_suit_odds": 4},
            ("same_suit_odds", "", "BJ-K5", "Same suit pays = 4 is over the most permitted, 3"),
        ),
        (
            {"rulebook": "seabrook-roulette"},
            {"odds": {"red": 2}},
            ("odds", "red", "RS-P", "Red at 2 to 1 is refused: exactly 1 to 1 is written"),
        ),
        (BLACKJACK, {"decks": "many"}, ("decks", "", None, "Decks 'many': expected a whole number")),
        (BLACKJACK, {"colour": 1}, ("colour", "", None, "Colour 1: unknown field")),
    ],
)
def test_a_rule_out_of_bounds_is_refused_with_its_clause(house, query, changed, expected):
    """By the rulebook's own check, with setting, value, rule and clause; nothing is reckoned of it."""
    ((*place, reason),) = refused(house, **query, settings=changed)
    assert expected[:3] == tuple(place)
    assert reason.startswith(expected[3])
    for path in ("/odds/export", "/par", "/par.pdf", "/strategy", "/chart.svg"):
        found = asked(house, path, **query, settings=changed)
        assert (400, expected[0]) == (found.status_code, found.json()["values"]["field"])
    body = {**RUN, "table": "", **query, "settings": changed}
    assert 400 == house["auditor"].post("/api/lab/run", body).status_code


def test_odds_go_to_a_file(house):
    """A line a wager, with fraction, share and how it moved."""
    found = asked(house, "/odds/export", table=ROULETTE)
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(found.text))}
    assert ("1/19", "9/19", "0.0", "red") == tuple(rows["Red"][name] for name in ("edge", "wins", "moved", "bets"))
    assert "attachment" in found.headers["content-disposition"]


def test_the_strategy_is_the_charts(house, tmp_path, capsys):
    """As data against the unchanged table, and as the very picture that the command line draws."""
    (expected,) = printed(capsys, "strategy", "--set", "h17=false")
    found = asked(house, "/strategy", **BLACKJACK, settings={"h17": False}).json()
    assert (expected["rows"], expected["pairs"]) == (found["now"]["rows"], found["now"]["pairs"])
    assert found["before"]["rows"] != found["now"]["rows"]
    file = tmp_path / "chart.svg"
    printed(capsys, "strategy", "--set", "h17=false", "-o", str(file))
    assert file.read_text() == asked(house, "/chart.svg", **BLACKJACK, settings={"h17": False}).text
    assert b"%PDF" == asked(house, "/chart.pdf", **BLACKJACK).content[:4]
    assert 400 == asked(house, "/strategy", table="sicbo-1").status_code


def test_the_par_sheet_is_that_of_the_command_line(house, tmp_path):
    """As sections for the page, and the same bytes as a file."""
    table = tmp_path / "table.toml"
    table.write_text('rulebook = "oneida-minibaccarat-2004"\n[settings]\ntie_odds = 9\n', encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["par", str(table), "-o", str(tmp_path / "sheet.html"), "--seed", "3"])
    query = {"rulebook": "oneida-minibaccarat-2004", "settings": {"tie_odds": 9}, "seed": 3}
    assert (tmp_path / "sheet.html").read_text() == asked(house, "/par.html", **query).text
    found = asked(house, "/par", **query).json()
    assert ["Identity", "Wagers", "Hold by rounds", "Simulation", "Settings"] == [
        one["heading"] for one in found["sections"]
    ]
    assert b"%PDF" == asked(house, "/par.pdf", **query).content[:4]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ("roulette", "--bet", "red=500")),
        ({"table": "", **BLACKJACK, "bet": "totals", "stake_minor": 1_000}, ("blackjack",)),
    ],
)
def test_a_simulation_comes_to_what_the_command_line_comes_to(own, tmp_path, capsys, fields, words):
    """With the same seed and rounds, to the last round; its plot ends there, and its results go to files."""
    file = tmp_path / "results.json"
    (expected,) = printed(capsys, "simulate", *words, "--seed", "7", "--rounds", "300000", "-o", str(file))
    assert 200 == begun(own, **fields).status_code
    found = ended(own)
    assert (expected, "done", 300_000) == (found["answer"], found["state"], found["played"])
    last = found["trail"][-1]
    assert (300_000, expected["mean"], expected["exact"]) == (last["rounds"], last["mean"], found["exact"])
    assert last["rounds"] > found["trail"][0]["rounds"] == 100
    results = json.loads(file.read_text())
    assert results == asked(own, "/run/export", form="json").json()["results"]
    rows = list(csv.DictReader(io.StringIO(asked(own, "/run/export").text)))
    assert results == [{name: int(value) for name, value in row.items()} for row in rows]


def test_a_cancelled_simulation_really_stops(own):
    """Its process is gone; what it came to so far stays in view, and there is nothing to export."""
    assert 200 == begun(own, **LONG).status_code
    run = own.web.server.laboratory.runs["auditor"]
    until(lambda: asked(own, "/run").json()["played"] > 300_000)
    found = own["auditor"].post("/api/lab/run/cancel", {}).json()
    assert ("cancelled", None) == (found["state"], found["answer"])
    assert 300_000 < found["played"] < LONG["rounds"]
    assert not run._worker.is_there
    assert "run one to its end first" in asked(own, "/run/export").json()["reason"]


def test_one_simulation_at_a_time(own):
    """Everybody has one, and the house so many: whoever is one too many is told to wait."""
    assert [200, 409] == [begun(own, **LONG).status_code for _ in range(2)]
    assert 200 == begun(own, "dealer", **LONG).status_code
    found = begun(own, "cashier", **LONG)
    assert (409, f"{laboratory.RUNS_MAX} simulations run already") == (
        found.status_code,
        found.json()["reason"].partition(",")[0],
    )
    for who in ("auditor", "dealer"):
        own[who].post("/api/lab/run/cancel", {})
    assert "none" == asked(own, "/run", "cashier").json()["state"]
    assert 200 == begun(own, "cashier", rounds=1).status_code


def test_whoever_begins_one_after_the_other_has_to_wait(own, monkeypatch):
    """A process is started for each."""
    monkeypatch.setattr(own.web.server.laboratory, "_starts", Buckets(most=1, rate=0))
    assert 200 == begun(own, rounds=1).status_code
    ended(own)
    assert 429 == begun(own, rounds=1).status_code


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"bet": "purple"}, 400), ({"rounds": 0}, 400), ({"rounds": 10**12}, 400), ({"seed": -1}, 400)],
)
def test_what_is_no_simulation_is_refused(own, fields, status):
    """Before a process is started for it."""
    assert status == begun(own, **fields).status_code


def test_a_stake_that_the_rules_cannot_pay_is_told(own):
    """By the run, with the reason of the rules."""
    changed = {"form": "no_vig", "pct": 0}
    fields = {"table": "", "rulebook": "oneida-minibaccarat-2004", "settings": changed, "bet": "banker"}
    assert 200 == begun(own, **fields, stake_minor=101).status_code
    found = ended(own)
    assert "failed" == found["state"]
    assert "multiple of 2" in found["reason"]


def test_a_stake_outside_the_table_s_limits_is_told(own):
    """With the limit; the one that is proposed lies within it."""
    assert 200 == begun(own, stake_minor=499).status_code
    found = ended(own)
    assert ("failed", True) == (found["state"], "minimum of $5.00" in found["reason"])
    assert {400} == {one["stake_minor"] for one in odds(own, rulebook="seabrook-roulette").values()}


def test_a_simulation_that_takes_too_long_is_stopped(own, monkeypatch):
    """And says so."""
    monkeypatch.setattr(laboratory, "RUN_SECONDS_MAX", 0.1)
    assert 200 == begun(own, **LONG).status_code
    found = ended(own)
    assert ("failed", "it took longer than ten minutes") == (found["state"], found["reason"])


def test_a_process_that_died_is_followed_by_another(house):
    """What was asked of the first is told to be asked again."""
    bench = house.web.server.laboratory._bench
    asked(house, "/odds", table="sicbo-1", settings={"one_twice": 3})
    bench._worker.kill()
    found = odds(house, table="sicbo-1", settings={"one_twice": 4})
    assert found["one:1"]["moved"] < 0


def test_too_many_questions_have_to_wait(house, monkeypatch):
    """They are told so at once, and the same may be asked in a moment."""
    monkeypatch.setattr(laboratory, "WAITING_MAX", 0)
    found = house["auditor"].get("/api/lab/odds", params={"table": "sicbo-1", "settings": '{"one_thrice":9}'})
    assert (503, "2") == (found.status_code, found.headers["retry-after"])


def test_what_takes_long_is_asked_for_again(house, monkeypatch):
    """Nobody's request waits for it; whoever asks again gets the answer that was being reckoned."""
    monkeypatch.setattr(laboratory, "PATIENCE_SECONDS", 0)
    query = {"table": "sicbo-1", "settings": '{"one_thrice":8}'}
    assert 503 == house["auditor"].get("/api/lab/odds", params=query).status_code
    until(lambda: house["auditor"].get("/api/lab/odds", params=query).status_code == 200)
