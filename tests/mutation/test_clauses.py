"""A campaign over all places where clauses are carried out: what `tests/evidence.json` says is noticed still is."""

import subprocess
import sys

import msgspec
import pytest

from pitboss.cli.evidence import evidence_in, seals
from tests.support.campaign import ROOT, Campaign, Part
from tests.support.mutation import Place, Result, places

PLACES_MAX = 1_500
PART = 6


def places_of(part: Part) -> list[Place]:
    """Return a part's places: each place belongs to one part, and a part's places to many clauses."""
    parts = -(-PLACES_MAX // PART)
    return places()[part.number :: parts][: part.cases]


def examined(found: list[Place]) -> list[Result]:
    """Take out, in a process of its own, what stands at some places."""
    command = [sys.executable, "-m", "tests.support.evidence", "--at", *(place.name for place in found)]
    answer = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    lines = [line for line in answer.stdout.splitlines() if line.startswith("{")]
    assert len(found) == len(lines), answer.stdout[-2000:] + answer.stderr[-2000:]
    return [msgspec.json.decode(line, type=Result) for line in lines]


def search(part: Part) -> dict[str, int]:
    """Hold a part's places to the evidence; what changed since it was found is not known, and not asked."""
    evidence, sealed = evidence_in(ROOT / "tests").clauses, seals()
    current = {clause for clause, held in evidence.items() if held.seal == sealed.get(clause)}
    results = examined(places_of(part))
    lost = [
        f"{clause} at {result.place}"
        for result in results
        for clause in result.tried
        if clause in current and result.place not in evidence[clause].unnoticed and clause not in result.noticed
    ]
    assert [] == lost
    return {"places": len(results), "noticed": sum(len(result.noticed) for result in results)}


@pytest.mark.campaign(PLACES_MAX)
def test_what_is_taken_out_is_still_noticed(request):
    """Of every clause, at every place where it is said to be noticed, a marked test goes red when its code is gone."""
    met = Campaign.of(request, "clauses", part_cases=PART, slice_cases=2).run(search)
    assert met["noticed"] > 0


def test_the_campaign_has_room_for_all_places():
    """Each place belongs to a part."""
    assert len(places()) <= PLACES_MAX
