"""Players who play no more, or within narrow bounds: barred, limited, let in again.

Nothing here touches what lies on the layout or is somebody's: wagers that are down are played and paid, and chips are
always redeemed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import msgspec

from pitboss.decider import Act, Choices, Command, Event, Offer, Person, Words, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import BAR, LIMIT, PIT, require_second
from pitboss.games.everyday.state import Bar
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, BetRefused, cites

MANAGERS = ("pit_manager", "director")
BARRING = ("floorperson", "pit_supervisor", "pit_manager", "director")
"""Who may stand by what is for the whole house."""
_Legal = Callable[..., Iterator[Offer]]


def _order(command: Command[Any], deed: str) -> str | None:
    """Return who stands by: nobody at one table; for the whole house a manager acts, and somebody else sees it."""
    if not command.act.is_whole_house:
        require_role(command, PIT, clause=BAR, deed=f"{deed} at a table")
        return None
    require_role(command, MANAGERS, clause=BAR, deed=f"{deed} in the whole house")
    return require_second(command, BARRING, clause=BAR, deed=f"{deed} in the whole house")


@cites("HP-B2", "RO-C4", "BJ-G2")
def bar_player(state: BaseTable, command: Command[a.BarPlayer]) -> Sequence[Event]:
    """Let somebody play no more from the next round on; a manager bars for the whole house."""
    act = command.act
    witness = _order(command, "bar a player")
    bar = state.everyday.bars.get(act.player)
    if bar is not None and bar.stake_minor is None and bar.is_whole_house >= act.is_whole_house:
        where = "in the whole house" if bar.is_whole_house else "at this table"
        raise ActionRefused(f"{act.player} is barred {where} already", clause=BAR, player=act.player)
    barred = e.PlayerBarred(
        player=act.player,
        reason=act.reason,
        is_whole_house=act.is_whole_house,
        from_round=state.rounds + 1,
        by=command.by.id,
        witness=witness,
    )
    return (barred,)


@cites("HP-B3")
def limit_player(state: BaseTable, command: Command[a.LimitPlayer]) -> Sequence[Event]:
    """Let somebody lay one wager of one stake in a round, from the next round on."""
    act = command.act
    require_role(command, PIT, clause=LIMIT, deed="limit a player")
    bar = state.everyday.bars.get(act.player)
    if bar is not None and bar.stake_minor in (None, act.stake_minor):
        is_what = "barred" if bar.stake_minor is None else "limited to this stake"
        raise ActionRefused(f"{act.player} is {is_what} already", clause=LIMIT, player=act.player)
    limited = e.PlayerLimited(
        player=act.player,
        stake_minor=act.stake_minor,
        reason=act.reason,
        from_round=state.rounds + 1,
        by=command.by.id,
    )
    return (limited,)


@cites("HP-B2")
def lift_bar(state: BaseTable, command: Command[a.LiftBar]) -> Sequence[Event]:
    """Let somebody play again: what was for the whole house is lifted in the whole house."""
    act = command.act
    witness = _order(command, "lift a bar")
    bar = state.everyday.bars.get(act.player)
    if bar is None:
        raise ActionRefused(f"{act.player} is neither barred nor limited here", clause=BAR, player=act.player)
    if bar.is_whole_house is not act.is_whole_house:
        where = "in the whole house: it is lifted there" if bar.is_whole_house else "at this table alone"
        raise ActionRefused(f"{act.player} is barred {where}", clause=BAR, player=act.player)
    lifted = e.BarLifted(
        player=act.player, reason=act.reason, is_whole_house=act.is_whole_house, by=command.by.id, witness=witness
    )
    return (lifted,)


def _in_force(state: BaseTable, player: str) -> Bar | None:
    """Return the bar that holds for somebody now: not in the round that was in play when it was ordered."""
    bar = state.everyday.bars.get(player)
    is_later = bar is not None and (state.is_between_rounds or state.rounds >= bar.from_round)
    return bar if is_later else None


def _stake(act: Act) -> int | None:
    """Return the stake of a wager; None for a seat or chips."""
    return getattr(act, "stake_minor", None)


@cites("HP-B2", "HP-B3")
def refuse_barred(state: BaseTable, command: Command[Any]) -> None:
    """Refuse a seat, a wager or chips to whoever is barred, and another wager than theirs to whoever is limited."""
    # Whoever calls from Python may send what is no act; the table refuses that itself.
    if not isinstance(command.act, Act) or not command.act.begins_play:
        return
    act: Any = command.act
    bar = _in_force(state, act.player)
    if bar is None:
        return
    if bar.stake_minor is None:
        raise ActionRefused(f"{act.player} is barred and plays no more", clause=BAR, player=act.player)
    stake = _stake(act)
    if stake is not None and (stake != bar.stake_minor or _lies(state, act.player)):
        allowed = f"one wager of {state.money(bar.stake_minor)} in a round, and no other"
        reason = f"{act.player} is limited to {allowed}"
        raise BetRefused(reason, clause=LIMIT, player=act.player, stake_minor=bar.stake_minor)


def _lies(state: BaseTable, player: str) -> bool:
    """Tell whether somebody has a wager in this round."""
    return state.round is not None and bool(state.round.laid_by(player))


def within_bars(legal: _Legal) -> _Legal:
    """Return the `legal` of a game as it is open to those who are barred and limited, found by their names.

    A game's candidates know those who have wagers and take all others for alike; a bar makes one of them different.
    """

    def open_to(state: BaseTable, by: Person, acts: Collection[type[Act]] | None = None) -> Iterator[Offer]:
        bars = {name: bar for name in state.everyday.bars if (bar := _in_force(state, name)) is not None}
        if not bars:
            yield from legal(state, by, acts)
            return
        yield from (offer for offer in legal(state, by, acts) if not offer.act.begins_play)
        unbarred = copy(state)
        unbarred.everyday = replace(state.everyday, bars={})
        for offer in legal(unbarred, by, acts):
            if offer.act.begins_play:
                yield from _bounded(state, offer, bars)

    return open_to


def _bounded(state: BaseTable, offer: Offer, bars: dict[str, Bar]) -> Iterator[Offer]:
    """Yield an offer without those who are barred, and of those who are limited with their one stake."""
    players, is_wager = offer.fields["player"], "stake_minor" in offer.fields
    apart = [name for name, bar in bars.items() if name in players and (bar.stake_minor is None or is_wager)]
    rest = _without(players, apart)
    if rest is not None:
        yield msgspec.structs.replace(offer, fields={**offer.fields, "player": rest})
    for name in apart:
        stake = bars[name].stake_minor
        if stake is not None and stake in offer.fields["stake_minor"] and not _lies(state, name):
            fields = {**offer.fields, "player": Choices((name,)), "stake_minor": Choices((stake,))}
            yield msgspec.structs.replace(offer, fields=fields)


def _without(players: Any, names: Collection[str]) -> Choices | Words | None:
    """Return a domain of players without some of them; None where nobody is left."""
    if isinstance(players, Words):
        return Words(players.pattern, (*players.besides, *names))
    left = tuple(name for name in players.values if name not in names)
    return Choices(left) if left else None
