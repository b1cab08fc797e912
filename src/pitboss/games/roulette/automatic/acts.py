"""What may be asked at an automatic table. Names are fixed, with a version; a terminal acts under its own name."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

import msgspec

from pitboss.decider import Act, Asking, Minor, Name, Text
from pitboss.games.roulette.acts import Direction

Pocket = Annotated[str, msgspec.Meta(pattern=r"^(0|00|[1-9][0-9]?)\Z")]
BetName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Revolutions = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
GameNumber = Annotated[int, msgspec.Meta(ge=1)]
SessionNumber = Annotated[int, msgspec.Meta(ge=1)]
AMOUNT_MAX = 10**12
STAKES_MAX = 200
"""How many bets one act may have: more than a layout has positions."""
Amount = Annotated[int, msgspec.Meta(ge=0, le=AMOUNT_MAX)]


class VoidCause(StrEnum):
    """Why a game is void."""

    SAME_DIRECTION = "same_direction"
    FEW_REVOLUTIONS = "few_revolutions"
    NO_DROP = "no_drop"
    """It failed to drop, left the track, or floats."""
    WRONG_NUMBER = "wrong_number"
    INTERFERENCE = "interference"
    MALFUNCTION = "malfunction"
    FOREIGN_OBJECT = "foreign_object"
    BALL_OUT = "ball_out"
    FRAUD = "fraud"
    HELD = "held"
    """A game that was held and cannot go on."""


_NO_SPIN: Final = (VoidCause.SAME_DIRECTION, VoidCause.FEW_REVOLUTIONS, VoidCause.NO_DROP)
"""What is seen while the ball runs."""


class EnrolTerminal(Act, frozen=True, tag="automatic.enrol_terminal/1", permission="supervision"):
    """Bind a player terminal to this table."""

    terminal: Name


class RemoveTerminal(Act, frozen=True, tag="automatic.remove_terminal/1", permission="supervision"):
    """Take a terminal without credits or bets from this table."""

    terminal: Name


class ReportStaffing(Act, frozen=True, tag="automatic.report_staffing/1", permission="server"):
    """Say how many tables with a dealer are open, and how many supervisors oversee them; a live floor counts them."""

    tables: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    supervisors: Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class BeginSessions(Act, frozen=True, tag="automatic.begin_sessions/1", permission="sessions"):
    """Let credits, bets and debts belong to patron sessions from here on, at a table that was opened before them."""


class AbandonSession(Act, frozen=True, tag="automatic.abandon_session/1", permission="sessions"):
    """Say that the patron of a terminal left without cashing out: what is there is kept for that patron."""

    terminal: Name
    reason: Text


class CountBuyIn(Act, frozen=True, tag="automatic.count_buy_in/1", permission="procedure"):
    """Count what a player put on a terminal, beside the drop box."""

    terminal: Name
    currency_minor: Amount = 0
    chips_minor: Amount = 0
    coupon_minor: Amount = 0


class ConfirmBuyIn(Act, frozen=True, tag="automatic.confirm_buy_in/1", permission="procedure"):
    """Select the terminal and "buy-in", and confirm the amount: the terminal is credited."""

    terminal: Name
    amount_minor: Minor
    is_same_patron: bool = False
    """Whether it is who played there before, with no credits or bets left; otherwise a new session is opened."""


class DropBuyIn(Act, frozen=True, tag="automatic.drop_buy_in/1", permission="procedure"):
    """Put the currency into the drop box, and chips into the rack, after the credit."""

    terminal: Name


class VerifyCredit(Act, frozen=True, tag="automatic.verify_credit/1", permission="terminal"):
    """Say at the terminal that the amount credited is right."""

    terminal: Name


class QuestionCredit(Act, frozen=True, tag="automatic.question_credit/1", permission="terminal"):
    """Say at the terminal that the amount credited is not right: somebody comes and puts it right, or explains."""

    terminal: Name


class CorrectBuyIn(Act, frozen=True, tag="automatic.correct_buy_in/1", permission="procedure"):
    """Void the last buy-in of a session, and enter the right amounts."""

    terminal: Name
    currency_minor: Amount = 0
    chips_minor: Amount = 0
    coupon_minor: Amount = 0
    session: SessionNumber | None = None
    """A session that is over; the one that is open where it is left out."""

    def permission_for(self, asking: Asking) -> str:
        """Return another row for a session that is over."""
        del asking
        return self.permission if self.session is None else "sessions"


class StartGame(Act, frozen=True, tag="automatic.start_game/1", permission="betting"):
    """Press "new game": bets are taken until the clock reaches zero."""


class PlaceBet(Act, frozen=True, tag="automatic.place_bet/1", permission="terminal"):
    """Drag one of the six chips to a bet."""

    terminal: Name
    bet: BetName
    chip_minor: Minor
    game: GameNumber | None = None
    """The game it is for: it counts in no other, however late it comes. Where it is left out any game will do."""


class Stake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bet and what is put on it, in any mix of the six chips."""

    bet: BetName
    amount_minor: Minor


class PlaceBets(Act, frozen=True, tag="automatic.place_bets/1", permission="terminal"):
    """Place several bets at once, all or none of them: a number and its neighbours, a favourite, every bet again."""

    terminal: Name
    bets: Annotated[tuple[Stake, ...], msgspec.Meta(min_length=1, max_length=STAKES_MAX)]
    game: GameNumber | None = None
    """The game it is for, as of a bet."""


class CancelBet(Act, frozen=True, tag="automatic.cancel_bet/1", permission="terminal"):
    """Touch "cancel", then a bet: it is removed; or draw one chip off it."""

    terminal: Name
    bet: BetName
    game: GameNumber | None = None
    """The game it is for, as of a bet."""
    chip_minor: Minor | None = None
    """The chip that is drawn off; where it is left out all of the bet goes."""


class UndoBet(Act, frozen=True, tag="automatic.undo_bet/1", permission="terminal"):
    """Reverse the terminal's last betting act of this game; again, the one before."""

    terminal: Name
    game: GameNumber | None = None
    """The game it is for, as of a bet."""


class RecallBets(Act, frozen=True, tag="automatic.recall_bets/1", permission="terminal"):
    """Place the bets of the terminal's last game again."""

    terminal: Name
    game: GameNumber | None = None
    """The game it is for, as of a bet."""


class ClearBets(Act, frozen=True, tag="automatic.clear_bets/1", permission="terminal"):
    """Remove all bets of the terminal."""

    terminal: Name
    game: GameNumber | None = None
    """The game it is for, as of a bet."""


class BetNeighbours(Act, frozen=True, tag="automatic.bet_neighbours/1", permission="terminal"):
    """Bet on the two numbers each side of the last number selected, for as much as was last bet on it."""

    terminal: Name
    game: GameNumber | None = None
    """The game it is for, as of a bet."""


class PromptSpin(Act, frozen=True, tag="automatic.prompt_spin/1", permission="sensed"):
    """Ten seconds are left on the game clock."""

    seconds_left: Annotated[int, msgspec.Meta(ge=0, le=600)]


class SpinBall(Act, frozen=True, tag="automatic.spin_ball/1", permission="betting"):
    """Set the ball running."""

    direction: Direction


class LockBets(Act, frozen=True, tag="automatic.lock_bets/1", permission="sensed"):
    """The game clock reached zero."""


class ExtendClock(Act, frozen=True, tag="automatic.extend_clock/1", permission="procedure"):
    """Give a held game more time, with a supervisor."""

    seconds: Annotated[int, msgspec.Meta(ge=11, le=600)]


class SenseNumber(Act, frozen=True, tag="automatic.sense_number/1", permission="sensed"):
    """The wheel sensor found the ball at rest."""

    pocket: Pocket
    revolutions: Revolutions | None = None
    """How often the ball went round; None from a sensor that does not count: the dealer then says it."""
    direction: Direction | None = None
    """As the sensor saw it, where it can."""


class HoldGame(Act, frozen=True, tag="automatic.hold_game/1", permission="hold"):
    """Stop a game for a ruling: the sensor contradicts itself or is silent, or somebody saw something."""

    reason: Text


class ConfirmNumber(Act, frozen=True, tag="automatic.confirm_number/1", permission="confirm"):
    """Confirm the number at the console, or enter it where there is no sensor."""

    pocket: Pocket
    revolutions: Revolutions | None = None
    """How often the ball went round; said by the dealer where no sensor counts it."""


class RuleNumber(Act, frozen=True, tag="automatic.rule_number/1", permission="by_hand"):
    """Decide, as a supervisor before the dealer, which number a held game has."""

    pocket: Pocket
    revolutions: Revolutions
    reason: Text


class VoidGame(Act, frozen=True, tag="automatic.void_game/1", permission="void_before"):
    """Void the game in play, or one that was settled."""

    cause: VoidCause
    game: GameNumber | None = None
    """The number of a settled game; the game in play where it is left out."""
    note: Text | None = None

    def permission_for(self, asking: Asking) -> str:
        """Return another row for a game that was settled, and for a spin that is void while it runs."""
        if not asking.state.is_in_play or self.game not in (None, asking.state.rounds):
            return "void_after"
        return "no_spin" if self.cause in _NO_SPIN else self.permission


class RefundGame(Act, frozen=True, tag="automatic.refund_game/1", permission="refund"):
    """Give all wagers of the void game back, as a supervisor or the one a supervisor named."""

    designee_of: Name | None = None
    """The supervisor who named whoever does it, and is there as the witness."""


class RepayReceivable(Act, frozen=True, tag="automatic.repay_receivable/1", permission="refund"):
    """Take chips from a player who owes them since a settled game was voided, all or a part."""

    terminal: Name
    amount_minor: Minor
    session: SessionNumber | None = None
    """Whose session; None for a debt from before there were sessions."""


class PayPayable(Act, frozen=True, tag="automatic.pay_payable/1", permission="refund"):
    """Give chips to a player to whom they are owed since leaving, all or a part."""

    terminal: Name
    amount_minor: Minor
    session: SessionNumber | None = None
    """Whose session; None for a debt from before there were sessions."""


class AskCashOut(Act, frozen=True, tag="automatic.ask_cash_out/1", permission="terminal"):
    """Touch "cash-out" at the terminal."""

    terminal: Name


class AffirmCashOut(Act, frozen=True, tag="automatic.affirm_cash_out/1", permission="terminal"):
    """Say at the terminal that it is meant; the dealer is told."""

    terminal: Name


class WithdrawCashOut(Act, frozen=True, tag="automatic.withdraw_cash_out/1", permission="terminal"):
    """Take a cash-out back that the dealer has not confirmed."""

    terminal: Name


class SelectCashOut(Act, frozen=True, tag="automatic.select_cash_out/1", permission="procedure"):
    """Select a terminal and "cash-out" at the console: the value is shown."""

    terminal: Name


class CountOutChips(Act, frozen=True, tag="automatic.count_out_chips/1", permission="procedure"):
    """Take chips of the value shown from the rack."""

    terminal: Name
    amount_minor: Minor


class ConfirmCashOut(Act, frozen=True, tag="automatic.confirm_cash_out/1", permission="procedure"):
    """Verify the count and confirm: now the credits leave the terminal."""

    terminal: Name
    amount_minor: Minor


class DeliverChips(Act, frozen=True, tag="automatic.deliver_chips/1", permission="procedure"):
    """Bring the chips to the player in a chip holder."""

    terminal: Name


class RecordClockStep(Act, frozen=True, tag="automatic.record_clock_step/1", permission="sensed"):
    """The wall clock was set; no betting window moves by it."""

    by_milliseconds: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    kind: Literal["step", "drift"] = "step"


ACTS: tuple[type[Act], ...] = (
    EnrolTerminal,
    RemoveTerminal,
    ReportStaffing,
    BeginSessions,
    AbandonSession,
    CountBuyIn,
    ConfirmBuyIn,
    DropBuyIn,
    VerifyCredit,
    QuestionCredit,
    CorrectBuyIn,
    StartGame,
    PlaceBet,
    PlaceBets,
    CancelBet,
    UndoBet,
    RecallBets,
    ClearBets,
    BetNeighbours,
    PromptSpin,
    SpinBall,
    LockBets,
    ExtendClock,
    SenseNumber,
    HoldGame,
    ConfirmNumber,
    RuleNumber,
    VoidGame,
    RefundGame,
    RepayReceivable,
    PayPayable,
    AskCashOut,
    AffirmCashOut,
    WithdrawCashOut,
    SelectCashOut,
    CountOutChips,
    ConfirmCashOut,
    DeliverChips,
    RecordClockStep,
)
