"""Where a request comes from: what the line says, not what the request does; and how much one address may hold."""

import asyncio

import pytest
from websockets.exceptions import InvalidStatus

from pitboss.errors import InputError
from pitboss.floor.house_file import read_house
from pitboss.web.guard import address_of
from tests.support.web_guest import Guest
from tests.support.web_house import PASSWORD, until, web_house, written_house
from tests.unit.web.test_guard import OWN, asked, guarded, scope_of


@pytest.fixture
def limited(tmp_path):
    """Yield a house whose limits hold, where strangers have three sockets from an address."""
    with web_house(written_house(tmp_path, sockets=3), has_limits=True) as web:
        yield web


def forwarded(number):
    """Return the head of a request that says to come from elsewhere."""
    return {"x-forwarded-for": f"10.1.{number // 256}.{number % 256}"}


def test_a_forged_address_is_not_believed(limited):
    """Whoever says to be somewhere else is counted where they are, and shuts nobody else out."""
    guest = limited.visitor()
    bodies = [{"person": f"x{number}", "password": "wrong one"} for number in range(15)]
    found = [guest.post("/api/sign-in", body, headers=forwarded(n)).status_code for n, body in enumerate(bodies)]
    assert [401] * 10 + [429] * 5 == found
    assert ["127.0.0.1"] == list(limited.server.sign_ins.found)


def test_a_proxy_that_the_house_names_is_believed(tmp_path):
    """It says from where its requests come; a second house file without it does not."""
    path = written_house(tmp_path)
    path.write_text(path.read_text().replace("[net]", '[net]\nproxies = ["127.0.0.0/8"]'))
    with web_house(path, has_limits=True) as web:
        body = {"person": "x", "password": "wrong one"}
        assert 401 == web.visitor().post("/api/sign-in", body, headers=forwarded(7)).status_code
        assert ["10.1.0.7"] == list(web.server.sign_ins.found)


@pytest.mark.parametrize("proxy", ["proxy.example", "10.0.0.300", "10.0.0.1/24"])
def test_a_proxy_is_an_address(tmp_path, proxy):
    """A name could be taken over, and a mistake would believe nobody or everybody."""
    path = written_house(tmp_path)
    path.write_text(path.read_text().replace("[net]", f'[net]\nproxies = ["{proxy}"]'))
    with pytest.raises(InputError, match=r"net\.proxies\[0\].*expected an address"):
        read_house(path)


def test_an_address_of_ipv6_counts_as_its_network():
    """Whoever has one address of a network has 18 quintillion of them."""
    guard = guarded()
    guard._requests.most, guard._requests.rate = 3, 0
    scopes = [{**scope_of("GET", **OWN), "client": (f"2001:db8::{number:x}", 5)} for number in range(1, 6)]
    assert [200, 200, 200, 429, 429] == [asyncio.run(asked(guard, scope))[0]["status"] for scope in scopes]
    assert "local" == address_of({})


def test_10_400_addresses_shut_nobody_out():
    """However many addresses there are, the next one is served."""
    guard = guarded()
    for number in range(10_400):
        scope = {**scope_of("GET", **OWN), "client": (f"10.1.{number // 256}.{number % 256}", 5)}
        assert guard._refusal(scope) is None
    assert 200 == asyncio.run(asked(guard, scope_of("GET", **OWN)))[0]["status"]


def opened_by(guest):
    """Tell whether somebody may open a socket, and leave it open."""
    line = guest.socket()
    try:
        line.__enter__().wait("welcome")
    except InvalidStatus:
        return None
    return line


def test_strangers_hold_their_share_of_sockets_and_no_more(limited):
    """Three from one address; a fourth is refused until one goes, and another address has its own three."""
    stranger, elsewhere = limited.visitor(), limited.took(Guest(address="127.0.0.9"))
    lines = [opened_by(stranger) for _ in range(4)]
    assert [True, True, True, False] == [line is not None for line in lines]
    other = opened_by(elsewhere)
    assert other is not None
    lines.pop(0).__exit__(None, None, None)
    until(lambda: limited.server.strangers["127.0.0.1"] == 2)
    again = opened_by(stranger)
    for line in (*lines, other, again):
        if line is not None:
            line.__exit__(None, None, None)
    until(lambda: not limited.server.strangers)


def test_staff_and_terminals_are_not_counted_with_strangers(limited):
    """While strangers hold all of an address's share, those of the house come and go."""
    stranger, dealer, machine = limited.visitor(), limited.let_in("dealer"), limited.bind("T1")
    lines = [opened_by(stranger) for _ in range(3)]
    assert opened_by(stranger) is None
    for _ in range(8):
        for guest in (dealer, machine):
            with guest.socket() as line:
                line.wait("welcome")
    assert {"127.0.0.1": 3} == dict(limited.server.strangers)
    for line in lines:
        line.__exit__(None, None, None)


def test_requests_of_staff_are_not_counted_with_strangers(limited):
    """An address that has asked too often is refused; whoever is signed in there, or is a terminal, is not."""
    stranger, dealer, machine = limited.visitor(), limited.let_in("dealer"), limited.bind("T1")
    limited.guard._requests.most, limited.guard._requests.rate = 5, 0.001
    assert [200] * 5 + [429] == [stranger.get("/healthz").status_code for _ in range(6)]
    assert (200, 200) == (dealer.get("/api/me").status_code, machine.get("/api/me").status_code)
    assert 429 == stranger.sign_in("dealer", PASSWORD).status_code
