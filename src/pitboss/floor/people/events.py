"""What happened in the house itself: the record of who was let in, who stood by, and what was wrong."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pitboss.decider import Event, Role
from pitboss.floor.people.acts import AlarmKind, Asked, Ended, Paper, TerminalKind


class PersonAdded(Event, frozen=True, tag="house.person_added/1", audience="staff"):
    """Somebody was taken on."""

    person: str
    name: str
    role: Role
    by: str
    witness: str | None = None


class PersonDisabled(Event, frozen=True, tag="house.person_disabled/1", audience="staff"):
    """Somebody's access ended."""

    person: str
    reason: str
    by: str
    witness: str | None = None


class PersonRestored(Event, frozen=True, tag="house.person_restored/1", audience="staff"):
    """Somebody may come in again with a new one-time code, and with nothing else: their passkeys were removed."""

    person: str
    by: str
    witness: str | None = None


class RoleChanged(Event, frozen=True, tag="house.role_changed/1", audience="staff"):
    """Somebody has another role."""

    person: str
    before: Role
    role: Role
    by: str
    witness: str | None = None


class SignedIn(Event, frozen=True, tag="house.signed_in/1", audience="staff"):
    """A session began."""

    person: str
    role: Role


class SignInFailed(Event, frozen=True, tag="house.sign_in_failed/1", audience="staff"):
    """A wrong password or code was given for somebody."""

    person: str
    failures: int


class PersonLocked(Event, frozen=True, tag="house.person_locked/1", audience="staff"):
    """Too many wrong passwords in a row: not even the right one helps now. Not made any more."""

    person: str
    failures: int


class PasswordSet(Event, frozen=True, tag="house.password_set/1", audience="staff"):
    """Somebody chose a password. Not made any more: the digest of what is kept goes with it."""

    person: str


class PasswordKept(Event, frozen=True, tag="house.password_kept/1", audience="staff", hidden=("digest",)):
    """Somebody chose a password, of which something is kept that has this digest."""

    person: str
    digest: str


class CodeUsed(Event, frozen=True, tag="house.code_used/1", audience="staff", hidden=("digest",)):
    """A person or a machine gave a one-time code, of which something was kept that has this digest."""

    holder: str
    digest: str


class CodeIssued(Event, frozen=True, tag="house.code_issued/1", audience="staff", hidden=("digest",)):
    """A one-time code was made for a person or a machine, of which something is kept that has this digest."""

    holder: str
    digest: str


class PasskeyAdded(Event, frozen=True, tag="house.passkey_added/1", audience="staff", hidden=("credential", "key")):
    """Somebody may sign in with a passkey too. What is here of it is all that the house keeps."""

    person: str
    passkey: str
    credential: str
    key: str
    count: int
    site: str
    at: datetime


class PasskeyUsed(Event, frozen=True, tag="house.passkey_used/1", audience="staff"):
    """Somebody showed a passkey, which has signed so often by its own count."""

    person: str
    passkey: str
    count: int
    purpose: Asked
    at: datetime


class PasskeyRemoved(Event, frozen=True, tag="house.passkey_removed/1", audience="staff"):
    """A passkey lets nobody in any more: its person, or two others, took it away, or its person was restored."""

    person: str
    passkey: str
    by: str
    witness: str | None = None


class SignedOut(Event, frozen=True, tag="house.signed_out/1", audience="staff"):
    """A session ended."""

    person: str
    cause: Ended


class SessionLocked(Event, frozen=True, tag="house.session_locked/1", audience="staff"):
    """A session had no input for too long: nothing is shown or done in it before the password is given again."""

    person: str


class SessionUnlocked(Event, frozen=True, tag="house.session_unlocked/1", audience="staff"):
    """The password was given again, and the session goes on."""

    person: str


class SessionKept(Event, frozen=True, tag="house.session_kept/1", audience="staff", hidden=("digest",)):
    """Of the session that somebody has from now on something is kept that has this digest."""

    person: str
    digest: str


class TerminalEnrolled(Event, frozen=True, tag="house.terminal_enrolled/1", audience="staff"):
    """A position is known; its terminal is off."""

    terminal: str
    kind: TerminalKind
    stream: str
    position: str | None
    by: str
    witness: str | None = None


class TerminalBound(Event, frozen=True, tag="house.terminal_bound/1", audience="staff"):
    """A machine without its own key was enrolled here. No longer written: such a machine must be enrolled again."""

    terminal: str


class TerminalKeyed(Event, frozen=True, tag="house.terminal_keyed/1", audience="staff", hidden=("key",)):
    """A machine with its own key was enrolled here and replaces the one before."""

    terminal: str
    key: str


class TerminalSwitched(Event, frozen=True, tag="house.terminal_switched/1", audience="staff"):
    """A terminal was switched on or off."""

    terminal: str
    is_on: bool
    by: str


class TerminalWithdrawn(Event, frozen=True, tag="house.terminal_withdrawn/1", audience="staff"):
    """A terminal was taken away."""

    terminal: str
    by: str
    witness: str | None = None


class ApprovalAsked(Event, frozen=True, tag="house.approval_asked/1", audience="staff", hidden=("act",)):
    """An act waits for a second person."""

    approval: str
    stream: str
    key: str
    act: str
    row: str
    by: str
    role: Role
    until: datetime


class ApprovalGiven(Event, frozen=True, tag="house.approval_given/1", audience="staff"):
    """A second person stands by an act."""

    approval: str
    by: str
    role: Role


class ApprovalDeclined(Event, frozen=True, tag="house.approval_declined/1", audience="staff"):
    """An act has no second person."""

    approval: str
    by: str


class AlarmRaised(Event, frozen=True, tag="house.alarm_raised/1", audience="staff"):
    """Something is wrong."""

    alarm: int
    kind: AlarmKind
    about: str
    text: str


class AlarmCleared(Event, frozen=True, tag="house.alarm_cleared/1", audience="staff"):
    """An alarm was looked into."""

    alarm: int
    text: str
    by: str


class PrintRecorded(Event, frozen=True, tag="house.print_recorded/1", audience="staff"):
    """A piece of paper came out of a terminal's printer, or did not; or the printer came or went."""

    stream: str
    terminal: str
    serial: int
    paper: Paper
    is_printed: bool
    text: str | None


class CopyAsked(Event, frozen=True, tag="house.copy_asked/1", audience="staff"):
    """Somebody wants a sale printed once more, as a copy."""

    stream: str
    terminal: str
    serial: int
    by: str


class ClockStepped(Event, frozen=True, tag="house.clock_stepped/1", audience="staff"):
    """The server's wall clock was set."""

    by_milliseconds: int
    kind: Literal["step", "drift"]


class ProgramRecorded(Event, frozen=True, tag="house.program_recorded/1", audience="staff"):
    """The house was started with another program than before, or for the first time."""

    version: str
    digest: str
    before: str | None
    """The digest of the program that ran until then, where one is on record."""


class SegmentArchived(Event, frozen=True, tag="house.segment_archived/1", audience="staff"):
    """The lines of a segment were archived: they are in a file of their own, which was read again and proved."""

    first: int
    last: int
    digest: str
    """The hash of its last line."""
    folder: str
    """Where the file was put."""


EVENTS: tuple[type[Event], ...] = (
    PersonAdded,
    PersonDisabled,
    PersonRestored,
    RoleChanged,
    SignedIn,
    SignInFailed,
    PersonLocked,
    PasswordSet,
    PasswordKept,
    CodeUsed,
    CodeIssued,
    PasskeyAdded,
    PasskeyUsed,
    PasskeyRemoved,
    SignedOut,
    SessionLocked,
    SessionUnlocked,
    SessionKept,
    TerminalEnrolled,
    TerminalBound,
    TerminalKeyed,
    TerminalSwitched,
    TerminalWithdrawn,
    ApprovalAsked,
    ApprovalGiven,
    ApprovalDeclined,
    AlarmRaised,
    AlarmCleared,
    PrintRecorded,
    CopyAsked,
    ClockStepped,
    ProgramRecorded,
    SegmentArchived,
)
