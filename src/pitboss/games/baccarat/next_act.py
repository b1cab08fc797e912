"""What a mini-baccarat table waits for: the one next act in words, with its clause and whose it is.

Refuses nothing: `decide` says what may be done, this says what a dealer's screen has as its one large button. What the
dealer calls out as the cards lie is `said` with the touch before it; a card is named on the pad where `is_card`.
"""

from __future__ import annotations

from typing import Any

from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat.hands import Outcome, Side, point_count
from pitboss.games.baccarat.notices import CHARGING, DIRECTOR
from pitboss.games.baccarat.play import available
from pitboss.games.baccarat.state import Phase, Round, Table
from pitboss.games.shoe.next_act import card_step, told_step
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts
from pitboss.games.table.next_act import opening, told

NAMES = {Side.PLAYER: "Player", Side.BANKER: "Banker"}
_HANDS = {Side.PLAYER: "Player's", Side.BANKER: "Banker's"}


def next_act(state: Table) -> dict[str, Any]:
    """Return the act that brings the table on: its name and known fields, what the hands do, and who may do it.

    >>> from pitboss.games.baccarat.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> found = next_act(new_table(table_config({"rulebook": "oneida-minibaccarat-2004"})))
    >>> found["act"], found["clause"]
    ('table.inspect_equipment/1', 'MB-B1')
    """
    if not state.is_open:
        return opening(state)
    current = state.round
    if current is None or state.is_between_rounds:
        return _posted(state) or _between(state)
    if state.cards.burns_due:
        return _burn(state)
    if current.phase is Phase.BETTING:
        hint = f"{state.money(current.laid_in_all)} on the layout" if current.wagers else "nobody has bet yet"
        return told(state, a.CallNoMoreBets, 'Call "No more bets"', "no_more_bets", hint=hint)
    return _dealing(state, current) if current.phase is not Phase.COMPLETE else _complete(state, current)


def _posted(state: Table) -> dict[str, Any] | None:
    """Return what hangs or is known at an open table before its first round."""
    rules = state.rules
    if not state.is_sign_posted:
        return told(state, table_acts.PostSign, "Post the sign", "limits", hint="with the limits in force")
    if not state.is_layout_checked:
        marks: dict[str, Any] = {
            "banker": a.BankerMark.ONE.value,
            "player": a.PlayerMark.ONE.value,
            "tie": a.TieMark.ONE.value,
        }
        hint = f"{rules.positions} numbered positions"
        step = told(state, a.CheckLayout, "Check the layout", "layout", hint=hint, **marks, positions=rules.positions)
        return {**step, "asks": ["banker", "player", "tie"]}
    if not state.is_deal_notified:
        option = str(rules.settings["deal"])
        text, hint = "Give notice of how the cards are laid", f"option {option}, by the Director"
        return told(state, a.NotifyDealOption, text, "deal", hint=hint, by=DIRECTOR, option=option)
    if rules.form == "no_vig" and not state.is_form_noticed:
        text, hint = "Give notice that no vigorish is taken", "a banker's six pays 1 to 2"
        return told(state, a.PostVigorishNotice, text, "vig_none", hint=hint, by=CHARGING, form=rules.form, pct=0)
    return None


def _between(state: Table) -> dict[str, Any]:
    cards = state.cards
    if not state.play.is_layout_clear:
        hint = "in the order they were dealt"
        return told(state, a.DiscardCards, "Cards to the discard rack", "discard", hint=hint)
    if cards.must_announce:
        return told(state, a.AnnounceLastHand, 'Announce "Last Hand"', "last_hand", hint="the cutting card is out")
    if cards.stage is Stage.FINISHED and state.marks:
        position = max(state.marks)
        text = f"Collect position {position}'s vigorish"
        return told(state, a.CollectVigorish, text, "marker", hint="the shoe is over", position=position)
    step = card_step(state, _shuffle(state))
    if step is not None:
        return step
    if cards.is_first_due or cards.burns_due:
        return _burn(state)
    return told(state, table_acts.OpenBetting, "Open the bets", "round", hint=f"for coup {state.rounds + 1}")


def _shuffle(state: Table) -> dict[str, Any]:
    cards = state.cards
    if not cards.backs:
        return {}
    if cards.stored is not None and cards.is_back_from_idle and cards.stage is Stage.STACKED:
        text, hint = "Take the stored batch out", "the idle one goes into the shuffler"
        safe = {"is_stored_securely": True, "is_handled_as_approved": True}
        return told_step(state, a.ReleaseBatch, text, hint=hint, **safe)
    back = cards.next_back.value
    text = f"Shuffle the {back} batch" if state.has_shuffler else "Shuffle the cards"
    return told_step(state, a.ShuffleCards, text, batch=back)


def _burn(state: Table) -> dict[str, Any]:
    due = state.cards.burns_due
    text = f"Burn {due} more card{'' if due == 1 else 's'}" if due else "Turn up the first card"
    hint = "to the discard rack" if due else "as many more are burned as it counts"
    return {**told(state, a.BurnCard, text, "burn", hint=hint), "is_card": True}


def _dealing(state: Table, current: Round) -> dict[str, Any]:
    """Return the next card, or what comes before it: hidden hands are turned, counts are called."""
    shown = _shown(state, current) if len(current.banker) >= 2 else None
    if shown is not None:
        return shown
    if available(state, current) < max(4 - len(current.dealt), 1):
        hint = "every wager goes back"
        return told(state, a.CallTooFewCards, "The shoe has too few cards", "too_few", hint=hint)
    due = current.due or Side.PLAYER
    place = ("first", "second", "third")[len(current.hand(due))]
    step = told(state, a.DealCard, f"{_HANDS[due]} {place} card", "third_card" if place == "third" else "deal")
    return {**step, "is_card": True, "hint": "touch it on the pad, or type it", "hand": due.value}


def _shown(state: Table, current: Round) -> dict[str, Any] | None:
    """Return what is to be done until both hands are shown and their counts called; None where that is done."""
    for side in Side:
        if side in state.play.face_down:
            return _turning(state, side)
        if side not in state.play.called:
            points = point_count(current.hand(side)[:2])
            step = told(state, a.CallPoints, f"Call {NAMES[side]} {points}", "announce", hand=side.value, points=points)
            return {**step, "said": True}
    return None


def _turning(state: Table, side: Side) -> dict[str, Any]:
    """Return how a hand that lies face down comes to be shown: by the dealer, or by the player who has the right."""
    who, name = state.turner(side), _HANDS[side]
    if who == 0:
        return told(state, a.TurnCards, f"Turn the {name} cards up", "deal", hand=side.value)
    if who is None:
        following = state.next_turner(side) or 0
        player = state.seats[following]
        asked: dict[str, Any] = {"hand": side.value, "position": following}
        step = told(state, a.OfferTurn, f"{player} turns the {name} cards", "relinquish", **asked, is_accepted=True)
        declined = {"text": f"{player} declines", "fields": {**asked, "is_accepted": False}}
        return {**step, "hint": f"position {following} is asked", "others": [declined]}
    player = state.seats[who]
    if state.play.handed is side:
        text, hint = f"{player} gives the {name} cards back", "face up"
        return told(state, a.ReturnCards, text, "view", hint=hint, hand=side.value)
    text, hint = f"Hand {player} the {name} cards", "face down: the highest wager on that hand"
    return told(state, a.HandCards, text, "view", hint=hint, hand=side.value, position=who)


def _complete(state: Table, current: Round) -> dict[str, Any]:
    shown = _shown(state, current)
    if shown is not None:
        return shown
    counts = {side: current.points(side) for side in Side}
    if not state.play.is_result_called:
        points: dict[str, Any] = {f"{side}_points": points for side, points in counts.items()}
        text = result_in_words(current.outcome, counts[Side.PLAYER], counts[Side.BANKER])
        step = told(state, a.CallResult, f"Call {text}", "result", **points, outcome=current.outcome.value)
        return {**step, "said": True}
    lost = [stake for (_, on, _), stake in current.wagers.items() if is_lost(on, current.outcome)]
    if not state.play.are_losers_collected:
        text = "Take the losing chips" if lost else "No chip has lost"
        hint = f"{len(lost)} wager{'' if len(lost) == 1 else 's'}, {state.money(sum(lost))}" if lost else "pay next"
        return told(state, a.CollectLosers, text, "losers_first", hint=hint)
    text = "Pay the winners" if len(lost) < len(current.wagers) else "Nobody has won"
    return told(state, a.PayWinners, text, "losers_first", hint="" if len(lost) < len(current.wagers) else "go on")


def is_lost(on: str, outcome: Outcome) -> bool:
    """Tell whether a wager loses: one on the other hand, and a Tie Bet unless the hands tie."""
    return on != outcome and (on == Outcome.TIE or outcome is not Outcome.TIE)


def result_in_words(outcome: Outcome, player: int, banker: int) -> str:
    """Say who has won, and with what.

    >>> result_in_words(Outcome.BANKER, 7, 8), result_in_words(Outcome.TIE, 6, 6)
    ('Banker wins, 8 to 7', 'Tie Hand, 6 to 6')
    """
    if outcome is Outcome.TIE:
        return f"Tie Hand, {player} to {banker}"
    high, low = (player, banker) if outcome is Outcome.PLAYER else (banker, player)
    return f"{'Player' if outcome is Outcome.PLAYER else 'Banker'} wins, {high} to {low}"
