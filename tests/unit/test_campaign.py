"""The campaigns' own machinery: parts and seeds, what a stop leaves, and how a part that failed is found again."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.campaign import Campaign, Part

CAMPAIGN = Campaign("wheel", 25, part_cases=10, slice_parts=2)


class Stopped(Exception):
    """The search was stopped."""


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    """Begin without any of the campaigns' environment, which `make campaign` itself sets."""
    for name in ("PITBOSS_CAMPAIGN", "PITBOSS_CAMPAIGN_DIR", "PITBOSS_CAMPAIGN_PART"):
        monkeypatch.delenv(name, raising=False)


def counted(part: Part) -> dict[str, int]:
    """Search nothing, and say how many cases the part had."""
    return {"cases": part.cases, f"part {part.number}": 1}


def test_parts_make_up_the_size():
    """The parts have all cases of the campaign, the last one what is left."""
    assert [10, 10, 5] == [part.cases for part in CAMPAIGN.parts]


def test_seeds_are_fixed():
    """A part has the same seed on every machine and in every run, and no two parts share one."""
    assert 3405647714937961849 == Part("wheel", 0, 10).seed
    assert 3 == len({part.seed for part in CAMPAIGN.parts})


def test_slice_is_the_first_parts():
    """Without the environment's word only the slice is searched."""
    assert {"cases": 20, "part 0": 1, "part 1": 1} == CAMPAIGN.run(counted)


def test_a_slice_begins_where_it_is_told_to():
    """With a part that meets by itself what a test asks for."""
    assert {"cases": 15, "part 1": 1, "part 2": 1} == replace(CAMPAIGN, slice_first=1).run(counted)
    assert {"cases": 6, "part 0": 1, "part 1": 1} == replace(CAMPAIGN, slice_cases=3).run(counted)


def test_all_parts_are_searched_at_full_size(monkeypatch, tmp_path):
    """With it every part is, and what they met is kept as finished."""
    monkeypatch.setenv("PITBOSS_CAMPAIGN", "1")
    monkeypatch.setenv("PITBOSS_CAMPAIGN_DIR", str(tmp_path))
    assert 25 == CAMPAIGN.run(counted)["cases"]
    assert ["wheel.finished.jsonl"] == [path.name for path in tmp_path.iterdir()]


def test_stopped_campaign_goes_on(tmp_path):
    """Parts that were finished before the stop are not searched again, but what they met counts."""
    kept, searched = tmp_path / "wheel.jsonl", []

    def search(part):
        searched.append(part.number)
        if searched == [0, 1]:
            raise Stopped
        return counted(part)

    with pytest.raises(Stopped):
        CAMPAIGN.run_all(search, kept)
    kept.write_text(kept.read_text() + '\n{"code": "cut sho')
    assert 25 == CAMPAIGN.run_all(search, kept)["cases"]
    assert [0, 1, 1, 2] == searched


def test_other_code_begins_anew(tmp_path):
    """Parts that were finished with other code prove nothing about this."""
    kept = tmp_path / "wheel.jsonl"
    kept.write_text('{"code": "other", "part": 0, "met": {"cases": 1000}}')
    assert 25 == CAMPAIGN.run_all(counted, kept)["cases"]


def test_failing_part_names_itself():
    """The error of a search carries the part, its seed and how to run it alone."""

    def search(part):
        assert part.number == 0
        return counted(part)

    with pytest.raises(AssertionError) as caught:
        CAMPAIGN.run(search)
    (note,) = caught.value.__notes__
    assert f"part 1 of the campaign wheel, seed {Part('wheel', 1, 10).seed}" in note
    assert "PITBOSS_CAMPAIGN_PART=1" in note


def test_one_part_runs_alone(monkeypatch):
    """A part that is asked for is searched, and nothing else; the test then says so by being skipped."""
    monkeypatch.setenv("PITBOSS_CAMPAIGN_PART", "2")
    searched = []

    def search(part):
        searched.append(part)
        return counted(part)

    with pytest.raises(pytest.skip.Exception):
        CAMPAIGN.run(search)
    assert [CAMPAIGN.parts[2]] == searched


@pytest.mark.parametrize(
    ("setting", "limit"),
    [({}, 600), ({"PITBOSS_CAMPAIGN": "1"}, 0), ({"PITBOSS_CAMPAIGN_PART": "2"}, 0)],
    ids=["slice", "whole", "one part"],
)
def test_a_time_limit_is_for_the_slice(request, monkeypatch, setting, limit):
    """A campaign of hours is not stopped by what its slice may take."""
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    item = pytest.Function.from_parent(request.node.parent, name="test_search", callobj=lambda: None)
    item.add_marker(pytest.mark.campaign(25))
    item.add_marker(pytest.mark.timeout(600))
    conftest = request.config.pluginmanager.get_plugin(str(Path(__file__).parents[1] / "conftest.py"))
    conftest.pytest_collection_modifyitems([item])
    assert pytest.mark.timeout(limit).mark == item.get_closest_marker("timeout")
