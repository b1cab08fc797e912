"""What a buyer reads on a ticket of a self-service machine: its screen shows neither number nor check code."""

import re

from tests.support.driven import need, there
from tests.support.web_guest import Guest

__all__ = ["on_paper"]

_LINE = re.compile(rb"\((\d{8}-[A-Z2-7]{20})  check ([A-Z2-7]{6})\)")


def on_paper(machine: Guest, key: str, stream: str = "tote") -> dict[str, str]:
    """Return the number and the check code of a sale, by the paper that the machine is given under the sale's key."""
    found = machine.get(f"/api/tote/{stream}/papers/{key}")
    need(found.status_code == 200, found.text)
    number, check = there(_LINE.search(found.content), found.content).groups()
    return {"ticket": number.decode(), "check": check.decode()}
