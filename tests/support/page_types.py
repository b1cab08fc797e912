"""The WebSocket's messages as TypeScript's types, written from the schema: `python -m tests.support.page_types`.

The pages are plain JavaScript; their comments name these types, and `make types` checks them.
"""

from pathlib import Path
from typing import Any

from pitboss.web.protocol import schema

TYPES = Path(__file__).parents[2] / "src/pitboss/web/types/protocol.d.ts"
_HEAD = "// The messages of the WebSocket, written from the published schema by `make golden`; not to be edited.\n"


def written() -> str:
    """Return the declarations of all messages, and of their two unions."""
    document = schema()
    found = [_HEAD]
    for name, part in sorted(document["$defs"].items()):
        found.append(f"/** {part.get('description', name)} */\nexport type {name} = {_type(part)};\n")
    for side, union in document["properties"].items():
        found.append(f"export type {side.capitalize()}Message = {_type(union)};\n")
    return "\n".join(found)


def _type(part: dict[str, Any]) -> str:
    """Write a part of a JSON Schema as a type."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        return " | ".join(_type(one) for one in part["anyOf"])
    if "enum" in part:
        return " | ".join(f'"{value}"' for value in part["enum"])
    if part.get("type") == "object":
        return _object(part)
    if part.get("type") == "array":
        return f"({_type(part.get('items', {}))})[]"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return plain.get(part.get("type", ""), "any")


def _object(part: dict[str, Any]) -> str:
    if "properties" not in part:
        inner = part.get("additionalProperties", {})
        return f"Record<string, {_type(inner) if isinstance(inner, dict) else 'any'}>"
    required = set(part.get("required", ()))
    fields = (f"{name}{'' if name in required else '?'}: {_type(own)}" for name, own in part["properties"].items())
    return f"{{ {'; '.join(fields)} }}"


if __name__ == "__main__":
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(written(), encoding="utf-8")
