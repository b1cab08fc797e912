"""The role matrix as data: every act has one row, and only its cells let anybody through."""

import tomllib
from collections import Counter
from importlib import resources
from itertools import product
from types import SimpleNamespace

import pytest

from pitboss.decider import Command, Person, Role
from pitboss.errors import InvariantBroken
from pitboss.floor.people.acts import TerminalKind
from pitboss.floor.people.roles import Forbidden, SecondNeeded, matrix
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.tote.day import acts as day_acts
from tests.support.acts import all_streams, sample, tag_of
from tests.support.bell import AT, Ring

DATA = tomllib.loads(resources.files("pitboss.floor.people").joinpath("roles.toml").read_text(encoding="utf-8"))
COLUMN_OF = {role: column for column, roles in DATA["columns"].items() for role in roles}
ROWS = DATA["rows"]
STAFF = [role for role in Role if role not in (Role.PLAYER, Role.DEVICE)]

# The duties of the floor, written out once more by hand: whoever changes the data changes this too, knowingly.
DUTIES = {
    "betting": {"dealer": "Y", "supervisor": "Y"},
    "confirm": {"dealer": "Y", "supervisor": "Y"},
    "by_hand": {"dealer": "2", "supervisor": "2", "pit_manager": "2"},
    "void_before": {"dealer": "2", "supervisor": "Y", "pit_manager": "Y"},
    "void_after": {"supervisor": "2", "pit_manager": "2"},
    "inventory": {"dealer": "2", "supervisor": "2", "pit_manager": "2", "auditor": "2"},
    "fill": {"dealer": "2", "supervisor": "2", "pit_manager": "2", "cashier": "2"},
    "corrections": {"supervisor": "2", "pit_manager": "2"},
    "markers": {"supervisor": "2", "pit_manager": "2", "cashier": "2"},
    "colours": {"dealer": "2", "supervisor": "2", "pit_manager": "2"},
    "tips": {"dealer": "2", "supervisor": "2", "pit_manager": "2"},
    "resume": {"dealer": "2", "supervisor": "2", "pit_manager": "2"},
    "drop": {"supervisor": "2", "pit_manager": "2", "cashier": "2", "auditor": "2"},
    "limits": {"supervisor": "2", "pit_manager": "2"},
    "sell": {"teller": "Y", "device": "Y"},
    "cancel_other": {"supervisor": "2", "pit_manager": "2", "teller": "2"},
    "cash": {"cashier": "Y", "teller": "Y", "device": "Y"},
    "cash_above": {"supervisor": "2", "cashier": "2", "teller": "2"},
    "racing": {"supervisor": "Y", "pit_manager": "Y", "device": "Y"},
    "official": {"supervisor": "2", "pit_manager": "2", "device": "Y"},
    "outs": {"supervisor": "2", "pit_manager": "2", "auditor": "2"},
    "read": {"supervisor": "r", "pit_manager": "r", "auditor": "r"},
    "lab": dict.fromkeys(("dealer", "supervisor", "pit_manager", "cashier", "teller", "auditor", "admin"), "r"),
    "people": {"admin": "2", "auditor": "r"},
    "software": {"admin": "2", "auditor": "r"},
    "terminal": {"player": "Y"},
    "server": {},
}
MONEY = (
    "betting",
    "fill",
    "drop",
    "sell",
    "cash",
    "cash_above",
    "refund",
    "limits",
    "void_after",
    "void_before",
    "outs",
    "procedure",
)


def command(act, role, witness=None, by="Bea"):
    """Return a command by somebody of a role, before a second person of another or nobody."""
    second = None if witness is None else Person("Wim", witness)
    return Command(key="k", by=Person(by, role), act=act, received_at=AT, witness=second)


def passes(row, role, witness=None):
    """Return what the matrix says to somebody's act of a row: alone, second or forbidden."""
    try:
        matrix().require(row, command(Ring(), role, witness))
    except SecondNeeded:
        return "second"
    except Forbidden:
        return "forbidden"
    return "alone"


def test_every_act_of_every_stream_has_a_row():
    """No act is left to chance, and none is in a row that there is not."""
    acts = {act for stream in all_streams() for act in stream.acts}
    assert [] == [tag_of(act) for act in acts if act.permission not in ROWS]


def test_every_role_is_in_exactly_one_column():
    """Nobody falls between two columns, and nobody has two."""
    named = Counter(role for roles in DATA["columns"].values() for role in roles)
    assert dict.fromkeys((role.value for role in Role), 1) == dict(named)


def test_every_machine_is_told_what_it_may_do():
    """Each kind of terminal has its rows, and they are rows that there are."""
    assert {kind.value for kind in TerminalKind} == set(DATA["machines"])
    assert {row for rows in DATA["machines"].values() for row in rows} <= set(ROWS)


@pytest.mark.parametrize("row", DUTIES)
def test_duties_are_as_written_by_hand(row):
    """The cells of the duties that are kept apart are the ones that were meant."""
    assert DUTIES[row] == ROWS[row]["cells"]


@pytest.mark.parametrize("row", MONEY)
def test_an_administrator_has_no_hand_in_money(row):
    """Whoever makes accounts and installs software has no cell where money or results are."""
    assert "admin" not in ROWS[row]["cells"]


@pytest.mark.parametrize("row", ROWS)
def test_only_the_cells_let_anybody_through_alone(row):
    """Every role against every row: the cell, and nothing else, says what happens without a second person."""
    meant = {"Y": "alone", "2": "second", "r": "forbidden", None: "forbidden"}
    for role in Role:
        assert meant[ROWS[row]["cells"].get(COLUMN_OF[role])] == passes(row, role), (row, role)


@pytest.mark.parametrize("row", [row for row in ROWS if "2" in ROWS[row]["cells"].values()])
def test_a_second_person_is_of_another_role_and_has_a_part_in_the_row(row):
    """Every role before every other: only one with a cell of the same row counts, and never one of the same role."""
    cells = ROWS[row]["cells"]
    for role, witness in product(Role, Role):
        if cells.get(COLUMN_OF[role]) != "2":
            continue
        has_part = row in ("people", "software") or cells.get(COLUMN_OF[witness]) in ("Y", "2")
        is_right = has_part and witness is not role and witness in STAFF
        assert ("alone" if is_right else "forbidden") == passes(row, role, witness), (role, witness)


@pytest.mark.parametrize("row", [row for row in ROWS if "2" in ROWS[row]["cells"].values()])
def test_nobody_stands_by_their_own_act_in_whichever_role(row):
    """Money, people and machines alike: not even somebody who was given another role since they asked."""
    roles = [role for role in STAFF if ROWS[row]["cells"].get(COLUMN_OF[role]) == "2"]
    for role, later in product(roles, STAFF):
        own = Command(key="k", by=Person("Bea", role), act=Ring(), received_at=AT, witness=Person("Bea", later))
        with pytest.raises(Forbidden):
            matrix().require(row, own)


@pytest.mark.parametrize("kind", TerminalKind)
def test_a_machine_does_only_what_its_kind_does(kind):
    """Every kind of machine against every row, even where its role has a cell."""
    role = Role.PLAYER if kind in (TerminalKind.PLAYER, TerminalKind.SEAT) else Role.DEVICE
    allowed = set()
    for row in ROWS:
        try:
            matrix().require(row, command(Ring(), role), kind)
        except (Forbidden, SecondNeeded):
            continue
        allowed.add(row)
    having_cell = {row for row in ROWS if ROWS[row]["cells"].get(COLUMN_OF[role]) == "Y"}
    assert having_cell & set(DATA["machines"][kind.value]) == allowed


def test_an_act_without_a_row_is_nobodys():
    """What the data do not name is not done at all."""
    with pytest.raises(InvariantBroken, match="no row"):
        matrix().row_for(command(Ring(), Role.DIRECTOR), None, None)


@pytest.mark.parametrize(
    ("cause", "game", "is_between", "row"),
    [
        ("same_direction", None, False, "no_spin"),
        ("few_revolutions", None, False, "no_spin"),
        ("no_drop", None, False, "no_spin"),
        ("interference", None, False, "void_before"),
        ("fraud", None, False, "void_before"),
        ("same_direction", 3, False, "void_after"),
        ("same_direction", 4, False, "no_spin"),
        ("same_direction", 4, True, "void_after"),
        ("same_direction", None, True, "void_after"),
    ],
)
def test_a_void_is_in_the_row_of_the_moment(cause, game, is_between, row):
    """A spin called while it runs is one person's; a game whose result is known is two people's."""
    act = automatic_acts.VoidGame(
        cause=automatic_acts.VoidCause(cause), game=game, **_rest(automatic_acts.VoidGame, "cause", "game")
    )
    state = SimpleNamespace(is_in_play=not is_between, rounds=4)
    assert row == matrix().row_for(command(act, Role.DEALER), state, None)


def _rest(kind, *given):
    """Return the fields of the smallest act of a kind that are not given."""
    found = sample(kind)
    return {name: getattr(found, name) for name in found.__struct_fields__ if name not in given}


@pytest.mark.parametrize(
    ("role", "terminal", "row"),
    [
        (Role.TELLER, "T1", "sell"),
        (Role.TELLER, "W2", "cancel_other"),
        (Role.TELLER, None, "cancel_other"),
        (Role.DEVICE, "T1", "sell"),
    ],
)
def test_a_ticket_is_ones_own_only_at_the_window_that_sold_it(role, terminal, row):
    """Whoever stands at another window, or at none that is known, cancels another's ticket."""
    act = sample(day_acts.CancelTicket)
    assert "T1" == act.terminal  # type: ignore[attr-defined]
    assert row == matrix().row_for(command(act, role), None, terminal)


@pytest.mark.parametrize("kind", [day_acts.CashTicket, day_acts.RefundTicket])
def test_cashing_before_a_second_person_is_cashing_above_the_limit(kind):
    """With somebody who stands by, or is asked to, the row is the one that has supervisors in it."""
    act = sample(kind)
    found = matrix()
    assert "cash" == found.row_for(command(act, Role.TELLER), None, "T1")
    assert "cash_above" == found.row_for(command(act, Role.TELLER, Role.MUTUEL_SUPERVISOR), None, "T1")
    assert "cash_above" == found.row_for(command(act, Role.TELLER), None, "T1", is_asking=True)


@pytest.mark.parametrize(
    ("row", "role", "said"),
    [
        ("void_after", Role.DEALER, "a dealer may not void a round after its result; ask a supervisor or pit manager"),
        (
            "void_before",
            Role.AUDITOR,
            "an auditor may not void a whole round before its result; ask a dealer, supervisor",
        ),
        (
            "void_before",
            Role.DEALER,
            "a dealer may not void a whole round before its result alone: a second person must",
        ),
        (
            "sensed",
            Role.DEALER,
            "a dealer may not report what a table's own devices read; only a device of the house may",
        ),
        ("sell", Role.DEALER, "while its pools are open; ask a teller"),
    ],
)
def test_a_refusal_says_what_and_whom_to_ask(row, role, said):
    """In a sentence, without the name of a cell."""
    command = Command(key="1", by=Person("dana", role), act=Ring(), received_at=AT)
    with pytest.raises((Forbidden, SecondNeeded)) as refused:
        matrix().require(row, command)

    assert said in refused.value.reason
