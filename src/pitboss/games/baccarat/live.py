"""What a mini-baccarat table shows on the live floor, its roads among it, and tells it of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pitboss.decider import Act, Event
from pitboss.games.baccarat.acts import BurnCard, DealCard
from pitboss.games.baccarat.events import CardBurned, CardDealt, CardDrawnInError, CardFoundFaceUp
from pitboss.games.baccarat.hands import Outcome, Side, deal, hands_of, point_count
from pitboss.games.baccarat.roads import BANKER, OFFSETS, PLAYER, TIE, Place, Result, Roads, Totals, preview, scrolled
from pitboss.games.baccarat.rules import Rules
from pitboss.games.baccarat.state import Phase, Table
from pitboss.games.cards import CARDS as NAMES
from pitboss.games.live import seats_view, table_view
from pitboss.stream import CardActs

COLUMNS: Final = 17
"""How many columns of the bead plate and the big road are shown."""
DERIVED_COLUMNS: Final = 24
"""How many of the derived roads, whose marks are smaller."""
_WINNER: Final = {Outcome.BANKER: BANKER, Outcome.PLAYER: PLAYER, Outcome.TIE: TIE}
_NATURAL: Final = 8


def view(state: Table) -> dict[str, Any]:
    """Return the table with both hands, who sits where, and the roads of its shoe."""
    return {
        **table_view(state),
        "seats": seats_view(state.rules.positions, state.rules.positions - len(state.seats)),
        "shoe": state.cards.shoes,
        "hands": {side.value: _hand(state, side) for side in Side},
        "roads": _roads(tuple(_results(state))),
    }


def _hand(state: Table, side: Side) -> dict[str, Any]:
    """Return a hand; of one that has a card face down only how many there are."""
    cards = [] if state.round is None else state.round.hand(side)
    is_shown = side not in state.play.face_down
    return {"cards": list(cards) if is_shown else [""] * len(cards), "points": point_count(cards) if is_shown else None}


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


def _roads(results: tuple[Result, ...]) -> dict[str, Any]:
    """Return the cells of every road as `[column, row, mark, more]`, the newest in sight, and what is counted."""
    roads, totals = Roads.of(results), Totals.of(results)
    beads = scrolled(roads.bead_places, COLUMNS)
    derived = {
        name: [[*place, roads.derived[name][mark]] for mark, place in _seen(roads.derived_places(name)).items()]
        for name in OFFSETS
    }
    big = scrolled(roads.big.places, COLUMNS)
    return {
        "columns": COLUMNS,
        "derived_columns": DERIVED_COLUMNS,
        "bead": [[*place, results[mark].winner] for mark, place in beads.items()],
        "big": [[*place, roads.big.marks[mark].winner, roads.big.marks[mark].ties] for mark, place in big.items()],
        "opening_ties": roads.big.opening_ties,
        **derived,
        "next": preview(results),
        "counts": {"B": totals.banker, "P": totals.player, "T": totals.ties},
    }


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


CARDS = CardActs(deal=DealCard, burn=BurnCard, said=_said, leaves_shoe=_leaves_shoe, names=NAMES, hands=_hands)
