"""What is open at a roulette table: for each act, the values of its fields that `decide` would accept.

Wagers are offered position by position, those with the same room for chips together, so that a screen can light
what a player may still do. Every function here mirrors one of `chips`, `play`, `opening` and `incidents`; the contract
suite holds the two to each other.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pitboss.decider import NAME_PATTERN, Choices, Integers, Offer, Person, Words, holds
from pitboss.games import disputes
from pitboss.games.roulette import chips, incidents
from pitboss.games.roulette import house_acts as h
from pitboss.games.roulette import messages as m
from pitboss.games.roulette.house_offers import house_offers
from pitboss.games.roulette.round import Phase, Round, room_for
from pitboss.money import STAKE_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.roulette.layout import Position
    from pitboss.games.roulette.round import Key
    from pitboss.games.roulette.state import Table

__all__ = ["legal"]

_REVOLUTIONS_MAX = 1_000
_ANYBODY = Words(NAME_PATTERN)


def legal(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    yield from house_offers(state, by)
    rules = state.rules.data.disputes
    if rules is not None and state.is_at_table(by):
        yield from disputes.legal(state.disputes, rules, by)
    if not state.is_open or state.round is None or not state.is_at_table(by):
        return
    yield from _spin_offers(state, state.round, by)
    yield from _wager_offers(state, state.round, by)
    yield from _incident_offers(state, state.round, by)


def _spin_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    phase, dealing = current.phase, by.role == "dealer"
    is_ball_ready = not (state.must_examine_ball or state.must_replace_ball or state.must_return_ball)
    if dealing and phase is Phase.BETTING and is_ball_ready:
        yield Offer(m.SpinBall, {"direction": Choices(tuple(m.Direction))})
    if dealing and phase is Phase.SPINNING:
        yield Offer(m.CallNoMoreBets)
    if holds(by, ("dealer", "device")) and phase is Phase.CLOSED and current.direction is m.Direction.AGAINST:
        turns = Integers(current.rules.data.revolutions_min, _REVOLUTIONS_MAX)
        yield Offer(m.EnterNumber, {"pocket": Choices(current.rules.wheel.pockets), "revolutions": turns})
    if phase in (Phase.SPINNING, Phase.CLOSED, Phase.LANDED):
        causes = [
            entry.cause
            for entry in current.rules.data.no_spin
            if holds(by, entry.by) and (phase is not Phase.LANDED or entry.cause == m.Cause.SUSPICION)
        ]
        if causes:
            yield Offer(m.CallNoSpin, {"cause": Choices(tuple(causes))})
    if dealing and phase is Phase.LANDED and state.dolly is None:
        yield Offer(h.PlaceDolly, {"pocket": Choices((current.pocket,))})
    if state.questioned:
        return
    if dealing and state.dolly is not None and phase is Phase.LANDED and not state.are_losers_collected:
        yield Offer(h.CollectLosers)
    if holds(by, ("dealer", "mucker")) and phase is Phase.LANDED and state.are_losers_collected:
        yield Offer(m.PayWinners)


def _wager_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    if not current.is_open or not holds(by, ("player", "dealer")):
        return
    for source, player in _sources(state, by):
        for domains in _by_room(state, current, source, player):
            places = Choices((None, *domains.pop("placement").values))  # type: ignore[union-attr]
            yield Offer(m.PlaceWager, {**domains, "placement": places})
            if by.role == "dealer":
                yield from _call_offers(state, source, domains)
    for (player, bet, source), lies in current.wagers.items():
        if by.role == "player" and by.id != player:
            continue
        for amounts in _removable(state, current, (player, bet, source), lies):
            fields: dict[str, Domain] = {"player": Choices((player,)), "bet": Choices((bet,))}
            yield Offer(m.RemoveWager, {**fields, "source": Choices((source,)), "stake_minor": amounts})


def _sources(state: Table, by: Person) -> Iterator[tuple[str, str | None]]:
    """Yield kinds of chips and the player they belong to; None for value chips, which anybody may bring."""
    if not state.rules.has("colour_chips_only"):
        yield "value", by.id if by.role == "player" else None
    for colour, entry in state.colours.items():
        if by.role != "player" or by.id == entry.player:
            yield f"colour:{colour}", entry.player
    if state.rules.settings["match_play"]:
        for player in dict.fromkeys(entry.player for entry in state.colours.values()):
            if by.role != "player" or by.id == player:
                yield "coupon", player


def _by_room(state: Table, current: Round, source: str, player: str | None) -> Iterator[dict[str, Domain]]:
    """Group the positions by who may bet there, how much, and where the chips may lie."""
    if player is not None:
        yield from _rooms(state, current, source, player)
        return
    # Value chips may be anybody's: those with wagers on the layout have less room than a newcomer.
    known = sorted({who for who, _, _ in current.wagers})
    for who in known:
        yield from _rooms(state, current, source, who)
    for domains in _rooms(state, current, source, None):
        yield {**domains, "player": Words(NAME_PATTERN, besides=tuple(known))}


def _rooms(state: Table, current: Round, source: str, player: str | None) -> Iterator[dict[str, Domain]]:
    rooms: defaultdict[tuple[int, int, int, tuple[str, ...]], list[str]] = defaultdict(list)
    for position in current.rules.layout.positions:
        low, high, step = _room(state, current, source, player, position)
        if low <= high:
            rooms[low, high, step, tuple(place.name for place in position.placements)].append(position.bet)
    for (low, high, step, places), bets in rooms.items():
        yield {
            "player": Choices((player,)),
            "bet": Choices(tuple(bets)),
            "source": Choices((source,)),
            "stake_minor": Integers(low, high, step),
            "placement": Choices(places),
        }


def _room(state: Table, current: Round, source: str, player: str | None, position: Position) -> tuple[int, int, int]:
    low, high = current.rules.limits(position.kind)
    lies = current.on_position.get((player, position.bet), 0) if player else 0
    low, high = max(low - lies, 1), min(high - lies, room_for(current, position.bet), STAKE_MAX)
    step = 1
    kind, _, colour = source.partition(":")
    if player and kind == "colour":
        step = state.colours[colour].value_minor
        high = min(high, state.held(player, colour))
    elif player and kind == "coupon":
        free = chips.matched(state, player, position.bet) - chips.couponed(state, player, position.bet)
        high = min(high, free) if not chips.valued(state, player, position.bet) else 0
    elif player and chips.couponed(state, player, position.bet):
        high = 0
    low = -(-low // step) * step
    return low, high, step


def _call_offers(state: Table, source: str, domains: dict[str, Domain]) -> Iterator[Offer]:
    verbal = state.rules.settings["verbal"]
    taken = {"cash": (h.Accompanied.CASH, h.Accompanied.CHIPS), "chips": (h.Accompanied.CHIPS,), "none": ()}[verbal]
    for accompanied in taken:
        if accompanied is not h.Accompanied.CASH or source == "value":
            yield Offer(h.CallWager, {**domains, "accompanied_by": Choices((accompanied,))})


def _removable(state: Table, current: Round, key: Key, lies: int) -> Iterator[Integers]:
    """Yield what may be taken back: so much that the rest is a wager, or everything."""
    player, bet, source = key
    low, _ = current.rules.limits(current.rules.position(bet).kind)
    total = current.on_position[player, bet]
    most = lies
    if source.startswith("colour:"):
        most = min(most, chips.matched(state, player, bet) - chips.couponed(state, player, bet))
    partly = min(most, total - low, total - 1)
    if partly >= 1:
        yield Integers(1, partly)
    if most == total:
        yield Integers(total, total)


def _incident_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    rules = state.rules
    for key, stake in current.wagers.items():
        player, bet, source = key
        named: dict[str, Domain] = {
            "player": Choices((player,)),
            "bet": Choices((bet,)),
            "source": Choices((source,)),
        }
        if rules.has("question") and current.phase is Phase.LANDED:
            if holds(by, incidents.ASKING) and key not in state.questioned:
                yield Offer(h.QuestionPosition, named)
            if holds(by, incidents.SUPERVISING) and key in state.questioned:
                open_to = [p.bet for p in rules.layout.positions if incidents.can_count_as(current, key, p.bet)]
                yield Offer(h.DecidePosition, {**named, "decided": Choices(tuple(open_to))})
        is_late = current.phase in (Phase.CLOSED, Phase.LANDED)
        is_colour = source.startswith("colour:") and key not in state.questioned
        if rules.has("foreign") and is_late and is_colour and holds(by, incidents.STAFF):
            worth = Integers(1, min(STAKE_MAX, room_for(current, bet) + stake))
            yield Offer(h.FindForeignChips, {**named, "origin_table": _ANYBODY, "worth_minor": worth})
        is_foreign = source.startswith("foreign:") and key not in current.withheld
        if rules.has("foreign_refused") and is_foreign and holds(by, incidents.MANAGEMENT):
            yield Offer(h.RefuseForeignPayment, named)
