"""The race program over HTTP, for anybody: its text and PDF, and bet slips that windows read back."""

import re

import numpy as np
import pytest
import zxingcpp

from pitboss.tote.spoken import spoken
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import RACE, Trial

PROGRAM = "/api/tote/tote/program/FVD"
BETS = (
    "$2 WN 3", "$2 ACROSS 3", "$2 EX 2/4", "$2 EX BOX 1,2,3", "$2 EX KEY 1/2,3", "$2 EX WHEEL 1/ALL", "$2 QU 1-3",
    "$2 QU WHEEL 1-ALL", "$1 TRI KEY 1/2,3,4", "$1 TRI 1/2,3/ALL", "$0.50 SUPER BOX 1,2,3,4", "$2 DD 3/1,2",
    "$1 P3 1/2/3,4", "$2 P6 1/1/1/1/1/1", "$2 TT 1/2/3", "$2 WN 1A",
)  # fmt: skip


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """A house on trial whose tote is open."""
    folder = tmp_path_factory.mktemp("program")
    with web_house(written_house(folder)) as web:
        found = Trial(web, folder)
        found.open_tote()
        yield found


def slip(trial, text, race=1):
    """Fill in a slip as somebody whom nobody knows."""
    return trial.web.visitor().get(f"/api/tote/tote/slips?track=FVD&race={race}&text={text}").json()


def test_anybody_reads_the_program_and_has_it_printed(trial):
    """Explanations and races, the times on the card, and the same as a PDF; another track is told so."""
    guest = trial.web.visitor()
    found = guest.get(PROGRAM).json()
    assert ("Fox Valley Downs", [1, 2]) == (
        found["program"]["name"],
        [race["number"] for race in found["program"]["races"]],
    )
    assert {"1", "2"} == found["posts"].keys()
    assert b"%PDF" == guest.get(f"{PROGRAM}/pdf").content[:4]
    assert "there is FVD" in guest.get(PROGRAM.replace("FVD", "XYZ")).json()["reason"]


def test_a_slip_says_what_it_costs_and_what_its_code_says(trial):
    """Nothing is sold by it; what is no bet has no code, and what cannot be sold now has one all the same."""
    found = slip(trial, "2 ex b 2 3 4")
    assert ("SLIP FVD R1 $2 EX BOX 2,3,4", 1_200, None) == (
        found["payload"],
        found["read"]["cost_minor"],
        found["read"]["problem"],
    )
    assert (None, "Say the runners, such as 1 4.") == (
        slip(trial, "ex")["payload"],
        slip(trial, "ex")["read"]["problem"],
    )
    trial.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **{**RACE, "race": 2})
    late = slip(trial, "2 wn 3", 2)
    assert ("SLIP FVD R2 $2 WN 3", True) == (late["payload"], late["read"]["problem"] is not None)
    assert {} == trial.web.live.floor.look(trial.web.live.names["tote"]).state.tickets


@pytest.mark.parametrize("bet", BETS)
def test_what_a_slip_says_is_read_as_the_same_bet(bet):
    """Whatever kind and form: a window that shows another track and race takes both from the slip."""
    heard = spoken(f"FVD R6 {bet}", tracks=["FVD", "LAK"], track="LAK", race=1, amount_minor=500)
    assert ("FVD", 6, bet) == (heard.track, heard.race, heard.bet)


def rasterised(svg):
    """Return a code's picture as dots, eight a module."""
    side = int(re.findall(r'viewBox="0 0 (\d+)', svg)[0])
    dots = np.full((side, side), 255, np.uint8)
    for left, top, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h", svg):
        dots[int(top), int(left) : int(left) + int(length)] = 0
    return np.kron(dots, np.ones((8, 8), np.uint8))


def test_a_slips_code_is_a_picture_that_a_reader_reads(trial):
    """The QR code says the payload; what no slip says has no picture."""
    guest = trial.web.visitor()
    for payload in ("SLIP FVD R1 $1 TRI KEY 1/2,3,4", "SLIP FVD R12"):
        answer = guest.get(f"/api/slip.svg?payload={payload}")
        (code,) = zxingcpp.read_barcodes(rasterised(answer.text))
        assert ("image/svg+xml", payload) == (answer.headers["content-type"].split(";")[0], code.text)
    for other in ("https://example.org", "SLIP FVD R1 <b>", "SLIP FVD R1 $2", "20040501-AAAAAAAAAAAAAAAAAAAA-KARCAF"):
        refused = guest.get(f"/api/slip.svg?payload={other}")
        assert (400, True) == (refused.status_code, "no bet slip says that" in refused.json()["reason"])
