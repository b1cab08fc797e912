"""The events of the house's own stream in sentences."""

from __future__ import annotations

from pitboss.decider import Event
from pitboss.floor.people.state import HouseState


def in_words(_: HouseState, event: Event) -> str:
    """Return a sentence for an event: its name in words, and its values."""
    name = str(type(event).__struct_config__.tag).removeprefix("house.").partition("/")[0].replace("_", " ")
    values = {
        field: getattr(event, field) for field in event.__struct_fields__ if field not in ("act", "type", "approval")
    }
    told = ", ".join(f"{field.replace('_', ' ')} {value}" for field, value in values.items() if value is not None)
    return f"{name}: {told}" if told else name
