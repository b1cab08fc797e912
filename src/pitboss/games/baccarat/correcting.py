"""A card of mini-baccarat that was named wrongly: the hands it makes, and the cards that were then not due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.decider import Command, Event
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.checks import the_round
from pitboss.games.baccarat.hands import Side, hands_of, point_count, value_of
from pitboss.games.baccarat.state import Phase, Round, Table
from pitboss.games.baccarat.third_cards import ThirdCards, is_natural
from pitboss.games.shoe import correcting
from pitboss.games.shoe.acts import CorrectCard
from pitboss.games.shoe.events import CardCorrected
from pitboss.games.shoe.evolve import put_back, renamed
from pitboss.rulebook import cites


class Sorted(NamedTuple):
    """The hands as far as their cards were due, and the third cards that were not."""

    player: list[str]
    banker: list[str]
    players_extra: str | None
    """The Player's third card, where none was due."""
    bankers_extra: str | None
    """The Banker's, where none was due or the Player's was to come first."""
    is_taken: bool
    """Whether the Player's card that was not due is the Banker's third."""


@cites("MB-N1", "MB-N2", "Q30", "HP-C1")
def sorted_hands(tables: ThirdCards, player: Sequence[str], banker: Sequence[str]) -> Sorted:
    """Tell of cards that lie in both hands which were due there, by Tables 1 and 2."""
    hands, players, bankers = (list(player[:2]), list(banker[:2])), player[2:], banker[2:]
    counts = point_count(hands[0]), point_count(hands[1])
    is_over = any(map(is_natural, counts))
    has_due = not is_over and tables.player_draws(counts[0])
    third = players[0] if has_due and players else None
    is_bankers_due = not is_over and (not has_due or third is not None)
    is_bankers_due = is_bankers_due and tables.banker_draws(counts[1], value_of(third) if third else None)
    players_extra = players[0] if players and not has_due else None
    # A card that the Player's Hand was not due goes to the Banker's, which then has its third.
    is_taken = is_bankers_due and players_extra is not None
    kept = [*bankers] if is_bankers_due and not is_taken else []
    bankers_extra = bankers[0] if bankers and not kept else None
    player_hand = [*hands[0], *([third] if third else [])]
    return Sorted(player_hand, [*hands[1], *kept], players_extra, bankers_extra, is_taken)


def correct(state: Table, command: Command[CorrectCard]) -> Sequence[Event]:
    """Correct a card that lies on the layout; third cards that were then not due go where MB-N1 and MB-N2 say."""
    current, place = the_round(state), command.act.place
    hand = _hand_of(current, place)
    event = correcting.corrected(state, command, current.dealt, is_face_up=hand not in state.play.face_down)
    found = sorted_hands(current.rules.tables, *_with(current, event))
    return (event, *_not_due(state, found, command.by.id))


def _hand_of(current: Round, place: int) -> Side:
    """Return the hand that a card of the round lies in."""
    lies = [(turn, side) for side in Side for turn, _ in enumerate(current.hand(side))]
    order = sorted(lies, key=lambda entry: (entry[0], entry[1] is Side.BANKER))
    return order[place - 1][1] if place <= len(order) else Side.PLAYER


def _with(current: Round, event: CardCorrected) -> tuple[list[str], list[str]]:
    """Return both hands with the right card in the place of the wrong one."""
    hands = {side: list(current.hand(side)) for side in Side}
    side = _hand_of(current, event.place)
    earlier = [_hand_of(current, place) for place in range(1, event.place)]
    hands[side][earlier.count(side)] = event.card
    return hands[Side.PLAYER], hands[Side.BANKER]


@cites("MB-N1", "MB-N2", "Q72")
def _not_due(state: Table, found: Sorted, by: str) -> Iterator[Event]:
    """Yield what becomes of third cards that were not due: they were named, so they are disclosed."""
    rules, due = state.rules, state.cards.burns_due
    for card, is_players in ((found.players_extra, True), (found.bankers_extra, False)):
        if card is None:
            continue
        clause = rules.clause("error_player_third" if is_players else "error_drawn")
        if is_players and found.is_taken:
            yield _error(card, "banker", clause=clause, due=due, by=by)
            yield e.CardDealt(card=card, to=Side.BANKER, place=3, is_complete=True, by=by)
        else:
            due = min(due + value_of(card), state.cards.in_shoe)
            yield _error(card, "burned", clause=clause, due=due, by=by, is_players_third=is_players)


def _error(card: str, becomes: str, *, clause: str, due: int, by: str, is_players_third: bool = True) -> Event:
    return e.CardDrawnInError(
        card=card, is_players_third=is_players_third, becomes=becomes, due=due, clause=clause, by=by
    )


def evolve_corrected(state: Table, event: CardCorrected) -> None:
    """Fold the round again: the hands as they are, and the calls that were made of them undone."""
    current, play = state.round, state.play
    if current is None:
        return
    found = sorted_hands(current.rules.tables, *_with(current, event))
    renamed(state, event)
    put_back(state, filter(None, (found.bankers_extra, found.players_extra)))
    for side, cards in ((Side.PLAYER, found.player), (Side.BANKER, found.banker)):
        if len(cards) < len(current.hand(side)):
            play.face_down.discard(side)
            play.handed = None if play.handed is side else play.handed
        current.hand(side)[:] = cards
    is_complete = hands_of(current.rules.tables, current.dealt).due is None
    current.phase = Phase.COMPLETE if is_complete else Phase.DEALING
    play.is_result_called = play.are_losers_collected = False
    if event.place <= 4:
        play.called.clear()
