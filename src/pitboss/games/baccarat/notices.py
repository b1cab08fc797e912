"""Notices: the Director's on how cards are laid, and to the players on vigorish, which changes for all at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pitboss.decider import Command, Event, require_role
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.state import Table
from pitboss.rulebook import ActionRefused, Fault, ProcedureBreach, check_settings, cites, edition

DIRECTOR = ("director",)
CHARGING = ("pit_supervisor+",)


@cites("MB-J3")
def notify_deal(state: Table, command: Command[a.NotifyDealOption]) -> Sequence[Event]:
    """Record the Director's notice; nobody else's will do."""
    require_role(command, DIRECTOR, clause=state.rules.clause("deal"), deed="give notice of the option for the deal")
    return (e.DealOptionNotified(option=command.act.option, by=command.by.id),)


@lru_cache(maxsize=64)
def _faults(rulebook: str, form: str, pct: int) -> tuple[Fault, ...]:
    return tuple(check_settings(edition(rulebook), {"form": form, "pct": pct})[1])


@cites("MB-M3", "MB-M4", "MB-M6")
def percents(rulebook: str, form: str) -> tuple[int, ...]:
    """Return the percentages that a form of vigorish may have; none at all is written as 0."""
    if form == a.Form.NO_VIG:
        return (0,)
    return _percents(rulebook, form)


@lru_cache(maxsize=16)
def _percents(rulebook: str, form: str) -> tuple[int, ...]:
    return tuple(pct for pct in range(101) if not _faults(rulebook, form, pct))


def in_force(state: Table) -> tuple[str, int]:
    """Return the form and percentage of the next round."""
    form = state.rules.form
    return form, 0 if form == a.Form.NO_VIG else int(state.rules.settings["pct"])


def _refuse_percent(state: Table, form: a.Form, pct: int) -> None:
    rulebook = state.rules.edition.id
    if pct in percents(rulebook, form):
        return
    faults = _faults(rulebook, form.value, pct)
    clause = (faults[0].clause if faults else None) or state.rules.clause("vig_none")
    reason = faults[0].reason if faults else "no vigorish is no percentage: 0"
    raise ProcedureBreach(reason, clause=clause, form=form.value, pct=pct)


@cites("MB-M5", "MB-M6")
def post_vigorish(state: Table, command: Command[a.PostVigorishNotice]) -> Sequence[Event]:
    """Record that players were given notice."""
    act, clause = command.act, state.rules.clause("notice")
    require_role(command, CHARGING, clause=clause, deed="give notice of the vigorish")
    _refuse_percent(state, act.form, act.pct)
    return (e.VigorishNoticePosted(form=act.form, pct=act.pct, by=command.by.id),)


@cites("MB-M5", "MB-M6")
def change_vigorish(state: Table, command: Command[a.ChangeVigorish]) -> Sequence[Event]:
    """Change what every player is charged; another form or a higher percentage needs notice first."""
    act, clause = command.act, state.rules.clause("notice")
    require_role(command, CHARGING, clause=clause, deed="change the vigorish")
    _refuse_percent(state, act.form, act.pct)
    form, pct = in_force(state)
    if (act.form, act.pct) == (form, pct):
        raise ActionRefused(f"{act.form} at {act.pct} percent is in force already", clause=clause)
    needs_notice = act.form != form or act.pct > pct
    if needs_notice and state.notice != (act.form.value, act.pct):
        reason = f"players have no notice of {act.form} at {act.pct} percent"
        raise ProcedureBreach(reason, clause=clause, form=act.form.value, pct=act.pct)
    return (e.VigorishChanged(form=act.form, pct=act.pct, by=command.by.id),)
