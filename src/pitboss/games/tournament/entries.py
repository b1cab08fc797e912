"""Handlers of a tournament's entries: opened, taken, taken back, closed, struck, or all given back."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, is_second
from pitboss.games.tournament import acts as a
from pitboss.games.tournament import events as e
from pitboss.games.tournament.checks import (
    DIRECTING,
    RUNNING,
    SECOND_PERSON,
    require,
    require_entrant,
    require_ready,
)
from pitboss.games.tournament.prizes import fee_back, fee_paid, fees_held
from pitboss.games.tournament.state import Phase, Tournament
from pitboss.money import Currency, show
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites, edition

UNFINISHED = tuple(phase for phase in Phase if phase not in (Phase.AWARDED, Phase.CANCELLED))


@cites("BJ-O", "RES")
def open_entries(state: Tournament, command: Command[a.OpenEntries]) -> Sequence[Event]:
    """Open entries under an adopted edition and the tournament's own rules, or open closed ones before the start."""
    require(state, command, DIRECTING, (Phase.ANNOUNCED, Phase.CLOSED), deed="open entries")
    rules, day = edition(state.config.rulebook), command.received_at.date()
    opens_on = rules.adoption.opens_on
    if opens_on is not None and day < opens_on:
        reason = f"nothing is played under {rules.id} before {opens_on}; this is {day}"
        raise ProcedureBreach(reason, clause="RES", opens_on=str(opens_on), day=str(day))
    opened = e.EntriesOpened(
        rulebook=rules.id,
        edition_hash=rules.hash,
        rules_hash=state.config.hash,
        by=command.by.id,
        role=command.by.role.value,
    )
    return (opened,)


@cites("BJ-O")
def enter(state: Tournament, command: Command[a.EnterPlayer]) -> Sequence[Event]:
    """Take one entry of a player, for exactly the fee that everybody pays."""
    act, config = command.act, state.config
    require(state, command, RUNNING, (Phase.OPEN,), deed="take an entry")
    if act.player in state.entries:
        reason = f"{act.player} has entered already; there is one entry for each player, and no re-buy"
        raise ActionRefused(reason, clause=state.clause, player=act.player)
    if len(state.entries) >= config.entries_max:
        reason = f"all {config.entries_max} entries are taken"
        raise ActionRefused(reason, clause=state.clause, entries_max=config.entries_max)
    if act.fee_minor != config.entry_fee_minor:
        currency = Currency.of(config.currency)
        asked, paid = show(config.entry_fee_minor, currency), show(act.fee_minor, currency)
        reason = f"an entry costs {asked} and not {paid}"
        raise ActionRefused(reason, clause=state.clause, fee_minor=act.fee_minor)
    moves = fee_paid(act.fee_minor)
    return (e.PlayerEntered(player=act.player, fee_minor=act.fee_minor, by=command.by.id, moves=moves),)


@cites("BJ-O")
def withdraw(state: Tournament, command: Command[a.WithdrawPlayer]) -> Sequence[Event]:
    """Take an entry back before the first heat starts; the player has it back, and nobody else's."""
    player = command.act.player
    require(state, command, ("player", *RUNNING), UNFINISHED, deed="withdraw an entry")
    if state.has_begun:
        reason = f"{player} can withdraw until the first heat starts, and not after"
        raise ActionRefused(reason, clause=state.clause, player=player, heat=state.heat)
    if command.by.role == "player" and command.by.id != player:
        raise ActionRefused(f"{command.by.id} may not withdraw {player}", clause=state.clause, player=player)
    fee = require_entrant(state, player).fee_minor
    return (e.PlayerWithdrawn(player=player, fee_minor=fee, by=command.by.id, moves=fee_back(fee)),)


@cites("BJ-O")
def close_entries(state: Tournament, command: Command[a.CloseEntries]) -> Sequence[Event]:
    """Close entries when there are enough, and enough money for the prizes."""
    require(state, command, RUNNING, (Phase.OPEN,), deed="close entries")
    require_ready(state)
    return (e.EntriesClosed(entries=len(state.entries), by=command.by.id),)


@cites("BJ-O")
def disqualify(state: Tournament, command: Command[a.DisqualifyPlayer]) -> Sequence[Event]:
    """Take a player out before a second person; the fee is not given back."""
    act = command.act
    require(state, command, DIRECTING, UNFINISHED, deed="disqualify a player")
    require_entrant(state, act.player)
    if command.witness is None or not is_second(command, SECOND_PERSON):
        reason = "a disqualification needs a second person"
        raise ProcedureBreach(reason, clause=state.clause, by=command.by.id)
    struck = e.PlayerDisqualified(player=act.player, reason=act.reason, by=command.by.id, witness=command.witness.id)
    return (struck,)


@cites("BJ-O")
def cancel(state: Tournament, command: Command[a.CancelTournament]) -> Sequence[Event]:
    """Call the tournament off at any time before its prizes are awarded, and give every fee back."""
    require(state, command, DIRECTING, UNFINISHED, deed="cancel the tournament")
    cancelled = e.TournamentCancelled(
        reason=command.act.reason,
        player=tuple(state.entries),
        fee_minor=tuple(entrant.fee_minor for entrant in state.entries.values()),
        by=command.by.id,
        moves=fee_back(fees_held(state)),
    )
    return (cancelled,)
