"""Whatever is laid in whatever order, no limit over all positions is passed, and what is refused changed nothing."""

from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.decider import Command, Person, Role
from pitboss.games import GAMES
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat import round as baccarat
from pitboss.games.baccarat.rules import rules_of as baccarat_rules
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack import round as blackjack
from pitboss.games.blackjack.rules import rules_of as blackjack_rules
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette import round as roulette
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.rules import rules_of as roulette_rules
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo import round as sicbo
from pitboss.games.sicbo.rules import rules_of as sicbo_rules
from pitboss.rulebook import RuleViolation, table_config
from tests.support.automatic_driver import AutomaticDriver
from tests.support.driver import ONEIDA

NOW = datetime(2024, 6, 1, 20, tzinfo=UTC)
PLAYER_MAX, TABLE_MAX = 700, 1_000
TOTALS = {"player_max": PLAYER_MAX, "table_max": TABLE_MAX}
DEALER = Person("Dora", Role.DEALER)
PLAYERS = st.sampled_from(("Ann", "Bob", "Cid"))
STAKES = st.sampled_from((2, 100, 200, 300, 350, 700, 701, 1_002))


def laying(placed, removed, **fields):
    """Return a strategy of wagers and of chips taken back, at such places."""
    named = {"player": PLAYERS, "stake_minor": STAKES, **fields}
    return st.builds(placed, **named) | st.builds(removed, **named)


ACTS = {
    "roulette": laying(
        roulette_acts.PlaceWager, roulette_acts.RemoveWager, bet=st.sampled_from(("red", "odd", "straight:17"))
    ),
    "sicbo": laying(sicbo_acts.PlaceWager, sicbo_acts.RemoveWager, bet=st.sampled_from(("small", "total:7", "one:3"))),
    "baccarat": laying(
        baccarat_acts.PlaceWager,
        baccarat_acts.RemoveWager,
        position=st.integers(1, 4),
        on=st.sampled_from(("banker", "player", "tie")),
        source=st.sampled_from(baccarat_acts.Source),
    ),
}
ROUNDS = {
    "roulette": (roulette, roulette_rules, ONEIDA),
    "sicbo": (sicbo, sicbo_rules, "oneida-sicbo-2004"),
    "baccarat": (baccarat, baccarat_rules, "oneida-minibaccarat-2004"),
    "blackjack": (blackjack, blackjack_rules, "oneida-blackjack-2004"),
}
SETTINGS = {"blackjack": {"initial_suit": "same_suit"}}


def fresh(name):
    """Return a round with both limits, just opened."""
    module, rules_of, rulebook = ROUNDS[name]
    return module.Round(
        rules_of(table_config({"rulebook": rulebook, "settings": {**TOTALS, **SETTINGS.get(name, {})}}))
    )


class Count:
    """A round, and what every player has laid in it, told from the events alone."""

    def __init__(self, name):
        self.module, self.state, self.laid = ROUNDS[name][0], fresh(name), Counter[str]()

    def do(self, act):
        """Try an act; whether it is taken or not, hold the round to its limits."""
        before = self.state.key()
        try:
            events = self.module.decide(self.state, Command(key="k", by=DEALER, act=act, received_at=NOW))
        except RuleViolation:
            assert before == self.state.key()
            return
        for event in events:
            self.module.evolve(self.state, event)
            self.count(event)
        assert max(self.laid.values(), default=0) <= PLAYER_MAX
        assert self.laid.total() <= TABLE_MAX
        assert dict(self.laid) == {player: self.state.laid_by(player) for player in self.laid}
        assert self.laid.total() == self.state.laid_in_all

    def count(self, event):
        """Add what an event put on the layout; an event after the bets names its seat and not its player."""
        stake = getattr(event, "stake_minor", 0) + getattr(event, "hit_minor", 0)
        if stake:
            player = event.player if hasattr(event, "player") else self.state.boxes[event.seat].player
            self.laid[player] += -stake if type(event).__name__ == "WagerRemoved" else stake


@pytest.mark.parametrize("name", ACTS)
@given(data=st.data())
def test_no_sequence_of_wagers_passes_a_limit(name, data):
    """What was laid, added up from the events, stays within both limits; a refused act leaves the round as it was."""
    count = Count(name)
    for act in data.draw(st.lists(ACTS[name], min_size=5, max_size=40)):
        count.do(act)
    assert count.laid.total() == count.state.laid_in_all <= TABLE_MAX


SEATS = st.integers(1, 3)
SMALL = st.sampled_from((50, 100, 150, 200, 300))
CARDS = st.sampled_from(("2S", "3S", "4S", "8S", "8S", "8H", "TS", "AS"))
WAGERS = laying(
    blackjack_acts.PlaceWager,
    blackjack_acts.RemoveWager,
    seat=SEATS,
    stake_minor=SMALL,
    on=st.sampled_from(("blackjack", "same_suit")),
)


def next_act(state):
    """Return a strategy of what may come next in a round of blackjack, or None at the end of the players' turns."""
    dealt = st.builds(blackjack_acts.DealCard, card=CARDS)
    backed = st.builds(blackjack_acts.PlaceHitWager, seat=SEATS, hand=st.integers(1, 3), stake_minor=SMALL)
    if state.phase == "turns" and state.turn is not None and not state.turn[2].is_card_due:
        seat, hit = st.just(state.turn[0]), st.none() | SMALL
        drawn = [st.builds(kind, seat=seat, hit_minor=hit) for kind in (blackjack_acts.Hit, blackjack_acts.DoubleDown)]
        return st.one_of(
            *drawn, st.builds(blackjack_acts.SplitPair, seat=seat), st.builds(blackjack_acts.Stand, seat=seat)
        )
    insured = st.builds(blackjack_acts.PlaceInsurance, seat=SEATS, stake_minor=SMALL)
    return {
        "betting": dealt,
        "dealing": dealt,
        "suits": st.just(blackjack_acts.SettleSuitWagers()),
        "insurance": insured | st.just(blackjack_acts.CloseInsurance()),
        "turns": dealt | backed,
    }.get(state.phase.value)


@given(data=st.data())
def test_no_hands_pass_a_limit(data):
    """Doubling, splitting, insurance, suit and hit wagers count to both limits, before and after they are settled."""
    count = Count("blackjack")
    for act in data.draw(st.lists(WAGERS, min_size=3, max_size=8)):
        count.do(act)
    for _ in range(40 if count.state.boxes else 0):
        acts = next_act(count.state)
        if acts is None:
            break
        count.do(data.draw(acts))
    assert count.laid.total() == count.state.laid_in_all <= TABLE_MAX


TERMINALS = st.sampled_from(("T1", "T2", "T3"))
TOUCHES = st.one_of(
    *[
        st.builds(
            automatic_acts.PlaceBet,
            terminal=TERMINALS,
            bet=st.sampled_from(("red", "odd", "straight:17")),
            chip_minor=st.sampled_from((100, 500)),
        )
    ]
    * 3,
    *(
        st.builds(kind, terminal=TERMINALS)
        for kind in (
            automatic_acts.UndoBet,
            automatic_acts.RecallBets,
            automatic_acts.ClearBets,
            automatic_acts.BetNeighbours,
        )
    ),
    st.builds(
        automatic_acts.PlaceBets,
        terminal=TERMINALS,
        bets=st.sampled_from(((automatic_acts.Stake("red", 200), automatic_acts.Stake("odd", 300)),)),
    ),
    st.builds(automatic_acts.CancelBet, terminal=TERMINALS, bet=st.sampled_from(("red", "odd"))),
)


@given(games=st.lists(st.lists(TOUCHES, max_size=25), min_size=1, max_size=2))
def test_no_terminals_pass_a_limit(games):
    """An act of a terminal is taken whole or not at all, whatever the others have on the layout."""
    driver = AutomaticDriver(settings=TOTALS).bought(T1=9_000, T2=9_000, T3=9_000)
    for touches in games:
        driver.do("dealer", automatic_acts.StartGame())
        for act in touches:
            before = {name: driver.bets(name) for name in ("T1", "T2", "T3")}
            is_taken = hasattr(driver.answer(act.terminal, act), "events")
            after = {name: sum(driver.bets(name).values()) for name in before}
            assert max(after.values()) <= PLAYER_MAX
            assert sum(after.values()) <= TABLE_MAX
            assert is_taken or before == {name: driver.bets(name) for name in before}
        driver.settle("1")


def test_every_game_is_drawn():
    """A game that is added is held to its limits too."""
    assert {*GAMES} == {*ACTS, "blackjack"} == {*ROUNDS}
