"""What may be wagered and elected at a blackjack table now, with the room the limits leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import MONEY_MAX, Choices, Integers, Offer, Person, Role
from pitboss.games.blackjack import messages as m
from pitboss.games.blackjack.betting import most_per_unit
from pitboss.games.blackjack.messages import Kind, Source
from pitboss.games.blackjack.round_state import Phase
from pitboss.games.totals import room_in_totals
from pitboss.money import STAKE_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Act, Domain
    from pitboss.games.blackjack.round_state import Box, Hand, Round
    from pitboss.games.blackjack.state import Table
    from pitboss.games.shoe.probe import IsOpen

__all__ = ["election_offers", "insurance_offers", "wager_offers"]


def wager_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    """Offer what may be laid or taken back before the first card."""
    if current.phase is not Phase.BETTING or by.role not in (Role.PLAYER, Role.DEALER):
        return
    for seat, player in state.seats.items():
        if by.role == Role.PLAYER and by.id != player:
            continue
        box = current.boxes.get(seat)
        if box is not None and box.player != player:
            continue
        place: dict[str, Domain] = {"seat": Choices((seat,)), "player": Choices((player,))}
        for spot in range(1, max(current.rules.multiple_action, 1) + 1):
            fields: dict[str, Domain] = {**place, "on": _kind(Kind.BLACKJACK), "spot": Choices((spot,))}
            yield from _main_offers(current, box, fields, spot)
        if current.rules.initial_suit is not None:
            on = Kind(current.rules.initial_suit)
            yield from _suit_offers(current, box, {**place, "on": _kind(on), "spot": Choices((1,))}, on)


def _kind(kind: Kind) -> Choices:
    return Choices((kind.value,))


def _sources(current: Round, *, is_optional: bool = False) -> tuple[Source, ...]:
    if current.purse is not None:
        return (Source.TOURNAMENT,)
    with_cash = () if is_optional else (Source.CASH,)
    return (Source.VALUE, *with_cash, *((Source.COUPON,) if current.rules.settings["match_play"] else ()))


def _main_offers(current: Round, box: Box | None, fields: dict[str, Domain], spot: int) -> Iterator[Offer]:
    (low, high), step = current.rules.limits(Kind.BLACKJACK), current.rules.stake_step
    lies, player = box.wager(spot) if box else 0, _player(fields)
    amounts = _stepped(max(low - lies, 1), min(high - lies, _room(current, player)), step)
    if amounts.low <= amounts.high:
        yield Offer(m.PlaceWager, {**fields, "stake_minor": amounts, "source": Choices(_sources(current))})
    if box is None:
        return
    # What stays beside an optional wager must still carry it.
    suit = sum(box.suit.values())
    keep = (suit if current.rules.shoe_decks == 1 else 1) if suit else 0
    for source in Source:
        laid = box.wagers.get((spot, source), 0)
        most = min(laid, box.wager() - keep)
        partly = _stepped(1, min(most, lies - low), step)
        named: dict[str, Domain] = {**fields, "source": Choices((source,))}
        if partly.low <= partly.high:
            yield Offer(m.RemoveWager, {**named, "stake_minor": partly})
        if laid and laid == lies and laid <= most and laid % step == 0:
            yield Offer(m.RemoveWager, {**named, "stake_minor": Integers(laid, laid)})


def _suit_offers(current: Round, box: Box | None, fields: dict[str, Domain], on: Kind) -> Iterator[Offer]:
    if box is None:
        return
    rules, lies = current.rules, sum(box.suit.values())
    low, high = rules.limits(on)
    if rules.shoe_decks == 1:
        high = min(high, box.wager())
    amounts = Integers(max(low - lies, 1), min(high - lies, _room(current, box.player)))
    if box.wagers and amounts.low <= amounts.high:
        sources = Choices(_sources(current, is_optional=True))
        yield Offer(m.PlaceWager, {**fields, "stake_minor": amounts, "source": sources})
    for source, laid in box.suit.items():
        named: dict[str, Domain] = {**fields, "source": Choices((source,))}
        partly = min(laid, lies - low)
        if partly >= 1:
            yield Offer(m.RemoveWager, {**named, "stake_minor": Integers(1, partly)})
        if laid == lies:
            yield Offer(m.RemoveWager, {**named, "stake_minor": Integers(laid, laid)})


def _player(fields: dict[str, Domain]) -> str:
    named = fields["player"]
    return str(named.values[0]) if isinstance(named, Choices) else ""


def _stepped(low: int, high: int, step: int) -> Integers:
    return Integers(-(-low // step) * step, high // step * step, step)


def _room(current: Round, player: str) -> int:
    """Return the most a player may add: what can be counted, the totals, a single stake, tournament chips."""
    laid = sum(box.wager() + sum(box.suit.values()) for box in current.boxes.values())
    room = MONEY_MAX // most_per_unit(current) - laid
    chips = STAKE_MAX if current.purse is None else current.purse.get(player, 0)
    return min(room, room_in_totals(current, player), STAKE_MAX, chips)


def insurance_offers(current: Round, by: Person) -> Iterator[Offer]:
    """Offer insurance of at most half of each wager."""
    if current.phase is not Phase.INSURANCE or by.role not in (Role.PLAYER, Role.DEALER):
        return
    low, high = current.rules.insurance_limits
    for seat, box in current.boxes.items():
        if by.role == Role.PLAYER and by.id != box.player:
            continue
        chips = STAKE_MAX if current.purse is None else current.purse.get(box.player, 0)
        room = min(room_in_totals(current, box.player), chips)
        for spot in box.spots:
            lies = box.insurance.get(spot, 0)
            most = min(high - lies, box.wager(spot) // 2 - lies, STAKE_MAX, room)
            amounts = Integers(max(low - lies, 1), most)
            if amounts.low <= amounts.high:
                where: dict[str, Domain] = {"seat": Choices((seat,)), "spot": Choices((spot,))}
                yield Offer(m.PlaceInsurance, {**where, "stake_minor": amounts})


def election_offers(state: Table, current: Round, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    """Offer the decisions that are open to the hand whose turn it is, and the hit wagers with them."""
    undeclared = current.undeclared
    if undeclared is not None:
        seat = undeclared[0]
        flags = tuple(flag for flag in (True, False) if is_open(state, by, m.DeclareHit(seat=seat, is_suited=flag)))
        if flags:
            yield Offer(m.DeclareHit, {"seat": Choices((seat,)), "is_suited": Choices(flags)})
    if current.phase is not Phase.TURNS:
        return
    yield from _split_wagers(state, current, by, is_open)
    if current.turn is None:
        return
    seat, _, hand = current.turn
    here: dict[str, Domain] = {"seat": Choices((seat,))}
    plain: tuple[Act, ...] = (m.Stand(seat=seat), m.SurrenderHand(seat=seat))
    yield from (Offer(type(act), here) for act in plain if is_open(state, by, act))
    box = current.boxes[seat]
    amount = Choices((None, hand.stake()) if hand.stake() <= STAKE_MAX else (None,))
    if is_open(state, by, m.SplitPair(seat=seat)):
        yield Offer(m.SplitPair, {**here, "stake_minor": amount})
    if is_open(state, by, m.Hit(seat=seat)):
        yield Offer(m.Hit, {**here, "hit_minor": Choices((None,))})
        yield from _with_hit_wager(current, box, hand, Offer(m.Hit, here), 0)
    if is_open(state, by, m.DoubleDown(seat=seat)):
        doubling: dict[str, Domain] = {**here, "stake_minor": amount}
        yield Offer(m.DoubleDown, {**doubling, "hit_minor": Choices((None,))})
        yield from _with_hit_wager(current, box, hand, Offer(m.DoubleDown, doubling), hand.stake())


def _hit_amounts(current: Round, box: Box, hand: Hand, besides: int) -> Integers | None:
    """Return what a hit wager on a hand may be, beside so much that goes on the layout with it."""
    rules = current.rules
    low, high = rules.limits(Kind.HIT)
    high = min(high, room_in_totals(current, box.player) - besides)
    if rules.shoe_decks == 1:
        high = min(high, box.wager())
    if current.purse is not None:
        high = min(high, current.purse.get(box.player, 0) - besides)
    may = rules.settings["hit_wagers"] and len({card[1] for card in hand.cards}) == 1
    if hand.is_split:
        may = may and rules.settings["hit_split"] and hand.may_bet_suit
    high = min(high, STAKE_MAX)
    return Integers(low, high) if may and low <= high else None


def _with_hit_wager(current: Round, box: Box, hand: Hand, offer: Offer, besides: int) -> Iterator[Offer]:
    amounts = _hit_amounts(current, box, hand, besides)
    if amounts is not None:
        yield Offer(offer.act, {**offer.fields, "hit_minor": amounts})


def _split_wagers(state: Table, current: Round, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    for seat, number, hand in current.hands():
        amounts = _hit_amounts(current, current.boxes[seat], hand, 0) if len(hand.cards) == 1 else None
        if amounts and is_open(state, by, m.PlaceHitWager(seat=seat, hand=number, stake_minor=amounts.low)):
            where: dict[str, Domain] = {"seat": Choices((seat,)), "hand": Choices((number,))}
            yield Offer(m.PlaceHitWager, {**where, "stake_minor": amounts})
