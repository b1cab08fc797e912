"""The public page of a ticket in a real browser: typed as it is printed, told line by line, and forgotten."""

import re

import pytest

from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial

BAD_REQUEST = re.compile("Failed to load resource: the server responded with a status of 400")
SIZES = [
    pytest.param({"viewport": {"width": 1280, "height": 800}}, id="wide"),
    pytest.param({"viewport": {"width": 390, "height": 844}, "has_touch": True}, id="narrow"),
]


@pytest.mark.parametrize("size", SIZES)
def test_a_bettor_asks_why_it_paid_that(tmp_path, window, size):
    """A wrong code is told so; the right one shows the sum, the lines and the pool; Done takes it all away."""
    with web_house(written_house(tmp_path)) as web:
        trial = Trial(web, tmp_path)
        trial.open_tote()
        ticket = trial.sold(bet="$2 EX BOX 2,3")
        trial.run_race()
        found = window(web.url, **size)
        found.expected.append(BAD_REQUEST)
        page = found.page
        page.goto("/ticket")
        page.keyboard.type(f"{ticket['ticket']} check AAAAAA")
        page.keyboard.press("Enter")
        page.get_by_text("wrong ticket number or check code").wait_for()
        faults = found.faults()
        page.get_by_label("Number and check code").fill(f"{ticket['ticket'].lower()}  check {ticket['check'].lower()}")
        page.keyboard.press("Enter")
        page.get_by_text("cash it at any window before").first.wait_for()
        page.get_by_text("How the pool came to its prices").click()
        page.get_by_text("Taken out: ").wait_for()
        assert ["3", "2", "4", "5"] == page.locator(".ticket-finish .saddle").all_inner_texts()
        assert ["takeout", "winners", "breakage"] == [
            text.split()[0] for text in page.locator(".ticket-parts span").all_inner_texts()
        ]
        faults += found.faults()
        page.get_by_role("button", name="Done").click()
        assert ticket["ticket"] not in page.content()
        assert "" == page.get_by_label("Number and check code").input_value()
        assert [] == faults
