"""The published schema, made true: what the framework writes says less than the server does, and some of it otherwise.

It leaves out that unknown fields are refused, which statuses there are beside 200 and 400, what a problem looks like
and how one shows who one is; and whole numbers may come as fractions. Here all of that is said, once for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from litestar.openapi.plugins import JsonRenderPlugin

from pitboss.web.server import SESSION_COOKIE, TERMINAL_COOKIE

if TYPE_CHECKING:
    from litestar import Request

CSRF_HEADER: Final = "x-csrf-token"
PROBLEM: Final = "application/problem+json"
_REFUSALS: Final = {
    "400": "The request cannot be used; its field and the reason are said",
    "401": "Nobody is signed in here, or not any more",
    "403": "Whoever asks may not, or a page of another origin asks",
    "404": "There is nothing of that name",
    "413": "The request is too large",
    "429": "Too many requests from this address; wait a moment",
    "503": "The house cannot record now; nothing was done",
}
_FOR_WRITING: Final = {
    "409": "Another command was sent under the same key, or the act needs a second person",
    "422": "The rules of play do not allow it",
}
_FOR_BODIES: Final = {"415": "The body is not sent as JSON"}
_PROBLEM_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "title": "Problem",
    "description": "What went wrong: for a program by its name and values, for a person in a sentence.",
    "properties": {"error": {"type": "string"}, "reason": {"type": "string"}, "values": {"type": "object"}},
    "required": ["error", "reason", "values"],
    "additionalProperties": False,
}
_SECURITY: Final[dict[str, Any]] = {
    "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE, "description": "Somebody signed in."},
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF_HEADER,
        "description": "The session's token, with everything that is not a GET.",
    },
    "terminal": {"type": "apiKey", "in": "cookie", "name": TERMINAL_COOKIE, "description": "An enrolled machine."},
}
_ANYBODY: Final = (
    "/api/sign-in",
    "/api/first-sign-in",
    "/api/sign-in/passkey",
    "/api/passkeys/challenge",
    "/api/enrol",
)


class Published(JsonRenderPlugin):
    """Writes the schema out as it is true."""

    def __init__(self) -> None:
        super().__init__()
        self._written: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the schema as JSON, which is made once."""
        if self._written is None:
            self._written = self.render_json(request, true(openapi_schema))
        return self._written


def true(written: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with everything that it does not say by itself; the one that is given stays as it is."""
    document = deepcopy(written)
    schemas = document["components"]["schemas"]
    for schema in schemas.values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    schemas["Problem"] = deepcopy(_PROBLEM_SCHEMA)
    document["components"]["securitySchemes"] = deepcopy(_SECURITY)
    for path, method, operation in _operations(document):
        _answers(operation, is_writing=method != "get")
        operation["security"] = _security(path, method)
        for parameter in operation.get("parameters", ()):
            parameter["schema"] = _given(parameter["schema"])
            if parameter["in"] == "path":
                parameter["schema"].setdefault("minLength", 1)
    _special(document["paths"])
    whole: dict[str, Any] = _whole(document)
    return whole


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def _answers(operation: dict[str, Any], *, is_writing: bool) -> None:
    """Say which refusals an operation has, and what is in them."""
    if "204" in operation["responses"]:
        # Nothing has no type.
        operation["responses"]["204"].pop("content", None)
    kinds = _REFUSALS | (_FOR_WRITING if is_writing else {}) | (_FOR_BODIES if "requestBody" in operation else {})
    for status, text in kinds.items():
        operation["responses"][status] = {"description": text, "content": _content("Problem", PROBLEM)}


def _content(name: str, kind: str = "application/json") -> dict[str, Any]:
    return {kind: {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _security(path: str, method: str) -> list[dict[str, list[str]]]:
    """Return the ways to show who one is; an empty one where one need not."""
    if path in _ANYBODY or not path.startswith("/api/"):
        return [{}]
    if method == "get":
        return [{}, {"session": []}, {"terminal": []}]
    return [{"session": [], "csrf": []}, {"terminal": []}]


def _given(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a parameter that is left out where it is nothing: no address says null."""
    kinds = [kind for kind in schema.get("oneOf", ()) if kind.get("type") != "null"]
    if len(kinds) != 1:
        return schema
    return {**kinds[0], **{name: value for name, value in schema.items() if name != "oneOf"}}


def _special(paths: dict[str, Any]) -> None:
    """Say what one operation alone does."""
    sent = paths["/api/streams/{stream}/commands"]["post"]["responses"]
    sent["200"]["content"] = _content("Answer")
    sent["202"] = {"description": "It waits for a second person", "content": _content("WaitingFor")}
    asked = paths["/api/streams/{stream}/answers/{key}"]["get"]["responses"]
    asked["200"]["content"] = _content("Answer")
    asked["404"]["content"] |= _content("NotKnown")
    health = paths["/healthz"]["get"]["responses"]["503"]
    health["content"] |= _content("Health")


def _whole(value: Any) -> Any:
    """Return a document whose whole numbers are written as such."""
    if isinstance(value, dict):
        return {name: _whole(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
