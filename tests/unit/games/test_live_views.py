"""What the floor shows of each game: limits, seats, and what its picture is drawn from, with robots at the tables."""

import pytest

from pitboss.games.baccarat.live import _hands, layout
from pitboss.games.baccarat.roads import BANKER, PLAYER, TIE
from pitboss.games.live import limits_view
from pitboss.openers import OPENERS, check_document
from tests.support.life import Played, document


def view(table):
    """Return what anybody sees of a table."""
    return table.rules.view(table.state)


def test_a_table_says_its_limits_and_what_it_waits_for():
    """A closed one for its inspection, then for its dealer; an open one for nothing."""
    table = Played("roulette-1")
    before = view(table)
    table.step()
    inspected = view(table)
    table.until(lambda state: state.is_open)

    assert {"min_minor": 500, "max_minor": 500_000} == before["limits"]
    assert ["opens after its equipment is inspected", "opens when its dealer opens it", None] == [
        one["opens"] for one in (before, inspected, view(table))
    ]


def test_a_table_without_a_maximum_says_so():
    """There is none to be shown."""
    _, config, _ = check_document({**document("tables/oneida-main.toml"), "settings": {"default_min": 500}})

    assert {"min_minor": 500, "max_minor": None} == limits_view(OPENERS["table"].stream_of(config).new_state(config))


def test_a_wheel_shows_its_numbers_with_their_colours():
    """The newest first; a player who has a colour has a seat."""
    table = Played("roulette-1").rounds(3)
    found = view(table)
    taken = len(table.state.colours)

    assert table.state.results[:3] == [one["pocket"] for one in found["results"]]
    assert {"red", "black", "green"} >= {one["colour"] for one in found["results"]}
    assert {"total": 8, "free": 8 - taken} == found["seats"]


def test_an_automatic_table_counts_the_terminals_that_play():
    """Five robots of fifty."""
    table = Played("automatic-1").rounds(2)

    assert {"total": 50, "free": 45} == view(table)["seats"]


def test_dice_are_shown_with_what_they_come_to():
    """Ascending, with their sum and small, big or triple; the lit places while they are lit."""
    table = Played("sicbo-1").until(lambda state: state.lit)
    found = view(table)
    newest = found["results"][0] if found["results"] else None
    table.rounds(30)
    said = {one["said"] for one in view(table)["results"]}

    assert newest is None or sum(newest["dice"]) == newest["total"]
    assert list(table.state.lit) != found["lit"]
    assert {"Small", "Big"} <= said <= {"Small", "Big", "Triple"}
    assert all(sorted(one["dice"]) == one["dice"] for one in view(table)["results"])


@pytest.fixture(scope="module")
def shoe():
    """A baccarat table in the middle of a shoe, with what was seen of it on the way."""
    table = Played("baccarat-1")
    seen = []
    table.until(lambda state: seen.append(view(table)) or (state.rounds >= 12 and state.is_between_rounds))  # type: ignore[func-returns-value]
    return table, seen


def test_the_roads_of_a_shoe_have_a_cell_for_every_round(shoe):
    """Wins on the big road, everything on the bead plate, and the counts are theirs."""
    found = view(shoe[0])["roads"]
    winners = [cell[2] for cell in found["bead"]]

    assert 12 == len(winners) == sum(found["counts"].values())
    assert [one for one in winners if one != TIE] == [cell[2] for cell in found["big"]]
    assert {BANKER, PLAYER, TIE} >= set(winners)
    assert {"B", "P"} == set(found["next"])


def test_a_road_grows_by_one_when_a_round_is_paid(shoe):
    """Before its cards are put away, and not again when they are."""
    lengths = [len(one["roads"]["bead"]) for one in shoe[1]]

    assert list(range(13)) == sorted(set(lengths))
    assert lengths == sorted(lengths)


def test_a_hand_with_a_card_face_down_is_not_named(shoe):
    """Only how many cards it has; turned up, it has its points."""
    hands = [hand for one in shoe[1] for hand in one["hands"].values() if hand["cards"]]

    assert any(hand["points"] is None and set(hand["cards"]) == {""} for hand in hands)
    assert any(hand["points"] is not None and "" not in hand["cards"] for hand in hands)


@pytest.fixture(scope="module")
def rounds():
    """What was seen of a blackjack table in some rounds."""

    def seen(stream):
        table, found = Played(stream), []
        table.until(lambda state: found.append(view(table)) or (state.rounds >= 8 and state.is_between_rounds))  # type: ignore[func-returns-value]
        return found

    return {stream: seen(stream) for stream in ("blackjack-1", "blackjack-2", "blackjack-3")}


def test_the_dealer_s_cards_are_shown_as_far_as_they_are_up(rounds):
    """One is up and one down while the players play; what is up is counted."""
    hands = [one["dealer_hands"][0] for one in rounds["blackjack-1"] if one["phase"] == "turns"]

    assert hands
    assert all(len(hand["cards"]) == 2 and hand["cards"][1] == "" and hand["total"] for hand in hands)


def test_a_box_has_its_stake_and_its_hands(rounds):
    """While the round is in play; somebody's turn is marked, and only then."""
    boxes = [box for one in rounds["blackjack-1"] if one["phase"] == "turns" for box in one["boxes"]]
    turns = [one for one in rounds["blackjack-1"] if any(box["is_turn"] for box in one["boxes"])]

    assert any(box["stake_minor"] and box["hands"][0]["total"] for box in boxes)
    assert {"turns"} == {one["phase"] for one in turns}
    assert not any(
        box["stake_minor"] for one in rounds["blackjack-1"] if one["is_between_rounds"] for box in one["boxes"]
    )


def test_cards_that_are_dealt_face_down_stay_so(rounds):
    """At a pitch table nobody beside it sees what players hold."""
    cards = [
        card for one in rounds["blackjack-2"] for box in one["boxes"] for hand in box["hands"] for card in hand["cards"]
    ]

    assert {""} == set(cards)


def test_every_dealer_hand_of_multiple_action_is_shown(rounds):
    """Up to three, which begin with one card."""
    assert 3 == max(len(one["dealer_hands"]) for one in rounds["blackjack-3"])


def test_a_baccarat_cloth_has_its_places_in_order():
    """The player's, a tie's and the banker's, with what each pays, and the chips that fit the limits."""
    table = Played("baccarat-1")
    found = layout(table.state)

    assert ["player", "tie", "banker"] == [one["bet"] for one in found["spots"]]
    assert [1, 9] == [one["pays"] for one in found["spots"][:2]]
    assert [500, 1_000, 2_500, 10_000, 50_000, 100_000] == found["chips_minor"]


def test_the_hands_of_a_virtual_shoe_are_those_of_the_round():
    """There are none before the first round, nor while they are not complete."""
    table = Played("baccarat-1")
    before = _hands(table.state)
    table.until(lambda state: state.round is not None and state.round.player)
    begun = _hands(table.state)
    table.until(lambda state: state.phase == "settled")
    dealt = list(table.state.round.player), list(table.state.round.banker)

    assert (None, None, dealt) == (before, begun, _hands(table.state))
