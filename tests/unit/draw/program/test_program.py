"""The program as data: the bets of a card explained and listed race by race, with runners as they are bet."""

import msgspec
import pytest

from pitboss.draw.program.page import as_page
from pitboss.draw.program.pdf import as_pdf
from pitboss.draw.program.program import columns, one_line
from pitboss.tote.day.cardcheck import card_faults
from pitboss.tote.day.config import day_config
from pitboss.tote.day.racecard import Card
from pitboss.tote.rules import tote_rules
from tests.support.pages import CARDS, Page, card_document, card_with, pdf_text, program_from

RULES = tote_rules("oneida-parimutuel-2004", {})
EXPLAINED = {rule.kind: rule.explanation for rule in RULES.data.bets}
POOLS = set(EXPLAINED) - {"across_the_board"}
ACROSS = {"win", "place", "show"}
MAKERS = {"page": lambda made: Page(as_page(made)).text, "pdf": lambda made: pdf_text(as_pdf(made))}


def told(maker, pools, *, posted):
    """Return the bets that are explained in the program of a card with these pools."""
    said = MAKERS[maker](program_from(card_with(pools), posted=posted))
    return {kind for kind, explanation in EXPLAINED.items() if explanation in said}


@pytest.mark.clause("PW-G")
@pytest.mark.parametrize("posted", [False, True], ids=["program", "posted"])
@pytest.mark.parametrize("kind", sorted(POOLS))
def test_a_kind_of_pool_is_explained_exactly_when_it_is_offered(kind, posted):
    """Offered alone it is all that is explained; with every other on offer it is all that is not."""
    others = POOLS - {kind}
    across = {"across_the_board"} if others >= ACROSS else set()
    assert ({kind}, others | across) == (told("page", {kind}, posted=posted), told("page", others, posted=posted))


@pytest.mark.clause("PW-G")
@pytest.mark.parametrize("posted", [False, True], ids=["program", "posted"])
@pytest.mark.parametrize("pools", [{"win"}, {"exacta", "pick3"}, POOLS], ids=["one", "two", "all"])
def test_on_paper_the_same_pools_are_explained_as_on_the_page(pools, posted):
    """Both are made from the same program: few pools show that paper tells them apart as well."""
    assert told("page", pools, posted=posted) == told("pdf", pools, posted=posted)


@pytest.mark.clause("PW-G")
@pytest.mark.parametrize("maker", MAKERS)
def test_wagering_is_explained_in_general(maker):
    """Pool, takeout, price, breakage, minimum, dead heats, scratches and carryovers stand in every program."""
    made = program_from(card_with({"win"}))
    general = made.chapters[0].passages
    assert 11 == len(general)
    said = MAKERS[maker](made)
    assert [] == [passage.title for passage in general if passage.text not in said or passage.title not in said]


@pytest.mark.clause("PW-G")
def test_what_hangs_in_the_facility_says_the_same():
    """All explanations of the program, and no races."""
    made, posted = (program_from(card_document(), posted=is_posted) for is_posted in (False, True))
    assert (made.chapters, 6, ()) == (posted.chapters, len(made.races), posted.races)


@pytest.mark.clause("PW-C4")
def test_across_the_board_needs_its_three_pools():
    """It is offered in the races that have them all, from the largest of their minimums on, three times over."""
    document = card_with(ACROSS)
    document["pools"] = [pool for pool in document["pools"] if (pool["type"], pool["races"]) != ("show", [2])]
    document["pools"][0]["minimum_minor"] = 500
    made = program_from(document)
    bets = [{bet.name: bet for bet in race.bets} for race in made.races]
    assert [number for number, offered in enumerate(bets, 1) if "Across the Board" not in offered] == [2]
    assert ("$5.00", "three bets: $15.00") == (bets[0]["Across the Board"].minimum, bets[0]["Across the Board"].note)
    passage = next(passage for passage in made.chapters[1].passages if passage.title == "Across the Board")
    assert ("On this card in races 1, 3, 4, 5 and 6.",) == passage.notes


def test_forms_are_explained_for_the_bets_they_are_sold_for():
    """A card with pools of one place has no chapter of forms; with a double there are wheels and no boxes."""
    chapters = {chapter.heading: chapter.passages for chapter in program_from(card_with({"win"})).chapters}
    assert "Several bets on one ticket" not in chapters
    forms = program_from(card_with({"win", "double"})).chapters[2].passages
    sold = [("Wheel", "PW-C15"), ("Partial Wheel", "PW-C16")]
    assert sold == [(passage.title, *passage.clauses) for passage in forms]
    assert {("Sold on this card for Daily Double.",)} == {passage.notes for passage in forms}


def test_bets_of_a_race():
    """With their races, minimum, takeout, carryover and clause, in the order of the edition."""
    race = program_from(card_document()).races[2]
    assert "Win Place Show Across Exacta Trifecta Superfecta Twin" == " ".join(bet.name.split()[0] for bet in race.bets)
    twin = race.bets[-1]
    assert ((3, 4), "$2.00", "25%", "carryover $8,312.50", "PW-C9") == (
        twin.races, twin.minimum, twin.takeout, twin.note, twin.clause,
    )  # fmt: skip


def test_a_race_says_what_it_is_a_leg_of():
    """Pools that began with an earlier race."""
    races = program_from(card_document()).races
    expected = ("Third leg of the Pick Three on races 1 to 3.", "Third leg of the Pick Six on races 1 to 6.")
    assert ((), expected) == (races[0].legs, races[2].legs)


def test_a_pool_that_must_be_paid_out_says_so():
    """Beside its carryover."""
    bets = {bet.kind: bet.note for bet in program_from(card_document()).races[0].bets}
    assert "carryover $41,276.00, paid out whole today" == bets["pick6"]


def test_runners_stand_in_the_order_of_their_numbers():
    """Entries beside each other, ten behind nine."""
    document = card_document()
    document["races"][4]["runners"].reverse()
    numbers = [[runner.number for runner in race.runners] for race in program_from(document).races]
    assert (["1", "1A", "2"], ["9", "10", "11"]) == (numbers[0][:3], numbers[4][8:11])


def test_coupled_runners_are_named():
    """An entry shares its number, the field does not; who runs alone is not mentioned."""
    races = program_from(card_document()).races
    assert ("Coupled entry: 1 and 1A are bet as number 1. One bet is on all of them.",) == races[0].coupled
    assert ("Field: 12, 13 and 14 are bet as number 12. One bet is on all of them.",) == races[4].coupled
    assert (["1", "1"], ()) == ([runner.bet_as for runner in races[0].runners[:2]], races[1].coupled)


@pytest.mark.clause("PW-A7")
@pytest.mark.parametrize(
    ("runs", "labels"),
    [
        ("horse", ["Saddlecloth", "Jockey"]),
        ("harness", ["Saddle pad", "Driver"]),
        ("greyhound", ["Blanket", "Handler"]),
    ],
)
def test_columns_are_called_by_what_runs(runs, labels):
    """A cloth, a pad or a blanket; a jockey or a driver."""
    document = card_document()
    document["races"][0]["runs"] = runs
    shown = [label for _, label in columns(program_from(document).races[0])]
    assert ["No.", labels[0], "Runner", labels[1], "Trainer", "Weight", "Morning line"] == shown


@pytest.mark.clause("PW-A7")
def test_a_column_that_is_empty_is_left_out():
    """Greyhounds have no riders."""
    race = program_from(card_document("lake-breeze")).races[0]
    assert ["number", "cloth", "name", "trainer", "weight", "morning_line"] == [field for field, _ in columns(race)]


def test_facts_of_a_race():
    """Kind with its clause, hour, distance, surface, conditions and purse, as the card has them."""
    race = program_from(card_document()).races[4]
    assert ("Stake race", "PW-A5b", "3:08 PM", "$100,000.00") == (race.kind, race.clause, race.post_time, race.purse)
    assert ("The Winnebago Stakes", "1 1/8 miles", "Turf") == (race.title, race.distance, race.surface)


def test_a_race_without_facts():
    """What the card leaves out is empty."""
    document = card_with({"win"})
    document["races"][0] = {
        "number": 1, "kind": "purse", "post_time": "2004-05-01T00:05:00-05:00", "runners": [{"no": "21", "name": "A"}],
    }  # fmt: skip
    race = program_from(document).races[0]
    assert ("12:05 AM", "", "", "") == (race.post_time, race.purse, race.distance, race.title)
    assert (None, "") == (race.runners[0].cloth, race.runners[0].rider)


def test_hours_by_one_clock_or_by_their_own():
    """What all are reckoned from is said once; otherwise each race says it."""
    document = card_document()
    assert "UTC-05:00" == program_from(document).clock
    document["races"][5]["post_time"] = "2004-05-01T16:42:00-04:00"
    made = program_from(document)
    assert ("", "1:00 PM UTC-05:00", "4:42 PM UTC-04:00") == (
        made.clock, made.races[0].post_time, made.races[5].post_time,
    )  # fmt: skip


def test_controls_do_not_reach_a_reader():
    """A line break or an escape is a blank; every letter stays."""
    document = card_document()
    document["races"][0]["runners"][0]["name"] = "Ngọc\n\x1b[2J宝 العاصفة"
    assert "Ngọc [2J宝 العاصفة" == program_from(document).races[0].runners[0].name
    assert "" == one_line("\x00\n")


@pytest.mark.parametrize("path", sorted(CARDS.glob("*.json")), ids=lambda path: path.stem)
def test_example_cards_may_open(path):
    """They have no fault, and their programs a section for each race."""
    config = day_config({"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"})
    card = msgspec.json.decode(path.read_bytes(), type=Card)
    assert [] == card_faults(card, RULES, config)


def test_the_larger_example_has_everything():
    """Six races, every pool of the edition, an entry and the field."""
    document = card_document()
    assert (6, POOLS) == (len(document["races"]), {pool["type"] for pool in document["pools"]})


def test_a_number_to_bet_on_means_one_thing():
    """Runner 2 bet as 3, and 3 by itself as 2: nobody could tell from the program what a bet on 2 is."""
    document = card_with({"win"})
    document["races"][1]["runners"][1]["entry"] = "3"
    document["races"][1]["runners"][2]["entry"] = "2"
    card = msgspec.convert(document, Card)
    assert [] != card_faults(card, RULES, None)
