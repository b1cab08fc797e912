"""A card of mini-baccarat that was named wrongly: the hands it makes, and the cards that were then not due.

A table remembers where the round's cards are among those that left the shoe, in the order they were dealt and with the
hand they were dealt to. Each correction folds them again from the first, so that one that is taken back leaves nothing
behind. Once another card has left the shoe after cards were burned as not due, no correction undoes that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.decider import Command, Event
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.checks import the_round
from pitboss.games.baccarat.hands import Side, hands_of, point_count, value_of
from pitboss.games.baccarat.state import Laid, Phase, Play, Table
from pitboss.games.baccarat.third_cards import ThirdCards, is_natural
from pitboss.games.cards import parse_card
from pitboss.games.shoe import correcting
from pitboss.games.shoe.acts import CorrectCard
from pitboss.games.shoe.events import CardCorrected
from pitboss.games.shoe.evolve import renamed
from pitboss.rulebook import ActionRefused, cites


class Sorted(NamedTuple):
    """The hands as far as their cards were due, and the third cards that were not, each as its place in the shoe."""

    player: list[int]
    banker: list[int]
    players_extra: int | None
    """The Player's third card, where none was due."""
    bankers_extra: int | None
    """The Banker's, where none was due or the Player's was to come first."""
    is_taken: bool
    """Whether the Player's card that was not due is the Banker's third."""

    def hand(self, side: Side) -> list[int]:
        """Return the cards of a hand."""
        return self.player if side is Side.PLAYER else self.banker

    @property
    def extras(self) -> list[int]:
        """Return the cards that were not due where they were dealt."""
        return [at for at in (self.players_extra, self.bankers_extra) if at is not None]

    @property
    def in_order(self) -> list[Laid]:
        """Return the cards of both hands in the order of the deal."""
        turns = [
            (turn, side is Side.BANKER, Laid(side, at)) for side in Side for turn, at in enumerate(self.hand(side))
        ]
        return [laid for *_, laid in sorted(turns)]


@cites("MB-N1", "MB-N2", "Q30", "HP-C1")
def sorted_hands(tables: ThirdCards, laid: Sequence[Laid], named: Sequence[str]) -> Sorted:
    """Tell of cards that were dealt to both hands which were due there, by Tables 1 and 2."""
    player, banker = ([at for to, at in laid if to is side] for side in Side)
    counts = [point_count([named[at] for at in hand[:2]]) for hand in (player, banker)]
    is_over = any(map(is_natural, counts))
    has_due = not is_over and tables.player_draws(counts[0])
    third = player[2] if has_due and len(player) > 2 else None
    is_bankers_due = not is_over and (not has_due or third is not None)
    is_bankers_due = is_bankers_due and tables.banker_draws(
        counts[1], None if third is None else value_of(named[third])
    )
    players_extra = player[2] if len(player) > 2 and not has_due else None
    # A card that the Player's Hand was not due goes to the Banker's, which then has its third.
    is_taken = is_bankers_due and players_extra is not None
    kept = banker[2:] if is_bankers_due and not is_taken else []
    bankers_extra = banker[2] if len(banker) > 2 and not kept else None
    taken = [players_extra] if is_taken and players_extra is not None else []
    player_hand = [*player[:2], *([] if third is None else [third])]
    return Sorted(player_hand, [*banker[:2], *kept, *taken], players_extra, bankers_extra, is_taken)


def correct(state: Table, command: Command[CorrectCard]) -> Sequence[Event]:
    """Correct a card that lies on the layout; third cards that were then not due go where MB-N1 and MB-N2 say."""
    current, play, place = the_round(state), state.play, command.act.place
    # Between rounds the shoe may be another one already: the correction is refused below.
    named = state.cards.shoe.drawn if state.cards.shoe and not state.is_between_rounds else []
    lies = sorted_hands(current.rules.tables, play.laid, named).in_order if named else []
    hand = lies[place - 1].to if place <= len(lies) else Side.PLAYER
    event = correcting.corrected(state, command, current.dealt, is_face_up=hand not in play.face_down)
    truly = list(named)
    truly[lies[place - 1].at] = event.card
    _refuse_undoing(state, named, truly)
    found = sorted_hands(current.rules.tables, play.laid, truly)
    return (event, *_not_due(state, found, truly, command.by.id))


@cites("HP-C1", "Q72")
def _refuse_undoing(state: Table, named: Sequence[str], truly: Sequence[str]) -> None:
    """Refuse a correction by which cards were due after all that were burned, once play has gone on by it."""
    tables = the_round(state).rules.tables
    for laid in state.play.carried_out:
        before = sorted_hands(tables, laid, named)
        if before != sorted_hands(tables, laid, truly):
            cards = " and ".join(named[at] for at in before.extras)
            reason = f"{cards} went out of the hands by an earlier correction, and cards have left the shoe since"
            raise ActionRefused(f"{reason}: that is not undone", clause=correcting.HOUSE)


@cites("MB-N1", "MB-N2", "Q72")
def _not_due(state: Table, found: Sorted, named: Sequence[str], by: str) -> Iterator[Event]:
    """Yield what becomes of third cards that were not due: they were named, so they are disclosed."""
    rules, play = state.rules, state.play
    due = play.burns_before if play.aside else state.cards.burns_due
    for at in found.extras:
        card, is_players = named[at], at == found.players_extra
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


@cites("HP-C1", "Q72")
def evolve_corrected(state: Table, event: CardCorrected) -> None:
    """Fold the round again from its first card: what an earlier correction made of it is undone, the calls too."""
    current, play, shoe = state.round, state.play, state.cards.shoe
    if current is None or shoe is None:
        return
    tables = current.rules.tables
    before = sorted_hands(tables, play.laid, shoe.drawn)
    _take_back(state)
    renamed(state, event, at=before.in_order[event.place - 1].at)
    found = sorted_hands(tables, play.laid, shoe.drawn)
    play.loose = found.extras
    if found.is_taken:
        # It is dealt once more, to the Banker's Hand.
        current.left[parse_card(shoe.drawn[found.extras[0]]).index] += 1
    for side in Side:
        current.hand(side)[:] = [shoe.drawn[at] for at in found.hand(side) if at not in found.extras]
    _hide_again(play, before, found)
    current.phase = Phase.COMPLETE if hands_of(tables, current.dealt).due is None else Phase.DEALING
    play.is_result_called = play.are_losers_collected = False
    if event.place <= 4:
        play.called.clear()


def _take_back(state: Table) -> None:
    """Take cards out of the rack that an earlier correction put there, and what was to be burned with them."""
    cards, play = state.cards, state.play
    if play.aside:
        del cards.rack[-len(play.aside) :]
        cards.burns_due = play.burns_before
    play.aside, play.burns_before = [], cards.burns_due


def _hide_again(play: Play, before: Sorted, found: Sorted) -> None:
    """Have the faces hidden that were so when the cards lay as they were dealt; cards that are not due are shown."""
    play.face_down = set(play.face_down if play.hidden is None else play.hidden)
    play.hidden = set(play.face_down) if found.extras else None
    for laid in play.laid:
        if laid.at in found.extras:
            play.face_down.discard(laid.to)
    if play.handed is not None and before.hand(play.handed) != found.hand(play.handed):
        play.handed = None


@cites("HP-C1", "Q72")
def carry_out(state: Table) -> None:
    """Let it stand what a correction made of cards that were not due: another card leaves the shoe."""
    current, play, shoe = state.round, state.play, state.cards.shoe
    if current is None or shoe is None or not play.aside:
        return
    play.carried_out.append(tuple(play.laid))
    play.laid = sorted_hands(current.rules.tables, play.laid, shoe.drawn).in_order
    play.aside, play.hidden = [], None
