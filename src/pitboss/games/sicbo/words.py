"""Sic bo events in words, as a person at the table would say it: a sentence each, a settlement in lines."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.decider import Event
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo import events as e
from pitboss.games.sicbo.acts import Source
from pitboss.games.sicbo.state import Table
from pitboss.games.table.words import shared_words
from pitboss.money import Currency, show


def in_words(table: Table, event: Event) -> str:
    """Say what happened, with amounts in the table's currency and the clause where one decided."""
    currency = Currency.of(table.rules.config.currency)

    def money(minor: int) -> str:
        return show(minor, currency)

    return shared_words(event, money) or _wager_words(event, money) or _throw_words(event, money)


def _wager_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.WagerPlaced():
            how = "" if event.placed_by == "player" else f" (placed by {event.placed_by_id}, {event.placed_by})"
            whose = " for the dealers" if event.source is Source.TIP else ""
            return f"{event.player} bets {money(event.stake_minor)} on {event.bet}{whose}{how}."
        case e.WagerRemoved():
            how = "" if event.removed_by == "player" else f" (by the hand of {event.removed_by_id}, {event.removed_by})"
            return f"{event.player} takes {money(event.stake_minor)} back from {event.bet}{how}."
        case e.LosersCollected():
            wagers = {0: "no losing wager", 1: "1 losing wager"}.get(event.count, f"{event.count} losing wagers")
            return f"{event.by} collects {wagers}."
        case e.RoundSettled():
            by_hand = f" by hand, {event.supervisor} present" if event.by_hand else ""
            return "\n".join([f"{_dice(event.dice)}, settled{by_hand}:", *_rows(event.wagers, money)])
    return ""


def _throw_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.NoMoreBetsCalled():
            return f"{event.by} says that no new bets are accepted."
        case e.DiceShaken():
            return f"{event.by} covers the shaker and shakes it {event.shakes} times."
        case e.ShakerUncovered():
            return f"{event.by} uncovers the shaker: {'the dice lie flat' if event.is_flat else 'a die is not flat'}."
        case e.DiceEntered():
            return f"{event.by} announces {_dice(event.dice)} and enters it; lit are {', '.join(event.lit)}."
        case e.DiceCorrected():
            lit = f"; lit are {', '.join(event.lit)}" if event.lit else ""
            was, dice = _dice(event.was), _dice(event.dice)
            return f"{event.by}, with {event.witness}, corrects {was} to {dice}{lit}: {event.reason}"
        case e.NoRollCalled():
            return f'{event.by} calls "No Roll": nothing is decided, wagers stand or may be withdrawn.'
        case e.ComputerInspected():
            return f"{event.by} enters {_dice(event.dice)} and sees lit what must be: {', '.join(event.lit)}."
        case e.LightsCleared():
            return f"{event.by} clears the lights."
        case e.FailureReported():
            rows = _rows(event.wagers, money)
            idle = "no roll, every wager goes back" if rows else "nothing is played until it is repaired"
            then = "the wagers are settled by hand" if event.is_uncovered else idle
            return "\n".join([f"{event.by} reports that the computer failed ({event.fault}): {then}.", *rows])
        case e.RepairRecorded():
            return f"{event.by} records the repair: {event.repair}"
    return type(event).__name__


def _dice(dice: a.Dice) -> str:
    return f"{dice[0]}, {dice[1]} and {dice[2]}"


def _rows(columns: e.Columns, money: Callable[[int], str]) -> list[str]:
    lines = []
    for player, bet, stake, paid, outcome, clause in zip(
        columns.player,
        columns.bet,
        columns.stake_minor,
        columns.paid_minor,
        columns.outcome,
        columns.clause,
        strict=True,
    ):
        match outcome:
            case e.Outcome.LOSE:
                lines.append(f"  {player} loses {money(stake)} on {bet} [{clause}]")
            case e.Outcome.WIN:
                lines.append(f"  {player} wins {money(paid)} on {bet} at {paid // stake} to 1 [{clause}]")
            case _:
                lines.append(f"  {player}'s {money(stake)} on {bet} goes back [{clause}]")
    return lines
