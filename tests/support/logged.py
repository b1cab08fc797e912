"""What the server's log writes, for tests."""

import io
import logging

from pitboss.web import logs
from tests.support.driven import need


def logged(text: str) -> str:
    """Return what the log writes of a text."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        logs.configure(logging.INFO)
        handler = root.handlers[0]
        need(isinstance(handler, logging.StreamHandler), "the log goes elsewhere", handler)
        handler.setStream(found := io.StringIO())  # type: ignore[attr-defined]
        logging.getLogger("test").warning("somebody is called %s", text)
        return found.getvalue()
    finally:
        root.handlers[:] = before
        root.setLevel(level)
