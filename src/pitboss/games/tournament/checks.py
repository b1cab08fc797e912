"""Who may do what in a tournament, and the checks that its handlers share with what is offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, require_role
from pitboss.games.tournament.prizes import missing
from pitboss.games.tournament.standings import open_ties
from pitboss.games.tournament.state import Entrant, Phase, Tournament
from pitboss.money import Currency, show
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

DIRECTING = ("pit_supervisor+",)
"""Who opens entries, disqualifies, awards and cancels."""
RUNNING = ("floorperson", "pit_supervisor+")
"""Who takes entries, draws, and starts and ends heats."""
REPORTING = ("dealer", "floorperson", "pit_supervisor+")
"""Who brings a table's report."""
SECOND_PERSON = ("dealer", "inspector", "floorperson", "pit_supervisor+")
"""Of whom one must see a disqualification."""


def require(
    state: Tournament, command: Command[Any], roles: Sequence[str], phases: Sequence[Phase], *, deed: str
) -> None:
    """Refuse an act to somebody whose it is not, and at a time that is not its own."""
    require_role(command, roles, clause=state.clause, deed=deed)
    if state.phase not in phases:
        reason = f"nobody can {deed} now: {state.phase.words}"
        raise ActionRefused(reason, clause=state.clause, phase=state.phase.value)


def require_entrant(state: Tournament, player: str) -> Entrant:
    """Return a player's entry, or refuse somebody who has none or was disqualified."""
    entrant = state.entries.get(player)
    if entrant is None:
        raise ActionRefused(f"{player} is not in this tournament", clause=state.clause, player=player)
    if entrant.is_disqualified:
        raise ActionRefused(f"{player} is disqualified", clause=state.clause, player=player)
    return entrant


@cites("BJ-O")
def require_permutation(state: Tournament, order: Sequence[str], players: Sequence[str]) -> None:
    """Refuse an order that leaves somebody out, names somebody twice, or names somebody else."""
    if sorted(order) != sorted(players):
        reason = f"the draw names {', '.join(players)}, each once"
        raise ActionRefused(reason, clause=state.clause, order=list(order), players=list(players))


@cites("BJ-O")
def why_not_ready(state: Tournament) -> str:
    """Say why the tournament cannot begin with the entries it has; nothing where it can."""
    config = state.config
    if len(state.players_in) < config.entries_min:
        return f"it has {len(state.players_in)} of at least {config.entries_min} players"
    if missing(state):
        currency = Currency.of(config.currency)
        short, total = show(missing(state), currency), show(config.prizes_total, currency)
        return f"entries and the house's addition are {short} short of the prizes, {total}"
    return ""


def require_ready(state: Tournament) -> None:
    """Refuse to go on towards the start with too few entries, or with prizes nobody pays."""
    reason = why_not_ready(state)
    if reason:
        values = {"players": len(state.players_in), "missing_minor": missing(state)}
        raise ProcedureBreach(f"the tournament cannot begin: {reason}", clause=state.clause, **values)


@cites("BJ-O")
def refuse_open_ties(state: Tournament) -> None:
    """Refuse to go on where players with equal chips must be told apart first."""
    ties = open_ties(state)
    if ties:
        reason = f"{' and '.join(ties[0].players)} have equal chips: the tie is broken first"
        raise ProcedureBreach(reason, clause=state.clause, players=list(ties[0].players))
