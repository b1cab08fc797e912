"""What the wagers cost: by hand from the outcomes, and by the very settlement that pays them."""

from fractions import Fraction

import pytest

from pitboss.errors import BadAmount, BadConfig
from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.rules import rules_of
from pitboss.games.baccarat.settle import settle_wager
from pitboss.games.baccarat.third_cards import third_cards
from pitboss.games.baccarat.vigorish import collected
from pitboss.games.baccarat.wagers import On
from pitboss.lab.baccarat import BANKER_SIX, Commission, Form, odds, outcomes
from pitboss.rulebook import edition, table_config

ONEIDA = "oneida-minibaccarat-2004"
ENDS = outcomes(8, third_cards(edition(ONEIDA)))
PLAYER, BANKER, TIE = (ENDS.probability(end) for end in ("player", "banker", "tie"))
COMMISSIONS = [
    Commission(Form.VIG, 5),
    Commission(Form.VIG, 4),
    Commission(Form.TIE_VIG, 25),
    Commission(Form.TIE_VIG, 10),
    Commission.of(Form.NO_VIG),
]


def banker_edge(commission, stake=None):
    """Return what the house keeps of a unit on the banker."""
    return odds(ENDS, commission, stake=stake)[0].edge


@pytest.mark.clause("MB-M3")
@pytest.mark.parametrize("pct", [4, 5])
def test_vigorish_on_wins(pct):
    """The banker's wins are paid less the percentage."""
    assert PLAYER - BANKER * Fraction(100 - pct, 100) == banker_edge(Commission(Form.VIG, pct))


@pytest.mark.clause("MB-M4")
@pytest.mark.parametrize("pct", [0, 10, 25])
def test_vigorish_on_ties(pct):
    """The banker's wins are paid in full, and a tie costs the percentage."""
    assert PLAYER - BANKER + TIE * Fraction(pct, 100) == banker_edge(Commission(Form.TIE_VIG, pct))


@pytest.mark.clause("MB-M6")
def test_no_vigorish():
    """A win with six loses the house's favour by half a unit."""
    assert PLAYER - BANKER + ENDS.banker_six / 2 == banker_edge(Commission.of(Form.NO_VIG))


@pytest.mark.clause("MB-M3a", "Q13")
@pytest.mark.parametrize(("stake", "vig"), [(1, 5), (100, 5), (101, 10), (130, 10), (200, 10), (2_500, 125)])
def test_rounding_makes_small_wagers_dear(stake, vig):
    """The vigorish is rounded up to five cents, so a wager pays a higher share the smaller it is."""
    expected = PLAYER - BANKER * (1 - Fraction(vig, stake))
    assert expected == banker_edge(Commission(), stake)


def test_rounding_vanishes_in_large_wagers():
    """Never below the percentage itself, and equal to it on whole dollars."""
    exact = banker_edge(Commission())
    assert all(banker_edge(Commission(), stake) >= exact for stake in range(1, 300))
    assert exact == banker_edge(Commission(), 100) == banker_edge(Commission(), 10**12)


@pytest.mark.clause("Q29")
def test_a_vigorish_on_ties_is_rounded_down():
    """A quarter of 99 cents is 24."""
    assert Fraction(-24, 99) == Commission.of(Form.TIE_VIG).banker_gains(99)["tie"]


@pytest.mark.clause("Q29")
def test_half_of_an_odd_cent_is_refused():
    """Where six pays half, the stake must have a half."""
    with pytest.raises(BadAmount):
        odds(ENDS, Commission.of(Form.NO_VIG), stake=101)


@pytest.mark.parametrize("stake", [0, -5, 10**13])
def test_what_is_no_stake_is_refused(stake):
    """Stakes are whole cents from one."""
    with pytest.raises(BadAmount):
        odds(ENDS, stake=stake)


@pytest.mark.clause("MB-M1", "MB-M2", "MB-G1b", "MB-G1c")
def test_player_and_tie():
    """Even money with ties void, and n to 1 with nothing void."""
    _banker, player, tie = odds(ENDS, tie_odds=9)
    assert (BANKER - PLAYER, PLAYER, BANKER, TIE) == (player.edge, player.wins, player.loses, player.void)
    assert (1 - 10 * TIE, TIE, 1 - TIE, Fraction(0)) == (tie.edge, tie.wins, tie.loses, tie.void)


@pytest.mark.parametrize("commission", COMMISSIONS)
def test_variances_are_those_of_the_gains(commission):
    """The mean square of what a unit gains, less the square of the mean, over the joint counts of both hands."""
    for row in odds(ENDS, commission, tie_odds=8):
        gains = []
        for player in range(10):
            for banker in range(10):
                end = "tie" if player == banker else "player" if player > banker else "banker"
                end = BANKER_SIX if end == "banker" and banker == 6 else end
                gains.append((Fraction(ENDS.ways[player][banker], ENDS.total), row.gains[end]))
        mean = sum(chance * gain for chance, gain in gains)
        spread = sum(chance * (gain - mean) ** 2 for chance, gain in gains)
        assert (-row.edge, row.variance) == (mean, spread)


@pytest.mark.parametrize("commission", COMMISSIONS)
def test_the_settlement_pays_what_the_odds_say(commission):
    """Over all small stakes and every end, a unit gains what a settled wager does, vigorish taken."""
    settings = {"form": commission.form.value, "pct": commission.pct}
    rules = rules_of(table_config({"rulebook": ONEIDA, "settings": settings}))
    ends = {
        "banker": (Outcome.BANKER, 7),
        BANKER_SIX: (Outcome.BANKER, 6),
        "player": (Outcome.PLAYER, 5),
        "tie": (Outcome.TIE, 6),
    }
    for stake in range(2, 402, 2):
        for row in odds(ENDS, commission, stake=stake):
            settled = {end: settle_wager(rules, On(row.wager), stake, *how) for end, how in ends.items()}
            nets = {end: entry.net(stake, collected(rules, entry.vigorish)) for end, entry in settled.items()}
            assert {end: gain * stake for end, gain in row.gains.items()} == nets


@pytest.mark.clause("MB-M3", "MB-M4")
@pytest.mark.parametrize(("form", "pct"), [(Form.VIG, 3), (Form.VIG, 6), (Form.TIE_VIG, 26), (Form.NO_VIG, 5)])
def test_other_percentages_are_refused(form, pct):
    """Four or five on wins, up to 25 on ties, and none where there is no vigorish."""
    with pytest.raises(BadConfig) as refused:
        Commission(form, pct)
    assert ("pct", pct) == (refused.value.field, refused.value.value)


@pytest.mark.parametrize(("form", "pct"), [(Form.VIG, 5), (Form.TIE_VIG, 25), (Form.NO_VIG, 0)])
def test_the_percentage_is_the_highest_unless_given(form, pct):
    """Each form has its own."""
    assert pct == Commission.of(form).pct


@pytest.mark.clause("MB-M2")
def test_lower_odds_on_a_tie_are_refused():
    """Eight to one is the least."""
    with pytest.raises(BadConfig):
        odds(ENDS, tie_odds=7)
