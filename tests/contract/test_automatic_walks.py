"""What every automatic table must keep, however it is set up: offers, answers, replay, and money to the cent."""

import re
from collections import Counter

import msgspec
import pytest

from pitboss.decider import Accepted, Act, Refusal, offered, validated
from pitboss.games.everyday.dispute_events import DISPUTING_EVENTS
from pitboss.games.everyday.events import EVERYWHERE_EVENTS
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.rulebook import all_clauses
from tests.support.automatic_walk import ACTS, AutomaticWalk
from tests.support.campaign import Campaign, Part
from tests.support.driver import ONEIDA
from tests.support.strategies import is_well_formed as is_a_message

DOCUMENT = {"rulebook": ONEIDA, "name": "A1"}
VARIANTS = [
    DOCUMENT,
    {**DOCUMENT, "has_sensor": False, "terminals_max": 2},
    {**DOCUMENT, "exposure_max_minor": 5_000, "exposure_mode": "warn", "settings": {"match_play": True}},
    {**DOCUMENT, "exposure_max_minor": 20_000, "settings": {"default_min": 500, "default_max": 2_500}},
    {**DOCUMENT, "settings": {"player_max": 2_000, "table_max": 5_000}},
]
"""With and without sensor, coupons, limits of a bet and of all bets, and a limit of what a spin may cost."""

STEPS, STEPS_A_GAME = 300, 30
RARE = {"automatic.exposure_warned/1"}
OF_THE_RACK = {str(event.__struct_config__.tag) for event in (*EVERYWHERE_EVENTS, *DISPUTING_EVENTS)}
"""What only a whole campaign is sure to meet."""
OF_PLAYERS = ("layout", "credits", "receivable", "payable")
SEEN_BY_DECIDE = (a.PlaceBet, a.PlaceBets, a.CorrectBuyIn, a.RuleNumber)
"""What `legal` offers and `decide` may still refuse, as the page of offers says: credits, limits, the own dealer.

A designee's refund is one more: the supervisor named is the witness.
"""


def is_seen_by_decide(act: Act) -> bool:
    """Tell whether an act may be refused though it is offered; only a designee's refund may, of all refunds."""
    return isinstance(act, SEEN_BY_DECIDE) or (isinstance(act, a.RefundGame) and act.designee_of is not None)


class Held(AutomaticWalk):
    """A walk whose every step is held to the contract."""

    def take(self, by, offer, offers):
        """Whatever lies inside an offer is accepted, where the offer is exact."""
        command, answer = super().take(by, offer, offers)
        assert offer.admits(command)
        assert isinstance(answer, Accepted) or is_seen_by_decide(command.act), (command, answer)
        return command, answer

    def send(self, command, offers):
        """Nothing is accepted that is not offered; a refusal changes nothing and says why."""
        is_well_formed, before = is_a_message(command, AUTOMATIC.command_decoder), self.state
        is_offered = is_well_formed and offered(offers, command)
        may_lack_clause = not is_well_formed or not self.is_readable(command.act)
        answer = super().send(command, offers)
        assert is_offered or isinstance(answer, Refusal), (command, answer)
        if isinstance(answer, Refusal):
            assert not is_offered or is_seen_by_decide(command.act), (command, answer)
            assert before is self.state
            assert answer.reason
            assert answer.clause in all_clauses() or (may_lack_clause and not answer.clause), (command, answer)
        assert self.state == self.replayed, (command, answer)
        self.count_money()
        return answer

    def replay(self, command, answer):
        """A second table, at which the same happened, decides the same."""
        assert answer.events == tuple(AUTOMATIC.decide(self.replayed, validated(command)))
        super().replay(command, answer)

    def record(self, event):
        """An event is the same once it is written and read, and can be told in words."""
        assert event == AUTOMATIC.event_decoder.decode(msgspec.json.encode(event))
        assert AUTOMATIC.in_words(self.replayed, event).strip()
        super().record(event)

    def count_money(self):
        """The balances are the fold of all moves, no player is below zero, and the layout holds the bets."""
        assert 0 == sum(self.ledger.values())
        assert +self.ledger == +Counter(self.state.balances)
        assert -self.ledger == -Counter(self.state.balances)
        owned = ("credits:", "payable:")
        assert [] == [name for name, held in self.ledger.items() if name.startswith(owned) and held < 0]
        assert [] == [name for name, held in self.ledger.items() if name.startswith("receivable:") and held > 0]
        laid = sum(sum(entry.bets.values()) for entry in self.state.terminals.values())
        assert laid == self.ledger["layout"]
        assert laid == sum(self.state.rows.values()) == self.state.staked


def walked(part: Part) -> Counter[str]:
    """Walk tables one after the other, each to its closing, for a part's number of them."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        config, faults = check_automatic(rng.choice(VARIANTS))
        assert config is not None, faults
        walk = Held(rng, config)
        for step in range(STEPS):
            walk.step()
            if not step % STEPS_A_GAME:
                walk.play()
        assert walk.finish(), walk.state
        assert {} == {name: held for name, held in walk.ledger.items() if held and name.split(":")[0] in OF_PLAYERS}
        met += walk.met
    return met


@pytest.mark.campaign(1_000)
def test_walks_keep_the_contract(request):
    """Walks find nothing, and go so deep that every event has happened and every act was refused at times."""
    campaign = Campaign.of(request, "contract-automatic", part_cases=2, slice_parts=2)
    met = campaign.run(walked)
    rare = OF_THE_RACK | (set() if campaign.is_whole else RARE)
    every = {str(event.__struct_config__.tag) for event in AUTOMATIC.events}
    assert every - rare == {entry for entry in met if not entry.startswith("refused ")} - rare
    assert set() == {act.__name__ for act in ACTS if not met[f"refused {act.__name__}"]}


@pytest.mark.cover
def test_short_walks_keep_the_contract():
    """The same at two tables, of which coverage is measured."""
    assert walked(Part("short-automatic", 0, 2))["roulette.round_settled/2"]


def test_stored_names_are_fixed():
    """Every message has a name of its own with a version, which no class name or module can change."""
    tags = [str(kind.__struct_config__.tag) for kind in (*AUTOMATIC.acts, *AUTOMATIC.events)]
    assert [] == [
        tag for tag in tags if not re.fullmatch(r"(automatic|dispute|roulette|table)\.[a-z_]+/[1-9][0-9]*", tag)
    ]
    assert len(set(tags)) == len(tags)
