import pytest

from pitboss.draw.roulette.table import BOX
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK
from tests.support.pictures import SVG, drawn, label_place, of_class, place_of, rules_for, texts, with_attribute


@pytest.mark.parametrize("house", HOUSES)
def test_every_box_is_drawn_once_where_the_layout_has_it(house):
    """Each box of the layout appears once, by its own measures, and is labelled."""
    rules = rules_for(house)
    boxes = with_attribute(drawn(house), "data-box")

    expected = [(box.label, box.left * BOX, box.top * BOX) for box in rules.layout.boxes]
    corners = [(found.get("data-box"), float(found[0].attrib["x"]), float(found[0].attrib["y"])) for found in boxes]
    assert expected == corners
    assert [[box.label] for box in rules.layout.boxes] == [texts(found) for found in boxes]


@pytest.mark.parametrize("house", HOUSES)
def test_every_position_can_be_drawn_at_its_place(house):
    """A chip on each position of the house lies exactly where the layout puts it."""
    positions = rules_for(house).layout.positions
    stacks = of_class(drawn(house, bets=[(position.bet, 10_000) for position in positions]), "chips")

    places = {found.get("data-bet"): place_of(found) for found in stacks}
    expected = {position.bet: (position.placements[0].x, position.placements[0].y) for position in positions}
    assert expected == {bet: pytest.approx(place) for bet, place in places.items()}
    assert len(positions) == len(stacks)


@pytest.mark.parametrize("house", HOUSES)
def test_no_two_chips_touch(house):
    """With a chip on every position each still lies clear of its neighbours."""
    positions = rules_for(house).layout.positions
    stacks = of_class(drawn(house, bets=[(position.bet, 10_000) for position in positions]), "chips")

    radius = float(next(stacks[0].iter(f"{SVG}circle")).attrib["r"]) / BOX
    places = [complex(*place_of(found)) for found in stacks]
    nearest = min(abs(one - other) for at, one in enumerate(places) for other in places[:at])
    assert 0 < 2 * radius < nearest


@pytest.mark.parametrize(("house", "dolly"), [(ONEIDA, "17"), (ONEIDA, "00"), (HOIAN, "0"), (SEABROOK, "36")])
def test_winning_chips_are_ringed_and_ticked(house, dolly):
    """With a winning number, just the chips on positions that cover it have the sign."""
    positions = rules_for(house).layout.positions
    stacks = of_class(drawn(house, bets=[(position.bet, 10_000) for position in positions], dolly=dolly), "chips")

    expected = {position.bet for position in positions if dolly in position.covers}
    assert expected == {found.get("data-bet") for found in stacks if of_class(found, "win")}


def test_without_a_winning_number_there_is_no_dolly():
    """Before the ball has dropped there is neither dolly nor ball nor result, and no chip wins."""
    root = drawn(ONEIDA, bets=[("red", 500)])

    assert [] == [name for name in ("dolly", "ball", "result", "win") if of_class(root, name)]


def test_the_dolly_stands_behind_chips_on_its_number():
    """A straight chip keeps its place, and the dolly is drawn before it, further from the player."""
    root = drawn(ONEIDA, bets=[("straight:17", 500)], dolly="17")
    found = [place for place in root.iter() if place.get("class") in ("dolly", "chips")]

    assert ["dolly", "chips"] == [place.get("class") for place in found]
    assert place_of(found[0])[1] < place_of(found[1])[1] == 1.5


def test_the_dolly_goes_into_a_free_corner_of_a_crowded_box():
    """With chips on the number and on the line behind it the dolly stands in another part of the box."""
    root = drawn(ONEIDA, bets=[("straight:17", 500), ("split:17-18", 500), ("split:14-17", 500)], dolly="17")
    (dolly,) = of_class(root, "dolly")

    x, y = place_of(dolly)
    assert (True, True) == (6.5 < x < 7, 1.5 < y < 2)


@pytest.mark.parametrize(
    ("bets", "moved"),
    [
        ([], (0, 0)),
        ([("split:17-20", 500)], (-1, 0)),
        ([("split:14-17", 500)], (1, 0)),
        ([("split:14-17", 500), ("split:17-20", 500)], (0, 0)),
        ([("split:16-17", 500)] * 3, (0, -1)),
    ],
)
def test_a_number_makes_way_for_chips_at_its_sides(bets, moved):
    """A number moves away from a chip that would hide it, and stays put between two."""
    x, y = label_place(drawn(ONEIDA, bets=bets), "17")

    offsets = round(x - 6.5, 3), round(y - 1.5, 3)
    assert moved == tuple((offset > 0) - (offset < 0) for offset in offsets)


@pytest.mark.parametrize(
    ("box", "bet"),
    [
        ("17", "straight:17"),
        ("0", "straight:0"),
        ("1st 12", "dozen:1"),
        ("Red", "red"),
        ("19 to 36", "high"),
        ("2 to 1", "column:1"),
    ],
)
def test_labels_are_not_under_chips(box, bet):
    """A label is printed beside a chip that lies in the middle of its box."""
    root = drawn(ONEIDA, bets=[(bet, 500)])
    (stack,) = of_class(root, "chips")

    radius = float(next(stack.iter(f"{SVG}circle")).attrib["r"]) / BOX
    distance = abs(complex(*label_place(root, box)) - complex(*place_of(stack)))
    assert distance > radius
