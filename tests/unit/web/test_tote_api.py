"""What the API of a tote says of tickets, without a served house."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.decider import Person, Role
from pitboss.errors import InputError
from pitboss.floor.commands import Principal
from pitboss.floor.people.acts import TerminalKind
from pitboss.floor.people.roles import Forbidden
from pitboss.tote.day.events import TicketExchanged
from pitboss.web.tote_api import _layout, _typed, refuse_stranger


@pytest.mark.parametrize("typed", ["", "hello", "1-2-3", "0" * 200])
def test_what_is_no_ticket_is_told_as_to_a_person(typed):
    """What is to be typed, and nothing of how it is read."""
    with pytest.raises(InputError) as refused:
        _typed(typed)
    assert "this is not a ticket's number and check code: type both as printed under the bar code" == str(refused.value)


def let_in(kind):
    """Tell whether a machine of a kind has a part in tickets."""
    try:
        refuse_stranger(Principal(Person("x", Role.DEALER), machine=kind))
    except Forbidden:
        return False
    return True


def test_of_machines_those_that_sell_have_a_part_in_tickets():
    """Whatever the role under which one acts; a dealer, and a seat at a table, have none."""
    kinds = (None, TerminalKind.SELF_SERVICE, TerminalKind.SEAT)
    assert [False, True, False] == [let_in(kind) for kind in kinds]


def test_the_paper_of_an_exchange_is_the_second_half():
    """It is what the window's own printer would print."""
    exchanged = TicketExchanged("1-2", "T1", "LLK-5-TT", (), (), (), (), "Tess", facility="Here", track="LLK", race=7)
    live: Any = SimpleNamespace(currency="USD")
    assert "SECOND HALF" == _layout(None, live, exchanged).lines[0].text  # type: ignore[arg-type]
