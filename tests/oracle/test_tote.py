"""The totalizator against published examples: whole answers, to the cent."""

import json
from pathlib import Path

import pytest

from tests.support.tote_driver import answered

PUBLISHED = sorted((Path(__file__).parent / "data/tote").glob("*.json"))


def test_published_examples_are_there():
    """All thirteen are found, so that a moved folder fails no test in silence."""
    assert 13 == len(PUBLISHED)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_examples(path):
    """Every figure of the answer is the published one, or follows from it."""
    example = json.loads(path.read_text(encoding="utf-8"))
    assert example["expected"] == answered(example["input"])
