"""`pitboss simulate`: the same answer twice, files, and what is refused."""

import json
import sys
from functools import cache

import pytest
from pyarrow import parquet

from pitboss.cli import main, simulate, simulated
from pitboss.errors import InputError
from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack.answers import as_data
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.simulation.play import ends_run
from pitboss.rulebook import table_config


def run(capsys, *tokens):
    """Run the command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(["simulate", *tokens])
    return leaving.value.code, *capsys.readouterr()


def answer(capsys, *tokens):
    """Return the one object that the command prints."""
    code, out, err = run(capsys, *tokens, "--json")
    assert (0, "", 1) == (code, err, out.count("\n"))
    return json.loads(out)


@pytest.mark.parametrize("game", ["roulette", "sicbo", "baccarat", "blackjack"])
def test_a_game_agrees_with_its_exact_figure(capsys, game):
    """The answer says how far it is off."""
    found = answer(capsys, game, "--rounds", "100000")
    assert (100_000, 0, 1) == (found["rounds"], found["void"], found["seed"])
    assert found["interval"][0] < found["mean"] < found["interval"][1]
    assert abs(found["standard_errors_off"]) < 4


def test_people_get_the_same_facts(capsys):
    """As a table."""
    code, out, err = run(capsys, "roulette", "--rounds", "1000")
    assert (0, "", True) == (code, err, "standard errors off" in out)


LIMITS = "[settings]\ndefault_min = 2_500\ndefault_max = 50_000\n"
AUTOMATIC = f'rulebook = "oneida-roulette-2008"\nbetting_seconds = 25\nterminals_max = 50\n{LIMITS}'


def table_file(tmp_path, text):
    """Return the path of a table's file."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(
    ("game", "text", "tokens", "words"),
    [
        ("roulette", AUTOMATIC, ("--bet", "red=2499"), ("$24.99", "minimum of $25.00", "(RO-G2)")),
        ("roulette", AUTOMATIC, ("--bet", "red=50001"), ("$500.01", "maximum of $500.00", "(RO-G2)")),
        ("sicbo", f'rulebook = "oneida-sicbo-2004"\n{LIMITS}', ("--bet", "small=5"), ("$0.05", "(SB-G)")),
        ("baccarat", f'rulebook = "oneida-minibaccarat-2004"\n{LIMITS}', ("--bet", "tie=5"), ("$0.05", "(MB-O)")),
        ("blackjack", f'rulebook = "oneida-blackjack-2004"\n{LIMITS}', ("--stake", "50"), ("$0.50", "(BJ-P)")),
        ("roulette", f"{AUTOMATIC}half_back = true\n", (), ("half_back = true is refused", "[RO-G2]\n")),
    ],
    ids=["under the minimum", "over the maximum", "sicbo", "baccarat", "blackjack", "settings"],
)
def test_what_the_rules_refuse_is_not_played(capsys, tmp_path, monkeypatch, game, text, tokens, words):  # noqa: PLR0917 - a case
    """A stake outside the table's limits, or a setting, is a sentence with its clause; nothing is written."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, game, "--table", table_file(tmp_path, text), *tokens, "-o", "results.json")
    assert (2, "", 1, []) == (code, out, err.count("\n"), [word for word in words if word not in err])
    assert ["table.toml"] == [path.name for path in tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("game", "text"),
    [("roulette", AUTOMATIC), ("blackjack", f'rulebook = "oneida-blackjack-2004"\n{LIMITS}')],
    ids=["automatic roulette", "blackjack"],
)
def test_a_table_s_own_limits_make_the_usual_stake(capsys, tmp_path, game, text):
    """Where no stake is named the least that the table takes is laid; an automatic table's file is one, too."""
    found = answer(capsys, game, "--table", table_file(tmp_path, text), "--rounds", "1000")
    assert (1_000, 2_500_000) == (found["rounds"], found["laid_minor"])


def test_a_run_goes_on(capsys, tmp_path):
    """A file keeps the totals; more rounds go on from there."""
    file = str(tmp_path / "run.json")
    answer(capsys, "sicbo", "--rounds", "65536", "--resume", file)
    further = answer(capsys, "sicbo", "--rounds", "131072", "--resume", file, "--workers", "2")
    assert further == answer(capsys, "sicbo", "--rounds", "131072")


@pytest.mark.parametrize("ending", ["parquet", "json"])
def test_results_go_to_a_file(capsys, tmp_path, ending):
    """How often each result came, the least first."""
    file = tmp_path / f"results.{ending}"
    answer(capsys, "roulette", "--rounds", "1000", "--bet", "red=100", "--bet", "straight:1=5", "-o", str(file))
    rows = parquet.read_table(file).to_pylist() if ending == "parquet" else json.loads(file.read_bytes())
    assert (1_000, [-105, -105 + 200, 275]) == (sum(row["count"] for row in rows), [row["gain_minor"] for row in rows])


@pytest.mark.parametrize(
    "wagers",
    [
        ("--insurance", "500", "--set", "initial_suit=same_suit", "--suit", "200"),
        ("--set", "multiple_action=3", "--set", "max_hands=2", "--insurance", "500"),
    ],
    ids=["beside", "multiple action"],
)
def test_other_wagers_agree_with_the_exact_figure(capsys, wagers):
    """The mean counts them; it is a share of what is laid before the first card."""
    found = answer(capsys, "blackjack", "--rounds", "60000", *wagers)
    assert abs(found["standard_errors_off"]) < 4
    assert 60_000 * (3_000 if "multiple_action=3" in wagers else 1_200) == found["laid_minor"]


@cache
def best_table():
    """Return the best table of the default rules as `pitboss strategy --json` prints it."""
    rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004"}))
    return json.dumps(as_data({}, analyse(rules).table))


def strategy(tmp_path, **changes):
    """Return a file with the best table, with other rows or pairs; what is None is left out."""
    table = json.loads(best_table())
    for part, lines in changes.items():
        table[part] = {name: line for name, line in (table[part] | lines).items() if line is not None}
    file = tmp_path / "chart.json"
    file.write_text(json.dumps(table))
    return str(file)


def test_a_strategy_is_played(capsys, tmp_path):
    """The best table by itself gives the same totals; one that never draws to 16 does not."""
    best = answer(capsys, "blackjack", "--rounds", "20000")
    same = answer(capsys, "blackjack", "--rounds", "20000", "--strategy", strategy(tmp_path))
    assert best["mean"] == same["mean"]
    stands = {"H16": {"two_cards": "S" * 10, "drawing": "S" * 10}}
    other = answer(capsys, "blackjack", "--rounds", "20000", "--strategy", strategy(tmp_path, rows=stands))
    assert best["mean"] != other["mean"]


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"rows": {"H16": None}}, "H16"),
        ({"pairs": {"88": None}}, "88"),
        ({"rows": {"S18": {"two_cards": "SSS", "drawing": "S" * 10}}}, "S18"),
        ({"rows": {"H12": {"two_cards": "R" * 10, "drawing": "H" * 10}}}, "letters of SHD,"),
        ({"rows": {"H12": {"two_cards": "H" * 10}}}, "drawing"),
        ({"rows": {"H16": None}}, "chart.json has no row H16"),
        ({"rows": {"H99": {"two_cards": "H" * 10, "drawing": "H" * 10}}}, "a row that no table has: H99"),
        ({"pairs": {"AB": "P" * 10}}, "a pair that no table has: AB"),
    ],
    ids=["no row", "no pair", "short", "not allowed", "no letters for drawn totals", "file", "other row", "other pair"],
)
def test_a_strategy_that_is_none_is_a_sentence(capsys, tmp_path, changes, word):
    """It names the row, and nothing is written."""
    file = strategy(tmp_path, **changes)
    code, out, err = run(capsys, "blackjack", "--strategy", file, "-o", str(tmp_path / "results.json"))
    assert (2, "", 1, True) == (code, out, err.count("\n"), word in err)
    assert ["chart.json"] == [path.name for path in tmp_path.iterdir()]


def test_a_strategy_in_another_order_is_refused(capsys, tmp_path):
    """Columns from 2 to the ace would be read as from the ace to ten."""
    file = tmp_path / "chart.json"
    file.write_text(json.dumps({**json.loads(best_table()), "columns": "23456789TA"}))
    code, out, err = run(capsys, "blackjack", "--strategy", str(file))
    assert (2, "", True) == (code, out, "23456789TA" in err and "A23456789T" in err)


def test_a_run_that_has_its_precision_plays_no_further(capsys, tmp_path):
    """Gone on with again and again it has the totals of one that was never stopped."""
    wanted = ("roulette", "--rounds", "100000000", "--precision", "0.0006")
    whole = answer(capsys, *wanted)
    first, again = (answer(capsys, *wanted, "--resume", str(tmp_path / "run.json")) for _ in range(2))
    assert whole == first == again


def test_fewer_rounds_than_were_played_are_refused(capsys, tmp_path):
    """What was played is not taken back without a word."""
    kept = str(tmp_path / "run.json")
    answer(capsys, "roulette", "--rounds", "2000", "--resume", kept)
    code, out, err = run(capsys, "roulette", "--rounds", "1000", "--resume", kept)
    assert (2, "", True) == (code, out, "2,000 rounds already" in err)


def test_results_do_not_take_the_place_of_what_is_gone_on_from(capsys, tmp_path):
    """One file for both is refused before anything is played."""
    kept = str(tmp_path / "run.json")
    code, out, err = run(capsys, "roulette", "--rounds", "10", "--resume", kept, "-o", kept)
    assert (2, "", True, []) == (code, out, "results take another" in err, list(tmp_path.iterdir()))


def test_rounds_that_ran_out_of_cards_have_no_exact_mean(capsys):
    """The long ones are missing, and they are not like the others; where none is left, that is said."""
    thin = ("blackjack", "--set", "decks=1", "--set", "burn=26", "--seats", "7", "--rounds", "20000")
    found = answer(capsys, *thin)
    assert (True, None, None) == (found["void"] > 0, found["exact"], found["standard_errors_off"])
    code, out, err = run(capsys, *thin[:3], "--set", "burn=52", "--rounds", "100")
    assert (2, "", True) == (code, out, "too few cards" in err)


def test_one_round_is_drawn(capsys, tmp_path):
    """Results without a spread have no band, and still a picture."""
    code, _, err = run(capsys, "roulette", "--rounds", "1", "--plots", str(tmp_path / "x.svg"))
    assert (0, "", True) == (code, err, (tmp_path / "x.svg").read_text().startswith("<svg"))


def test_an_odd_stake_is_played_where_all_it_pays_is_whole(capsys):
    """Nobody gives up a hand there, so half of it is never paid."""
    found = answer(capsys, "blackjack", "--set", "bj_pays=[6,5]", "--stake", "5", "--rounds", "20000")
    assert abs(found["standard_errors_off"]) < 4


def test_the_usual_stake_is_one_that_the_table_takes(capsys):
    """In its steps, and within its limits."""
    seven = answer(capsys, "blackjack", "--set", "bj_pays=[7,6]", "--rounds", "10")
    free = ("--set", "form=no_vig", "--set", "pct=0", "--set", "default_min=10001")
    assert (1_002 * 10, 10_002 * 10) == (
        seven["laid_minor"],
        answer(capsys, "baccarat", *free, "--rounds", "10")["laid_minor"],
    )


def test_results_that_cannot_be_written_leave_nothing(capsys, tmp_path, monkeypatch):
    """A folder of that name is in the way."""
    (tmp_path / "results.json").mkdir()
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "roulette", "--rounds", "1000", "-o", "results.json")
    assert (2, "", True) == (code, out, "results.json" in err)
    assert [tmp_path / "results.json"] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("tokens", "word"),
    [
        (("poker",), "poker"),
        (("roulette", "--rounds", "0"), "rounds"),
        (("roulette", "--seed", "-1"), "seed"),
        (("roulette", "--workers", "0"), "workers"),
        (("roulette", "--bet", "red"), "red"),
        (("roulette", "--bet", "purple=5"), "purple"),
        (("roulette", "--bet", "red=0"), "stake"),
        (("roulette", "--rulebook", "oneida-sicbo-2004"), "roulette"),
        (("blackjack", "--bet", "red=5"), "--stake"),
        (("blackjack", "--stake", "11"), "steps of 2"),
        (("roulette", "-o", "results.csv"), "results.csv"),
        (("roulette", "--precision", "0"), "precision"),
        (("roulette", "-o", "nowhere/results.json"), "folder"),
        (("roulette", "--resume", "nowhere/run.json"), "folder"),
        (("roulette", "--strategy", "chart.json"), "no decisions"),
        (("blackjack", "--strategy", "chart.json"), "chart.json"),
        (("blackjack", "--suit", "10"), "BJ-K1"),
        (("blackjack", "--insurance", "501"), "Q21"),
        (("blackjack", "--hit", "5", "--plan", "plan.toml"), "one or the other"),
        (("blackjack", "--plan", "plan.toml"), "plan.toml"),
        (("roulette", "--hit", "5"), "--bet"),
        (("roulette", "--plots", "plots.png"), "plots.png"),
        (("roulette", "--rounds", "1.7"), "1.7 is not a whole number"),
        (("roulette", "--seats", "5"), "seats: '5': roulette has no use for it"),
        (("roulette", "--card", "card.json"), "card: 'card.json': roulette has no use for it"),
        (("tote", "--stake", "5"), "stake: '5': tote has no use for it"),
        (("roulette", "--table", "x.toml", "--rulebook", "hoian-roulette-2020"), "one or the other"),
        (("blackjack", "--set", "decks=2", "--set", "decks=6"), "decks is chosen twice"),
        (("tote",), "--card"),
        (("tote", "--card", "card.json", "--crowd", "crowd.toml"), "card.json"),
    ],
    ids=str,
)
def test_bad_input_is_a_sentence(capsys, tmp_path, monkeypatch, tokens, word):
    """It names what was wrong, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *tokens)
    assert (2, "", 1, True, []) == (code, out, err.count("\n"), word in err, list(tmp_path.iterdir()))


def test_whoever_waits_sees_how_far_it_has_come(capsys, monkeypatch):
    """In a terminal one line is written over and over, and ended; nowhere else."""
    run = ends_run(table_config({"rulebook": "oneida-roulette-2008"}), {"red": 100}, 5)
    simulate._go(run, 100, None)
    assert "" == capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    simulate._go(run, 200, None)
    told = capsys.readouterr().err
    assert (True, True, 1) == (told.startswith("\r200 "), told.endswith("%\n"), told.count("\n"))


def test_without_its_library_no_parquet_is_written(monkeypatch, tmp_path):
    """What to install is said, and no file is begun."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"pip install 'pitboss\[export\]'") as caught:
        simulated._write_parquet(tmp_path / "x.part", "x.parquet", [{"gain_minor": 5, "count": 1}])
    assert ("output", "x.parquet", []) == (caught.value.field, caught.value.value, list(tmp_path.iterdir()))
