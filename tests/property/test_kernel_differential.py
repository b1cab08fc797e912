"""The compiled walk against the same sums in plain Python, which knows no width of integers."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.games import kernel
from pitboss.games.kernel import BatchRefused, settle_batch
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.settle import PayTable

LARGEST = 2**63 - 1
KINDS = [np.int32, np.int64]


@st.composite
def batches(draw, faulty=False):
    """Draw gains, a number of players and wagers; faulty ones may have indices and stakes a little out of range."""
    slack = 1 if faulty else 0
    table = draw(st.lists(st.integers(-1, 40), min_size=1, max_size=8))
    players = draw(st.integers(1, 5))
    wager = st.tuples(
        st.integers(-slack, players - 1 + slack),
        st.integers(-slack, len(table) - 1 + slack),
        st.integers(1 - slack, 10**6) | st.integers(1 - slack, 2 * LARGEST // 35 if faulty else 10**6),
    )
    return table, players, draw(st.lists(wager, max_size=40))


def columns(wagers, kind=np.int64):
    """Turn wagers into columns, the indices of the given kind."""
    player, position, stake = zip(*wagers, strict=True) if wagers else ((), (), ())
    return np.array(player, dtype=kind), np.array(position, dtype=kind), np.array(stake, dtype=np.int64)


def is_good(table, players, wagers):
    """Tell whether a batch may be settled, as the docstring of `settle_batch` has it."""
    total = sum(stake for *_, stake in wagers) * max(1, *map(abs, table))
    ranges = (0 <= player < players and 0 <= position < len(table) and stake >= 1 for player, position, stake in wagers)
    return all(ranges) and total <= LARGEST


def plain_net(table, players, wagers):
    """Add up what each player gains with Python's own integers."""
    net = [0] * players
    for player, position, stake in wagers:
        net[player] += table[position] * stake
    return net


@pytest.mark.parametrize("kind", KINDS)
@given(batch=batches())
def test_sums_are_those_of_plain_python(kind, batch):
    """Every good batch is settled, and to the same sums."""
    table, players, wagers = batch
    settled = settle_batch(table, *columns(wagers, kind), players=players)
    assert plain_net(table, players, wagers) == settled.net.tolist()
    assert sum(stake for *_, stake in wagers) == settled.staked


@given(batch=batches())
def test_no_money_appears_or_vanishes(batch):
    """What the players gained together is what was paid less what was lost."""
    table, players, wagers = batch
    settled = settle_batch(table, *columns(wagers), players=players)
    lost = sum(stake for _, position, stake in wagers if table[position] < 0)
    assert int(settled.net.sum()) == settled.paid - lost


@pytest.mark.parametrize("kind", KINDS)
@given(batch=batches(faulty=True))
def test_exactly_the_bad_batches_are_refused(kind, batch):
    """A batch is refused if and only if it breaks a rule, and what is settled is right."""
    table, players, wagers = batch
    try:
        settled = settle_batch(table, *columns(wagers, kind), players=players)
    except BatchRefused:
        assert not is_good(table, players, wagers)
    else:
        assert is_good(table, players, wagers)
        assert plain_net(table, players, wagers) == settled.net.tolist()


@given(batch=batches(faulty=True))
def test_the_row_named_is_the_first_that_spoils_the_batch(batch):
    """The wagers before the row that a refusal names can be settled, and with it they cannot."""
    table, players, wagers = batch
    assume(not is_good(table, players, wagers))
    with pytest.raises(BatchRefused) as refused:
        settle_batch(table, *columns(wagers), players=players)
    row = refused.value.values["row"]
    assert isinstance(row, int)
    assert (True, False) == (is_good(table, players, wagers[:row]), is_good(table, players, wagers[: row + 1]))


@pytest.mark.cover
@given(batch=batches(faulty=True))
def test_the_walk_does_the_same_uncompiled(batch):
    """What was compiled is what is written: the walk stops at the same row with the same sums under Python."""
    table, players, wagers = batch
    player, position, stake = columns(wagers)
    indices = (player.view(np.uint64), position.view(np.uint64), stake)
    nets = [np.zeros(players, dtype=np.int64) for _ in range(2)]
    walks = kernel._walk, kernel._compiled(8)
    found = [walk(np.array(table), indices, net) for walk, net in zip(walks, nets, strict=True)]
    assert (found[0], nets[0].tolist()) == (found[1], nets[1].tolist())


LAYOUTS = [layout_of(wheel) for wheel in ("single_zero", "double_zero")]


@st.composite
def spins(draw):
    """Draw a pay table, a pocket and many wagers, a few of them over and over."""
    layout = draw(st.sampled_from(LAYOUTS))
    kinds = sorted({position.kind for position in layout.positions})
    pays = {kind: draw(st.integers(1, 40)) for kind in kinds}
    few = draw(st.lists(st.tuples(st.integers(0, len(layout.positions) - 1), st.integers(1, 10**12)), min_size=1))
    wagers = (few * 512)[: 512 + draw(st.integers(0, 64))]
    return PayTable(layout, pays), draw(st.sampled_from(layout.wheel.pockets)), wagers


@given(spin=spins())
def test_a_large_spin_is_settled_as_the_plain_loop_would(spin):
    """By the pay table and by the kernel each wager gains what a loop over the layout says."""
    table, pocket, wagers = spin
    positions, stakes = zip(*wagers, strict=True)
    laid = [(table.layout.positions[position], stake) for position, stake in wagers]
    plain = [table.pays[place.kind] * stake if pocket in place.covers else -stake for place, stake in laid]
    row = table.array[table.layout.wheel.index[pocket]]
    walked = settle_batch(row, range(len(stakes)), positions, stakes, players=len(stakes)).net.tolist()
    assert plain == table.gains(pocket, positions, stakes) == walked
