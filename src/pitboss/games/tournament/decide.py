"""The trio's `decide` for a tournament: which handler answers which act; and the awarding of the prizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event, dispatched
from pitboss.games.tournament import acts as a
from pitboss.games.tournament import entries, heats
from pitboss.games.tournament import events as e
from pitboss.games.tournament.checks import DIRECTING, refuse_open_ties, require
from pitboss.games.tournament.prizes import prize_moves, shares
from pitboss.games.tournament.standings import standings
from pitboss.games.tournament.state import Phase, Tournament
from pitboss.rulebook import cites


def decide(state: Tournament, command: Command[Any]) -> Sequence[Event]:
    """Answer one act in a tournament, or refuse it with its clause."""
    return dispatched(_DECIDE, state, command, at="a tournament", clause=state.clause)


@cites("BJ-O")
def _award(state: Tournament, command: Command[a.AwardPrizes]) -> Sequence[Event]:
    """Pay the prizes once the places are decided; every entrant is in the event, with a prize or without."""
    require(state, command, DIRECTING, (Phase.DECIDED,), deed="award the prizes")
    refuse_open_ties(state)
    lines, won = standings(state), shares(state)
    paid = sum(won.values())
    prizes = e.Prizes(
        place=tuple(line.place for line in lines),
        player=tuple(line.player for line in lines),
        prize_minor=tuple(won.get(line.player, 0) for line in lines),
    )
    awarded = e.PrizesAwarded(
        prizes=prizes,
        left_minor=state.config.prizes_total - paid,
        clause=state.clause,
        by=command.by.id,
        moves=prize_moves(state, paid),
    )
    return (awarded,)


_DECIDE: dict[type[Act], Callable[[Tournament, Command[Any]], Sequence[Event]]] = {
    a.OpenEntries: entries.open_entries,
    a.EnterPlayer: entries.enter,
    a.WithdrawPlayer: entries.withdraw,
    a.CloseEntries: entries.close_entries,
    a.DrawSeats: heats.draw_seats,
    a.StartHeat: heats.start_heat,
    a.RecordHeat: heats.record_heat,
    a.EndHeat: heats.end_heat,
    a.DisqualifyPlayer: entries.disqualify,
    a.RecordPlayOff: heats.record_play_off,
    a.DrawLots: heats.draw_lots,
    a.AwardPrizes: _award,
    a.CancelTournament: entries.cancel,
}
