"""What is open at a blackjack table: for each act, the values of its fields that `decide` would accept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import MONEY_MAX, Choices, Integers, Offer, Person, Role, Words, holds
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.acts import Kind, Source
from pitboss.games.blackjack.betting import most_per_unit
from pitboss.games.blackjack.decide import decide
from pitboss.games.blackjack.staff import SUPERVISORS
from pitboss.games.blackjack.state import Phase
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.shoe.legal import shoe_offers
from pitboss.games.shoe.probe import prober
from pitboss.games.table import acts as table_acts
from pitboss.games.table.legal import shared_legal
from pitboss.games.table.totals import room_in_totals
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Act, Domain
    from pitboss.games.blackjack.state import Box, Hand, Round, Table
    from pitboss.games.shoe.probe import IsOpen

__all__ = ["election_offers", "insurance_offers", "legal", "wager_offers"]


is_open = prober(decide)


_BOTH = Choices((True, False))


_NAMES = Words(NAME_PATTERN)


_COUNTS = Integers(0, 1_000)


_PLAIN: tuple[Act, ...] = (
    a.CloseInsurance(),
    a.CallOffRound(),
    a.SettleHand(),
    a.RepeatOpening(),
    a.DiscardCards(),
    a.ReportError(),
    a.ReportUpCardTaken(),
    a.PostSign(),
)


_GUARDED = {table_acts.OpenBetting: table_acts.OpenBetting(), table_acts.CloseTable: table_acts.CloseTable()}


def legal(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    for offer in shared_legal(state, by):
        if offer.act not in _GUARDED or is_open(state, by, _GUARDED[offer.act]):
            yield offer
    yield from (Offer(type(act)) for act in _PLAIN if is_open(state, by, act))
    if is_open(state, by, a.ConfirmStaffing(cashiers=1, supervisors=1, tables=1)):
        counts: dict[str, Domain] = {"cashiers": _COUNTS, "supervisors": _COUNTS, "tables": Integers(1, 1_000)}
        yield Offer(a.ConfirmStaffing, counts)
    if not state.is_open or not state.is_at_table(by):
        return
    yield from shoe_offers(state, by, is_open)
    yield from _seat_offers(state, by)
    yield from _shuffle_offers(state, by)
    yield from _burn_offers(state, by)
    yield from _heat_offers(state, by)
    if state.round is not None:
        yield from _card_offers(state, state.round, by)
        yield from _settle_offers(state, state.round, by)
        yield from _call_offers(state, state.round, by)
        yield from wager_offers(state, state.round, by)
        yield from insurance_offers(state.round, by)
        yield from election_offers(state, state.round, by, is_open)


def _seat_offers(state: Table, by: Person) -> Iterator[Offer]:
    free = tuple(p for p in range(1, state.rules.positions + 1) if p not in state.seats)
    players = set(state.seats.values())
    if free and by.role in (Role.PLAYER, Role.DEALER):
        known = tuple(dict.fromkeys((*state.seats.values(), by.id) if by.role == Role.PLAYER else state.seats.values()))
        named = state.heat.players if state.heat is not None else known
        for player in dict.fromkeys((*named, *known)):
            seats = tuple(p for p in free if is_open(state, by, shoe_acts.TakeSeat(position=p, player=player)))
            if seats:
                yield Offer(shoe_acts.TakeSeat, {"position": Choices(seats), "player": Choices((player,))})
        if by.role == Role.DEALER and state.heat is None:
            newcomers = Words(NAME_PATTERN, besides=tuple(players))
            yield Offer(shoe_acts.TakeSeat, {"position": Choices(free), "player": newcomers})
    leaving = tuple(p for p in state.seats if is_open(state, by, a.LeaveSeat(position=p)))
    if leaving:
        yield Offer(a.LeaveSeat, {"position": Choices(leaving)})


def _shuffle_offers(state: Table, by: Person) -> Iterator[Offer]:
    for flag in (True, False):
        if is_open(state, by, a.ShuffleCards(method=a.Method.HAND, at_discretion=flag)):
            yield Offer(a.ShuffleCards, {"method": Choices(tuple(a.Method)), "at_discretion": Choices((flag,))})
    if is_open(state, by, a.ReportJam(failure=a.Failure.JAMMED)):
        yield Offer(a.ReportJam, {"failure": Choices(tuple(a.Failure))})


def _burn_offers(state: Table, by: Person) -> Iterator[Offer]:
    cards, shoe = state.cards, state.cards.shoe
    if shoe is None:
        return
    inside = tuple(card for card, copies in zip(CARDS, shoe.copies_left(), strict=True) if copies)
    if is_open(state, by, a.BurnCard()):
        yield Offer(a.BurnCard, {"card": Choices((None, *inside))})
    players = tuple(dict.fromkeys(state.seats.values()))
    for place, card in enumerate(shoe.drawn[: cards.burned], 1):
        shown = (card,) if card else inside
        if players and is_open(state, by, a.ShowBurnCard(player=players[0], place=place, card=shown[0])):
            fields: dict[str, Domain] = {"player": Choices(players), "place": Choices((place,))}
            yield Offer(a.ShowBurnCard, {**fields, "card": Choices(shown)})


def _heat_offers(state: Table, by: Person) -> Iterator[Offer]:
    if is_open(state, by, a.BeginHeat(tournament="T", heat=1, hands=1)):
        fields: dict[str, Domain] = {"heat": Integers(1, 1_000), "hands": Integers(1, 10_000)}
        yield Offer(a.BeginHeat, {"tournament": _NAMES, **fields})
    heat = state.heat
    if heat is None:
        return
    if not heat.played and state.is_between_rounds and holds(by, SUPERVISORS):
        who = Words(NAME_PATTERN, besides=heat.players)
        yield Offer(a.IssueChips, {"player": who, "chips": Integers(1, STAKE_MAX)})
    if is_open(state, by, a.EndHeat()):
        yield Offer(a.EndHeat, {"reason": Choices((None,))})
    if is_open(state, by, a.EndHeat(reason="late")):
        yield Offer(a.EndHeat, {"reason": Words()})


def _card_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    inside = tuple(card for card, copies in zip(CARDS, current.left, strict=True) if copies)
    if not inside:
        return
    if is_open(state, by, a.DealCard(card=inside[0])):
        may_be_unseen = is_open(state, by, a.DealCard(card=None))
        yield Offer(a.DealCard, {"card": Choices((None, *inside) if may_be_unseen else inside)})
    if current.first == "" and is_open(state, by, a.TurnFirstCard(card=inside[0])):
        yield Offer(a.TurnFirstCard, {"card": Choices(inside)})
    seconds = () if current.second is None else (None, current.second) if current.second else inside
    if seconds and is_open(state, by, a.TurnSecondCard(card=seconds[-1])):
        yield Offer(a.TurnSecondCard, {"card": Choices(seconds)})
    if is_open(state, by, a.ReportFaceUp(card=inside[0])):
        yield Offer(a.ReportFaceUp, {"card": Choices(inside), "is_drawn_in_error": _BOTH})
    if is_open(state, by, a.ReportWrongNumber(seat=0)):
        yield Offer(a.ReportWrongNumber, {"seat": Choices((0, *current.boxes))})
    if current.up_card is not None and is_open(state, by, a.RestoreUpCard(card=current.up_card)):
        yield Offer(a.RestoreUpCard, {"card": Choices((current.up_card,))})


def _settle_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    if is_open(state, by, a.SettleSuitWagers()):
        yield Offer(a.SettleSuitWagers)
    elif current.phase is Phase.SUITS and by.role == Role.DEALER:
        yield Offer(a.SettleSuitWagers, {}, FLOORPERSON)
    paid = tuple(seat for seat in current.boxes if is_open(state, by, a.PayBlackjack(seat=seat)))
    if paid:
        yield Offer(a.PayBlackjack, {"seat": Choices(paid)})


def _call_offers(state: Table, current: Round, by: Person) -> Iterator[Offer]:
    picked = tuple(seat for seat in current.boxes if is_open(state, by, a.PickUpCards(seat=seat)))
    if picked:
        yield Offer(a.PickUpCards, {"seat": Choices(picked)})
    called = tuple(seat for seat in current.boxes if is_open(state, by, a.AnnounceTotal(seat=seat, total=0)))
    if called:
        yield Offer(a.AnnounceTotal, {"seat": Choices(called), "total": Integers(0, 100)})


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
        yield Offer(a.PlaceWager, {**fields, "stake_minor": amounts, "source": Choices(_sources(current))})
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
            yield Offer(a.RemoveWager, {**named, "stake_minor": partly})
        if laid and laid == lies and laid <= most and laid % step == 0:
            yield Offer(a.RemoveWager, {**named, "stake_minor": Integers(laid, laid)})


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
        yield Offer(a.PlaceWager, {**fields, "stake_minor": amounts, "source": sources})
    for source, laid in box.suit.items():
        named: dict[str, Domain] = {**fields, "source": Choices((source,))}
        partly = min(laid, lies - low)
        if partly >= 1:
            yield Offer(a.RemoveWager, {**named, "stake_minor": Integers(1, partly)})
        if laid == lies:
            yield Offer(a.RemoveWager, {**named, "stake_minor": Integers(laid, laid)})


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
                yield Offer(a.PlaceInsurance, {**where, "stake_minor": amounts})


def election_offers(state: Table, current: Round, by: Person, is_open: IsOpen) -> Iterator[Offer]:
    """Offer the decisions that are open to the hand whose turn it is, and the hit wagers with them."""
    undeclared = current.undeclared
    if undeclared is not None:
        seat = undeclared[0]
        flags = tuple(flag for flag in (True, False) if is_open(state, by, a.DeclareHit(seat=seat, is_suited=flag)))
        if flags:
            yield Offer(a.DeclareHit, {"seat": Choices((seat,)), "is_suited": Choices(flags)})
    if current.phase is not Phase.TURNS:
        return
    yield from _split_wagers(state, current, by, is_open)
    if current.turn is None:
        return
    seat, _, hand = current.turn
    here: dict[str, Domain] = {"seat": Choices((seat,))}
    plain: tuple[Act, ...] = (a.Stand(seat=seat), a.SurrenderHand(seat=seat))
    yield from (Offer(type(act), here) for act in plain if is_open(state, by, act))
    box = current.boxes[seat]
    amount = Choices((None, hand.stake()) if hand.stake() <= STAKE_MAX else (None,))
    if is_open(state, by, a.SplitPair(seat=seat)):
        yield Offer(a.SplitPair, {**here, "stake_minor": amount})
    if is_open(state, by, a.Hit(seat=seat)):
        yield Offer(a.Hit, {**here, "hit_minor": Choices((None,))})
        yield from _with_hit_wager(current, box, hand, Offer(a.Hit, here), 0)
    if is_open(state, by, a.DoubleDown(seat=seat)):
        doubling: dict[str, Domain] = {**here, "stake_minor": amount}
        yield Offer(a.DoubleDown, {**doubling, "hit_minor": Choices((None,))})
        yield from _with_hit_wager(current, box, hand, Offer(a.DoubleDown, doubling), hand.stake())


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
        if amounts and is_open(state, by, a.PlaceHitWager(seat=seat, hand=number, stake_minor=amounts.low)):
            where: dict[str, Domain] = {"seat": Choices((seat,)), "hand": Choices((number,))}
            yield Offer(a.PlaceHitWager, {**where, "stake_minor": amounts})
