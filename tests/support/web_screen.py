"""A screen as docs/live.md has it: it keeps the state of a stream by what it is sent."""

from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.writer.changes import Changes, merged
from tests.support.driven import need

SAID = 30


@dataclass
class Screen:
    """What a client knows of one stream."""

    version: int = -1
    state: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)

    def take(self, message: dict[str, Any]) -> None:
        """Take over a message."""
        if message["type"] == "state":
            self.state = message["state"]
        else:
            need(message["after"] <= self.version <= message["version"], f"a gap or a step back: {message}")
            self._news(message)
        self.version = message["version"]

    def _news(self, news: dict[str, Any]) -> None:
        self.events += news["events"]
        own = {"own": news["own"]} if "own" in news else {"own": self.state["own"]} if "own" in self.state else {}
        if "state" in news:
            self.state = news["state"] | own
            return
        changed = merged(self.state, Changes(news.get("changes", {}), news.get("gone", [])))
        said = [*self.state["said"], *news.get("said", [])][-SAID:]
        self.state = changed | own | {"said": said}
