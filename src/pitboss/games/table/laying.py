"""Wagers laid on a layout, whatever the game: who has how much where, and what the limits leave room for.

A wager is known by player, bet and source (the chips it is in). Limits hold what one player has on one position, all
bets together, and where the house says so what a player and all players have on all positions (`totals`). A game's
Round is such a book with its own phases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pitboss.decider import MONEY_MAX, Choices, Integers, Person, Words, holds
from pitboss.games.table.rules import TableRules
from pitboss.games.table.totals import refuse_beyond_totals, room_in_totals
from pitboss.legal import Alike, Proposal, Sample
from pitboss.money import STAKE_MAX, Currency, show
from pitboss.rulebook import BetRefused, LimitExceeded, cites
from pitboss.rulebook.names import NAME_PATTERN

EXPOSURE_MAX = MONEY_MAX
K = TypeVar("K")
Key = tuple[str, str, str]
"""Player, bet, source: one wager."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a layout."""

    left: float
    top: float
    right: float
    bottom: float

    def touches(self, x: float, y: float) -> bool:
        """Tell whether a point lies in the box or on its edge."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    @property
    def centre(self) -> tuple[float, float]:
        """Return the middle of the box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass
class Laid:
    """The wagers of one round; belongs to one owner and changes in place."""

    rules: TableRules[Any]
    number: int = 1
    wagers: dict[Key, int] = field(default_factory=dict)
    on_position: dict[tuple[str, str], int] = field(default_factory=dict)
    """Player and bet to what lies there in all kinds of chips: limits add up over repeated bets."""
    by_player: dict[str, int] = field(default_factory=dict)
    """Player to what lies on all positions."""
    laid_in_all: int = 0
    exposure: int = 0
    """Upper bound of what the round may cost: every wager at its odds, won or not."""

    def kind_of(self, bet: str) -> str:
        """Return the kind whose limits a bet has."""
        raise NotImplementedError

    def odds_of(self, bet: str) -> int:
        """Return the most, n to 1, that a bet may be paid at."""
        return self.rules.pays(self.kind_of(bet))

    def bets_of(self, player: str) -> set[str]:
        """Return the bets on which one player has something."""
        return {bet for name, bet in self.on_position if name == player}

    def laid_by(self, player: str) -> int:
        """Return what one player has on the layout."""
        return self.by_player.get(player, 0)

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))


def add(state: Laid, key: Key, amount: int) -> None:
    """Count more, or less, on a wager; one that comes to nothing is gone."""
    player, bet, _ = key
    count(state.wagers, key, amount)
    count(state.on_position, (player, bet), amount)
    add_up(state, player, bet, amount)


def add_up(state: Laid, player: str, bet: str, amount: int) -> None:
    """Count more, or less, in the sums alone, for a table that has its wagers in a book of its own."""
    by_player = state.by_player
    left = by_player.get(player, 0) + amount
    if left:
        by_player[player] = left
    else:
        del by_player[player]
    state.laid_in_all += amount
    state.exposure += amount * state.odds_of(bet)


def count(book: dict[K, int], key: K, amount: int) -> None:
    """Count more, or less, under a key; what comes to nothing is gone."""
    left = book.get(key, 0) + amount
    if amount > 0:
        # The chips laid last are on top, and where the rules pay from the top the order of this book says which.
        book.pop(key, None)
    if left:
        book[key] = left
    else:
        del book[key]


def shift(state: Laid, key: Key, to: Key, stake: int) -> None:
    """Count a wager under another key or at another worth: a decided position, another table's chips.

    The chips stay where they lie in their pile, so the wager keeps its place in the order of laying.
    """
    lies, beside = state.wagers[key], state.wagers.get(to, 0) if to != key else 0
    others = {entry: amount for entry, amount in state.wagers.items() if entry != to or entry == key}
    state.wagers = dict((to, stake + beside) if entry == key else (entry, amount) for entry, amount in others.items())
    count(state.on_position, key[:2], -lies)
    count(state.on_position, to[:2], stake)
    count(state.by_player, key[0], -lies)
    count(state.by_player, to[0], stake)
    state.laid_in_all += stake - lies
    state.exposure += stake * state.odds_of(to[1]) - lies * state.odds_of(key[1])


def clear(state: Laid) -> None:
    """Take every wager off."""
    state.wagers.clear()
    state.on_position.clear()
    state.by_player.clear()
    state.laid_in_all = state.exposure = 0


def room_for(state: Laid, bet: str) -> int:
    """Return the most that may still be laid on a bet before the round's cost passes what can be counted."""
    return (EXPOSURE_MAX - state.exposure) // state.odds_of(bet)


def room_of(state: Laid, player: str, bet: str, lies: int | None = None) -> tuple[int, int]:
    """Return the least and the most that a player may lay on a bet now, by all the limits there are.

    `lies` is what the player has there, where another book than the round's says it.
    """
    low, high = state.rules.limits(state.kind_of(bet))
    if lies is None:
        lies = state.on_position.get((player, bet), 0)
    return max(low - lies, 1), min(high - lies, room_for(state, bet), room_in_totals(state, player), STAKE_MAX)


@cites("RO-G2", "RS-W", "Q8", "RH-4.7.5", "SB-G", "MB-O")
def refuse_stake(
    state: Laid,
    player: str,
    bet: str,
    stake: int,
    *,
    lies: int | None = None,
    clause_of: Callable[[str], str] | None = None,
) -> None:
    """Hold what a player has on one position, all bets together, between the table's minimum and maximum.

    The limits over all positions hold too. `lies` is what the player has there, where another book than the round's
    says it; `clause_of` names the clause behind a limit, where it is another than the edition's setting has.
    """
    clause_of = clause_of or state.rules.limit_clause
    low, high = state.rules.limits(state.kind_of(bet))
    total = (state.on_position.get((player, bet), 0) if lies is None else lies) + stake
    if not low <= total <= high:
        values = {"player": player, "bet": bet, "total_minor": total, "min_minor": low, "max_minor": high}
        which, limit = ("min", low) if total < low else ("max", high)
        words = {"min": "under the table's minimum", "max": "over the table's maximum"}[which]
        reason = f"{state.money(total)} on {bet} is {words} of {state.money(limit)}"
        raise LimitExceeded(reason, clause=clause_of(which), **values)
    if stake > room_for(state, bet):
        reason = f"with {state.money(stake)} on {bet} the round could cost more than can be counted"
        raise LimitExceeded(reason, clause=clause_of("max"), bet=bet, stake_minor=stake)
    refuse_beyond_totals(state, player, stake, clause_of=clause_of)


def refuse_removal(state: Laid, key: Key, stake: int) -> None:
    """Let so much be taken back as lies there, and so that the rest is still a wager."""
    player, bet, _ = key
    lies = state.wagers.get(key, 0)
    if stake > lies:
        reason = f"{player} has {state.money(lies)} on {bet}, not {state.money(stake)}"
        clause = state.rules.clause("responsibility")
        raise BetRefused(reason, clause=clause, bet=bet, lies_minor=lies, stake_minor=stake)
    left = state.on_position[player, bet] - stake
    if left and left < state.rules.limits(state.kind_of(bet))[0]:
        reason = f"{state.money(left)} would be left on {bet}, under the table's minimum"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("min"), bet=bet, total_minor=left)


# What may be laid and taken back: candidates, about which a game's `decide` is asked

HANDS = ("player", "dealer")
"""Who handles wagers."""
NEWCOMER = "?"
"""Stands for everybody who has no wager yet; nobody is called so."""
Pile = tuple[tuple[str, int], ...]
"""What one player has on one position: chips of each source."""


def whose(state: Laid, by: Person) -> Iterator[tuple[str, Choices | Sample]]:
    """Yield whose wagers a person may lay: a player's own, or anybody's, who with nothing yet are all alike."""
    if by.role == "player":
        yield by.id, Choices((by.id,))
    elif holds(by, HANDS):
        known = tuple(sorted(state.by_player))
        yield from ((player, Choices((player,))) for player in known)
        yield NEWCOMER, Sample(NEWCOMER, Words(NAME_PATTERN, besides=known))


def by_room(
    laid: Container[str], groups: Iterable[Sequence[str]], room: Callable[[str], Hashable]
) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Yield the bets of a layout by the room that a player has on them; a group has the same where nothing lies.

    `laid` are the bets on which the player has something.
    """
    found: defaultdict[Hashable, list[str]] = defaultdict(list)
    for bets in groups:
        own = [bet for bet in bets if bet in laid]
        others = [bet for bet in bets if bet not in own] if own else bets
        for alike in (others, *([bet] for bet in own)):
            if alike:
                found[room(alike[0])] += alike
    yield from ((key, tuple(bets)) for key, bets in found.items())


def piles(state: Laid) -> dict[tuple[str, Pile, str], list[str]]:
    """Return the bets on which something lies, by player, pile and kind."""
    laid: defaultdict[tuple[str, str], Pile] = defaultdict(tuple)
    for (player, bet, source), stake in state.wagers.items():
        laid[player, bet] += ((source, stake),)
    found: defaultdict[tuple[str, Pile, str], list[str]] = defaultdict(list)
    for (player, bet), pile in laid.items():
        found[player, pile, state.kind_of(bet)].append(bet)
    return found


def removals(state: Laid, by: Person, unit: Callable[[str], int] | None = None) -> Iterator[Proposal | Alike]:
    """Propose to take back everything of a wager in whole chips, or so much that the rest is a wager still.

    Wagers that lie alone are alike; where several sources lie together, one may have to go before the other. With no
    `unit` of a source there is but one, which no act names.
    """
    parts, wholes = [], []
    for (player, pile, kind), bets in piles(state).items() if holds(by, HANDS) else ():
        rest = sum(stake for _, stake in pile) - state.rules.limits(kind)[0]
        for source, lies in pile if by.role != "player" or by.id == player else ():
            named: Proposal = {"player": Choices((player,)), "bet": Choices(tuple(bets))}
            step = 1 if unit is None else unit(source)
            if unit is not None:
                named = {**named, "source": Choices((source,))}
            part = {**named, "stake_minor": Integers(step, min(lies, rest) // step * step, step)}
            if len(pile) > 1:
                yield part
                continue
            wholes.append({**named, "stake_minor": Choices((lies,))})
            if rest >= step:
                parts.append(part)
    yield from (Alike(parts), Alike(wholes))
