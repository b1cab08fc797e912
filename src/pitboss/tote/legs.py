"""What pools over several races share: selections leg by leg, levels of which the first that is held wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.rulebook.clauses import cites
from pitboss.tote.combos import Chosen, Masks, with_so_many_hits
from pitboss.tote.pools import Candidate, Outcome, Pool, covered, refund_all
from pitboss.tote.races import Race


@dataclass(frozen=True)
class Division:
    """Who gets the money of a pool: the first of its levels that somebody holds."""

    money: int
    levels: Sequence[Sequence[Candidate]]
    start: int = 0
    """What the first of them is called."""
    is_paid: bool = False
    """Whether consolations were paid, so that the pool stands even if nobody holds any level."""


def divide(outcome: Outcome, division: Division) -> Outcome:
    """Pay the first level that somebody holds; where nobody holds any, give everything back."""
    outcome.status = "official"
    for level, candidates in enumerate(division.levels, division.start):
        classes = covered(outcome, candidates)
        if classes:
            outcome.pay(division.money, level, classes)
            return outcome
    return outcome if division.is_paid else refund_all(outcome, "no winning wager")


@cites("PW-F1a", "Q89")
def substituted_outs(pool: Pool) -> Masks:
    """Return what is refunded, leg by leg, where else the favourite takes the place of a scratched selection."""
    is_refunded = pool.config.pickn_early_scratch == "refund"
    return tuple(
        race.scratched if race.is_unranked else race.scratched_early if is_refunded else 0 for race in pool.races
    )


def legs_text(races: Sequence[Race], wanted: Sequence[int | str | None]) -> str:
    """Write a selection over several races: a number, SCR, or ALL for each leg."""
    return "/".join(
        "ALL" if i is None else i if isinstance(i, str) else race.interests[i]
        for race, i in zip(races, wanted, strict=True)
    )


def everyone(races: Sequence[Race]) -> Masks:
    """Return the masks of every interest listed, leg by leg."""
    return tuple(race.all for race in races)


def selection(races: Sequence[Race], wanted: Sequence[int | None], *, without: int = 0) -> Candidate:
    """Return the bets with these selections, and where None is wanted anything that is not left out."""
    masks = (race.all & ~without if i is None else 1 << i for race, i in zip(races, wanted, strict=True))
    return Candidate(legs_text(races, wanted), Chosen(tuple(masks)))


def _hitting(race: Race) -> int:
    """Return the mask of the selections that hit in a leg; a scratched one stands for the favourite."""
    if not race.is_run:
        return 0
    won = sum(1 << i for i in race.winners) & ~race.scratched
    return won | race.scratched if race.favorite in race.winners else won


def tier(races: Sequence[Race], hits: int, consoled: Masks = ()) -> Candidate:
    """Return the bets with so many hits, without those that got a consolation for what was scratched."""
    winners = tuple(_hitting(race) for race in races)
    return Candidate(f"{hits} of {len(races)}", with_so_many_hits(hits, winners, everyone(races), consoled))
