"""Mini-baccarat events in words, as a person at the table would say it: a sentence each, a settlement in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.baccarat import house_events as e
from pitboss.games.baccarat import messages as m
from pitboss.games.baccarat.card_words import card_words
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.house_words import house_words
from pitboss.games.shoe.words import shoe_words
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.decider import Event
    from pitboss.games.baccarat.state import Table

__all__ = ["in_words"]

_FORMS = {"vig": "{pct} percent of banker wins", "tie_vig": "{pct} percent of banker wagers on a tie", "no_vig": "none"}
_DEEDS = {m.Deed.PAY: "pay", m.Deed.COLLECT: "take vigorish of", m.Deed.MARK: "mark vigorish of"}


def in_words(table: Table, event: Event) -> str:
    """Say what happened, with amounts in the table's currency and the clause where one decided.

    >>> from pitboss.games.baccarat.table import new_table
    >>> from pitboss.rulebook import table_config
    >>> table = new_table(table_config({"rulebook": "oneida-minibaccarat-2004"}))
    >>> in_words(table, m.NoMoreBetsCalled(by="Ana"))
    'Ana calls "No More Bets".'
    """
    currency = Currency.of(table.rules.config.currency)

    def money(minor: int) -> str:
        return show(minor, currency)

    return (
        house_words(event, money)
        or _round_words(event, money)
        or _seat_words(event, money)
        or _call_words(event)
        or shoe_words(event)
        or card_words(event)
    )


def _round_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case m.WagerPlaced():
            how = "" if event.placed_by == "player" else f" (placed by {event.placed_by_id}, {event.placed_by})"
            chips = " with a match-play coupon" if event.source is m.Source.COUPON else ""
            where = f"{event.on} at position {event.position}"
            return f"{event.player} bets {money(event.stake_minor)} on {where}{chips}{how}."
        case m.WagerRemoved():
            how = "" if event.removed_by == "player" else f" (by the hand of {event.removed_by_id}, {event.removed_by})"
            return f"{event.player} takes {money(event.stake_minor)} back from {event.on}{how}."
        case m.NoMoreBetsCalled():
            return f'{event.by} calls "No More Bets".'
        case m.CardDealt():
            last = "; both hands are complete" if event.is_complete else ""
            return f"{event.card} goes to {event.to.words} as card {event.place}{last}."
        case m.RoundSettled():
            return _settled(event, money)
        case m.RoundVoided():
            rows = zip(event.wagers.player, event.wagers.stake_minor, strict=True)
            back = ", ".join(f"{player} {money(stake)}" for player, stake in rows)
            tail = f" All wagers go back: {back}." if back else ""
            return f"{event.by} declares the round void: too few cards [{event.clause}].{tail}"
    return ""


def _settled(event: m.RoundSettled, money: Callable[[int], str]) -> str:
    hands = f"Player {' '.join(event.player_hand)} ({event.player_points}), "
    hands += f"Banker {' '.join(event.banker_hand)} ({event.banker_points})"
    lines = [f"{hands}: {_result(event.outcome)}."]
    columns = event.wagers
    rows = zip(
        columns.player,
        columns.on,
        columns.stake_minor,
        columns.paid_minor,
        columns.vig_minor,
        columns.owed,
        columns.result,
        columns.clause,
        strict=True,
    )
    for player, on, stake, paid, vig, owed, result, clause in rows:
        less = f", less {money(vig)} vigorish" if vig else f", {owed} cents of vigorish marked" if owed != "0" else ""
        match result:
            case m.Result.LOSE:
                lines.append(f"  {player} loses {money(stake)} on {on} [{clause}]")
            case m.Result.WIN:
                lines.append(f"  {player} wins {money(paid)} on {on}{less} [{clause}]")
            case _:
                lines.append(f"  {player}'s {money(stake)} on {on} goes back{less} [{clause}]")
    if len(event.steps) > 1:
        order = ", then ".join(f"{_DEEDS[step.deed]} {step.position}" for step in event.steps)
        lines.append(f"  In this order: {order}.")
    return "\n".join(lines)


def _result(outcome: Outcome) -> str:
    return "Tie Hand" if outcome is Outcome.TIE else f"{outcome} wins"


def _seat_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.LayoutChecked():
            marks = f'"{event.banker}", "{event.player}" and "{event.tie}"'
            return f"{event.by} checks the layout: areas marked {marks}, {event.positions} positions."
        case e.WagerCalled():
            spoken = f"{event.player}'s spoken bet of {money(event.stake_minor)} on {event.on}"
            return f"{event.confirmed_by} and {event.floorperson} confirm {spoken}; the cash becomes chips at once."
        case e.VigorishCollected():
            how = "documents" if event.is_documented else "collects"
            owed = f"{money(event.amount_minor)} for {event.owed} cents marked"
            return f"{event.by} {how} the vigorish of {event.player} at position {event.position}: {owed}."
        case e.VigorishNoticePosted():
            return f"{event.by} gives notice of vigorish: {_FORMS[event.form].format(pct=event.pct)}."
        case e.VigorishChanged():
            return f"From the next round the vigorish is {_FORMS[event.form].format(pct=event.pct)} ({event.by})."
    return ""


def _call_words(event: Event) -> str:
    match event:
        case e.DealOptionNotified():
            return f"{event.by} gives written notice: the dealers use option {event.option}."
        case e.PointsCalled():
            return f'{event.by} calls "{event.hand.value.title()} {event.points}".'
        case e.ResultCalled():
            counts = f"{Side.PLAYER.value.title()} {event.player_points}, Banker {event.banker_points}"
            return f'{event.by} calls "{counts}: {_result(event.outcome)}".'
        case e.LosersCollected():
            wagers = {0: "no losing wager", 1: "1 losing wager"}.get(event.count, f"{event.count} losing wagers")
            return f"{event.by} collects {wagers}."
        case e.LastHandAnnounced():
            return f'{event.by} announces "Last Hand".'
    return ""
