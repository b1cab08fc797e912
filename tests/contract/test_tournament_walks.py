"""What every tournament must keep, whatever its rules: `legal` and `decide` agree, events replay, money is counted."""

import random
import re
from collections import Counter

import msgspec
import pytest

from pitboss.decider import Accepted, Refusal, offered, validated
from pitboss.games.tournament.config import tournament_config
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.rulebook import all_clauses
from tests.support.campaign import Campaign, Part
from tests.support.strategies import PEOPLE
from tests.support.strategies import is_well_formed as is_a_message
from tests.support.tournament_driver import DOCUMENT, TOTALS
from tests.support.tournament_walk import TournamentWalk

VARIANTS = [
    DOCUMENT,
    {**DOCUMENT, "ties": "play_off", "advance": 2},
    {**DOCUMENT, "ties": "draw", "heats": 3, "players_per_table": 2, "carry_chips": True},
    {**DOCUMENT, "advance": "chips_left", "heats": 4, "entry_fee_minor": 0, "funding": "guaranteed"},
    {
        **DOCUMENT,
        "heats": 1,
        "advance": None,
        "entries_max": 5,
        "remainder": "keep",
        "prizes_minor": [4001, 2000, 1000],
    },
    {**TOTALS, "ties": "draw", "prizes_minor": [5_000, 1_000, 1_000]},
    {**TOTALS, "ties": "play_off", "heats": 3, "entries_min": 4},
    {**TOTALS, "prizes_minor": [3_333, 3_332, 1], "remainder": "last"},
]
"""The rules of tournaments that differ in everything that can be chosen."""

STEPS = 120
ACCOUNTS = {"patrons", "promotion", "tournament_entries", "tournament_prizes"}


class Held(TournamentWalk):
    """A walk whose every step is held to the contract."""

    def take(self, by, offer, offers):
        """Whatever lies inside an offer is accepted."""
        command, answer = super().take(by, offer, offers)
        assert offer.admits(command)
        assert isinstance(answer, Accepted), (command, answer)
        return command, answer

    def send(self, command, offers):
        """What is offered and well formed is accepted, and nothing else; a refusal changes nothing and says why."""
        is_well_formed, before = is_a_message(command, TOURNAMENT.command_decoder), self.state
        answer = super().send(command, offers)
        assert (is_well_formed and offered(offers, command)) == isinstance(answer, Accepted), (command, answer)
        if isinstance(answer, Refusal):
            assert before is self.state
            assert answer.reason
            assert answer.clause in all_clauses() if is_well_formed else not answer.clause, (command, answer)
        assert self.state == self.replayed
        self.count_money()
        return answer

    def replay(self, command, answer):
        """A second tournament, in which the same happened, decides the same."""
        assert answer.events == tuple(TOURNAMENT.decide(self.replayed, validated(command)))
        super().replay(command, answer)

    def record(self, event):
        """An event is the same once it is written and read, and can be told in words."""
        assert event == TOURNAMENT.event_decoder.decode(msgspec.json.encode(event))
        assert TOURNAMENT.in_words(self.replayed, event).strip()
        super().record(event)

    def count_money(self):
        """The balances are the fold of all moves: four accounts, and none of the house's funds below zero."""
        assert 0 == sum(self.ledger.values())
        assert +self.ledger == +Counter(self.state.balances)
        assert -self.ledger == -Counter(self.state.balances)
        assert ACCOUNTS >= self.ledger.keys()
        assert min(self.ledger["tournament_entries"], self.ledger["tournament_prizes"]) >= 0


def walked(part: Part) -> Counter[str]:
    """Walk tournaments one after the other, each to its end, for a part's number of them."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        walk = Held(rng, tournament_config(rng.choice(VARIANTS)))
        for _ in range(rng.choice((20, STEPS))):
            walk.step()
        assert walk.finish(), walk.state
        met += walk.met
    return met


@pytest.mark.campaign(2_000)
def test_walks_keep_the_contract(request):
    """Walks find nothing, and go so deep that every event has happened and every act was refused at times."""
    campaign = Campaign.of(request, "contract-tournament", part_cases=50)
    met = campaign.run(walked)
    assert {str(event.__struct_config__.tag) for event in TOURNAMENT.events} == {
        entry for entry in met if not entry.startswith("refused ")
    }
    assert set() == {act.__name__ for act in TOURNAMENT.acts if not met[f"refused {act.__name__}"]}


@pytest.mark.cover
def test_short_walks_keep_the_contract():
    """The same in ten tournaments, of which coverage is measured."""
    assert walked(Part("short-tournament", 0, 10))["tournament.prizes_awarded/1"]


def test_stored_names_are_fixed():
    """Every message has a name of its own with a version, which no class name or module can change."""
    tags = [str(kind.__struct_config__.tag) for kind in (*TOURNAMENT.acts, *TOURNAMENT.events)]
    assert [] == [tag for tag in tags if not re.fullmatch(r"tournament\.[a-z_]+/[1-9][0-9]*", tag)]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_open_when_it_is_over(seed):
    """After the prizes, or a cancellation, nobody is offered anything."""
    walk = Held(random.Random(seed), tournament_config(DOCUMENT))
    assert walk.finish()
    assert [] == [offer for by in PEOPLE for offer in TOURNAMENT.legal(walk.state, by)]
