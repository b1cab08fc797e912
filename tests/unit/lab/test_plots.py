"""The plots of a simulation: bars where the results are, and a point for every estimate."""

import re
from xml.etree import ElementTree as ET

import pytest

from pitboss.cli import main
from pitboss.lab.ends import ends_of
from pitboss.lab.plots import drawn
from pitboss.lab.simulation.play import ends_run
from pitboss.rulebook import table_config

ROULETTE = table_config({"rulebook": "oneida-roulette-2008"})
NAME = "{http://www.w3.org/2000/svg}"


def bars(picture):
    """Return the middles of the bars, from the left."""
    root = ET.fromstring(picture)  # noqa: S314 - our own
    found = [one for one in root.iter(f"{NAME}rect") if one.get("fill") == "#1f4e79"]
    return sorted(float(one.attrib["x"]) + float(one.attrib["width"]) / 2 for one in found)


def test_a_bar_stands_at_its_result():
    """Of a straight bet and a split: losing both, the split, and both; as far from each other as what they gain."""
    bets = {"straight:17": 1_000, "split:17-20": 1_000}
    run = ends_run(ROULETTE, bets, 1)
    trail = list(run.go(20_000))
    gains = [gain / 2_000 for gain in ends_of(ROULETTE, bets).distribution]
    places = bars(drawn(run.totals, trail, run.exact, 1))
    assert [-1.0, 8.0, 26.0] == gains
    assert pytest.approx((gains[1] - gains[0]) / (gains[2] - gains[0]), abs=0.005) == (places[1] - places[0]) / (
        places[2] - places[0]
    )


def test_a_short_run_has_a_point_for_each_block(tmp_path, capsys):
    """Three blocks are three points of the band, each with its two ends."""
    file = tmp_path / "plots.svg"
    with pytest.raises(SystemExit):
        main(["simulate", "roulette", "--rounds", "600000", "--plots", str(file)])
    capsys.readouterr()
    (band,) = re.findall(r'<polygon points="([^"]*)"', file.read_text(encoding="utf-8"))
    assert 2 * 3 == len(band.split())
