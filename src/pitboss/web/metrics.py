"""The server's figures for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

if TYPE_CHECKING:
    from pitboss.web.server import Server

__all__ = ["exposition"]

# The framework adds the charset to every text by itself.
_MEDIA_TYPE: Final = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")


def exposition(server: Server) -> tuple[bytes, str]:
    """Return the figures as text, and its media type."""
    registry = CollectorRegistry()

    def gauge(name: str, text: str, value: float) -> None:
        Gauge(f"pitboss_{name}", text, registry=registry).set(value)

    last = server.house.floor.journal.last()
    gauge("journal_records", "Records in the journal", last[0])
    gauge("journal_answers", "Commands that were answered", last[1])
    gauge("connections", "WebSockets that are open", len(server.hub.watchers))
    gauge("terminals_connected", "Terminals that are connected", len(server.sockets))
    gauge("sessions", "People who are signed in", len(server.house.door.sessions))
    gauge("messages_delivered", "News handed to connections since the start", server.hub.delivered)
    counted = Gauge("pitboss_counted", "Things that happened since the start", ["what"], registry=registry)
    for name, value in server.counted.items():
        counted.labels(name).set(value)
    return generate_latest(registry), _MEDIA_TYPE
