"""What a mini-baccarat table shows: to anybody, to those who work it, to each seat of itself; and of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from pitboss.decider import Act, Event, Role
from pitboss.games.baccarat.acts import BurnCard, DealCard
from pitboss.games.baccarat.drawing import drawing, makes
from pitboss.games.baccarat.events import CardBurned, CardDealt, CardDrawnInError, CardFoundFaceUp, RoundVoided
from pitboss.games.baccarat.hands import Outcome, Side, deal, hands_of, point_count
from pitboss.games.baccarat.next_act import next_act, result_in_words
from pitboss.games.baccarat.payments import payments, rows_of
from pitboss.games.baccarat.roads import BANKER, OFFSETS, PLAYER, TIE, BigMark, Result, Roads, Totals, preview
from pitboss.games.baccarat.rules import Rules
from pitboss.games.baccarat.sign import odds_of, vigorish_of
from pitboss.games.baccarat.state import Phase, Table
from pitboss.games.baccarat.vigorish import collected
from pitboss.games.cards import CARDS as NAMES
from pitboss.games.live import seats_view, table_view, value_chips
from pitboss.games.roads import ROWS, Place, scrolled
from pitboss.games.shoe.live import revealed_view, shoe_view, virtual_view
from pitboss.games.shoe.next_act import steps_of
from pitboss.stream import CardActs

BEAD_COLUMNS: Final = 14
"""How many columns of the bead plate are shown: room for all rounds of a shoe of eight decks."""
COLUMNS: Final = 32
"""How many of the big road."""
DERIVED_COLUMNS: Final = 32
"""How many of the derived roads, whose marks are half as wide."""
_WINNER: Final = {Outcome.BANKER: BANKER, Outcome.PLAYER: PLAYER, Outcome.TIE: TIE}
_NATURAL: Final = 8


def view(state: Table) -> dict[str, Any]:
    """Return the table with both hands, who sits where with which wagers, and the roads of its shoe."""
    return {
        **table_view(state),
        "seats": seats_view(state.rules.positions, state.rules.positions - len(state.seats)),
        "shoe": state.cards.shoes,
        "virtual": virtual_view(state),
        "cards": shoe_view(state),
        "is_last_hand": state.cards.is_last_hand,
        "hands": {side.value: _hand(state, side) for side in Side},
        "places": [_place(state, position) for position in range(1, state.rules.positions + 1)],
        "turns": {side.value: _turn(state, side) for side in Side},
        "drawing": drawing(state),
        "result": _outcome(state),
        "payments": payments(state),
        "void": _void(state),
        "commission": vigorish_of(state.rules),
        "roads": roads_view(tuple(_results(state))),
    }


def _hand(state: Table, side: Side) -> dict[str, Any]:
    """Return a hand; of one that has a card face down only how many there are."""
    cards = [] if state.round is None else state.round.hand(side)
    is_shown = side not in state.play.face_down
    return {"cards": list(cards) if is_shown else [""] * len(cards), "points": point_count(cards) if is_shown else None}


def _place(state: Table, position: int) -> dict[str, Any]:
    """Return a position: who sits there, what lies on its areas, and what its marker shows."""
    laid: dict[str, dict[str, int]] = {}
    for (where, on, source), stake in (state.round.wagers if state.round else {}).items():
        if where == position:
            laid.setdefault(on, {})[source.value] = stake
    return {"player": state.seats.get(position), "wagers": laid, "marked_minor": _marked(state, position)}


def _marked(state: Table, position: int) -> int:
    """Return what would be collected of a position's deferred vigorish now."""
    return collected(state.rules, state.marks.get(position, Fraction(0)), "vig")


def _turn(state: Table, side: Side) -> dict[str, Any]:
    """Return who turns a hand's cards: a position, 0 for the dealer, None while it is offered or nobody's yet."""
    is_hidden = side in state.play.face_down
    return {"position": state.turner(side) if is_hidden else None, "is_handed": state.play.handed is side}


def _outcome(state: Table) -> dict[str, Any] | None:
    """Return the result, from its call until the next round."""
    current = state.round
    is_there = current is not None and (state.play.is_result_called or current.phase is Phase.SETTLED)
    if current is None or not is_there or current.outcome is Outcome.VOID:
        return None
    counts = {f"{side}_points": current.points(side) for side in Side}
    text = result_in_words(current.outcome, current.points(Side.PLAYER), current.points(Side.BANKER))
    return {"outcome": current.outcome.value, **counts, "text": text, "clause": current.rules.clause("result")}


def _void(state: Table) -> dict[str, Any] | None:
    """Return why the last round was void, until the next one."""
    current, ended = state.round, state.ended
    if current is None or current.phase is not Phase.VOID or not isinstance(ended, RoundVoided):
        return None
    words = f"called off: {ended.reason}" if ended.reason else "the shoe had too few cards to complete the round"
    return {"words": words, "clause": ended.clause, "returned_minor": sum(ended.wagers.stake_minor)}


def staff_view(state: Table, _: Role) -> dict[str, Any]:
    """Return what those who work the table go by: the next act, what a card would make, and the house's clauses."""
    return {
        "next": next_act(state),
        "makes": makes(state),
        "steps": steps_of(state) if state.is_open else [],
        "laid_minor": 0 if state.round is None else state.round.laid_in_all,
        "house": {"clauses": dict(state.rules.data.clauses), "has_coupons": bool(state.rules.settings["match_play"])},
    }


def own_view(state: Table, terminal: str) -> dict[str, Any]:
    """Return what a seat's player sees of themselves: their positions, the cards they turn, how the last coup ended."""
    ended = state.ended
    held = state.play.handed
    is_mine = held is not None and state.seats.get(state.play.turns.get(held, 0)) == terminal
    rows = [] if ended is None else [row for row in rows_of(ended.wagers) if row["player"] == terminal]
    return {
        "positions": sorted(position for position, player in state.seats.items() if player == terminal),
        "turning": {"hand": held.value, "cards": list(state.round.hand(held))}
        if is_mine and held and state.round
        else None,
        "last": None if ended is None else {"round": ended.round, "rows": rows},
    }


def layout(state: Table) -> dict[str, Any]:
    """Return what can be bet on, in the order in which the cloth has it, and the chips that fit the limits."""
    rules = state.rules
    spots = [_spot(rules, kind) for kind in (Outcome.PLAYER, Outcome.TIE, Outcome.BANKER) if kind in rules.wagers]
    low, high = rules.general_limits
    return {"order": [], "colours": {}, "spots": spots, "chips_minor": value_chips(rules.config.currency, low, high)}


def _spot(rules: Rules, kind: Outcome) -> dict[str, Any]:
    low, high = rules.limits(kind)
    return {
        "bet": kind.value,
        "kind": kind.value,
        "name": rules.wagers[kind].name,
        "title": odds_of(rules, kind),
        "pays": rules.pays(kind),
        "clause": rules.wagers[kind].win_clause,
        "min_minor": low,
        "max_minor": high,
    }


def _results(state: Table) -> Iterator[Result]:
    """Yield how the rounds of this shoe ended: those in the discard rack, then one that is paid and still lies."""
    rounds = [pile.cards for pile in state.cards.rack if pile.round is not None]
    current = state.round
    if current is not None and current.phase is Phase.SETTLED and not state.play.is_layout_clear:
        rounds.append(tuple(current.dealt))
    for cards in rounds:
        winner = _WINNER.get(Outcome(hands_of(state.rules.tables, cards).outcome or Outcome.VOID))
        if winner is not None:
            yield _result(state.rules, cards, winner)


def _result(rules: Rules, cards: Sequence[str], winner: str) -> Result:
    player, banker = (hand[:2] for hand in deal(rules.tables, cards))
    return Result(
        winner,
        banker_pair=banker[0][0] == banker[1][0],
        player_pair=player[0][0] == player[1][0],
        natural=max(point_count(player), point_count(banker)) >= _NATURAL,
    )


def roads_view(results: tuple[Result, ...]) -> dict[str, Any]:
    """Return the cells of every road, the newest in sight, and what is counted.

    A cell is `[column, row, mark]`; on the big road its ties follow, and then the signs of pairs and naturals: `B` and
    `P` for a pair of that hand, `N` for a natural.
    """
    roads, totals = Roads.of(results), Totals.of(results)
    beads = scrolled(roads.bead_places, BEAD_COLUMNS)
    derived = {
        name: [[*place, roads.derived[name][mark]] for mark, place in _seen(roads.derived_places(name)).items()]
        for name in OFFSETS
    }
    big = ((roads.big.marks[mark], place) for mark, place in scrolled(roads.big.places, COLUMNS).items())
    return {
        "rows": ROWS,
        "bead_columns": BEAD_COLUMNS,
        "big_columns": COLUMNS,
        "derived_columns": DERIVED_COLUMNS,
        "bead": [[*place, results[mark].winner, 0, _signs(results[mark])] for mark, place in beads.items()],
        "big": [[*place, mark.winner, mark.ties, _signs(mark)] for mark, place in big],
        "opening_ties": roads.big.opening_ties,
        **derived,
        "next": preview(results),
        "counts": {"B": totals.banker, "P": totals.player, "T": totals.ties},
        "pairs": {"B": totals.banker_pairs, "P": totals.player_pairs},
        "naturals": totals.naturals,
    }


def _signs(marked: Result | BigMark) -> str:
    signs = ((marked.banker_pair, "B"), (marked.player_pair, "P"), (marked.natural, "N"))
    return "".join(sign for has_it, sign in signs if has_it)


def _seen(places: Sequence[Place]) -> dict[int, Place]:
    return scrolled(places, DERIVED_COLUMNS)


def _said(state: Table, order: Sequence[str], _: Act) -> tuple[str, ...]:
    """Return the next card of the order."""
    drawn = 0 if state.cards.shoe is None else len(state.cards.shoe.drawn)
    return tuple(order[drawn : drawn + 1])


def _leaves_shoe(event: Event) -> bool:
    """Tell whether a card has left the shoe.

    One that was drawn in error has when it is burned. As the banker's third it is dealt besides, and one that nobody
    saw is the next to be dealt: the shoe has read it, and it stays first.
    """
    if isinstance(event, CardDrawnInError):
        return event.becomes == "burned"
    return isinstance(event, CardDealt | CardBurned | CardFoundFaceUp)


def _hands(state: Table) -> tuple[Sequence[str], Sequence[str]] | None:
    """Return the cards of both hands, of a round that is not void."""
    current = state.round
    if current is None or current.outcome is Outcome.VOID:
        return None
    return list(current.player), list(current.banker)


CARDS = CardActs(
    deal=DealCard,
    burn=BurnCard,
    said=_said,
    leaves_shoe=_leaves_shoe,
    names=NAMES,
    hands=_hands,
    revealed=revealed_view,
)
