"""`pitboss serve`: open a house and serve it."""

from __future__ import annotations

import errno
import gc
import importlib
import logging
import socket
import ssl
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.output import console
from pitboss.errors import InputError
from pitboss.journal.address import without_password

if TYPE_CHECKING:
    from pitboss.floor.house_file import HouseFile, Opening
    from pitboss.floor.live import LiveHouse

_SUITES = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""What is spoken under TLS 1.2: forward secrecy, and encryption that proves what it encrypts. TLS 1.3 has no others."""
_PORT_MAX = 65_535
SWITCH_SECONDS = 0.0005
"""How long one thread may run on while another waits: a bet goes from the line to the writer and back, and a tenth of
Python's own five milliseconds is what each of these steps waits at most for a screen that is being written out."""
YOUNG_MAX = 50_000
"""New objects after which Python's collector looks at them: with its own 700 it looks at every bet that is on its way,
again and again, and finds nothing to collect."""
DEMO = Path(__file__).parents[1] / "demo" / "house.toml"
"""The demonstration house."""


def run(  # noqa: PLR0913 - the options of the command
    *,
    house: Path | None = None,
    journal: str | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    tls_certificate: Path | None = None,
    tls_key: Path | None = None,
    tls_clients: Path | None = None,
    robots: bool = True,
    restore: tuple[str, ...] = (),
    create: Annotated[bool, Parameter(negative="")] = False,
    check: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Open a house and serve its floor until it is stopped with Ctrl-C.

    Parameters
    ----------
    house
        The house's TOML file; the demonstration house where none is named.
    journal
        Where everything is recorded: `sqlite:///FILE` or `postgresql://HOST/DATABASE`. Left out, what the house file
        says; the demonstration house is kept in `pitboss-demo.db` in this folder.
    host
        The address to listen at; others than this machine's own need a certificate.
    port
        The port to listen at.
    tls_certificate
        A file with the server's certificate, in PEM.
    tls_key
        A file with the certificate's key, in PEM.
    tls_clients
        A file with the certificates, in PEM, of whoever signs those of your machines: no other machine is served.
    robots
        Let the robots of the house file play and deal.
    restore
        Let somebody in again who is locked out, with a new one-time code; for when no administrator can.
    create
        Make a new journal where the house has none yet; the demonstration house needs no asking.
    check
        Check the house file whole, say which program this is, and go.
    """
    from pitboss.floor.house_file import read_house

    file, openings = read_house(house or DEMO)
    if check:
        _checked(file, openings)
        return
    address = journal or file.house.journal or ("pitboss-demo.db" if house is None else None)
    if address is None:
        raise InputError("say where to record: --journal sqlite:///FILE", field="journal", value=None)
    tls = _certified(tls_certificate, tls_key, tls_clients)
    listening = _bound(host, port, is_encrypted=bool(tls))
    from pitboss.demo.robots.house import robots_of
    from pitboss.floor.live import open_house

    own = partial(robots_of, openings=openings, folder=(house or DEMO).parent) if robots else None
    live = open_house(file, openings, (house or DEMO).parent, address, robots=own, restored=restore, may_create=create)
    _told(live, f"{'https' if tls else 'http'}://{host}:{port}/", without_password(address))
    _serve(live, listening, tls)


def _checked(file: HouseFile, openings: tuple[Opening, ...]) -> None:
    """Say that a house file has no fault, and which program this is."""
    from pitboss.floor.writer.program import program_digest

    found = f"{file.house.name}: {len(openings)} tables, {len(file.staff)} people, no fault"
    console().print(f"{found}\nprogram {program_digest()}", markup=False, soft_wrap=True)


def _bound(host: str, port: int, *, is_encrypted: bool) -> socket.socket:
    """Take the port before anything is opened: who cannot be reached should not begin."""
    from pitboss.web.limits import listener

    if not is_encrypted and host not in ("127.0.0.1", "::1", "localhost"):
        reason = "others than this machine's own addresses are served with a certificate only (--tls-certificate)"
        raise InputError(reason, field="host", value=host)
    if not 0 <= port <= _PORT_MAX:
        raise InputError(f"a port is a number from 0 to {_PORT_MAX}", field="port", value=port)
    try:
        return listener(host, port)
    except OSError as error:
        raise InputError(_unheard(error, host, port), field="port", value=port) from error


def _unheard(error: OSError, host: str, port: int) -> str:
    """Say why nobody can be heard at an address, and what to do about it."""
    if error.errno == errno.EADDRINUSE:
        return f"another program already listens at {host}:{port}: stop it, or choose another (--port {port + 100})"
    if error.errno == errno.EACCES:
        return "only an administrator may listen there: choose a port from 1024 on (--port 8100)"
    return f"cannot listen at {host}:{port}: {error.strerror or error}"


def _certified(certificate: Path | None, key: Path | None, clients: Path | None) -> dict[str, Any]:
    """Return how the lines are encrypted, as the server below asks for it; nothing where they are not.

    Files that cannot be used are found here, before anything is opened.
    """
    files = {"tls-certificate": certificate, "tls-key": key, "tls-clients": clients}
    given = {name: path for name, path in files.items() if path is not None}
    for name, path in given.items():
        if not path.is_file():
            raise InputError("no such file", field=name, value=str(path))
    if not given:
        return {}
    if certificate is None or key is None:
        missing = "tls-certificate" if certificate is None else "tls-key"
        raise InputError("a certificate and its key are given together", field=missing, value=None)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except (ssl.SSLError, OSError) as error:
        reason = f"is not a PEM certificate that matches the key {key}: {error}"
        raise InputError(reason, field="tls-certificate", value=str(certificate)) from error
    tls: dict[str, Any] = {"ssl_certfile": str(certificate), "ssl_keyfile": str(key), "ssl_ciphers": _SUITES}
    if clients is None:
        return tls
    try:
        context.load_verify_locations(clients)
    except (ssl.SSLError, OSError) as error:
        raise InputError(f"has no certificate in PEM: {error}", field="tls-clients", value=str(clients)) from error
    return {**tls, "ssl_ca_certs": str(clients), "ssl_cert_reqs": ssl.CERT_REQUIRED}


def _told(live: LiveHouse, url: str, address: str) -> None:
    """Say where to go, and the codes that are shown only now."""
    from rich.table import Table

    out = console()
    out.print(f"\n{live.file.house.name} is open at [bold]{url}[/bold]")
    out.print(f"Recorded in {address}; `pitboss verify {address}` checks it at any time.\n", markup=False)
    if live.codes:
        table = Table("who", "what", "one-time code", title="Shown once: sign in with the code, and choose a password")
        for name, code in live.codes.items():
            member, position = live.desk.people.get(name), live.desk.positions.get(name)
            what = member.role.replace("_", " ") if member else f"{position.kind.value if position else ''} terminal"
            table.add_row(name, what, code)
        out.print(table)
        out.print()
    sys.stdout.flush()


def _room_for_connections() -> None:
    """Have as many files open as this account may: every connection is one, and the usual limit is a thousand."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def make_ready() -> None:
    """Load what the first settlement needs, and have Python's collector look only at what comes from now on.

    To load it takes half a second, in the writer's thread when nobody did before, and a collection of all that a house
    is made of a tenth: no bet waits for either.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    importlib.import_module("numpy")
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_MAX)


def _serve(live: LiveHouse, listening: socket.socket, tls: dict[str, Any]) -> None:
    import uvicorn

    from pitboss.web.app import build_app
    from pitboss.web.limits import configured
    from pitboss.web.logs import configure
    from pitboss.web.server import Server

    configure(logging.INFO)
    _room_for_connections()
    server = Server(live, is_secure=bool(tls))
    app, proxies = build_app(server, is_secure=bool(tls)), live.file.net.proxies
    config = configured(app, proxies=proxies, timeout_graceful_shutdown=5, **tls)
    serving = uvicorn.Server(config)

    def end() -> None:
        serving.should_exit = True

    live.floor.standstill.on_lost.append(end)
    make_ready()
    serving.run(sockets=[listening])
    if live.floor.standstill.lost is not None:
        raise live.floor.standstill.lost
