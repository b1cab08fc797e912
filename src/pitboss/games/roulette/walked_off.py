"""Colours that walked off: a player who left is owed what the chips were worth, and the colour is free again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.everyday.checks import FLOOR, PIT, require_second
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette.state import Table
from pitboss.games.table.accounts import CIRCULATION
from pitboss.games.table.checks import require_dealer, require_open
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

WALKED_OFF: Final = "HP-K1"
CLAIM: Final = "HP-K2"
SECOND: Final = ("dealer", *FLOOR)
"""Who may be there when a set is counted."""


def claim_account(number: int) -> str:
    """Return the account of what somebody who walked off may still claim."""
    return f"unredeemed:{number}"


@cites("HP-K1")
def abandon_colour(state: Table, command: Command[a.AbandonColour]) -> Sequence[Event]:
    """Turn a colour whose player is gone into a claim; with chips missing nobody else gets it until it is whole."""
    act, entry = command.act, state.colours.get(command.act.colour)
    require_open(state)
    require_dealer(state, command, "abandon a colour", clause=WALKED_OFF)
    if entry is None:
        raise ActionRefused(f"nobody has {act.colour} chips", clause=WALKED_OFF, colour=act.colour)
    if any(player == entry.player for player, _, _ in (state.round.wagers if state.round is not None else ())):
        reason = f"{entry.player} has wagers on the layout: they are played and paid first"
        raise ProcedureBreach(reason, clause=WALKED_OFF, player=entry.player)
    waited = state.rules.practice("abandon_minutes")
    if act.minutes_absent < waited:
        reason = f"{entry.player} is gone for {act.minutes_absent} minutes, and is waited for {waited}"
        raise ProcedureBreach(reason, clause=WALKED_OFF, minutes_absent=act.minutes_absent)
    amount = state.held(entry.player, act.colour)
    pieces = amount // entry.value_minor
    if act.pieces_here > pieces:
        reason = f"{entry.player} has {pieces} {act.colour} chips, so {act.pieces_here} cannot lie here"
        raise ActionRefused(reason, clause=WALKED_OFF, pieces=pieces, pieces_here=act.pieces_here)
    if not amount:
        raise ActionRefused(f"{entry.player} has no {act.colour} chips left", clause=WALKED_OFF, colour=act.colour)
    number = state.claims_made + 1
    abandoned = e.ColourAbandoned(
        claim=number,
        player=entry.player,
        colour=act.colour,
        value_minor=entry.value_minor,
        amount_minor=amount,
        pieces_here=act.pieces_here,
        is_whole=act.pieces_here == pieces,
        minutes_absent=act.minutes_absent,
        by=command.by.id,
        witness=require_second(command, PIT, clause=WALKED_OFF, deed="abandon a colour"),
        moves=(Move(f"chips:{entry.player}:{act.colour}", claim_account(number), amount),),
    )
    return (abandoned,)


@cites("HP-K1")
def impress_colour(state: Table, command: Command[a.ImpressColour]) -> Sequence[Event]:
    """Let a colour be issued again whose set was counted and found whole."""
    require_role(command, FLOOR, clause=WALKED_OFF, deed="count a set of colours")
    if command.act.colour not in state.broken_sets:
        reason = f"no chips of {command.act.colour} are missing"
        raise ActionRefused(reason, clause=WALKED_OFF, colour=command.act.colour)
    witness = require_second(command, SECOND, clause=WALKED_OFF, deed="count a set of colours")
    return (e.ColourImpressed(colour=command.act.colour, by=command.by.id, witness=witness),)


@cites("HP-K2", "RH-4.7.4")
def redeem_claim(state: Table, command: Command[a.RedeemClaim]) -> Sequence[Event]:
    """Pay a claim once, at the table of the colour and at what it was worth there."""
    number, claim = command.act.claim, state.claims.get(command.act.claim)
    require_open(state)
    require_dealer(state, command, "pay a claim", clause=CLAIM)
    if claim is None:
        what = "was paid already" if number <= state.claims_made else "was never made"
        raise ActionRefused(f"claim {number} {what}", clause=CLAIM, claim=number)
    redeemed = e.ClaimRedeemed(
        claim=number,
        player=claim.player,
        amount_minor=claim.amount_minor,
        by=command.by.id,
        witness=require_second(command, FLOOR, clause=CLAIM, deed="pay a claim"),
        moves=(Move(claim_account(number), CIRCULATION, claim.amount_minor),),
    )
    return (redeemed,)
