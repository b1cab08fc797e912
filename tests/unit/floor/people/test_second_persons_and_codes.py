"""Asker, second person and subject are three people, and a one-time code is with none of the first two alone."""

import asyncio
from contextlib import suppress
from itertools import product

import msgspec
import pytest

from pitboss.decider import Accepted, Command, Person, Role, handle
from pitboss.errors import PitbossError
from pitboss.floor.commands import Principal, Waiting
from pitboss.floor.people import acts as a
from pitboss.floor.people.attempts import HERE, Place
from pitboss.floor.people.checks import SERVER, given_by
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.house import HOUSE, HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden, matrix
from pitboss.floor.people.secrets import MAKING_CODES
from pitboss.floor.people.state import HouseConfig
from pitboss.floor.people.tokens import new_half, readings
from tests.support.machine_key import MachineKey
from tests.support.web_house import PASSWORD, opened, person_of, written_house
from tests.unit.floor.people.test_house import NOW

STAFF = tuple(role for role in Role if role not in (Role.PLAYER, Role.DEVICE))
CODED = [
    a.AddPerson(person="nia", name="Nia New", role=Role.DIRECTOR),
    a.RestorePerson(person="pit-manager"),
    a.EnrolTerminal(terminal="T9", kind=a.TerminalKind.SENSOR, stream="automatic-1"),
]


def ranked(role):
    """Return the rank of a role as written by hand: whoever changes the data changes this too, knowingly."""
    lines = [
        {Role.DEALER, Role.MUCKER, Role.TELLER, Role.CASHIER},
        {Role.INSPECTOR, Role.FLOORPERSON},
        {Role.PIT_SUPERVISOR, Role.MUTUEL_SUPERVISOR},
        {Role.PIT_MANAGER, Role.MUTUEL_MANAGER, Role.AUDITOR, Role.ADMIN},
        {Role.DIRECTOR},
    ]
    return next(number for number, line in enumerate(lines) if role in line)


def staffed():
    """Return a house with two people of every role, with password and passkey, and a terminal."""
    state = HOUSE.new_state(HouseConfig(name="Trial"))
    for role, number in product(STAFF, (1, 2)):
        person = a.AddPerson(person=person_of(role, number), name="X", role=role)
        state, _ = handle(HOUSE, state, Command(key="k", by=Person(SERVER, Role.DEVICE), act=person, received_at=NOW))
        own = a.AddPasskey(passkey="Phone", credential=person.person, key="x", count=0, site="localhost")
        for act in (a.SetPassword(), own):
            by = Person(person.person, role)
            state, _ = handle(HOUSE, state, Command(key="k", by=by, act=act, received_at=NOW))
    enrol = a.EnrolTerminal(terminal="T1", kind=a.TerminalKind.PLAYER, stream="x")
    return handle(HOUSE, state, Command(key="k", by=Person(SERVER, Role.DEVICE), act=enrol, received_at=NOW))[0]


def changing():
    """Yield every act that changes people, roles or terminals, with every person and role that it may name."""
    for role in STAFF:
        yield a.AddPerson(person="nia", name="Nia New", role=role)
        yield a.RestorePerson(person=person_of(role))
        yield a.DisablePerson(person=person_of(role), reason="left")
        yield a.RemovePasskey(person=person_of(role), passkey="Phone")
        yield from (a.ChangeRole(person=person_of(other), role=role) for other in STAFF)
    yield from (a.EnrolTerminal(terminal="T9", kind=kind, stream="x") for kind in a.TerminalKind)
    yield a.WithdrawTerminal(terminal="T1")


@pytest.fixture(scope="module")
def answers():
    """Return every act of that kind by every role before every other: act, asker, second person, whether it is done."""
    state, found = staffed(), []
    people = [Person(person_of(role, number), role) for role, number in product(STAFF, (1, 2))]
    askers = [one for one in people if one.role in (Role.ADMIN, Role.PIT_MANAGER, Role.DEALER)]
    for act, by, witness in product(changing(), askers, (None, *people)):
        command = Command(key="k", by=by, act=act, received_at=NOW, witness=witness)
        with suppress(PitbossError):
            HOUSE.decide(state, command)
            found.append((act, by, witness, given_by(state, act)))
    return found


def test_every_act_on_people_and_machines_takes_two_others(answers):
    """Nobody asks for, or stands by, what is about themselves, alone, or with somebody of their own role."""
    assert {type(act) for act in changing()} == {type(act) for act, *_ in answers}
    for act, by, witness, (about, _) in answers:
        assert witness is not None, act
        assert about not in (by.id, witness.id), act
        assert (by.id, by.role) != (witness.id, witness.role)
        assert by.role is not witness.role


def test_the_second_person_has_the_rank_that_is_given(answers):
    """No mucker makes a director, no teller a pit manager, and no dealer a machine that says results."""
    for act, _, witness, (_, gives) in answers:
        assert gives is None or ranked(witness.role) >= ranked(gives), (act, witness)
    given = {act.role for act, _, witness, _ in answers if isinstance(act, a.AddPerson) and witness.role is Role.MUCKER}
    assert {Role.DEALER, Role.MUCKER, Role.TELLER, Role.CASHIER} == given


def test_the_ranks_are_as_written_by_hand():
    """Every role that a person can have is in one line."""
    assert {role: ranked(role) + 1 for role in STAFF} == matrix().rank_of


def test_every_act_that_makes_a_code_is_one_of_these():
    """A new act with a code has its halves too."""
    assert set(MAKING_CODES) == {type(act) for act in CODED}


# On the floor


@pytest.fixture
def floor(tmp_path):
    """Yield a house with two people of each role."""
    live = opened(written_house(tmp_path, of_each_role=2), str(tmp_path / "house.db"))
    yield live
    live.close()


def who(role, number=1):
    """Return somebody of a role."""
    return Principal(Person(person_of(role, number), role))


async def asked(live, act, by=Role.ADMIN, key="k"):
    """Ask for an act, which waits."""
    found = await live.desk.command(who(by), HOUSE_STREAM, key, msgspec.json.encode(act))
    assert isinstance(found, Waiting)
    return found


async def halves(live, act, by=Role.ADMIN, second=Role.DIRECTOR, key="k"):
    """Have two people do an act; return what each of the two was given."""
    waiting = await asked(live, act, by, key)
    done = await live.desk.approve(who(second), waiting.approval)
    assert isinstance(done.recorded.answer, Accepted), done.recorded.answer
    return waiting.code, done.code


async def opens(live, act, code, place=HERE):
    """Tell whether a code lets somebody in as the person, or as the machine, that an act is about."""
    try:
        if isinstance(act, a.EnrolTerminal):
            await live.door.bind(code, MachineKey().public)
        else:
            await live.door.choose_password(act.person, code, PASSWORD, place)
    except NotLetIn:
        return False
    return True


@pytest.mark.parametrize("act", CODED, ids=lambda act: type(act).__name__)
def test_neither_half_of_a_code_opens_anything_alone(floor, act):
    """Whoever asked and whoever stood by have each a half; with all that either knows, nobody comes in."""

    async def run():
        first, second = await halves(floor, act)
        known = [first, second, first + first, second + second, f"{first} {new_half()}", f"{new_half()} {second}"]
        assert [False] * len(known) == [await opens(floor, act, code, Place(code)) for code in known]
        return await opens(floor, act, f"{second.lower()} {first}")

    assert asyncio.run(run())


def test_a_half_is_of_one_question(floor):
    """Halves of two questions about one person do not go together."""
    act = a.RestorePerson(person="pit-manager")

    async def run():
        first, _ = await halves(floor, act, key="k1")
        _, second = await halves(floor, act, key="k2")
        return await opens(floor, act, first + second)

    assert not asyncio.run(run())


def test_a_question_that_was_answered_before_makes_no_further_code(floor):
    """The same command asked twice is done once: the second of its second persons is given nothing."""
    act = a.RestorePerson(person="pit-manager")

    async def run():
        one, two = await asked(floor, act), await asked(floor, act)
        done = await floor.desk.approve(who(Role.DIRECTOR), one.approval)
        again = await floor.desk.approve(who(Role.DIRECTOR), two.approval)
        assert again.code is None
        return await opens(floor, act, one.code + done.code)

    assert asyncio.run(run())


@pytest.mark.parametrize(
    ("act", "second"),
    [
        (a.ChangeRole(person="teller", role=Role.PIT_MANAGER), Role.TELLER),
        (a.ChangeRole(person="teller-2", role=Role.PIT_MANAGER), Role.TELLER),
        (a.AddPerson(person="nia", name="Nia", role=Role.DIRECTOR), Role.MUCKER),
        (a.RestorePerson(person="pit-manager"), Role.TELLER),
        (a.DisablePerson(person="teller", reason="left"), Role.TELLER),
        (a.EnrolTerminal(terminal="T9", kind=a.TerminalKind.SENSOR, stream="automatic-1"), Role.DEALER),
    ],
)
def test_a_second_person_who_is_none_uses_up_no_question(floor, act, second):
    """The subject, or somebody of too low a rank, is refused; the question waits on for somebody who may."""

    async def run():
        waiting = await asked(floor, act)
        with pytest.raises(Forbidden, match="cannot be the second person"):
            await floor.desk.approve(who(second), waiting.approval)
        return await floor.desk.approve(who(Role.DIRECTOR), waiting.approval)

    assert isinstance(asyncio.run(run()).recorded.answer, Accepted)


def test_what_waits_says_whom_it_is_about_and_who_may_confirm_it(floor):
    """A page offers the question to those who may stand by it, and not to its subject."""

    async def run():
        await asked(floor, a.ChangeRole(person="auditor", role=Role.PIT_MANAGER))
        return floor.floor.view(HOUSE_STREAM, lambda live: HOUSE.staff_view(live.state, Role.AUDITOR)["approvals"][0])

    found = asyncio.run(run())
    named = floor.desk.people[found["by"]].name
    assert ("auditor", named, {"auditor", "pit_manager", "mutuel_manager", "director"}) == (
        found["about"],
        found["by_name"],
        set(found["confirm"]),
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("abcde-fghjk-lmnpr", ("ABCDE-FGHJK-LMNPR",)),
        ("  ABCD EFGH JKLM NPR\n", ("ABCDE-FGHJK-LMNPR",)),
        ("", ("",)),
        ("ж" * 24, ("",)),
    ],
)
def test_a_code_is_read_as_people_type_it(typed, meant):
    """Case, spaces and strokes do not matter."""
    assert meant == readings(typed)


# The last administrator


def recovered(live, by, second, person="admin"):
    """Have two managers let an administrator in again, and tell whether both halves open the door."""
    act = a.RestorePerson(person=person)

    async def run():
        first, other = await halves(live, act, by, second)
        return await opens(live, act, first + other)

    return asyncio.run(run())


@pytest.fixture
def alone(tmp_path):
    """Yield a house with one administrator."""
    live = opened(written_house(tmp_path), str(tmp_path / "house.db"))
    yield live
    live.close()


@pytest.mark.parametrize(("by", "second"), [(Role.PIT_MANAGER, Role.DIRECTOR), (Role.AUDITOR, Role.PIT_MANAGER)])
def test_two_managers_let_the_last_administrator_in_again(alone, by, second):
    """Without a restart, and neither of the two can come in as the administrator alone."""
    assert recovered(alone, by, second)


@pytest.mark.parametrize("by", [Role.TELLER, Role.PIT_SUPERVISOR, Role.MUTUEL_MANAGER])
def test_nobody_below_a_manager_asks_for_an_administrators_code(alone, by):
    """The role matrix has no cell for them."""
    with pytest.raises(Forbidden):
        asyncio.run(asked(alone, a.RestorePerson(person="admin"), by))


def test_managers_restore_nobody_but_an_administrator(alone):
    """For anybody else an administrator is asked."""
    with pytest.raises(Forbidden):
        asyncio.run(asked(alone, a.RestorePerson(person="teller"), Role.PIT_MANAGER))


def test_managers_restore_no_administrator_whom_another_can_restore(floor):
    """While a second administrator has a password, that one is asked."""
    asyncio.run(floor.door.choose_password("admin-2", floor.codes["admin-2"], PASSWORD))

    async def run():
        waiting = await asked(floor, a.RestorePerson(person="admin"), Role.PIT_MANAGER)
        return await floor.desk.approve(who(Role.DIRECTOR), waiting.approval)

    assert "admin-2 is an administrator too" in asyncio.run(run()).recorded.answer.reason
