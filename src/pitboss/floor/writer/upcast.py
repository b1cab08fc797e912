"""Old event versions read as the present ones: stored names never change, so what they mean today is said here.

An upcast takes the fields of a stored event of one version and returns those of the next; several follow each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

Fields = dict[str, Any]
UPCASTS: dict[str, Callable[[Fields], Fields]] = {}
"""Stored name to what makes the next version of it, whose name is among the fields returned."""


class _Named(msgspec.Struct):
    type: str


_NAME = msgspec.json.Decoder(_Named)


def current(body: bytes, upcasts: Mapping[str, Callable[[Fields], Fields]] = UPCASTS) -> bytes:
    """Return a stored event as the present version of its name.

    >>> current(b'{"type":"a/1"}', {"a/1": lambda fields: {**fields, "type": "a/2", "by": "nobody"}})
    b'{"type":"a/2","by":"nobody"}'
    """
    if not upcasts or _NAME.decode(body).type not in upcasts:
        return body
    fields: Fields = msgspec.json.decode(body)
    while fields["type"] in upcasts:
        fields = upcasts[fields["type"]](fields)
    return msgspec.json.encode(fields)
