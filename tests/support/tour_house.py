"""A demonstration house for tests: its file says so, and its robots stand still and note what they are asked for."""

from pathlib import Path
from typing import Any

from tests.support.web_house import written_house

ROBOTS = ("dealer", "floorperson", "pit_supervisor", "mutuel_manager")
TERMINALS = (
    ("T1", "player", "automatic-1"),
    ("T2", "player", "automatic-1"),
    ("W1", "window", "tote"),
    ("S1", "self_service", "tote"),
)


def demonstration(folder: Path, *, robots: tuple[str, ...] = ROBOTS, is_one: bool = True) -> Path:
    """Write a house file with robots who work there; one that is a demonstration unless told otherwise."""
    path = written_house(folder, terminals=TERMINALS)
    text = path.read_text(encoding="utf-8")
    if is_one:
        text = text.replace("[house]\n", "[house]\ndemonstration = true\n", 1)
    for role in robots:
        text += f'[[staff]]\nid = "robot-{role}"\nname = "Robot {role}"\nrole = "{role}"\nrobot = true\n'
    path.write_text(text, encoding="utf-8")
    return path


class Standing:
    """Robots that do nothing by themselves, and remember whose the tables are."""

    def __init__(self, *streams: str) -> None:
        self.dealers: dict[str, str | None] = dict.fromkeys(streams)
        self.asked: list[tuple[Any, ...]] = []

    def start(self) -> None:
        """Stand there."""

    def stop(self, wait: float | None = None) -> bool:  # noqa: ARG002
        """Stand there no more."""
        return True

    def dealing(self) -> dict[str, str | None]:
        """Return whose the tables are."""
        return dict(self.dealers)

    def hand_over(self, stream: str, dealer: str) -> None:
        """Note that a table is a person's."""
        self.dealers[stream] = dealer
        self.asked.append(("over", stream, dealer))

    def take_back(self, stream: str) -> None:
        """Note that a table is the robot's again."""
        self.dealers[stream] = None
        self.asked.append(("back", stream))
