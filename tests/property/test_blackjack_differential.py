"""Blackjack settled twice: by the package, and by an engine written from the definitions that shares nothing of it."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from pitboss.games.blackjack.document import settle_document
from tests.support.blackjack_documents import random_document
from tests.support.blackjack_play import random_play
from tests.support.blackjack_record import settled_alike
from tests.support.campaign import Campaign, Part
from tests.support.naive_blackjack import settle

CLOSER = {
    "BJ-H5": {"BJ-H5", "BJ-H7", "BJ-H7a", "BJ-H7b", "BJ-H7c", "BJ-J5"},
    "BJ-I6": {"BJ-I6", "BJ-I8", "BJ-I8a", "BJ-I8b", "BJ-I8c", "BJ-J5"},
}
"""Where the naive engine only knows that it is nobody's turn, the package says why the hand is over."""

OUTCOMES = {"win", "lose", "push", "blackjack", "bust", "surrender"}


def answered(document: dict[str, Any]) -> dict[str, Any]:
    """Let the package answer a document, as a client would read it."""
    answer = json.loads(json.dumps(settle_document(json.dumps(document).encode(), 1)))
    return {"refused": True, "clause": answer["clause"]} if "refused" in answer else dict(answer)


def parent(clause: str) -> str:
    """Return the clause that a part belongs to: K1 for K1b."""
    found = re.match(r"(BJ-[A-Z]\d+|Q\d+)", clause)
    assert found, clause
    return found[0]


def is_same_refusal(naive: str, package: str) -> bool:
    """Tell whether two refusals are for one reason, though one of them may name it more closely."""
    return package in CLOSER[naive] if naive in CLOSER else parent(naive) == parent(package)


def compared(part: Part, *, features: bool) -> Counter[str]:
    """Have a part's documents answered by both, and return what there was among them."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        document = random_document(rng, features=features)
        naive, package = settle(document), answered(document)
        if "refused" in naive and "refused" in package:
            assert is_same_refusal(naive["clause"], package["clause"]), (naive, package, document)
            met["refused"] += 1
            continue
        assert naive == package, document
        met[f"void {naive['clause']}" if "void" in naive else "settled"] += 1
        met.update(what_is_in(naive) if "dealer" in naive else ())
    return met


def what_is_in(answer: dict[str, Any]) -> set[str]:
    """Return what an answered round has in it."""
    found = {outcome for seat in answer["seats"] for hand in seat["hands"] for outcome in hand["outcome"]}
    found |= {f"{len(seat['hands'])} hands" for seat in answer["seats"]}
    found |= {name for seat in answer["seats"] for name in ("insurance", "initial_suit", "hit_wagers") if name in seat}
    return found | {f"dealer hands: {len(answer['dealer'])}"}


PLAIN = OUTCOMES | {"settled", "refused", "void BJ-M1", "void BJ-M3", "insurance", "dealer hands: 1"}
PLAIN |= {f"{hands} hands" for hands in range(1, 6)}


@pytest.mark.campaign(100_000)
def test_plain_documents_settle_as_the_naive_engine_says(request):
    """Rounds without optional wagers: the same hands, outcomes, nets and number of cards, or the same refusal."""
    campaign = Campaign.of(request, "blackjack-plain", part_cases=400, slice_first=2)
    assert PLAIN == set(campaign.run(lambda part: compared(part, features=False)))


@pytest.mark.campaign(100_000)
def test_documents_settle_as_the_naive_engine_says(request):
    """Rounds with suit wagers, hit wagers and multiple action among them."""
    campaign = Campaign.of(request, "blackjack-features", part_cases=400, slice_first=1)
    met = campaign.run(lambda part: compared(part, features=True))
    assert PLAIN | {"initial_suit", "hit_wagers", *(f"dealer hands: {number}" for number in (0, 2, 3))} == set(met)


def replayed(part: Part) -> Counter[str]:
    """Play rounds in which whatever the package accepts may happen, and let the naive engine settle them again."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        play = random_play(rng).run()
        met[play.state.phase.value] += 1
        if play.state.phase == "settled":
            naive, package = settled_alike(play.settings, play.events)
            assert naive == package, (play.settings, play.acts)
            met.update(set(package["outcomes"].values()))
    return met


@pytest.mark.campaign(100_000)
def test_whatever_is_accepted_the_naive_engine_settles_alike(request):
    """No act is accepted in a round that the naive engine would refuse, and its money is the same."""
    campaign = Campaign.of(request, "blackjack-rounds", part_cases=400)
    assert OUTCOMES | {"settled", "void"} == set(campaign.run(replayed))


@pytest.mark.clause("BJ-B4")
def test_a_burned_card_does_not_come_again():
    """With a single deck a card that was burned is dealt to nobody."""
    shoe = ["AS", "AS", "8C", "KH", "9S"]
    seats = [{"seat": 1, "wager": 100}]
    document = {"rulebook": "oneida-blackjack-2004", "settings": {"decks": 1}, "shoe": shoe, "seats": seats}
    assert {"refused": True, "clause": "BJ-B4"} == answered(document)
