"""Seabrook Park's fourteen wagers (T1 to T14) at the exact odds of its pay table (P)."""

import json

import pytest

from pitboss.decider import Move
from pitboss.games import game
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.layout import layout_of
from tests.oracle.double_zero import POCKETS, of_kind
from tests.support.driver import SEABROOK, Driver

# Kind: the clause that defines it, and the odds of the pay table.
WRITTEN = {
    "straight": ("RS-T1", 35),
    "split": ("RS-T2", 17),
    "row": ("RS-T3", 11),
    "triple": ("RS-T3.i", 11),
    "corner": ("RS-T4", 8),
    "first_five": ("RS-T5", 6),
    "six": ("RS-T6", 5),
    "column": ("RS-T7", 2),
    "dozen": ("RS-T8", 2),
    "red": ("RS-T9", 1),
    "black": ("RS-T10", 1),
    "odd": ("RS-T11", 1),
    "even": ("RS-T12", 1),
    "low": ("RS-T13", 1),
    "high": ("RS-T14", 1),
}
BLUE = "colour:blue"


def place(bet, **more):
    """Return Ann's wager of a dollar in blue chips."""
    return a.PlaceWager(player="Ann", bet=bet, stake_minor=100, source=BLUE, **more)


def opened(*bets):
    """Return an open table with Ann's blue dollars on the bets."""
    driver = Driver(SEABROOK).opened()
    driver.colour("Ann", "blue")
    for bet in bets:
        driver.bet("Ann", bet, 100, BLUE)
    return driver


def answered(bets, pocket, **more):
    """Answer a document with a dollar on each bet."""
    wagers = [{"bet": bet, "cents": 100} for bet in bets]
    document = {"rulebook": SEABROOK, "wagers": wagers, "pocket": pocket, **more}
    return game("roulette").settle(json.dumps(document).encode(), 1)


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


@pytest.mark.clause("RS-T1", "RS-T2", "RS-T3", "RS-T3.i", "RS-T4", "RS-T5", "RS-T6", "RS-P", "Q3")
@pytest.mark.clause("RS-T7", "RS-T8", "RS-T9", "RS-T10", "RS-T11", "RS-T12", "RS-T13", "RS-T14")
@pytest.mark.parametrize("kind", WRITTEN)
def test_every_position_by_every_pocket(kind):
    """On each of the 38 numbers exactly the wagers defined to win are paid, by the pay table; the others lose."""
    defined_by, pays = WRITTEN[kind]
    wagers = of_kind(kind)
    won, lost = ("win", 100 * pays, "RS-P"), ("lose", 0, defined_by)
    for pocket in POCKETS:
        rows = {row["bet"]: row for row in answered(wagers, pocket)["results"]}
        found = {bet: (row["outcome"], row["paid"], row["clause"]) for bet, row in rows.items()}
        assert {bet: won if pocket in covers else lost for bet, covers in wagers.items()} == found


@pytest.mark.clause("Q3", "RS-T7", "RS-T8", "RS-T9", "RS-T10", "RS-T11", "RS-T12", "RS-T13", "RS-T14")
@pytest.mark.parametrize("zero", ["0", "00"])
def test_outside_wagers_lose_whole_on_a_zero(zero):
    """At a live table the whole stake of every outside wager goes to the rack."""
    bets = [bet for kind in list(WRITTEN)[7:] for bet in of_kind(kind)]
    settled = opened(*bets).settle(zero)
    assert (Move("layout", "rack", 1_200),) == settled.moves
    assert tuple(WRITTEN[bet.partition(":")[0]][0] for bet in bets) == settled.wagers.clause


@pytest.mark.clause("RS-T1", "RS-T2", "RS-T3", "RS-T3.i", "RS-T4", "RS-T5", "RS-T6", "Q1")
@pytest.mark.clause("RS-T7", "RS-T8", "RS-T9", "RS-T10", "RS-T11", "RS-T12", "RS-T13", "RS-T14")
@pytest.mark.parametrize(
    ("bet", "clause"),
    [
        ("straight:1-2", "RS-T1"),
        ("split:1-3", "RS-T2"),
        ("split:0-3", "RS-T2"),
        ("split:00-1", "RS-T2"),
        ("row:2-3-4", "RS-T3"),
        ("triple:0-2-3", "RS-T3.i"),
        ("corner:3-4-6-7", "RS-T4"),
        ("first_four:0-1-2-3", "RS-T4"),
        ("first_five:0-1-2-3", "RS-T5"),
        ("six:4-10", "RS-T6"),
        ("column:4", "RS-T7"),
        ("dozen:4", "RS-T8"),
        ("red:1", "RS-T9"),
        ("black:2", "RS-T10"),
        ("odd:1", "RS-T11"),
        ("even:0", "RS-T12"),
        ("low:1", "RS-T13"),
        ("high:36", "RS-T14"),
    ],
)
def test_positions_off_the_cloth_are_refused(bet, clause):
    """What the layout does not have is refused by the clause of its kind, in a sentence that names it."""
    refused = opened().refused("Ann", place(bet))
    assert (clause, True) == (refused.clause, refused.reason.startswith(f"{bet} is not a position of this layout"))


@pytest.mark.clause("RS-T2")
def test_the_courtesy_line_belongs_to_the_two_zeros():
    """0–00 may lie there and is the same wager; no other split may."""
    driver = opened("split:0-00")
    assert "courtesy_line" == driver.do("Ann", place("split:0-00", placement="courtesy_line")).placement
    refused = driver.refused("Ann", place("split:17-20", placement="courtesy_line"))
    assert ("RS-T2", True) == (refused.clause, "has no place called courtesy_line" in refused.reason)
    assert {("Ann", "split:0-00"): ("win", 3_400, "RS-P")} == driver.rows(driver.settle("0"))


@pytest.mark.clause("RS-T3.ii")
@pytest.mark.parametrize("bet", ["triple:0-1-2", "triple:0-00-2", "triple:00-2-3"])
def test_three_numbers_with_a_zero_lie_on_their_common_corner(bet):
    """The one place such a wager has is the point where exactly its three boxes meet."""
    layout = layout_of("double_zero")
    (corner,) = opened().table.rules.position(bet).placements
    meeting = {box.label for box in layout.boxes if box.touches(corner.x, corner.y)}
    assert ("corner", set(bet.partition(":")[2].split("-"))) == (corner.name, meeting)


@pytest.mark.clause("RS-T3.ii")
@pytest.mark.parametrize("bet", ["triple:0-1-2", "triple:0-00-2", "triple:00-2-3"])
@pytest.mark.parametrize("placement", ["line", "courtesy_line"])
def test_three_numbers_with_a_zero_lie_nowhere_else(bet, placement):
    """On a line, where rows and splits lie, a zero triple is refused by the clause that names its place."""
    driver = opened()
    refused = driver.refused("Ann", place(bet, placement=placement))
    assert ("RS-T3.ii", f"{bet} has no place called {placement}; it lies on its corner") == told(refused)
    assert "corner" == driver.do("Ann", place(bet, placement="corner")).placement


@pytest.mark.clause("RS-P")
@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize("kind", WRITTEN)
def test_the_pay_table_may_be_neither_lowered_nor_raised(kind, change):
    """Any other odds than the listed ones are refused by the pay table, with both figures."""
    pays = WRITTEN[kind][1]
    asked = pays + change or 35  # nothing is under 1 to 1: for even chances ask for far too much instead
    answer = answered([], "1", settings={"odds": {kind: asked}})
    expected = f"at {asked} to 1 is refused: exactly {pays} to 1 is written"
    assert ("RS-P", True) == (answer["clause"], expected in answer["reason"])


@pytest.mark.clause("RS-P")
def test_the_pay_table_itself_may_be_set():
    """Asking for exactly the listed odds changes nothing and is accepted."""
    odds = {kind: pays for kind, (_, pays) in WRITTEN.items()}
    assert [3_500] == [row["paid"] for row in answered(["straight:1"], "1", settings={"odds": odds})["results"]]
