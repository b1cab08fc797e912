"""Settlement documents: what a round pays, by which clause, and what is refused or cannot be read."""

import json

import pytest

from pitboss.errors import InputError, InvariantBroken
from pitboss.games.roulette import document as module
from pitboss.games.roulette.document import settle_document
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.state import Round
from pitboss.rulebook import table_config
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK, Driver

CAUSES = {
    "foreign_object": ("RO-H3", "RH-7.3", "RS-I3"),
    "floater": ("Q4", "RH-7.4.1", "Q4"),
    "ball_out": ("Q4", "RH-7.5", "Q4"),
    "wheel_stopped": ("Q4", "RH-7.6", "Q4"),
    "interference": ("Q4", "RH-7.7", "Q4"),
    "no_drop": ("Q4", "RH-7.4", "Q4"),
    "suspicion": ("Q4", "RH-7.8", "Q4"),
}


def settle(rulebook, /, *wagers, **more):
    """Answer a document with these wagers, each a bet or a whole wager, at 200 minor units unless it says otherwise."""
    listed = [{"bet": wager, "cents": 200} if isinstance(wager, str) else {"cents": 200, **wager} for wager in wagers]
    document = {"rulebook": rulebook, "wagers": listed, "pocket": "17", **more}
    return settle_document(json.dumps(document).encode(), 1)


def results(answer):
    """Return (bet, outcome, paid, net, clause) of each result."""
    return [tuple(row[key] for key in ("bet", "outcome", "paid", "net", "clause")) for row in answer["results"]]


def refused(answer):
    """Return (field, clause) of each fault of a refused document."""
    assert answer["refused"] is True
    assert (answer["clause"], answer["reason"]) == (answer["faults"][0]["clause"], answer["faults"][0]["reason"])
    return [(fault["field"], fault["clause"]) for fault in answer["faults"]]


def malformed(**more):
    """Return field and value of the error that a document makes."""
    with pytest.raises(InputError) as error:
        settle(ONEIDA, "red", **more)
    assert 1 == error.value.line
    return error.value.field, error.value.value


def test_the_published_example():
    """The example of the format, as it stands there."""
    document = (
        b'{"rulebook": "oneida-roulette-2008", "settings": {"odds": {"straight": 36}, "max": {"straight": 2500}},'
        b' "wagers": [{"player": "A", "bet": "straight:17", "cents": 1000, "late": false}],'
        b' "spin": {"direction": "against", "revolutions": 9, "event": null}, "pocket": "17"}'
    )
    answer = {
        "valid": True,
        "results": [
            {"player": "A", "bet": "straight:17", "outcome": "win", "paid": 36000, "net": 36000, "clause": "RO-G1"}
        ],
        "total_net": 36000,
        "payment_groups": [["straight:17"]],
    }
    assert json.dumps(answer) == json.dumps(settle_document(document, 1))


def test_settings_player_late_and_spin_may_be_left_out():
    """What is left out is the edition's default, and a wager without a player has none in its result."""
    row = {"bet": "straight:17", "outcome": "win", "paid": 7000, "net": 7000, "clause": "RO-G1"}
    expected = {"valid": True, "results": [row], "total_net": 7000, "payment_groups": [["straight:17"]]}
    assert expected == settle(ONEIDA, "straight:17")


@pytest.mark.parametrize("spin", [{}, {"direction": "against"}, {"revolutions": None}, {"event": None}])
def test_parts_of_a_spin_may_be_left_out(spin):
    """A spin that says nothing wrong went against the wheel and around often enough."""
    assert settle(ONEIDA, "red") == settle(ONEIDA, "red", spin=spin)


def test_a_result_for_every_wager_in_its_order():
    """Winners and losers stay as they were given, and the nets add up."""
    answer = settle(ONEIDA, "red", "straight:17", "dozen:2", "split:0-00", "column:3")
    expected = [
        ("red", "lose", 0, -200, "RO-E3"),
        ("straight:17", "win", 7000, 7000, "RO-G1"),
        ("dozen:2", "win", 400, 400, "RO-G1"),
        ("split:0-00", "lose", 0, -200, "RO-D2"),
        ("column:3", "lose", 0, -200, "RO-E1"),
    ]
    assert (expected, 6800) == (results(answer), answer["total_net"])


@pytest.mark.parametrize(
    ("rulebook", "win", "lose"),
    [(ONEIDA, "RO-G1", "RO-E3"), (HOIAN, "RH-5.1j", "RH-6.1.12.2"), (SEABROOK, "RS-P", "RS-T9")],
)
def test_each_house_cites_its_own_clauses(rulebook, win, lose):
    """The odds for a win, the wager's definition for a loss."""
    answers = [settle(rulebook, "red", pocket=pocket) for pocket in ("16", "17")]
    assert [("red", "win", 200, 200, win), ("red", "lose", 0, -200, lose)] == [results(a)[0] for a in answers]


@pytest.mark.parametrize("rulebook", HOUSES)
def test_a_round_without_wagers_pays_nothing(rulebook):
    """An empty list is a valid round."""
    assert {"valid": True, "results": [], "total_net": 0, "payment_groups": []} == settle(rulebook)


@pytest.mark.parametrize("rulebook", HOUSES)
def test_when_nobody_wins_no_group_is_paid(rulebook):
    """The losers are settled, and the order of payment is empty."""
    answer = settle(rulebook, "red", "straight:0")
    assert ([], -400) == (answer["payment_groups"], answer["total_net"])


def test_winners_are_grouped_as_they_are_paid():
    """Hoi An has a written order; a house without one has one group with each bet once."""
    bets = ["straight:17", {"bet": "column:2", "player": "A"}, {"bet": "column:2", "player": "B"}, "red"]
    groups = [settle(rulebook, *bets)["payment_groups"] for rulebook in (HOIAN, ONEIDA)]
    assert [[["column:2"], ["straight:17"]], [["straight:17", "column:2"]]] == groups


@pytest.mark.parametrize("event", CAUSES)
@pytest.mark.clause("Q4", "RO-H3", "RS-I3", "RH-7.3", "RH-7.4", "RH-7.4.1", "RH-7.5", "RH-7.6", "RH-7.7", "RH-7.8")
def test_an_event_voids_the_spin_by_the_house_s_clause(event):
    """Where the house's text is silent on an event, the reading is cited."""
    answers = [settle(rulebook, "straight:17", "red", spin={"event": event}) for rulebook in HOUSES]
    rows = [[("straight:17", "void", 0, 0, clause), ("red", "void", 0, 0, clause)] for clause in CAUSES[event]]
    assert rows == [results(answer) for answer in answers]


@pytest.mark.parametrize(
    ("spin", "clauses"),
    [
        ({"direction": "with"}, ("RO-H1", "RH-7.1", "RS-I1")),
        ({"direction": "with", "revolutions": 0}, ("RO-H1", "RH-7.1", "RS-I1")),
        ({"revolutions": 2}, ("RO-H2", "RH-7.2", "RS-I2")),
        ({"revolutions": 0}, ("RO-H2", "RH-7.2", "RS-I2")),
    ],
)
@pytest.mark.clause("RO-H1", "RO-H2", "RS-I1", "RS-I2", "RH-7.1", "RH-7.2")
def test_a_wrong_spin_is_void_by_itself(spin, clauses):
    """With the wheel, or too few times around: no event is needed."""
    answers = [settle(rulebook, "red", spin=spin) for rulebook in HOUSES]
    assert [[("red", "void", 0, 0, clause)] for clause in clauses] == [results(answer) for answer in answers]


@pytest.mark.parametrize(("rulebook", "turns"), [(ONEIDA, 4), (HOIAN, 3), (SEABROOK, 4)])
def test_the_least_number_of_revolutions_is_enough(rulebook, turns):
    """One fewer voids the spin."""
    valid = [settle(rulebook, "red", spin={"revolutions": number})["valid"] for number in (turns - 1, turns, 1000)]
    assert [False, True, True] == valid


@pytest.mark.parametrize("rulebook", HOUSES)
def test_a_void_round_is_announced_and_pays_nothing(rulebook):
    """Whatever number the ball went to, and whether or not one is given."""
    void = {"spin": {"event": "foreign_object"}}
    answers = [settle(rulebook, "red", **void, pocket=pocket) for pocket in ("17", "16", None)]
    head = {"valid": False, "announce": "No Spin", "total_net": 0, "payment_groups": []}
    assert [head] * 3 == [{key: value for key, value in answer.items() if key != "results"} for answer in answers]


@pytest.mark.parametrize(("rulebook", "clause"), [(ONEIDA, "RO-F2"), (HOIAN, "RH-4.6"), (SEABROOK, "RS-I4")])
@pytest.mark.clause("RO-F2", "RH-4.6", "RS-I4")
def test_a_late_wager_is_returned(rulebook, clause):
    """It is neither won nor lost, and the spin stands for the others; late and void is still returned."""
    late = {"bet": "straight:17", "late": True}
    answers = [settle(rulebook, late, "straight:17", spin={"event": event}) for event in (None, "no_drop")]
    returned = ("straight:17", "returned", 0, 0, clause)
    assert [returned, returned] == [results(answer)[0] for answer in answers]
    assert ["win", "void"] == [results(answer)[1][1] for answer in answers]


def test_a_late_wager_does_not_count_towards_the_limit():
    """What came too late never lay there; nor is it weighed itself."""
    wagers = [
        {"bet": "red", "cents": 400},
        {"bet": "red", "cents": 400, "late": True},
        {"bet": "odd", "cents": 9, "late": True},
    ]
    answer = settle(SEABROOK, *wagers)
    assert ["lose", "returned", "returned"] == [row[1] for row in results(answer)]


def test_a_late_wager_must_still_be_one():
    """A position the layout does not have is refused, in time or not."""
    assert [("wagers[0]", "RO-D2")] == refused(settle(ONEIDA, {"bet": "split:1-3", "late": True}))


def test_wagers_on_one_position_add_up_to_the_limit():
    """Two of one player together are over the maximum, of two players each within it."""
    together = settle(
        SEABROOK, {"bet": "red", "player": "A", "cents": 300}, {"bet": "red", "player": "A", "cents": 101}
    )
    apart = settle(SEABROOK, {"bet": "red", "player": "A", "cents": 300}, {"bet": "red", "player": "B", "cents": 101})
    assert ([("wagers[1]", "RS-W")], -401) == (refused(together), apart["total_net"])


def test_repeated_wagers_are_settled_each_by_itself():
    """Three on one number, each paid at the odds, and together exactly."""
    answer = settle(ONEIDA, *({"bet": "straight:17", "cents": cents} for cents in (1, 7, 1000)))
    assert ([35, 245, 35000], 35280) == ([row[2] for row in results(answer)], answer["total_net"])


@pytest.mark.parametrize("cents", [1, 10**12])
def test_the_least_and_the_largest_stake_are_paid_exactly(cents):
    """No cent is lost to rounding."""
    assert 35 * cents == settle(ONEIDA, {"bet": "straight:17", "cents": cents})["total_net"]


def test_what_cannot_be_counted_is_refused():
    """A house may pay a million to one, but not on a stake that nobody could add up."""
    answer = settle(ONEIDA, {"bet": "straight:17", "cents": 10**12}, settings={"odds": {"straight": 10**6}})
    assert [("wagers[0]", "RO-G2")] == refused(answer)


@pytest.mark.parametrize(
    ("rulebook", "bet", "clause"),
    [
        (ONEIDA, "split:1-3", "RO-D2"),
        (ONEIDA, "split:20-17", "RO-D2"),
        (ONEIDA, "first_four:0-1-2-3", "RO-D5"),
        (SEABROOK, "first_four:0-1-2-3", "RS-T4"),
        (HOIAN, "first_five:0-00-1-2-3", "RH-4.8"),
        (HOIAN, "straight:00", "RH-4.8"),
        (SEABROOK, {"bet": "red", "cents": 99}, "RS-W"),
        (SEABROOK, {"bet": "red", "cents": 401}, "RS-W"),
    ],
)
def test_a_bet_against_the_rules_is_refused_with_its_clause(rulebook, bet, clause):
    """What parses and is not offered, or is outside the limits."""
    assert [("wagers[0]", clause)] == refused(settle(rulebook, bet))


def test_a_pocket_the_wheel_does_not_have_is_refused():
    """There is no 00 at Hoi An, also where no spin makes it idle."""
    answers = [settle(HOIAN, "red", pocket="00", spin={"event": event}) for event in (None, "floater")]
    assert [[("pocket", "RH-4.1.1")]] * 2 == [refused(answer) for answer in answers]


def test_a_valid_spin_needs_a_number():
    """Without a pocket and without an event nothing can be decided."""
    assert [("pocket", "RO-F3")] == refused(settle(ONEIDA, "red", pocket=None))


def test_every_fault_of_the_round_is_told_at_once():
    """Each wager against the rules, and the pocket, with its clause."""
    answer = settle(HOIAN, "split:1-3", "red", "straight:00", pocket="00")
    assert [("wagers[0]", "RH-4.8"), ("wagers[2]", "RH-4.8"), ("pocket", "RH-4.1.1")] == refused(answer)


def test_settings_against_the_rulebook_are_refused_together():
    """Every fault of the settings with its clause, and the wagers that no settings would make good."""
    answer = settle(ONEIDA, "split:1-3", settings={"half_back": True, "odds": {"red": 1, "straight": 34}})
    assert [("settings.half_back", "RO-G2"), ("settings.odds.straight", "RO-G1"), ("wagers[0]", "RO-D2")] == refused(
        answer
    )


@pytest.mark.parametrize(
    ("more", "field", "value"),
    [
        ({"rulebook": "nope"}, "rulebook", "nope"),
        ({"rulebook": ""}, "rulebook", ""),
        ({"wagers": [{"bet": "red", "cents": 5}, {"bet": "rouge", "cents": 5}]}, "wagers[1].bet", "rouge"),
        ({"wagers": [{"bet": "straight:37", "cents": 5}]}, "wagers[0].bet", "straight:37"),
        ({"settings": {"colour": 5}}, "settings.colour", 5),
        ({"settings": {"odds": {"straight": "36"}}}, "settings.odds.straight", "36"),
        ({"settings": {"max": {"straight": 0}}}, "settings.max.straight", 0),
    ],
)
def test_what_nobody_could_mean_is_an_error_with_its_place(more, field, value):
    """Unknown rulebook, notation that does not parse, malformed settings: field and value are told."""
    assert (field, value) == malformed(**more)


def test_malformed_settings_go_before_refused_ones():
    """A document that cannot be read is not answered at all."""
    assert ("settings.zzz", 1) == malformed(settings={"half_back": True, "zzz": 1})


def test_the_line_is_told():
    """An error names the line of its document."""
    with pytest.raises(InputError, match=r"^line 41, field rulebook: 'x'"):
        settle_document(b'{"rulebook": "x", "wagers": []}', 41)


@pytest.mark.parametrize("rulebook", HOUSES)
def test_a_document_settles_as_a_table_does(rulebook):
    """The same bets at an open table end the same: outcome, payment and clause."""
    driver = Driver(rulebook).opened()
    source = "value" if not driver.table.rules.has("colour_chips_only") else "colour:blue"
    if source != "value":
        driver.colour("A", "blue")
    bets = ["straight:17", "red", "corner:16-17-19-20", "high"]
    for bet in bets:
        driver.bet("A", bet, 200, source)
    table = driver.rows(driver.settle("17"))
    answer = settle(rulebook, *({"player": "A", "bet": bet} for bet in bets))
    assert {("A", row[0]): (row[1], row[2], row[4]) for row in results(answer)} == table


def test_a_late_wager_that_were_taken_would_stop_us(monkeypatch):
    """Were the Round to take a bet after the close, no answer would be given."""
    monkeypatch.setattr(module, "played", lambda *_: ())
    rules = rules_of(table_config({"rulebook": ONEIDA}))
    with pytest.raises(InvariantBroken, match="a late wager was taken"):
        module._late_clause(Round(rules), module._Wager(bet="red", cents=100))
