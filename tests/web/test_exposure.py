"""What a served house does not give away: one way to read a request, no folders, no files of others, no echo."""

import re
import socket
from collections.abc import Iterator

import pytest

from tests.support.web_house import WebHouse, web_house, written_house

TWO_LENGTHS = b"content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef"
LENGTH_AND_CHUNKS = (
    b"content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n"
)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    """Serve a house."""
    with web_house(written_house(tmp_path_factory.mktemp("exposure"))) as found:
        yield found


def test_nobody_keeps_an_answer_with_data(web):
    """Neither a browser nor a proxy; files and pictures say themselves how long they are good."""
    kept = {path: web.visitor().get(path).headers.get_list("cache-control") for path in ("/api/me", "/healthz", "/")}
    assert {"/api/me": ["no-store"], "/healthz": ["no-store"]} == {name: kept[name] for name in ("/api/me", "/healthz")}
    assert (1, False) == (len(kept["/"]), "no-store" in kept["/"][0])


@pytest.mark.parametrize("rest", [TWO_LENGTHS, LENGTH_AND_CHUNKS], ids=["two lengths", "length and chunks"])
def test_a_request_that_ends_in_two_ways_is_refused(web, rest):
    """What a proxy could read as one request and the server as two is none, and the line is closed behind it."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=180) as line:
        line.sendall(b"POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" + rest)
        answer = b"".join(iter(lambda: line.recv(4_096), b""))

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert 1 == answer.count(b"HTTP/1.1 ")
    # What the parser refuses by itself has the headers of every other answer.
    assert all(one in answer for one in (b"content-security-policy: default-src 'none'", b"cache-control: no-store"))


@pytest.mark.parametrize(
    "path", ["/js", "/static", "/static/", "/api", "/.git/config", "/.env", "/house.toml", "/house.db"]
)
def test_neither_folders_nor_files_of_the_house_are_shown(web, path):
    """Only the pages' own files are served, each by its name."""
    assert 404 == web.visitor().get(path).status_code


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/sign-in"])
def test_a_request_is_not_sent_back(web, path):
    """TRACE would show a script the cookies that it cannot read."""
    answer = web.visitor().http.request("TRACE", path, headers={"x-told": "a secret"})

    assert 405 == answer.status_code
    assert "a secret" not in answer.text


def test_every_text_says_its_charset(web):
    """Pages, scripts, styles, pictures and refusals: no browser has to guess."""
    guest = web.visitor()
    page = guest.get("/").text
    files = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"', page)
    kinds = {path: guest.get(path).headers["content-type"] for path in ("/", "/icon.svg", *files)}
    assert len(kinds) > 3
    assert {} == {path: kind for path, kind in kinds.items() if not kind.endswith("; charset=utf-8")}
