"""What is open at a roulette table: for each act, the values of its fields that `decide` would accept."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Words, holds, text_pattern
from pitboss.games import disputes
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import chips, incidents, play
from pitboss.games.roulette.acts import COUNT_MAX
from pitboss.games.roulette.chips import AUTHORISING
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.state import Phase, Round, Table, ball_um
from pitboss.games.table import acts as table_acts
from pitboss.games.table.decide import INSPECTORS
from pitboss.games.table.laying import room_for, room_of
from pitboss.games.table.legal import shared_legal
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.table.laying import Key

__all__ = ["house_offers", "legal"]


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
        yield Offer(a.SpinBall, {"direction": Choices(tuple(a.Direction))})
    if dealing and phase is Phase.SPINNING:
        yield Offer(a.CallNoMoreBets)
    if holds(by, ("dealer", "device")) and phase is Phase.CLOSED and current.direction is a.Direction.AGAINST:
        turns = Integers(current.rules.data.revolutions_min, _REVOLUTIONS_MAX)
        yield Offer(a.EnterNumber, {"pocket": Choices(current.rules.wheel.pockets), "revolutions": turns})
    if phase in (Phase.SPINNING, Phase.CLOSED, Phase.LANDED):
        causes = [
            entry.cause
            for entry in current.rules.data.no_spin
            if holds(by, entry.by) and (phase is not Phase.LANDED or entry.cause == a.Cause.SUSPICION)
        ]
        if causes:
            yield Offer(a.CallNoSpin, {"cause": Choices(tuple(causes)), "is_ball_lifted": Choices((True, False))})
    if dealing and phase is Phase.LANDED and state.dolly is None:
        yield Offer(a.PlaceDolly, {"pocket": Choices((current.pocket,))})
    if state.questioned:
        return
    if dealing and state.dolly is not None and phase is Phase.LANDED and not state.are_losers_collected:
        yield Offer(a.CollectLosers)
    if holds(by, ("dealer", "mucker")) and phase is Phase.LANDED and state.are_losers_collected:
        yield Offer(a.PayWinners)


def _wager_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    if not current.is_open or not holds(by, ("player", "dealer")):
        return
    for source, player in _sources(state, by):
        for domains in _by_room(state, current, source, player):
            places = Choices((None, *domains.pop("placement").values))  # type: ignore[union-attr]
            yield Offer(a.PlaceWager, {**domains, "placement": places})
            if by.role == "dealer":
                yield from _call_offers(state, source, domains)
    for (player, bet, source), lies in current.wagers.items():
        if by.role == "player" and by.id != player:
            continue
        for amounts in _removable(state, current, (player, bet, source), lies):
            fields: dict[str, Domain] = {"player": Choices((player,)), "bet": Choices((bet,))}
            yield Offer(a.RemoveWager, {**fields, "source": Choices((source,)), "stake_minor": amounts})


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
        yield Offer(a.CallWager, {**domains, "accompanied_by": Choices((verbal,))})


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
                yield Offer(a.QuestionPosition, named)
            if holds(by, incidents.SUPERVISING) and key in state.questioned:
                open_to = [p.bet for p in rules.positions if incidents.can_count_as(current, key, p.bet)]
                yield Offer(a.DecidePosition, {**named, "decided": Choices(tuple(open_to))})
        is_late = current.phase in (Phase.CLOSED, Phase.LANDED)
        is_colour = source.startswith("colour:") and key not in state.questioned
        if rules.has("foreign") and is_late and is_colour and holds(by, incidents.STAFF):
            worth = Integers(1, min(STAKE_MAX, room_for(current, bet) + stake))
            other = Words(NAME_PATTERN, besides=(rules.config.name,))
            yield Offer(a.FindForeignChips, {**named, "origin_table": other, "worth_minor": worth})
        is_foreign = source.startswith("foreign:") and key not in current.withheld
        if rules.has("foreign_refused") and is_foreign and holds(by, incidents.MANAGEMENT):
            yield Offer(a.RefuseForeignPayment, named)


_ANYBODY = Words(NAME_PATTERN)


_BALL_UM_MAX = 1_000_000


_BLANK = Words(r"^\s{0,200}$(?!\n)")


_APPROVAL = Words(rf"(?=[\s\S]*\S){text_pattern(200)}")


def house_offers(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what the house around the round would accept from this person now."""
    if not state.is_at_table(by) and (state.is_open or by.role != "dealer"):
        return
    is_closable = not state.colours and not state.disputes.awaiting_rights
    yield from (offer for offer in shared_legal(state, by) if is_closable or offer.act is not table_acts.CloseTable)
    yield from _ball_offers(state, by)
    if state.rules.has("suspect") and holds(by, incidents.STAFF) and state.is_at_table(by):
        amount = Integers(1, STAKE_MAX)
        both = Choices((True, False))
        yield Offer(a.ScanSuspect, {"item": Choices(tuple(a.Suspect)), "amount_minor": amount, "is_counterfeit": both})
    if state.rules.has("business_decision") and holds(by, incidents.DIRECTION):
        yield Offer(a.RecordDecision, {"decision": Words()})
    if state.is_open:
        yield from _chip_offers(state, by)


def _ball_offers(state: Table, by: Person) -> Iterator[Offer]:
    rules = state.rules
    is_running = state.phase in (Phase.SPINNING, Phase.CLOSED, Phase.LANDED)
    if holds(by, INSPECTORS) and state.is_at_table(by) and not is_running:
        size, material, approval = (rules.spec(f"ball_{part}") for part in ("diameter", "material", "approval"))
        low = ball_um(str(size.at_least)) if size.at_least else 1
        high = ball_um(str(size.at_most)) if size.at_most else _BALL_UM_MAX
        fields: dict[str, Domain] = {"diameter_um": Integers(low, high), "material": Choices(material.permitted)}
        yield Offer(a.ReplaceBall, {**fields, "approval": Choices(("",)) if approval.permitted else _BLANK})
        if not approval.permitted:
            any_ball: dict[str, Domain] = {
                "diameter_um": Integers(1, _BALL_UM_MAX),
                "material": Choices(tuple(a.Material)),
            }
            yield Offer(a.ReplaceBall, {**(any_ball if size.unless else fields), "approval": _APPROVAL})
    if state.is_open and by.role == "dealer" and state.must_return_ball:
        yield Offer(a.ReturnBall, {"pocket": Choices((state.previous,))})
    if holds(by, play.EXAMINERS) and state.must_examine_ball:
        yield Offer(a.ExamineBall, {"is_sound": Choices((True, False))})


def _chip_offers(state: Table, by: Person) -> Iterator[Offer]:
    if holds(by, ("player", "dealer")):
        busy = {entry.player for entry in state.colours.values()} | set(state.waiting)
        if by.role == "dealer":
            yield Offer(a.RequestColour, {"player": Words(NAME_PATTERN, besides=tuple(sorted(busy)))})
        elif by.id not in busy:
            yield Offer(a.RequestColour, {"player": Choices((by.id,))})
        waiting = tuple(player for player in state.waiting if by.role == "dealer" or by.id == player)
        if waiting:
            yield Offer(a.CancelRequest, {"player": Choices(waiting)})
    if state.rules.has("foreign_honoured") and holds(by, incidents.MANAGEMENT):
        worth = Integers(1, STAKE_MAX)
        other = Words(NAME_PATTERN, besides=(state.rules.config.name,))
        yield Offer(a.HonourForeignChips, {"player": _ANYBODY, "origin_table": other, "worth_minor": worth})
    if by.role != "dealer":
        return
    yield from _colour_offers(state)
    for colour, entry in state.colours.items():
        count = state.held(entry.player, colour) // entry.value_minor
        if count:
            named: dict[str, Domain] = {"player": Choices((entry.player,)), "colour": Choices((colour,))}
            yield Offer(a.RedeemColour, {**named, "count": Integers(1, min(count, COUNT_MAX))})


def _colour_offers(state: Table) -> Iterator[Offer]:
    rules, free = state.rules, tuple(state.free_colours)
    if rules.has("emblem") and not rules.config.name.strip():
        return
    for colour, entry in state.colours.items():
        named: dict[str, Domain] = {"player": Choices((entry.player,)), "colour": Choices((colour,))}
        if entry.has_marker:
            worth = Choices((entry.value_minor,))
            yield Offer(a.IssueColour, {**named, "value_minor": worth, "count": Integers(1, COUNT_MAX)})
        else:
            yield from _issue(state, named, entry.value_minor, entry.value_minor)
    if not free:
        return
    owners = tuple(dict.fromkeys(entry.player for entry in state.colours.values()))
    limited = owners if rules.has("second_set") else ()
    newcomers: dict[str, Domain] = {"player": Words(NAME_PATTERN, besides=limited), "colour": Choices(free)}
    yield from _issue(state, newcomers, 1, a.CHIP_VALUE_MAX)
    for owner in limited:
        if len(free) - 1 < len([player for player in state.waiting if player != owner]):
            continue
        first = state.colours[state.colours_of(owner)[0]].value_minor
        own: dict[str, Domain] = {"player": Choices((owner,)), "colour": Choices(free)}
        yield from _issue(state, own, first, first, AUTHORISING)
        own["is_value_authorised"] = Choices((True,))
        yield from _issue(state, own, 1, a.CHIP_VALUE_MAX, AUTHORISING)


def _issue(
    state: Table, fields: dict[str, Domain], low: int, high: int, witness: tuple[str, ...] = ()
) -> Iterator[Offer]:
    """Offer a sale of chips worth `low` to `high` each, with a marker where the rules ask for one."""
    count = Integers(1, COUNT_MAX)
    if not state.rules.has("marker"):
        yield Offer(a.IssueColour, {**fields, "value_minor": Integers(low, high), "count": count}, witness)
        return
    least = state.rules.table_minimum
    if low <= least:
        plain = Integers(low, min(high, least))
        yield Offer(a.IssueColour, {**fields, "value_minor": plain, "count": count}, witness)
    if high > least:
        marked = Integers(max(low, least + 1), high)
        has_marker = Choices((True,))
        yield Offer(a.IssueColour, {**fields, "value_minor": marked, "count": count, "has_marker": has_marker}, witness)
