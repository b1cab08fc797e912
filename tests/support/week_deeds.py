"""What happens at a table of the robots' week around its game: each deed is the acts of a few people, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.decider import Act, Integers, Person, Role
from pitboss.games import disputes
from pitboss.games.baccarat import acts as baccarat
from pitboss.games.blackjack import acts as blackjack
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.checks import in_tray
from pitboss.games.everyday.dispute_events import GrantGoodwill, RecordNotice
from pitboss.games.roulette import acts as roulette
from pitboss.games.roulette.automatic import acts as automatic
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.sicbo import acts as sicbo
from tests.support import strategies as draw

if TYPE_CHECKING:
    from tests.support.week import Pit

__all__ = ["AUDITOR", "DEEDS", "Deed"]

AUDITOR = Person("audra", Role.AUDITOR)
Deed = tuple[Role, Act, Role | None]
"""Who does what, and who stands by."""


def _guest(pit: Pit) -> str:
    return pit.rng.choice(pit.crew.players or ("Ann",))


def _tips(pit: Pit) -> Iterator[Deed]:
    """Take tips, of credits where there are terminals, and empty the box now and then."""
    yield Role.DEALER, a.TakeTip(player=_guest(pit), amount_minor=pit.major(5)), None
    for terminal in list(getattr(pit.state, "terminals", ()))[:1]:
        if pit.state.credits(terminal) and not pit.state.terminals[terminal].is_abandoned:
            tip = a.TakeTip(player="Ann", amount_minor=1, terminal=terminal)
            yield Role.DEALER, tip, Role.FLOORPERSON
    if pit.rng.random() < 0.5:
        yield Role.DEALER, a.EmptyTipBox(), Role.FLOORPERSON


_LAID = (roulette.PlaceWager, sicbo.PlaceWager, baccarat.PlaceWager, blackjack.PlaceWager)


def _tip_wager(pit: Pit) -> Iterator[Deed]:
    """Lay a wager for the dealers, as small as it may be, where bets are open."""
    for kind in _LAID:
        offers = [one for one in pit.offers(Role.DEALER, kind) if "tip" in one.fields["source"]]
        if offers:
            offer = pit.rng.choice(offers)
            act: Any = draw.act_inside(pit.rng, offer, {"player": pit.crew.players})
            least = offer.fields["stake_minor"]
            low = least.low if isinstance(least, Integers) else act.stake_minor
            yield Role.DEALER, msgspec.structs.replace(act, source=type(act.source)("tip"), stake_minor=low), None


def _fill(pit: Pit) -> Iterator[Deed]:
    yield from pit.fill(pit.major(pit.rng.choice((100, 500, 2_000))))


def _credit(pit: Pit) -> Iterator[Deed]:
    """Send chips to the cage."""
    slip, pieces = pit.state.everyday.slips_made + 1, pit.pieces(pit.major(300))
    yield Role.FLOORPERSON, a.RequestCredit(pieces=pieces), None
    yield Role.DEALER, a.SendCredit(slip=slip, pieces=pieces, carried_by="Rob"), Role.FLOORPERSON
    yield Role.CASHIER, a.ReceiveCredit(slip=slip, pieces=pieces), Role.FLOORPERSON


def _marker(pit: Pit) -> Iterator[Deed]:
    player = _guest(pit)
    act = a.IssueMarker(player=player, amount_minor=pit.major(200), signature=player)
    yield Role.PIT_SUPERVISOR, act, Role.CASHIER


def _mispaid(pit: Pit) -> Iterator[Deed]:
    """Report a wrong hand; pay or take what is due by it, or let it go."""
    player, amount = _guest(pit), pit.major(10)
    handed = pit.rng.choice(list(a.Handed))
    act = a.ReportMispayment(player=player, handed=handed, amount_minor=amount, reason="The hand was wrong.")
    yield Role.PIT_SUPERVISOR, act, Role.FLOORPERSON
    held = pit.state.balances.get
    if held(f"payable:{player}", 0) >= amount:
        yield Role.PIT_SUPERVISOR, a.PayDue(player=player, amount_minor=amount), Role.FLOORPERSON
    elif held(f"receivable:{player}", 0) <= -amount and pit.rng.random() < 0.5:
        yield Role.PIT_SUPERVISOR, a.TakeOwed(player=player, amount_minor=amount), Role.FLOORPERSON
    elif held(f"receivable:{player}", 0) <= -amount:
        waived = a.WaiveOwed(player=player, amount_minor=amount, reason="Goodwill.")
        yield Role.PIT_MANAGER, waived, Role.FLOORPERSON


def _corrected(pit: Pit) -> Iterator[Deed]:
    """Settle a round anew by another result or place, or a wager that nobody recorded, where the rules offer it."""
    offers = pit.offers(Role.PIT_MANAGER, pit.rng.choice((a.CorrectSettlement, a.CorrectWager, a.AddWager)))
    if offers:
        lures = {"reason": ("Misread.",), "stake_minor": (pit.major(10), pit.major(25)), "player": pit.crew.players}
        act = draw.act_inside(pit.rng, pit.rng.choice(offers), lures)
        if isinstance(act, a.AddWager) and act.stake_minor > pit.major(1_000):
            return
        yield Role.PIT_MANAGER, act, Role.PIT_SUPERVISOR


def _called_off(pit: Pit) -> Iterator[Deed]:
    """Give a round back that has wagers and no result."""
    if pit.rng.random() < 0.2 and not pit.state.is_between_rounds:
        yield Role.PIT_SUPERVISOR, a.CallOffRound(reason="The fire bell rings."), Role.FLOORPERSON


def _void(pit: Pit) -> Iterator[Deed]:
    """Void a game of an automatic table, in play or paid, and refund it."""
    if isinstance(pit.state, AutomaticTable) and pit.rng.random() < 0.3:
        offers = pit.offers(Role.PIT_SUPERVISOR, automatic.VoidGame)
        if offers:
            act = draw.act_inside(pit.rng, pit.rng.choice(offers), {"note": (None,)})
            yield Role.PIT_SUPERVISOR, act, Role.FLOORPERSON
            yield Role.PIT_SUPERVISOR, automatic.RefundGame(), None


def _disputed(pit: Pit) -> Iterator[Deed]:
    """Carry a dispute from what a player says to what the house does about it."""
    player, dispute = _guest(pit), len(pit.state.disputes.entries) + 1
    amount = pit.rng.choice((0, pit.major(20), pit.major(700)))
    grounds = tuple(disputes.rules_for(pit.state).grounds)
    rulings = (disputes.Ruling.REJECTED, disputes.Ruling.GOODWILL, disputes.Ruling.CORRECTED)
    ruling = pit.rng.choice(rulings[: 2 if isinstance(pit.state, AutomaticTable) else 3])
    yield Role.DEALER, disputes.RaiseDispute(player=player, about="I was not paid.", amount_minor=amount), None
    said: dict[str, Any] = {"dispute": dispute, "grounds": grounds, "decision": "The tape shows it.", "ruling": ruling}
    if pit.rng.random() < 0.3:
        yield Role.PIT_SUPERVISOR, disputes.EscalateDispute(dispute=dispute), None
        yield Role.PIT_MANAGER, disputes.InformSurveillance(dispute=dispute, information="Camera 7."), None
        yield Role.PIT_MANAGER, disputes.ResolveDispute(**said), None
    else:
        yield Role.PIT_SUPERVISOR, disputes.SettleDispute(**said), None
    yield from _ruled(pit, player, dispute, ruling)
    if amount >= pit.major(500):
        yield Role.PIT_SUPERVISOR, RecordNotice(dispute=dispute, told="The board, by telephone."), None


def _ruled(pit: Pit, player: str, dispute: int, ruling: disputes.Ruling) -> Iterator[Deed]:
    """Do what was ruled: correct the hand that paid, or grant something; who was rejected may contest it."""
    minor = pit.major(20)
    if ruling is disputes.Ruling.CORRECTED:
        said: dict[str, Any] = {"player": player, "handed": a.Handed.TOO_LITTLE, "reason": "He was missed."}
        act = a.ReportMispayment(amount_minor=minor, dispute=dispute, **said)
        yield Role.PIT_SUPERVISOR, act, Role.FLOORPERSON
    elif ruling is disputes.Ruling.GOODWILL:
        is_gone = pit.rng.random() < 0.3 and not isinstance(pit.state, AutomaticTable)
        granted = GrantGoodwill(dispute=dispute, amount_minor=minor, reason="He waited.", is_gone=is_gone)
        yield Role.PIT_MANAGER, granted, Role.FLOORPERSON
    else:
        is_at_table = pit.state.disputes.entries[dispute].is_settled_at_table
        yield Role.DEALER, disputes.ContestDecision(dispute=dispute), None
        if is_at_table:
            # It goes up to the pit manager, and is decided there.
            return
        yield Role.DEALER, disputes.ExplainRights(dispute=dispute), None
        yield Role.DEALER, disputes.FileComplaint(dispute=dispute, complaint="He wants it looked at again."), None


def _relief(pit: Pit) -> Iterator[Deed]:
    """Relieve the dealer in whatever phase it is, and again."""
    own = pit.crew.staff[Role.DEALER].id
    yield Role.FLOORPERSON, a.RelieveAtOnce(dealer="dana"), None
    yield Role.FLOORPERSON, a.RelieveAtOnce(dealer=own), None


def _suspended(pit: Pit) -> Iterator[Deed]:
    """Fire: everything stands still, the rack is counted, and it goes on."""
    if not pit.state.everyday.slips:
        yield Role.DEALER, a.SuspendTable(reason="Fire."), None
        pieces = pit.pieces(in_tray(pit.state))
        yield Role.DEALER, a.CountInventory(kind=a.CountKind.SHIFT, pieces=pieces), Role.FLOORPERSON
        yield Role.PIT_SUPERVISOR, a.ResumeTable(), Role.FLOORPERSON


def _barred(_: Pit) -> Iterator[Deed]:
    """Bar a stranger here, or in the whole house, and let them in again."""
    for is_whole_house in (False, True):
        by, witness = (Role.PIT_MANAGER, Role.PIT_SUPERVISOR) if is_whole_house else (Role.PIT_SUPERVISOR, None)
        yield by, a.BarPlayer(player="Mallory", reason="Cheats.", is_whole_house=is_whole_house), witness
        yield by, a.LiftBar(player="Mallory", reason="Was another.", is_whole_house=is_whole_house), witness


def _limited(pit: Pit) -> Iterator[Deed]:
    act = a.LimitPlayer(player="Victor", stake_minor=pit.major(10), reason="Counts.")
    yield Role.PIT_SUPERVISOR, act, None
    yield Role.PIT_SUPERVISOR, a.LiftBar(player="Victor", reason="Plays elsewhere."), None


def _sale(pit: Pit) -> Iterator[Deed]:
    """Correct the last sale of the round, if there was one."""
    for version, sale in list(pit.state.everyday.sales.items())[-1:]:
        act = a.CorrectSale(corrects=version, amount_minor=sale.amount_minor + pit.major(10), reason="Mistyped.")
        yield Role.DEALER, act, Role.FLOORPERSON


def _claims(pit: Pit) -> Iterator[Deed]:
    """Pay a claim to a colour that walked off, and count its set whole."""
    for claim in list(getattr(pit.state, "claims", ()))[:1]:
        yield Role.DEALER, roulette.RedeemClaim(claim=claim), Role.FLOORPERSON
    for colour in sorted(getattr(pit.state, "broken_sets", ()))[:1]:
        yield Role.FLOORPERSON, roulette.ImpressColour(colour=colour), Role.PIT_SUPERVISOR


DEEDS: tuple[Callable[[Pit], Iterator[Deed]], ...] = (
    *(_tips, _tip_wager, _fill, _credit, _marker, _mispaid, _corrected, _relief),
    *(_suspended, _barred, _limited, _sale, _claims, _called_off, _disputed, _void),
)
