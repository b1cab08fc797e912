"""A mini-baccarat table's robots: the shoe, the wagers, the hands turned by players or dealer, the vigorish."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Act, Person, Role
from pitboss.demo.robots.guests import buying as buying_chips
from pitboss.demo.robots.guests import idle_guests, player, quota, sitting_down, stake_of, whim
from pitboss.demo.robots.scene import Chance, Crew, Scene, Step, opening, own_dealer
from pitboss.demo.robots.shoe import drawn, into_play, revealing
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.decide import decide
from pitboss.games.baccarat.hands import Side, point_count
from pitboss.games.baccarat.state import Phase, Round, Table
from pitboss.games.baccarat.vigorish import stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.state import SPREAD_WHEN_IDLE, Stage
from pitboss.games.table import acts as table_acts
from pitboss.legal import prober

REGRET, TIES, SPOKEN = 0.03, 4, 0.05
"""How often a wager is taken back, or spoken; one in so many bets on a tie."""
_may = prober(decide)


def next_step(state: Table, chance: Chance, scene: Scene) -> Step | None:
    """Return what happens next at a mini-baccarat table; None where it is a person's turn."""
    crew = scene.crew
    if not state.is_open:
        return opening(state, crew)
    dealer, current = own_dealer(state, crew), state.round
    is_in_play = state.cards.stage is Stage.IN_PLAY and not state.is_deserted
    if current is not None and not state.is_between_rounds and is_in_play:
        if current.phase is Phase.BETTING:
            return _betting(state, current, chance, crew, dealer)
        return None if dealer is None else _dealing(state, current, chance, crew, dealer)
    for seat, name in idle_guests(state, crew) if len(state.seats) > 1 else ():
        return Step(player(name), baccarat_acts.LeaveTable(position=seat))
    step = sitting_down(state, chance, crew) if state.cards.stage is Stage.IN_PLAY else None
    if step is not None or dealer is None:
        return step
    return _notices(state, crew, dealer) or _cards(state, chance, crew, dealer)


def _notices(state: Table, crew: Crew, dealer: Person) -> Step | None:
    """See to what the table needs once: the layout's marks, the Director's option, notice of no vigorish, the sign."""
    director, supervisor = crew.of(Role.DIRECTOR), crew.of(Role.PIT_SUPERVISOR)
    if not state.is_layout_checked:
        marks: dict[str, Any] = {
            "banker": baccarat_acts.BankerMark.ONE,
            "player": baccarat_acts.PlayerMark.ONE,
            "tie": baccarat_acts.TieMark.ONE,
        }
        return Step(dealer, baccarat_acts.CheckLayout(**marks, positions=state.rules.positions), pause=0.5)
    if not state.is_deal_notified and director is not None:
        return Step(
            director,
            baccarat_acts.NotifyDealOption(option=baccarat_acts.Option(state.rules.settings["deal"])),
            pause=0.5,
        )
    if state.rules.form == baccarat_acts.Form.NO_VIG and not state.is_form_noticed and supervisor is not None:
        return Step(supervisor, baccarat_acts.PostVigorishNotice(form=baccarat_acts.Form.NO_VIG, pct=0), pause=0.5)
    return None if state.is_sign_posted else Step(dealer, table_acts.PostSign(), pause=0.5)


def _cards(state: Table, chance: Chance, crew: Crew, dealer: Person) -> Step | None:
    """Bring cards into play, or see to what lies between two rounds."""
    cards, shoe = state.cards, state.cards.shoe
    if not state.play.is_layout_clear:
        return Step(dealer, baccarat_acts.DiscardCards(), pause=1.5)
    if cards.has_stood_empty and cards.stage in SPREAD_WHEN_IDLE:
        if cards.must_be_revealed:
            return revealing(crew, dealer)
        return Step(dealer, shoe_acts.SpreadIdleCards(is_face_up=True), pause=2.0)
    if cards.stage in (Stage.LOADED, Stage.IN_PLAY):
        if shoe is not None and (cards.is_first_due or cards.burns_due):
            return Step(dealer, baccarat_acts.BurnCard(card=drawn(chance, shoe.copies_left())), pause=1.0)
        if cards.must_announce:
            return Step(dealer, baccarat_acts.AnnounceLastHand(), pause=1.5)
        return buying_chips(state, chance, crew, dealer) or Step(dealer, table_acts.OpenBetting(), pause=1.5)
    if state.marks and cards.stage in (Stage.STACKED, Stage.FINISHED):
        return Step(dealer, baccarat_acts.CollectVigorish(position=max(state.marks)), pause=1.5)
    if cards.must_be_revealed and cards.stage in (Stage.STACKED, Stage.FINISHED):
        return revealing(crew, dealer)
    if cards.is_back_from_idle and state.has_shuffler and cards.stage is Stage.STACKED:
        return Step(dealer, baccarat_acts.ReleaseBatch(is_stored_securely=True, is_handled_as_approved=True), pause=2.0)
    return into_play(state, chance, crew, dealer, lambda: baccarat_acts.ShuffleCards(batch=cards.next_back))


def _betting(state: Table, current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    laid = [(seat, on, source) for seat, on, source in current.wagers if state.seats.get(seat) in crew.players]
    if laid and chance.random() < REGRET:
        seat, on, source = chance.choice(laid)
        stake = current.wagers[seat, on, source]
        name = state.seats[seat]
        act = baccarat_acts.RemoveWager(position=seat, player=name, on=on, stake_minor=stake, source=source)
        if _may(state, player(name), act):
            return Step(player(name), act, pause=0.8)
    for seat, name in state.seats.items():
        wanted = quota(name, state.rounds, 2)
        if name in crew.players and sum(entry[0] == seat for entry in laid) < wanted:
            step = _wager(state, current, chance, crew, seat)
            if step is not None:
                return step
    if dealer is None:
        return None
    return Step(dealer, baccarat_acts.CallNoMoreBets(), pause=4.0)


def _wager(state: Table, current: Round, chance: Chance, crew: Crew, seat: int) -> Step | None:
    """Lay a wager on the hand somebody believes in this round, and now and then on a tie."""
    name = state.seats[seat]
    favoured = On.BANKER if whim(name, state.rounds // 3) % 2 else On.PLAYER
    on = On.TIE if whim(name, state.rounds, "tie") % TIES == 0 and current.on_area(seat, favoured) else favoured
    low, high = current.rules.limits(on)
    lies, step = current.on_area(seat, on), stake_step(current.rules, on)
    unit = -(-max(current.rules.table_minimum, 1) // step) * step
    stake = stake_of(chance, low - lies, high - lies, unit)
    if stake is None or (on is favoured and lies):
        return None
    fields: dict[str, Any] = {"position": seat, "player": name, "on": on.value, "stake_minor": stake}
    dealer, floorperson = own_dealer(state, crew), crew.of(Role.FLOORPERSON)
    is_spoken = state.rules.settings["verbal"] == "cash" and chance.random() < SPOKEN
    if is_spoken and dealer is not None and floorperson is not None:
        return Step(dealer, baccarat_acts.CallWager(**fields), floorperson, pause=1.5)
    return Step(player(name), baccarat_acts.PlaceWager(**fields), pause=chance.choice((0.4, 0.8, 1.2)))


def _dealing(state: Table, current: Round, chance: Chance, crew: Crew, dealer: Person) -> Step | None:
    """Deal, turn, call, collect and pay: the first of what is open."""
    shoe = state.cards.shoe
    if state.cards.burns_due and shoe is not None:
        return Step(dealer, baccarat_acts.BurnCard(card=drawn(chance, shoe.copies_left())), pause=1.0)
    left = current.left if shoe is None else shoe.copies_left()
    if any(left):
        card = baccarat_acts.DealCard(card=drawn(chance, left))
        if _may(state, dealer, card):
            return Step(dealer, card, pause=1.0)
    turning = _turning(state, crew, dealer)
    if turning is not None:
        return turning
    for act, pause in _calls(current):
        if _may(state, dealer, act):
            return Step(dealer, act, pause=pause)
    return None


def _calls(current: Round) -> list[tuple[Act, float]]:
    calls: list[tuple[Act, float]] = [
        (baccarat_acts.CallPoints(hand=hand, points=point_count(current.hand(hand)[:2])), 1.0) for hand in Side
    ]
    if current.phase is Phase.COMPLETE:
        points: dict[str, Any] = {f"{side}_points": current.points(side) for side in Side}
        calls.append((baccarat_acts.CallResult(**points, outcome=current.outcome), 1.5))
        calls += [(baccarat_acts.PayWinners(), 2.0), (baccarat_acts.CollectLosers(), 1.5)]
    return [*calls, (baccarat_acts.CallTooFewCards(), 2.0)]


def _turning(state: Table, crew: Crew, dealer: Person) -> Step | None:
    """Turn the cards, or have them turned by who has the right; a person who does not is passed over after a while."""
    for hand in Side:
        if state.play.handed is hand:
            name = state.seats[state.play.turns[hand]]
            if name in crew.players:
                return Step(player(name), baccarat_acts.ReturnCards(hand=hand), pause=2.0)
            return Step(dealer, baccarat_acts.ReturnCards(hand=hand), pause=15.0, is_patient=True)
    for hand in Side:
        if _may(state, dealer, baccarat_acts.TurnCards(hand=hand)):
            return Step(dealer, baccarat_acts.TurnCards(hand=hand), pause=1.0)
        turner = state.turner(hand)
        if turner and _may(state, dealer, baccarat_acts.HandCards(hand=hand, position=turner)):
            return Step(dealer, baccarat_acts.HandCards(hand=hand, position=turner), pause=1.0)
        following = state.next_turner(hand)
        if turner is None and following is not None:
            return Step(dealer, baccarat_acts.OfferTurn(hand=hand, position=following, is_accepted=False), pause=1.5)
    return None
