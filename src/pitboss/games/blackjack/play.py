"""Playing a round at a blackjack table: what the house asks before the Round decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, is_second, require_role
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack import round as core
from pitboss.games.blackjack.betting import least_wager
from pitboss.games.blackjack.dealing import voided
from pitboss.games.blackjack.hands import total_of
from pitboss.games.blackjack.state import Phase, Round, Table
from pitboss.games.everyday.acts import CallOffRound
from pitboss.games.everyday.calling_off import CALLED_OFF
from pitboss.games.shoe.checks import cutting_card, refuse_absent, require_card_teller, require_in_play
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.games.table import decide
from pitboss.games.table.checks import require_at_table, require_dealer, require_open
from pitboss.games.table.posting import require_sign
from pitboss.rulebook import ActionRefused, BetsClosed, ProcedureBreach, cites


def the_round(state: Table) -> Round:
    """Return the round in play, or refuse where none was opened."""
    require_open(state)
    if state.round is None:
        raise BetsClosed("no round is open yet", clause=state.rules.clause("late"))
    return state.round


@cites("BJ-H9", "BJ-O")
def close_table(state: Table, command: Command[table_acts.CloseTable]) -> Sequence[Event]:
    """Close the table between rounds, once nothing of its shoe and no heat is open."""
    closed = decide.close_table(state, command)
    state.require_clear("closing")
    if state.heat is not None:
        raise ActionRefused("a heat of a tournament is in play", clause=state.rules.clause("tournament"))
    return closed


@cites("BJ-N1", "BJ-N2", "BJ-N3", "BJ-P", "BJ-I1", "BJ-H9", "BJ-E1", "BJ-O")
def open_betting(state: Table, command: Command[table_acts.OpenBetting]) -> Sequence[Event]:
    """Open the next round: with the staff the rules ask for, the rules posted, the layout clear, the cards ready."""
    opened = decide.open_betting(state, command)
    rules, cards, lack = state.rules, state.cards, state.lack_of_staff
    if lack is not None:
        who = "a cashier" if lack == "cashier" else "a pit boss or floorperson for each six tables or part of six"
        raise ProcedureBreach(f"no game is dealt without {who}", clause=rules.clause(lack))
    require_sign(state, rules.clause("posted_pitch" if rules.is_pitch else "limits"))
    if not state.play.is_layout_clear:
        reason = "the last round's cards go to the discard rack first"
        raise ProcedureBreach(reason, clause=rules.clause("discard"))
    state.require_spread()
    if cards.stage is not Stage.IN_PLAY:
        reason = f"no round can be dealt: the cards are {cards.stage.words}"
        raise ProcedureBreach(reason, clause=state.stage_clause(), stage=cards.stage.value)
    heat = state.heat
    if heat is not None and heat.played >= heat.hands:
        reason = f"the {heat.hands} hands of heat {heat.number} have been played"
        raise ProcedureBreach(reason, clause=rules.clause("tournament"), hands=heat.hands)
    strangers = sorted(set(state.seats.values()) - set(heat.players)) if heat is not None else []
    if strangers:
        reason = f"{strangers[0]} sits at the table and has no chips of the heat"
        raise ProcedureBreach(reason, clause=rules.clause("tournament"), player=strangers[0])
    return opened


def delegate(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Hand an act of a player, or of the table's own staff, to the Round."""
    current = the_round(state)
    require_at_table(state, command)
    _refuse_without_up_card(state)
    return core.decide(current, command)


@cites("BJ-G2", "BJ-K2b", "BJ-E6")
def place(state: Table, command: Command[a.PlaceWager | a.RemoveWager]) -> Sequence[Event]:
    """Hand a seated player's wager to the Round; nobody wagers at another's place."""
    current, act = the_round(state), command.act
    clause = state.rules.clause("seated" if act.on == a.Kind.BLACKJACK else "optional_own")
    require_role(command, ("player", "dealer"), clause=clause, deed="handle wagers")
    require_at_table(state, command)
    if command.by.role == "player" and command.by.id != act.player:
        reason = f"{command.by.id} may not handle wagers for {act.player}"
        raise ActionRefused(reason, clause=clause, by=command.by.id, player=act.player)
    if state.seats.get(act.seat) != act.player:
        whose = state.seats.get(act.seat, "nobody")
        reason = f"{act.player} does not sit at seat {act.seat}: {whose} does, and only who sits there wagers"
        raise ActionRefused(reason, clause=clause, seat=act.seat, player=act.player)
    if isinstance(act, a.PlaceWager) and current.phase is Phase.BETTING:
        state.require_spread()
    return core.decide(current, command)


@cites("BJ-G4", "BJ-H10a", "BJ-M3", "BJ-M5")
def deal(state: Table, command: Command[a.DealCard]) -> Sequence[Event]:
    """Deal a card the shoe can give; before the first one every player at the table has a wager."""
    current, rules = the_round(state), state.rules
    if command.by.role != "player" or state.hidden_due is None:
        require_card_teller(state, command, "deal cards")
    _refuse_without_up_card(state)
    if current.phase is Phase.BETTING:
        state.require_spread()
        require_in_play(state)
        _refuse_without_wager(state, current)
    if current.due is not None and not state.cards.in_shoe and state.cards.held_at is None:
        reason = "no card is left to deal: the round is void for a wrong number of cards"
        raise ProcedureBreach(reason, clause=rules.clause("wrong_number"))
    events = core.decide(current, command)
    return events if state.cards.held_at is not None else (*cutting_card(state), *events)


@cites("BJ-G4", "BJ-O", "HP-B4")
def without_wager(state: Table, current: Round) -> list[str]:
    """Return who sits at the table without a wager; who is out of tournament chips need not have one."""
    playing = {box.player for box in current.boxes.values()}
    # Who places no wager is no player of the round (HP-B4).
    sitting_out = (seat for seat, (last, _) in state.sat_out.items() if last == state.rounds)
    playing |= {state.seats[seat] for seat in sitting_out if seat in state.seats}
    least, purse = least_wager(current.rules), current.purse
    absent = (player for player in dict.fromkeys(state.seats.values()) if player not in playing)
    return [player for player in absent if purse is None or purse.get(player, 0) >= least]


@cites("BJ-G4")
def _refuse_without_wager(state: Table, current: Round) -> None:
    """Refuse the first card while somebody at the table has no wager."""
    for player in without_wager(state, current):
        reason = f"{player} sits at the table without a wager"
        raise ProcedureBreach(reason, clause=state.rules.clause("must_wager"), player=player)


@cites("HP-S4")
def give_back(state: Table, command: Command[CallOffRound], witness: str) -> Event:
    """Give all of a round back, what was collected or paid of it too; the cards are shuffled again."""
    return voided(the_round(state), CALLED_OFF, command.act.reason, command.by.id, witness)


@cites("BJ-M3")
def report_wrong_number(state: Table, command: Command[a.ReportWrongNumber]) -> Sequence[Event]:
    """Void a round for a wrong number of cards; before the first one only where none is left to deal."""
    current = the_round(state)
    if current.phase is Phase.BETTING and state.cards.in_shoe:
        raise ActionRefused(
            "nobody has cards yet, and there are some to deal", clause=state.rules.clause("wrong_number")
        )
    return delegate(state, command)


def turn_card(state: Table, command: Command[a.TurnFirstCard | a.TurnSecondCard | a.ReportExposed]) -> Sequence[Event]:
    """Turn the dealer's first or second card up, or tell that the second was seen."""
    current = the_round(state)
    require_card_teller(state, command, "turn the dealer's cards")
    return core.decide(current, command)


@cites("BJ-M1", "Q27", "Q73")
def report_face_up(state: Table, command: Command[a.ReportFaceUp]) -> Sequence[Event]:
    """Put a card out of the game that was found face up in a shoe or deck that has cards.

    One that is found during the burn counts for no round: no cards are being dealt.
    """
    clause = state.rules.clause("face_up")
    require_open(state)
    is_burning = state.cards.stage is Stage.LOADED
    current = None if is_burning else the_round(state)
    require_card_teller(state, command, "report a card found face up")
    if not state.cards.in_shoe or state.cards.held_at is not None:
        raise ActionRefused("no further card can be seen in the shoe now", clause=clause, card=command.act.card)
    if current is None:
        act, by = command.act, command.by.id
        refuse_absent(state, act.card)
        found = e.CardFoundFaceUp(card=act.card, count=0, is_drawn_in_error=act.is_drawn_in_error, by=by)
        return (*cutting_card(state), found)
    return (*cutting_card(state), *core.decide(current, command))


@cites("BJ-K5b")
def settle_suits(state: Table, command: Command[a.SettleSuitWagers]) -> Sequence[Event]:
    """Settle the suit wagers, and of a suited king and queen let the floorperson know."""
    current = the_round(state)
    require_at_table(state, command)
    if current.phase is Phase.SUITS and core.wins_king_queen(current) and not is_second(command, FLOORPERSON):
        reason = "the floorperson is told of a king and queen of one suit"
        raise ProcedureBreach(reason, clause=state.rules.clause("initial_pays"), by=command.by.id)
    return core.decide(current, command)


def _refuse_without_up_card(state: Table) -> None:
    if state.play.is_up_card_missing:
        reason = "the dealer's first card is in the discard rack: a supervisor puts it back first"
        raise ProcedureBreach(reason, clause=state.rules.clause("up_card"))


@cites("BJ-M5")
def report_up_card_taken(state: Table, command: Command[a.ReportUpCardTaken]) -> Sequence[Event]:
    """Hold the game when the dealer's first card went into the rack before the second or third hand was complete."""
    current, clause = the_round(state), state.rules.clause("up_card")
    require_dealer(state, command, "report it", clause=clause)
    _refuse_without_up_card(state)
    if not current.rules.multiple_action or current.phase is not Phase.DEALER or current.spot < 2:
        reason = "no second or third hand of multiple action waits for its first card"
        raise ActionRefused(reason, clause=clause, phase=current.phase.value, spot=current.spot)
    return (e.UpCardTaken(spot=current.spot, by=command.by.id),)


@cites("BJ-M5")
def restore_up_card(state: Table, command: Command[a.RestoreUpCard]) -> Sequence[Event]:
    """Let a supervisor rebuild the last hand and put its first card back."""
    current, clause = the_round(state), state.rules.clause("up_card")
    require_role(command, ("floorperson", "pit_supervisor+"), clause=clause, deed="rebuild a hand")
    if not state.play.is_up_card_missing:
        raise ActionRefused("the dealer's first card lies where it belongs", clause=clause)
    if command.act.card != current.up_card:
        hand = " ".join(current.dealer[current.spot - 2])
        reason = f"the last hand was {hand}: its first card is {current.up_card}, not {command.act.card}"
        raise ProcedureBreach(reason, clause=clause, card=command.act.card)
    rebuilt = tuple(current.dealer[current.spot - 2])
    by = command.by
    return (e.UpCardRestored(card=command.act.card, hand=rebuilt, by=by.id, role=by.role.value),)


@cites("BJ-H10", "BJ-H10a", "BJ-I11", "BJ-I11a")
def pick_up(state: Table, command: Command[a.PickUpCards]) -> Sequence[Event]:
    """Let a player hold cards where they are dealt from the hand and the house allows it, and nowhere else."""
    seat, current, clause = command.act.seat, the_round(state), state.rules.clause("handle")
    require_role(command, ("player",), clause=clause, deed="pick up cards")
    if not state.rules.settings["hold_cards"]:
        raise ActionRefused("players do not touch the cards here", clause=clause, seat=seat)
    box = current.boxes.get(seat)
    is_in_play = current.phase in (Phase.SUITS, Phase.INSURANCE, Phase.TURNS)
    if box is None or box.player != command.by.id or not is_in_play or seat in state.play.held:
        raise ActionRefused(f"{command.by.id} has no cards to pick up at seat {seat}", clause=clause, seat=seat)
    return (e.CardsPickedUp(seat=seat, player=box.player),)


@cites("BJ-H10b", "BJ-I11b")
def announce_total(state: Table, command: Command[a.AnnounceTotal]) -> Sequence[Event]:
    """Record the total that the dealer announced beside what the cards are; nothing depends on it."""
    act, current, clause = command.act, the_round(state), state.rules.clause("totals")
    require_dealer(state, command, "announce totals", clause=clause)
    box = current.boxes.get(act.seat)
    hand = next((hand for hand in box.hands if hand.ending is None), box.hands[-1]) if box and box.hands else None
    if hand is None or current.phase not in (Phase.SUITS, Phase.INSURANCE, Phase.TURNS, Phase.DEALER, Phase.COMPLETE):
        raise ActionRefused(f"seat {act.seat} has no hand to announce", clause=clause, seat=act.seat)
    if "" in hand.cards:
        raise ActionRefused(f"cards of seat {act.seat} lie face down", clause=clause, seat=act.seat)
    counted = total_of(hand.cards)
    return (e.TotalAnnounced(seat=act.seat, total=act.total, counted=counted, by=command.by.id),)
