"""Runs of a simulation: the same totals for any number of workers, going on from a file, stopping at a precision."""

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from pitboss.errors import BadConfig, InputError
from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.simulation import kernel
from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.laid import without_limits
from pitboss.lab.simulation.play import blackjack_run, ends_run
from pitboss.lab.simulation.run import BLOCK, GROUP, check_run
from pitboss.rulebook import RuleViolation, table_config

ROULETTE = table_config({"rulebook": "oneida-roulette-2008"})
BACCARAT = table_config({"rulebook": "oneida-minibaccarat-2004"})
BLACKJACK = table_config({"rulebook": "oneida-blackjack-2004"})
SHOE = {"reshuffle": "cutting_card", "cut_from_end": 78}


def table(**settings):
    """Return a blackjack table's configuration."""
    return table_config({"rulebook": "oneida-blackjack-2004", "settings": settings})


def play(run, rounds, **how):
    """Play a run to its end and return its totals."""
    for _ in run.go(rounds, **how):
        pass
    return run.totals


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
    ids=["zeros", "ones", "pi"],
)
def test_the_generator_is_philox(counter, key, expected):
    """The known answers of Philox 4x32-10 that its authors give out with it (Random123, kat_vectors)."""
    a, b, c, d, key0, key1 = (np.uint64(int(word, 16)) for word in f"{counter} {key}".split())
    half = np.uint64(32)
    found = kernel._philox(a | b << half, c | d << half, key0, key1)
    assert expected == " ".join(f"{word:08x}" for word in found)


def test_a_stream_has_the_words_of_its_counters():
    """In batches: of all counters the first words, then the second ones, the third and the fourth; then the next."""
    seed, block = np.uint64(0x0123456789ABCDEF), 2**33 + 5
    found = np.zeros(2 * kernel.WORDS, np.uint64)
    compiled(kernel.words)(seed, block, found)
    low, half = np.uint64(2**32 - 1), np.uint64(32)
    expected = [kernel._philox(np.uint64(step), np.uint64(block), seed & low, seed >> half) for step in range(512)]
    batches = [expected[: kernel.LANES], expected[kernel.LANES :]]
    assert [int(row[word]) for batch in batches for word in range(4) for row in batch] == found.tolist()


@pytest.mark.parametrize(
    "made",
    [
        lambda: ends_run(ROULETTE, {"red": 100, "straight:17": 5}, 3),
        lambda: ends_run(BACCARAT, {"banker": 10_000}, 3),
        lambda: blackjack_run(table(**SHOE), stake=10, seats=2, seed=3),
    ],
    ids=["roulette", "baccarat", "blackjack"],
)
def test_workers_do_not_change_the_totals(made):
    """One, two and four threads count the same, to the last round."""
    rounds = BLOCK + 7
    totals = [play(made(), rounds, workers=workers) for workers in (1, 2, 4)]
    assert totals[0] == totals[1] == totals[2]
    assert rounds == totals[0].rounds == sum(totals[0].counts.values())


def test_another_seed_deals_other_rounds():
    """The totals differ."""
    counts = [play(ends_run(ROULETTE, {"red": 100}, seed), BLOCK).counts for seed in (1, 2)]
    assert counts[0] != counts[1]


@pytest.mark.parametrize(
    ("made", "rounds"),
    [
        (lambda: ends_run(ROULETTE, {"straight:17": 100}, 11), 2_000_000),
        (lambda: ends_run(BACCARAT, {"banker": 10_000, "tie": 100}, 11), 500_000),
        (lambda: blackjack_run(BLACKJACK, stake=10, seats=1, seed=11), 500_000),
        (lambda: blackjack_run(table(decks=1, surrender="text", push21=True), stake=10, seats=1, seed=11), 500_000),
    ],
    ids=["roulette", "baccarat", "blackjack", "one deck"],
)
def test_play_agrees_with_the_exact_figure(made, rounds):
    """Within four standard errors; seeds are fixed, so this is so every time or never."""
    run = made()
    play(run, rounds)
    found = run.estimate()
    assert abs(found.mean - run.exact) < 4 * found.error


@pytest.mark.parametrize(
    ("settings", "pairs"),
    [({"dealer_bj": "original", "push21": True}, None), ({"dealer_bj": "original"}, "-"), ({}, "-")],
    ids=["nobody looks", "nobody looks and nothing is split", "nothing is split"],
)
def test_other_play_agrees_with_its_exact_figure(settings, pairs):
    """Where a Blackjack takes the original wager, and by a table of one's own: a figure of other play would be off."""
    house, own = table(**settings), None
    usual = analyse(rules_of(house), is_looked=True)
    if pairs:
        own = replace(usual.table, pairs=dict.fromkeys(usual.table.pairs, pairs * 10))
    run = blackjack_run(without_limits(house), stake=10, seats=1, seed=11, table=own)
    play(run, 6_000_000)
    found, exact = run.estimate(), run.exact
    assert exact is not None
    assert abs(found.mean - exact) < 4 * found.error < abs(found.mean + usual.basic_edge)


def test_behind_a_cutting_card_there_is_no_exact_figure():
    """Rounds at the end of a shoe are not like those at its beginning."""
    assert blackjack_run(table(**SHOE), stake=10, seats=1, seed=1).exact is None


def test_a_run_goes_on_from_its_file(tmp_path):
    """In two parts it counts what it counts in one."""
    file = tmp_path / "run.json"
    first = ends_run(ROULETTE, {"red": 100}, 5)
    play(first, 2 * BLOCK)
    first.save(file)
    second = ends_run(ROULETTE, {"red": 100}, 5)
    second.load(file)
    assert play(second, 5 * BLOCK) == play(ends_run(ROULETTE, {"red": 100}, 5), 5 * BLOCK)
    assert [file] == list(tmp_path.iterdir())


def test_a_run_that_ended_within_a_block_goes_on():
    """The block is played whole then, as a run of that many rounds plays it."""
    run = blackjack_run(BLACKJACK, stake=10, seats=1, seed=5)
    play(run, BLOCK + 7)
    assert play(run, BLOCK + 70) == play(blackjack_run(BLACKJACK, stake=10, seats=1, seed=5), BLOCK + 70)
    assert run.totals.rounds == BLOCK + 70
    assert play(run, BLOCK + 7).rounds == BLOCK + 70


def test_a_run_left_alone_plays_no_further():
    """Blocks that were to be played ahead of what is counted are not begun any more."""
    run, played = ends_run(ROULETTE, {"red": 100}, 5), []
    walk = run.play

    def noted(block, rounds):
        played.append(block)
        return walk(block, rounds)

    run.play = noted
    with closing(run.go(10**9, workers=1)) as going:
        next(going)
    assert GROUP == run.totals.blocks
    assert list(range(len(played))) == played
    assert GROUP <= len(played) <= GROUP + 2


def test_a_file_that_is_not_there_yet_is_no_fault(tmp_path):
    """The run begins at its beginning."""
    run = ends_run(ROULETTE, {"red": 100}, 5)
    run.load(tmp_path / "none.json")
    assert run.totals.blocks == 0


@pytest.mark.parametrize("text", ["", "{}", '{"what": "another", "blocks": 1}'])
def test_another_run_s_file_is_refused(tmp_path, text):
    """What is no such file, or has other rules."""
    file = tmp_path / "run.json"
    file.write_text(text)
    with pytest.raises(InputError):
        ends_run(ROULETTE, {"red": 100}, 5).load(file)


def test_a_run_stops_at_its_precision():
    """After the first group of blocks that has it, with any number of workers."""
    totals = [play(ends_run(ROULETTE, {"red": 100}, 5), 10**9, workers=w, precision=0.0007) for w in (1, 2)]
    assert totals[0] == totals[1]
    assert (2 * GROUP * BLOCK, 2 * GROUP) == (totals[0].rounds, totals[0].blocks)


@pytest.mark.parametrize(
    "bad",
    [
        *[(-1, 1, 1, None), (2**64, 1, 1, None), (1, 0, 1, None), (1, 1, 0, None)],
        *[(1, 1, 1, wanted) for wanted in (0.0, float("nan"), float("inf"))],
    ],
)
def test_what_is_no_run_is_refused(bad):
    """Seed, rounds, workers and precision have bounds."""
    with pytest.raises(BadConfig):
        check_run(*bad)


@pytest.mark.parametrize(
    ("settings", "stake", "seats"),
    [({}, 11, 1), ({}, 0, 1), ({}, 10, 8), ({}, 10, 0), ({"default_max": 100}, 102, 1)],
    ids=str,
)
def test_blackjack_that_cannot_be_simulated_is_refused(settings, stake, seats):
    """A stake that the rules refuse, and a place that is not there."""
    with pytest.raises((InputError, RuleViolation)):
        blackjack_run(table(**settings), stake=stake, seats=seats, seed=1)


def test_a_run_of_nothing_says_nothing():
    """Before its first round there is no mean, and an error without end."""
    found = ends_run(ROULETTE, {"red": 100}, 5).estimate()
    assert (0, 0.0, float("inf")) == (found.rounds, found.mean, found.error)


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path):
    """A folder is in its place, or its own folder is gone."""
    run = ends_run(ROULETTE, {"red": 100}, 5)
    with pytest.raises(InputError, match="cannot be read: Is a directory") as read:
        run.load(tmp_path)
    with pytest.raises(InputError, match="cannot be written: No such file or directory") as written:
        run.save(tmp_path / "gone" / "run.json")
    assert [str(tmp_path), str(tmp_path / "gone" / "run.json")] == [one.value.value for one in (read, written)]
