"""The floor behind certificates: `pitboss serve` as a process, and clients that believe one signer."""

import ssl
from contextlib import contextmanager
from typing import cast

import httpx
import pytest
import trustme
import websockets.sync.client
from websockets.typing import Origin

from tests.support.web_house import PASSWORD, Serving, free_port, until, written_house
from tests.support.web_process import WAIT_SECONDS_MAX

SIGNER = trustme.CA()
OURS = trustme.CA()
"""Who signs the server's certificate, and who those of the machines."""


@contextmanager
def served(folder, *, clients=False):
    """Serve a house with a certificate for this machine, to anybody or to our machines only."""
    certificate, key = folder / "server.pem", folder / "server.key"
    issued = SIGNER.issue_cert("127.0.0.1")
    issued.cert_chain_pems[0].write_to_path(certificate)
    issued.private_key_pem.write_to_path(key)
    options = ["--tls-certificate", str(certificate), "--tls-key", str(key)]
    if clients:
        OURS.cert_pem.write_to_path(folder / "ours.pem")
        options += ["--tls-clients", str(folder / "ours.pem")]
    found = Serving(written_house(folder), str(folder / "house.db"), free_port(), options=options)
    found.trust = believing(OURS if clients else None)
    try:
        found.start()
        yield found
    finally:
        found.stop()


def believing(machine=None, signer=SIGNER):
    """Return what a client believes: the signer, and with which certificate it shows itself."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    signer.configure_trust(context)
    if machine is not None:
        machine.issue_cert("machine@example.org").configure_cert(context)
    return context


def asked(house, machine):
    """Ask a house how it is, as a machine with a certificate, and with all the time it takes."""
    return httpx.get(f"{house.url}/healthz", verify=believing(machine), timeout=WAIT_SECONDS_MAX)


def connected(url, **options):
    """Open a socket, with all the time it takes."""
    return websockets.sync.client.connect(url, ssl=believing(), open_timeout=WAIT_SECONDS_MAX, **options)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house that serves anybody."""
    with served(tmp_path_factory.mktemp("tls")) as found:
        yield found


@pytest.fixture(scope="module")
def closed_house(tmp_path_factory):
    """A house that serves machines with a certificate of ours."""
    with served(tmp_path_factory.mktemp("tls-clients"), clients=True) as found:
        yield found


def test_everything_goes_over_the_encrypted_line(house):
    """Pages, signing in and a socket; cookies never leave it, and a browser is told to come back by it only."""
    origin = Origin(house.url)
    with httpx.Client(base_url=house.url, verify=believing(), timeout=WAIT_SECONDS_MAX) as client:
        page = client.get("/")
        body = {"person": "dealer", "code": house.codes["dealer"], "password": PASSWORD}
        signed = client.post("/api/first-sign-in", json=body, headers={"origin": origin})
        assert (200, 200) == (page.status_code, signed.status_code)
        assert "max-age=31536000; includeSubDomains" == page.headers["strict-transport-security"]
        assert all("secure" in one.lower() for one in signed.headers.get_list("set-cookie"))
        # Browsers hold cookies of such names to this host, all its paths, and an encrypted line.
        assert {"__Host-pitboss_session", "__Host-pitboss_device"} == set(client.cookies)
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
    url = house.url.replace("https", "wss") + "/ws"
    with connected(url, origin=origin, additional_headers=cookie) as line:
        assert '"who":"dealer"' in line.recv()
    # One that a neighbour of the host, or a plain line, could have set is nobody's.
    plain = {"Cookie": cookie["Cookie"].replace("__Host-", "")}
    me = httpx.get(f"{house.url}/api/me", verify=believing(), headers=plain, timeout=WAIT_SECONDS_MAX)
    assert me.json()["person"] is None
    with connected(url, origin=origin, additional_headers=cookie) as line:
        assert cast("ssl.SSLSocket", line.socket).version() in ("TLSv1.2", "TLSv1.3")


def test_only_suites_that_prove_what_they_encrypt_are_spoken(house):
    """Under TLS 1.2 none in CBC mode, though both sides would have it otherwise."""
    for suite, is_spoken in (("ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES256-SHA384", False), ("ECDHE+AESGCM", True)):
        context = believing()
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(suite)
        try:
            found = httpx.get(f"{house.url}/healthz", verify=context, timeout=WAIT_SECONDS_MAX).status_code == 200
        except httpx.ConnectError:
            found = False
        assert is_spoken == found


def test_a_plain_line_gets_nothing(house):
    """Neither a page nor a redirection, which could be changed on the way."""
    with pytest.raises(httpx.HTTPError):
        httpx.get(house.url.replace("https", "http"), timeout=WAIT_SECONDS_MAX)


def test_a_client_does_not_believe_another_signer(house):
    """As any browser does."""
    with pytest.raises(httpx.ConnectError, match="certificate"):
        httpx.get(house.url, verify=believing(signer=OURS), timeout=WAIT_SECONDS_MAX)


def test_only_our_machines_are_served(closed_house):
    """No byte for a machine without a certificate, or with somebody else's; the others go on."""
    for machine in (None, trustme.CA()):
        with pytest.raises(httpx.HTTPError):
            asked(closed_house, machine)
    assert 200 == asked(closed_house, OURS).status_code
    until(lambda: closed_house.process.poll() is None)


def test_a_foreign_page_is_refused_behind_tls_too(house):
    """Its origin is not the house's."""
    url = house.url.replace("https", "wss") + "/ws"
    with pytest.raises(websockets.exceptions.InvalidStatus):
        connected(url, origin=Origin("https://evil.example"))
