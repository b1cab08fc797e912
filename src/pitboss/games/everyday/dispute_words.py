"""Disputes in words: a sentence for each step."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.decider import Event
from pitboss.games.disputes import DisputeMoved, Stage, TimeframeGiven
from pitboss.games.everyday.dispute_events import EvidencePinned, GoodwillGranted, NoticeRecorded

_DISPUTED = {
    Stage.RAISED: "raises",
    Stage.ESCALATED: "hands the Pit Manager",
    Stage.INFORMED: "tells surveillance of",
    Stage.AWAITING: "finds something to correct in",
    Stage.RESOLVED: "decides",
    Stage.CONTESTED: "disagrees with the decision of",
    Stage.RIGHTS_EXPLAINED: "explains the right to a formal complaint after",
    Stage.COMPLAINT_FILED: "helps to file a formal complaint after",
}
_RULED = {"rejected": "; it is rejected", "goodwill": "; goodwill is shown"}


def dispute_words(event: Event, money: Callable[[int], str]) -> str:
    """Say what happened in a dispute; nothing for an event of another kind."""
    match event:
        case DisputeMoved():
            return _moved(event, money)
        case TimeframeGiven():
            return f"{event.by} tells the player that dispute {event.dispute} may take {event.minutes} minutes."
        case GoodwillGranted():
            how = "it is due" if event.is_gone else "in value chips"
            granted = f"{event.by}, with {event.witness}, grants {event.player} {money(event.amount_minor)}, {how}"
            return f"{granted}, as goodwill in dispute {event.dispute}: {event.reason}"
        case EvidencePinned():
            return f"{event.by} pins record {event.version} to dispute {event.dispute}: {event.note}"
        case NoticeRecorded():
            return f"{event.by} records that the regulator was told of dispute {event.dispute}: {event.told}"
    return ""


def _moved(event: DisputeMoved, money: Callable[[int], str]) -> str:
    about = f", about {money(event.amount_minor)}" if event.amount_minor else ""
    if event.round and (event.bet or event.stage is Stage.RAISED):
        about += f", of round {event.round}" + (f" on {event.bet}" if event.bet else "")
    grounds = f", on {', '.join(event.grounds).replace('_', ' ')}" if event.grounds else ""
    if event.unavailable:
        grounds += f" (not available: {', '.join(event.unavailable).replace('_', ' ')})"
    said = f": {event.said}" if event.said else "."
    ruled = _RULED.get(event.ruling, "")
    return f"{event.by} {_DISPUTED[event.stage]} dispute {event.dispute} of {event.player}{about}{grounds}{ruled}{said}"
