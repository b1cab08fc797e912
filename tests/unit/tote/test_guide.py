"""The guide and the example cards: documents are answered as shown, choices are all there with their defaults."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from pitboss.cli import main
from pitboss.tote.config import Config, config_of
from pitboss.tote.documents import PoolDocument, RaceDocument, RunnerDocument, TicketDocument
from tests.support.naive_tote import settle
from tests.support.tote_driver import answered

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs/tote.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples/tote").glob("*.json"))
CHOICE = re.compile(r"^\| `(\w+)` \| (?:`([^`]*)`|none) \|", re.MULTILINE)


def fences(kind):
    """Return the code blocks of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def test_documents_are_answered_as_shown():
    """Each document of the guide gets the answer below it."""
    documents, answers = ([json.loads(block) for block in fences(f"json {kind}")] for kind in ("document", "answer"))
    assert answers
    assert answers == [answered(document) for document in documents]


def test_the_command_prints_what_is_shown(capsys, monkeypatch):
    """Word for word, but for blanks."""
    command, _, output = fences("console")[0].removeprefix("$ pitboss ").partition("\n")
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as leaving:
        main(command.split())
    assert (0, output.split()) == (leaving.value.code, capsys.readouterr().out.split())


def test_every_choice_stands_there_with_its_default():
    """And no others do."""
    shown = {name: default for name, default in CHOICE.findall(GUIDE) if name in Config.__struct_fields__}
    read = {name: json.loads(text) if text[:1] in "{3" else text for name, text in shown.items() if text}
    assert set(Config.__struct_fields__) == set(shown)
    assert Config() == config_of(read, "config")
    assert {"twin_carryover_cap"} == set(shown) - set(read)


@pytest.mark.parametrize("shape", [RaceDocument, RunnerDocument, PoolDocument, TicketDocument])
def test_every_field_is_explained(shape):
    """The guide names each as code."""
    words = {word for code in re.findall(r"`([^`\n]+)`", GUIDE) for word in re.findall(r"\w+", code)}
    assert [] == [field.encode_name for field in msgspec.structs.fields(shape) if field.encode_name not in words]


def test_examples_are_there():
    """So that a moved folder fails no test in silence."""
    assert ["afternoon", "pick-six-carryover", "two-takeouts"] == [path.stem for path in EXAMPLES]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_settled(path):
    """Every pool is official, and both settlements agree on all of it."""
    card = json.loads(path.read_text(encoding="utf-8"))
    answer = answered(card)
    assert settle(card) == answer
    assert {"official"} == {pool["status"] for pool in answer["pools"].values()}
