"""A tournament as anybody on the floor sees it: the leaderboard, the tables of the heat, ties, prizes, what is next."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pitboss.decider import Act
from pitboss.games.tournament.acts import DisqualifyPlayer
from pitboss.games.tournament.config import Format
from pitboss.games.tournament.next_act import next_act
from pitboss.games.tournament.prizes import fees_held, shares
from pitboss.games.tournament.standings import advanced, open_ties, standings
from pitboss.games.tournament.state import Phase, Tournament

_BRIEFLY: Final = {
    Phase.ANNOUNCED: "announced",
    Phase.OPEN: "entries open",
    Phase.CLOSED: "entries closed",
    Phase.SEATED: "seats drawn",
    Phase.PLAYING: "in play",
    Phase.REPORTED: "heat over",
    Phase.BETWEEN: "between heats",
    Phase.DECIDED: "decided",
    Phase.AWARDED: "prizes awarded",
    Phase.CANCELLED: "cancelled",
}


def tournament_view(state: Tournament) -> dict[str, Any]:
    """Return what anybody sees of a tournament; nothing in it is secret."""
    config, phase, ties = state.config, state.phase, open_ties(state)
    return {
        "phase": phase.value,
        "phase_in_words": phase.words,
        "phase_briefly": "tie to be broken" if ties else _BRIEFLY[phase],
        "is_over": state.is_over,
        "heat": state.heat,
        "heats": config.heats,
        "rules": _rules(state),
        "entries": {"count": len(state.players_in), "least": config.entries_min, "most": config.entries_max},
        "entry_fee_minor": config.entry_fee_minor,
        "fees_minor": fees_held(state),
        "house_added_minor": config.house_added_minor,
        "hands": config.hands,
        "prizes_minor": list(config.prizes_minor),
        "standings": msgspec.to_builtins(standings(state)),
        "tables": [
            {"table": table, "players": list(players), "is_reported": table in state.reported}
            for table, players in sorted(state.tables.items())
        ],
        "ties": [{"players": list(tie.players), "decides": tie.decides.value} for tie in ties],
        "goes_on": list(advanced(state)) if phase is Phase.REPORTED and not ties else [],
        "would_win_minor": shares(state) if phase is Phase.DECIDED and not ties else {},
        "next": next_act(state),
    }


def asked(state: Tournament, act: Act) -> dict[str, Any] | None:
    """Return what a second person reads before a player is put out."""
    if not isinstance(act, DisqualifyPlayer):
        return None
    text = f"{act.player} is out, behind everybody else and without a prize. The fee is not given back. {act.reason}"
    return {"title": f"Disqualify {act.player}", "text": text, "clause": state.clause, "amount_minor": None}


def _rules(state: Tournament) -> list[str]:
    """Say the rules of the tournament that a player asks for, in short sentences."""
    config = state.config
    many = "all with chips left" if not isinstance(config.advance, int) else str(config.advance)
    goes_on = (
        "The most chips at the end win."
        if config.format is Format.HIGHEST_TOTAL or config.heats == 1
        else f"Of each table {many} go on to the next heat."
    )
    carried = "Chips are carried from heat to heat." if config.carry_chips else "Every heat begins with equal chips."
    return [
        f"{config.starting_chips:,} chips for everybody; they are worth no money.",
        f"{config.heats} heat{'s' if config.heats > 1 else ''} of {config.hands} hands.",
        goes_on,
        *([carried] if config.heats > 1 else []),
        f"Ties are {config.ties.words}.",
    ]
