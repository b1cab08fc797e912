"""A card that lies face down is told to nobody: not in an offer, not in the answer to whoever dealt it."""

from types import SimpleNamespace

import pytest

from pitboss.decider import Accepted, Choices, Person, Role
from pitboss.floor.commands import Principal
from pitboss.floor.offers import offers_now
from pitboss.floor.writer.answers import Recorded, unseen_among
from pitboss.games.cards import CARDS
from pitboss.openers import read_transcript
from pitboss.transcript import play
from pitboss.web.handlers import answer
from tests.golden.remake import ROOT
from tests.support.web_house import opened, written_house

FILES = ("reading-shoe", "pitch-face-down", "second-card-seen", "single-deck", "unseen-cards", "card-corrected")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """Return the desk of a house, which is asked about tables that are not its own."""
    folder = tmp_path_factory.mktemp("faces")
    live = opened(written_house(folder), str(folder / "house.db"))
    yield live.desk
    live.close()


def steps(name):
    """Yield a recorded blackjack table step by step: events, and the stream as it stands."""
    transcript = read_transcript((ROOT / f"examples/blackjack/{name}.jsonl").read_bytes().split(b"\n"))
    for step in play(transcript):
        live = SimpleNamespace(name="blackjack-1", rules=transcript.game, state=step.state, config=transcript.config)
        yield [one for one in step.answers if hasattr(one, "lies_face_down")], live


@pytest.mark.parametrize("name", FILES)
def test_no_offer_tells_a_card_that_lies_face_down(desk, name):
    """Where a card is named, every card is offered, whatever the record knows of those that are dealt."""
    asked, narrow = set(), set()
    for _, live in steps(name):
        dealer = Principal(Person(live.state.dealer or "nobody", Role.DEALER))
        for one in offers_now(desk, live, dealer):
            domain = one.fields.get("card")
            named = {*domain.values} - {None} if isinstance(domain, Choices) else set()
            asked |= {one.act.__name__} if named else set()
            narrow |= {one.act.__name__} if named and named != {*CARDS} else set()
    assert "DealCard" in asked
    assert narrow <= {"RestoreUpCard"}


def test_an_answer_does_not_name_a_card_that_lies_face_down():
    """Whoever dealt it learns that it was dealt; of one that lies face up, which it is."""
    told = {True: 0, False: 0}
    for name in FILES:
        for events, live in steps(name):
            recorded = Recorded("one", "k", Accepted(tuple(events)), 1, 1, unseen_among(events, live.state))
            for event, document in zip(events, answer(recorded, "one", "k").events, strict=True):
                if getattr(event, "card", None) is not None:
                    is_down = event.lies_face_down(live.state)
                    told[is_down] += 1
                    assert is_down == ("card" not in document)
    assert all(told.values())
