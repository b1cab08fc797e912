"""The house's own stream by itself: who is taken on, let in and stood by, and every reason to say no."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from pitboss.decider import Accepted, Command, Person, Refusal, Role, handle
from pitboss.floor.people import acts as a
from pitboss.floor.people import events as e
from pitboss.floor.people.checks import SERVER
from pitboss.floor.people.house import HOUSE
from pitboss.floor.people.state import ALARMS_MAX, PASSKEYS_MAX, HouseConfig, check_house

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
SELF = Person(SERVER, Role.DEVICE)
ADMIN, SECOND = Person("alex", Role.ADMIN), Person("pim", Role.PIT_MANAGER)
DEALER, TELLER = Person("dana", Role.DEALER), Person("tess", Role.TELLER)
STAFF = (ADMIN, SECOND, DEALER, TELLER, Person("sula", Role.PIT_SUPERVISOR), Person("sam", Role.PIT_SUPERVISOR))


class Trial:
    """A house that commands are handed to."""

    def __init__(self):
        self.state = HOUSE.new_state(HouseConfig(name="Trial"))
        for person in STAFF:
            self.did(a.AddPerson(person=person.id, name=person.id.title(), role=person.role))

    def answer(self, act, by=SELF, witness=None, at=NOW):
        """Hand in a command."""
        command = Command(key="k", by=by, act=act, received_at=at, witness=witness)
        self.state, found = handle(HOUSE, self.state, command)
        return found

    def did(self, act, by=SELF, witness=None, at=NOW):
        """Hand in a command that must be accepted; return its events."""
        found = self.answer(act, by, witness, at)
        assert isinstance(found, Accepted), found
        assert all(HOUSE.in_words(self.state, event) for event in found.events)
        return found.events


@pytest.fixture
def house():
    """Return a house with people of several roles, a terminal, and a question that waits."""
    trial = Trial()
    trial.did(a.EnrolTerminal(terminal="T1", kind=a.TerminalKind.PLAYER, stream="automatic-1"))
    trial.did(a.AskApproval(approval="a1", stream="x", key="k", act="{}", row="limits"), by=STAFF[4])
    trial.did(a.DisablePerson(person="sam", reason="left"))
    trial.did(a.RaiseAlarm(kind=a.AlarmKind.LOAD, about="net", text="too much"))
    return trial


ADD = a.AddPerson(person="zed", name="Zed", role=Role.DEALER)
PASSKEY = a.AddPasskey(passkey="Phone", credential="x", key="y", count=0, site="localhost")
REFUSED = [
    (ADD, DEALER, None, "that is for an administrator"),
    (ADD, ADMIN, None, "a second person of another role must stand by"),
    (ADD, ADMIN, ADMIN, "a second person"),
    (ADD, ADMIN, Person("adam", Role.ADMIN), "a second person"),
    (a.AddPerson(person="dana", name="D", role=Role.DEALER), ADMIN, SECOND, "works here already"),
    (a.AddPerson(person="zed", name="Z", role=Role.DEVICE), ADMIN, SECOND, "role of a person"),
    (a.DisablePerson(person="sam", reason="again"), ADMIN, SECOND, "disabled already"),
    (a.DisablePerson(person="alex", reason="bye"), ADMIN, SECOND, "about themselves"),
    (a.DisablePerson(person="nobody", reason="bye"), ADMIN, SECOND, "nobody of that name"),
    (a.ChangeRole(person="dana", role=Role.DEALER), ADMIN, SECOND, "another role"),
    (a.ChangeRole(person="alex", role=Role.DEALER), ADMIN, SECOND, "about themselves"),
    (a.SignIn(), DEALER, None, "choose a password first"),
    (a.SignIn(), Person("sam", Role.PIT_SUPERVISOR), None, "is disabled"),
    (a.SignIn(), Person("dana", Role.TELLER), None, "another role"),
    (PASSKEY, DEALER, None, "choose a password first"),
    (PASSKEY, Person("sam", Role.PIT_SUPERVISOR), None, "is disabled"),
    (a.UsePasskey(credential="x", count=1, purpose=a.Asked.UNLOCK), DEALER, None, "no such passkey"),
    (a.RemoveOwnPasskey(passkey="Phone"), DEALER, None, "no passkey of that name"),
    (a.RemovePasskey(person="dana", passkey="Phone"), ADMIN, SECOND, "no passkey of that name"),
    (a.RemovePasskey(person="alex", passkey="Phone"), ADMIN, SECOND, "about themselves"),
    (a.RemovePasskey(person="dana", passkey="Phone"), TELLER, SECOND, "that is for an administrator"),
    (a.RecordFailure(person="dana"), TELLER, None, "only the server"),
    (a.SignOut(person="dana", cause=a.Ended.ASKED), TELLER, None, "only the server"),
    (a.LockSession(person="dana"), DEALER, None, "only the server"),
    (a.LockSession(person="nobody"), SELF, None, "nobody of that name"),
    (a.UnlockSession(person="dana"), DEALER, None, "only the server"),
    (a.UnlockSession(person="dana"), SELF, None, "is not locked"),
    (a.EnrolTerminal(terminal="T1", kind=a.TerminalKind.SEAT, stream="x"), SELF, None, "enrolled already"),
    (a.EnrolTerminal(terminal="dana", kind=a.TerminalKind.SEAT, stream="x"), SELF, None, "the name of a person"),
    (a.BindTerminal(terminal="T9"), SELF, None, "no such terminal"),
    (a.SwitchTerminal(terminal="T1", is_on=True), TELLER, None, "supervisor or an administrator"),
    (a.SwitchTerminal(terminal="T1", is_on=False), SELF, None, "is off already"),
    (a.AskApproval(approval="a1", stream="x", key="k", act="{}", row="r"), DEALER, None, "asked already"),
    (a.GiveApproval(approval="a9"), DEALER, None, "nothing of that number"),
    (a.GiveApproval(approval="a1"), STAFF[4], None, "their own second person"),
    (a.RaiseAlarm(kind=a.AlarmKind.LOAD, about="x", text="y"), DEALER, None, "only the server"),
    (a.ClearAlarm(alarm=9, text="done"), STAFF[4], None, "is not open"),
    (a.ClearAlarm(alarm=1, text="done"), DEALER, None, "cleared by a supervisor"),
    (a.EndAlarm(kind=a.AlarmKind.NOTICE, about="net", begins="too"), SELF, None, "no such alarm is open"),
    (a.EndAlarm(kind=a.AlarmKind.LOAD, about="net", begins="two"), SELF, None, "no such alarm is open"),
    (a.RecordClockStep(by_milliseconds=5), DEALER, None, "only the server"),
    (a.RecordProgram(version="1", digest="0" * 64), ADMIN, SECOND, "only the server"),
    (a.IssueCode(holder="dana", code="0" * 64), ADMIN, SECOND, "only the server"),
    (a.IssueCode(holder="nobody", code="0" * 64), SELF, None, "nobody works here under that name"),
    (a.PrintCopy(stream="tote", terminal="W1", serial=1), DEALER, None, "for a teller or a supervisor"),
    (a.PrintCopy(stream="tote", terminal="W1", serial=1), TELLER, None, "has no printer"),
]


@pytest.mark.parametrize(("act", "by", "witness", "words"), REFUSED)
def test_reasons_to_say_no(house, act, by, witness, words):
    """Each has its sentence, and changes nothing."""
    before = len(house.state.people), len(house.state.approvals), len(house.state.alarms)
    found = house.answer(act, by, witness)
    assert isinstance(found, Refusal)
    assert words in found.reason
    assert before == (len(house.state.people), len(house.state.approvals), len(house.state.alarms))


def test_second_person_of_the_same_role_or_too_late(house):
    """Neither a colleague of the same role nor somebody who comes after five minutes can stand by."""
    house.did(a.AddPerson(person="sol", name="Sol", role=Role.PIT_SUPERVISOR))
    colleague = house.answer(a.GiveApproval(approval="a1"), Person("sol", Role.PIT_SUPERVISOR))
    assert "of another role" in colleague.reason
    late = house.answer(a.GiveApproval(approval="a1"), SECOND, at=NOW + timedelta(minutes=5, seconds=1))
    assert "older than 5 minutes" in late.reason
    house.did(a.GiveApproval(approval="a1"), SECOND, at=NOW + timedelta(minutes=5))
    assert {} == house.state.approvals


def test_a_person_is_changed_and_let_in_again(house):
    """Role, password and a restoration each have their event; the third wrong password alarms, once, without a lock."""
    house.did(a.ChangeRole(person="dana", role=Role.MUCKER), ADMIN, SECOND)
    dana = Person("dana", Role.MUCKER)
    house.did(a.SetPassword(), dana)
    house.did(a.SignIn(), dana)
    for _ in range(7):
        house.did(a.RecordFailure(person="dana", place="10.0.0.7"))
    assert ("sign_in", "dana", "3 wrong passwords in a row for dana, the last from 10.0.0.7") == house.state.alarms[2]
    assert 2 == len(house.state.alarms)
    house.did(a.SignIn(), dana)
    house.did(a.RestorePerson(person="dana"), ADMIN, SECOND)
    house.did(a.SignOut(person="dana", cause=a.Ended.ASKED), dana)
    house.did(a.RecordClockStep(by_milliseconds=-300))
    house.did(a.WithdrawTerminal(terminal="T1"), ADMIN, SECOND)
    house.did(a.ClearAlarm(alarm=1, text="looked into"), STAFF[4])


@pytest.mark.parametrize(
    ("act", "by"),
    [
        (a.UnlockSession(person="dana"), SELF),
        (a.SignIn(), DEALER),
        (a.SignOut(person="dana", cause=a.Ended.ASKED), DEALER),
    ],
    ids=["unlocked", "signed in anew", "signed out"],
)
def test_a_session_is_locked_until_it_goes_on_or_is_over(house, act, by):
    """It is locked once; a right password, at the lock or at the door, also forgets the wrong ones before it."""
    house.did(a.SetPassword(), DEALER)
    house.did(a.RecordFailure(person="dana"))
    house.did(a.LockSession(person="dana"))
    assert "is locked already" in house.answer(a.LockSession(person="dana")).reason
    house.did(act, by)
    dana = house.state.people["dana"]
    assert (False, 1 if isinstance(act, a.SignOut) else 0) == (dana.is_session_locked, dana.failures)


def test_alarms_are_bounded(house):
    """The oldest open alarms are forgotten by the state; the journal has them."""
    for number in range(ALARMS_MAX + 5):
        house.did(a.RaiseAlarm(kind=a.AlarmKind.LOAD, about="net", text=str(number)))
    assert ALARMS_MAX == len(house.state.alarms)


def test_another_program_is_recorded_with_an_alarm(house):
    """The first is only recorded; each that is another than the one before alarms the pit, also one of long ago."""
    old, new = "0" * 64, "1" * 64
    assert (e.ProgramRecorded(version="1", digest=old, before=None),) == house.did(
        a.RecordProgram(version="1", digest=old)
    )
    assert "on record already" in house.answer(a.RecordProgram(version="2", digest=old)).reason
    text = f"the program is another one than at the last start: version 2, digest {new}"
    assert (
        e.ProgramRecorded(version="2", digest=new, before=old),
        e.AlarmRaised(alarm=2, kind=a.AlarmKind.PROGRAM, about="program", text=text),
    ) == house.did(a.RecordProgram(version="2", digest=new))
    house.did(a.RecordProgram(version="1", digest=old))
    assert (old, 3) == (house.state.program, len(house.state.alarms))


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n"])
def test_a_digest_has_64_digits(digest):
    """Nothing else can be put on record as the program."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "house.record_program/1", "version": "1", "digest": digest}, a.RecordProgram)


@pytest.mark.parametrize("document", [None, {}, {"name": "x", "currency": "XXX"}, {"name": "x", "more": 1}])
def test_documents_that_open_no_house(document):
    """A house's stream has a name and a currency that is known."""
    config, faults = check_house(document)
    assert config is None
    assert 1 == len(faults)


def test_nobody_has_more_passkeys_than_they_can_look_after(house):
    """With one too many they are told to remove one, and then it is taken."""
    house.did(a.SetPassword(), DEALER)
    for number in range(PASSKEYS_MAX):
        house.did(msgspec.structs.replace(PASSKEY, passkey=f"Phone {number}", credential=f"c{number}"), DEALER)
    found = house.answer(PASSKEY, DEALER)
    assert f"dana has {PASSKEYS_MAX} passkeys already; one must be removed first" == found.reason
    house.did(a.RemoveOwnPasskey(passkey="Phone 0"), DEALER)
    assert ["PasskeyAdded"] == [type(event).__name__ for event in house.did(PASSKEY, DEALER)]
