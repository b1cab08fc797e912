"""What may be open at a roulette table: values for the fields of each act, about which `decide` is asked.

Wagers are proposed position by position, those with the same room for chips together, so that a screen can light what
a player may still do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Any

from pitboss.decider import Choices, Integers, Person, Words, holds
from pitboss.games.everyday.barring import within_bars
from pitboss.games.everyday.checks import FLOOR, PIT
from pitboss.games.everyday.resettling_legal import resettling_legal
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import chips
from pitboss.games.roulette.decide import decide
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.resettling import RESETTLING
from pitboss.games.roulette.state import Round, Table, ball_um
from pitboss.games.roulette.walked_off import SECOND
from pitboss.games.table.checks import CORRECTORS
from pitboss.games.table.laying import HANDS, NEWCOMER, by_room, removals, room_for, room_of, whose
from pitboss.games.table.legal import SHARED_LEGAL
from pitboss.legal import Alike, Ask, Each, Proposal, Sample, anybody, asking, plain
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN
from pitboss.rulebook.shapes import approval_of

_REVOLUTIONS_MAX = 1_000
_BALL_UM_MAX = 1_000_000


def _balls(state: Table, _: Person) -> Iterator[Proposal]:
    """Propose a ball of the size that the rules ask for, and the one that is approved, with what is on record."""
    size, recorded = state.rules.spec("ball_diameter"), state.rules.settings["ball_approval"]
    least = ball_um(str(size.at_least)) if size.at_least else 1
    most = ball_um(str(size.at_most)) if size.at_most else _BALL_UM_MAX
    approved = approval_of(recorded)
    sizes = [Integers(least, most)]
    if approved is not None:
        sizes.append(Integers(um := int(approved.diameter_mm * 1000), um))
    for diameter, approval in product(sizes, dict.fromkeys(("", recorded))):
        yield {"diameter_um": diameter, "material": Each(a.Material), "approval": Choices((approval,))}


def _other_numbers(state: Table, _: Person) -> Proposal:
    """Propose every number of the wheel but the one that was entered."""
    entered = None if state.round is None else state.round.pocket
    pockets = state.rules.wheel.pockets
    return {"pocket": Choices(tuple(pocket for pocket in pockets if entered is not None and pocket != entered))}


def _owners(state: Table) -> dict[str, int]:
    """Return who has colour chips, with the value of the first set."""
    return {entry.player: entry.value_minor for entry in reversed(state.colours.values())}


def _issues(state: Table, _: Person) -> Iterator[Proposal]:
    """Propose more chips of a set, a first set to anybody, and a further one at the first one's value or another."""
    free, marker = Choices(tuple(state.free_colours)), {"has_marker": Each((False, True))}
    limited = _owners(state) if state.rules.has("second_set") else {}
    most = min(a.CHIP_VALUE_MAX, chips.highest_wager(state.rules))
    for colour, entry in state.colours.items():
        more = {"player": Choices((entry.player,)), "colour": Choices((colour,))}
        yield {**more, "value_minor": Choices((entry.value_minor,)), **marker}
    anyone = Sample(NEWCOMER, Words(NAME_PATTERN, besides=tuple(limited)))
    any_value = {"colour": free, "value_minor": Integers(1, most), **marker}
    yield {"player": anyone, **any_value}
    yield {"player": Choices(tuple(limited)), **any_value, "is_value_authorised": Choices((True,))}
    for owner, value in limited.items():
        yield {"player": Choices((owner,)), "colour": free, "value_minor": Choices((value,)), **marker}


def _redeemed(state: Table, _: Person) -> Iterator[Proposal]:
    for colour, entry in state.colours.items():
        held = Integers(1, min(a.COUNT_MAX, state.held(entry.player, colour) // entry.value_minor))
        yield {"player": Choices((entry.player,)), "colour": Choices((colour,)), "count": held}


# Wagers


def _sources(state: Table, current: Round, by: Person) -> Iterator[tuple[str, Choices | Sample, str]]:
    """Yield kinds of chips with whom they belong to: value chips to anybody, colours and coupons to their owners."""
    yield from ((player, named, "value") for player, named in whose(current, by))
    owned = [(entry.player, f"colour:{colour}") for colour, entry in state.colours.items()]
    coupons = [(owner, "coupon") for owner in _owners(state)] if state.rules.settings["match_play"] else []
    for player, source in (*owned, *coupons):
        if holds(by, HANDS) and (by.role != "player" or by.id == player):
            yield player, Choices((player,)), source


@cache
def bets_alike(
    wheel: str, kinds: tuple[str, ...]
) -> tuple[dict[str, tuple[str, tuple[str, ...]]], tuple[tuple[str, ...], ...]]:
    """Return the kind and the places of each bet, and the bets in groups of which both are the same."""
    groups: defaultdict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for position in layout_of(wheel).positions:
        if position.kind in kinds:
            groups[position.kind, tuple(place.name for place in position.placements)].append(position.bet)
    about = {bet: key for key, bets in groups.items() for bet in bets}
    return about, tuple(tuple(bets) for bets in groups.values())


def _wagers(state: Table, by: Person) -> Iterator[Alike]:
    """Propose what may be laid in chips of each kind on the positions where there is the same room for them."""
    current = state.round
    if current is None or not current.is_open:
        return
    about, groups = bets_alike(current.rules.data.wheel, tuple(current.rules.wagers))
    rooms: dict[tuple[str, str, int], tuple[int, int]] = {}
    for player, named, source in _sources(state, current, by):
        step = chips.unit(state, source)

        def room(bet: str, player: str = player, source: str = source, step: int = step) -> tuple[Any, ...]:
            (kind, names), lies = about[bet], current.on_position.get((player, bet), 0)
            if (player, kind, lies) not in rooms:
                rooms[player, kind, lies] = room_of(current, player, bet)
            low, high = rooms[player, kind, lies]
            beside = chips.couponed(state, player, bet) > 0, chips.valued(state, player, bet) > 0
            most = min(high, chips.left(state, player, bet, source))
            return -(-low // step) * step, most, names, beside

        found: defaultdict[tuple[bool, bool], list[Proposal]] = defaultdict(list)
        for (low, high, names, beside), bets in by_room(current.bets_of(player), groups, room):
            sources = ("value", "tip") if source == "value" else (source,)
            fields = {"player": named, "bet": Choices(bets), "source": Choices(sources)}
            lies = Choices((None, *names))
            if low <= high:
                found[beside].append({**fields, "stake_minor": Integers(low, high, step), "placement": lies})
        yield from map(Alike, found.values())


def _called(state: Table, by: Person) -> Iterator[Alike]:
    """Propose the same by word of mouth, with what must lie on the table."""
    taken = Choices(tuple(what for what in a.Accompanied if what == state.rules.settings["verbal"]))
    for group in _wagers(state, by) if taken.values else ():
        named = ({name: one for name, one in entry.items() if name != "placement"} for entry in group.proposals)
        yield Alike({**entry, "source": _spoken(entry["source"]), "accompanied_by": taken} for entry in named)


def _spoken(sources: Any) -> Choices:
    """Return the chips of a spoken wager: it is the player's own, and never for the dealers."""
    return Choices(tuple(source for source in sources.values if source != "tip"))


def _laid(state: Table, *, is_foreign: bool = False) -> Iterator[Alike]:
    """Propose the wagers that lie there, by player and source; as another table's chips with what they may be worth."""
    current, found = state.round, defaultdict[Any, defaultdict[Any, list[str]]](lambda: defaultdict(list))
    if current is None:
        return
    owners = _owners(state)
    for key, stake in current.wagers.items():
        player, bet, source = key
        status = key in state.questioned, key in current.withheld, source.partition(":")[0], player in owners
        worth = min(STAKE_MAX, room_for(current, bet) + stake) if is_foreign else 0
        found[status][player, source, worth].append(bet)
    origin = Sample(NEWCOMER, Words(NAME_PATTERN, besides=(state.rules.config.name,)))
    for laid in found.values():
        yield Alike(
            {"player": Choices((player,)), "bet": Choices(tuple(bets)), "source": Choices((source,))}
            | ({"origin_table": origin, "worth_minor": Integers(1, worth)} if is_foreign else {})
            for (player, source, worth), bets in laid.items()
        )


def _decided(state: Table, _: Person) -> Iterator[Proposal]:
    bets = Each(tuple(position.bet for position in state.rules.positions))
    for player, bet, source in sorted(state.questioned):
        yield {"player": Choices((player,)), "bet": Choices((bet,)), "source": Choices((source,)), "decided": bets}


def _walked_off(state: Table, _: Person) -> Iterator[Proposal]:
    """Propose each colour with as many chips as its player may have left, after the minutes that are waited."""
    for colour, entry in state.colours.items():
        pieces = min(a.PIECES_MAX, state.held(entry.player, colour) // entry.value_minor)
        minutes = Integers(state.rules.practice("abandon_minutes"), a.MINUTES_MAX)
        yield {"colour": Choices((colour,)), "pieces_here": Integers(0, pieces), "minutes_absent": minutes}


_legal = asking(
    decide,
    {
        **SHARED_LEGAL,
        **plain(a.SpinBall, a.CallNoMoreBets, a.CollectLosers, a.PayWinners),
        **plain(a.ExamineBall, a.ScanSuspect, a.RecordDecision),
        a.ReplaceBall: Ask(_balls, is_late=True),
        a.ReturnBall: lambda state, _: {"pocket": Choices((state.previous,))},
        a.RequestColour: lambda state, by: {
            "player": anybody(*dict.fromkeys((by.id, *_owners(state), *state.waiting)))
        },
        a.CancelRequest: lambda state, _: {"player": Each(tuple(state.waiting))},
        a.IssueColour: Ask(_issues, witness=chips.AUTHORISING),
        a.RedeemColour: _redeemed,
        **resettling_legal(RESETTLING),
        a.AbandonColour: Ask(_walked_off, witness=PIT),
        a.ImpressColour: Ask(lambda state, _: {"colour": Choices(tuple(sorted(state.broken_sets)))}, witness=SECOND),
        a.RedeemClaim: Ask(lambda state, _: {"claim": Each(tuple(state.claims))}, witness=FLOOR),
        a.HonourForeignChips: lambda state, _: {"origin_table": anybody(state.rules.config.name)},
        a.PlaceWager: _wagers,
        a.CallWager: _called,
        a.RemoveWager: lambda state, by: (
            removals(state.round, by, partial(chips.unit, state)) if state.round and state.round.is_open else ()
        ),
        a.EnterNumber: lambda state, _: {
            "pocket": Choices(state.rules.wheel.pockets),
            "revolutions": Integers(state.rules.data.revolutions_min, _REVOLUTIONS_MAX),
        },
        a.CorrectNumber: Ask(_other_numbers, witness=CORRECTORS),
        a.CallNoSpin: lambda state, _: {"cause": Each(map(a.Cause, state.rules.no_spin))},
        a.PlaceDolly: lambda state, _: {"pocket": Choices((state.round.pocket,) if state.round is not None else ())},
        **dict.fromkeys((a.QuestionPosition, a.RefuseForeignPayment), lambda state, _: _laid(state)),
        a.DecidePosition: _decided,
        a.FindForeignChips: lambda state, _: _laid(state, is_foreign=True),
    },
)
legal = within_bars(_legal)
