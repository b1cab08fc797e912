"""The case of mini-baccarat: which tables the contract suite walks, what tempts them, and what it must meet."""

from collections.abc import Iterable
from typing import Any

from pitboss.decider import Act, Event, Person, Role
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat import events as baccarat_events
from pitboss.games.baccarat.wagers import parse_on
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.games.table import events as table_events
from tests.support.baccarat_driver import BACCARAT as EDITION
from tests.support.game_case import GameCase
from tests.support.strategies import PEOPLE, PLAYERS

__all__ = ["BACCARAT"]

_TURNING: tuple[type[Act], ...] = (
    baccarat_acts.ReturnCards,
    baccarat_acts.HandCards,
    baccarat_acts.TurnCards,
    baccarat_acts.OfferTurn,
)


def _onwards(table: Any) -> tuple[type[Act], ...]:
    if not table.is_open:
        return (table_acts.OpenTable,) if table.inspected else (table_acts.InspectEquipment,)
    if not table.is_between_rounds and not table.is_deserted:
        return (baccarat_acts.BurnCard,) if table.cards.burns_due else _in_round(table)
    due: dict[type[Act], bool] = {
        table_acts.RelieveDealer: Person(table.dealer, Role.DEALER) not in PEOPLE,
        baccarat_acts.BurnCard: bool(table.cards.burns_due),
        table_acts.PostSign: not table.is_sign_posted,
        baccarat_acts.CheckLayout: not table.is_layout_checked,
        baccarat_acts.NotifyDealOption: not table.is_deal_notified,
        baccarat_acts.DiscardCards: not table.play.is_layout_clear,
        shoe_acts.AbandonReveal: table.cards.has_stood_empty and table.cards.must_be_revealed,
        shoe_acts.SpreadIdleCards: table.cards.has_stood_empty,
    }
    return next(((kind,) for kind, is_due in due.items() if is_due), None) or _with_cards(table)


def _in_round(table: Any) -> tuple[type[Act], ...]:
    current = table.round
    if table.cards.stage != "in_play":
        # A recut was ordered before the first card.
        return _with_cards(table)
    if table.phase == "betting":
        is_enough = len(current.wagers) > 1
        return (
            (baccarat_acts.CallNoMoreBets, baccarat_acts.PlaceWager)
            if is_enough
            else (baccarat_acts.PlaceWager, baccarat_acts.CallWager, baccarat_acts.CallNoMoreBets)
        )
    if table.phase in ("closed", "dealing"):
        is_bankers = current.due == "banker" and len(current.banker) == 2 and len(current.player) == 2
        error = (baccarat_acts.ReportError,) if is_bankers and table.rounds % 2 else ()
        return (*error, baccarat_acts.DealCard, baccarat_acts.CallPoints, *_TURNING, baccarat_acts.CallTooFewCards)
    return (
        baccarat_acts.PayWinners,
        baccarat_acts.CollectLosers,
        baccarat_acts.CallResult,
        baccarat_acts.CallPoints,
        *_TURNING,
    )


def _with_cards(table: Any) -> tuple[type[Act], ...]:
    cards = table.cards
    look = shoe_acts.LetPlayerLook if table.seats else shoe_acts.TakeSeat
    shuffle: tuple[type[Act], ...] = (baccarat_acts.ShuffleCards, shoe_acts.UseAutomaticShoe, shoe_acts.CommitShoe)
    if table.marks and cards.stage in ("stacked", "finished"):
        return (baccarat_acts.CollectVigorish,)
    if cards.must_be_revealed and cards.stage in ("stacked", "finished"):
        return (shoe_acts.AbandonReveal, shoe_acts.RevealShoe)
    if cards.is_back_from_idle and len(cards.backs) > 1:
        shuffle = (baccarat_acts.ReleaseBatch,)
    untold = table.rules.form == "no_vig" and not table.is_form_noticed
    steps: dict[str, tuple[type[Act], ...]] = {
        "awaited": (shoe_acts.InspectCards,),
        "inspected": (shoe_acts.SpreadCards,),
        "spread": (look,),
        "seen": (shoe_acts.StackCards,),
        "stacked": shuffle,
        "shuffled": (shoe_acts.CutCards, shoe_acts.OfferCut),
        "cut": (shoe_acts.LoadShoe, shoe_acts.OrderRecut),
        "loaded": (baccarat_acts.BurnCard,),
        "in_play": (
            baccarat_acts.PostVigorishNotice if untold else table_acts.OpenBetting,
            baccarat_acts.AnnounceLastHand,
            baccarat_acts.CollectVigorish,
            baccarat_acts.LeaveTable,
            shoe_acts.SpreadIdleCards,
        ),
        "finished": (*shuffle, baccarat_acts.LeaveTable, shoe_acts.SpreadIdleCards),
        "idle_down": (shoe_acts.TurnIdleCards if table.seats else shoe_acts.TakeSeat,),
    }
    return steps[cards.stage]


def _depths(table: Any, event: Event) -> Iterable[str]:
    match event:
        case baccarat_events.WagerPlaced():
            yield f"a wager in {event.source}"
            yield f"a wager placed by the {event.placed_by}"
        case baccarat_events.RoundSettled():
            yield f"a round: {event.outcome}"
            yield from {f"a wager: {result}" for result in event.wagers.result}
            yield from {f"a step: {step.deed}" for step in event.steps}
        case baccarat_events.CardDrawnInError():
            yield f"an error: {event.becomes}"
        case baccarat_events.CardsHanded() if event.is_third:
            yield "a third card handed to a player"
        case baccarat_events.BatchReleased() if event.must_be_spread:
            yield "a stored batch spread first"
        case table_events.LimitSet() if not table.is_between_rounds:
            yield "a limit set during a round"
        case table_events.TableOpened() if table.rounds:
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
        "was": ("AS", "KS", "6H", "7H", "9D", "TC", "1S"),
        "place": (1, 2, 3, 4, 5, 9),
        "commitment": ("0" * 64, "f" * 64, "F" * 64),
        "order": ((), ("AS",)),
        "nonce": ("", "n"),
        "depth": (9, 10, 100, 302, 303, 406, 407),
        "from_back": (13, 14, 311, 312, 400, 411, 415, 416),
        "decks": (6, 8, 12),
        "second_decks": (0, 6),
        "pct": (0, 3, 4, 5, 24, 25, 26),
        "option": (baccarat_acts.Option.C,),
        "kind": ("banker", "player", "tie", "banker_pair", "jackpot", "player_total", "table_total"),
    },
    flavour="on",
    notations={"on": parse_on},
    stakes=lambda current: sum(current.wagers.values()),
    depths=_depths,
    reaches=frozenset(
        {
            *(f"a wager in {source}" for source in baccarat_acts.Source),
            *(f"a wager placed by the {role}" for role in ("player", "dealer")),
            *(f"a round: {outcome}" for outcome in ("player", "banker", "tie")),
            *(f"a wager: {result}" for result in baccarat_events.Result),
            *(f"a step: {deed}" for deed in baccarat_events.Deed),
            *(f"an error: {becomes}" for becomes in ("banker", "next_hand", "burned")),
            "a third card handed to a player",
            "a stored batch spread first",
            "a limit set during a round",
            "a table opened again",
        }
    ),
    # A shoe that runs out takes hundreds of cards, and a right reveal knows the order: both have tests of their own.
    absent={EDITION: frozenset({"baccarat.round_voided/1", "cards.shoe_revealed/1"})},
    rare=frozenset(
        {
            "a stored batch spread first",
            "an error: next_hand",
            "baccarat.batch_released/1",
            "baccarat.vigorish_collected/1",
            "cards.card_corrected/1",
        }
    ),
    slice_parts=2,
    slice_first={"oneida-minibaccarat-2004": 7},
)
