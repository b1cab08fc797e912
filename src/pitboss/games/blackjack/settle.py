"""Settlement: what each wager wins or loses against a dealer's hand, in rows, and the moves that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.decider import Move
from pitboss.games.blackjack.acts import Ending, Kind, Outcome, Source
from pitboss.games.blackjack.events import Columns
from pitboss.games.blackjack.hands import TWENTY_ONE, is_blackjack, is_king_queen, is_suited, total_of
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.state import Box, Hand, Round
from pitboss.games.table.accounts import CIRCULATION, DROP, LAYOUT, PATRONS, PROMOTION, RACK, TIPS, add_moves
from pitboss.money import rounded
from pitboss.rulebook.clauses import cites

TOURNAMENT_RACK = "tournament_rack"
"""Where a tournament's chips come from and go to; they are worth nothing outside it."""
_HOLDERS = {Source.VALUE: CIRCULATION, Source.CASH: PATRONS, Source.COUPON: PROMOTION, Source.TIP: CIRCULATION}
_TAKEN_TO = {
    Source.VALUE: RACK,
    Source.CASH: DROP,
    Source.COUPON: PROMOTION,
    Source.TIP: RACK,
    Source.TOURNAMENT: TOURNAMENT_RACK,
}
_DUTY = {
    Outcome.WIN: "win",
    Outcome.LOSE: "lose",
    Outcome.BUST: "lose",
    Outcome.PUSH: "push",
    Outcome.BLACKJACK: "blackjack",
    Outcome.SURRENDER: "surrender",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One wager and what became of it."""

    seat: int
    player: str
    hand: int
    on: Kind
    spot: int
    source: Source
    stake_minor: int
    paid_minor: int
    lost_minor: int
    outcome: Outcome
    clause: str


def holder(source: Source, player: str) -> str:
    """Return the account that a wager's chips come from and go back to; tournament chips are a player's own."""
    return purse_account(player) if source is Source.TOURNAMENT else _HOLDERS[source]


def purse_account(player: str) -> str:
    """Return the account of a player's tournament chips."""
    return f"tournament:{player}"


def columns(rows: Sequence[Row]) -> Columns:
    """Turn rows into columns."""
    names = Columns.__struct_fields__
    return Columns(**{name: tuple(getattr(row, name) for row in rows) for name in names})


@cites("Q75", "HP-T3")
def moves_of(rows: Iterable[Row]) -> tuple[Move, ...]:
    """Return the money that goes with the rows: what is lost, what goes back, what is paid in value chips."""
    return add_moves(_moves(rows))


def _moves(rows: Iterable[Row]) -> Iterator[tuple[str, str, int]]:
    for row in rows:
        # A wager for the dealers that wins is theirs, and is not let ride (HP-T3).
        is_theirs = row.source is Source.TIP and row.outcome in (Outcome.WIN, Outcome.BLACKJACK)
        if row.lost_minor:
            yield LAYOUT, _TAKEN_TO[row.source], row.lost_minor
        if row.stake_minor > row.lost_minor:
            back = TIPS if is_theirs else holder(row.source, row.player)
            yield LAYOUT, back, row.stake_minor - row.lost_minor
        if row.paid_minor and row.source is Source.TOURNAMENT:
            yield TOURNAMENT_RACK, purse_account(row.player), row.paid_minor
        elif row.paid_minor:
            yield RACK, TIPS if is_theirs else CIRCULATION, row.paid_minor


@cites("BJ-M1", "BJ-M3")
def void_moves(state: Round) -> tuple[Move, ...]:
    """Return the moves that undo everything the round has moved."""
    back: dict[tuple[str, str], int] = {}
    for (source, target), amount in state.moved.items():
        back[target, source] = amount - state.moved.get((target, source), 0)
    return add_moves((source, target, amount) for (source, target), amount in back.items() if amount > 0)


@cites("BJ-C", "BJ-J1a", "BJ-J1b", "BJ-J1c", "BJ-J2a", "BJ-J2b", "BJ-J2c", "BJ-J3", "BJ-J4b", "BJ-A5", "BJ-A7", "Q22")
def outcome_of(rules: Rules, hand: Hand, dealer: Sequence[str]) -> Outcome:
    """Compare a player's hand with a dealer's that is complete."""
    settings, has_dealer_blackjack = rules.settings, is_blackjack(dealer)
    if hand.ending is Ending.SURRENDER:
        is_barred = has_dealer_blackjack and (settings["surrender"] == "late" or dealer[0][0] == "A")
        return Outcome.LOSE if is_barred else Outcome.SURRENDER
    if hand.ending is Ending.BLACKJACK:
        return Outcome.PUSH if has_dealer_blackjack else Outcome.BLACKJACK
    score, against = total_of(hand.cards), total_of(dealer)
    if has_dealer_blackjack:
        return Outcome.PUSH if settings["push21"] and score == TWENTY_ONE else Outcome.LOSE
    if against > TWENTY_ONE or score > against:
        return Outcome.WIN
    return Outcome.PUSH if score == against else Outcome.LOSE


@cites("BJ-J4", "BJ-J5", "Q18", "Q19", "Q22", "Q29")
def amounts(rules: Rules, stake: int, original: int, outcome: Outcome, *, is_to_blackjack: bool) -> tuple[int, int]:
    """Return what a wager is paid and what of it is lost; `original` is the part laid before the first card."""
    if outcome is Outcome.WIN:
        return stake, 0
    if outcome is Outcome.BLACKJACK:
        return rounded(stake * rules.blackjack_odds, rules.rounding), 0
    if outcome is Outcome.SURRENDER:
        return 0, rounded(Fraction(stake, 2), rules.rounding)
    if outcome is Outcome.PUSH:
        return 0, 0
    if outcome is Outcome.LOSE and is_to_blackjack and rules.settings["dealer_bj"] == "original":
        return 0, original
    return 0, stake


def hand_rows(
    rules: Rules, seat: int, number: int, box: Box, outcome: Outcome, *, dealer: Sequence[str] = (), spot: int = 0
) -> Iterator[Row]:
    """Settle one hand's wagers, against one dealer hand or, at 0, against all."""
    hand = box.hands[number - 1]
    is_to_blackjack = is_blackjack(dealer)
    laid: dict[int, tuple[int, int]] = {}
    for (where, source), stake in sorted(hand.stakes.items()):
        if spot and where != spot:
            continue
        # Chips and a coupon on one spot are one wager: what they come to together is rounded, and not each.
        below, first = laid.get(where, (0, 0))
        original = box.wagers.get((where, source), 0) if number == 1 else 0
        laid[where] = (below + stake, first + original)
        before = amounts(rules, below, first, outcome, is_to_blackjack=is_to_blackjack)
        after = amounts(rules, *laid[where], outcome, is_to_blackjack=is_to_blackjack)
        paid, lost = after[0] - before[0], after[1] - before[1]
        clause = rules.clause(_DUTY[outcome])
        yield Row(seat, box.player, number, Kind.BLACKJACK, where, source, stake, paid, lost, outcome, clause)


@cites("BJ-J6", "BJ-L4", "Q21")
def insurance_rows(state: Round, dealer: Sequence[str]) -> tuple[Row, ...]:
    """Settle the insurance against the dealer hand in play, by its first two cards."""
    spot, rows, is_won = state.spot, [], is_blackjack(dealer)
    for seat in state.seats:
        box = state.boxes[seat]
        stake = box.insurance.get(spot, 0)
        if stake:
            paid, lost, outcome, clause = side_amounts(state.rules, Kind.INSURANCE, stake, is_won=is_won)
            row = Row(seat, box.player, 0, Kind.INSURANCE, spot, state.chips, stake, paid, lost, outcome, clause)
            rows.append(row)
    return tuple(rows)


@cites("BJ-L6", "BJ-L8", "BJ-L9")
def spot_rows(state: Round, *, is_last: bool) -> tuple[Row, ...]:
    """Settle everything that stands against the dealer's hand that is complete.

    The last hand settles what stands against later ones too: blackjacks that no second card could touch.
    """
    rules, dealer = state.rules, state.dealer[state.spot - 1]
    spots = range(state.spot, state.dealer_hands + 1) if is_last else (state.spot,)
    rows: list[Row] = []
    for seat, number, hand in state.hands():
        if not hand.is_settled:
            box, outcome = state.boxes[seat], outcome_of(rules, hand, dealer)
            for spot in spots:
                rows += hand_rows(rules, seat, number, box, outcome, dealer=dealer, spot=spot)
    return tuple(rows)


@cites("BJ-K3b", "BJ-K4b", "BJ-K5a", "BJ-K5b")
def suit_rows(state: Round) -> tuple[Row, ...]:
    """Settle the wagers on the first two cards, from left to right."""
    rules, rows = state.rules, []
    if rules.initial_suit is None:
        return ()
    kind = Kind(rules.initial_suit)
    wins = is_king_queen if kind is Kind.KING_QUEEN else is_suited
    for seat in state.seats:
        box = state.boxes[seat]
        for source, stake in sorted(box.suit.items()):
            paid, lost, outcome, clause = side_amounts(rules, kind, stake, is_won=wins(box.hands[0].cards))
            rows.append(Row(seat, box.player, 1, kind, 1, source, stake, paid, lost, outcome, clause))
    return tuple(rows)


@cites("BJ-K6b", "Q23")
def hit_row(state: Round, seat: int, number: int, *, is_won: bool) -> Row:
    """Settle a hit wager."""
    box = state.boxes[seat]
    stake = box.hands[number - 1].hit_minor
    paid, lost, outcome, clause = side_amounts(state.rules, Kind.HIT, stake, is_won=is_won)
    return Row(seat, box.player, number, Kind.HIT, 1, state.chips, stake, paid, lost, outcome, clause)


def side_amounts(rules: Rules, kind: Kind, stake: int, *, is_won: bool) -> tuple[int, int, Outcome, str]:
    """Return what a wager besides the main one is paid and loses, its outcome and the clause."""
    spec = rules.wagers[kind]
    if is_won:
        return stake * rules.pays(kind), 0, Outcome.WIN, spec.win_clause
    return 0, stake, Outcome.LOSE, spec.lose_clause
