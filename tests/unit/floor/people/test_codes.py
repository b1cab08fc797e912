"""One-time codes and the keys of terminals: used once, in time, and nowhere on the disk."""

import asyncio
from math import log2

import pytest

from pitboss.decider import Accepted
from pitboss.floor.people import acts as a
from pitboss.floor.people.attempts import Place
from pitboss.floor.people.door import CODE_HOURS, NotLetIn
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.tokens import half_for, new_code, new_half
from pitboss.floor.rate_limit import Slow
from pitboss.journal import Batch, Secret
from tests.support.machine_key import MachineKey
from tests.support.web_house import PASSWORD, opened, recorded, written_house
from tests.unit.floor.people.test_door import tried

KEY = MachineKey().public


def test_a_code_is_used_once(house):
    """It lets its person choose a password; after that it is like any wrong one."""
    with pytest.raises(NotLetIn):
        asyncio.run(house.door.choose_password("dealer", house.codes["dealer"], "another teapot sang"))
    assert [False, True] == asyncio.run(tried(house, "another teapot sang", PASSWORD))


@pytest.mark.parametrize("make", [new_code, lambda: half_for(b"key", "one") + new_half()])
def test_a_code_has_at_least_128_bits(make):
    """Printed whole or in two halves: each letter is one of 32, and every one of them is drawn."""
    letters = [letter for _ in range(200) for letter in make() if letter != "-"]
    assert (32, True) == (len(set(letters)), len(letters) / 200 * log2(len(set(letters))) >= 128)


def test_a_code_used_twenty_times_at_once_lets_one_in(house):
    """Checking and using it are one step."""

    async def run():
        code, door = house.codes["teller"], house.door
        deeds = [door.choose_password("teller", code, f"seven teapots {n:02}", Place(f"p{n}")) for n in range(20)]
        return await asyncio.gather(*deeds, return_exceptions=True)

    found = asyncio.run(run())
    assert 19 == sum(isinstance(one, NotLetIn) for one in found)


@pytest.mark.parametrize(("seconds", "is_good"), [(-1, True), (1, False)])
def test_a_code_is_good_for_a_day(house, clock, seconds, is_good):
    """Whoever comes later asks for a new one."""
    code, secret = house.door.person_code("teller")
    house.door.learn([secret])
    clock.move(CODE_HOURS * 3600 + seconds)
    if is_good:
        asyncio.run(house.door.choose_password("teller", code, PASSWORD))
    else:
        with pytest.raises(NotLetIn):
            asyncio.run(house.door.choose_password("teller", code, PASSWORD))


def test_a_code_is_its_persons_own(house):
    """Somebody else's code opens nothing, and whoever guesses at codes has to wait."""
    for _ in range(3):
        with pytest.raises(NotLetIn):
            asyncio.run(house.door.choose_password("teller", house.codes["cashier"], PASSWORD))
    with pytest.raises(Slow):
        asyncio.run(house.door.choose_password("teller", house.codes["teller"], PASSWORD))


def test_a_fresh_house_lets_nobody_in_without_the_printed_codes(tmp_path):
    """No account has a password, whatever is guessed; only a few people have codes, and each is its own."""
    live = opened(written_house(tmp_path, codes_for="admins"), str(tmp_path / "house.db"))
    people = list(live.desk.people)
    assert {"admin", "auditor", "pit-manager", "director", "mutuel-manager"} == set(live.codes) & set(people)
    assert [] == [person for person in people if live.door.has_password(person)]
    for person in people:
        assert not any(asyncio.run(tried(live, "", person, "password", "admin", "changeme", person=person)))
        for code in ("", "0000", "AAAA-AAAA-AAAA-AAAA"):
            with pytest.raises((NotLetIn, Slow)):
                asyncio.run(live.door.choose_password(person, code, PASSWORD))
    assert {} == live.door.sessions
    live.close()


def test_neither_password_nor_code_nor_token_is_on_the_disk(house, tmp_path):
    """Only hashes are kept: the files of the journal hold none of what opens the door."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    _, key = asyncio.run(house.door.bind(house.codes["T1"], KEY))
    house.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("house.db*"))
    for secret in (PASSWORD, token, session.device, key, *house.codes.values()):
        assert secret.encode() not in kept


# Terminals


def test_terminals_are_off_and_unbound_at_first(house):
    """Every position of the house file waits for a machine, and for somebody to switch it on."""
    assert {(False, False)} == {(one.is_on, one.is_bound) for one in house.desk.positions.values()}
    asyncio.run(house.door.bind(house.codes["T1"], KEY))
    with pytest.raises(Forbidden, match="switched off"):
        house.desk.of_terminal("T1")


def test_a_terminals_code_is_used_once(house):
    """Ten machines that give it at the same moment: one is bound."""

    async def run():
        return await asyncio.gather(
            *(house.door.bind(house.codes["T1"], KEY) for _ in range(10)), return_exceptions=True
        )

    found = asyncio.run(run())
    assert 9 == sum(isinstance(one, NotLetIn) for one in found)
    assert ["T1"] == list(house.door.terminals.values())


@pytest.mark.parametrize(("seconds", "is_good"), [(-1, True), (1, False)])
def test_a_terminals_code_is_good_for_a_day(house, clock, seconds, is_good):
    """A slip of paper that is found later binds nothing."""
    code, secret = house.door.terminal_code("T1")
    house.door.learn([secret])
    clock.move(CODE_HOURS * 3600 + seconds)
    if is_good:
        assert "T1" == asyncio.run(house.door.bind(code, KEY))[0]
    else:
        with pytest.raises(NotLetIn):
            asyncio.run(house.door.bind(code, KEY))


def test_a_new_machine_at_a_position_makes_the_old_key_useless(house):
    """A position has one machine, and the old one's connection is cut."""
    cut: list[str] = []
    house.door.on_cut.append(cut.append)
    _, old = asyncio.run(house.door.bind(house.codes["T1"], KEY))
    code, secret = house.door.terminal_code("T1")
    house.door.learn([secret])
    cut.clear()
    _, new = asyncio.run(house.door.bind(code, KEY))
    assert (None, "T1") == (house.door.terminal(old), house.door.terminal(new))
    assert ["T1"] == cut


def test_a_terminal_that_the_house_file_moves_needs_a_new_key(tmp_path, clock):
    """A machine that stood at one table does not stand at another because a file says so."""
    journal = str(tmp_path / "house.db")
    live = opened(written_house(tmp_path, terminals=[("T1", "player", "automatic-1")]), journal, clock)
    _, key = asyncio.run(live.door.bind(live.codes["T1"], KEY))
    asyncio.run(recorded(live, a.SwitchTerminal(terminal="T1", is_on=True)))
    live.close()
    moved = opened(written_house(tmp_path, terminals=[("T1", "seat", "roulette-1")]), journal, clock)
    assert "roulette-1" == moved.desk.positions["T1"].stream
    assert not moved.desk.positions["T1"].is_on
    assert moved.door.terminal(key) is None
    assert {} == moved.floor.journal.secrets("terminal")
    moved.close()


def test_secrets_come_and_go_with_the_act_they_belong_to(house):
    """A refused act leaves no secret behind."""
    secret = Secret("session", "x" * 64, b"{}")
    answer = asyncio.run(house.door.record(a.SwitchTerminal(terminal="T9", is_on=True), secrets=[secret])).answer
    assert not isinstance(answer, Accepted)
    assert "x" * 64 not in house.floor.journal.secrets("session")
    house.floor.journal.append(Batch(secrets=[secret]))
    assert "x" * 64 in house.floor.journal.secrets("session")
