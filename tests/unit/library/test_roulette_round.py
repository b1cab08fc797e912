"""A roulette Round by the library: what it offers is what the rules take, and what it pays is what a document says."""

import random
from typing import Any

import msgspec
import pytest

import pitboss
from tests.support.driver import HOUSES, SEABROOK

COLUMNS = ("bet", "outcome", "paid", "net", "clause")
BAD_STAKES = (0, -5, True, 2.5, "500", None)


def settled_by_document(table, pocket, bets):
    """Return the answer to the settlement document of one player's bets."""
    wagers = [{"bet": bet, "cents": stake} for bet, stake in bets.items()]
    document = {"rulebook": table.rulebook, "wagers": wagers, "pocket": pocket}
    return pitboss.game("roulette").settle(msgspec.json.encode(document), 1)


@pytest.mark.parametrize("rulebook", HOUSES)
def test_a_settlement_is_that_of_the_document(rulebook):
    """Bets drawn at random come to the same nets and clauses by either way in."""
    table, chance = pitboss.Roulette(rulebook), random.Random(rulebook)
    least = {move.on: move.least or 0 for move in table.round().legal() if move.name == "bet"}
    for _ in range(20):
        bets = {bet: least[bet] for bet in chance.sample(table.bets, 12)}
        pocket = chance.choice(table.pockets)
        spin, answer = table.settle(pocket, bets), settled_by_document(table, pocket, bets)
        rows = {tuple(getattr(wager, name) for name in COLUMNS) for wager in spin.wagers}

        assert {tuple(row[name] for name in COLUMNS) for row in answer["results"]} == rows
        assert (answer["total_net"], answer["payment_groups"]) == (spin.net, [list(g) for g in spin.payment_groups])


@pytest.mark.parametrize("rulebook", HOUSES)
def test_every_bet_that_is_offered_is_taken_at_both_ends_and_not_beyond(rulebook):
    """`least` and `most` are the ends of what the rules accept."""
    limits: dict[str, Any] = {} if rulebook == SEABROOK else {"default_min": 1_000, "default_max": 50_000}
    spin = pitboss.Roulette(rulebook, **limits).round()
    moves = [move for move in spin.legal() if move.name == "bet"][::7]

    assert moves
    for move in moves:
        assert move.least
        assert move.most
        spin.copy().play(move)
        spin.copy().play(move, move.most)
        for stake in (move.least - 1, move.most + 1):
            with pytest.raises(pitboss.PitbossError):
                spin.copy().play(move, stake)


def test_what_lies_may_be_taken_back_whole_or_in_part():
    """A part leaves at least the minimum; the whole leaves nothing."""
    spin = pitboss.Roulette(default_min=500).round()
    spin.bet("red", 1200)
    parts, whole = (move for move in spin.legal() if move.name == "remove")

    assert (1, 700, 1200, 1200) == (parts.least, parts.most, whole.least, whole.most)
    spin.play(parts, 700)
    spin.remove("red")
    assert ["spin"] == [move.name for move in spin.legal() if move.name != "bet"]
    with pytest.raises(pitboss.RuleViolation, match=r"has \$0.00 on red"):
        spin.remove("red")


def test_the_moves_follow_the_ball():
    """Bets are open until "no more bets", and the spin may be called off while the ball runs."""
    spin = pitboss.Roulette().round()
    seen = []
    for step in (spin.spin, spin.no_more_bets):
        step()
        seen.append((spin.phase, {move.name for move in spin.legal()}))

    assert [("spinning", {"bet", "no_more_bets", "no_spin"}), ("closed", {"no_spin"})] == seen
    with pytest.raises(pitboss.RuleViolation, match="no more bets") as late:
        spin.bet("red", 500)
    assert "RO-F2" == late.value.clause


def test_a_spin_that_is_called_off_gives_every_bet_back():
    """A "No Spin" has no pocket, and nobody gains."""
    spin = pitboss.Roulette().round()
    spin.bet("red", 500)
    spin.spin()
    cause = next(move for move in spin.legal() if move.on == "floater")
    spin.play(cause)

    result = spin.result
    assert (False, None, 0) == (result.is_valid, result.pocket, result.net)
    assert [("red", "void", 0)] == [(wager.bet, wager.outcome, wager.net) for wager in result.wagers]
    assert (True, (), {}) == (spin.is_over, spin.legal(), spin.chance())


def test_chance_is_every_pocket_alike():
    """The weights of a wheel add up to one."""
    chance = pitboss.Roulette("hoian-roulette-2020").round().chance()
    assert (37, 1) == (len(chance), sum(chance.values()))


def test_a_refused_number_leaves_the_round_open():
    """A wheel without 00 refuses it before the ball is spun."""
    spin = pitboss.Roulette("hoian-roulette-2020").round()
    for pocket in ("00", "37", ""):
        with pytest.raises(pitboss.InputError, match="not a number of this wheel"):
            spin.land(pocket)
    assert "betting" == spin.phase


def test_players_are_kept_apart():
    """Each player's bets are their own, in the answer too."""
    spin = pitboss.Roulette().settle("17", [pitboss.Bet("red", 500, "Ann"), pitboss.Bet("black", 500, "Bob")])
    assert (-500, 500, 0, 500) == (spin.net_of("Ann"), spin.net_of("Bob"), spin.net, spin.paid)


@pytest.mark.parametrize("stake", BAD_STAKES)
def test_a_stake_is_a_whole_number_of_units(stake):
    """What is no stake is refused with the value, and nothing lies on the layout."""
    spin = pitboss.Roulette().round()
    with pytest.raises(pitboss.InputError, match="is not a stake"):
        spin.bet("red", stake)
    assert () == spin.land("17").wagers


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (lambda spin: spin.play("dance"), "no such move"),
        (lambda spin: spin.no_spin("rain"), "no such cause"),
        (lambda spin: spin.bet("straight:38", 500), "'38' is not a number"),
        (lambda spin: spin.land(17), 'write it as text, such as "17"'),
        (lambda spin: spin.land("38"), "not a number of this wheel, which has 38"),
        (lambda spin: spin.result, "not over"),
    ],
)
def test_what_nobody_could_mean(deed, said):
    """An error names the value and what was expected."""
    with pytest.raises(pitboss.InputError, match=said):
        deed(pitboss.Roulette().round())


def test_play_by_name():
    """The dealer's moves have no value to choose, so their names are enough."""
    spin = pitboss.Roulette().round()
    spin.play("spin")
    spin.play("no_more_bets")
    assert "<RouletteRound closed, 0 bets>" == repr(spin)


def test_a_copy_goes_its_own_way():
    """What happens to a copy does not happen to the round."""
    spin = pitboss.Roulette().round()
    spin.bet("red", 500)
    other = spin.copy()
    other.bet("black", 500)
    other.land("17")

    assert (False, [("red", 500)]) == (spin.is_over, [(w.bet, w.stake) for w in spin.land("3").wagers])
