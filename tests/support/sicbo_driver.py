"""Drives one sic bo table in tests."""

from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo.settle import lit
from pitboss.games.table import acts as table_acts
from tests.support.driven import need
from tests.support.driver import LIMITS, Driver

__all__ = ["EQUIPMENT", "SICBO", "SicBoDriver"]

SICBO = "oneida-sicbo-2004"
EQUIPMENT = ("three dice in the sealed shaker", "layout", "layout computer")
Dice = tuple[int, int, int]


class SicBoDriver(Driver):
    """A sic bo table; `settle` plays a throw to its payment, `rows` reads it."""

    def __init__(self, *, settings: dict | None = None, name: str = "S1") -> None:
        super().__init__(SICBO, settings={**LIMITS, **(settings or {})}, name=name)

    def inspected(self, dice: Dice = (1, 2, 3)) -> "SicBoDriver":
        """Inspect the equipment and the computer."""
        self.do("dealer", table_acts.InspectEquipment(items=EQUIPMENT))
        self.inspect_computer(dice)
        return self

    def opened(self, *, mucker: str | None = None) -> "SicBoDriver":
        """Inspect and open the table, and open the first round."""
        self.inspected()
        self.do("dealer", table_acts.OpenTable(mucker=mucker))
        self.do("dealer", table_acts.PostSign())
        self.do("dealer", table_acts.OpenBetting())
        return self

    def inspect_computer(self, dice: Dice = (1, 2, 3)):
        """Let the floorperson enter a throw and see what must be lit."""
        return self.do("floorperson", sicbo_acts.InspectComputer(dice=dice, seen_lit=lit(self.table.rules, dice)))

    def bet(self, player: str, bet: str, stake: int, source: str = "value", *, who: str | None = None):
        """Place a wager, by the player's own hand unless `who` says otherwise."""
        need(source == "value", source)
        return self.do(who or player, sicbo_acts.PlaceWager(player=player, bet=bet, stake_minor=stake))

    def shake(self, *, shakes: int = 3):
        """Close the bets and shake the covered shaker."""
        self.do("dealer", sicbo_acts.CallNoMoreBets())
        return self.do("dealer", sicbo_acts.ShakeDice(shakes=shakes))

    def uncover(self, *, is_flat: bool = True):
        """Close the bets, shake and take the cover off."""
        self.shake()
        return self.do("dealer", sicbo_acts.UncoverShaker(is_flat=is_flat))

    def throw(self, dice: Dice):
        """Bring the round to where the dice are entered and the winners lit."""
        if self.table.phase == "betting":
            self.uncover()
        return self.do("dealer", sicbo_acts.EnterDice(dice=dice))

    def pay(self, dice: Dice):
        """Play the throw to its payment; return the RoundSettled event."""
        self.throw(dice)
        self.do("dealer", sicbo_acts.CollectLosers())
        return self.do("dealer", sicbo_acts.PayWinners())

    def next_round(self) -> None:
        """Clear the lights, post the sign if its limits changed, and open the next round."""
        self.do("dealer", sicbo_acts.ClearLights())
        if not self.table.is_sign_posted:
            self.do("dealer", table_acts.PostSign())
        self.do("dealer", table_acts.OpenBetting())
