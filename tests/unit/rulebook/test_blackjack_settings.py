"""What a blackjack house may choose under its edition, and by which clause the rest is refused."""

import pytest

from pitboss.rulebook import all_clauses, check_table, edition, table_config

BLACKJACK = "oneida-blackjack-2004"


def places(settings):
    """Return field and clause of each fault of a table with these settings."""
    _, faults = check_table({"rulebook": BLACKJACK, "settings": settings})
    return [(fault.field.removeprefix("settings."), fault.clause) for fault in faults]


# A refusal here is only part of most of these clauses, so only those are marked that the settings carry out whole.
REFUSED = [
    ({"decks": 0}, "decks", "BJ-B4"),
    ({"decks": 9}, "decks", "BJ-B4"),
    ({"positions": 8}, "positions", "BJ-B1"),
    ({"burn": 0}, "burn", "BJ-H3"),
    ({"burn": 53}, "burn", "BJ-H3"),
    ({"face_down": True}, "face_down", "BJ-H4"),
    ({"hold_cards": True}, "hold_cards", "BJ-H10a"),
    ({"pitch": True, "decks": 3}, "decks", "BJ-I2"),
    ({"pitch": True}, "decks", "BJ-I2"),
    ({"pitch": True, "decks": 1, "burn": 0}, "burn", "BJ-I4"),
    ({"max_hands": 1}, "max_hands", "Q20"),
    ({"max_hands": 17}, "max_hands", "Q20"),
    ({"same_suit_odds": 4}, "same_suit_odds", "BJ-K5"),
    ({"king_queen_odds": 11}, "king_queen_odds", "BJ-K5"),
    ({"hit_odds": 4}, "hit_odds", "BJ-K6"),
    ({"initial_suit": ["same_suit", "king_queen"]}, "initial_suit", "BJ-K1"),
    ({"cut_from_end": 0}, "cut_from_end", "Q26"),
    ({"cut_from_end": 157}, "cut_from_end", "Q26"),
    ({"decks": 8, "cut_from_end": 209}, "cut_from_end", "Q26"),
    ({"default_min": 500, "default_max": 400}, "default_min", "BJ-P"),
    ({"min": {"hit": 0}}, "min.hit", None),
    ({"bj_pays": [3, 0]}, "bj_pays", None),
    ({"initial_suit": ["same_suit"]}, "initial_suit", None),
]

REFUSED_IN_MULTIPLE_ACTION = [
    ({"multiple_action": 1}, "multiple_action", "BJ-L1"),
    ({"multiple_action": 4}, "multiple_action", "BJ-L1"),
    ({"multiple_action": 2, "progressive": True}, "multiple_action", "BJ-L1"),
    ({"multiple_action": 3, "bonus": True}, "multiple_action", "BJ-L1"),
    ({"multiple_action": 2, "streak": True}, "multiple_action", "BJ-L1"),
    ({"multiple_action": 3, "pitch": True, "decks": 2}, "multiple_action", "BJ-L3"),
    ({"multiple_action": 2, "all_three": True}, "all_three", "BJ-L2"),
    ({"all_three": True}, "all_three", "BJ-L2"),
    ({"multiple_action": 3, "surrender": "text"}, "surrender", "BJ-J5"),
    ({"multiple_action": 2, "surrender": "late"}, "surrender", "BJ-J5"),
    ({"multiple_action": 2, "max_hands": 4}, "max_hands", "BJ-J8"),
    ({"multiple_action": 3, "max_hands": 3}, "max_hands", "BJ-J8"),
]

TAKEN = [
    {},
    {"decks": 1, "burn": 52, "max_hands": 2},
    {"decks": 8, "positions": 1, "cut_from_end": 208},
    {"decks": 1, "cut_from_end": 26},
    {"bj_pays": [6, 5], "dealer_bj": "original", "surrender": "text", "push21": True, "h17": False},
    {"surrender": "late", "rounding": "half_up", "reshuffle": "cutting_card", "max_hands": 16},
    {"insurance": False, "double": False, "das": False, "split": False, "several_positions": False},
    {"initial_suit": "same_suit", "same_suit_odds": 1, "hit_wagers": False},
    {"initial_suit": "king_queen", "king_queen_odds": 1, "hit_odds": 1, "hit_split": False},
    {"pitch": True, "decks": 2, "face_down": True, "hold_cards": True, "progressive": True},
    {"multiple_action": 2, "max_hands": 2, "surrender": "none"},
    {"multiple_action": 3, "all_three": True, "insurance": False},
    {"progressive": True, "bonus": True, "streak": True, "match_play": False},
    {"min": {"blackjack": 500, "insurance": 1}, "max": {"same_suit": 2500, "king_queen": 2500, "hit": 2500}},
]


@pytest.mark.clause("BJ-I2", "BJ-K1a", "BJ-K5")
@pytest.mark.parametrize(("settings", "field", "clause"), REFUSED)
def test_what_the_document_does_not_permit_is_refused_by_its_clause(settings, field, clause):
    """One fault, on the setting, with the clause; what cannot be meant has none."""
    assert [(field, clause)] == places(settings)


@pytest.mark.parametrize(("settings", "field", "clause"), REFUSED_IN_MULTIPLE_ACTION)
def test_multiple_action_does_not_go_with_everything(settings, field, clause):
    """Two or three hands, from a shoe, without surrender, a second split or wagers of another kind beside it."""
    assert [(field, clause)] == places(settings)


@pytest.mark.parametrize("settings", TAKEN)
def test_what_the_document_leaves_to_the_house_is_taken(settings):
    """Every option of the document is a house's to choose, and stays as it was chosen."""
    chosen = table_config({"rulebook": BLACKJACK, "settings": settings}).settings
    assert settings == {key: chosen[key] for key in settings}


@pytest.mark.clause("BJ-K5")
@pytest.mark.parametrize(
    ("kind", "pays", "clause"),
    [("same_suit", 3, "BJ-K5"), ("king_queen", 10, "BJ-K5"), ("hit", 3, "BJ-K6")],
)
def test_the_odds_listed_are_those_of_the_document(kind, pays, clause):
    """The setting's most is the wager's odds, and the clause of the odds is cited on a win."""
    (wager,) = (wager for wager in edition(BLACKJACK).wagers if wager.kind == kind)
    bounds = {spec.key: spec.at_most for spec in edition(BLACKJACK).settings}
    assert (pays, clause) == (wager.pays, wager.win_clause)
    assert pays == bounds[f"{kind}_odds"]


def test_pitch_changes_the_clause_of_known_duties():
    """What holds at pitch takes the place of a duty that the shoe has, by a clause of its own."""
    rules = edition(BLACKJACK).rules
    assert set() == rules["pitch"].keys() - rules["clauses"].keys()
    changed = {duty: clause for duty, clause in rules["pitch"].items() if clause != rules["clauses"][duty]}
    assert {"device"} == rules["pitch"].keys() - changed.keys()
    assert {"BJ-I", "BJ-K"} == {clause[:4] for clause in changed.values()}


@pytest.mark.parametrize("section", "ABCDEFGHIJKLMNOP")
def test_every_section_of_the_document_is_there_in_its_order(section):
    """Sections A to P have clauses, and a clause of several parts stands before its parts."""
    ids = [entry.id for entry in edition(BLACKJACK).clauses]
    mine = [name for name in ids if name.startswith(f"BJ-{section}")]
    first = ids.index(mine[0])
    assert mine == ids[first : first + len(mine)]
    assert [] == [name for name in mine if name[-1].islower() and name.rstrip("abcdefi.") not in ids[: ids.index(name)]]


def test_nothing_of_the_document_waits_to_be_built():
    """No clause of blackjack, and none of its readings, is marked as pending."""
    readings = [f"Q{number}" for number in range(18, 30)]
    ids = [entry.id for entry in edition(BLACKJACK).clauses] + readings
    assert [] == [name for name in ids if all_clauses()[name].pending]
