"""The robots of a house file, put to work at its tables and its totes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.decider import Person
from pitboss.demo.robots.crews import crews
from pitboss.demo.robots.runner import Life
from pitboss.floor.house_file import Opening
from pitboss.floor.race_cards import read_template

if TYPE_CHECKING:
    from pitboss.floor.live import LiveHouse


def robots_of(house: LiveHouse, openings: tuple[Opening, ...], folder: Path, *, pace: float = 1.0) -> Life:
    """Return the robots of a house, each at its stream; those of a tote follow it from day to day."""
    life = Life(house.floor, shoes=house.desk.fields.shoes, pace=pace)
    robots = [Person(entry.id, entry.role) for entry in house.file.staff if entry.robot]
    rules = {entry.stream: house.desk.streams[entry.stream].name for entry in openings if entry.robots}
    cards: dict[str, tuple[dict[str, Any], ...]] = {}
    for tote in house.file.tote:
        if tote.robots:
            rules[tote.stream] = "tote"
            cards[tote.stream] = tuple(read_template(folder / card.file) for card in tote.card)
    made = crews(robots, rules, {entry.stream for entry in house.file.virtual_shoe})

    def begin(stream: str, before: str | None, name: str) -> None:
        if stream in made:
            is_on = life.streams().get(before or "", True)
            filled = tuple(house.days.filled(card, name) for card in cards.get(stream, ()))
            life.add(name, made[stream], cards=filled, is_on=is_on)
            if before in life.streams():
                life.switch(is_on=False, stream=before)

    for stream in made:
        begin(stream, None, house.names[stream])
    house.days.on_opened.append(begin)
    return life
