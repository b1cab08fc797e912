"""What a blackjack table shows: to anybody, to those who work it, to each seat of itself; and of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pitboss.decider import Act, Event, Role
from pitboss.games.blackjack.acts import (
    BurnCard,
    DealCard,
    Kind,
    Outcome,
    ReportExposed,
    RestoreUpCard,
    ShowBurnCard,
    TurnFirstCard,
    TurnSecondCard,
)
from pitboss.games.blackjack.events import CardBurned, CardDealt, CardFoundFaceUp
from pitboss.games.blackjack.hands import is_blackjack, is_soft, total_of
from pitboss.games.blackjack.next_act import decisions, makes, next_act
from pitboss.games.blackjack.payments import insured, payments, rows_now, rows_of
from pitboss.games.blackjack.play import without_wager
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.settle import amounts
from pitboss.games.blackjack.sign import felt
from pitboss.games.blackjack.state import Hand, Past, Phase, Round, Table
from pitboss.games.cards import CARDS as NAMES
from pitboss.games.live import seats_view, table_view, value_chips
from pitboss.games.shoe.live import revealed_view, shoe_view, virtual_view
from pitboss.games.shoe.next_act import steps_of
from pitboss.games.table.sign import odds_in_words
from pitboss.stream import CardActs

_UNSEEN: Final = ""
"""A card that lies face down."""
EXPOSED: Final = "Q77"
"""By which the dealer's second card stays that was seen before its time."""
DRAWN_SEEN: Final = "Q27"
"""By which a card that was drawn in error and seen is out of the game."""


DECISION_SECONDS: Final = 20
"""After so long both screens say that a decision is waited for. No rule ends a turn by the clock."""


def view(state: Table) -> dict[str, Any]:
    """Return the table with the dealer's hands as far as they are shown, and every place around it."""
    current = state.round
    rows = rows_now(state)
    return {
        **table_view(state),
        "seats": seats_view(state.rules.positions, state.rules.positions - len(state.seats)),
        "shoe": state.cards.shoes,
        "virtual": virtual_view(state),
        "cards": shoe_view(state),
        "discards": sum(len(hand.cards) for rack in state.cards.rack for hand in rack.hands),
        "dealer_hands": [] if current is None or _is_clear(state) else _dealer_hands(current),
        "spot": None if current is None or state.is_between_rounds else current.spot,
        "hands_against": max(state.rules.multiple_action, 1),
        "is_face_down": bool(state.rules.settings["face_down"]),
        "boxes": [_box(state, seat, rows) for seat in range(1, state.rules.positions + 1)],
        "insurance": None if current is None else _insurance(state, current),
        "decides": [] if current is None or state.is_between_rounds else decisions(current),
        "decision_seconds": DECISION_SECONDS,
        "payments": payments(state),
        "void": _void(state),
        "felt": felt(state.rules),
    }


def _is_clear(state: Table) -> bool:
    """Tell whether nothing of a round lies on the layout."""
    return state.is_between_rounds and state.play.is_layout_clear


def _dealer_hands(current: Round) -> list[dict[str, Any]]:
    """Return the dealer's hands; a card that lies face down is there and is not named."""
    hands = current.dealer or [[]]
    down = [card for card in (current.first, current.second) if card is not None]
    return [
        {"cards": [*hand, *(_UNSEEN for _ in down)] if number == 0 else list(hand), **_counted(hand)}
        for number, hand in enumerate(hands)
    ]


def _counted(cards: Sequence[str], *, is_split: bool = False) -> dict[str, Any]:
    """Return what the cards that are shown come to; two cards of a hand that was split make no blackjack."""
    if not cards:
        return {"total": None, "is_soft": False, "is_blackjack": False}
    is_natural = is_blackjack(cards) and not is_split
    return {"total": total_of(cards), "is_soft": is_soft(cards), "is_blackjack": is_natural}


def _box(state: Table, seat: int, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a place: whose it is, what lies there, its hands, and what became of its wagers."""
    current = state.round
    box = None if current is None or _is_clear(state) else current.boxes.get(seat)
    is_over = state.is_between_rounds
    turn = None if current is None or is_over or str(state.phase) != "turns" else current.turn
    return {
        "seat": seat,
        "player": state.seats.get(seat),
        "is_taken": seat in state.seats,
        "is_out": not is_over and state.sat_out.get(seat, (None, 0))[0] == state.rounds,
        "stake_minor": 0 if box is None or is_over else box.laid,
        "wagers": {} if box is None or is_over else {spot: box.wager(spot) for spot in box.spots},
        "suit_minor": 0 if box is None or is_over else sum(box.suit.values()),
        "is_turn": turn is not None and turn[0] == seat,
        "hands": [] if box is None else [_hand(state, hand, turn) for hand in box.hands],
        "rows": [_brief(row) for row in rows if row["seat"] == seat],
    }


def _hand(state: Table, hand: Hand, turn: tuple[int, int, Hand] | None, *, is_own: bool = False) -> dict[str, Any]:
    """Return a hand of a player; of one that was dealt face down only how many cards it has, except to its player."""
    is_up = is_own or not state.rules.settings["face_down"]
    counted = _counted(hand.cards, is_split=hand.is_split) if is_up else _counted(())
    return {
        "cards": list(hand.cards) if is_up else [_UNSEEN] * len(hand.cards),
        **counted,
        "ending": None if hand.ending is None or not is_up else hand.ending.value,
        "is_over": hand.ending is not None,
        "is_turn": turn is not None and turn[2] is hand,
        "is_due": hand.is_card_due,
        "is_doubled": hand.is_doubled,
        "stake_minor": hand.stake(),
        "hit_minor": hand.hit_minor,
        "is_hit_open": hand.is_hit_open,
    }


_TOLD: Final = ("hand", "on", "spot", "stake_minor", "paid_minor", "lost_minor", "net_minor", "outcome", "clause")


def _brief(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in _TOLD}


def _insurance(state: Table, current: Round) -> dict[str, Any] | None:
    """Return what is insured, from the dealer's ace until its second card is turned."""
    if state.is_between_rounds or not current.is_ace_up or not state.rules.settings["insurance"]:
        return None
    low, high = state.rules.insurance_limits
    wagers = insured(current)
    return {
        "is_open": current.phase is Phase.INSURANCE,
        "wagers": [{**one, "most_minor": min(one["half_minor"], high)} for one in wagers],
        "least_minor": low,
        "clause": state.rules.clause("insurance"),
    }


def _void(state: Table) -> dict[str, Any] | None:
    """Return why the last round was void, until the next one."""
    past = state.past
    if past is None or past.void is None or not state.is_between_rounds:
        return None
    return {"words": past.void.reason, "clause": past.void.clause}


def staff_view(state: Table, _: Role) -> dict[str, Any]:
    """Return what those who work the table go by: the next act, what a card would make, and the house's clauses."""
    rules = state.rules
    pitch = rules.data.pitch if rules.is_pitch else {}
    return {
        "next": next_act(state),
        "makes": makes(state),
        "steps": steps_of(state) if state.is_open else [],
        "house": {"clauses": {**rules.data.clauses, **pitch, "exposed": EXPOSED, "drawn_seen": DRAWN_SEEN}},
    }


def own_view(state: Table, terminal: str) -> dict[str, Any]:
    """Return what a seat's player sees of themselves: their places, their own cards, and how the last round ended."""
    seats = sorted(seat for seat, player in state.seats.items() if player == terminal)
    current, past = state.round, state.past
    boxes = {} if current is None or _is_clear(state) else current.boxes
    turn = None if current is None or state.is_between_rounds or str(state.phase) != "turns" else current.turn
    hands = {
        seat: [_hand(state, hand, turn, is_own=True) for hand in box.hands]
        for seat, box in boxes.items()
        if box.player == terminal
    }
    gone = state.gone.get(terminal)
    return {
        "positions": seats,
        "hands": hands,
        "due": _due(state, terminal),
        "outlook": None if current is None or state.is_between_rounds else _outlook(current, rows_now(state), terminal),
        "last": None if past is None else _last(past, terminal),
        "gone": None if gone is None or seats else {"words": gone[0], "clause": gone[1]},
    }


def _outlook(current: Round, rows: Sequence[dict[str, Any]], player: str) -> dict[str, Any] | None:
    """Return what the dealer hand in play can make of a player's round, where earlier hands are settled."""
    boxes = [box for box in current.boxes.values() if box.player == player]
    stake = sum(hand.stake(current.spot) for box in boxes for hand in box.hands if not hand.is_settled)
    if current.spot < 2 or not stake:
        return None
    so_far = sum(row["net_minor"] for row in rows if row["player"] == player)
    ends = {
        outcome.value: amounts(current.rules, stake, stake, outcome, is_to_blackjack=False)
        for outcome in (Outcome.WIN, Outcome.PUSH, Outcome.LOSE)
    }
    return {"spot": current.spot, "ends": {name: so_far + paid - lost for name, (paid, lost) in ends.items()}}


def _last(past: Past, player: str) -> dict[str, Any]:
    """Return what a player bet in the last round, and what became of it."""
    bets = [
        {"seat": seat, "on": on.value, "spot": spot, "stake_minor": stake}
        for seat, who, on, spot, stake in past.laid
        if who == player
    ]
    return {
        "round": past.round,
        "laid": bets,
        "rows": [row for row in rows_of(past.settled) if row["player"] == player],
    }


def _due(state: Table, terminal: str) -> dict[str, Any] | None:
    """Return the card that is dealt face down to somebody now, who alone sees it and says which it is."""
    current, due = state.round, state.hidden_due
    if current is None or due is None or current.boxes[due.seat].player != terminal:
        return None
    is_ready = current.phase is Phase.DEALING or not without_wager(state, current)
    return {"seat": due.seat, "hand": due.hand} if is_ready else None


def layout(state: Table) -> dict[str, Any]:
    """Return what can be bet on before the cards, what besides, and the chips that fit the limits."""
    rules = state.rules
    names = {Kind.BLACKJACK: "Blackjack", **{kind: rules.wagers[kind].name for kind in rules.kinds_taken[1:]}}
    places = [(Kind.BLACKJACK, spot) for spot in range(1, max(rules.multiple_action, 1) + 1)]
    places += [(Kind(kind), 1) for kind in rules.kinds_taken if kind != Kind.BLACKJACK]
    low, high = rules.general_limits
    spots = [_spot(rules, kind, spot, str(names[kind])) for kind, spot in places]
    return {"order": [], "colours": {}, "spots": spots, "chips_minor": value_chips(rules.config.currency, low, high)}


def _spot(rules: Rules, kind: Kind, spot: int, name: str) -> dict[str, Any]:
    low, high = rules.insurance_limits if kind is Kind.INSURANCE else rules.limits(kind)
    is_main = kind is Kind.BLACKJACK
    pays = odds_in_words(rules.blackjack_odds if is_main else rules.pays(kind))
    is_one_of_many = is_main and rules.multiple_action
    return {
        "bet": f"{kind}:{spot}" if is_main else kind.value,
        "kind": kind.value,
        "name": f"Hand {spot}" if is_one_of_many else name,
        "title": pays,
        "pays": None if is_main else rules.pays(kind),
        "clause": rules.clause("blackjack") if is_main else rules.wagers[kind].win_clause,
        "min_minor": low,
        "max_minor": high,
    }


_TURNED: Final[dict[type, int]] = {TurnFirstCard: 1, TurnSecondCard: 2, ReportExposed: 2}
"""What turns which of the dealer's cards up that nobody has seen."""


def _said(state: Table, order: Sequence[str], act: Act) -> tuple[str | None, ...]:
    """Return the next card of the order, the one that is turned up, or the burned one that is shown.

    A card that goes where nobody sees it is not named before it is turned up, whoever knows the order.
    """
    cards = state.cards
    place = 0 if cards.shoe is None else len(cards.shoe.drawn)
    if type(act) in _TURNED:
        place = cards.unseen.get(_TURNED[type(act)], len(order))
    elif isinstance(act, ShowBurnCard):
        place = dict(enumerate(cards.burned_at, 1)).get(act.place, len(order))
    # A player's card is the shoe's to name, face down or not: nobody else would.
    due = state.round.due if isinstance(act, DealCard) and state.round is not None else None
    is_players = due is not None and due.seat > 0
    unseen = (None,) if isinstance(act, DealCard | BurnCard | TurnSecondCard) and not is_players else ()
    return (*unseen, *order[place : place + 1])


def _leaves_shoe(event: Event) -> bool:
    """Tell whether a card has left the shoe; one that was drawn in error is burned besides."""
    return isinstance(event, CardDealt | CardBurned | CardFoundFaceUp)


CARDS = CardActs(
    deal=DealCard,
    burn=BurnCard,
    said=_said,
    leaves_shoe=_leaves_shoe,
    names=NAMES,
    is_open=(RestoreUpCard,),
    revealed=revealed_view,
)
