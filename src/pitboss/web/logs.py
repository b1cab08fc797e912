"""Structured logs, a JSON object a line; bodies, cookies and headers are never part of them."""

from __future__ import annotations

import logging
import sys

import structlog

_SECRET = frozenset({"password", "code", "cookie", "csrf", "token", "check", "nonce", "authorization"})


def _without_secrets(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return {name: ("***" if name in _SECRET else value) for name, value in event.items()}


def configure(level: int) -> None:
    """Write every log line of the process to standard error as JSON."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_secrets,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.processors.format_exc_info],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # A line for each connection that comes and goes tells nobody anything; the figures count them.
    for name in ("uvicorn.access", "uvicorn.asgi", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
