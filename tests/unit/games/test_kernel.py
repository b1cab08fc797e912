import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import pytest
from numba.core.caching import CacheImpl

from pitboss.games import kernel
from pitboss.games.kernel import BatchRefused, settle_batch
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.settle import PayTable

INSIDE = {"straight": 35, "split": 17, "row": 11, "triple": 11, "corner": 8, "first_five": 6, "six": 5}
OUTSIDE = {"column": 2, "dozen": 2} | dict.fromkeys(("red", "black", "odd", "even", "low", "high"), 1)
PAY_TABLE = PayTable(layout_of("double_zero"), INSIDE | OUTSIDE)

GAINS = [35, -1, 2]
LARGEST = 2**63 - 1
MOST = LARGEST // 35
"""The most that may be staked in one batch on GAINS."""


@pytest.fixture
def compile_anew():
    """Forget the compiled walks before the test and after it."""
    kernel._compiled.cache_clear()
    yield
    kernel._compiled.cache_clear()


def position_of(bet):
    """Return the place of a bet in the rows of the pay table."""
    position = PAY_TABLE.layout.find(bet)
    assert position is not None
    return position.index


def refusal(*columns, gains=GAINS, players=2):
    """Return how the refusal of a batch reads."""
    with pytest.raises(BatchRefused) as refused:
        settle_batch(gains, *columns, players=players)
    return str(refused.value)


def test_a_spin_is_settled_by_a_row_of_the_pay_table():
    """A straight-up number pays 35, red pays 1, and a split without the number is lost."""
    bets = [position_of(bet) for bet in ("straight:7", "red", "split:8-11")]
    batch = settle_batch(PAY_TABLE.row("7"), [0, 1, 1], bets, [100, 500, 200], players=3)
    assert ([3500, 300, 0], 800, 4000) == (batch.net.tolist(), batch.staked, batch.paid)


def test_tables_with_different_pockets_are_settled_in_one_call():
    """Rows laid end to end settle like one call a table."""
    seven, zero = PAY_TABLE.array[PAY_TABLE.layout.wheel.index["7"]], PAY_TABLE.row("0")
    bets = [position_of("straight:7"), len(seven) + position_of("straight:0"), len(seven) + position_of("red")]
    batch = settle_batch(np.concatenate([seven, zero]), [0, 1, 0], bets, [10, 20, 30], players=2)
    assert [320, 700] == batch.net.tolist()


def test_a_position_that_gains_nothing_is_neither_paid_nor_lost():
    """A stand-off leaves its stake among the staked and nowhere else."""
    batch = settle_batch([0], [0], [0], [9], players=1)
    assert ([0], 9, 0) == (batch.net.tolist(), batch.staked, batch.paid)


@pytest.mark.parametrize("players", [0, 3, np.int32(3)])
def test_no_wagers_are_a_batch(players):
    """Without a wager nobody gains anything."""
    batch = settle_batch(GAINS, [], [], [], players=players)
    assert ([0] * players, 0, 0) == (batch.net.tolist(), batch.staked, batch.paid)


def test_sums_are_plain_integers():
    """Sums of a batch can be added up without bound, and a player's net is a 64-bit integer."""
    batch = settle_batch(GAINS, [0], [0], [5], players=1)
    assert (int, int, "int64") == (type(batch.staked), type(batch.paid), str(batch.net.dtype))


SPOILT = np.array([7, 5, 7, 10, 7, 20], dtype=np.int64)
UNALIGNED = np.frombuffer(b"\0" + np.array([5, 10, 20]).tobytes(), dtype=np.uint8)[1:].view(np.int64)


@pytest.mark.parametrize(
    "stake",
    [
        [5, 10, 20],
        (5, 10, 20),
        [5, np.int16(10), np.uint64(20)],
        np.array([5, 10, 20]),
        np.array([5, 10, 20], dtype=np.uint8),
        np.array([5, 10, 20], dtype=np.int32),
        np.array([5, 10, 20], dtype=np.uint64),
        np.array([5, 10, 20], dtype=">i8"),
        np.ma.array([5, 10, 20]),
        SPOILT[1::2],
        UNALIGNED,
    ],
)
def test_a_column_may_be_any_integers(stake):
    """Lists, arrays of any integer type, and arrays that lie in memory with gaps are settled alike."""
    assert [175, 30] == settle_batch(GAINS, [0, 1, 1], [0, 1, 2], stake, players=2).net.tolist()


@pytest.mark.parametrize("player_type", [np.int32, np.int64, np.uint32])
@pytest.mark.parametrize("position_type", [np.int32, np.int64])
def test_indices_may_be_of_32_bits(player_type, position_type):
    """Both widths of players and positions are settled alike, also mixed."""
    player, position = np.array([0, 1, 1], dtype=player_type), np.array([0, 1, 2], dtype=position_type)
    assert [175, 30] == settle_batch(GAINS, player, position, [5, 10, 20], players=2).net.tolist()


def test_columns_are_left_as_they_were():
    """Columns that may not be written to can be settled."""
    columns = [np.array(values) for values in ([0, 1], [0, 1], [5, 10])]
    for column in columns:
        column.flags.writeable = False
    assert [175, -10] == settle_batch(GAINS, *columns, players=2).net.tolist()


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("wrong", [-1, 3, 2**31 - 1, -(2**31)])
def test_a_position_that_there_is_none_of_is_refused(kind, wrong):
    """A position outside the vector of gains is named with its row."""
    player, position = np.zeros(3, dtype=kind), np.array([0, wrong, 0], dtype=kind)
    expected = f"field position[1]: {wrong}: is none of the 3 positions, which count from 0"
    assert expected == refusal(player, position, [1, 1, 1])


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("wrong", [-1, 2, 2**31 - 1, -(2**31)])
def test_a_player_that_there_is_none_of_is_refused(kind, wrong):
    """A player outside the number of players is named with the row."""
    player, position = np.array([0, 0, wrong], dtype=kind), np.zeros(3, dtype=kind)
    assert f"field player[2]: {wrong}: is none of the 2 players, which count from 0" == refusal(
        player, position, [1] * 3
    )


@pytest.mark.parametrize("wrong", [0, -1, -(2**63)])
def test_a_stake_under_one_is_refused(wrong):
    """A stake of nothing, or below, is named with its row."""
    assert f"field stake[1]: {wrong}: a stake is at least 1" == refusal([0, 0], [0, 1], [1, wrong])


def test_a_refusal_keeps_its_row_for_programs():
    """Row and value of a refusal can be read without parsing its sentence."""
    with pytest.raises(BatchRefused) as refused:
        settle_batch(GAINS, [0, 0], [0, 1], [1, 0], players=1)
    assert {"row": 1, "field": "stake[1]", "value": 0} == refused.value.values


def test_the_first_row_at_fault_is_named():
    """Of several faults the one in the first row is told."""
    assert refusal([0, 0, 9], [0, 9, 0], [1, 1, 0]).startswith("field position[1]: 9:")


def test_stakes_up_to_the_limit_are_settled():
    """All stakes together times the highest gain may come to 2**63 - 1, and are exact there."""
    batch = settle_batch(GAINS, [0, 0], [0, 0], [MOST - 1, 1], players=1)
    assert ([35 * MOST], MOST, 35 * MOST) == (batch.net.tolist(), batch.staked, batch.paid)


@pytest.mark.parametrize("position", [0, 1])
def test_stakes_over_the_limit_are_refused(position):
    """One unit more is refused, on whatever it was staked, and so before it is known what it gains."""
    expected = "field stake[1]: 2: with the stakes before it, times the highest gain of 35, might pass 2**63 - 1"
    assert expected == refusal([0, 1], [position] * 2, [MOST - 1, 2])


@pytest.mark.parametrize(
    ("gain", "most"), [(0, LARGEST), (1, LARGEST), (-1, LARGEST), (-2, LARGEST // 2), (LARGEST, 1)]
)
def test_the_limit_follows_the_highest_gain(gain, most):
    """What one unit can win or lose at most sets the limit; for gains under 1 the stakes themselves do."""
    batch = settle_batch([gain], [0], [0], [most], players=1)
    assert (most, gain * most) == (batch.staked, batch.net[0])
    assert "stake[1]" in refusal([0, 0], [0, 0], [most, 1], gains=[gain])


def test_a_gain_without_bound_lets_no_stake_pass():
    """The lowest 64-bit integer has no counterpart above zero, so nothing may be staked on it."""
    assert "might pass 2**63 - 1" in refusal([0], [0], [1], gains=[-(2**63)])


@pytest.mark.parametrize("stakes", [[1, 2**63], np.array([1, 2**63], dtype=np.uint64), [1, np.uint64(2**63)]])
def test_what_64_bits_cannot_hold_is_refused(stakes):
    """An integer of more than 64 bits is named with its row, not wrapped."""
    assert "field stake[1]: 9223372036854775808: does not fit into 64 bits" == refusal([0, 0], [0, 0], stakes)


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, np.float64(1), np.bool_(True), [1]])
def test_an_item_that_is_no_integer_is_refused(wrong):
    """A float, a truth value or a text in a sequence is named with its row."""
    assert refusal([0, 0], [0, 0], [1, wrong]).startswith("field stake[1]: ")


def test_a_hidden_entry_is_refused():
    """What a masked array hides is not settled."""
    assert refusal([0, 0], [0, 0], np.ma.array([1, 1], mask=[False, True])).startswith("field stake[1]: ")


@pytest.mark.parametrize("kind", ["float64", "bool", "object", "timedelta64[s]"])
def test_an_array_of_another_type_is_refused(kind):
    """The type of an array decides, also where its values would do."""
    assert f"field stake: '{kind}': is not a type of integers" == refusal([0], [0], np.ones(1, dtype=kind))


def test_a_table_of_columns_is_refused():
    """A column has one dimension."""
    assert "field stake: '2 dimensions': is not a single column" == refusal([0], [0], np.ones((1, 1), dtype=np.int64))


@pytest.mark.parametrize("lengths", [(2, 1, 1), (1, 2, 1), (1, 1, 2)])
def test_columns_of_unequal_length_are_refused(lengths):
    """Every column has an entry for each wager."""
    told = "player has {}, position has {}, stake has {}".format(*lengths)
    assert f"the columns are not of equal length: {told}" == refusal(*([1] * length for length in lengths))


@pytest.mark.parametrize("wrong", [-1, True, 2.0, "2", None])
def test_a_number_of_players_that_is_none_is_refused(wrong):
    """Players are counted by an integer from 0."""
    assert "is not a number of players" in refusal([0], [0], [1], players=wrong)


@pytest.mark.parametrize("wrong", [2**60, 2**70])
def test_players_beyond_memory_are_refused(wrong):
    """A number of players that no machine can add up for is refused like any other wrong number."""
    assert f"field players: {wrong}: is more players than memory can hold" == refusal([0], [0], [1], players=wrong)


def test_threads_settle_side_by_side():
    """Two threads that settle the same columns do not disturb each other."""
    columns = [np.tile([0, 1], 5_000), np.tile([0, 1], 5_000), np.ones(10_000, dtype=np.int64)]
    with ThreadPoolExecutor(2) as pool:
        nets = pool.map(lambda _: settle_batch(GAINS, *columns, players=2).net.tolist(), range(8))
    assert [[175_000, -5_000]] * 8 == list(nets)


@pytest.mark.usefixtures("compile_anew")
def test_it_compiles_where_no_cache_can_be_kept(monkeypatch):
    """Where neither the package nor the user's folder can be written to, the walk is compiled without a cache."""
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    assert [175] == settle_batch(GAINS, [0], [0], [5], players=1).net.tolist()


@pytest.mark.usefixtures("compile_anew")
def test_it_compiles_where_the_cache_is_spoilt(monkeypatch, tmp_path):
    """A file of the cache that was cut short, as a power failure may leave it, does not stop settlement."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    settle_batch(GAINS, [0], [0], [5], players=1)
    for path in tmp_path.rglob("*.nbi"):
        path.write_bytes(path.read_bytes()[:-9])
    kernel._compiled.cache_clear()
    assert [175] == settle_batch(GAINS, [0], [0], [5], players=1).net.tolist()
    assert list(tmp_path.rglob("*.nbi"))


def test_heavy_libraries_wait_for_the_first_call():
    """Importing the kernel loads neither NumPy nor Numba."""
    program = "import sys, pitboss.games.kernel; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert "[]\n" == done.stdout


def many(count=512):
    """Return positions and stakes of so many wagers, over the whole layout."""
    return [index % len(PAY_TABLE.layout.positions) for index in range(count)], list(range(1, count + 1))


def gains(pocket, positions, stakes):
    """Let the kernel walk a spin: each wager counts as a player of its own."""
    row = PAY_TABLE.array[PAY_TABLE.layout.wheel.index[pocket]]
    return settle_batch(row, range(len(positions)), positions, stakes, players=len(positions)).net.tolist()


@pytest.mark.parametrize("pocket", ["0", "00", "7", "36"])
@pytest.mark.parametrize("count", [1, 512, 1_536])
def test_a_spin_is_walked_as_a_pay_table_settles_it(pocket, count):
    """Each wager gains what the plain loop says."""
    assert PAY_TABLE.gains(pocket, *many(count)) == gains(pocket, *many(count))


@pytest.mark.parametrize(
    ("column", "wrong", "told"),
    [
        (0, 161, "field position[511]: 161: is none of the 161 positions, which count from 0"),
        (0, -1, "field position[511]: -1: is none of the 161 positions, which count from 0"),
        (1, 0, "field stake[511]: 0: a stake is at least 1"),
        (1, 1.5, "field stake[511]: 1.5: is not an integer"),
        (1, MOST, f"field stake[511]: {MOST}: with the stakes before it, times the highest gain of 35, might pass"),
    ],
)
def test_wagers_that_cannot_be_counted_are_refused(column, wrong, told):
    """The row at fault is named, and no gains are told."""
    columns = many()
    columns[column][-1] = wrong
    with pytest.raises(BatchRefused) as refused:
        gains("7", *columns)
    assert str(refused.value).startswith(told)


def test_a_stake_is_needed_for_each_of_many_wagers():
    """Columns of different lengths are nobody's wagers."""
    positions, stakes = many()
    with pytest.raises(BatchRefused) as refused:
        gains("7", positions, stakes[1:])
    assert "the columns are not of equal length: player has 512, position has 512, stake has 511" == str(refused.value)
