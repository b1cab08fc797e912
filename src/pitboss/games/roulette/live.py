"""What a roulette table shows on the live floor: to anybody, to those who work it, and to each seat of itself."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Role
from pitboss.games.equipment import colour_of
from pitboss.games.live import RESULTS, laid_view, payments_view, rows_of, seats_view, table_view
from pitboss.games.roulette.events import RoundSettled
from pitboss.games.roulette.layout import Position
from pitboss.games.roulette.layout import layout_of as layout_geometry
from pitboss.games.roulette.next_act import next_act
from pitboss.games.roulette.rules import Rules
from pitboss.games.roulette.settle import settled_columns
from pitboss.games.roulette.state import Phase, Table

_AREAS = ("straight", "inside", "outside")
_OUTSIDE = ("column", "dozen", "red", "black", "odd", "even", "low", "high")


def view(state: Table) -> dict[str, Any]:
    """Return the table as everybody around it sees it: chips by whose they are, number, dolly, last results.

    A number that has come up and is not paid yet is the newest of them.
    """
    current = state.round
    pockets = [*_unpaid(state), *state.results]
    return {
        **table_view(state),
        "seats": seats_view(len(state.rules.settings["colours"]), len(state.free_colours)),
        "results": [result_of(pocket) for pocket in pockets[:RESULTS]],
        "pocket": None if current is None else current.pocket,
        "dolly": state.dolly,
        "is_collected": state.are_losers_collected,
        "wagers": laid_view(state),
        "colours": {
            colour: {"player": entry.player, "value_minor": entry.value_minor, "has_marker": entry.has_marker}
            for colour, entry in state.colours.items()
        },
        "questioned": [
            {"player": player, "bet": bet, "source": source} for player, bet, source in sorted(state.questioned)
        ],
        "payments": _payments(state),
        "void": _void(state),
    }


def _unpaid(state: Table) -> tuple[str, ...]:
    """Return the number that has come up in this round, as long as it is not paid."""
    current = state.round
    if current is None or current.phase is not Phase.LANDED or current.pocket is None:
        return ()
    return (current.pocket,)


def result_of(pocket: str) -> dict[str, str]:
    """Return a number with its colour."""
    return {"pocket": pocket, "colour": colour_of(pocket)}


def _payments(state: Table) -> dict[str, Any] | None:
    """Return who is paid what, in the order of the house, once the number is known, and until the next round.

    Before payment it is asked of the settlement itself, after it it is read from what was recorded.
    """
    current, ended = state.round, state.ended
    if current is not None and current.phase is Phase.LANDED and current.pocket is not None:
        columns, _ = settled_columns(current.rules, current.pocket, current.laid(), current.withheld)
        return payments_view(columns, is_paid=False)
    if current is not None and current.phase is Phase.SETTLED and isinstance(ended, RoundSettled):
        return payments_view(ended.wagers, is_paid=True)
    return None


def _void(state: Table) -> dict[str, Any] | None:
    """Return why the last spin was none, until the next round."""
    current, ended = state.round, state.ended
    if current is None or current.phase is not Phase.VOID or ended is None or isinstance(ended, RoundSettled):
        return None
    words = current.rules.no_spin[ended.cause].words
    return {"words": words, "clause": ended.clause, "returned_minor": sum(ended.wagers.stake_minor)}


def staff_view(state: Table, _: Role) -> dict[str, Any]:
    """Return what those who work the table go by: the next act, chips in hand, who waits, and the house's rules."""
    rules, settings = state.rules, state.rules.settings
    return {
        "mucker": state.mucker,
        "next": next_act(state),
        "held": {
            colour: state.held(entry.player, colour) // entry.value_minor for colour, entry in state.colours.items()
        },
        "free_colours": state.free_colours,
        "waiting": list(state.waiting),
        "laid_minor": 0 if state.round is None else state.round.laid_in_all,
        "disputes": [
            {"dispute": number, "player": entry.player, "bet": entry.bet, "stage": entry.stage.value}
            for number, entry in state.disputes.entries.items()
            if entry.is_open
        ],
        "house": {
            "clauses": dict(rules.data.clauses),
            "verbal": settings["verbal"],
            "has_value_chips": not rules.has("colour_chips_only"),
            "has_coupons": bool(settings["match_play"]),
            "revolutions_min": rules.data.revolutions_min,
            "table_minimum_minor": rules.table_minimum,
            "no_spin": [
                {"cause": entry.cause, "words": entry.words, "clause": entry.clause} for entry in rules.data.no_spin
            ],
        },
    }


def own_view(state: Table, terminal: str) -> dict[str, Any]:
    """Return what a seat's player sees of themselves: chips in hand, whether they wait, how the last round ended."""
    ended = state.ended
    rows = [] if ended is None else [row for row in rows_of(ended.wagers) if row["player"] == terminal]
    return {
        "sets": {
            colour: {"value_minor": state.colours[colour].value_minor, "held_minor": state.held(terminal, colour)}
            for colour in state.colours_of(terminal)
        },
        "is_waiting": terminal in state.waiting,
        "last": None
        if ended is None
        else {"round": ended.round, "pocket": ended.pocket if isinstance(ended, RoundSettled) else None, "rows": rows},
    }


def layout(state: Table) -> dict[str, Any]:
    """Return the wheel, its colours and its bets."""
    return layout_of(state.rules)


def layout_of(rules: Rules, chips_minor: tuple[int, ...] = ()) -> dict[str, Any]:
    """Return the same by the rules, with the chips on a terminal's screen."""
    spots = [_spot(rules, position) for position in rules.positions]
    order = list(rules.wheel.order)
    colours = {pocket: colour_of(pocket) for pocket in order}
    return {"order": order, "colours": colours, "spots": spots, "chips_minor": list(chips_minor)}


def limits_of(rules: Rules) -> list[dict[str, Any]]:
    """Return the least and the most that may lie on one number, on other numbers, and on the fields around them.

    Areas with the same range are one line. Where kinds of bets in an area differ it is what all of them take: nobody is
    told more than the place they touch allows.
    """
    ranges = {name: _range(rules, name) for name in _AREAS}
    straight, inside, outside = ranges.values()
    if straight == inside:
        named = {"every bet": inside} if inside == outside else {"inside": inside, "outside": outside}
    elif inside == outside:
        named = {"one number": straight, "other bets": inside}
    else:
        named = {"one number": straight, "other inside": inside, "outside": outside}
    return [{"on": name, "min_minor": low, "max_minor": high} for name, (low, high) in named.items()]


def _range(rules: Rules, area: str) -> tuple[int, int]:
    """Return the least and the most that every kind of bet in an area takes."""
    kinds = {one.kind for one in rules.positions if _area_of(one.kind) == area}
    lows, highs = zip(*(rules.limits(kind) for kind in kinds), strict=True)
    return max(lows), min(highs)


def _area_of(kind: str) -> str:
    return kind if kind == "straight" else "outside" if kind in _OUTSIDE else "inside"


def _spot(rules: Rules, position: Position) -> dict[str, Any]:
    """Return a bet with what it is called and, where it has a box of its own on the cloth, where that lies."""
    bet, kind = position.bet, position.kind
    place = position.placements[0]
    boxes = layout_geometry(rules.wheel.name).boxes if place.name == "box" else ()
    box = next((one for one in boxes if one.centre == (place.x, place.y)), None)
    if box is None:
        title = bet.replace("_", " ").replace(":", " ")
    else:
        # All three columns have "2 to 1" on the cloth: a button says which it is.
        title = f"Col {bet.partition(':')[2]}" if kind == "column" else box.label.replace(" to ", "–")
    colour = colour_of(bet.partition(":")[2]) if kind == "straight" else kind if kind in ("red", "black") else ""
    low, high = rules.limits(kind)
    return {
        "bet": bet,
        "kind": kind,
        "name": rules.name_of(position),
        "pays": rules.pays(kind),
        "clause": rules.wagers[kind].win_clause,
        "min_minor": low,
        "max_minor": high,
        "covers": list(position.covers),
        "title": title,
        "colour": colour,
        "box": None if box is None else [box.left, box.top, box.right, box.bottom],
    }
