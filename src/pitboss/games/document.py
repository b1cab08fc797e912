"""What the settlement documents of all games share: the rulebook, the settings, and the form of a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec

from pitboss.decider import Act, Command, Event, Person, Role
from pitboss.errors import InputError
from pitboss.games.table.acts import Stake
from pitboss.rulebook import Fault, RuleViolation, TableConfig, check_settings, edition, edition_ids

DEALER: Final = Person("dealer", Role.DEALER)
_THEN: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Documents have no time, and the rules of a Round read none."""


class LayoutWager(msgspec.Struct, forbid_unknown_fields=True):
    """A wager on a layout, as a document has it."""

    bet: str
    cents: Stake
    player: Annotated[str, msgspec.Meta(max_length=200)] | None = None


def checked_rulebook(
    game: str, rulebook: str, settings: dict[str, Any], line: int
) -> tuple[TableConfig, tuple[Fault, ...]]:
    """Return a document's table and the faults of its settings against the rulebook.

    With faults the table has the edition's defaults, so that the wagers can be looked at too.

    Raises:
        InputError: for a rulebook that is not one of that game, or settings nobody could mean.
    """
    if rulebook not in edition_ids() or edition(rulebook).game != game:
        raise InputError(f"no such {game} rulebook", line=line, field="rulebook", value=rulebook)
    rules = edition(rulebook)
    chosen, faults = check_settings(rules, settings)
    for fault in faults:
        if fault.clause is None:
            raise InputError(fault.reason, line=line, field=fault.field, value=fault.value)
    return TableConfig(rulebook, "", rules.currencies[0], {} if faults else chosen), tuple(faults)


def require_notation(
    texts: Sequence[str], parse: Callable[[str], object], line: int, field: str = "wagers[{}].bet"
) -> None:
    """Refuse as input a text that is no notation, with the place where it stands."""
    for place, text in enumerate(texts):
        try:
            parse(text)
        except InputError as error:
            raise InputError(error.reason, line=line, field=field.format(place), value=text) from error


def faults_of(bets: Sequence[str], attempt: Callable[[int], object]) -> list[Fault]:
    """Try something with each wager by its place, and return the faults of those the rules refuse."""
    faults = []
    for place, bet in enumerate(bets):
        try:
            attempt(place)
        except RuleViolation as violation:
            faults.append(Fault(f"wagers[{place}]", bet, violation.reason, violation.clause))
    return faults


def refused(faults: Sequence[Fault]) -> dict[str, Any]:
    """Answer with every fault at once; the first one speaks."""
    listed = [msgspec.to_builtins(fault) for fault in faults]
    return {"refused": True, "clause": faults[0].clause, "reason": faults[0].reason, "faults": listed}


def played(core: Any, state: Any, act: Act, by: Person = DEALER) -> Sequence[Event]:
    """Have an act decided by a Round's module, and return what happened; it has happened to the Round."""
    events: Sequence[Event] = core.decide(state, Command(key="document", by=by, act=act, received_at=_THEN))
    for event in events:
        core.evolve(state, event)
    return events


def rows_of(wagers: Sequence[LayoutWager], columns: Any, returned: Mapping[int, str]) -> dict[str, Any]:
    """Give each wager its own line: the Round added up repeated bets, the stake's share of the odds is the same.

    Those in `returned` never lay on the layout; each has the clause that sent it back.
    """
    names = ("player", "bet", "outcome", "clause", "paid_minor", "stake_minor")
    by_bet = {
        (player, bet): (outcome.value, clause, paid // stake)
        for player, bet, outcome, clause, paid, stake in zip(*(getattr(columns, name) for name in names), strict=True)
    }
    results = []
    for place, wager in enumerate(wagers):
        is_returned = place in returned
        key = (wager.player or "", wager.bet)
        outcome, clause, odds = ("returned", returned[place], 0) if is_returned else by_bet[key]
        paid = odds * wager.cents
        net = -wager.cents if outcome == "lose" else paid
        named = {} if wager.player is None else {"player": wager.player}
        row = {"bet": wager.bet, "outcome": outcome, "paid": paid, "net": net, "clause": clause}
        results.append({**named, **row})
    return {"results": results, "total_net": sum(row["net"] for row in results)}
