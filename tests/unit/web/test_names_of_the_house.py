"""The names of the house: a page of a foreign name that leads here (DNS rebinding) is a foreign page."""

import asyncio

import pytest

from pitboss.errors import InputError
from pitboss.floor.house_file import read_house
from tests.support.web_house import web_house, written_house
from tests.unit.web.test_guard import asked, guarded, scope_of

HOSTS = [
    ("house.example", True),
    ("house.example:8443", True),
    ("HOUSE.example.", True),
    ("localhost:8000", True),
    ("127.0.0.1:8000", True),
    ("[::1]:8000", True),
    ("192.168.1.20", True),
    ("evil.example", False),
    ("evil.example:8000", False),
    ("house.example.evil.example", False),
    ("127.0.0.1.evil.example", False),
    ("sub.house.example", False),
    ("", False),
    ("[", False),
]


@pytest.mark.parametrize(("host", "is_ours"), HOSTS)
def test_a_host_that_is_not_ours_is_refused_though_the_origin_equals_it(host, is_ours):
    """A page that was led here by its own name reads nothing and opens no socket."""
    for scope in (scope_of("GET", host=host), scope_of(host=host, origin=f"http://{host}")):
        assert is_ours == (asyncio.run(asked(guarded(), scope))[0]["status"] == 200)
    socket = scope_of(kind="websocket", host=host, origin=f"http://{host}")
    assert is_ours == (asyncio.run(asked(guarded(), socket))[0]["type"] == "websocket.accept")


def test_the_house_file_says_which_names_are_its_own(tmp_path):
    """One that is in it is served, any other gets 421 and nothing else."""
    path = written_house(tmp_path)
    path.write_text(path.read_text().replace("[net]", '[net]\nnames = ["floor.heron.example"]'))
    with web_house(path) as web:
        found = [web.visitor().get("/", headers={"host": host}) for host in ("floor.heron.example:1", "evil.example")]
        assert [200, 421] == [answer.status_code for answer in found]
        assert "ForeignHost" == found[1].json()["error"]


@pytest.mark.parametrize("name", ["", "http://floor.example", "floor.example:8443", "Floor.Example", "*"])
def test_a_name_is_a_name_of_a_host(tmp_path, name):
    """Neither an address of the web nor a pattern."""
    path = written_house(tmp_path)
    path.write_text(path.read_text().replace("[net]", f'[net]\nnames = ["{name}"]'))
    with pytest.raises(InputError, match="net"):
        read_house(path)
