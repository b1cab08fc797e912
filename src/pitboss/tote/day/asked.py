"""What a second person at the tote is asked to stand by, in words: an order of finish with every price it makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Act
from pitboss.tote.day import acts as a
from pitboss.tote.day.desk import preview
from pitboss.tote.day.racing import finish_of
from pitboss.tote.day.state import Day
from pitboss.tote.day.windows import money


def asked(state: Day, act: Act) -> dict[str, Any] | None:
    """Return title, text, clause and amount of an act that waits; None for one whose fields say enough."""
    tell = _TOLD.get(type(act))
    return None if tell is None else tell(state, act)


def _told(title: str, text: str, clause: str) -> dict[str, Any]:
    return {"title": title, "text": text, "clause": clause, "amount_minor": None}


def _prices(state: Day, track: str, race: int, order: Sequence[a.Finisher]) -> str:
    """Say what an order pays for two dollars, pool by pool."""
    found = preview(state, track, race, order)
    if found.problem is not None:
        return found.problem
    parts = []
    for one in found.straights:
        named = (("win", one.win), ("place", one.place), ("show", one.show))
        said = " ".join(f"{name} {money(state, price)}" for name, price in named if price is not None)
        parts.append(f"{one.number}: {said}")
    for paid in found.paid:
        price = "" if paid.price_minor is None else f" {paid.combo} {money(state, paid.price_minor)}"
        parts.append(f"{paid.name}{price}{f' ({paid.note})' if paid.note else ''}")
    parts += [f"{name}: held, its totals differ" for name in found.held]
    return f"For {money(state, 200)}: {'; '.join(parts)}." if parts else "No pool is decided by it."


def _official(state: Day, act: a.DeclareOrderOfficial) -> dict[str, Any]:
    text = f"Order of finish: {finish_of(act.order)}. {_prices(state, act.track, act.race, act.order)}"
    race = state.races.get((act.track, act.race))
    if race is not None and {*race.order} != {*act.order}:
        text += f" Posted by now is another: {finish_of(race.order) or 'none'}. This one is not made official any more."
    elif act.prices not in (None, preview(state, act.track, act.race, act.order).seen):
        text += " These are other prices than those that were asked about: decline, and have it asked anew."
    return _told(f"{act.track} race {act.race} official?", text, state.rules.clause("results"))


def _posted(state: Day, act: a.PostResult) -> dict[str, Any]:
    why = f" Read from the signal: {act.reason}." if act.reason else ""
    text = f"Order of finish: {finish_of(act.order)}.{why} {_prices(state, act.track, act.race, act.order)}"
    return _told(f"Post the result of {act.track} race {act.race}?", text, state.rules.clause("signal"))


def _corrected(state: Day, act: a.CorrectResult) -> dict[str, Any]:
    text = f"Order of finish: {finish_of(act.order)}. Evidence: {act.evidence}. "
    text += _prices(state, act.track, act.race, act.order)
    return _told(f"Correct the result of {act.track} race {act.race}?", text, state.rules.clause("results"))


_TOLD: dict[type[Act], Callable[[Day, Any], dict[str, Any]]] = {
    a.DeclareOrderOfficial: _official,
    a.PostResult: _posted,
    a.CorrectResult: _corrected,
}
