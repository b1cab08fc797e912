"""Chips at a roulette table: colours and their values, value chips, coupons, and which of them a wager may be in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, Move, is_second, require_role
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette import round as core
from pitboss.games.roulette.play import the_round
from pitboss.games.roulette.rules import Rules
from pitboss.games.roulette.settle import holder
from pitboss.games.roulette.state import Table
from pitboss.games.table.accounts import CIRCULATION, DROP, PATRONS, RACK
from pitboss.games.table.checks import require_at_table, require_dealer, require_open
from pitboss.games.table.laying import HANDS
from pitboss.money import STAKE_MAX
from pitboss.rulebook import ActionRefused, BetRefused, BetsClosed, ChipsRefused, ProcedureBreach, cites

AUTHORISING = ("pit_manager+",)
TIP_WAGER = "HP-T3"


@cites("RO-C3", "RH-4.4", "RH-4.9", "RS-W")
def require_own_hand(state: Table, command: Command[Any], player: str) -> None:
    """Let a player handle only their own wagers; the table's dealer may place for anybody."""
    clause = state.rules.clause("responsibility")
    require_role(command, HANDS, clause=clause, deed="handle wagers")
    require_at_table(state, command)
    if command.by.role == "player" and command.by.id != player:
        reason = f"{command.by.id} may not handle {player}'s chips"
        raise ActionRefused(reason, clause=clause, by=command.by.id, player=player)


def place(state: Table, command: Command[a.PlaceWager]) -> Sequence[Event]:
    """Take a wager in chips the house accepts from a player who has them."""
    act = command.act
    current = the_round(state)
    require_own_hand(state, command, act.player)
    refuse_chips(state, act.player, act.bet, act.source, act.stake_minor)
    return core.decide(current, command)


@cites("RO-C1", "RO-C2", "RS-W", "RH-4.2", "RH-4.7.4")
def refuse_chips(state: Table, player: str, bet: str, source: str, stake: int) -> None:
    """Refuse a wager in chips that are not taken here, or that the player does not hold."""
    rules = state.rules
    kind, _, name = source.partition(":")
    if kind == "coupon":
        _refuse_coupon(state, player, bet, stake)
    elif kind in ("value", "tip"):
        if rules.has("colour_chips_only"):
            reason = "wagers here are in roulette chips only, not in value chips"
            raise ChipsRefused(reason, clause=rules.clause("colour_chips_only"), source=source)
        _refuse_value_with_coupon(state, player, bet)
    elif kind == "colour":
        _refuse_colour(state, player, name, stake)
    else:
        clause = rules.clause("table_only" if kind == "foreign" and rules.has("table_only") else "chips")
        reason = f"{source} chips are not taken at this table"
        raise ChipsRefused(reason, clause=clause, source=source)


def _on(state: Table, player: str, bet: str, source: str) -> int:
    return 0 if state.round is None else state.round.wagers.get((player, bet, source), 0)


def matched(state: Table, player: str, bet: str) -> int:
    """Return what a player has on a bet in colour chips, with which coupons may be matched."""
    return sum(_on(state, player, bet, f"colour:{colour}") for colour in state.colours_of(player))


def couponed(state: Table, player: str, bet: str) -> int:
    """Return what a player has on a bet in coupons."""
    return _on(state, player, bet, "coupon")


def valued(state: Table, player: str, bet: str) -> int:
    """Return what a player has on a bet in value chips, for the dealers too."""
    return _on(state, player, bet, "value") + _on(state, player, bet, "tip")


def unit(state: Table, source: str) -> int:
    """Return what one chip of a source is worth; value chips and coupons are of any worth."""
    entry = state.colours.get(source.removeprefix("colour:"))
    return entry.value_minor if entry is not None and source.startswith("colour:") else 1


def left(state: Table, player: str, bet: str, source: str) -> int:
    """Return what a player may lay on a bet in such chips, as far as they are held or matched."""
    if source == "coupon":
        return matched(state, player, bet) - couponed(state, player, bet)
    return STAKE_MAX if source in ("value", "tip") else state.held(player, source.removeprefix("colour:"))


@cites("RO-C2")
def _refuse_coupon(state: Table, player: str, bet: str, stake: int) -> None:
    """Match a coupon with as much in the player's own colour chips, and never with a value chip."""
    clause = state.rules.clause("coupon")
    if not state.rules.settings["match_play"]:
        raise ChipsRefused("this table takes no match-play coupons", clause=state.rules.clause("chips"), bet=bet)
    if valued(state, player, bet):
        raise ChipsRefused("a coupon may not be wagered with a value chip", clause=clause, bet=bet)
    beside, coupons = matched(state, player, bet), couponed(state, player, bet)
    if stake > left(state, player, bet, "coupon"):
        reason = f"a coupon for {state.money(stake)} on {bet} needs as much in colour chips beside it"
        raise ChipsRefused(reason, clause=clause, bet=bet, matched_minor=beside, coupon_minor=coupons + stake)


@cites("RO-C2")
def _refuse_value_with_coupon(state: Table, player: str, bet: str) -> None:
    """Keep value chips off a position where the player's coupon lies."""
    if couponed(state, player, bet):
        reason = "a value chip may not be wagered with a coupon"
        raise ChipsRefused(reason, clause=state.rules.clause("coupon"), player=player, bet=bet)


@cites("RO-A2", "RO-C2", "RS-W", "RH-4.7.4")
def _refuse_colour(state: Table, player: str, colour: str, stake: int) -> None:
    """Refuse colours that are not the player's, broken chips, and more than the player holds."""
    rules, entry = state.rules, state.colours.get(colour)
    if entry is None or entry.player != player:
        whose = f"are {entry.player}'s" if entry else "were not issued at this table"
        clause = rules.clause("table_only" if entry is None and rules.has("table_only") else "colours")
        raise ChipsRefused(f"{colour} chips {whose}", clause=clause, colour=colour, player=player)
    _refuse_broken(state, colour, stake)
    if stake > state.held(player, colour):
        reason = f"{player} holds {state.money(state.held(player, colour))} in {colour} chips, not {state.money(stake)}"
        raise ChipsRefused(reason, clause=rules.clause("chips"), held_minor=state.held(player, colour))


def _refuse_broken(state: Table, colour: str, stake: int) -> None:
    value = state.colours[colour].value_minor
    if stake % value:
        reason = f"{state.money(stake)} cannot be made of {colour} chips at {state.money(value)} each"
        raise ChipsRefused(reason, clause=state.rules.clause("colour_value"), colour=colour, stake_minor=stake)


def remove(state: Table, command: Command[a.RemoveWager]) -> Sequence[Event]:
    """Give whole chips back before "no more bets", but not the ones a coupon is matched with."""
    act = command.act
    current = the_round(state)
    require_own_hand(state, command, act.player)
    kind, _, colour = act.source.partition(":")
    if kind == "colour" and colour in state.colours:
        _refuse_broken(state, colour, act.stake_minor)
        left = matched(state, act.player, act.bet) - act.stake_minor
        if left < couponed(state, act.player, act.bet):
            reason = f"the coupon on {act.bet} goes first"
            raise ChipsRefused(reason, clause=state.rules.clause("coupon"), bet=act.bet)
    return core.decide(current, command)


@cites("RO-C1", "RH-4.3", "RH-2.5", "RS-W", "HP-T3")
def call_wager(state: Table, command: Command[a.CallWager]) -> Sequence[Event]:
    """Confirm a spoken wager, if the house takes any, with cash or chips on the table and time to place it."""
    act, clause = command.act, state.rules.clause("verbal")
    current = the_round(state)
    require_dealer(state, command, "confirm a spoken wager", clause=clause)
    taken = state.rules.settings["verbal"]
    if act.accompanied_by != taken:
        wanted = "none is taken here" if taken == "none" else f"it must come with {taken}"
        reason = f"a spoken wager with {act.accompanied_by} is refused: {wanted}"
        raise BetRefused(reason, clause=clause, accompanied_by=act.accompanied_by.value)
    if not current.is_open:
        reason = f'there was no time to place {act.bet} before "no more bets"'
        in_time = state.rules.clause("verbal_in_time" if state.rules.has("verbal_in_time") else "late")
        raise BetsClosed(reason, clause=in_time, bet=act.bet)
    if act.source == "tip":
        raise ChipsRefused("a wager for the dealers is laid, not spoken", clause=TIP_WAGER, source=act.source)
    moves: tuple[Move, ...] = ()
    if act.accompanied_by is a.Accompanied.CASH:
        if act.source != "value":
            raise ChipsRefused("cash becomes value chips at once", clause=clause, source=act.source)
        moves = (Move(PATRONS, DROP, act.stake_minor), Move(RACK, CIRCULATION, act.stake_minor))
    refuse_chips(state, act.player, act.bet, act.source, act.stake_minor)
    wager = a.PlaceWager(player=act.player, bet=act.bet, stake_minor=act.stake_minor, source=act.source)
    called = e.WagerCalled(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        accompanied_by=act.accompanied_by.value,
        confirmed_by=command.by.id,
        moves=moves,
    )
    placing = Command(
        key=command.key, by=command.by, act=wager, received_at=command.received_at, witness=command.witness
    )
    return (called, *core.decide(current, placing))


def request_colour(state: Table, command: Command[a.RequestColour]) -> Sequence[Event]:
    """Put a player who has no colour chips on the list of those who want some."""
    player, clause = command.act.player, state.rules.clause("colours")
    require_open(state)
    require_own_hand(state, command, player)
    if state.colours_of(player) or player in state.waiting:
        what = "has colour chips" if state.colours_of(player) else "is waiting already"
        raise ActionRefused(f"{player} {what}", clause=clause, player=player)
    return (e.ColourRequested(player=player),)


def cancel_request(state: Table, command: Command[a.CancelRequest]) -> Sequence[Event]:
    """Take a player off the list; one who left must not keep others from a further set."""
    player = command.act.player
    require_open(state)
    require_own_hand(state, command, player)
    if player not in state.waiting:
        raise ActionRefused(f"{player} is not waiting", clause=state.rules.clause("colours"), player=player)
    return (e.RequestCancelled(player=player),)


@cites("RO-A2", "RO-C2", "RS-W", "RH-4.7", "RH-4.7.1", "RH-4.7.2", "RH-4.7.5")
def issue_colour(state: Table, command: Command[a.IssueColour]) -> Sequence[Event]:
    """Sell a player chips of a colour that nobody else has, at one value, marked where the rules ask for it."""
    act, rules = command.act, state.rules
    require_open(state)
    require_dealer(state, command, "issue colour chips", clause=rules.clause("issue"))
    if rules.has("emblem") and not rules.config.name.strip():
        reason = "a table without a name has no emblem to tell its chips from another table's"
        raise ProcedureBreach(reason, clause=rules.clause("emblem"))
    if act.colour not in rules.settings["colours"]:
        reason = f"this table has no {act.colour} chips; it has {', '.join(rules.settings['colours'])}"
        raise ChipsRefused(reason, clause=rules.clause("colours"), colour=act.colour)
    if act.value_minor > highest_wager(rules):
        most = state.money(highest_wager(rules))
        reason = f"a chip of {state.money(act.value_minor)} could never be laid: no wager here is over {most}"
        raise ChipsRefused(reason, clause=rules.clause("colour_value"), value_minor=act.value_minor)
    if act.colour in state.broken_sets:
        reason = f"chips of {act.colour} walked off: it is issued to nobody until the set is counted whole"
        raise ChipsRefused(reason, clause="HP-K1", colour=act.colour)
    entry = state.colours.get(act.colour)
    if entry is not None and entry.player != act.player:
        reason = f"{act.colour} chips are {entry.player}'s: no two players have the same colour"
        raise ChipsRefused(reason, clause=rules.clause("colours"), colour=act.colour, player=entry.player)
    if entry is not None and entry.value_minor != act.value_minor:
        reason = f"{act.player}'s {act.colour} chips are worth {state.money(entry.value_minor)} each"
        raise ChipsRefused(reason, clause=rules.clause("colour_value"), value_minor=act.value_minor)
    if entry is None and state.colours_of(act.player):
        _refuse_further_set(state, command)
    is_marked = act.has_marker or (entry is not None and entry.has_marker)
    if rules.has("marker") and act.value_minor > rules.table_minimum and not is_marked:
        reason = f"chips at {state.money(act.value_minor)}, above the table's minimum, carry a marker"
        raise ProcedureBreach(reason, clause=rules.clause("marker"), value_minor=act.value_minor)
    return (_issued(state, command),)


@cites("Q65")
def highest_wager(rules: Rules) -> int:
    """Return the most that any wager of the table may be: no single chip is worth more."""
    return max(rules.most(kind) for kind in rules.wagers)


def _issued(state: Table, command: Command[a.IssueColour]) -> e.ColourIssued:
    act, amount = command.act, command.act.value_minor * command.act.count
    box = DROP if act.paid_with is a.PaidWith.CASH else RACK
    payer = PATRONS if act.paid_with is a.PaidWith.CASH else CIRCULATION
    is_further = state.rules.has("second_set") and act.colour not in state.colours and state.colours_of(act.player)
    return e.ColourIssued(
        player=act.player,
        colour=act.colour,
        value_minor=act.value_minor,
        count=act.count,
        paid_with=act.paid_with.value,
        has_marker=act.has_marker,
        emblem=state.rules.config.name or state.rules.settings["layout_name"],
        by=command.by.id,
        authorised_by=command.witness.id if command.witness and is_further else None,
        moves=(Move(payer, box, amount), Move(RACK, holder(act.player, f"colour:{act.colour}"), amount)),
    )


@cites("RH-4.7.2", "RH-4.7.3", "RH-4.7.3.1")
def _refuse_further_set(state: Table, command: Command[a.IssueColour]) -> None:
    """Give a second colour only with the Pit Manager, while nobody else lacks one, at the first one's value.

    A house whose rules do not limit the sets (no `second_set`) gives as many as it has.
    """
    act, rules = command.act, state.rules
    if not rules.has("second_set"):
        return
    if not is_second(command, AUTHORISING):
        reason = f"{act.player} has colour chips; a further set needs the Pit Manager"
        raise ProcedureBreach(reason, clause=rules.clause("colours"), player=act.player)
    others = [player for player in state.waiting if player != act.player]
    if len(state.free_colours) - 1 < len(others):
        reason = f"{others[0]} would be left without colour chips"
        raise ChipsRefused(reason, clause=rules.clause("second_set"), waiting=others)
    first = state.colours[state.colours_of(act.player)[0]].value_minor
    if act.value_minor != first and not act.is_value_authorised:
        reason = f"{act.player}'s colours are all worth {state.money(first)} unless the Pit Manager authorises another"
        raise ChipsRefused(reason, clause=rules.clause("second_value"), value_minor=act.value_minor)


@cites("RH-4.7.4", "RO-C2", "RS-W")
def redeem_colour(state: Table, command: Command[a.RedeemColour]) -> Sequence[Event]:
    """Change a player's colour chips back, at the table that issued them and at their value."""
    act, rules = command.act, state.rules
    require_open(state)
    require_dealer(state, command, "redeem colour chips", clause=rules.clause("colours"))
    entry = state.colours.get(act.colour)
    amount = act.count * (entry.value_minor if entry else 1)
    _refuse_colour(state, act.player, act.colour, amount)
    own = holder(act.player, f"colour:{act.colour}")
    moves = (Move(own, RACK, amount), Move(RACK, CIRCULATION, amount))
    return (e.ColourRedeemed(player=act.player, colour=act.colour, count=act.count, moves=moves),)
