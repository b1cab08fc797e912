"""The hook by which MkDocs builds the site: generated pages, files from outside docs/, links that lead there."""

import posixpath
import re
from pathlib import Path
from typing import Any

from tests.support.site_pages import OUTSIDE, generated

ROOT = Path(__file__).resolve().parents[2]
_LINK = re.compile(r"(\]\(<?)([^)>\s#]+)(#[^)>\s]*)?(>?[^)]*\))")
_FENCE = re.compile(r"^(\s*```)(\w+)[ \t]+[^\n{]+$", re.MULTILINE)
_LIST_AFTER_TEXT = re.compile(r"^(?P<text>(?![-*|>#\s]|\d+\. |```)[^\n]+)\n(?P<list>(?:- |1\. ))", re.MULTILINE)
_CODE = re.compile(r"^(```|~~~).*?^\1$", re.MULTILINE | re.DOTALL)

_FETCHED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\ssrc=[\"']?(?:https?:)?//[^>]*>|<link\b[^>]*https?://[^>]*>"
)


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pages that are made from code and data, and the examples as files."""
    from mkdocs.structure.files import File

    for name, text in generated().items():
        files.append(File.generated(config, name, content=text))
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.is_file():
            files.append(File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:
    """Turn what GitHub reads into what MkDocs reads: fences, lists, and links to files outside docs/."""
    del config, files
    made, at = [], 0
    for code in _CODE.finditer(markdown):
        made += [_prose(markdown[at : code.start()], page.file.src_uri), _FENCE.sub(r"\1\2", code.group())]
        at = code.end()
    return "".join([*made, _prose(markdown[at:], page.file.src_uri)])


def on_post_page(output: str, *, page: Any, config: Any) -> str:
    """Refuse a page that fetches anything from elsewhere: the site works from the disk, without a line."""
    del config
    if found := _FETCHED.search(output):
        from mkdocs.exceptions import PluginError

        raise PluginError(f"{page.file.src_uri} fetches from elsewhere: {found[0]}")
    return output


def _prose(text: str, name: str) -> str:
    text = _LIST_AFTER_TEXT.sub(r"\g<text>\n\n\g<list>", text)
    return _LINK.sub(lambda match: _link(match, posixpath.dirname(name)), text)


def _link(match: re.Match[str], folder: str) -> str:
    before, target, anchor, after = match[1], match[2], match[3] or "", match[4]
    if ":" in target:
        return match[0]
    full = posixpath.normpath(posixpath.join("docs", folder, target))
    if full.startswith("docs/"):
        return match[0]
    if full in OUTSIDE:
        full = OUTSIDE[full]
    elif (ROOT / full).is_dir() and full.startswith("examples"):
        full, anchor = "examples.md", "#" + posixpath.relpath(full, "examples").replace("/", "-")
    return f"{before}{posixpath.relpath(full, folder or '.')}{anchor}{after}"
