"""The files of the pages: read once, without comments, named by their hash, compressed, kept by browsers for ever.

A page has an address of its own (`/floor`, `/t`, `/deal/roulette-1`). What it loads lies under `/static/DIGEST/`, where
the digest is that of all files together: a module that imports another by a relative name gets the same version of it.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from pitboss.web.guard import SERVER

STATIC: Final = Path(__file__).parent / "static"
_KEEP: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"
_PREFIX: Final = b"/static/"
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    # The framework adds the charset to what is text by its name, and this is not.
    ".svg": "image/svg+xml; charset=utf-8",
    ".html": "text/html",
}
_WORTH: Final = 400
"""Bytes below which compressing saves nothing."""

_BLOCK: Final = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_LINE: Final = re.compile(rb"^[ \t]*//[^\n]*$", re.MULTILINE)

PAGES: Final = {
    "/": "floor.html",
    "/floor": "floor.html",
    "/watch/{stream:str}": "watch.html",
    "/t": "terminal.html",
    "/staff": "staff.html",
    "/deal/{stream:str}": "deal.html",
    "/seat": "seat.html",
    "/window": "window.html",
    "/mutuel": "mutuel.html",
    "/tournament": "tournament.html",
    "/tournament/{stream:str}": "tournament.html",
    "/pit": "pit.html",
    "/table/{stream:str}": "table.html",
    "/lab": "lab.html",
    "/kiosk": "kiosk.html",
    "/ticket": "ticket.html",
    "/program": "program.html",
    "/program/{track:str}": "program.html",
    "/board": "board.html",
    "/board/{track:str}": "board.html",
    "/board/{track:str}/{race:int}": "board.html",
}
"""The address of each page, and its file."""
_FILES: Final = {re.sub(r":\w+}", "}", path): file for path, file in PAGES.items()}
"""The same by the template that a request has, which says nothing of types."""
MOVED: Final = {"/index.html": "/", "/staff.html": "/staff", "/terminal.html": "/t"}
"""Addresses that pages had before."""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    media_type: str

    @cached_property
    def packed(self) -> bytes | None:
        """Return it compressed; None where that saves nothing."""
        found = gzip.compress(self.body, 9, mtime=0) if len(self.body) > _WORTH else self.body
        return found if len(found) < len(self.body) else None

    @cached_property
    def digest(self) -> str:
        """Return the name that no other content has."""
        return sha256(self.body).hexdigest()[:20]

    def answer(self, accepted: str, caching: str) -> Response[bytes]:
        """Return it as an answer to whoever accepts these encodings."""
        headers = {"cache-control": caching, "vary": "accept-encoding"}
        packed = self.packed if re.search(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", accepted) else None
        if packed is not None:
            headers["content-encoding"] = "gzip"
        body = self.body if packed is None else packed
        return Response(body, media_type=self.media_type, headers=headers)


def without_comments(body: bytes, kind: str) -> bytes:
    r"""Return a script or style without the lines that are comments, a sixth of it; the others keep their number.

    >>> without_comments(b"/** Why. */\nconst one = 1; // kept\n  // Why.\n", ".js")
    b'\nconst one = 1; // kept\n\n'
    """
    if kind not in {".js", ".css"}:
        return body
    found = _BLOCK.sub(lambda block: b"\n" * block[0].count(b"\n"), body)
    return _LINE.sub(b"", found) if kind == ".js" else found


@dataclass(frozen=True)
class Assets:
    """All files of the pages."""

    files: dict[str, Asset]
    pages: dict[str, Asset]
    digest: str

    @classmethod
    def read(cls, folder: Path) -> Assets:
        """Read a folder; a page's own addresses of files get the digest of all of them."""
        bodies = {
            path.relative_to(folder).as_posix(): without_comments(path.read_bytes(), path.suffix)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        hashed = sha256()
        for name, body in bodies.items():
            hashed.update(name.encode() + b"\0" + sha256(body).digest())
        digest = hashed.hexdigest()[:20]
        files, pages = {}, {}
        for name, body in bodies.items():
            kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
            if name.endswith(".html"):
                pages[name] = Asset(body.replace(_PREFIX, _PREFIX + digest.encode() + b"/"), kind)
            else:
                files[name] = Asset(body, kind)
        return cls(files, pages, digest)


@cache
def assets() -> Assets:
    """Return the files of this program's pages."""
    return Assets.read(STATIC)


def _accepted(request: Request[Any, Any, Any]) -> str:
    return request.headers.get("accept-encoding", "")


@get("/static/{digest:str}/{path:path}", include_in_schema=False)
async def static_file(request: Request[Any, Any, Any], digest: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """Return a file of the version that a page asks for; another version's is not here any more."""
    found = assets().files.get(str(path).lstrip("/")) if digest == assets().digest else None
    if found is None:
        raise NotFoundException(detail="there is no such file in this version of the pages")
    return found.answer(_accepted(request), _KEEP)


@get("/icon.svg", include_in_schema=False)
async def icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the icon, which browsers ask for without having read a page."""
    return assets().files["icon.svg"].answer(_accepted(request), _ASK)


@get(list(PAGES), include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page of an address."""
    return assets().pages[_FILES[request.scope["path_template"]]].answer(_accepted(request), _ASK)


@get(list(MOVED), include_in_schema=False)
async def moved(request: Request[Any, Any, Any]) -> Redirect:
    """Send whoever kept an old address to the page's own."""
    return Redirect(MOVED[request.scope["path"]])


@get("/pictures/{name:str}", include_in_schema=False)
async def picture(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Return a picture by the name that its content has."""
    found = request.scope["state"][SERVER].pictures.by_name.get(name)
    if found is None:
        raise NotFoundException(detail="there is no such picture any more: ask for the table's pictures again")
    answer: Response[bytes] = found.answer(_accepted(request), _KEEP)
    return answer


class Pictures:
    """The drawn pictures of a house's tables, named by their content; drawn when they are first asked for."""

    def __init__(self) -> None:
        self.by_name: dict[str, Asset] = {}
        self._drawn: dict[str, dict[str, str]] = {}

    def of(self, stream: str, draw: Callable[[], Mapping[str, str]]) -> dict[str, str]:
        """Return the addresses of a stream's pictures; its rules do not change while the house is open."""
        if stream not in self._drawn:
            found = {}
            for part, svg in draw().items():
                asset = Asset(svg.encode(), _TYPES[".svg"])
                name = f"{asset.digest}.svg"
                self.by_name[name] = asset
                found[part] = f"/pictures/{name}"
            self._drawn[stream] = found
        return self._drawn[stream]


ASSET_HANDLERS: Final[list[HTTPRouteHandler]] = [static_file, icon, page, moved, picture]
