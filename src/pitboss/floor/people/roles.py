"""Who may do what on the live floor: a matrix that is data, and refuses what it does not name."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, Literal

import msgspec

from pitboss.decider import Asking, Command, Role, tag_of
from pitboss.errors import InvariantBroken, PitbossError
from pitboss.floor.people.acts import TerminalKind

Cell = Literal["Y", "2", "r"]
_OF_ADMINISTRATORS: Final = ("people", "software")


class Forbidden(PitbossError):
    """Somebody's role does not allow an act, whatever the state of the table."""

    http_status = 403


class SecondNeeded(PitbossError):
    """An act needs a second person of another role."""

    http_status = 409


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of act, and who may do it."""

    title: str
    cells: dict[str, Cell]
    urgent: bool = False
    """Whether it is part of betting or dealing, which comes before everything else that waits."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranks: tuple[tuple[Role, ...], ...]
    columns: dict[str, tuple[Role, ...]]
    machines: dict[TerminalKind, tuple[str, ...]]
    rows: dict[str, Row]


@dataclass(frozen=True)
class Matrix:
    """The matrix of a house."""

    column_of: dict[Role, str]
    rows: dict[str, Row]
    machines: dict[TerminalKind, tuple[str, ...]]
    """What a machine may do by itself."""
    rank_of: dict[Role, int]
    """Who stands above whom where a role, a code or a machine is given; players and devices have none."""

    def row_for(self, command: Command[Any], state: Any, terminal: str | None, *, is_asking: bool = False) -> str:
        """Return the row of an act as the state is; `terminal` is where whoever asks stands.

        A second person is there, or is asked for.
        """
        is_seconded = is_asking or command.witness is not None
        row: str = command.act.permission_for(Asking(command.by, state, terminal, is_seconded))
        if row not in self.rows:
            raise InvariantBroken(f"the role matrix has no row for {tag_of(command.act)}")
        return row

    def cell(self, row: str, role: Role) -> Cell | None:
        """Return what a role may do of a row."""
        return self.rows[row].cells.get(self.column_of[role])

    def require(self, row: str, command: Command[Any], machine: TerminalKind | None = None) -> None:
        """Refuse an act that the matrix does not allow to whoever asks, or not alone; a machine acts by what it is.

        Raises:
            Forbidden: where the cell is empty, of the one who asks or of the one who stands by.
            SecondNeeded: where a second person must stand by and nobody does.
        """
        cell, by, witness = self.cell(row, command.by.role), command.by, command.witness
        values = {"row": row, "role": by.role.value}
        if cell not in ("Y", "2"):
            raise Forbidden(f"{_a(by.role)} may not {self._deed(row)}; {self._who_may(row)}", values=values)
        if machine is not None and row not in self.machines[machine]:
            reason = f"{_a(machine.value)} machine may not {self._deed(row)}: ask a member of staff"
            raise Forbidden(reason, values={**values, "machine": machine.value})
        if cell == "2" and witness is None:
            reason = f"{_a(by.role)} may not {self._deed(row)} alone: a second person must confirm it"
            raise SecondNeeded(reason, values=values)
        is_second = witness is not None and witness.id != by.id and self.may_stand_by(row, by.role, witness.role)
        if cell == "2" and witness is not None and not is_second:
            reason = f"{witness.id}, {witness.role.replace('_', ' ')}, cannot be the second person here"
            raise Forbidden(reason, values={**values, "witness": witness.role.value})

    def _deed(self, row: str) -> str:
        """Return what a row is about, to stand behind "may not"."""
        title = self.rows[row].title
        return title[:1].lower() + title[1:]

    def _who_may(self, row: str) -> str:
        """Say whom to ask for an act of a row."""
        cells = self.rows[row].cells
        able = [column.replace("_", " ") for column, cell in cells.items() if cell in ("Y", "2") and column != "device"]
        if not able:
            return "only a device of the house may" if "device" in cells else "nobody may"
        first, *rest = able
        among = ", ".join([_a(first), *rest[:-1]])
        return f"ask {among} or {rest[-1]}" if rest else f"ask {among}"

    def may_stand_by(self, row: str, role: Role, second: Role) -> bool:
        """Tell whether somebody of a role may be the second person for an act of another's.

        Where administrators act, anybody of another role may; elsewhere it is one who has a part in the row.
        """
        if role is second or second in (Role.PLAYER, Role.DEVICE):
            return False
        return row in _OF_ADMINISTRATORS or self.cell(row, second) in ("Y", "2")

    def is_urgent(self, row: str) -> bool:
        """Tell whether an act of a row is part of betting or dealing."""
        return row in self.rows and self.rows[row].urgent

    def seconds(self, row: str, role: Role) -> tuple[Role, ...]:
        """Return the roles of which the second person for an act may be one."""
        return tuple(one for one in Role if self.may_stand_by(row, role, one))

    def may_read(self, row: str, role: Role) -> bool:
        """Tell whether a role may look at what a row is about."""
        return self.cell(row, role) is not None


def _a(role: str) -> str:
    """Return a role with its article.

    >>> _a("pit_manager"), _a("auditor")
    ('a pit manager', 'an auditor')
    """
    name = role.replace("_", " ")
    return f"an {name}" if name[0] in "aei" else f"a {name}"


@cache
def matrix() -> Matrix:
    """Return the matrix that ships with the program."""
    text = resources.files("pitboss.floor.people").joinpath("roles.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text), _File)
    column_of = {role: name for name, roles in found.columns.items() for role in roles}
    rank_of = {role: rank for rank, roles in enumerate(found.ranks, start=1) for role in roles}
    return Matrix(column_of, found.rows, found.machines, rank_of)
