"""What each event changes at a roulette table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.decider import Event
from pitboss.games.everyday.corrections import remember
from pitboss.games.everyday.events import RoundCalledOff, TipTaken
from pitboss.games.everyday.state import Settlement
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette import round as core
from pitboss.games.roulette.state import Claim, ColourSet, Phase, Round, Table, shift
from pitboss.games.table import events as table_events
from pitboss.games.table.evolve import evolve_table
from pitboss.rulebook import cites


def evolve(state: Table, event: Event) -> Table:
    """Apply what happened; never refuses."""
    if isinstance(event, e.ROUND_EVENTS) and state.round is not None:
        core.evolve(state.round, event)
    return evolve_table(_EVOLVE, state, event)


def _closed(state: Table, _: table_events.TableClosed) -> None:
    state.waiting, state.dolly = [], None


def _ball_replaced(state: Table, event: e.BallReplaced) -> None:
    state.ball_um, state.is_ball_suspect = event.diameter_um, False


def _betting_opened(state: Table, event: table_events.BettingOpened) -> None:
    state.round = Round(state.rules, event.round)
    state.dolly, state.are_losers_collected = None, False


def _corrected(state: Table, _: e.NumberCorrected) -> None:
    """Take the dolly away and undo the collection; where a chip lies is questioned as before."""
    state.dolly, state.are_losers_collected = None, False


def _dolly_placed(state: Table, event: e.DollyPlaced) -> None:
    state.dolly = event.pocket


def _losers_collected(state: Table, _: e.LosersCollected) -> None:
    state.are_losers_collected = True


@cites("RH-3.2.1")
def _settled(state: Table, event: e.RoundSettled) -> None:
    """Keep the most recent results for the display; the journal has them all."""
    state.previous, state.ended = event.pocket, event
    remember(state, event.round, _settlement(state, event))
    _free_empty_sets(state)
    if state.rules.settings["results_display"]:
        state.results = [event.pocket, *state.results][: state.rules.settings["results_shown"]]


def _settlement(state: Table, event: e.RoundSettled) -> Settlement | None:
    """Return a round as it is remembered; None for one that is never settled anew.

    A coupon is no money, and chips of another table or for the dealers are not paid as others are.
    """
    rows = event.wagers
    if {"coupon", "foreign", "tip"} & {source.partition(":")[0] for source in rows.source}:
        return None
    won = zip(rows.stake_minor, rows.paid_minor, rows.outcome, strict=True)
    gains = tuple(-stake if outcome is e.Outcome.LOSE else paid for stake, paid, outcome in won)
    wagers = tuple(zip(rows.player, rows.bet, rows.stake_minor, strict=True))
    rules = state.rules if state.round is None else state.round.rules
    return Settlement(event.round, event.pocket, wagers, gains, rules)


@cites("RH-7.9.1", "RH-7.5")
def _no_spin(state: Table, event: e.NoSpinCalled) -> None:
    """Remember what must happen to the ball before the next spin; no result came of this one."""
    state.dolly, state.are_losers_collected, state.ended = None, False, event
    state.questioned.clear()
    state.must_return_ball = state.rules.has("return_ball") and state.previous is not None
    if state.rules.has("examine_ball") and event.cause is a.Cause.BALL_OUT:
        state.must_examine_ball = state.is_ball_suspect = True


@cites("HP-S4", "RH-7.9.1")
def _called_off(state: Table, event: RoundCalledOff) -> None:
    """End the round; a ball that ran goes back to where it lay, as after a no spin."""
    if event.phase != Phase.BETTING:
        state.must_return_ball = state.rules.has("return_ball") and state.previous is not None


def _ball_returned(state: Table, _: e.BallReturned) -> None:
    state.must_return_ball = False


def _ball_examined(state: Table, event: e.BallExamined) -> None:
    state.must_examine_ball = False
    state.is_ball_suspect = state.is_ball_suspect and not event.is_sound


def _requested(state: Table, event: e.ColourRequested) -> None:
    state.waiting.append(event.player)


def _request_cancelled(state: Table, event: e.RequestCancelled) -> None:
    state.waiting.remove(event.player)


def _issued(state: Table, event: e.ColourIssued) -> None:
    if event.player in state.waiting:
        state.waiting.remove(event.player)
    entry = state.colours.setdefault(event.colour, ColourSet(event.player, event.value_minor, event.has_marker))
    entry.has_marker = entry.has_marker or event.has_marker


def _redeemed(state: Table, _: e.ColourRedeemed) -> None:
    _free_empty_sets(state)


def _abandoned(state: Table, event: e.ColourAbandoned) -> None:
    state.claims_made = event.claim
    state.claims[event.claim] = Claim(event.player, event.amount_minor)
    if not event.is_whole:
        state.broken_sets.add(event.colour)
    _free_empty_sets(state)


def _impressed(state: Table, event: e.ColourImpressed) -> None:
    state.broken_sets.discard(event.colour)


def _claim_redeemed(state: Table, event: e.ClaimRedeemed) -> None:
    del state.claims[event.claim]
    state.balances.pop(f"unredeemed:{event.claim}", None)


def _tipped(state: Table, _: TipTaken) -> None:
    _free_empty_sets(state)


def _free_empty_sets(state: Table) -> None:
    """Let a colour go whose chips are all back in the rack, redeemed or lost: another player may have it."""
    laid = {source for *_, source in state.round.wagers} if state.round else set()
    for colour, entry in list(state.colours.items()):
        if f"colour:{colour}" not in laid and not state.held(entry.player, colour):
            del state.colours[colour]


def _questioned(state: Table, event: e.PositionQuestioned) -> None:
    state.questioned.add((event.player, event.bet, event.source))


def _position_decided(state: Table, event: e.PositionDecided) -> None:
    key = (event.player, event.bet, event.source)
    state.questioned.discard(key)
    if state.round is not None:
        shift(state.round, key, (event.player, event.decided, event.source), state.round.wagers[key])


def _foreign_found(state: Table, event: e.ForeignChipsFound) -> None:
    if state.round is not None:
        to = (event.player, event.bet, f"foreign:{event.origin_table}")
        shift(state.round, (event.player, event.bet, event.source), to, event.worth_minor)


def _foreign_refused(state: Table, event: e.ForeignPaymentRefused) -> None:
    if state.round is not None:
        clause = state.rules.clause("foreign_refused")
        state.round.withheld[event.player, event.bet, event.source] = clause


_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    table_events.TableClosed: _closed,
    e.BallReplaced: _ball_replaced,
    table_events.BettingOpened: _betting_opened,
    e.NumberCorrected: _corrected,
    e.DollyPlaced: _dolly_placed,
    e.LosersCollected: _losers_collected,
    e.RoundSettled: _settled,
    RoundCalledOff: _called_off,
    e.NoSpinCalled: _no_spin,
    e.BallReturned: _ball_returned,
    e.BallExamined: _ball_examined,
    e.ColourRequested: _requested,
    e.RequestCancelled: _request_cancelled,
    e.ColourIssued: _issued,
    e.ColourRedeemed: _redeemed,
    e.ColourAbandoned: _abandoned,
    e.ColourImpressed: _impressed,
    e.ClaimRedeemed: _claim_redeemed,
    TipTaken: _tipped,
    e.PositionQuestioned: _questioned,
    e.PositionDecided: _position_decided,
    e.ForeignChipsFound: _foreign_found,
    e.ForeignPaymentRefused: _foreign_refused,
}
