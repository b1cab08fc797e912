"""The cards of any card table on their way into play, as robots do it: inspection, spread, wash, cut, load."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.decider import Act, Person, Role
from pitboss.demo.robots.guests import player, sitting_down
from pitboss.demo.robots.scene import Chance, Crew, Step
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as a
from pitboss.games.shoe.state import CardTable, Stage

DECLINES = 0.3
"""How often a robot declines to cut."""


def drawn(chance: Chance, left: Sequence[int]) -> str:
    """Draw a card from what is left of each."""
    return chance.choices(CARDS, left)[0]


NOTHING = "0" * 64
"""A commitment to nothing: the server says the true one in its place."""
CONTROLS = "the house's controls of virtual shoes"


def revealing(crew: Crew, dealer: Person) -> Step | None:
    """Return the step with which a virtual shoe is shown; people show one that is not the server's."""
    return Step(dealer, a.RevealShoe(order=(), nonce=""), pause=2.0) if crew.is_virtual else None


def into_play(
    state: CardTable,
    chance: Chance,
    crew: Crew,
    dealer: Person,
    shuffle: Callable[[], Act],
) -> Step | None:
    """Return the next step of the cards up to a loaded shoe; None where they are loaded already."""
    match state.cards.stage:
        case Stage.AWAITED:
            return Step(dealer, _inspection(state), crew.of(Role.FLOORPERSON), pause=1.0)
        case Stage.INSPECTED:
            return Step(dealer, a.SpreadCards(), pause=1.0)
        case Stage.SPREAD:
            return _looking(state, chance, crew, dealer)
        case Stage.SEEN:
            return Step(dealer, a.StackCards(is_washed=state.must_wash), pause=1.5)
        case Stage.STACKED | Stage.FINISHED if crew.is_virtual:
            return Step(dealer, a.CommitShoe(NOTHING, CONTROLS, _from_back(state, chance)), pause=3.0)
        case Stage.STACKED | Stage.FINISHED:
            return Step(dealer, shuffle(), pause=3.0)
        case Stage.SHUFFLED if state.must_cut:
            return _cutting(state, chance, crew, dealer)
        case Stage.SHUFFLED | Stage.CUT:
            return Step(dealer, a.LoadShoe(from_back=_from_back(state, chance)), pause=2.0)
        case Stage.IDLE_DOWN:
            return Step(dealer, a.TurnIdleCards(), pause=2.0) if state.seats else sitting_down(state, chance, crew)
        case _:
            return None


def _inspection(state: CardTable) -> a.InspectCards:
    decks = state.rules.shoe_decks
    two = state.rules.batches > 1
    return a.InspectCards(
        back=a.Colour.RED,
        decks=decks,
        cutting_cards=a.Colour.YELLOW,
        second_back=a.Colour.BLUE if two else None,
        second_decks=decks if two else 0,
    )


def _looking(state: CardTable, chance: Chance, crew: Crew, dealer: Person) -> Step | None:
    """Seat somebody, and let the first who came look at the cards."""
    if not state.seats:
        return sitting_down(state, chance, crew)
    return Step(dealer, a.LetPlayerLook(player=next(iter(state.seats.values()))), pause=1.5)


def _cutting(state: CardTable, chance: Chance, crew: Crew, dealer: Person) -> Step:
    """Offer the cut; a person who takes it has time, and then the dealer cuts."""
    cutter, following = state.cards.cutter, state.next_to_cut()
    if cutter is None and following is not None:
        is_robot = state.seats[following] in crew.players
        act = a.OfferCut(position=following, is_accepted=not is_robot or chance.random() > DECLINES)
        return Step(dealer, act, pause=1.5)
    least, most = state.cut_depths()
    act_cut = a.CutCards(depth=chance.randint(least + (most - least) // 4, most - (most - least) // 4))
    name = state.seats.get(cutter or 0)
    if name in crew.players and name is not None:
        return Step(player(name), act_cut, pause=1.5)
    return Step(dealer, act_cut, pause=15.0 if cutter else 1.5, is_patient=bool(cutter))


def _from_back(state: CardTable, chance: Chance) -> int:
    least = state.rules.cut_from_end
    return min(least + chance.randint(0, 12), state.rules.shoe_size - 1)
