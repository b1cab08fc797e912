"""`pitboss serve` before the house is on the net: what it refuses, and what it says."""

import errno
import gc
import socket
import ssl
import subprocess
import sys
from typing import Any

import pytest
import trustme

from pitboss.cli import main, serve
from pitboss.errors import InputError
from pitboss.journal import open_journal
from tests.support.web_house import free_port, opened, written_house

ADDRESS = "postgresql://ann:geheim@db.example/house"


def test_the_journals_password_is_not_printed(monkeypatch):
    """The address that is shown at the start has no password in it, while the journal is opened with one."""
    seen = []
    monkeypatch.setattr("pitboss.floor.live.open_house", lambda *args, **_: seen.append(args[3]))
    monkeypatch.setattr(serve, "_told", lambda _, __, address: seen.append(address))
    monkeypatch.setattr(serve, "_serve", lambda _, listening, *__: listening.close())
    serve.run(journal=ADDRESS, port=0)

    assert [ADDRESS, "postgresql://ann@db.example/house"] == seen


def test_a_missing_driver_is_named(monkeypatch):
    """Without psycopg a PostgreSQL address is refused with what to install, and without its password."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InputError, match="psycopg") as refused:
        open_journal(ADDRESS)

    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (["--host", "192.0.2.1"], "host"),
        (["--tls-certificate", __file__], "tls-key"),
        (["--tls-key", __file__], "tls-certificate"),
        (["--tls-clients", __file__], "tls-certificate"),
        (["--tls-certificate", __file__, "--tls-key", __file__], "tls-certificate"),
        (["--tls-certificate", "missing.pem", "--tls-key", "missing.key"], "tls-certificate"),
    ],
)
def test_nobody_else_is_served_without_a_certificate(options, field, tmp_path, monkeypatch, capsys):
    """Another address than this machine's own needs a certificate with its key, and all files must be what they say."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as leaving:
        main(["serve", *options])

    assert 2 == leaving.value.code
    assert f"field {field}" in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())


@pytest.fixture
def certificate(tmp_path):
    """Return the files of a certificate, of its key, and of who signed it."""
    signer = trustme.CA()
    made = signer.issue_cert("house.example")
    files = [tmp_path / name for name in ("house.pem", "house.key", "signer.pem")]
    for file, pem in zip(files, (made.cert_chain_pems[0], made.private_key_pem, signer.cert_pem), strict=True):
        pem.write_to_path(str(file))
    return files


def test_lines_are_encrypted_by_the_files_that_were_given(certificate):
    """A certificate with its key; with who signs for machines, no machine is served without one of theirs."""
    house, key, signer = certificate
    plain, closed = serve._certified(house, key, None), serve._certified(house, key, signer)
    assert {"ssl_certfile": str(house), "ssl_keyfile": str(key), "ssl_ciphers": serve._SUITES} == plain
    assert {**plain, "ssl_ca_certs": str(signer), "ssl_cert_reqs": ssl.CERT_REQUIRED} == closed


def test_who_signs_for_machines_must_be_a_certificate(certificate):
    """A file of anything else is refused before anything is opened."""
    house, key, _ = certificate
    with pytest.raises(InputError, match="has no certificate in PEM") as refused:
        serve._certified(house, key, key)
    assert ("tls-clients", str(key)) == (refused.value.field, refused.value.value)


def test_a_house_that_says_no_place_to_record_is_asked_for_one(tmp_path):
    """Nothing is opened; the demonstration house alone has a place of its own."""
    house = written_house(tmp_path)
    with pytest.raises(InputError, match="say where to record"):
        serve.run(house=house)
    assert [] == list(tmp_path.glob("*.db"))


def test_a_house_that_begins_has_a_second_person(tmp_path):
    """Whatever the house file says, somebody who is no administrator gets a code at the first start."""
    live = opened(written_house(tmp_path, codes_for="admins"), str(tmp_path / "house.db"))
    live.floor.close()

    assert {"admin"} < set(live.codes)


def test_the_server_is_set_up_and_says_where_to_go(tmp_path, monkeypatch, capsys):
    """Address, journal and codes are told; what is served is the house, on the socket that was taken before."""
    import uvicorn

    from pitboss.web.app import build_app

    houses: list[Any] = []
    served: list[Any] = []

    def noted(server, **options):
        houses.append(server.house)
        return build_app(server, **options)

    monkeypatch.setattr("pitboss.web.app.build_app", noted)
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets=None: served.append((self.config, sockets)))
    monkeypatch.setattr("pitboss.web.logs.configure", lambda _: None)
    house, port = written_house(tmp_path), free_port()
    with pytest.raises(SystemExit) as leaving:
        main(
            [
                "serve",
                "--house",
                str(house),
                "--journal",
                str(tmp_path / "x.db"),
                "--port",
                str(port),
                "--no-robots",
                "--create",
            ]
        )
    houses[0].close()
    ((_, (listening,)),) = served
    assert (0, port) == (leaving.value.code, listening.getsockname()[1])
    listening.close()
    told = capsys.readouterr().out
    assert f"http://127.0.0.1:{port}/" in told
    assert all(code in told for code in houses[0].codes.values())


def test_a_house_file_can_be_checked_alone(capsys):
    """`--check` says that there is no fault, and opens nothing."""
    with pytest.raises(SystemExit) as leaving:
        main(["serve", "--check"])
    assert 0 == leaving.value.code
    assert "no fault" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (
            errno.EADDRINUSE,
            "another program already listens at [::1]:8000: stop it, or choose another (--port 8100)",
        ),
        (errno.EACCES, "only an administrator may listen there: choose a port from 1024 on (--port 8100)"),
        (errno.EADDRNOTAVAIL, "cannot listen at [::1]:8000: gone"),
    ],
)
def test_an_address_at_which_nobody_can_listen(number, said):
    """The sentence says why, and what to do."""
    assert said == serve._unheard(OSError(number, "gone"), "[::1]", 8000)


def test_no_collection_looks_at_all_that_a_house_is_made_of(tmp_path, monkeypatch):
    """What is there when it opens stays: to look for circles in it stops everybody for a tenth of a second."""
    found = list[tuple[int, int]]()

    def run(*_: object, **__: object) -> None:
        found.append((gc.get_freeze_count(), len(gc.get_objects())))

    monkeypatch.setattr("uvicorn.Server.run", run)
    monkeypatch.setattr("pitboss.web.logs.configure", lambda _: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)
    monkeypatch.setattr(gc, "set_threshold", lambda _: None)
    live = opened(written_house(tmp_path), str(tmp_path / "house.db"))
    try:
        with socket.socket() as listening:
            serve._serve(live, listening, {})
    finally:
        gc.unfreeze()
        live.close()
    ((passed_over, looked_at),) = found
    assert passed_over > 100 * looked_at


def test_what_a_settlement_needs_is_loaded_before_the_first_bet():
    """To load it takes half a second, and in the writer's thread all bets would wait for it."""
    script = """
import gc, sys
from pitboss.cli import serve
import pitboss.floor.live, pitboss.web.app, pitboss.web.server
before = "numpy" in sys.modules
serve.make_ready()
print(before, "numpy" in sys.modules, gc.get_threshold()[0] == serve.YOUNG_MAX)
"""
    told = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert "False True True\n" == told.stdout
