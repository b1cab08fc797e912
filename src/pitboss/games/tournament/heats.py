"""Handlers of the heats: seats drawn, chips handed out, tables' reports recorded, ties broken, and who goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.decider import Command, Event
from pitboss.games.tournament import acts as a
from pitboss.games.tournament import events as e
from pitboss.games.tournament.checks import (
    REPORTING,
    RUNNING,
    refuse_open_ties,
    require,
    require_permutation,
    require_ready,
)
from pitboss.games.tournament.config import Ties
from pitboss.games.tournament.standings import Tie, advanced, open_ties
from pitboss.games.tournament.state import Phase, Tournament
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

TIED = (Phase.REPORTED, Phase.DECIDED)
"""When a tie may be open."""


@cites("BJ-O", "BJ-B1")
def draw_seats(state: Tournament, command: Command[a.DrawSeats]) -> Sequence[Event]:
    """Seat the players in the order drawn: table by table, and as evenly as the tables allow."""
    order = command.act.order
    require(state, command, RUNNING, (Phase.CLOSED, Phase.BETWEEN), deed="draw seats")
    if not state.has_begun:
        require_ready(state)
    require_permutation(state, order, state.players_in)
    return (e.SeatsDrawn(heat=state.heat + 1, seats=seated(order, state.config.players_per_table), by=command.by.id),)


def seated(order: Sequence[str], most: int) -> e.Seats:
    """Give out seats along an order: as few tables as will do, of which no two differ by more than one player.

    >>> seated(["Ann", "Bob", "Cid"], 2)
    Seats(table=(1, 1, 2), seat=(1, 2, 1), player=('Ann', 'Bob', 'Cid'))
    """
    tables = -(-len(order) // most)
    each, over = divmod(len(order), tables)
    places = [(table, seat) for table in range(1, tables + 1) for seat in range(1, each + (table <= over) + 1)]
    return e.Seats(tuple(table for table, _ in places), tuple(seat for _, seat in places), tuple(order))


@cites("BJ-O")
def start_heat(state: Tournament, command: Command[a.StartHeat]) -> Sequence[Event]:
    """Start the heat whose seats are drawn, with equal chips for everybody or those carried from the last."""
    require(state, command, RUNNING, (Phase.SEATED,), deed="start a heat")
    config, players = state.config, tuple(state.seats)
    is_equal = not config.carry_chips or not state.has_begun
    started = e.HeatStarted(
        heat=state.heat + 1,
        hands=config.hands,
        seats=e.Seats(
            tuple(table for table, _ in state.seats.values()), tuple(seat for _, seat in state.seats.values()), players
        ),
        chips=tuple(config.starting_chips if is_equal else state.entries[player].chips for player in players),
        by=command.by.id,
    )
    return (started,)


@cites("BJ-O")
def record_heat(state: Tournament, command: Command[a.RecordHeat]) -> Sequence[Event]:
    """Record a table's report once: the heat in play, everybody who sat there, and a reason for hands not played."""
    act, clause = command.act, state.clause
    require(state, command, REPORTING, (Phase.PLAYING,), deed="record a heat")
    if act.heat != state.heat:
        reason = f"heat {state.heat} is in play, not heat {act.heat}"
        raise ActionRefused(reason, clause=clause, heat=act.heat)
    if act.table not in state.tables or act.table in state.reported:
        what = "has reported this heat" if act.table in state.reported else "does not play in this heat"
        raise ActionRefused(f"table {act.table} {what}", clause=clause, table=act.table)
    players = state.tables[act.table]
    if act.chips.keys() != set(players):
        reason = f"table {act.table} reports the chips of {', '.join(players)}, and of nobody else"
        raise ActionRefused(reason, clause=clause, players=list(players), reported=list(act.chips))
    if act.hands > state.config.hands:
        reason = f"a heat has {state.config.hands} hands, not {act.hands}"
        raise ActionRefused(reason, clause=clause, hands=act.hands)
    if act.hands < state.config.hands and act.reason is None:
        reason = f"{act.hands} of {state.config.hands} hands were played: the report says why"
        raise ProcedureBreach(reason, clause=clause, hands=act.hands)
    recorded = e.HeatRecorded(
        table=act.table,
        heat=act.heat,
        hands=act.hands,
        chips={player: act.chips[player] for player in players},
        reason=act.reason,
        by=command.by.id,
        role=command.by.role.value,
    )
    return (recorded,)


@cites("BJ-O")
def end_heat(state: Tournament, command: Command[a.EndHeat]) -> Sequence[Event]:
    """End a heat that all tables reported and no open tie hangs on."""
    require(state, command, RUNNING, (Phase.REPORTED,), deed="end a heat")
    refuse_open_ties(state)
    gone_on, is_last = advanced(state), state.heat == state.config.heats
    seated_now = [player for player in state.seats if state.entries[player].is_in]
    out = () if is_last else tuple(player for player in seated_now if player not in gone_on)
    return (e.HeatEnded(heat=state.heat, is_last=is_last, advanced=gone_on, out=out, by=command.by.id),)


@cites("BJ-O")
def record_play_off(state: Tournament, command: Command[a.RecordPlayOff]) -> Sequence[Event]:
    """Rank tied players by what they have after another hand; who is equal again is still tied."""
    chips = command.act.chips
    require(state, command, REPORTING, TIED, deed="record a play-off")
    tie = _tie_of(state, chips, Ties.PLAY_OFF)
    order = sorted(tie.players, key=lambda player: -chips[player])
    held = tuple(chips[player] for player in order)
    ranks = tuple(held.index(count) + 1 for count in held)
    return (_broken(tie, e.How.PLAY_OFF, tuple(order), ranks, held, by=command.by.id),)


@cites("BJ-O")
def draw_lots(state: Tournament, command: Command[a.DrawLots]) -> Sequence[Event]:
    """Rank tied players in the order in which they were drawn."""
    order = command.act.order
    require(state, command, RUNNING, TIED, deed="draw lots")
    tie = _tie_of(state, order, Ties.DRAW)
    require_permutation(state, order, tie.players)
    ranks = tuple(range(1, len(order) + 1))
    return (_broken(tie, e.How.DRAW, order, ranks, (), by=command.by.id),)


def _tie_of(state: Tournament, named: Iterable[str], rule: Ties) -> Tie:
    """Return the open tie between exactly these players, or refuse: by this rule, and where there is a tie."""
    if state.config.ties is not rule:
        reason = f"by the rules of this tournament ties are {state.config.ties.words}, not {rule.words}"
        raise ActionRefused(reason, clause=state.clause, ties=state.config.ties.value)
    players = set(named)
    for tie in open_ties(state):
        if players == set(tie.players):
            return tie
    reason = f"no tie is open between {', '.join(sorted(players)) or 'nobody'}"
    raise ActionRefused(reason, clause=state.clause, players=sorted(players))


def _broken(
    tie: Tie, how: e.How, order: tuple[str, ...], ranks: tuple[int, ...], chips: tuple[int, ...], *, by: str
) -> e.TieBroken:
    return e.TieBroken(how=how, decides=tie.decides, player=order, rank=ranks, chips=chips, by=by)
