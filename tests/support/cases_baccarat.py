"""The case of mini-baccarat: which tables the contract suite walks, what tempts them, and what it must meet."""

from collections.abc import Iterable
from typing import Any

from pitboss.decider import Act, Event, Person, Role
from pitboss.games import house_acts as house
from pitboss.games import house_events as he
from pitboss.games.baccarat import card_acts as c
from pitboss.games.baccarat import card_events as ce
from pitboss.games.baccarat import house_acts as h
from pitboss.games.baccarat import messages as m
from pitboss.games.baccarat.wagers import parse_on
from pitboss.games.shoe import acts as a
from tests.support.baccarat_driver import BACCARAT as EDITION
from tests.support.game_case import GameCase
from tests.support.strategies import PEOPLE, PLAYERS

__all__ = ["BACCARAT"]

_TURNING: tuple[type[Act], ...] = (h.ReturnCards, h.HandCards, h.TurnCards, h.OfferTurn)


def _onwards(table: Any) -> tuple[type[Act], ...]:
    if not table.is_open:
        return (house.OpenTable,) if table.inspected else (house.InspectEquipment,)
    if not table.is_between_rounds:
        return (c.BurnCard,) if table.cards.burns_due else _in_round(table)
    due: dict[type[Act], bool] = {
        house.RelieveDealer: Person(table.dealer, Role.DEALER) not in PEOPLE,
        c.BurnCard: bool(table.cards.burns_due),
        h.CheckLayout: not table.is_layout_checked,
        h.NotifyDealOption: not table.is_deal_notified,
        h.DiscardCards: not table.play.is_layout_clear,
    }
    return next(((kind,) for kind, is_due in due.items() if is_due), None) or _with_cards(table)


def _in_round(table: Any) -> tuple[type[Act], ...]:
    current = table.round
    if table.phase == "betting":
        if not table.seats:
            return (a.TakeSeat, m.CallNoMoreBets)
        is_enough = len(current.wagers) > 1
        return (m.CallNoMoreBets, m.PlaceWager) if is_enough else (m.PlaceWager, h.CallWager, m.CallNoMoreBets)
    if table.phase in ("closed", "dealing"):
        is_bankers = current.due == "banker" and len(current.banker) == 2 and len(current.player) == 2
        error = (c.ReportError,) if is_bankers and table.rounds % 2 else ()
        return (*error, m.DealCard, h.CallPoints, *_TURNING, m.CallTooFewCards)
    return (m.PayWinners, h.CollectLosers, h.CallResult, h.CallPoints, *_TURNING)


def _with_cards(table: Any) -> tuple[type[Act], ...]:
    cards = table.cards
    look = a.LetPlayerLook if table.seats else a.TakeSeat
    shuffle: tuple[type[Act], ...] = (c.ShuffleCards, a.UseAutomaticShoe, a.CommitShoe)
    if table.marks and cards.stage in ("stacked", "finished"):
        return (h.CollectVigorish,)
    if cards.must_be_revealed and cards.stage in ("stacked", "finished"):
        return (a.AbandonReveal, a.RevealShoe)
    if cards.is_back_from_idle and len(cards.backs) > 1:
        shuffle = (c.ReleaseBatch,)
    untold = table.rules.form == "no_vig" and not table.is_form_noticed
    steps: dict[str, tuple[type[Act], ...]] = {
        "awaited": (a.InspectCards,),
        "inspected": (a.SpreadCards,),
        "spread": (look,),
        "seen": (a.StackCards,),
        "stacked": shuffle,
        "shuffled": (a.CutCards, a.OfferCut),
        "cut": (a.LoadShoe, a.OrderRecut),
        "loaded": (c.BurnCard,),
        "in_play": (
            h.PostVigorishNotice if untold else house.OpenBetting,
            h.AnnounceLastHand,
            h.CollectVigorish,
            h.LeaveTable,
            a.SpreadIdleCards,
        ),
        "finished": (*shuffle, h.LeaveTable, a.SpreadIdleCards),
        "idle_down": (a.TurnIdleCards if table.seats else a.TakeSeat,),
    }
    return steps[cards.stage]


def _depths(table: Any, event: Event) -> Iterable[str]:
    match event:
        case m.WagerPlaced():
            yield f"a wager in {event.source}"
            yield f"a wager placed by the {event.placed_by}"
        case m.RoundSettled():
            yield f"a round: {event.outcome}"
            yield from {f"a wager: {result}" for result in event.wagers.result}
            yield from {f"a step: {step.deed}" for step in event.steps}
        case ce.CardDrawnInError():
            yield f"an error: {event.becomes}"
        case ce.CardsHanded() if event.is_third:
            yield "a third card handed to a player"
        case ce.BatchReleased() if event.must_be_spread:
            yield "a stored batch spread first"
        case he.LimitSet() if not table.is_between_rounds:
            yield "a limit set during a round"
        case he.TableOpened() if table.rounds:
            yield "a table opened again"
        case _:
            return


BACCARAT = GameCase(
    variants={
        EDITION: (
            {"deal": "c", "collect": "deferred"},
            {"deal": "b", "form": "no_vig", "decks": 6, "positions": 3, "pay_order": "b"},
            {"shuffler": True, "decks": 12, "collect": "deferred", "pct": 4, "pay_order": "c"},
            {"collect": "deferred", "positions": 1},
            {"form": "tie_vig", "pct": 25, "deal": "c", "pay_order": "d", "verbal": "none"},
            {
                "shuffler": True,
                "decks": 12,
                "rounding": "exact",
                "default_min": 10,
                "default_max": 20_000,
                "min": {"tie": 25, "banker": 500},
                "max": {"tie": 100, "player": 150},
                "tie_odds": 9,
            },
            {"default_min": 20, "max": {"tie": 500}, "player_max": 1_001, "table_max": 1_500},
        ),
    },
    onwards=_onwards,
    end="baccarat.round_settled/1",
    lures={
        "player": PLAYERS,
        "dealer": ("Dora", "Dan"),
        "mucker": ("Max", None),
        "position": (1, 2, 3, 7, 8),
        "positions": (3, 7),
        "on": ("banker", "player", "tie", "banker_pair", "jackpot", ""),
        "stake_minor": (1, 2, 20, 25, 99, 100, 500, 20_001, 10**12),
        "card": ("AS", "KS", "6H", "7H", "9D", "TC", "1S", None),
        "commitment": ("0" * 64, "f" * 64, "F" * 64),
        "order": ((), ("AS",)),
        "nonce": ("", "n"),
        "depth": (9, 10, 100, 302, 303, 406, 407),
        "from_back": (13, 14, 311, 312, 400, 411, 415, 416),
        "decks": (6, 8, 12),
        "second_decks": (0, 6),
        "pct": (0, 3, 4, 5, 24, 25, 26),
        "option": (h.Option.C,),
        "kind": ("banker", "player", "tie", "banker_pair", "jackpot", "player_total", "table_total"),
    },
    flavour="on",
    notations={"on": parse_on},
    stakes=lambda current: sum(current.wagers.values()),
    depths=_depths,
    reaches=frozenset(
        {
            *(f"a wager in {source}" for source in m.Source),
            *(f"a wager placed by the {role}" for role in ("player", "dealer")),
            *(f"a round: {outcome}" for outcome in ("player", "banker", "tie")),
            *(f"a wager: {result}" for result in m.Result),
            *(f"a step: {deed}" for deed in m.Deed),
            *(f"an error: {becomes}" for becomes in ("banker", "next_hand", "burned")),
            "a third card handed to a player",
            "a stored batch spread first",
            "a limit set during a round",
            "a table opened again",
        }
    ),
    # A shoe that runs out takes hundreds of cards, and a right reveal knows the order: both have tests of their own.
    absent={EDITION: frozenset({"baccarat.round_voided/1", "cards.shoe_revealed/1"})},
    slice_parts=6,
)
