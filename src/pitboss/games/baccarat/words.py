"""The events of a mini-baccarat table in sentences."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.decider import Event
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.baccarat.state import Table
from pitboss.games.shoe.words import shoe_words
from pitboss.games.table.words import shared_words
from pitboss.money import Currency, show

_FORMS = {"vig": "{pct} percent of banker wins", "tie_vig": "{pct} percent of banker wagers on a tie", "no_vig": "none"}
_SOURCES = {a.Source.COUPON: " with a match-play coupon", a.Source.TIP: " for the dealers"}
_DEEDS = {e.Deed.PAY: "pay", e.Deed.COLLECT: "take vigorish of", e.Deed.MARK: "mark vigorish of"}


def in_words(table: Table, event: Event) -> str:
    """Say what happened, with amounts in the table's currency and the clause where one decided.

    >>> from pitboss.games.baccarat.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> table = new_table(table_config({"rulebook": "oneida-minibaccarat-2004"}))
    >>> in_words(table, e.NoMoreBetsCalled(by="Ana"))
    'Ana calls "No More Bets".'
    """
    currency = Currency.of(table.rules.config.currency)

    def money(minor: int) -> str:
        return show(minor, currency)

    return (
        shared_words(event, money)
        or _round_words(event, money)
        or _seat_words(event, money)
        or _call_words(event)
        or shoe_words(event)
        or card_words(event)
    )


def _round_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.WagerPlaced():
            how = "" if event.placed_by == "player" else f" (placed by {event.placed_by_id}, {event.placed_by})"
            chips = _SOURCES.get(event.source, "")
            where = f"{event.on} at position {event.position}"
            return f"{event.player} bets {money(event.stake_minor)} on {where}{chips}{how}."
        case e.WagerRemoved():
            how = "" if event.removed_by == "player" else f" (by the hand of {event.removed_by_id}, {event.removed_by})"
            return f"{event.player} takes {money(event.stake_minor)} back from {event.on}{how}."
        case e.NoMoreBetsCalled():
            return f'{event.by} calls "No More Bets".'
        case e.CardDealt():
            last = "; both hands are complete" if event.is_complete else ""
            return f"{event.card} goes to {event.to.words} as card {event.place}{last}."
        case e.RoundSettled():
            return _settled(event, money)
        case e.RoundVoided():
            rows = zip(event.wagers.player, event.wagers.stake_minor, strict=True)
            back = ", ".join(f"{player} {money(stake)}" for player, stake in rows)
            tail = f" All wagers go back: {back}." if back else ""
            if event.reason:
                return f"{event.by}, with {event.witness}, calls the round off [{event.clause}]: {event.reason}{tail}"
            return f"{event.by} declares the round void: too few cards [{event.clause}].{tail}"
    return ""


def _settled(event: e.RoundSettled, money: Callable[[int], str]) -> str:
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
            case e.Result.LOSE:
                lines.append(f"  {player} loses {money(stake)} on {on} [{clause}]")
            case e.Result.WIN:
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
            if event.by == event.player:
                return f"{event.player} pays the vigorish of position {event.position}: {owed}."
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


_BECOMES = {"banker": "is the Banker's third card", "next_hand": "opens the next hand", "burned": "is burned"}


def card_words(event: Event) -> str:
    """Say what happened to the cards; the type's name for an event of something else."""
    return _shoe_words(event) or _turn_words(event)


def _shoe_words(event: Event) -> str:
    match event:
        case e.CardsShuffled():
            stored = f"; the {event.stored} batch is in the shuffler" if event.stored else ""
            return f"{event.by} has the {event.batch} cards shuffled{stored}."
        case e.BatchReleased():
            spread = "is spread for inspection first" if event.must_be_spread else "is ready to be cut"
            return f"{event.by} takes the {event.batch} batch out of the shuffler; it {spread}."
        case e.CardBurned():
            more = f"; {event.due} more to burn" if event.due else ""
            return f"{event.card} is shown and burned{more}."
        case e.CardsDiscarded():
            return f"{event.by} puts {' '.join(event.cards)} into the discard rack."
        case e.CardDrawnInError():
            whose = " to the Player's Hand" if event.is_players_third else ""
            return f"{event.card or 'A card nobody saw'}, drawn{whose} in error, {_BECOMES[event.becomes]}."
        case e.CardFoundFaceUp():
            return f"{event.card} lay face up in the shoe and is not played; {event.due} more to burn."
    return ""


def _turn_words(event: Event) -> str:
    match event:
        case e.CardsTurned():
            return f"{event.by} turns up {event.hand.words}: {' '.join(event.cards)}."
        case e.CardsHanded():
            what = "the third card of " if event.is_third else ""
            return f"{event.by} hands {event.player} {what}{event.hand.words} [{event.clause}]."
        case e.CardsReturned():
            return f"{event.player} gives back {event.hand.words}: {' '.join(event.cards)}."
        case e.TurnRelinquished():
            how = "gives up" if event.is_voluntary else "loses"
            return f"{event.player} {how} the right to turn {event.hand.words} ({event.by}): {event.reason}"
        case e.TurnOffered():
            answer = "takes it" if event.is_accepted else "declines"
            return f"{event.by} offers {event.player} the turning of {event.hand.words}; {event.player} {answer}."
    return type(event).__name__
