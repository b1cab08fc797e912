"""What those who work here see of the house's own stream; nobody else sees anything of it."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.decider import Role
from pitboss.floor.people.roles import matrix
from pitboss.floor.people.state import HouseState


def staff_view(state: HouseState) -> dict[str, Any]:
    """Return people, terminals, acts that wait for a second person, and alarms."""
    return {
        "people": {
            name: {
                "name": member.name,
                "role": member.role.value,
                "is_active": member.is_active,
                "is_locked": member.is_locked,
                "has_password": member.has_password,
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
                "role": pending.role.value,
                "until": pending.until.isoformat(),
                "confirm": [role.value for role in Role if matrix().may_stand_by(pending.row, pending.role, role)],
            }
            for pending in state.approvals.values()
        ],
        "alarms": [
            {"alarm": number, "kind": kind, "about": about, "text": text}
            for number, (kind, about, text) in state.alarms.items()
        ],
    }


def _without_codes(document: str) -> Any:
    """Return an act that waits, without what a ticket is cashed by."""
    act = msgspec.json.decode(document)
    return {name: value for name, value in act.items() if name not in ("check", "nonce", "ticket")}
