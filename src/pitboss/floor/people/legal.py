"""What is open in the house's own stream: people, terminals, alarms, copies. What only the server does is not here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.decider import Choices, Person, Role, Words
from pitboss.floor.people import acts as a
from pitboss.floor.people.checks import NOT_STAFF, RESERVED
from pitboss.floor.people.decide import decide
from pitboss.floor.people.state import HouseState
from pitboss.legal import Ask, Each, Proposal, Sample, asking
from pitboss.rulebook.names import NAME_PATTERN

_STAFF: Final = tuple(role for role in Role if role not in NOT_STAFF)
_SECONDS: Final = tuple(role.value for role in _STAFF)
_ANY: Final = Sample("?")
"""Any value that the field's type allows; it is asked with one that nothing is called by."""


def _new_name(state: HouseState) -> Sample:
    """Return any name that nobody and nothing has yet."""
    taken = (*state.people, *state.terminals, *RESERVED)
    return Sample("?", Words(NAME_PATTERN.replace("^", "^(?!.*/)", 1), besides=taken))


def _new_person(state: HouseState, _: Person) -> Proposal:
    return {"person": _new_name(state), "name": Words(), "role": Each(_STAFF)}


def _active(state: HouseState, by: Person) -> Proposal:
    return {"person": Choices(tuple(one for one in state.active() if one != by.id)), "reason": Words()}


def _roles(state: HouseState, by: Person) -> Iterator[Proposal]:
    for role in _STAFF:
        people = tuple(name for name, one in state.people.items() if one.role is role and name != by.id)
        yield {"person": Choices(people), "role": Each(tuple(one for one in _STAFF if one is not role))}


def _restored(state: HouseState, by: Person) -> Proposal:
    people: dict[Role, list[str]] = {}
    for name, one in state.people.items():
        if name != by.id:
            people.setdefault(one.role, []).append(name)
    return {"person": Each(tuple(Choices(tuple(names)) for names in people.values()))}


def _passkeys(state: HouseState, by: Person) -> Iterator[Proposal]:
    for name, one in state.people.items():
        if one.passkeys and name != by.id:
            yield {"person": Choices((name,)), "passkey": Choices(tuple(known.name for known in one.passkeys))}


def _new_terminal(state: HouseState, _: Person) -> Proposal:
    return {"terminal": _new_name(state), "kind": Each(tuple(a.TerminalKind)), "stream": _ANY}


def _switches(state: HouseState, _: Person) -> Iterator[Proposal]:
    for is_on in (True, False):
        terminals = tuple(name for name, one in state.terminals.items() if one.is_on is not is_on)
        yield {"terminal": Choices(terminals), "is_on": Choices((is_on,))}


def _cleared_by_hand(state: HouseState) -> tuple[int, ...]:
    """Return the alarms that a supervisor clears; one that waits for a record is not among them."""
    return tuple(number for number, (kind, *_) in state.alarms.items() if kind != a.AlarmKind.NOTICE)


legal = asking(
    decide,
    {
        a.AddPerson: Ask(_new_person, witness=_SECONDS, is_second_by_value=True),
        a.DisablePerson: Ask(_active, witness=_SECONDS),
        a.RestorePerson: Ask(_restored, witness=_SECONDS, is_second_by_value=True),
        a.ChangeRole: Ask(_roles, witness=_SECONDS, is_second_by_value=True),
        a.RemovePasskey: Ask(_passkeys, witness=_SECONDS),
        a.EnrolTerminal: Ask(_new_terminal, witness=_SECONDS, is_second_by_value=True),
        a.SwitchTerminal: _switches,
        a.WithdrawTerminal: Ask(lambda state, _: {"terminal": Choices(tuple(state.terminals))}, witness=_SECONDS),
        a.ClearAlarm: lambda state, _: {"alarm": Choices(_cleared_by_hand(state)), "text": Words()},
        a.PrintCopy: lambda state, _: {"terminal": Choices(tuple(state.printed)), "stream": _ANY, "serial": Sample(1)},
    },
)
