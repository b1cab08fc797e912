"""What is open at a roulette table around the round: equipment, staff, limits, chips, the ball, records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Words, holds, text_pattern
from pitboss.games.opening import INSPECTORS, house_legal
from pitboss.games.roulette import house_acts as h
from pitboss.games.roulette import incidents, play
from pitboss.games.roulette.chips import AUTHORISING
from pitboss.games.roulette.messages import COUNT_MAX
from pitboss.games.roulette.round_state import Phase
from pitboss.games.roulette.state import ball_um
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
from pitboss.games.roulette.state import Table

__all__ = ["house_offers"]

_ANYBODY = Words(NAME_PATTERN)
_BALL_UM_MAX = 1_000_000
_BLANK = Words(r"^\s{0,200}$(?!\n)")
_APPROVAL = Words(rf"(?=[\s\S]*\S){text_pattern(200)}")


def house_offers(state: Table, by: Person) -> Iterator[Offer]:
    """Offer what the house around the round would accept from this person now."""
    if not state.is_at_table(by) and (state.is_open or by.role != "dealer"):
        return
    is_closable = not state.colours and not state.disputes.awaiting_rights
    yield from (offer for offer in house_legal(state, by) if is_closable or offer.act is not h.CloseTable)
    yield from _ball_offers(state, by)
    if state.rules.has("suspect") and holds(by, incidents.STAFF) and state.is_at_table(by):
        amount = Integers(1, STAKE_MAX)
        both = Choices((True, False))
        yield Offer(h.ScanSuspect, {"item": Choices(tuple(h.Suspect)), "amount_minor": amount, "is_counterfeit": both})
    if state.rules.has("business_decision") and holds(by, incidents.DIRECTION):
        yield Offer(h.RecordDecision, {"decision": Words()})
    if state.is_open:
        yield from _chip_offers(state, by)


def _ball_offers(state: Table, by: Person) -> Iterator[Offer]:
    rules = state.rules
    is_running = state.phase in (Phase.SPINNING, Phase.CLOSED, Phase.LANDED)
    if holds(by, INSPECTORS) and state.is_at_table(by) and not is_running:
        size, material, approval = (rules.spec(f"ball_{part}") for part in ("diameter", "material", "approval"))
        low = ball_um(str(size.at_least)) if size.at_least else 1
        high = ball_um(str(size.at_most)) if size.at_most else _BALL_UM_MAX
        fields: dict[str, Domain] = {"diameter_um": Integers(low, high), "material": Choices(material.permitted)}
        yield Offer(h.ReplaceBall, {**fields, "approval": Choices(("",)) if approval.permitted else _BLANK})
        if not approval.permitted:
            any_ball: dict[str, Domain] = {
                "diameter_um": Integers(1, _BALL_UM_MAX),
                "material": Choices(tuple(h.Material)),
            }
            yield Offer(h.ReplaceBall, {**(any_ball if size.unless else fields), "approval": _APPROVAL})
    if state.is_open and by.role == "dealer" and state.must_return_ball:
        yield Offer(h.ReturnBall, {"pocket": Choices((state.previous,))})
    if holds(by, play.EXAMINERS) and state.must_examine_ball:
        yield Offer(h.ExamineBall, {"is_sound": Choices((True, False))})


def _chip_offers(state: Table, by: Person) -> Iterator[Offer]:
    if holds(by, ("player", "dealer")):
        busy = {entry.player for entry in state.colours.values()} | set(state.waiting)
        if by.role == "dealer":
            yield Offer(h.RequestColour, {"player": Words(NAME_PATTERN, besides=tuple(sorted(busy)))})
        elif by.id not in busy:
            yield Offer(h.RequestColour, {"player": Choices((by.id,))})
        waiting = tuple(player for player in state.waiting if by.role == "dealer" or by.id == player)
        if waiting:
            yield Offer(h.CancelRequest, {"player": Choices(waiting)})
    if state.rules.has("foreign_honoured") and holds(by, incidents.MANAGEMENT):
        worth = Integers(1, STAKE_MAX)
        other = Words(NAME_PATTERN, besides=(state.rules.config.name,))
        yield Offer(h.HonourForeignChips, {"player": _ANYBODY, "origin_table": other, "worth_minor": worth})
    if by.role != "dealer":
        return
    yield from _colour_offers(state)
    for colour, entry in state.colours.items():
        count = state.held(entry.player, colour) // entry.value_minor
        if count:
            named: dict[str, Domain] = {"player": Choices((entry.player,)), "colour": Choices((colour,))}
            yield Offer(h.RedeemColour, {**named, "count": Integers(1, min(count, COUNT_MAX))})


def _colour_offers(state: Table) -> Iterator[Offer]:
    rules, free = state.rules, tuple(state.free_colours)
    if rules.has("emblem") and not rules.config.name.strip():
        return
    for colour, entry in state.colours.items():
        named: dict[str, Domain] = {"player": Choices((entry.player,)), "colour": Choices((colour,))}
        if entry.has_marker:
            worth = Choices((entry.value_minor,))
            yield Offer(h.IssueColour, {**named, "value_minor": worth, "count": Integers(1, COUNT_MAX)})
        else:
            yield from _issue(state, named, entry.value_minor, entry.value_minor)
    if not free:
        return
    owners = tuple(dict.fromkeys(entry.player for entry in state.colours.values()))
    limited = owners if rules.has("second_set") else ()
    newcomers: dict[str, Domain] = {"player": Words(NAME_PATTERN, besides=limited), "colour": Choices(free)}
    yield from _issue(state, newcomers, 1, h.CHIP_VALUE_MAX)
    for owner in limited:
        if len(free) - 1 < len([player for player in state.waiting if player != owner]):
            continue
        first = state.colours[state.colours_of(owner)[0]].value_minor
        own: dict[str, Domain] = {"player": Choices((owner,)), "colour": Choices(free)}
        yield from _issue(state, own, first, first, AUTHORISING)
        own["is_value_authorised"] = Choices((True,))
        yield from _issue(state, own, 1, h.CHIP_VALUE_MAX, AUTHORISING)


def _issue(
    state: Table, fields: dict[str, Domain], low: int, high: int, witness: tuple[str, ...] = ()
) -> Iterator[Offer]:
    """Offer a sale of chips worth `low` to `high` each, with a marker where the rules ask for one."""
    count = Integers(1, COUNT_MAX)
    if not state.rules.has("marker"):
        yield Offer(h.IssueColour, {**fields, "value_minor": Integers(low, high), "count": count}, witness)
        return
    least = state.rules.table_minimum
    if low <= least:
        plain = Integers(low, min(high, least))
        yield Offer(h.IssueColour, {**fields, "value_minor": plain, "count": count}, witness)
    if high > least:
        marked = Integers(max(low, least + 1), high)
        has_marker = Choices((True,))
        yield Offer(h.IssueColour, {**fields, "value_minor": marked, "count": count, "has_marker": has_marker}, witness)
