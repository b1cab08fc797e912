"""A roulette Round to play: bets, the spin, "no more bets", the number, settlement or "No Spin"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss.decider import Act, Event
from pitboss.errors import BadNotation, InputError
from pitboss.games.document import DEALER, played
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette import round as core
from pitboss.games.roulette.document import caller
from pitboss.games.roulette.rules import Rules
from pitboss.games.roulette.state import Phase, Round
from pitboss.games.table.laying import room_of
from pitboss.legal import prober
from pitboss.library.moves import Move
from pitboss.library.results import PLAYER, RouletteSettlement, SettledWager
from pitboss.money import check_stake

__all__ = ["RouletteRound"]

_CAUSES = tuple(cause.value for cause in a.Cause)
_is_open = prober(core.decide)


class RouletteRound:
    """One spin of the wheel and the bets on it.

    `legal()` lists what may be done now, `chance()` where the ball may come to rest. Nothing is drawn here: `land` is
    told the number. A refusal is a `RuleViolation` that names its clause, and leaves the round as it was.

    >>> from pitboss import Roulette
    >>> spin = Roulette("oneida-roulette-2008").round()
    >>> _ = spin.bet("split:17-20", 500)
    >>> spin.land("20").net
    8500
    """

    def __init__(self, rules: Rules) -> None:
        self._state = Round(rules)
        self._result: RouletteSettlement | None = None

    def __repr__(self) -> str:
        return f"<RouletteRound {self.phase}, {len(self._state.wagers)} bets>"

    @property
    def phase(self) -> str:
        """Return where the round stands: `betting`, `spinning`, `closed`, `settled` or `void`."""
        return self._state.phase.value

    @property
    def is_over(self) -> bool:
        """Tell whether the round was settled or called off."""
        return self._result is not None

    @property
    def result(self) -> RouletteSettlement:
        """Return what every bet came to.

        Raises:
            InputError: while the round is not over.
        """
        if self._result is None:
            raise InputError("the round is not over: say where the ball came to rest", field="phase", value=self.phase)
        return self._result

    def legal(self, player: str = PLAYER) -> tuple[Move, ...]:
        """Return what a player and the dealer may do now; each bet with the least and the most it may be.

        >>> from pitboss import Roulette
        >>> moves = Roulette("seabrook-roulette").round().legal()
        >>> len(moves), str(moves[0]), str(moves[-1])
        (162, 'bet on straight:0, 100 to 400', 'spin')
        """
        return tuple(self._moves(player))

    def _moves(self, player: str) -> Iterator[Move]:
        state = self._state
        for position in state.rules.positions if state.is_open else ():
            least, most = room_of(state, player, position.bet)
            if least <= most and self._may(a.PlaceWager(player=player, bet=position.bet, stake_minor=least)):
                yield Move("bet", on=position.bet, least=least, most=most)
        for (whose, bet, _), lies in state.wagers.items() if state.is_open else ():
            if whose == player:
                low = state.rules.limits(state.kind_of(bet))[0]
                if lies - low >= 1:
                    yield Move("remove", on=bet, least=1, most=lies - low)
                yield Move("remove", on=bet, least=lies, most=lies)
        if self._may(a.SpinBall(direction=a.Direction.AGAINST)):
            yield Move("spin")
        if self._may(a.CallNoMoreBets()):
            yield Move("no_more_bets")
        for cause in a.Cause:
            by = caller(state.rules, cause)
            if _is_open(state, by, a.CallNoSpin(cause=cause)):
                yield Move("no_spin", on=cause.value)

    def _may(self, act: Act) -> bool:
        return _is_open(self._state, DEALER, act)

    def chance(self) -> dict[str, Fraction]:
        """Return where the ball may come to rest, each pocket with its exact weight; nothing once the round is over.

        >>> from pitboss import Roulette
        >>> Roulette("hoian-roulette-2020").round().chance()["0"]
        Fraction(1, 37)
        """
        if self.is_over:
            return {}
        return {act.pocket: weight for act, weight in core.chance(self._state)}

    def play(self, move: Move | str, stake: int | None = None) -> tuple[Event, ...]:
        """Make a move of `legal()`; one with an amount takes the stake, or the least there is where none is given."""
        move = Move(move) if isinstance(move, str) else move
        amount = move.least if stake is None else stake
        match move.name:
            case "bet":
                return self.bet(move.on, amount or 0)
            case "remove":
                return self.remove(move.on, amount)
            case "spin":
                return self.spin()
            case "no_more_bets":
                return self.no_more_bets()
            case "no_spin":
                self.no_spin(move.on)
                return ()
        reason = "no such move of a roulette round: bet, remove, spin, no_more_bets or no_spin"
        raise BadNotation(reason, field="move", value=move.name)

    def bet(self, on: str, stake: int, player: str = PLAYER) -> tuple[Event, ...]:
        """Put a stake on a position, or add to what lies there; positions are written as `pitboss odds` lists them."""
        act = a.PlaceWager(player=player, bet=on, stake_minor=check_stake(stake))
        return tuple(played(core, self._state, act))

    def remove(self, on: str, stake: int | None = None, player: str = PLAYER) -> tuple[Event, ...]:
        """Take a bet back before "no more bets": so much of it, or all of it where no stake is given."""
        lies = self._state.on_position.get((player, on), 0)
        # Nothing there is asked for as one unit, so that the rules refuse it in their words.
        amount = check_stake(stake) if stake is not None else max(lies, 1)
        return tuple(played(core, self._state, a.RemoveWager(player=player, bet=on, stake_minor=amount)))

    def spin(self) -> tuple[Event, ...]:
        """Set the ball running; bets are still taken."""
        return tuple(played(core, self._state, a.SpinBall(direction=a.Direction.AGAINST)))

    def no_more_bets(self) -> tuple[Event, ...]:
        """Close the betting; a bet after this is late, and is refused."""
        return tuple(played(core, self._state, a.CallNoMoreBets()))

    def land(self, pocket: str) -> RouletteSettlement:
        """Say where the ball came to rest, and settle the round; the ball is spun and bets are closed if need be."""
        state = self._state
        if pocket not in state.rules.wheel.index:
            # Before the ball is spun for it: what is refused leaves the round as it was.
            count = len(state.rules.wheel.pockets)
            is_text = isinstance(pocket, str)
            reason = f"not a number of this wheel, which has {count}" if is_text else 'write it as text, such as "17"'
            raise BadNotation(reason, field="pocket", value=pocket)
        if state.phase is Phase.BETTING:
            self.spin()
        if state.phase is Phase.SPINNING:
            self.no_more_bets()
        played(core, state, a.EnterNumber(pocket=pocket, revolutions=state.rules.data.revolutions_min))
        settled: Any
        (settled,) = played(core, state, a.PayWinners())
        self._result = RouletteSettlement(
            wagers=self._rows(settled.wagers),
            currency=state.rules.config.currency,
            pocket=pocket,
            payment_groups=settled.payment_groups,
        )
        return self._result

    def no_spin(self, cause: str) -> RouletteSettlement:
        """Call the spin off for a cause of the house's rules, such as `floater`: every bet goes back."""
        if cause not in _CAUSES:
            raise BadNotation(f"no such cause; the causes are {', '.join(_CAUSES)}", field="cause", value=cause)
        why = a.Cause(cause)
        called: Any
        (called,) = played(core, self._state, a.CallNoSpin(cause=why), by=caller(self._state.rules, why))
        rows, currency = self._rows(called.wagers), self._state.rules.config.currency
        self._result = RouletteSettlement(wagers=rows, currency=currency, pocket=None)
        return self._result

    def copy(self) -> RouletteRound:
        """Return a round that stands where this one stands, to try something out on."""
        other = RouletteRound(self._state.rules)
        state = self._state
        other._state = replace(
            state,
            wagers=dict(state.wagers),
            on_position=dict(state.on_position),
            by_player=dict(state.by_player),
            withheld=dict(state.withheld),
        )
        other._result = self._result
        return other

    @staticmethod
    def _rows(columns: e.Columns) -> tuple[SettledWager, ...]:
        rows = zip(
            columns.bet,
            columns.stake_minor,
            columns.outcome,
            columns.paid_minor,
            columns.clause,
            columns.player,
            strict=True,
        )
        return tuple(
            SettledWager(
                bet=bet,
                stake=stake,
                outcome=outcome.value,
                paid=paid,
                net=-stake if outcome is e.Outcome.LOSE else paid,
                clause=clause,
                player=player,
            )
            for bet, stake, outcome, paid, clause, player in rows
        )
