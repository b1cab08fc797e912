"""What became of the wagers of a round so far, and the list that the dealer's hands go through, from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.decider import Event
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Outcome
from pitboss.games.blackjack.events import Columns
from pitboss.games.blackjack.settle import Row, columns, hand_rows, spot_rows, suit_rows
from pitboss.games.blackjack.state import Phase, Round, Table


def settled_in(log: Sequence[Event]) -> tuple[Columns, ...]:
    """Return what was settled in a round, in order; a collection that was undone is none."""
    found: list[tuple[tuple[int, int] | None, Columns]] = []
    for event in log:
        if isinstance(event, e.CollectionUndone):
            found = [one for one in found if one[0] != (event.seat, event.hand)]
        elif isinstance(event, e.HandSettled):
            found.append(((event.seat, event.hand), event.wagers))
        elif hasattr(event, "wagers"):
            found.append((None, event.wagers))
    return tuple(wagers for _, wagers in found)


def rows_of(settled: Sequence[Columns]) -> Iterator[dict[str, Any]]:
    """Yield settled wagers with what became of them, as they are recorded."""
    names = Columns.__struct_fields__
    for wagers in settled:
        for values in zip(*(getattr(wagers, name) for name in names), strict=True):
            row = dict(zip(names, values, strict=True))
            row |= {name: row[name].value for name in ("on", "source", "outcome")}
            yield {**row, "net_minor": row["paid_minor"] - row["lost_minor"]}


def rows_now(state: Table) -> list[dict[str, Any]]:
    """Return what became of the wagers of the round that lies on the layout; none once the next one is open."""
    if not state.is_between_rounds:
        return list(rows_of(settled_in(state.play.log)))
    past = state.past
    is_there = past is not None and state.round is not None and past.round == state.round.number
    return list(rows_of(past.settled)) if past is not None and is_there else []


def payments(state: Table) -> dict[str, Any] | None:
    """Return what is taken and paid next, before it is done; None where nothing is to be settled."""
    current = state.round
    if current is None or state.is_between_rounds or not all(all(hand.cards) for _, _, hand in current.hands()):
        # What a card brings that nobody has named is known when it is shown.
        return None
    if current.phase is Phase.SUITS:
        return _listed(current, suit_rows(current), "optional_settle")
    if current.phase is Phase.COMPLETE:
        is_last = current.spot >= current.dealer_hands or not current.needs_second(current.spot + 1)
        return _listed(current, spot_rows(current, is_last=is_last), "win")
    return None


def _listed(current: Round, rows: Sequence[Row], duty: str) -> dict[str, Any]:
    steps = [_step(current, row) for row in rows_of([columns(rows)])]
    return {"clause": current.rules.clause(duty), "spot": current.spot, "steps": _together(current, steps)}


def _step(current: Round, row: dict[str, Any]) -> dict[str, Any]:
    """Return what the hands do with a wager: pay, take, take a part, or leave it."""
    if row["paid_minor"]:
        deed, amount = "pay", row["paid_minor"]
    else:
        deed, amount = ("take", row["lost_minor"]) if row["lost_minor"] else ("push", row["stake_minor"])
    kept = {name: row[name] for name in ("seat", "player", "hand", "on", "spot", "outcome", "clause")}
    split = len(current.boxes[row["seat"]].hands) > 1
    return {**kept, "deed": deed, "amount_minor": amount, "stake_minor": row["stake_minor"], "is_split": split}


def _together(current: Round, steps: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make one step of the chips and the coupon of one wager: the hands take or pay them at once."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for step in steps:
        place = tuple(step[name] for name in ("seat", "hand", "on", "spot", "deed"))
        known = found.get(place)
        if known is None:
            found[place] = step
        else:
            known["amount_minor"] += step["amount_minor"]
            known["stake_minor"] += step["stake_minor"]
    return [{**step, "amount": current.money(step["amount_minor"])} for step in found.values()]


def insured(current: Round) -> list[dict[str, Any]]:
    """Return what each place has insured, and what half of its wager is, while insurance is open or lies."""
    return [
        {"seat": seat, "spot": spot, "stake_minor": box.insurance.get(spot, 0), "half_minor": box.wager(spot) // 2}
        for seat, box in sorted(current.boxes.items())
        for spot in box.spots
    ]


def blackjack_pays(current: Round, seat: int) -> int:
    """Return what a blackjack at a seat is paid, against all dealer hands."""
    rows = hand_rows(current.rules, seat, 1, current.boxes[seat], Outcome.BLACKJACK)
    return sum(row.paid_minor for row in rows)
