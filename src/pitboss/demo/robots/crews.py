"""Who of a house's robots works and plays where: a dealer for each table, the supervisors for all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from pitboss.decider import Person, Role
from pitboss.demo.robots.scene import Crew
from pitboss.demo.robots.tote_tickets import MACHINES
from pitboss.errors import InputError

GUESTS = (
    "Abel Ada Amos Anya Arlo Asta Beau Bela Bram Cato Cleo Cora Dale Dina Drew Edda Elio Enid Erik Esme "
    "Ezra Faye Finn Gail Gert Gwen Hale Hana Hugo Ida Ines Ivor Jade Joel Juno Kaja Kato Kurt Lara Leif "
    "Lena Levi Lola Luca Lyle Mara Mila Milo Nell Nico Nola Odin Olga Omar Otto Pari Petra Pia Quin Rafe "
    "Rhea Rolf Rosa Ruth Sana Saul Seth Sola Tara Theo Tilda Tova Udo Una Vera Vito Walt Wren Yara Zeno"
).split()
"""Guests of the house, who come to play."""
GUESTS_A_TABLE = 8
TERMINALS_A_TABLE = 5
_AT_ONE_TABLE = (Role.DEALER, Role.MUCKER)


def crews(robots: Iterable[Person], streams: Mapping[str, str], virtual: Collection[str] = ()) -> dict[str, Crew]:
    """Return stream to its robots, from the house's robot staff and stream to its rules' name, in the house's order.

    `virtual` are the tables that play from virtual shoes.

    Raises:
        InputError: where there are more tables than robots who deal.

    >>> found = crews([Person("dora", Role.DEALER)], {"roulette-1": "roulette"})["roulette-1"]
    >>> found.of(Role.DEALER).id, found.players[:2], found.device
    ('dora', ('Abel', 'Ada'), 'wheel-roulette-1')
    """
    staff: dict[Role, list[Person]] = {}
    for person in robots:
        staff.setdefault(person.role, []).append(person)
    shared = {role: people[0] for role, people in staff.items() if role not in _AT_ONE_TABLE}
    found: dict[str, Crew] = {}
    tables = 0
    for stream, rules in streams.items():
        if rules == "tote":
            found[stream] = Crew(staff=shared, device="signal", terminals=tuple(MACHINES))
            continue
        own = {role: staff[role][tables] for role in _AT_ONE_TABLE if tables < len(staff.get(role, ()))}
        if Role.DEALER not in own:
            raise InputError("no robot is left who deals at this table", field="table", value=stream)
        found[stream] = Crew(
            staff={**shared, **own},
            players=_guests(tables),
            device=f"wheel-{stream}",
            terminals=tuple(f"R{number}" for number in range(1, TERMINALS_A_TABLE + 1)),
            is_virtual=stream in virtual,
        )
        tables += 1
    return found


def _guests(table: int) -> tuple[str, ...]:
    first = table * GUESTS_A_TABLE % len(GUESTS)
    doubled: Sequence[str] = GUESTS * 2
    return tuple(doubled[first : first + GUESTS_A_TABLE])
