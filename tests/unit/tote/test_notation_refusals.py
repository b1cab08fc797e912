"""What is no bet: each text with the column at which it goes wrong and what was expected there."""

import pytest

from pitboss.errors import BadNotation
from pitboss.tote.bet_text import ALL, BetText
from pitboss.tote.notation import parse_bet

NUMBER = "expected a program number such as 4 or 1A, found "
BOTH = "expected an exacta wheel with its key first, such as 1/ALL, for both ways"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "expected an amount such as $2 or $0.50, found ''"),
        ("2 WN 4", 1, "expected an amount such as $2 or $0.50, found '2'"),
        ("$2.5 WN 4", 1, "expected an amount such as $2 or $0.50, found '$2.5'"),
        ("$02 WN 4", 1, "expected an amount such as $2 or $0.50, found '$02'"),
        ("$٢ WN 4", 1, "expected an amount such as $2 or $0.50, found '$\\u0662'"),
        ("$1٢ WN 4", 1, "expected an amount such as $2 or $0.50, found '$1\\u0662'"),
        ("$0 WN 4", 1, "expected from 1 to 1000000000000 cents"),
        ("$10000000000.01 WN 4", 1, "expected from 1 to 1000000000000 cents"),
        ("$2", 3, "expected one of WN, PL, SH, ACROSS, EX, QU, TRI, SUPER, DD, P3, P6, TT, found the end"),
        ("$2 ex 1/4", 4, "expected one of WN, PL, SH, ACROSS, EX, QU, TRI, SUPER, DD, P3, P6, TT, found 'ex'"),
        ("$2 EX", 6, "expected BOX, KEY, WHEEL, ANY or runners, found the end"),
        ("$2 EX BOX", 10, "expected runners, found the end"),
        ("$2 EX 1/4 7", 11, "expected the end, found '7'"),
        ("$2 EX 1/4 ", 11, "expected the end, found ''"),
        ("$2 EX 1/04", 9, f"{NUMBER}'04'"),
        ("$2 EX 12,x/4", 10, f"{NUMBER}'x'"),
        ("$2 EX 1/2,ALL", 11, f"{NUMBER}'ALL'"),
        ("$2 EX 1/", 9, f"{NUMBER}''"),
        ("$2 WN " + "9" * 30, 7, f"{NUMBER}'99999999999999999999'"),
        ("$2 EX BOX 1,4,1", 15, "expected another runner, found '1' a second time"),
        ("$2 EX BOX ALL", 11, "expected the runners of a box, found ALL"),
        ("$2 EX BOX 1", 11, "expected 2 different runners that make a combination, found none"),
        ("$2 EX 1/4/7", 7, "expected 2 positions joined by /, found 3"),
        ("$2 QU 1/4", 7, "expected 2 positions joined by -, found 1"),
        ("$2 P3 1/4", 7, "expected 3 legs joined by /, found 2"),
        ("$2 WN 1/4", 7, "expected 1 position, found 2"),
        ("$2 EX 1/1", 7, "expected 2 different runners that make a combination, found none"),
        ("$2 TRI 1/1/ALL", 8, "expected 3 different runners that make a combination, found none"),
        ("$2 EX KEY 1", 11, "expected a key, a stroke and the others, such as 1/4,7, found '1'"),
        ("$2 EX KEY 1,2/4", 11, f"{NUMBER}'1,2'"),
        ("$2 EX KEY 4/1,4", 11, "expected another runner, found '4' a second time"),
        ("$2 TRI KEY 4/1", 12, "expected 3 different runners that make a combination, found none"),
        ("$2 EX KEY 1/ALL", 13, "expected the runners of a key box, found ALL"),
        ("$2 EX WHEEL 1/4", 7, "expected ALL somewhere in the positions or legs of a wheel"),
        ("$2 EX WHEEL ALL", 13, "expected 2 positions joined by /, found 1"),
        ("$2 EX WHEEL BOTH ALL/1", 13, BOTH),
        ("$2 TRI WHEEL BOTH 1/ALL/ALL", 14, BOTH),
        ("$2 EX BOTH 1/ALL", 7, "expected 2 positions joined by /, found 1"),
        ("$2 EX BOX BOTH 1,2", 11, f"{NUMBER}'BOTH'"),
        ("$2 EX ANY 1+2+3", 11, "expected 1 to 2 groups joined by +, found 3"),
        ("$2 EX ANY 1+1", 11, "expected 2 different runners that make a combination, found none"),
        ("$2 EX ANY 1+ALL", 13, "expected the runners of a partial wheel in any order, found ALL"),
        ("$2 QU ANY 1+2", 7, "expected no groups in any order: quinella has no order of finish to leave open"),
        ("$2 SH ANY 1+2", 7, "expected no groups in any order: show has no order of finish to leave open"),
        ("$2 WN KEY 1/2", 7, "expected no key box: win has no place behind its key"),
        ("$2 ACROSS KEY 1/2", 11, "expected no key box: across the board has no place behind its key"),
        ("$2 TT KEY 1/1,2", 11, "expected another runner, found '1' a second time"),
        ("$2 DD BOX ALL", 11, "expected the runners of a box, found ALL"),
        ("$2 DD ANY 1+2", 7, "expected no groups in any order: double has no order of finish to leave open"),
    ],
)  # fmt: skip
def test_texts_that_are_no_bets(text, column, reason):
    """The error has the whole text, the place in it and what should stand there."""
    with pytest.raises(BadNotation) as caught:
        parse_bet(text)

    assert (reason, f"column {column}", text) == (caught.value.reason, caught.value.field, caught.value.value)


@pytest.mark.parametrize("value", [None, 7, b"$2 WN 4", "$" + "1" * 5000])
def test_what_is_not_text_or_too_long(value):
    """Only text is read, and no more of it than a bet can have."""
    with pytest.raises(BadNotation, match="expected a bet as text of up to 1000 characters"):
        parse_bet(value)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"kind": "pickn"}, "kind"),
        ({"form": "boxed"}, "form"),
        ({"amount": True}, "amount"),
        ({"amount": 0}, "amount"),
        ({"parts": (("1",), ())}, "parts[1]"),
        ({"parts": (("1",), (4,))}, "parts[1][0]"),
        ({"form": "key_box", "parts": (("1",),)}, "key"),
        ({"key": "7"}, "key"),
        ({"form": "partial_wheel"}, "form"),
        ({"parts": (("1",), ALL)}, "form"),
        ({"form": "wheel", "parts": (("1",), ALL)}, "direction"),
        ({"form": "wheel", "parts": (("1",), ALL), "direction": "below"}, "direction"),
        ({"direction": "top"}, "direction"),
    ],
)
def test_values_that_are_no_bets(fields, field):
    """A bet that is put together otherwise than from text is held to the same rules."""
    good = {"kind": "exacta", "amount": 200, "form": "straight", "parts": (("1",), ("4",))}
    with pytest.raises(BadNotation) as caught:
        BetText(**{**good, **fields})

    assert field == caught.value.field
