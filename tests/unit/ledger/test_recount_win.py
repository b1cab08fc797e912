"""What a table won by its counts and by its settlements: two shifts worked out by hand, figure by figure."""

from typing import Any

from pitboss.decider import Move
from pitboss.ledger.recount_win import Win, added_up

STREAM = "table:main"


class Shift:
    """A table's events as a journal has them, with moves written by hand."""

    def __init__(self) -> None:
        self.win = Win(STREAM)
        self.take("stream.opened/1", config={"currency": "USD"})
        self.take("table.inventory_begun/1", tray_minor=0, drop_minor=0)

    def take(self, tag: str, /, *moves: tuple[str, str, int], **fields: Any) -> None:
        """Let something happen; amounts are dollars."""
        cents = tuple(Move(source, target, 100 * amount) for source, target, amount in moves)
        self.win.take({"type": tag, **fields}, cents, "20:00")

    def fill(self, slip: int, amount: int) -> None:
        """Bring chips from the cage."""
        way = f"transit:{slip}"
        self.take("table.fill_issued/1", ("cage", way, amount), slip=slip, total_minor=100 * amount)
        self.take("table.fill_accepted/1", (way, "rack", amount), slip=slip, total_minor=100 * amount)

    def count(self, kind: str, counted: int, short: int = 0) -> None:
        """Count the rack."""
        moves = [("rack", "variance", short)] if short else []
        self.take(
            "table.inventory_counted/1", *moves, kind=kind, counted_minor=100 * counted, difference_minor=-100 * short
        )

    def place(self, source: str, own: str, stake: int) -> None:
        """Lay Ann's wager."""
        fields = {"player": "Ann", "bet": "red", "source": source, "stake_minor": 100 * stake}
        self.take("roulette.wager_placed/1", (own, "layout", stake), **fields)


def live() -> Win:
    """Return the shift of a live roulette table."""
    shift, blue = Shift(), "chips:Ann:blue"
    shift.fill(1, 50_000)
    shift.count("opening", 50_000)
    shift.fill(2, 5_000)
    shift.take("table.credit_sent/1", ("rack", "transit:3", 3_000), slip=3, total_minor=300_000)
    cash = (("patrons", "drop", 6_200), ("rack", "circulation", 6_200))
    shift.take("table.value_chips_bought/1", *cash, amount_minor=620_000)
    colour = {"player": "Ann", "colour": "blue", "value_minor": 100, "count": 1_800, "paid_with": "cash"}
    shift.take("roulette.colour_issued/1", ("patrons", "drop", 1_800), ("rack", blue, 1_800), **colour)
    signed = (("marker:1", "instruments", 2_000), ("rack", "circulation", 2_000))
    shift.take("table.marker_issued/1", *signed, marker=1, amount_minor=200_000)
    shift.place("value", "circulation", 40_400)
    shift.place("colour:blue", blue, 1_600)
    settled = {
        "player": ["Ann"] * 4,
        "source": ["value", "colour:blue", "value", "colour:blue"],
        "stake_minor": [2_050_000, 100_000, 1_990_000, 60_000],
        "paid_minor": [0, 0, 1_880_000, 60_000],
        "outcome": ["lose", "lose", "win", "win"],
    }
    moves = (
        *(("layout", "rack", 21_500), ("layout", "circulation", 19_900), ("layout", blue, 600)),
        *(("rack", "circulation", 18_800), ("rack", blue, 600)),
    )
    shift.take("roulette.round_settled/1", *moves, wagers=settled)
    redeemed = ((blue, "rack", 1_250), ("rack", "circulation", 1_250))
    shift.take("roulette.colour_redeemed/1", *redeemed, player="Ann", colour="blue", count=1_250)
    shift.take("table.tip_taken/1", (blue, "tips", 50), player="Ann", colour="blue", amount_minor=5_000)
    shift.take("roulette.colour_abandoned/1", (blue, "unredeemed:1", 100), player="Ann", colour="blue", claim=1)
    shift.count("closing", 44_180, short=20)
    return shift.win


def test_a_live_table_figure_by_figure():
    """Drop 10,000, inventory win 2,180, win 2,080 by both routes, of which 20 were stolen; hold 20.8 %."""
    period = live().periods[-1]
    rack = (period.opening_minor, period.fills_minor, period.credits_minor, period.closing_minor)

    assert (5_000_000, 500_000, 300_000, 4_418_000) == rack
    assert (1_000_000, 218_000, 10_000) == (period.drop_minor, period.inventory_win_minor, period.due_minor)
    assert (2_150_000, 1_940_000, -2_000) == (period.lost_minor, period.paid_minor, period.variances_minor)
    assert (4_200_000, 208_000, 208_000) == (period.handle_minor, period.win_minor, period.book_win_minor)
    assert 208 == 1_000 * period.win_minor // period.drop_minor


def test_periods_add_up():
    """From the first fill to the closing: the opening count is no win, and the sum is the shift's."""
    periods = live().periods
    total = added_up(periods)

    assert ["opening", "closing"] == [period.kind for period in periods]
    assert (0, 5_500_000, 208_000, 0) == (
        total.opening_minor,
        total.fills_minor,
        total.win_minor,
        total.difference_minor,
    )


def test_a_settlement_that_the_ledger_does_not_have_shows():
    """Somebody is paid a hundred dollars of which no settlement tells: the routes differ by it."""
    shift = Shift()
    shift.fill(1, 1_000)
    shift.take("roulette.ball_spun/1", ("rack", "circulation", 100))
    shift.count("closing", 900)

    assert -10_000 == shift.win.periods[-1].difference_minor


def test_an_automatic_table_figure_by_figure():
    """Turnover 12,000 and 11,300 returned, coupons 50, credits 180 still out: inventory win 830, net win 650."""
    shift, credits_ = Shift(), "credits:T1.1"
    shift.fill(1, 10_000)
    shift.count("opening", 10_000)
    shift.fill(2, 4_000)
    brought = {"terminal": "T1", "currency_minor": 400_000, "chips_minor": 60_000, "coupon_minor": 5_000}
    shift.take("automatic.buy_in_counted/1", **brought)
    credited = {"terminal": "T1", "session": 1, "amount_minor": 465_000}
    shift.take("automatic.buy_in_credited/1", ("rack", credits_, 4_650), **credited)
    dropped = (("patrons", "drop", 4_000), ("circulation", "rack", 600), ("promotion", "rack", 50))
    shift.take("automatic.buy_in_dropped/1", *dropped, **brought)
    for lost, stake, paid in ((2_300, 2_300, 2_300), (2_300, 2_300, 2_000), (1_400, 1_400, 1_000)):
        total = lost + stake
        shift.take(
            "automatic.bets_changed/1",
            (credits_, "layout", total),
            terminal="T1",
            session=1,
            changes={"change_minor": [100 * total]},
        )
        wagers = {
            "player": ["T1", "T1"],
            "source": ["credits:1", "credits:1"],
            "stake_minor": [100 * lost, 100 * stake],
            "paid_minor": [0, 100 * paid],
            "outcome": ["lose", "win"],
        }
        moves = (("layout", "rack", lost), ("layout", credits_, stake), ("rack", credits_, paid))
        shift.take("roulette.round_settled/1", *moves, wagers=wagers)
    out = {"terminal": "T1", "session": 1, "amount_minor": 377_000}
    shift.take("automatic.cashed_out/1", (credits_, "circulation", 3_770), **out)
    shift.count("closing", 10_830)
    period = shift.win.periods[-1]

    returned = period.handle_minor - period.lost_minor + period.paid_minor
    assert (1_200_000, 1_130_000) == (period.handle_minor, returned)
    assert (400_000, 83_000, 18_000) == (period.drop_minor, period.inventory_win_minor, period.due_minor)
    assert (70_000, -5_000) == (period.lost_minor - period.paid_minor, period.other_minor)
    assert (65_000, 65_000) == (period.win_minor, period.book_win_minor)
