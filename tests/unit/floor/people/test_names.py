"""Names that look alike: one of two is refused, whoever asks for it and wherever it stands."""

import asyncio

import msgspec
import pytest

from pitboss.decider import Accepted, Person, Role
from pitboss.errors import InputError
from pitboss.floor.commands import Principal
from pitboss.floor.house_file import HouseRefused, read_house
from pitboss.floor.people import acts as a
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.names import look_alike
from tests.support.web_house import opened

CYRILLIC_A, LEFT_TO_RIGHT, RIGHT_TO_LEFT, JOINER = "\u0430", "\u200e", "\u200f", "\u200d"
ALIKE = [
    f"de{CYRILLIC_A}ler",
    "DEALER",
    "DEaIER",
    "dea1er",
    "deaIer",
    "\uff44ealer",
    "\U0001d41dealer",
]


@pytest.mark.parametrize("name", ALIKE)
def test_a_name_that_looks_like_another_is_found(name):
    """Another script, capitals, digits, wide letters, letters of mathematics."""
    assert "dealer" == look_alike(name, ["teller", "dealer"])


@pytest.mark.parametrize(("one", "other"), [("dealer", "dealer-2"), ("T1", "T2"), ("анна", "anna"), ("ann", "anne")])
def test_names_that_differ_to_the_eye_are_two(one, other):
    """Numbers, other letters and other scripts are no reason to refuse anybody."""
    assert look_alike(one, [other]) is None


def ask(live, act):
    """Have an administrator take somebody on before a director; return the answer."""

    async def run():
        admin = Principal(Person("admin", Role.ADMIN))
        waiting = await live.desk.command(admin, HOUSE_STREAM, "k", msgspec.json.encode(act))
        return await live.desk.approve(Principal(Person("director", Role.DIRECTOR)), waiting.approval)

    return asyncio.run(run()).recorded.answer


@pytest.mark.parametrize("name", [*ALIKE, "tl", "\u0422\u0031", "Clock", "house\u2010server"])
def test_nobody_is_taken_on_under_a_name_that_looks_like_another(house, name):
    """Of a person, of a machine (T1), or of the server itself."""
    with pytest.raises(InputError, match="looks like"):
        ask(house, a.AddPerson(person=name, name="Somebody", role=Role.DEALER))
    with pytest.raises(InputError, match="looks like"):
        ask(house, a.EnrolTerminal(terminal=name, kind=a.TerminalKind.PLAYER, stream="automatic-1"))
    assert name not in house.desk.people


@pytest.mark.parametrize("mark", [LEFT_TO_RIGHT, RIGHT_TO_LEFT, JOINER, "\ufeff", "\u00ad"])
def test_a_name_has_nothing_that_is_not_seen(house, mark):
    """Neither the name that one signs in by, nor the one that is shown."""
    for person, name in ((f"z{mark}ed", "Zed"), ("zed", f"Z{mark}ed")):
        with pytest.raises(InputError, match="not seen"):
            ask(house, a.AddPerson(person=person, name=name, role=Role.DEALER))


@pytest.mark.parametrize("name", ["zed", "zoë", "анна", "王小明", "José Núñez"])
def test_a_name_of_any_script_is_taken(house, name):
    """What looks like nobody else's is nobody else's."""
    assert isinstance(ask(house, a.AddPerson(person=name, name=name, role=Role.DEALER)), Accepted)


def test_a_house_file_with_names_that_look_alike_is_refused(path, journal):
    """Every one of them is named; and a new name in it is held to those on record."""
    text = path.read_text()
    entry = '[[staff]]\nid = "{}"\nname = "X{}"\nrole = "dealer"\n'
    path.write_text(text + entry.format("ADMIN", "") + entry.format("zed", RIGHT_TO_LEFT))
    with pytest.raises(HouseRefused) as error:
        read_house(path)
    assert ["looks like admin", "has a character that is not seen, here or in what is shown"] == [
        fault.reason for fault in error.value.faults
    ]
    path.write_text(text + entry.format("zed", ""))
    opened(path, journal).close()
    path.write_text(text + entry.format("ZED", ""))
    with pytest.raises(InputError, match="looks like zed"):
        opened(path, journal)
