"""What may be asked of the house itself. No password, code or private key is ever part of an act."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from pitboss.decider import Act, Asking, Name, Role, Text
from pitboss.rulebook.names import NAME_PATTERN

Id = Annotated[str, msgspec.Meta(pattern=NAME_PATTERN.replace("^", "^(?!.*/)", 1), description="A name, no stroke.")]
"""Of a person or terminal: a command's key is written after it and a stroke, so that nobody can take another's."""
StreamName = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[^/\x00]+\Z")]
Token = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Document = Annotated[str, msgspec.Meta(max_length=65_536, description="An act as JSON.")]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", description="A SHA-256 in hexadecimal digits.")]
MachineKey = Annotated[str, msgspec.Meta(min_length=1, max_length=400, description="SPKI, DER, in base64.")]
CredentialId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,1400}\Z", description="In base64url.")]
"""As an authenticator calls its key: at most 1,023 bytes."""
PasskeyKey = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,2000}\Z", description="COSE, in base64url.")]
SignCount = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]
StaffRole = Annotated[Role, msgspec.Meta(description="Any role of a person: neither player nor device.")]


class Asked(StrEnum):
    """What somebody was asked to show a passkey for."""

    SIGN_IN = "sign_in"
    UNLOCK = "unlock"
    """To open a locked session again, or to show once more in an open one who one is."""
    SECOND = "second"
    """To stand by an act, or to act, at a machine where somebody else is signed in."""


class TerminalKind(StrEnum):
    """What stands at a position."""

    PLAYER = "player"
    """A player terminal of an automatic table."""
    SEAT = "seat"
    """A screen at a place of another table, for whoever plays there."""
    WINDOW = "window"
    """A teller's machine."""
    SELF_SERVICE = "self_service"
    SENSOR = "sensor"
    """A device of a table that says what happened: a wheel sensor, a reading shoe."""


class Ended(StrEnum):
    """Why somebody's session ended."""

    ASKED = "asked"
    REPLACED = "replaced"
    DISABLED = "disabled"
    LOCKED = "locked"
    EXPIRED = "expired"


class AlarmKind(StrEnum):
    """What the pit is alarmed about."""

    SIGN_IN = "sign_in"
    TERMINAL = "terminal"
    DEVICE = "device"
    CLOCK = "clock"
    JOURNAL = "journal"
    STAFFING = "staffing"
    POOLS = "pools"
    CREDIT = "credit"
    """A player says that the amount credited to a terminal is not right."""
    VARIANCE = "variance"
    """A count of a rack found too much or too little."""
    NOTICE = "notice"
    """The regulator is to be told of a dispute: it stays until that is recorded at the table."""
    HELD = "held"
    """A game waits for a ruling."""
    VOID = "void"
    """A game counts for nothing."""
    LOAD = "load"
    PROGRAM = "program"

    @property
    def severity(self) -> str:
        """Return how much it is: `urgent` stops something now, `serious` is looked into, `notice` is to be known."""
        return "urgent" if self in _URGENT else "notice" if self in _NOTICES else "serious"


_URGENT = frozenset(
    {AlarmKind.HELD, AlarmKind.JOURNAL, AlarmKind.CLOCK, AlarmKind.DEVICE, AlarmKind.PROGRAM, AlarmKind.STAFFING}
)
_NOTICES = frozenset({AlarmKind.LOAD, AlarmKind.TERMINAL})


class Paper(StrEnum):
    """What a terminal's printer was given, or that it came or went."""

    TICKET = "ticket"
    RECEIPT = "receipt"
    COPY = "copy"
    BEGUN = "begun"
    """The terminal has a printer: what it sells after this serial is printed."""
    ENDED = "ended"
    """It has none any more."""


class AddPerson(Act, frozen=True, tag="house.add_person/1", permission="people"):
    """Take somebody on."""

    person: Id
    name: Text
    role: StaffRole


class DisablePerson(Act, frozen=True, tag="house.disable_person/1", permission="people"):
    """End somebody's access at once, sessions included."""

    person: Name
    reason: Text


class RestorePerson(Act, frozen=True, tag="house.restore_person/1", permission="people"):
    """Let somebody in again who was disabled or forgot the password, with a new one-time code; passkeys are removed."""

    person: Name

    def permission_for(self, asking: Asking) -> str:
        """Return the row of two managers where somebody else than an administrator asks for one."""
        member = None if asking.state is None else asking.state.people.get(self.person)
        is_recovery = member is not None and member.role is Role.ADMIN and asking.by.role is not Role.ADMIN
        return "recover" if is_recovery else self.permission


class ChangeRole(Act, frozen=True, tag="house.change_role/1", permission="people"):
    """Give somebody another role; sessions under the old one end."""

    person: Name
    role: StaffRole


class SignIn(Act, frozen=True, tag="house.sign_in/1", permission="server"):
    """Begin a session; whoever asks was found to be who they say."""

    session: Digest | None = None
    """Of what is kept of it: one that was ended cannot be put back then."""


class RecordFailure(Act, frozen=True, tag="house.record_failure/1", permission="server"):
    """A sign-in failed: wrong password, code or passkey."""

    person: Name
    place: Text | None = None
    """Where it came from: an address, a device that is known, or an open session."""


class SetPassword(Act, frozen=True, tag="house.set_password/1", permission="server"):
    """Choose a password, with a one-time code or the old password."""

    digest: Digest | None = None
    """Of what is kept of it, which nobody can put another in the place of then."""
    code: Digest | None = None
    """Of what was kept of the one-time code that was given for it: nobody gives that code again."""


class AddPasskey(Act, frozen=True, tag="house.add_passkey/1", permission="server"):
    """Add a passkey of one's own, beside the password: what is public of it."""

    passkey: Name
    """What its person calls it."""
    credential: CredentialId
    key: PasskeyKey
    count: SignCount
    """How often it has signed by its own count; those that several machines share count nothing."""
    site: Text
    """The name of the house for which it was made, and for which alone it signs."""


class UsePasskey(Act, frozen=True, tag="house.use_passkey/1", permission="server"):
    """Say that somebody showed a passkey, whose signature was right."""

    credential: CredentialId
    count: SignCount
    purpose: Asked


class RemoveOwnPasskey(Act, frozen=True, tag="house.remove_own_passkey/1", permission="server"):
    """Take away a passkey of one's own."""

    passkey: Name


class RemovePasskey(Act, frozen=True, tag="house.remove_passkey/1", permission="people"):
    """Take away a passkey of somebody else, who lost the telephone or key that it is in."""

    person: Name
    passkey: Name


class SignOut(Act, frozen=True, tag="house.sign_out/1", permission="server"):
    """End a session."""

    person: Name
    cause: Ended


class LockSession(Act, frozen=True, tag="house.lock_session/1", permission="server"):
    """Lock somebody's session, which had no input for too long."""

    person: Name
    session: Digest | None = None
    """Of what is kept of it: the unlocking before it may be on record although nobody was told."""


class UnlockSession(Act, frozen=True, tag="house.unlock_session/1", permission="server"):
    """Open somebody's session again: the password was given, or a passkey shown, and it was right."""

    person: Name
    session: Digest | None = None
    """Of what is kept of it from now on."""


class EnrolTerminal(Act, frozen=True, tag="house.enrol_terminal/1", permission="people"):
    """Make a position known at which a terminal may stand; it is off, and waits for its one-time code."""

    terminal: Id
    kind: TerminalKind
    stream: StreamName
    position: Text | None = None


class IssueCode(Act, frozen=True, tag="house.issue_code/1", permission="server"):
    """Say which one-time code a person or a position has from now on: no earlier one can be put back then."""

    holder: Name
    code: Digest
    """Of what is kept of it."""


class BindTerminal(Act, frozen=True, tag="house.bind_terminal/1", permission="server"):
    """A machine gave the one-time code of a position: it stands there now."""

    terminal: Name
    key: MachineKey | None = None
    """The public half of its own key; machines that earlier versions bound have none."""
    code: Digest | None = None
    """Of what was kept of the one-time code: nobody gives that code again."""


class SwitchTerminal(Act, frozen=True, tag="house.switch_terminal/1", permission="switch"):
    """Switch a terminal on or off."""

    terminal: Name
    is_on: bool


class WithdrawTerminal(Act, frozen=True, tag="house.withdraw_terminal/1", permission="people"):
    """Take a terminal away; its key is of no use any more."""

    terminal: Name


class AskApproval(Act, frozen=True, tag="house.ask_approval/1", permission="server"):
    """Ask for a second person for an act."""

    approval: Token
    stream: StreamName
    key: Token
    act: Document
    row: Token
    """The row of the role matrix that the act is in."""


class GiveApproval(Act, frozen=True, tag="house.give_approval/1", permission="server"):
    """Stand by an act as the second person."""

    approval: Token


class DeclineApproval(Act, frozen=True, tag="house.decline_approval/1", permission="server"):
    """Refuse to stand by an act, or take the question back."""

    approval: Token


class RaiseAlarm(Act, frozen=True, tag="house.raise_alarm/1", permission="server"):
    """Tell the pit that something is wrong."""

    kind: AlarmKind
    about: Text
    text: Text


class ClearAlarm(Act, frozen=True, tag="house.clear_alarm/1", permission="alarms"):
    """Say that an alarm was looked into, and what was done."""

    alarm: Annotated[int, msgspec.Meta(ge=1)]
    text: Text


class EndAlarm(Act, frozen=True, tag="house.end_alarm/1", permission="server"):
    """Say that what an alarm waited for was recorded."""

    kind: AlarmKind
    about: Text
    begins: Text
    """How its text begins."""


class RecordPrint(Act, frozen=True, tag="house.record_print/1", permission="server"):
    """Say what became of a piece of paper; of one that did not come out the pit is told."""

    stream: StreamName
    terminal: Name
    serial: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    """The ticket's; of a receipt the last one that the terminal sold."""
    paper: Paper
    is_printed: bool = True
    text: Text | None = None
    """Why it did not come out, and what was done about it."""


class PrintCopy(Act, frozen=True, tag="house.print_copy/1", permission="copy"):
    """Print a sale once more at its terminal, marked as a copy, which nobody can cash."""

    stream: StreamName
    terminal: Name
    serial: Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class RecordClockStep(Act, frozen=True, tag="house.record_clock_step/1", permission="server"):
    """The server's wall clock was set; no betting window moves by it."""

    by_milliseconds: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    kind: Literal["step", "drift"] = "step"


class RecordProgram(Act, frozen=True, tag="house.record_program/1", permission="server"):
    """Say which program runs from now on; of another one than before the pit is told."""

    version: Text
    digest: Digest


class RecordArchive(Act, frozen=True, tag="house.record_archive/1", permission="server"):
    """Say that the lines of a segment were archived, and proved where they were put; the next one each time."""

    first: Annotated[int, msgspec.Meta(ge=1, le=10**18)]
    last: Annotated[int, msgspec.Meta(ge=1, le=10**18)]
    digest: Digest
    """The hash of its last line."""
    folder: Text


ACTS: tuple[type[Act], ...] = (
    AddPerson,
    DisablePerson,
    RestorePerson,
    ChangeRole,
    SignIn,
    RecordFailure,
    SetPassword,
    AddPasskey,
    UsePasskey,
    RemoveOwnPasskey,
    RemovePasskey,
    SignOut,
    LockSession,
    UnlockSession,
    EnrolTerminal,
    IssueCode,
    BindTerminal,
    SwitchTerminal,
    WithdrawTerminal,
    AskApproval,
    GiveApproval,
    DeclineApproval,
    RaiseAlarm,
    ClearAlarm,
    EndAlarm,
    RecordPrint,
    PrintCopy,
    RecordClockStep,
    RecordProgram,
    RecordArchive,
)
