"""Acts that need two people: who may be the second, for how long one may wait, and what may happen meanwhile."""

import asyncio
from itertools import product
from typing import Any

import msgspec
import pytest

from pitboss.decider import Accepted, Person, Role
from pitboss.errors import InputError
from pitboss.floor.commands import Answered, Principal, Waiting
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden
from pitboss.tote.day import acts as day_acts
from tests.support.acts import sample, tag_of
from tests.support.web_house import Clock, opened, person_of, recorded, written_house
from tests.unit.floor.people.test_roles import STAFF

ADD = msgspec.json.encode(people_acts.AddPerson(person="Nia", name="Nia New", role=Role.DEALER))


def who(role, number=1, terminal=None):
    """Return somebody of a role."""
    return Principal(Person(person_of(role, number), role), terminal=terminal)


@pytest.fixture
def clock():
    """Return a clock that the test moves."""
    return Clock()


@pytest.fixture
def house(tmp_path, clock):
    """Yield a small house, two people of each role."""
    live = opened(written_house(tmp_path, of_each_role=2), str(tmp_path / "house.db"), clock)
    yield live
    live.close()


async def _asked(house, by=Role.ADMIN, act=ADD, stream=HOUSE_STREAM, key="k"):
    found = await house.desk.command(who(by), stream, key, act)
    assert isinstance(found, Waiting)
    return found.approval


def test_an_act_of_two_people_is_done_when_the_second_stands_by(house):
    """The second person's word has it decided, with both names in the record; the code comes with the answer."""

    async def run():
        return await house.desk.approve(who(Role.PIT_MANAGER), await _asked(house))

    found = asyncio.run(run())
    assert isinstance(found, Answered)
    assert isinstance(found.recorded.answer, Accepted)
    event: Any = found.recorded.answer.events[0]
    assert ("Nia", "admin", "pit-manager") == (event.person, event.by, event.witness)
    assert found.code is not None
    assert "Nia" in house.door._codes


@pytest.mark.parametrize("role", STAFF)
def test_only_somebody_of_another_role_stands_by(house, role):
    """Every role as the second person for an administrator's act, each in the person of another colleague."""

    async def run():
        return await house.desk.approve(who(role, 2), await _asked(house))

    if role is Role.ADMIN:
        with pytest.raises(Forbidden):
            asyncio.run(run())
        assert "Nia" not in house.desk.people
    else:
        assert isinstance(asyncio.run(run()).recorded.answer, Accepted)


def test_nobody_is_their_own_second_person(house):
    """Whoever asked cannot stand by, not even under another role that they were given meanwhile."""

    async def run(role):
        return await house.desk.approve(Principal(Person("admin", role)), await _asked(house, key=role.value))

    for role in (Role.ADMIN, Role.AUDITOR):
        with pytest.raises(Forbidden):
            asyncio.run(run(role))
    assert "Nia" not in house.desk.people


def test_a_colleague_without_a_part_in_the_row_cannot_stand_by(house):
    """A dealer's void is stood by somebody who may void, not by a teller or an auditor."""
    act = msgspec.json.encode(sample(_act(house, "automatic-1", "automatic.rule_number/1")))

    async def run(role):
        approval = await _asked(house, by=Role.DEALER, act=act, stream="automatic-1", key=role.value)
        return await house.desk.approve(who(role), approval)

    for role in (Role.TELLER, Role.CASHIER, Role.AUDITOR, Role.ADMIN, Role.DEALER):
        with pytest.raises(Forbidden):
            asyncio.run(run(role))
    assert isinstance(asyncio.run(run(Role.PIT_SUPERVISOR)), Answered)


def _act(house, stream, tag):
    return next(kind for kind in house.desk.streams[house.desk.named(stream)].acts if tag_of(kind) == tag)


@pytest.mark.parametrize(("seconds", "is_in_time"), [(299, True), (301, False)])
def test_a_second_person_comes_within_five_minutes(house, clock, seconds, is_in_time):
    """A question of 299 seconds ago is answered; one of 301 must be asked anew."""

    async def run():
        approval = await _asked(house)
        clock.move(seconds)
        return await house.desk.approve(who(Role.AUDITOR), approval)

    if is_in_time:
        assert isinstance(asyncio.run(run()).recorded.answer, Accepted)
    else:
        with pytest.raises(Forbidden, match="older than 5 minutes"):
            asyncio.run(run())
    assert is_in_time == ("Nia" in house.desk.people)


@pytest.mark.parametrize(
    "deed",
    [
        people_acts.DisablePerson(person="admin", reason="left"),
        people_acts.ChangeRole(person="admin", role=Role.DEALER),
    ],
)
def test_whoever_asked_must_still_be_who_they_were(house, deed):
    """If the asker was disabled, or has another role by then, nothing is done."""

    async def run():
        approval = await _asked(house)
        assert isinstance((await house.door.record(deed)).answer, Accepted)  # and the desk is not told yet
        return await house.desk.approve(who(Role.PIT_MANAGER), approval)

    with pytest.raises(Forbidden, match="may not act any more"):
        asyncio.run(run())
    assert "Nia" not in house.desk.people


@pytest.mark.parametrize(
    "deed",
    [
        people_acts.DisablePerson(person="pit-manager", reason="left"),
        people_acts.ChangeRole(person="pit-manager", role=Role.DEALER),
    ],
)
def test_the_second_person_must_be_who_they_say_at_that_moment(house, deed):
    """A second person who was disabled, or has another role by now, does not count, even if a session was left."""

    async def run():
        approval = await _asked(house)
        assert isinstance((await house.door.record(deed)).answer, Accepted)  # and the desk is not told yet
        return await house.desk.approve(who(Role.PIT_MANAGER), approval)

    with pytest.raises(Forbidden):
        asyncio.run(run())
    assert "Nia" not in house.desk.people


def test_a_question_survives_a_restart_of_the_server(tmp_path, clock):
    """What waited before the server stopped is approved after it, once."""
    path, journal = written_house(tmp_path), str(tmp_path / "house.db")
    live = opened(path, journal, clock)
    approval = asyncio.run(_asked(live))
    live.close()
    live = opened(path, journal, clock)
    found = asyncio.run(live.desk.approve(who(Role.AUDITOR), approval))
    assert isinstance(found.recorded.answer, Accepted)
    with pytest.raises(InputError, match="nothing of that number"):
        asyncio.run(live.desk.approve(who(Role.DIRECTOR), approval))
    live.close()


def test_many_second_persons_at_once_have_one_effect(house):
    """Of twenty who stand by at the same moment one does; the others are told that nothing waits."""

    async def run():
        approval = await _asked(house)
        roles = [role for role in STAFF if role is not Role.ADMIN]
        seconds = [who(role, number) for role, number in product(roles, (1, 2))]
        deeds = [house.desk.approve(second, approval) for second in seconds]
        return await asyncio.gather(*deeds, return_exceptions=True)

    found = asyncio.run(run())
    assert 1 == sum(isinstance(one, Answered) for one in found)
    assert all(isinstance(one, (Answered, Forbidden, InputError)) for one in found)


def test_whoever_asks_what_became_of_a_confirmed_act_is_told_once_it_is_decided(house, monkeypatch):
    """The question is gone before the act is decided: an answer in between would say that nothing was done."""
    order, submit = [], house.desk._submit

    async def slow(*given, **named):
        asking = asyncio.create_task(house.desk.fate(who(Role.ADMIN), HOUSE_STREAM, "k"))
        asking.add_done_callback(lambda _: order.append("told"))
        await house.desk.renew()
        found = await submit(*given, **named)
        order.append("decided")
        return found, asking

    async def run():
        approval = await _asked(house)
        monkeypatch.setattr(house.desk, "_submit", slow)
        return await (await house.desk.approve(who(Role.PIT_MANAGER), approval))[1]

    assert isinstance(asyncio.run(run()).answer, Accepted)
    assert ["decided", "told"] == order


def test_a_declined_question_is_gone(house):
    """Whoever is asked may say no; nobody can stand by after that."""

    async def run():
        approval = await _asked(house)
        await house.desk.decline(who(Role.AUDITOR), approval)
        return await house.desk.approve(who(Role.DIRECTOR), approval)

    with pytest.raises(InputError, match="nothing of that number"):
        asyncio.run(run())


def test_a_question_is_declined_by_who_asked_or_could_stand_by(house):
    """A teller has nothing to say about a table's limits; whoever asked may take the question back."""
    act = msgspec.json.encode(sample(_act(house, "roulette-1", "table.set_limit/1")))

    async def run():
        found = await house.desk.command(who(Role.PIT_SUPERVISOR), "roulette-1", "k", act)
        with pytest.raises(Forbidden, match="may decline"):
            await house.desk.decline(who(Role.TELLER), found.approval)
        await house.desk.decline(who(Role.PIT_SUPERVISOR), found.approval)
        return await house.desk.approve(who(Role.PIT_MANAGER), found.approval)

    with pytest.raises(InputError, match="nothing of that number"):
        asyncio.run(run())


def test_a_machine_has_no_second_person(house):
    """A terminal that asks for somebody to stand by is refused."""
    asyncio.run(recorded(house, people_acts.SwitchTerminal(terminal="T1", is_on=True)))
    act = msgspec.json.encode(sample(_act(house, "automatic-1", "automatic.clear_bets/1")))
    with pytest.raises(Forbidden, match="no second person"):
        asyncio.run(house.desk.command(house.desk.of_terminal("T1"), "automatic-1", "k", act, second=True))


def test_a_supervisor_verifies_what_a_teller_does_not_pay_alone(house):
    """Cashing with a second person waits in the row in which supervisors have a part, and a supervisor may stand by."""
    act = msgspec.json.encode(sample(day_acts.CashTicket))

    async def run():
        found = await house.desk.command(who(Role.TELLER, terminal="T1"), "tote", "k", act, second=True)
        pending = house.floor.look(HOUSE_STREAM).state.approvals[found.approval]
        assert "cash_above" == pending.row
        return await house.desk.approve(who(Role.MUTUEL_SUPERVISOR), found.approval)

    assert isinstance(asyncio.run(run()), Answered)


@pytest.mark.parametrize("tag", ["house.give_approval/1", "house.decline_approval/1"])
def test_nobody_records_a_second_person_past_the_desk(house, tag):
    """A word of approval counts only where it has the act decided; sent as an act of its own it is refused."""

    async def run():
        approval = await _asked(house)
        act = msgspec.json.encode({"type": tag, "approval": approval})
        await house.desk.command(who(Role.PIT_MANAGER), HOUSE_STREAM, "x", act)

    with pytest.raises(Forbidden):
        asyncio.run(run())
