"""A second opinion on the totalizator: a card settled slowly and obviously.

Every ticket is written out into its combinations, and every combination is held against the result. The answer is the
settlement document (section 18). Nothing is shared with the package, so that a slip there is no slip here.
"""

from fractions import Fraction
from typing import Any

from tests.support.naive_tote_board import display, odds, probables, will_pays
from tests.support.naive_tote_multi import (
    is_refunded,
    refund_reason,
    settle_double,
    settle_pick_n,
    settle_pick_three,
)
from tests.support.naive_tote_pool import DEFAULTS, Outcome, Pool, Refunded
from tests.support.naive_tote_race import Race, program_order
from tests.support.naive_tote_single import settle_single
from tests.support.naive_tote_tickets import PLACES, Bet, expand
from tests.support.naive_tote_twin import settle_twin

__all__ = ["settle"]

ACROSS = ("win", "place", "show")


def settle(card: dict[str, Any]) -> dict[str, Any]:
    """Answer a card's document: its pools, its tickets, and the odds it asks about."""
    races = {number: Race(number, document) for number, document in card.get("races", {}).items()}
    pools = {}
    for name, document in card.get("pools", {}).items():
        settings = {**DEFAULTS, **card.get("config", {}), **document.get("config", {})}
        pools[name] = Pool(document, [races[number] for number in document["races"]], settings)
    tickets: dict[str, Any] = {}
    for ticket in card.get("tickets", []):
        bets = sell(pools, ticket)
        tickets[ticket["id"]] = {
            "combos": len(bets),
            "cost": sum(bet.amount for bet in bets),
            "refund": 0,
            "payout": 0,
        }
    for pool in pools.values():
        if pool.kind == "win":
            pool.handed_back = {bet for bet in pool.bets if is_scratched(pool, bet)}
    favorites = {number: favorite(race, pools) for number, race in races.items()}
    ranked = {pool.races[0].number for pool in pools.values() if pool.kind == "win"}
    unranked = {n for n, race in races.items() if n not in ranked and race.document.get("favorite") is None}
    for pool in pools.values():
        pool.favorites, pool.unranked = favorites, unranked
        pool.handed_back = {bet for bet in pool.bets if is_scratched(pool, bet)}
    answer: dict[str, Any] = {"pools": {}, "tickets": tickets}
    for name, pool in pools.items():
        answer["pools"][name] = answer_pool(pool, tickets)
    if "odds_of_prices" in card:
        answer["odds_of_prices"] = [display(Fraction(price) - 100) for price in card["odds_of_prices"]]
    return answer


def sell(pools: dict[str, Pool], ticket: dict[str, Any]) -> list[Bet]:
    """Put a ticket's combinations into its pool, or into three for one across the board (7), and return them."""
    if ticket.get("type") == "across_the_board":
        chosen = [
            next(pool for pool in pools.values() if pool.kind == kind and pool.document["races"] == [ticket["race"]])
            for kind in ACROSS
        ]
    else:
        chosen = [pools[ticket["pool"]]]
    sold = []
    for pool in chosen:
        source = ticket.get("source", pool.home())
        for combo in expand(pool.kind, pool.races, ticket, pool.settings):
            bet = Bet(ticket, source, combo)
            pool.bets.append(bet)
            sold.append(bet)
    return sold


def is_scratched(pool: Pool, bet: Bet) -> bool:
    """Tell whether a scratch hands a bet back (6, 10.2, 11.2, 13.1)."""
    if pool.kind in PLACES or pool.kind == "twin_trifecta":
        return any(one in pool.races[0].scratched for one in bet.combo)
    return is_refunded(pool, bet)


def favorite(race: Race, pools: dict[str, Pool]) -> str | None:
    """Return the betting interest with most money to win, of several the lowest; None without a win pool (11.2)."""
    if race.document.get("favorite") is not None:
        return race.interest(race.document["favorite"])
    held = dict.fromkeys(race.starters(), 0)
    to_win = [pool for pool in pools.values() if pool.kind == "win" and pool.races[0] is race]
    if not to_win:
        return None
    for pool in to_win:
        for bet in pool.live():
            held[bet.combo[0]] += bet.amount
    # A field or an entry is as low as the lowest number that runs in it.
    numbers = {one: [no for no, interest in race.interest_of_runner.items() if interest == one] for one in held}
    ranked = sorted(held, key=lambda one: (-held[one], min(program_order(no) for no in numbers[one])))
    return ranked[0] if ranked else None


def cancelled_reason(pool: Pool) -> str | None:
    """Return why cancelled races end the pool, None if they do not (6, 10.1, 11.1, 12, 13.1)."""
    if pool.kind in PLACES:
        return "race cancelled" if pool.races[0].cancelled else None
    if pool.kind == "twin_trifecta":
        return "race cancelled" if pool.races[0].cancelled or pool.races[1].cancelled == "early" else None
    return refund_reason(pool)


def conclude(pool: Pool) -> Outcome | None:
    """Settle a pool, if it is over; it may turn out to be handed back instead."""
    reason = cancelled_reason(pool)
    if reason is not None:
        raise Refunded(reason)
    if any(race.is_waiting() for race in pool.races):
        return None
    if not pool.live():
        raise Refunded("nothing live")
    if pool.kind in PLACES:
        return settle_single(pool)
    if pool.kind == "twin_trifecta":
        return settle_twin(pool)
    return {"double": settle_double, "pick3": settle_pick_three}.get(pool.kind, settle_pick_n)(pool)


def answer_pool(pool: Pool, tickets: dict[str, Any]) -> dict[str, Any]:
    """Answer one pool, and add to the tickets what they get from it."""
    status, reason = "official", None
    outcome: Outcome | None = Outcome(pool.carryover_in)
    try:
        if not pool.bets:
            status = "empty"
        else:
            outcome = conclude(pool)
    except Refunded as refunded:
        status, reason = "refunded", refunded.reason
        pool.handed_back = set(pool.bets)
    if outcome is None:
        # What is carried over is not known before the pool is over.
        status, outcome = "open", Outcome(0)
    for bet in pool.handed_back:
        tickets[bet.ticket["id"]]["refund"] += bet.amount
    for bet, cents in outcome.payments:
        tickets[bet.ticket["id"]]["payout"] += cents
    answer = document_of(pool, outcome, status)
    if reason is not None:
        answer["reason"] = reason
    return answer


def document_of(pool: Pool, outcome: Outcome, status: str) -> dict[str, Any]:
    """Write the answer of a pool (18)."""
    answer: dict[str, Any] = {
        "type": pool.kind,
        "status": status,
        "sold": sum(bet.amount for bet in pool.bets),
        "refunds": sum(bet.amount for bet in pool.handed_back),
        "gross": pool.gross(),
        "takeout": pool.takeout(),
        "net": pool.net(),
        "carryover_in": pool.carryover_in,
        "carryover_out": outcome.carryover_out,
        "payout": outcome.payout(),
        "breakage": max(outcome.distributed - outcome.payout(), 0),
        "minus_pool": max(outcome.payout() - outcome.distributed, 0),
        "winners": outcome.winners,
    }
    if pool.kind == "win":
        answer["odds"] = odds(pool)
    if status == "open" and pool.document.get("probables") and pool.kind in ("exacta", "quinella", "double"):
        answer["probables"] = probables(pool)
    if status == "open" and pool.document.get("will_pays") and is_at_last_leg(pool):
        answer["will_pays"] = will_pays(pool)
    if pool.has_several_takeouts():
        answer["by_source"] = {source: by_source(pool, outcome, source) for source in pool.sources()}
    return answer


def is_at_last_leg(pool: Pool) -> bool:
    """Tell whether only the last leg of a pool of several races is to be run (15)."""
    if pool.kind in PLACES or pool.kind == "twin_trifecta":
        return False
    return pool.races[-1].is_waiting() and not any(race.is_waiting() for race in pool.races[:-1])


def by_source(pool: Pool, outcome: Outcome, source: str) -> dict[str, int]:
    """Add up one source's part of a pool (3)."""
    return {
        "sold": sum(bet.amount for bet in pool.bets if bet.source == source),
        "refunds": sum(bet.amount for bet in pool.handed_back if bet.source == source),
        "takeout": pool.takeout_of(source),
        "payout": sum(cents for bet, cents in outcome.payments if bet.source == source),
    }
