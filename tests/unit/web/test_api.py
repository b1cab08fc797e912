"""What the HTTP API answers where the house cannot do as usual, without a served house."""

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.floor.people.roles import Forbidden
from pitboss.web.api import healthz, me, websocket_schema
from pitboss.web.guard import SERVER


def failing(error):
    """Return a function that fails."""

    def fails(*_):
        raise error

    return fails


def answered(handler: Any, server: object) -> Any:
    """Return what a server answers to a request."""
    request = SimpleNamespace(scope={"state": {SERVER: server}})
    return asyncio.run(handler.fn(request))


@pytest.mark.parametrize(("stopped", "status"), [(None, 200), ("the database has not answered for 4 seconds", 503)])
def test_a_house_that_cannot_record_is_not_well(stopped, status):
    """Whoever asks is told so, and not why; neither the writer nor the journal is asked, which may hang."""
    floor = SimpleNamespace(stopped=stopped)
    house = SimpleNamespace(floor=floor, desk=SimpleNamespace(streams=("a", "b")))
    server = SimpleNamespace(house=house, hub=SimpleNamespace(watchers=()), is_stopping=False)
    found = answered(healthz, server)
    words = "ok" if status == 200 else "nothing can be recorded"
    assert (status, words, 2) == (found.status_code, found.content.status, found.content.streams)


def test_whoever_may_not_come_from_there_is_nobody():
    """A person whose session is of another machine looks at the floor as anybody does, and keeps the session."""
    server = SimpleNamespace(visitor=failing(Forbidden("not from here")))
    found = answered(me, server)
    assert (None, None, None, []) == (found.content.person, found.content.role, found.content.csrf, found.cookies)


def test_the_form_of_the_messages_is_found_once(monkeypatch):
    """Anybody may ask for it, and as often as they like: to find it takes as long as a hundred bets."""
    asked = list[object]()
    real = msgspec.json.schema_components

    def counted(*given: Any, **options: Any) -> Any:
        asked.append(given)
        return real(*given, **options)

    monkeypatch.setattr(msgspec.json, "schema_components", counted)
    handler: Any = websocket_schema
    first, *others = [asyncio.run(handler.fn()) for _ in range(3)]
    assert [first, first] == others
    assert "client" in first["properties"]
    assert len(asked) <= 1
