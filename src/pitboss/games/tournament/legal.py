"""What may be open in a tournament: values for the fields of each act, about which `decide` is asked.

That nothing is opened before the edition was adopted is seen by `decide` alone: `legal` knows no date.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.decider import Choices, Integers, Person, Subset, Words
from pitboss.games.table.laying import NEWCOMER
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.checks import SECOND_PERSON
from pitboss.games.tournament.decide import decide
from pitboss.games.tournament.standings import open_ties
from pitboss.games.tournament.state import Tournament
from pitboss.legal import Ask, Each, Proposal, Sample, asking, plain
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN


class Tally(msgspec.Struct, frozen=True, tag="tally"):
    """A count of chips, none included, for each of these players and for nobody else."""

    players: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        """Tell whether a value is such a count."""
        counts = Integers(0, STAKE_MAX)
        return (
            isinstance(value, dict) and value.keys() == set(self.players) and all(n in counts for n in value.values())
        )


def _order(players: tuple[str, ...]) -> Subset:
    """Return every one of them, once, in any order."""
    return Subset(players, must=players)


def _chips(players: tuple[str, ...]) -> Sample:
    return Sample(dict.fromkeys(players, 0), Tally(players))


def _entries(state: Tournament, _: Person) -> Proposal:
    newcomer = Sample(NEWCOMER, Words(NAME_PATTERN, besides=tuple(state.entries)))
    return {"player": newcomer, "fee_minor": Choices((state.config.entry_fee_minor,))}


def _reports(state: Tournament, _: Person) -> Iterator[Proposal]:
    """Propose every table's report, of all hands, or of fewer with the reason."""
    hands = state.config.hands
    for table, players in state.tables.items():
        told = {"table": Choices((table,)), "heat": Choices((state.heat,)), "chips": _chips(players)}
        yield {**told, "hands": Choices((hands,)), "reason": Choices((None,))}
        yield {**told, "hands": Integers(0, hands), "reason": Words()}


legal = asking(
    decide,
    {
        a.WithdrawPlayer: lambda state, _: {"player": Each(state.players_in)},
        a.DisqualifyPlayer: Ask(lambda state, _: {"player": Each(tuple(state.entries))}, witness=SECOND_PERSON),
        a.OpenEntries: Ask({}, is_late=True),
        a.EnterPlayer: _entries,
        **plain(a.CloseEntries, a.StartHeat, a.EndHeat, a.AwardPrizes, a.CancelTournament),
        a.DrawSeats: lambda state, _: {"order": _order(state.players_in)},
        a.DrawLots: lambda state, _: ({"order": _order(tie.players)} for tie in open_ties(state)),
        a.RecordHeat: _reports,
        a.RecordPlayOff: lambda state, _: ({"chips": _chips(tie.players)} for tie in open_ties(state)),
    },
)
