"""What is open at a roulette table: for each act, the values of its fields that `decide` would accept.

Wagers are offered position by position, those with the same room for chips together, so that a screen can light
what a player may still do. Every function here mirrors one of `chips`, `play`, `opening` and `incidents`; the contract
suite holds the two to each other.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Words, holds
from pitboss.games import disputes
from pitboss.games.laying import room_for, room_of
from pitboss.games.roulette import chips, incidents
from pitboss.games.roulette import house_acts as h
from pitboss.games.roulette import messages as m
from pitboss.games.roulette.house_offers import house_offers
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.round_state import Phase, Round
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.laying import Key
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
    is_ball_ready = not (state.is_ball_suspect or state.must_return_ball)
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
            yield Offer(m.CallNoSpin, {"cause": Choices(tuple(causes)), "is_ball_lifted": Choices((True, False))})
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
    for kind, places, bets in _alike(current.rules.data.wheel):
        if kind not in current.rules.wagers:
            continue
        # Where a player has nothing yet, bets of one kind have the same room: one of them stands for all.
        own = [bet for bet in bets if (player, bet) in current.on_position]
        others = [bet for bet in bets if bet not in own] if own else bets
        for alike in (others, *([bet] for bet in own)):
            if alike:
                low, high, step = _room(state, current, source, player, alike[0])
                if low <= high:
                    rooms[low, high, step, places] += alike
    for (low, high, step, places), bets in rooms.items():
        yield {
            "player": Choices((player,)),
            "bet": Choices(tuple(bets)),
            "source": Choices((source,)),
            "stake_minor": Integers(low, high, step),
            "placement": Choices(places),
        }


@cache
def _alike(wheel_name: str) -> tuple[tuple[str, tuple[str, ...], list[str]], ...]:
    """Return a layout's bets in groups of one kind and with the same places."""
    groups: defaultdict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for position in layout_of(wheel_name).positions:
        groups[position.kind, tuple(place.name for place in position.placements)].append(position.bet)
    return tuple((kind, places, bets) for (kind, places), bets in groups.items())


def _room(state: Table, current: Round, source: str, player: str | None, bet: str) -> tuple[int, int, int]:
    low, high = current.rules.limits(current.rules.position(bet).kind)
    lies = current.on_position.get((player, bet), 0) if player else 0
    low, high = max(low - lies, 1), min(high - lies, room_of(current, player, bet), STAKE_MAX)
    step = 1
    kind, _, colour = source.partition(":")
    if player and kind == "colour":
        step = state.colours[colour].value_minor
        high = min(high, state.held(player, colour))
    elif player and kind == "coupon":
        free = chips.matched(state, player, bet) - chips.couponed(state, player, bet)
        high = min(high, free) if not chips.valued(state, player, bet) else 0
    elif player and chips.couponed(state, player, bet):
        high = 0
    low = -(-low // step) * step
    return low, high, step


def _call_offers(state: Table, source: str, domains: dict[str, Domain]) -> Iterator[Offer]:
    verbal = state.rules.settings["verbal"]
    if verbal == "chips" or (verbal == "cash" and source == "value"):
        yield Offer(h.CallWager, {**domains, "accompanied_by": Choices((verbal,))})


def _removable(state: Table, current: Round, key: Key, lies: int) -> Iterator[Integers]:
    """Yield what may be taken back in whole chips: so much that the rest is a wager, or everything."""
    player, bet, source = key
    low, _ = current.rules.limits(current.rules.position(bet).kind)
    total = current.on_position[player, bet]
    most, step = lies, 1
    kind, _, colour = source.partition(":")
    if kind == "colour":
        most = min(most, chips.matched(state, player, bet) - chips.couponed(state, player, bet))
        step = state.colours[colour].value_minor
    partly = min(most, total - low)
    if partly >= step:
        yield Integers(step, partly // step * step, step)
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
                open_to = [p.bet for p in rules.positions if incidents.can_count_as(current, key, p.bet)]
                yield Offer(h.DecidePosition, {**named, "decided": Choices(tuple(open_to))})
        is_late = current.phase in (Phase.CLOSED, Phase.LANDED)
        is_colour = source.startswith("colour:") and key not in state.questioned
        if rules.has("foreign") and is_late and is_colour and holds(by, incidents.STAFF):
            worth = Integers(1, min(STAKE_MAX, room_for(current, bet) + stake))
            other = Words(NAME_PATTERN, besides=(rules.config.name,))
            yield Offer(h.FindForeignChips, {**named, "origin_table": other, "worth_minor": worth})
        is_foreign = source.startswith("foreign:") and key not in current.withheld
        if rules.has("foreign_refused") and is_foreign and holds(by, incidents.MANAGEMENT):
            yield Offer(h.RefuseForeignPayment, named)
