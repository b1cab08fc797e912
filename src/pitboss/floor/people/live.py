"""What those who work here see of the house's own stream; nobody else sees anything of it."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Final

import msgspec

from pitboss.decider import Role
from pitboss.floor.people.acts import ACTS, AlarmKind
from pitboss.floor.people.checks import given_by, is_fit_second
from pitboss.floor.people.roles import matrix
from pitboss.floor.people.state import HouseState, Pending

_HOUSE: Final = "house"
"""The house's own stream, whose acts say whom they are about."""
_ACT: Final = msgspec.json.Decoder(reduce(or_, ACTS))


def staff_view(state: HouseState, _: Role) -> dict[str, Any]:
    """Return people, terminals, acts that wait for a second person, and alarms."""
    return {
        "people": {
            name: {
                "name": member.name,
                "role": member.role.value,
                "is_active": member.is_active,
                "is_locked": member.is_locked,
                "has_password": member.has_password,
                "passkeys": [one.name for one in member.passkeys],
            }
            for name, member in state.people.items()
        },
        "terminals": {
            name: {
                "kind": position.kind.value,
                "stream": position.stream,
                "position": position.position,
                "is_on": position.is_on,
                "is_bound": position.is_bound,
            }
            for name, position in state.terminals.items()
        },
        "approvals": [
            {
                "approval": pending.approval,
                "stream": pending.stream,
                "act": _without_codes(pending.act),
                "row": pending.row,
                "by": pending.by,
                "by_name": state.people[pending.by].name,
                "role": pending.role.value,
                "until": pending.until.isoformat(),
                "confirm": [role.value for role in confirming(state, pending)],
                "about": _about(state, pending),
            }
            for pending in state.approvals.values()
        ],
        "alarms": [
            {"alarm": number, "kind": kind, "severity": AlarmKind(kind).severity, "about": about, "text": text}
            for number, (kind, about, text) in state.alarms.items()
        ],
    }


def _about(state: HouseState, pending: Pending) -> str | None:
    """Return the person whom an act of the house is about, who has no part in it."""
    return given_by(state, _ACT.decode(pending.act))[0] if pending.stream == _HOUSE else None


def confirming(state: HouseState, pending: Pending) -> tuple[Role, ...]:
    """Return the roles of which whoever stands by what waits must have one."""
    act = _ACT.decode(pending.act) if pending.stream == _HOUSE else None
    fit = (role for role in matrix().seconds(pending.row, pending.role))
    return tuple(role for role in fit if act is None or is_fit_second(state, act, "", role))


def _without_codes(document: str) -> Any:
    """Return an act that waits, without what a ticket is cashed by."""
    act = msgspec.json.decode(document)
    return {name: value for name, value in act.items() if name not in ("check", "nonce", "ticket")}
