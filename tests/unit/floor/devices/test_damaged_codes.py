"""A thousand bar codes that were damaged or tampered with, against the real tote: none passes for a ticket."""

import random

import pytest

from pitboss.errors import BadNotation
from pitboss.floor.devices.ticket import payload, read_payload
from pitboss.tote.day.tickets import check_code
from tests.support.day_driver import DayDriver, cashing, small

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def damaged(text, other, rng):
    """Return a code with a few faults, and never the code itself."""
    found = text
    while found == text:
        for _ in range(rng.choice((1, 1, 2, 3))):
            at, to = rng.randrange(len(found)), rng.randrange(len(found))
            letter = rng.choice(LETTERS + "0123456789-")
            found = rng.choice(
                (
                    found[:at] + letter + found[at + 1 :],
                    found[:at] + found[at + 1 :],
                    found[:at] + letter + found[at:],
                    found[:at] or letter,
                    _swapped(found, at, to),
                    found[:at] + other[at:],
                )
            )
    return found


def _swapped(text, at, to):
    letters = list(text)
    letters[at], letters[to] = letters[to], letters[at]
    return "".join(letters)


@pytest.mark.clause("PW-D7b", "PW-D2.2")
def test_no_damaged_code_is_cashed():
    """Changed, exchanged, cut, lengthened, or put together from two tickets: unreadable, unknown or altered."""
    driver = DayDriver(small("win", 4))
    sold = [driver.sell("$2 WN 3") for _ in range(8)]
    driver.official("3-1-2")
    codes = [payload(ticket.ticket, ticket.check) for ticket in sold]
    rng, answers = random.Random(8), {"unreadable": 0, "PW-D2.2": 0, "PW-D7b": 0}
    for _ in range(1_000):
        text = damaged(rng.choice(codes), rng.choice(codes), rng)
        if text in codes:
            # Enough was put together from another ticket that it is that ticket's own code.
            continue
        try:
            number, check = read_payload(text)
        except BadNotation:
            answers["unreadable"] += 1
            continue
        answers[driver.refused("cashier", cashing(sold[0], ticket=number, check=check)).clause] += 1

    assert min(answers.values()) > 50, answers
    assert sum(answers.values()) > 900
    assert 0 == driver.state.terminals["T1"].cash_minor - 8 * 200


@pytest.mark.clause("PW-D7b")
def test_every_code_but_one_is_refused():
    """All 186 codes that differ from a ticket's own in one character; the ticket itself is paid afterwards."""
    driver = DayDriver(small("win", 4))
    sold = driver.sell("$2 WN 3")
    driver.official("3-1-2")
    assert sold.check == check_code(sold.ticket, sold.terminal, sold.serial, sold.bets)
    for at in range(6):
        for letter in LETTERS.replace(sold.check[at], ""):
            number, check = read_payload(payload(sold.ticket, sold.check[:at] + letter + sold.check[at + 1 :]))
            assert "PW-D7b" == driver.refused("cashier", cashing(sold, ticket=number, check=check)).clause
    assert 210 == driver.cash(sold).total_minor
