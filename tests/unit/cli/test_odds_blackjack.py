"""`pitboss odds blackjack` and `pitboss strategy`: one object to the letter, a chart, and what is refused."""

import json
from fractions import Fraction
from xml.etree import ElementTree as ET

import msgspec
import pytest

from pitboss.cli import main


def run(capsys, *tokens):
    """Run a command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(list(tokens))
    return leaving.value.code, *capsys.readouterr()


def answer(capsys, *tokens):
    """Return the one object that a command prints."""
    code, out, err = run(capsys, *tokens, "--json")
    assert (0, "", 1) == (code, err, out.count("\n"))
    return json.loads(out)


def test_the_object_of_the_usual_table(capsys):
    """Ten significant digits, fractions as p/q, and all settings."""
    found = answer(capsys, "odds", "blackjack")
    settings = found.pop("settings")
    expected = {
        "edge": {"composition": 0.007269429452, "basic": 0.007281082164},
        "insurance": "23/311",
        "wagers": {"same_suit": "3/311", "king_queen": "3911/4043", "hit_2_cards": "3/155", "hit_3_cards": "3/103"},
        "multiple_action": {"1": 0.007790365999, "2": 0.007790365999, "3": 0.007790365999},
    }
    assert (expected, 6, [3, 2]) == (found, settings["decks"], settings["bj_pays"])


def test_settings_come_from_the_table_and_the_command_line(capsys, tmp_path):
    """What is set on the command line counts before the table's file."""
    file = tmp_path / "table.toml"
    file.write_text('rulebook = "oneida-blackjack-2004"\n[settings]\ndecks = 2\nsame_suit_odds = 2\n')
    found = answer(capsys, "odds", "blackjack", "--table", str(file), "--set", "decks=1", "--set", "dealer_bj=original")
    assert (1, "original", 2) == tuple(found["settings"][key] for key in ("decks", "dealer_bj", "same_suit_odds"))
    assert "5/17" == found["wagers"]["same_suit"]


def test_without_an_ace_there_is_no_insurance(capsys):
    """None can show, so that nothing is kept of it."""
    gone = ("odds", "blackjack", "--set", "decks=1", "--seen", "AS AH AC AD")
    assert answer(capsys, *gone)["insurance"] is None
    assert "none: no ace can show" in run(capsys, *gone)[1]


def test_how_the_dealer_ends(capsys):
    """By first card, in ten digits; each row adds up to one."""
    found = answer(capsys, "odds", "blackjack", "--dealer")["dealer"]
    assert ("A23456789T", 0.308681672, 0.2124709) == (
        "".join(found),
        found["A"]["blackjack"],
        round(found["T"]["over"], 7),
    )
    assert all(sum(ends.values()) == pytest.approx(1) for ends in found.values())
    assert "How the dealer's hand ends" in run(capsys, "odds", "blackjack", "--dealer")[1]


ORIGINAL = ("--set", "dealer_bj=original", "--set", "push21=true")


def test_what_is_taken_for_granted_is_said(capsys, tmp_path):
    """The edge and the strategy of such a table have a look that the table has not: there that is told."""
    chart, said = tmp_path / "chart.svg", "As if the dealer looked for a Blackjack first (Q19)"
    run(capsys, "strategy", *ORIGINAL, "-o", str(chart))
    told = [run(capsys, "strategy", *ORIGINAL)[1], chart.read_text()]
    assert all(f"{said}: the table deals on, and a 21 pushes it" in text for text in told)
    assert f"The first three are a{said[1:]}: the table deals on" in run(capsys, "odds", "blackjack", *ORIGINAL)[1]
    for words in (("odds", "blackjack"), ("strategy", "--as-dealt", *ORIGINAL)):
        assert said not in run(capsys, *words)[1]
    assert (
        "A surrender comes before the look (Q22)." in run(capsys, "strategy", *ORIGINAL, "--set", "surrender=text")[1]
    )


def test_a_table_that_deals_on(capsys):
    """Beside what a look would come to stands what the Round pays, where a pushed Blackjack is worth a third of it."""
    found = answer(capsys, "odds", "blackjack", *ORIGINAL)
    assert {"composition": 0.006153891229, "basic": 0.006165722615} == found["edge"]
    assert (0.00258128, 0.00311) == (
        round(found["as_dealt"]["basic"], 8),
        round(found["as_dealt"]["multiple_action"], 5),
    )
    assert "as_dealt" not in answer(capsys, "odds", "blackjack")
    tables = [answer(capsys, "strategy", *words, *ORIGINAL)["rows"]["H11"] for words in ((), ("--as-dealt",))]
    assert ["DDDDDDDDDD", "HDDDDDDDDD"] == [row["two_cards"] for row in tables]


def test_the_cutting_card_is_held_to_shoes_that_are_dealt_alike(capsys):
    """Nobody looks for a Blackjack behind the card, and nobody in the fresh shoe: the push is none of its doing."""
    found = answer(capsys, "odds", "blackjack", *ORIGINAL, "--cut-card", "4000000")
    cut = found["cutting_card"]
    assert found["as_dealt"]["basic"] == cut["fresh"]
    assert abs(cut["effect"]) < 2 * cut["half_width"] < abs(found["edge"]["basic"] - cut["fresh"])


def test_a_table_of_totals_of_ones_own(capsys, tmp_path):
    """The best one comes to the edge by totals, and one that never splits to more; one without a row is refused."""
    file, table = tmp_path / "own.json", answer(capsys, "strategy")

    def edge(given):
        file.write_bytes(msgspec.json.encode(given))
        return answer(capsys, "odds", "blackjack", "--strategy", str(file))

    best = edge(table)
    whole = edge({**table, "pairs": dict.fromkeys(table["pairs"], "-" * 10)})
    assert best["edge"]["basic"] == best["strategy"] < whole["strategy"] - 0.003
    said = answer(capsys, "odds", "blackjack", "--strategy", str(file), "--distribution")["distribution"]
    mean = sum(Fraction(one["gain"]) * Fraction(one["chance"]) for one in said["chances"])
    assert "2" == said["chances"][-1]["gain"]
    assert abs(float(mean) + whole["strategy"]) < 1e-8
    assert "by the table given" in run(capsys, "odds", "blackjack", "--strategy", str(file), "--distribution")[1]
    file.write_bytes(msgspec.json.encode({**table, "rows": {}}))
    code, out, err = run(capsys, "odds", "blackjack", "--strategy", str(file))
    assert (2, "", True) == (code, out, "has no row H10" in err)


def test_a_table_and_another_rulebook_are_refused(capsys, tmp_path):
    """The file says its rulebook."""
    file = tmp_path / "table.toml"
    file.write_text('rulebook = "oneida-blackjack-2004"\n')
    code, out, err = run(capsys, "odds", "blackjack", "--table", str(file), "--rulebook", "oneida-sicbo-2004")
    assert (2, "", True) == (code, out, "one or the other" in err)


def test_cards_that_were_seen(capsys):
    """With three aces and a ten gone and the last ace up, fifteen of the other forty-seven are tens."""
    found = answer(capsys, "odds", "blackjack", "--set", "decks=1", "--seen", "AS,AD,AH KS")
    assert "2/47" == found["insurance"]


def test_the_distribution_of_wagers_together(capsys):
    """Beside one wager of multiple action stand all of them: as often as twice one's loss, and more spread than two."""
    words = ("odds", "blackjack", "--set", "multiple_action=2", "--set", "max_hands=2", "--distribution")
    found = answer(capsys, *words)["distribution"]
    together = found.pop("together")
    assert [2, "-8", "8"] == [together["wagers"], *(together["chances"][at]["gain"] for at in (0, -1))]
    assert pytest.approx(1) == sum(one["chance"] for one in together["chances"])
    assert 2 * found["variance"] < together["variance"] < 4 * found["variance"]
    assert "Each result of all 2" in run(capsys, *words)[1]


def test_the_distribution_of_a_round(capsys):
    """Every result with how likely it is, and what that comes to, for programs and for people."""
    found = answer(capsys, "odds", "blackjack", "--distribution")["distribution"]
    chances = found.pop("chances")
    assert ["-8", "3/2", "8"] == [chances[place]["gain"] for place in (0, 10, -1)]
    assert pytest.approx(1) == sum(one["chance"] for one in chances)
    wins = sum(one["chance"] for one in chances if not one["gain"].startswith("-") and one["gain"] != "0")
    assert pytest.approx(wins) == found["hit_frequency"]
    expected = {"variance": 1.296325131, "skewness": 0.162233723, "hit_frequency": 0.433068551, "sure_to": 1e-10}
    assert expected == found
    code, out, err = run(capsys, "odds", "blackjack", "--distribution")
    facts = ["1.296325", "hit frequency", "0.433069", "3/2", "1e-10", "0.0453229877"]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


CUT = ("--set", "cut_from_end=78", "--cut-card", "200000")


def test_what_the_cutting_card_does(capsys):
    """It is simulated, and stated as such, beside the exact edge; that is the same with and without it."""
    found = answer(capsys, "odds", "blackjack", *CUT)
    cut = found.pop("cutting_card")
    assert (True, 200_000, 1, 78) == tuple(cut[name] for name in ("simulated", "rounds", "seed", "cut_from_end"))
    assert pytest.approx(cut["edge"] - found["edge"]["basic"]) == cut["effect"]
    assert 0.0049 < cut["half_width"] < 0.0051
    played = ("--set", "reshuffle=cutting_card", "--set", "cut_from_end=78", "--rounds", "200000")
    assert pytest.approx(-cut["edge"], abs=1e-11) == answer(capsys, "simulate", "blackjack", *played)["mean"]


def test_what_the_cutting_card_does_for_people(capsys):
    """Exact and simulated stand below each other, each named."""
    code, out, err = run(capsys, "odds", "blackjack", *CUT)
    facts = ["from a fresh shoe, exact", "behind the card, simulated", "200,000", "±"]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_people_get_the_same_facts(capsys):
    """In percent, with the wagers beside it."""
    code, out, err = run(capsys, "odds", "blackjack")
    assert (0, "") == (code, err)
    assert [] == [fact for fact in ("0.72694295%", "0.72810822%", "23/311", "king_queen") if fact not in out]


@pytest.mark.parametrize(
    ("tokens", "word"),
    [
        (("odds", "blackjack", "--set", "decks"), "key=value"),
        (("odds", "blackjack", "--set", "deks=2"), "deks"),
        (("odds", "blackjack", "--seen", "1X"), "1X"),
        (("odds", "blackjack", "--set", "decks=1", "--seen", "AS AS"), "AS"),
        (("odds", "blackjack", "--stake", "0"), "stake"),
        (("odds", "blackjack", "--cut-card", "0"), "rounds"),
        (("odds", "blackjack", "--cut-card", "100", "--seen", "AS"), "a whole shoe"),
        (("odds", "blackjack", "--rulebook", "oneida-sicbo-2004"), "not a blackjack rulebook"),
        (("odds", "blackjack", "--table", "nowhere.toml"), "nowhere.toml"),
        (("strategy", "-o", "chart.bmp"), "chart.bmp"),
    ],
    ids=str,
)
def test_bad_input_is_a_sentence(capsys, tokens, word):
    """It names what was wrong, and nothing is printed."""
    code, out, err = run(capsys, *tokens)
    assert (2, "", 1, True) == (code, out, err.count("\n"), word in err)


def test_what_the_rules_refuse_names_its_clause(capsys):
    """Nine decks are more than a shoe has room for."""
    code, out, err = run(capsys, "odds", "blackjack", "--set", "decks=9")
    assert (2, "", True) == (code, out, "BJ-B4" in err)


def test_the_strategy_as_data(capsys):
    """Rows with letters for two cards and drawn totals, pairs, and the columns."""
    found = answer(capsys, "strategy")
    assert ["settings", "columns", "rows", "pairs"] == list(found)
    assert "A23456789T" == found["columns"]
    assert {"two_cards": "HSSSSSHHHH", "drawing": "HSSSSSHHHS"} == found["rows"]["H16"]
    assert ("-PPPPPPPPP", "----------") == (found["pairs"]["AA"], found["pairs"]["TT"])


def test_the_strategy_for_people(capsys):
    """A line a row, and another where drawn totals differ."""
    code, out, err = run(capsys, "strategy")
    assert (0, "", True) == (code, err, "0.728108%" in out)


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_a_chart(capsys, tmp_path, ending):
    """The file is a picture or a page, and the same twice."""
    files = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for file in files:
        assert (0, "", "") == run(capsys, "strategy", "-o", str(file))
    first, second = (file.read_bytes() for file in files)
    assert first == second
    if ending == "svg":
        letters = [part.text for part in ET.fromstring(first).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
        assert {"S", "H", "D", "P", "D/S", "A,7"} <= set(letters)
    else:
        assert first.startswith(b"%PDF")


def test_a_chart_that_cannot_be_written(capsys, tmp_path):
    """The directory is not there."""
    code, out, err = run(capsys, "strategy", "-o", str(tmp_path / "no" / "chart.svg"))
    assert (2, "", True) == (code, out, "cannot be written" in err)
