"""Tables by the library: what they settle is what documents say, and their odds are the lab's."""

from fractions import Fraction

import msgspec
import pytest

import pitboss
from pitboss.lab.theory import Theory
from pitboss.rulebook import SettingsRefused, read_table_file
from tests.arch.tree import ROOT

FILES = sorted((ROOT / "examples/tables").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_loaded_or_has_faults(path):
    """What has a fault is not loaded; what has none is, as a table of its game."""
    if pitboss.check_file(path):
        with pytest.raises(SettingsRefused):
            pitboss.Table.load(path)
        return
    table, config = pitboss.Table.load(str(path)), pitboss.table_config(read_table_file(path))

    assert config == table.config
    assert pitboss.edition(config.rulebook).game == table.game
    assert table.name in repr(table)


def test_limits_that_must_be_set_are_faults_of_a_file(tmp_path):
    """A table that the rules keep shut without limits is told so before it opens."""
    path = tmp_path / "table.toml"
    path.write_text('rulebook = "oneida-blackjack-2004"\n', encoding="utf-8")

    assert ["settings.default_min", "settings.default_max"] == [fault.field for fault in pitboss.check_file(path)]


def test_a_table_is_loaded_as_its_own_game_alone():
    """`Blackjack.load` refuses a roulette table's file, and a rulebook of another game."""
    with pytest.raises(pitboss.InputError, match="not a blackjack rulebook"):
        pitboss.Blackjack.load(ROOT / "examples/tables/oneida-main.toml")
    with pytest.raises(pitboss.InputError, match="not a roulette rulebook"):
        pitboss.Roulette("oneida-sicbo-2004")


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"odds": {"straight": 34}}, "no less than 35 to 1"), ({"half_back": True}, "struck the half-back option")],
)
def test_settings_against_the_rulebook_are_refused(settings, said):
    """A refusal names the clause; an unknown setting is an error of another kind."""
    with pytest.raises(pitboss.RuleViolation, match=said) as refused:
        pitboss.Roulette(**settings)
    assert refused.value.clause.startswith("RO-G")
    with pytest.raises(pitboss.InputError, match="unknown field"):
        pitboss.Roulette(colour="red")


def test_a_currency_is_the_rulebooks():
    """A house in dong may be said so; one in dollars plays in dollars."""
    assert "VND" == pitboss.Roulette("hoian-roulette-2020", currency="VND").currency
    with pytest.raises(pitboss.InputError, match="is played in USD"):
        pitboss.Roulette(currency="VND")


def test_sic_bo_settles_as_its_document():
    """The rows, the places that are lit and the sum are the document's."""
    bets = [pitboss.Bet("pair:3", 500, "Ann"), pitboss.Bet("small", 100, "Bob"), pitboss.Bet("one:3", 100, "Ann")]
    document = {
        "rulebook": "oneida-sicbo-2004",
        "dice": [3, 3, 5],
        "wagers": [{"bet": bet.on, "cents": bet.stake, "player": bet.player} for bet in bets],
    }
    answer = pitboss.game("sicbo").settle(msgspec.json.encode(document), 1)
    throw = pitboss.SicBo().settle([3, 3, 5], bets)

    assert answer["total_net"] == throw.net
    assert [row["clause"] for row in answer["results"]] == [wager.clause for wager in throw.wagers]
    assert (tuple(answer["lit"]), (3, 3, 5)) == (throw.lit, throw.dice)
    assert "one:3" in pitboss.SicBo().bets


def test_baccarat_settles_as_its_document():
    """Both hands, the vigorish and the nets are the document's; cards after the coup are left alone."""
    cards = ["2S", "4D", "3H", "3C", "9S", "KD", "AH"]
    wagers = [{"position": 3, "on": on, "cents": 1000} for on in ("banker", "player")]
    document = {"rulebook": "oneida-minibaccarat-2004", "shoe": cards, "wagers": wagers}
    answer = pitboss.game("baccarat").settle(msgspec.json.encode(document), 1)
    coup = pitboss.Baccarat().settle(cards, {"banker": 1000, "player": 1000}, position=3)

    assert [(row["net"], row["vig"]) for row in answer["wagers"]] == [(w.net, w.commission) for w in coup.wagers]
    assert (answer["outcome"], answer["used"]) == (coup.outcome, coup.used)
    assert (tuple(answer["player"]), tuple(answer["banker"])) == (coup.player, coup.banker)
    assert 416 == len(pitboss.Baccarat().shoe)


@pytest.mark.parametrize(
    "table",
    [
        pitboss.Roulette("hoian-roulette-2020"),
        pitboss.Roulette(odds={"straight": 36}),
        pitboss.SicBo(),
        pitboss.Baccarat(decks=6, form="vig", pct=4),
        pitboss.Baccarat(form="no_vig"),
    ],
    ids=repr,
)
def test_odds_are_those_that_a_table_is_watched_by(table):
    """Every edge is the one by which the pit reckons its theoretical win."""
    odds = table.odds()

    assert dict(Theory(msgspec.to_builtins(table.config)).edges) == {bet: row.edge for bet, row in odds.items()}
    assert all(0 < row.wins < 1 and row.wins + row.loses <= 1 and row.variance > 0 for row in odds.values())


def test_what_a_unit_can_win():
    """`pays` is the most that a unit wins, commission taken off."""
    assert Fraction(35) == pitboss.Roulette().odds()["straight:17"].pays
    assert Fraction(19, 20) == pitboss.Baccarat().odds()["banker"].pays
    assert 3 <= pitboss.SicBo().odds()["one:3"].pays


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (lambda: pitboss.SicBo().settle((3, 3), {"small": 100}), "dice"),
        (lambda: pitboss.SicBo().settle((3, 3, 3), {"tiny": 100}), "tiny"),
        (lambda: pitboss.Baccarat().settle(["ZZ"], {"banker": 100}), "ZZ"),
        (lambda: pitboss.Baccarat().settle(["AS"], {"banker": -1}), "wagers"),
    ],
)
def test_an_error_has_no_line(deed, said):
    """Who has no document is told the field and the value, and no line of one."""
    with pytest.raises(pitboss.InputError, match=said) as error:
        deed()
    assert (None, False) == (error.value.line, "line" in str(error.value) or "line" in error.value.values)


def test_a_refused_round_names_its_clause():
    """A bet over the maximum is refused by the clause of the limits."""
    with pytest.raises(pitboss.RuleViolation, match=r"over the table's maximum of \$5.00") as refused:
        pitboss.SicBo(default_max=500).settle((1, 2, 3), {"small": 501})
    assert "SB-G" == refused.value.clause


def test_a_payment_is_explained_with_its_rule():
    """A settled wager leads to the text of its clause."""
    wager = pitboss.Blackjack().settle(["AS", "9D", "KH", "TC"], {4: 1000}).wagers[0]

    assert (wager.clause, 4, "blackjack", 1500) == (wager.rule.id, wager.seat, wager.outcome, wager.net)
    assert wager.rule.text
