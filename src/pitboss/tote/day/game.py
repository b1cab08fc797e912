"""The tote day as one value: what its transcripts, its recorder and its tests speak to."""

from __future__ import annotations

from pitboss.stream import Stream
from pitboss.tote.day import events as e
from pitboss.tote.day import live
from pitboss.tote.day.acts import ACTS
from pitboss.tote.day.asked import asked
from pitboss.tote.day.config import DayConfig
from pitboss.tote.day.decide import decide
from pitboss.tote.day.evolve import evolve
from pitboss.tote.day.legal import legal
from pitboss.tote.day.state import new_day
from pitboss.tote.day.tickets import sold_on
from pitboss.tote.day.words import in_words

TOTE = Stream(
    name="tote",
    acts=ACTS,
    events=(*e.EVENTS, *e.TICKET_EVENTS),
    new_state=new_day,
    decide=decide,
    evolve=evolve,
    legal=legal,
    in_words=in_words,
    first_line="tote",
    config_type=DayConfig,
    view=live.view,
    staff=live.STAFF,
    staff_view=live.staff_view,
    layout=live.layout,
    board=live.board,
    posted=live.posted,
    asked=asked,
    # The day that sold the ticket of an act, where it names one.
    day_of=lambda act: sold_on(getattr(act, "ticket", None) or ""),
)
