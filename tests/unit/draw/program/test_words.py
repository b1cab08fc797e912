"""What a program tells the public: the figures in force, and what holds for tickets by the house's settings."""

import pytest

from pitboss.decider import Accepted
from pitboss.tote.pricing import percent
from tests.support.day_driver import DayDriver, cashing, small
from tests.support.pages import card_document, card_with, program_from


def notes(document, title, **settings):
    """Return what the program adds for this card under a title."""
    return found(document, title, **settings).notes


def found(document, title, **settings):
    """Return the passage of a title."""
    chapters = program_from(document, **settings).chapters
    return next(passage for chapter in chapters for passage in chapter.passages if passage.title == title)


def changed(kinds, **choices):
    """Return the example card with these pools and the track's choices."""
    return {**card_with(kinds), "config": choices}


@pytest.mark.parametrize(
    ("rate", "shown"), [("0", "0%"), ("0.2", "20%"), ("0.225", "22.5%"), ("3/8", "37.5%"), ("2/7", "2/7")]
)
def test_rates_are_written_exactly(rate, shown):
    """As a percentage, or as a fraction where that has no end."""
    assert shown == percent(rate)


def test_takeouts_of_a_card():
    """Bets with the same takeout stand together."""
    expected = (
        "Win, Place and Show: 16%.",
        "Exacta, Quinella and Daily Double: 20%.",
        "Trifecta, Superfecta, Pick Six and Twin Trifecta: 25%.",
        "Pick Three: 22.5%.",
    )
    assert expected == notes(card_document(), "Takeout")


def test_takeouts_that_differ_by_race():
    """Then the races are named."""
    document = card_with({"win", "double"})
    document["pools"][2]["takeout"] = "0.2"
    document["pools"][-1]["takeout"] = "0.3"
    expected = (
        "Win (race 1; race 2; race 4; race 5; race 6): 16%.",
        "Win (race 3) and Daily Double (races 1 and 2): 20%.",
        "Daily Double (races 5 and 6): 30%.",
    )
    assert expected == notes(document, "Takeout")


def test_breakage_and_least_price_in_force():
    """The track's choice for the card, a pool's own, or the usual where nobody chose."""
    document = changed({"win", "place"}, breakage={"cents": 5, "per": 100})
    document["pools"][1]["config"] = {"breakage": {"cents": 10, "per": 200}}
    named = "race 2; race 3; race 4; race 5; race 6"
    expected = (
        f"Win and Place ({named}): to a multiple of $0.05 for each $1.00 bet.",
        "Place (race 1): to a multiple of $0.10 for each $2.00 bet.",
    )
    assert expected == notes(document, "Breakage")
    assert ("Every pool: $1.05 for each $1.00 bet.",) == notes(document, "Least price and minus pool")


def test_the_second_half_of_a_twin_trifecta_has_no_least_price():
    """It is said where there is one."""
    said = notes(card_with({"twin_trifecta"}), "Least price and minus pool")
    assert "Twin Trifecta, second half: none, since what is exchanged costs nothing." == said[-1]


@pytest.mark.parametrize(
    ("takeout", "breakage", "said"),
    [
        ("0.16", [10, 100], "$840.00 is left.|gets a little over $3.65.|is paid $7.20."),
        ("0.08", [10, 100], "$920.00 is left.|gets $4.00.|is paid $8.00."),
        ("0.16", [1, 100], "$840.00 is left.|gets a little over $3.65.|is paid $7.30."),
    ],
)
def test_the_example_is_calculated(takeout, breakage, said):
    """With the takeout and the breakage of the card's first pool."""
    document = changed({"win"}, breakage=breakage)
    document["pools"][0]["takeout"] = takeout
    (example,) = notes(document, "How a price comes about")
    assert [] == [part for part in said.split("|") if part not in example]


@pytest.mark.parametrize(
    ("kind", "choices", "said"),
    [
        ("double", {}, "Every pool: refunded if a runner is out of the first race, or out of a later one"),
        ("pick3", {}, "Every pool: a runner that is out gives its place to the favourite"),
        ("pick3", {"pick3_scratch": "consolation"}, "Every pool: refunded if a runner is out of the first race, or"),
        ("pick6", {"pickn_early_scratch": "refund"}, "Every pool: refunded if a runner is out while bets"),
        ("twin_trifecta", {}, "Every pool: refunded if a runner is out of the first race; in the second"),
    ],
)
def test_scratches_over_several_races(kind, choices, said):
    """Each pool has its own rule, by the track's choices."""
    (note,) = notes(changed({kind}, **choices), "Scratches and cancelled races")
    assert said == note[: len(said)]


def test_scratches_in_one_race_need_no_note():
    """The general text says it."""
    assert () == notes(card_with({"win", "trifecta"}), "Scratches and cancelled races")


def test_carryovers_of_the_day():
    """Amounts, and pools that are paid out whole with a carryover or without one."""
    document = card_with({"pick6", "twin_trifecta"})
    document["pools"][0] |= {"mandatory": True, "carryover_minor": 0}
    expected = (
        "The Pick Six on races 1 to 6 begins with $41,276.00 and is paid out whole today.",
        "The Twin Trifecta on races 3 and 4 is paid out whole today.",
    )
    assert expected == notes(document, "Carryovers")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "if it is one of the last 4 of its terminal and has no bet to win of $100.00 or more"),
        ({"cancel_last": 1, "cancel_win_below_minor": 5000}, "if it is the last one that its terminal sold and has no"),
        ({"cancel_last": 0}, "Tickets are not cancelled at these windows."),
    ],
)
def test_cancelling_is_told_by_the_settings(settings, said):
    """With all four clauses behind it."""
    passage = found(card_with({"win"}), "Cancelling", **settings)
    assert said in passage.text
    assert ("PW-E1a", "PW-E1b", "PW-E1c", "PW-E2") == passage.clauses


def test_expiry_is_told_by_the_settings():
    """The day from which on nothing is paid."""
    text = found(card_with({"win"}), "Expiry", expires_after_days=30).text
    assert "Tickets of this day are paid before May 31, 2004, and not on that day or later." == text


def test_a_second_person_is_told_by_the_settings():
    """The amount above which two verify."""
    assert "more than $250.00." in found(card_with({"win"}), "Cashing", pay_alone_up_to_minor=25_000).text


def test_rules_of_tickets_have_their_clauses():
    """Cancel, refund, cash, expiry, lost and altered tickets."""
    chapter = program_from(card_with({"win"})).chapters[-1]
    expected = {
        "Buying": "B1 B3 B4", "Cancelling": "E1a E1b E1c E2", "Refunds": "F1a F1b F1c F2 F3",
        "Cashing": "D1 D2 D2.2 D3 D5", "Wrong displays": "D6", "Expiry": "D1", "Lost tickets": "D7a",
        "Damaged or altered tickets": "D7b",
    }  # fmt: skip
    assert expected == {
        passage.title: " ".join(clause.removeprefix("PW-") for clause in passage.clauses)
        for passage in chapter.passages
    }


def test_a_twin_trifecta_is_paid_when_the_program_says():
    """The winner of the first half is paid once the first race is official, and the public is told so."""
    driver = DayDriver(small("twin_trifecta", 6, 7))
    ticket = driver.sell("$2 TT 1/2/3")
    driver.official("1-2-3-4")
    driver.exchange(ticket, "4-1-6")
    is_paid = isinstance(driver.answer("cashier", cashing(ticket)), Accepted)
    text = found(card_with({"twin_trifecta"}), "Twin Trifecta").text
    assert (True, True) == (is_paid, "paid as soon as the first race is official" in text)
