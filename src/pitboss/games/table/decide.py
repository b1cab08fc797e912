"""Opening and keeping any game's table: equipment, staff, limits, rounds, chips for cash."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.decider import Act, Command, Event, Move, is_second, require_role
from pitboss.games.everyday.decide import EVERYDAY_DECIDE
from pitboss.games.everyday.inventory import require_closing_count, require_opening_count
from pitboss.games.table import acts as a
from pitboss.games.table import events as e
from pitboss.games.table.accounts import CIRCULATION, DROP, LAYOUT, PATRONS, RACK
from pitboss.games.table.checks import require_at_table, require_between_rounds, require_dealer, require_open
from pitboss.games.table.rules import TOTALS, TableRules
from pitboss.games.table.state import BaseTable
from pitboss.money import STAKE_MAX
from pitboss.rulebook import (
    ActionRefused,
    Fault,
    LimitExceeded,
    ProcedureBreach,
    TableConfig,
    check_settings,
    cites,
    edition,
    practice_settings,
)

INSPECTORS = ("dealer", "floorperson", "inspector", "pit_supervisor+")
SUPERVISORS = ("inspector", "floorperson", "pit_supervisor+")
SECOND_PERSON = ("dealer", "floorperson", "inspector", "pit_supervisor+")
CLOSERS = ("dealer", "pit_supervisor+")
LIMIT_SETTERS = ("pit_supervisor+",)
ABANDONING = "HP-S1"


@cites("RO-A1", "RO-A4", "RO-A5", "RH-1.2.2", "RH-3.1", *(f"RH-3.2.{item}" for item in (2, 3, 4, 5, 6, 7, 9)))
@cites("SB-A1", "SB-A2", "BJ-B2", "BJ-B3", "BJ-H1")
def inspect(state: BaseTable, command: Command[a.InspectEquipment]) -> Sequence[Event]:
    """Record that everything the rules list is at the table; nothing less opens it."""
    require_role(command, INSPECTORS, clause=state.rules.clause("equipment"), deed="inspect the equipment")
    if state.is_open:
        raise ActionRefused("the equipment is inspected before the table opens", clause=state.rules.clause("equipment"))
    needed = {entry.item: entry.clause for entry in state.equipment}
    items = command.act.items
    missing = [item for item in needed if item not in items]
    if missing:
        reason = f"the table has no {' and no '.join(missing)}"
        raise ProcedureBreach(reason, clause=needed[missing[0]], missing=missing)
    extra = [item for item in items if item not in needed]
    if extra or len(set(items)) < len(items):
        reason = f"the inspection names {', '.join(needed)}, each once"
        raise ActionRefused(reason, clause=state.rules.clause("equipment"), items=list(items))
    return (e.EquipmentInspected(items=items, by=command.by.id, role=command.by.role.value),)


@cites("RES", "RO-B1", "RO-A1", "RH-1.1")
def open_table(state: BaseTable, command: Command[a.OpenTable]) -> Sequence[Event]:
    """Open an inspected table under an adopted edition; who opens it deals."""
    rules = state.rules
    require_role(command, ("dealer",), clause=rules.clause("staff"), deed="open the table")
    if state.is_open:
        raise ActionRefused("the table is open already", clause=rules.clause("staff"))
    opens_on = rules.edition.adoption.opens_on
    day = command.received_at.date()
    if opens_on is not None and day < opens_on:
        reason = f"no table opens under {rules.edition.id} before {opens_on}; this is {day}"
        raise ProcedureBreach(reason, clause="RES", opens_on=str(opens_on), day=str(day))
    if not state.inspected:
        reason = "the equipment has not been inspected for this opening"
        raise ProcedureBreach(reason, clause=rules.clause("equipment"))
    require_opening_count(state)
    _refuse_unset_limits(state)
    _refuse_same_person(state, command.by.id, command.act.mucker)
    opened = e.TableOpened(
        rulebook=rules.edition.id,
        edition_hash=rules.edition.hash,
        dealer=command.by.id,
        mucker=command.act.mucker,
    )
    return (opened,)


@cites("SB-G", "MB-O", "BJ-P")
def _refuse_unset_limits(state: BaseTable) -> None:
    """Keep a table shut while a minimum or a maximum is missing that its document wants determined."""
    for which, kinds, reason in unset_limits(state.rules):
        raise ProcedureBreach(reason, clause=state.rules.clause("limits"), which=which, kinds=kinds)


def unset_limits(rules: TableRules[Any]) -> Iterator[tuple[str, list[str], str]]:
    """Yield the limits that a document wants determined and nobody set: which one, for which wagers, in words."""
    for which, word in (("min", "minimum"), ("max", "maximum")) if rules.has("limits") else ():
        unset = [kind for kind in rules.kinds_taken if rules.limit_set(which, kind) is None]
        if unset:
            reason = f"no {word} is set for {', '.join(unset)}: the Tribe determines it before the table opens"
            yield which, unset, reason


def _refuse_same_person(state: BaseTable, dealer: str, mucker: str | None) -> None:
    if dealer == mucker:
        reason = f"{dealer} cannot be both dealer and mucker"
        raise ActionRefused(reason, clause=state.rules.clause("staff"), dealer=dealer)


def close_table(state: BaseTable, command: Command[a.CloseTable]) -> Sequence[Event]:
    """Close the table between rounds."""
    require_role(command, CLOSERS, clause=state.rules.clause("staff"), deed="close the table")
    require_at_table(state, command)
    require_open(state)
    require_between_rounds(state, "closing")
    require_closing_count(state)
    return (e.TableClosed(by=command.by.id),)


@cites("RO-B1", "RO-B3")
def change_staff(state: BaseTable, command: Command[a.RelieveDealer | a.AssignMucker]) -> Sequence[Event]:
    """Put another dealer or mucker on the table between rounds."""
    act = command.act
    require_role(command, SUPERVISORS, clause=state.rules.clause("staff"), deed="change who works the table")
    require_open(state)
    require_between_rounds(state, "a change of staff")
    dealer = act.dealer if isinstance(act, a.RelieveDealer) else state.dealer or ""
    mucker = act.mucker if isinstance(act, a.AssignMucker) else state.mucker
    _refuse_same_person(state, dealer, mucker)
    return (e.StaffChanged(dealer=dealer, mucker=mucker, by=command.by.id),)


@cites("RO-G2", "RS-W")
def set_limit(state: BaseTable, command: Command[a.SetLimit]) -> Sequence[Event]:
    """Let a supervisor and a second person change a limit for the rounds to come, inside the edition's bounds."""
    act, rules = command.act, state.rules
    clause = rules.limit_clause(TOTALS.get(act.kind, act.which))
    require_role(command, LIMIT_SETTERS, clause=clause, deed="change the limits")
    if not is_second(command, SECOND_PERSON):
        raise ProcedureBreach("a change of limits needs a second person", clause=clause, by=command.by.id)
    if act.kind in TOTALS and act.which is not a.Limit.MAX:
        raise ActionRefused("what lies on all positions has a maximum and no minimum", clause=clause, kind=act.kind)
    if act.kind not in rules.wagers and act.kind not in TOTALS:
        raise ActionRefused(f"{act.kind} is not a wager of this table", clause=clause, kind=act.kind)
    if act.which is a.Limit.MAX and act.amount_minor > highest_limit(rules, act.kind):
        raise LimitExceeded("the greatest stake there can be is no maximum", clause=clause, kind=act.kind)
    changed_rules = rules.with_limit(act.kind, act.which, act.amount_minor)
    faults = _faults(changed_rules.key)
    if faults:
        raise LimitExceeded(faults[0].reason, clause=faults[0].clause or clause, kind=act.kind)
    is_total = act.kind in TOTALS
    for kind in rules.wagers if is_total else (act.kind,):
        low, unit = changed_rules.limits(kind)[0], rules.unit(kind)
        most = act.amount_minor // (rules.needed(kind) if is_total else 1)
        if act.which is a.Limit.MIN:
            most = changed_rules.most(kind)
        if changed_rules.least(kind) > most:
            reason = f"no wager from {state.money(low)} to {state.money(most)} is a multiple of {state.money(unit)}"
            raise LimitExceeded(reason, clause=clause, kind=kind, unit_minor=unit)
    witness = command.witness.id if command.witness else ""
    changed = e.LimitSet(
        kind=act.kind, which=act.which.value, amount_minor=act.amount_minor, by=command.by.id, witness=witness
    )
    return (changed,)


@cites("SB-G", "MB-O", "BJ-P", "Q60")
def highest_limit(rules: TableRules[Any], kind: str) -> int:
    """Return the most that a maximum may be: where one must be set, less than the greatest stake there can be."""
    return STAKE_MAX - 1 if rules.has("limits") and kind not in TOTALS else STAKE_MAX


@lru_cache(maxsize=1_000)
def _faults(config: bytes) -> list[Fault]:
    """Return what is wrong with a table's settings; the same ones are asked about again and again."""
    table = msgspec.json.decode(config, type=TableConfig)
    return check_settings(edition(table.rulebook), table.settings, practice=practice_settings())[1]


def open_betting(state: BaseTable, command: Command[a.OpenBetting]) -> Sequence[Event]:
    """Take the dolly off and open the next round, under the rules in force now."""
    require_open(state)
    require_dealer(state, command, "open the betting")
    require_between_rounds(state, "the next round")
    return (e.BettingOpened(round=state.rounds + 1),)


def buy_value(state: BaseTable, command: Command[a.BuyValueChips]) -> Sequence[Event]:
    """Sell value chips for cash."""
    act = command.act
    require_open(state)
    require_dealer(state, command, "sell chips", clause=state.rules.clause("chips"))
    moves = (Move(PATRONS, DROP, act.amount_minor), Move(RACK, CIRCULATION, act.amount_minor))
    return (e.ValueChipsBought(player=act.player, amount_minor=act.amount_minor, moves=moves),)


@cites("HP-S1")
def abandon_round(state: BaseTable, command: Command[a.AbandonRound]) -> Sequence[Event]:
    """Let the table's dealer give up a round on which nobody bet, before anything decides it."""
    require_open(state)
    require_dealer(state, command, "abandon a round", clause=ABANDONING)
    if state.is_between_rounds:
        raise ActionRefused("no round is in play", clause=ABANDONING)
    laid = state.balances.get(LAYOUT, 0)
    if laid:
        reason = (
            f"{state.money(laid)} is on the layout: players take their wagers back while bets are open, "
            "or the round is played to its end"
        )
        raise ProcedureBreach(reason, clause=ABANDONING, laid_minor=laid)
    if state.phase not in state.ABANDONED_IN:
        reason = f"the round is {state.standing}: it is played to its end, or called off as its rules have it"
        raise ProcedureBreach(reason, clause=ABANDONING, phase=str(state.phase))
    return (e.RoundAbandoned(round=state.rounds, reason=command.act.reason, by=command.by.id),)


SHARED_DECIDE: dict[type[Act], Callable[[Any, Command[Any]], Sequence[Event]]] = {
    a.InspectEquipment: inspect,
    a.OpenTable: open_table,
    a.CloseTable: close_table,
    a.RelieveDealer: change_staff,
    a.AssignMucker: change_staff,
    a.SetLimit: set_limit,
    a.OpenBetting: open_betting,
    a.BuyValueChips: buy_value,
    a.AbandonRound: abandon_round,
    **EVERYDAY_DECIDE,
}
"""The acts every game's table answers alike; a game puts its own in their place where its rules ask for more."""
