"""What people ask for at a roulette table: the acts of the Round, then those of the Table around it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.everyday.acts import RESETTLING_ACTS
from pitboss.games.table.acts import SHARED_ACTS, BetText, Stake
from pitboss.rulebook.names import END

Source = Annotated[str, msgspec.Meta(pattern=rf"^(value|tip|coupon|credits|(colour|foreign):.{{1,40}}){END}")]
Pocket = Annotated[str, msgspec.Meta(pattern=rf"^(0|00|[1-9]|[12][0-9]|3[0-6]){END}")]
COUNT_MAX = 1_000
PIECES_MAX = 10**9
MINUTES_MAX = 60 * 24
Count = Annotated[int, msgspec.Meta(ge=1, le=COUNT_MAX)]
Revolutions = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class Direction(StrEnum):
    """Which way the ball ran."""

    AGAINST = "against"
    WITH = "with"


class Cause(StrEnum):
    """Why a spin is no spin."""

    SAME_DIRECTION = "same_direction"
    FEW_REVOLUTIONS = "few_revolutions"
    FOREIGN_OBJECT = "foreign_object"
    FLOATER = "floater"
    NO_DROP = "no_drop"
    BALL_OUT = "ball_out"
    WHEEL_STOPPED = "wheel_stopped"
    INTERFERENCE = "interference"
    SUSPICION = "suspicion"


# The Round: what is asked


class PlaceWager(Act, frozen=True, tag="roulette.place_wager/1", permission="play", begins_play=True):
    """Put chips on a position, or add to those that lie there."""

    player: Name
    bet: BetText
    stake_minor: Stake
    source: Source = "value"
    placement: str | None = None
    """Which of a position's places the chips lie on; None is its own."""


class RemoveWager(Act, frozen=True, tag="roulette.remove_wager/1", permission="play"):
    """Take chips back from a position before "no more bets"."""

    player: Name
    bet: BetText
    stake_minor: Stake
    source: Source = "value"


class SpinBall(Act, frozen=True, tag="roulette.spin_ball/1", permission="betting"):
    """Set the ball running."""

    direction: Direction


class CallNoMoreBets(Act, frozen=True, tag="roulette.call_no_more_bets/1", permission="betting"):
    """Close the betting while the ball still runs."""


class EnterNumber(Act, frozen=True, tag="roulette.enter_number/1", permission="entry"):
    """Say where the ball came to rest, and after how many revolutions."""

    pocket: Pocket
    revolutions: Revolutions


class CallNoSpin(Act, frozen=True, tag="roulette.call_no_spin/1", permission="no_spin"):
    """Declare the spin invalid, and try to lift the ball before it comes to rest."""

    cause: Cause
    is_ball_lifted: bool = False


class PayWinners(Act, frozen=True, tag="roulette.pay_winners/1", permission="procedure"):
    """Pay the winning wagers, after the losers were collected; this settles the round."""


ROUND_ACTS: tuple[type[Act], ...] = (
    PlaceWager,
    RemoveWager,
    SpinBall,
    CallNoMoreBets,
    EnterNumber,
    CallNoSpin,
    PayWinners,
)
CHIP_VALUE_MAX = 1_000_000_000
"""Times the most chips sold at once this is the largest amount a command may name."""
ChipValue = Annotated[int, msgspec.Meta(ge=1, le=CHIP_VALUE_MAX)]


class PaidWith(StrEnum):
    """What a player gives for colour chips: cash goes to the drop box, value chips to the rack."""

    CASH = "cash"
    VALUE = "value"


class Accompanied(StrEnum):
    """What lies on the table with a spoken wager."""

    CASH = "cash"
    CHIPS = "chips"
    NOTHING = "nothing"


class Material(StrEnum):
    """What a ball is made of."""

    NON_METALLIC = "non_metallic"
    METALLIC = "metallic"


class Suspect(StrEnum):
    """What may be counterfeit."""

    CASH = "cash"
    CHIPS = "chips"


class ReplaceBall(Act, frozen=True, tag="roulette.replace_ball/1", permission="supervision"):
    """Bring another ball into play, at any time but from the spin until the round is over."""

    diameter_um: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    """Micrometres, so that sixteenths of an inch are whole."""
    material: Material
    approval: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """Reference of the Gaming Commission's approval of another ball, where the rules know one."""


class CorrectNumber(Act, frozen=True, tag="roulette.correct_number/1", permission="by_hand"):
    """Correct a number that was entered wrongly, before anybody is paid."""

    pocket: Pocket
    reason: Text


class PlaceDolly(Act, frozen=True, tag="roulette.place_dolly/1", permission="procedure"):
    """Announce the number and mark it on the layout."""

    pocket: Pocket


class CollectLosers(Act, frozen=True, tag="roulette.collect_losers/1", permission="procedure"):
    """Sweep the losing wagers off the layout."""


class ReturnBall(Act, frozen=True, tag="roulette.return_ball/1", permission="procedure"):
    """Put the ball back into the previous winning number after a no spin."""

    pocket: Pocket


class ExamineBall(Act, frozen=True, tag="roulette.examine_ball/1", permission="supervision"):
    """Examine a ball that left the wheel."""

    is_sound: bool


# Chips


class RequestColour(Act, frozen=True, tag="roulette.request_colour/1", permission="play", begins_play=True):
    """Ask for a set of colour chips."""

    player: Name


class CancelRequest(Act, frozen=True, tag="roulette.cancel_request/1", permission="play"):
    """Take a player who no longer waits off the list for colour chips."""

    player: Name


class IssueColour(Act, frozen=True, tag="roulette.issue_colour/1", permission="procedure", begins_play=True):
    """Sell colour chips to a player at a value fixed for that set."""

    player: Name
    colour: Name
    value_minor: ChipValue
    count: Count
    paid_with: PaidWith = PaidWith.CASH
    has_marker: bool = False
    """A marker button on the colour shows its value."""
    is_value_authorised: bool = False
    """The Pit Manager who witnesses a further set allows it another value than the player's first."""


class RedeemColour(Act, frozen=True, tag="roulette.redeem_colour/1", permission="procedure"):
    """Change colour chips back into value chips."""

    player: Name
    colour: Name
    count: Count


class CallWager(Act, frozen=True, tag="roulette.call_wager/1", permission="procedure", begins_play=True):
    """Take a wager by word of mouth, with cash or with chips, and place it for the player."""

    player: Name
    bet: BetText
    stake_minor: Stake
    accompanied_by: Accompanied
    source: Source = "value"


# Incidents


class QuestionPosition(Act, frozen=True, tag="roulette.question_position/1", permission="play"):
    """Question where a chip lies, once the winning number is known."""

    player: Name
    bet: BetText
    source: Source


class DecidePosition(Act, frozen=True, tag="roulette.decide_position/1", permission="disputes"):
    """Decide where a questioned chip lies."""

    player: Name
    bet: BetText
    source: Source
    decided: BetText


class FindForeignChips(Act, frozen=True, tag="roulette.find_foreign_chips/1", permission="procedure"):
    """Find that a wager lies in another table's colour chips, and what they are worth there."""

    player: Name
    bet: BetText
    source: Source
    origin_table: Name
    worth_minor: Stake


class RefuseForeignPayment(Act, frozen=True, tag="roulette.refuse_foreign_payment/1", permission="supervision"):
    """Refuse to pay a wager made in another table's colour chips, should it win."""

    player: Name
    bet: BetText
    source: Source


class HonourForeignChips(Act, frozen=True, tag="roulette.honour_foreign_chips/1", permission="supervision"):
    """Pay another table's winning colour chips at this table."""

    player: Name
    origin_table: Name
    worth_minor: Stake


class ScanSuspect(Act, frozen=True, tag="roulette.scan_suspect/1", permission="procedure"):
    """Scan cash or chips that may be counterfeit."""

    item: Suspect
    amount_minor: Stake
    is_counterfeit: bool


class RecordDecision(Act, frozen=True, tag="roulette.record_decision/1", permission="supervision"):
    """Record a business decision beyond the game's irregularities."""

    decision: Text


class AbandonColour(Act, frozen=True, tag="roulette.abandon_colour/1", permission="colours"):
    """Take back a colour whose player walked off; what it was worth stays claimable."""

    colour: Name
    pieces_here: Annotated[int, msgspec.Meta(ge=0, le=PIECES_MAX)]
    """How many of the player's chips of that colour lie at the table."""
    minutes_absent: Annotated[int, msgspec.Meta(ge=0, le=MINUTES_MAX)]


class ImpressColour(Act, frozen=True, tag="roulette.impress_colour/1", permission="colours"):
    """Count a set of which chips were missing, and find it whole."""

    colour: Name


class RedeemClaim(Act, frozen=True, tag="roulette.redeem_claim/1", permission="colours"):
    """Pay what a colour was worth to whoever walked off with it."""

    claim: Annotated[int, msgspec.Meta(ge=1, le=10**9)]


TABLE_ACTS: tuple[type[Act], ...] = (
    *RESETTLING_ACTS,
    AbandonColour,
    ImpressColour,
    RedeemClaim,
    *SHARED_ACTS,
    ReplaceBall,
    CorrectNumber,
    PlaceDolly,
    CollectLosers,
    ReturnBall,
    ExamineBall,
    RequestColour,
    CancelRequest,
    IssueColour,
    RedeemColour,
    CallWager,
    QuestionPosition,
    DecidePosition,
    FindForeignChips,
    RefuseForeignPayment,
    HonourForeignChips,
    ScanSuspect,
    RecordDecision,
)
