"""Where a command may be refused: the page on architecture lists every place, in order, and there is no other."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from pitboss.errors import PitbossError
from pitboss.floor import live
from tests.arch.tree import ROOT, modules

PAGE = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Where a command may be refused\n")[2].partition("\n## ")[0]
ROWS = [line for line in SECTION.splitlines() if re.match(r"\| \d ", line)]
LISTED = [place for row in ROWS for place in re.findall(r"`([\w/]+\.py::[\w.]+)`", row)]
DECIDE = ("floor/people/checks.py", "floor/people/decide.py")
"""The house's own stream: what its `decide` refuses is one line of the list, like that of every game."""
ELSEWHERE = {
    "floor/devices/": "settings and papers, before the house is open or when somebody scans",
    "floor/house_file.py": "the house's file, before it is open",
    "floor/house_key.py": "the house's key, before it is open",
    "floor/sealed_journal.py": "the house's key, before it is open",
    "floor/race_cards.py": "files of race cards, before one is opened",
    "floor/live.py": "the house's file, before it is open",
    "floor/archive.py": "files of an archive, when somebody archives",
    "floor/copies.py": "a copy of a journal",
    "floor/convert.py": "a journal of an earlier version that is converted",
    "floor/anchors.py": "a head that is kept elsewhere, and a journal that is opened",
    "floor/identity.py": "a journal that is opened",
    "floor/verify/checkpoint.py": "a checkpoint that a journal is verified since",
    "floor/verify/since.py": "a checkpoint that a journal is verified since",
    "floor/writer/books.py": "a journal that is read",
    "floor/writer/transcripts.py": "a transcript that is played into a journal",
    "floor/people/attempts.py": "signing in",
    "floor/people/door.py::Door._is_right": "signing in",
    "floor/people/door.py::Door.bind": "enrolling",
    "floor/people/door.py::Door.choose_password": "signing in",
    "floor/people/door.py::Door._known": "signing in, and a second person's password",
    "floor/people/chosen.py": "choosing a password",
    "floor/people/door.py::Door.require_password": "signing in, and changing one's password",
    "floor/people/door.py::Door.sign_in": "signing in",
    "floor/people/door.py::Door.unlock": "signing in",
    "floor/people/door.py::Door.vouch": "a second person's password",
    "floor/people/door.py::Door.accepted": "signing in",
    "floor/people/door.py::Door.go_on": "signing in",
    "floor/people/passkeys.py": "signing in, one's own passkeys, and a second person's",
    "floor/tour.py": "a newcomer's place in a demonstration",
    "floor/people/machine_keys.py": "enrolling",
    "floor/people/passwords.py": "signing in",
    "floor/writer/history.py": "a journal that is read",
    "floor/writer/live_stream.py": "a stream that is opened, or read back",
    "floor/writer/writer.py::Floor._open": "a stream that is opened",
    "floor/writer/writer.py::Floor.open": "a stream that is opened",
    "web/api.py": "signing in, and the ledger",
    "web/tote_api.py::_typed": "a ticket that somebody asks about",
    "web/tote_api.py::ticket_why": "a ticket that somebody asks about",
    "web/floor_api.py::stream_story": "what is watched",
    "web/second_person.py::sheet": "what waits and is shown",
    "web/handlers.py::_may_watch": "what is watched",
    "web/lab_api.py": "figures of the laboratory, which changes nothing",
    "web/laboratory.py": "figures of the laboratory, which changes nothing",
    "web/machines_api.py": "enrolling, and showing a key",
    "web/mutuel_api.py::_refuse_others": "the mutuel manager's desk, which is looked at",
    "web/passkeys_api.py": "signing in, and one's own passkeys",
    "web/program_api.py": "a program or a bet slip that is shown",
    "web/requester.py::slow_down": "signing in",
    "web/tote_api.py::_layout": "a paper that is shown",
    "web/tote_api.py::refuse_stranger": "a ticket that is scanned, a bet that is typed",
    "web/tote_api.py::scan": "a ticket that is scanned",
    "web/tote_api.py::tote_paper": "a paper that is shown",
    "web/papers_api.py": "a paper that is shown",
    "web/table_api.py": "a table's list, which is looked at",
    "web/pit_api.py": "the pit's figures, which are looked at",
    "web/tour_api.py": "a newcomer's place in a demonstration",
}
"""Files, and functions, whose errors are no refusals of a command that somebody sent, and what they are about."""


def errors() -> set[str]:
    """Return the names of all errors that may be answered."""
    found, left = {PitbossError}, [PitbossError]
    while left:
        below = left.pop().__subclasses__()
        found.update(below)
        left += below
    return {kind.__name__ for kind in found if kind.__module__.startswith("pitboss.")}


def refusing(node: ast.AST, prefix: str, names: set[str]) -> Iterator[str]:
    """Yield the functions below a node that make one of these errors, a method with its class before it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from refusing(child, f"{prefix}{child.name}.", names)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from [f"{prefix}{child.name}"] * any(is_error(inner, names) for inner in ast.walk(child))


def is_error(node: ast.AST, names: set[str]) -> bool:
    """Tell whether an expression makes one of these errors, or decodes what somebody sent."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


@cache
def places() -> frozenset[str]:
    """Return every function of the floor and the web that refuses something."""
    assert live
    found, names = set(), errors() | {"decode_or_explain"}
    for name, tree in modules("src"):
        path = name.removeprefix("pitboss.").replace(".", "/") + ".py"
        if path.startswith(("floor/", "web/")):
            found |= {f"{path}::{function}" for function in refusing(tree, "", names)}
    return frozenset(found)


def is_elsewhere(place: str) -> bool:
    """Tell whether a place refuses something else than a command on its way."""
    return place.startswith((*ELSEWHERE, *DECIDE))


def test_every_place_that_may_refuse_is_listed():
    """Whoever adds a refusal says where it stands in the line, or what else it refuses."""
    assert [] == sorted(place for place in places() if place not in LISTED and not is_elsewhere(place))


def test_every_listed_place_refuses():
    """Each is there, once, and makes an error; one gate has another function do it, under a lock."""
    assert len(LISTED) == len(set(LISTED))
    assert {"floor/devices/reading_shoes.py::ReadingShoes.refuse_unread"} == set(LISTED) - places()


@pytest.mark.parametrize("place", ELSEWHERE)
def test_what_is_elsewhere_is_there(place):
    """A file or function without a refusal is struck from the list."""
    assert any(known.startswith(place) for known in places())


def test_gates_are_listed_in_the_order_in_which_they_are_asked():
    """The house lists its gates once, and the page in the same order."""
    tree = ast.parse((ROOT / "src/pitboss/floor/live.py").read_text(encoding="utf-8"))
    asked = [
        [ast.unparse(gate).rpartition(".")[2] for gate in node.value.elts]
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and ast.unparse(node.targets[0]) == "floor.gates"
        and isinstance(node.value, ast.List)
    ]

    assert asked == [[re.findall(r"::(?:\w+\.)?(\w+)`", row)[0] for row in ROWS if row.startswith("| 6 ")]]


def test_nobody_puts_itself_among_gates_or_listeners():
    """Both lists are written where the house is put together; only the server's screens come to it later."""
    added = [
        f"{name}: {ast.unparse(node)}"
        for name, tree in modules("src")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and re.search(r"\.(gates|listeners|screens)\.(append|insert|extend)$", ast.unparse(node.func))
    ]

    adding = "pitboss.web.server: self.house.floor.screens.append"
    assert [f"{adding}(self.{one}.hear)" for one in ("story", "hub")] == added
