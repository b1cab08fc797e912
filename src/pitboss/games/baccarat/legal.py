"""Candidates for the acts of a mini-baccarat table, of which `decide` accepts some or none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product

from pitboss.decider import Choices, Person
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat.decide import decide
from pitboss.games.baccarat.hands import Side, point_count, value_of
from pitboss.games.baccarat.notices import percents
from pitboss.games.baccarat.resettling import RESETTLING
from pitboss.games.baccarat.state import Phase, Round, Table
from pitboss.games.baccarat.vigorish import stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.everyday.barring import within_bars
from pitboss.games.everyday.resettling_legal import resettling_legal
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.correcting import SECONDS
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.shoe.legal import BOTH, SHOE_LEGAL, amounts, cards_in, corrections, parts_of
from pitboss.games.table.legal import SHARED_LEGAL, in_round
from pitboss.games.table.totals import room_in_totals
from pitboss.legal import Ask, Each, Proposal, asking, only
from pitboss.money import STAKE_MAX


def _percents(state: Table, _: Person) -> Iterator[Proposal]:
    for form in a.Form:
        yield {**only(form=form), "pct": Each(percents(state.rules.edition.id, form))}


def _points(_: Table, current: Round) -> Iterator[Proposal]:
    for side in Side:
        yield only(hand=side, points=point_count(current.hand(side)[:2]))


def _result(_: Table, current: Round) -> Proposal:
    return only(**{f"{side}_points": current.points(side) for side in Side}, outcome=current.outcome)


def _wagers(state: Table, current: Round) -> Iterator[Proposal]:
    for (position, player), on in product(state.seats.items(), current.rules.wagers):
        low, high = current.rules.limits(on)
        lies, step = current.on_area(position, on), stake_step(current.rules, On(on))
        most = min(high, lies + min(room_in_totals(current, player), STAKE_MAX))
        area = only(position=position, player=player, on=on)
        yield {**area, "stake_minor": amounts(low, most, step, lies=lies)}


def _removals(_: Table, current: Round) -> Iterator[Proposal]:
    for (position, on, source), lies in current.wagers.items():
        for part in parts_of(lies, stake_step(current.rules, On(on))):
            area = only(position=position, player=current.players[position], on=on, source=source)
            yield {**area, "stake_minor": part}


def _sources(state: Table, current: Round) -> Iterator[Proposal]:
    return ({**wager, "source": Each(a.Source)} for wager in _wagers(state, current))


def _corrections(state: Table, current: Round) -> Iterator[Proposal]:
    """Propose corrections; once one is carried out, cards of one value stand for each other and no others do."""
    for proposal in corrections(current.dealt, current.left):
        cards = proposal["card"]
        if state.play.carried_out and isinstance(cards, Choices):
            by_value = groupby(sorted(cards.values, key=value_of), key=value_of)
            cards = Each([Choices(tuple(group)) for _, group in by_value])
        yield {**proposal, "card": cards}


_legal = asking(
    decide,
    {
        **SHARED_LEGAL,
        **SHOE_LEGAL,
        **resettling_legal(RESETTLING),
        a.CheckLayout: lambda state, _: only(positions=state.rules.positions),
        a.PostVigorishNotice: _percents,
        a.ChangeVigorish: _percents,
        a.CollectVigorish: lambda state, _: {"position": Each(state.marks), "is_documented": BOTH},
        a.ReleaseBatch: {"is_spread_requested": BOTH},
        a.ReportError: lambda state, _: {
            "is_players_third": Each((False, True)),
            "card": Each((None, cards_in(state))),
        },
        shoe_acts.CorrectCard: Ask(in_round(_corrections, Phase.DEALING, Phase.COMPLETE), witness=SECONDS),
        a.PlaceWager: in_round(_sources, Phase.BETTING),
        a.RemoveWager: in_round(_removals, Phase.BETTING),
        a.CallWager: Ask(in_round(_wagers, Phase.BETTING), witness=FLOORPERSON),
        a.CallPoints: in_round(_points),
        a.CallResult: in_round(_result, Phase.COMPLETE),
    },
    (*a.TABLE_ACTS, *a.ROUND_ACTS),
)
legal = within_bars(_legal)
