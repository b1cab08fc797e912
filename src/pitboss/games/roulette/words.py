"""Roulette events in words, as a person at the table would say it: a sentence each, a settlement in lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from pitboss.decider import Event
from pitboss.games.equipment import colour_of
from pitboss.games.roulette import events as e
from pitboss.games.roulette.state import Table
from pitboss.games.table.words import shared_words
from pitboss.money import Currency, show


def in_words(table: Table, event: Event) -> str:
    """Say what happened, with amounts in the table's currency and the clause where one decided.

    >>> from pitboss.games.roulette.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> in_words(new_table(table_config({"rulebook": "seabrook-roulette"})), e.NoMoreBetsCalled(by="Ana"))
    'Ana calls "No more bets".'
    """
    currency = Currency.of(table.rules.config.currency)

    def money(minor: int) -> str:
        return show(minor, currency)

    said = shared_words(event, money) or _round_words(table, event, money)
    return said or _table_words(event, money) or _incident_words(event, money)


def _round_words(table: Table, event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.WagerPlaced():
            how = "" if event.placed_by == "player" else f" (placed by {event.placed_by_id}, {event.placed_by})"
            where = " on the courtesy line" if event.placement == "courtesy_line" else ""
            return f"{event.player} bets {money(event.stake_minor)} on {event.bet}{where}, {_chips(event.source)}{how}."
        case e.WagerRemoved():
            how = "" if event.removed_by == "player" else f" (by the hand of {event.removed_by_id}, {event.removed_by})"
            return f"{event.player} takes {money(event.stake_minor)} back from {event.bet}{how}."
        case e.BallSpun():
            return f"{event.by} spins the ball {event.direction} the wheel."
        case e.NoMoreBetsCalled():
            return f'{event.by} calls "No more bets".'
        case e.BallLanded():
            turns = f"after {event.revolutions} revolutions"
            return f"The ball rests in {event.pocket} {turns}."
        case e.NumberCorrected():
            return f"{event.by}, with {event.witness}, corrects {event.was} to {event.pocket}: {event.reason}"
        case e.RoundSettled():
            return settlement_words(event, money)
        case e.NoSpinCalled():
            words = table.rules.no_spin[event.cause].words
            back = _by_player(event.wagers, event.wagers.stake_minor, {e.Outcome.VOID})
            returned = ", ".join(f"{player} {money(amount)}" for player, amount in back.items())
            tail = f" All wagers are void and go back: {returned}." if back else ""
            return (
                f'{event.called_by} ({event.role.replace("_", " ")}) calls "No Spin": {words} [{event.clause}].{tail}'
            )
    return ""


def _chips(source: str) -> str:
    kind, _, name = source.partition(":")
    return {
        "colour": f"{name} chips",
        "coupon": "a match-play coupon",
        "tip": "value chips for the dealers",
        "foreign": f"chips of {name}",
    }.get(kind, f"{kind} chips" if kind == "value" else kind)


def _by_player(columns: e.Columns, amounts: tuple[int, ...], outcomes: set[e.Outcome]) -> dict[str, int]:
    sums: defaultdict[str, int] = defaultdict(int)
    for player, amount, outcome in zip(columns.player, amounts, columns.outcome, strict=True):
        if outcome in outcomes:
            sums[player] += amount
    return dict(sums)


def settlement_words(event: e.RoundSettled, money: Callable[[int], str]) -> str:
    """Say what every wager of a round came to, a line each."""
    rows = zip(
        event.wagers.player,
        (f"{b} (coupon)" if s == "coupon" else b for b, s in zip(event.wagers.bet, event.wagers.source, strict=True)),
        event.wagers.stake_minor,
        event.wagers.paid_minor,
        event.wagers.outcome,
        event.wagers.clause,
        strict=True,
    )
    lines = [f"{event.pocket} {colour_of(event.pocket)}:"]
    for player, bet, stake, paid, outcome, clause in rows:
        match outcome:
            case e.Outcome.LOSE:
                lines.append(f"  {player} loses {money(stake)} on {bet} [{clause}]")
            case e.Outcome.WIN:
                lines.append(f"  {player} wins {money(paid)} on {bet} at {paid // stake} to 1 [{clause}]")
            case _:
                lines.append(f"  {player}'s {money(stake)} on {bet} goes back unpaid [{clause}]")
    if len(event.payment_groups) > 1:
        order = ", then ".join(" and ".join(group) for group in event.payment_groups)
        lines.append(f"  Paid in this order: {order}{_at_one_time(event.wagers)}.")
    return "\n".join(lines) if len(lines) > 1 else f"{lines[0]} there were no wagers."


def _at_one_time(columns: e.Columns) -> str:
    """Say where a player's winners were paid together, and others after them."""
    rows = zip(columns.player, columns.outcome, strict=True)
    paid = [player for player, outcome in rows if outcome is e.Outcome.WIN]
    turns = [player for turn, player in enumerate(paid) if turn == 0 or paid[turn - 1] != player]
    is_together = 1 < len(turns) == len(set(turns)) < len(paid)
    return f", what each has won at one time: {', '.join(turns)}" if is_together else ""


def _table_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.ColourAbandoned():
            set_words = "the colour is free" if event.is_whole else "chips are missing, nobody gets the colour"
            left = f"{event.player} left {money(event.amount_minor)} in {event.colour} chips, claim {event.claim}"
            return f"{left}; {set_words} ({event.by}, with {event.witness})."
        case e.ColourImpressed():
            return f"{event.by}, with {event.witness}, counts the {event.colour} chips and finds the set whole."
        case e.ClaimRedeemed():
            paid = f"{event.player} is paid claim {event.claim}, {money(event.amount_minor)}"
            return f"{paid} ({event.by}, with {event.witness})."
        case e.BallReplaced():
            approval = f" as approved ({event.approval})" if event.approval else ""
            material = event.material.replace("_", "-")
            return f"{event.by} brings a {material} ball of {event.diameter_um / 1000:g} mm into play{approval}."
        case e.DollyPlaced():
            return f'{event.by} announces "{event.pocket}, {event.colour}" and places the dolly.'
        case e.LosersCollected():
            stacked = f"; {event.stacked_by} stacks the chips" if event.stacked_by and event.count else ""
            wagers = {0: "no losing wager", 1: "1 losing wager"}.get(event.count, f"{event.count} losing wagers")
            return f"{event.by} collects {wagers}{stacked}."
        case e.BallReturned():
            return f"{event.by} puts the ball back into {event.pocket}, the previous number."
        case e.BallExamined():
            return f"{event.by} examines the ball and finds it {'sound' if event.is_sound else 'unsound'}."
    return _chip_words(event, money)


def _chip_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.ColourRequested():
            return f"{event.player} asks for colour chips."
        case e.RequestCancelled():
            return f"{event.player} no longer waits for colour chips."
        case e.ColourIssued():
            marker = ", with a marker" if event.has_marker else ""
            allowed = f", authorised by {event.authorised_by}" if event.authorised_by else ""
            paid = "cash" if event.paid_with == "cash" else "value chips"
            each = money(event.value_minor)
            return f"{event.player} buys {event.count} {event.colour} chips at {each} for {paid}{marker}{allowed}."
        case e.ColourRedeemed():
            return f"{event.player} changes {event.count} {event.colour} chips back into value chips."
        case e.WagerCalled():
            amount = money(event.stake_minor)
            tail = "; the cash becomes chips at once" if event.accompanied_by == "cash" else ""
            spoken = f"{event.player}'s spoken bet of {amount} on {event.bet}"
            return f"{event.confirmed_by} confirms {spoken}, with {event.accompanied_by}{tail}."
    return ""


def _incident_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.PositionQuestioned():
            whose = "their own" if event.by == event.player else f"{event.player}'s"
            return f"{event.by} questions where {whose} chips on {event.bet} lie."
        case e.PositionDecided():
            return (
                f"{event.by} ({event.role.replace('_', ' ')}) decides: {event.player}'s chips lie on {event.decided}."
            )
        case e.ForeignChipsFound():
            worth = money(event.worth_minor)
            return f"{event.player}'s chips on {event.bet} are {event.origin_table}'s and count for {worth}."
        case e.ForeignPaymentRefused():
            return f"{event.by} refuses payment of {event.player}'s {event.bet} in another table's chips."
        case e.ForeignChipsHonoured():
            worth = money(event.worth_minor)
            return f"{event.by} lets {event.origin_table}'s chips worth {worth} be paid here to {event.player}."
        case e.SuspectScanned():
            verdict = "counterfeit" if event.is_counterfeit else "genuine"
            return f"{event.by} scans {event.item} worth {money(event.amount_minor)}: {verdict}."
        case e.DecisionRecorded():
            return f"{event.by} decides: {event.decision}"
    return type(event).__name__
