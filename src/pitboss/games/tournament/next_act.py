"""What a tournament waits for: the one next act in words. Refuses nothing: `decide` says what may be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.decider import Act, tag_of
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.checks import why_not_ready
from pitboss.games.tournament.config import Ties
from pitboss.games.tournament.standings import Tie, open_ties
from pitboss.games.tournament.state import Phase, Tournament


def next_act(state: Tournament) -> dict[str, Any] | None:
    """Return the act that brings a tournament on: its name, what it is called, and what hangs on it; None at its end.

    >>> from pitboss.games.tournament.config import tournament_config
    >>> from pitboss.games.tournament.state import new_tournament
    >>> chosen = {"name": "Spring", "rulebook": "oneida-blackjack-2004", "format": "highest_total", "heats": 1}
    >>> chosen |= {"starting_chips": 500, "hands": 20, "prizes_minor": [9000], "house_added_minor": 9000}
    >>> found = next_act(new_tournament(tournament_config(chosen)))
    >>> found["act"], found["text"], found["clause"]
    ('tournament.open_entries/1', 'Open entries', 'BJ-O')
    """
    ties = open_ties(state)
    if ties:
        return _tied(state, ties[0])
    waits = _WAITS.get(state.phase)
    return None if waits is None else waits(state)


def _opening(state: Tournament) -> dict[str, Any]:
    return _told(state, a.OpenEntries, "Open entries", "everybody may read the rules here")


def _drawing(state: Tournament) -> dict[str, Any]:
    return _told(state, a.DrawSeats, f"Draw the seats of heat {state.heat + 1}", "in the order of the lots")


def _starting(state: Tournament) -> dict[str, Any]:
    return _told(state, a.StartHeat, f"Start heat {state.heat + 1}", f"{state.config.hands} hands at each table")


def _reporting(state: Tournament) -> dict[str, Any]:
    table = next(number for number in sorted(state.tables) if number not in state.reported)
    return _told(state, a.RecordHeat, f"Record table {table}", "hands played, and everybody's chips", table=table)


def _ending(state: Tournament) -> dict[str, Any]:
    return _told(state, a.EndHeat, f"End heat {state.heat}", "every table has reported")


def _awarding(state: Tournament) -> dict[str, Any]:
    return _told(state, a.AwardPrizes, "Award the prizes", "every place is decided")


def _entering(state: Tournament) -> dict[str, Any]:
    """Return that entries are closed once there are enough, and taken before."""
    why = why_not_ready(state)
    if why:
        return _told(state, a.EnterPlayer, "Enter a player", why)
    many = len(state.players_in)
    return _told(state, a.CloseEntries, "Close entries", f"{many} of at most {state.config.entries_max} players")


def _tied(state: Tournament, tie: Tie) -> dict[str, Any]:
    """Return how players with equal chips are told apart, which nothing may come before."""
    names = " and ".join(tie.players)
    kind: type[Act] = a.RecordPlayOff if state.config.ties is Ties.PLAY_OFF else a.DrawLots
    text = "Record the play-off" if kind is a.RecordPlayOff else "Draw lots"
    return _told(state, kind, text, f"{names} have equal chips", players=list(tie.players))


def _told(state: Tournament, kind: type[Act], text: str, hint: str, **more: Any) -> dict[str, Any]:
    return {"act": tag_of(kind), "text": text, "hint": hint, "clause": state.clause, **more}


_WAITS: dict[Phase, Callable[[Tournament], dict[str, Any]]] = {
    Phase.ANNOUNCED: _opening,
    Phase.OPEN: _entering,
    Phase.CLOSED: _drawing,
    Phase.SEATED: _starting,
    Phase.PLAYING: _reporting,
    Phase.REPORTED: _ending,
    Phase.BETWEEN: _drawing,
    Phase.DECIDED: _awarding,
}
