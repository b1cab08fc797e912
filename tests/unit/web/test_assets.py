"""The files of the pages: named by their content, compressed, kept for ever; pictures likewise."""

import gzip
import re

import pytest

from pitboss.web.assets import MOVED, PAGES, STATIC, Asset, Assets, Pictures, assets
from tests.support.web_house import web_house, written_house


@pytest.fixture(scope="module")
def guest(tmp_path_factory):
    """Somebody who asks for pages."""
    with web_house(written_house(tmp_path_factory.mktemp("pages"))) as web:
        yield web.visitor()


def test_a_page_loads_what_may_be_kept_for_ever(guest):
    """The page itself is asked for each time; its style and modules are named by the digest of all files."""
    page = guest.get("/")
    (address,) = re.findall(r'src="(/static/[0-9a-f]{20}/js/floor\.js)"', page.text)
    script = guest.get(address)

    assert ("no-cache", "public, max-age=31536000, immutable") == (
        page.headers["cache-control"],
        script.headers["cache-control"],
    )
    assert ("gzip", "text/javascript; charset=utf-8") == (
        script.headers["content-encoding"],
        script.headers["content-type"],
    )


def test_another_version_is_not_here(guest):
    """A page of an older program loads again instead of mixing two versions."""
    assert [404, 404] == [
        guest.get(f"/static/{digest}/js/{name}.js").status_code
        for digest, name in (("0" * 20, "floor"), (assets().digest, "nothing"))
    ]


@pytest.mark.parametrize("path", [path for path in PAGES if "{" not in path])
def test_every_page_is_there(guest, path):
    """By its own address, as HTML."""
    assert (200, "text/html; charset=utf-8") == ((found := guest.get(path)).status_code, found.headers["content-type"])


def test_old_addresses_lead_to_the_pages(guest):
    """Whoever kept one arrives."""
    assert MOVED == {path: guest.http.get(path, follow_redirects=False).headers["location"] for path in MOVED}


def test_a_table_has_its_pictures(guest):
    """Fetched by the address that their content gives them; a name that is none is not there."""
    found = guest.get("/api/streams/automatic-1/pictures").json()
    cloth = guest.get(found["cloth"])

    assert "image/svg+xml; charset=utf-8" == cloth.headers["content-type"]
    assert 'data-bet="split:17-20"' in cloth.text
    assert (404, {}) == (
        guest.get("/pictures/none.svg").status_code,
        guest.get("/api/streams/tote/pictures").json(),
    )


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [("gzip, br", True), ("br", False), ("", False), ("gzip;q=0", False), ("gzip; q=0.5", True)],
)
def test_what_is_compressed_is_accepted(accepted, is_packed):
    """Nobody gets an encoding that they did not ask for."""
    text = b"no more bets " * 100
    answer = Asset(text, "text/plain").answer(accepted, "no-cache")

    assert is_packed == ("content-encoding" in answer.headers)
    assert text == (gzip.decompress(answer.content) if is_packed else answer.content)


def test_small_files_are_sent_as_they_are():
    """Compressing them would save nothing."""
    assert Asset(b"x", "text/plain").packed is None


def written(name):
    """Return the lines of a file as it lies in the program's folder."""
    return (STATIC / name).read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("name", sorted(name for name in assets().files if name.endswith((".js", ".css"))))
def test_nothing_but_comments_stays_behind(name):
    """Every line is sent as it is written, in its place, or is empty: left out are comments alone, none in a text."""
    sent = assets().files[name].body.decode().split("\n")
    left = [place for place, line in enumerate(written(name)) if line != sent[place]]
    comments = "\n".join(written(name)[place] for place in left)
    texts = [sum(line.count("`") for line in sent[:place]) % 2 for place in left]
    assert (len(written(name)), [""] * len(left)) == (len(sent), [sent[place] for place in left])
    assert "" == re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", comments, flags=re.DOTALL | re.MULTILINE).strip()
    assert not any(texts)


def test_what_a_page_says_in_comments_is_not_sent():
    """Whoever reads a page's source gets its code."""
    assert "// The keys of a page" in written("js/base/keys.js")[0]
    assert b"The keys of a page" not in assets().files["js/base/keys.js"].body


def test_a_changed_file_changes_every_address(tmp_path):
    """A module cannot be of one version and what it imports of another."""
    (tmp_path / "a.html").write_text('<script src="/static/a.js">', encoding="utf-8")
    (tmp_path / "a.js").write_text("1", encoding="utf-8")
    before = Assets.read(tmp_path)
    (tmp_path / "b.bin").write_text("2", encoding="utf-8")
    after = Assets.read(tmp_path)

    assert before.digest != after.digest
    assert f"/static/{after.digest}/a.js".encode() in after.pages["a.html"].body
    assert "application/octet-stream" == after.files["b.bin"].media_type


def test_pictures_are_drawn_once():
    """However often their addresses are asked for."""
    drawn = iter([{"cloth": "<svg/>"}])
    pictures = Pictures()

    assert pictures.of("t", lambda: next(drawn)) == pictures.of("t", lambda: next(drawn))
