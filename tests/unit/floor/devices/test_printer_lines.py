"""Real lines: pyserial on the simulator's pseudo-terminal, a socket, and places where no printer is."""

import socket
import ssl
import termios
import threading
from unittest.mock import Mock

import pytest
import trustme

from pitboss.floor.devices.layout import Layout, TextLine
from pitboss.floor.devices.printer import LinePrinter, NotPrinted, Printed, SerialLine, SocketLine, Waits
from tests.support.printer_simulator import Fault, PrinterModel, PrinterSimulator

TICKET = Layout((TextLine("a ticket"),), "20040501-AAAAAAAAAAAAAAAAAAAA-KARCAF")
PATIENT, SHORT = Waits(10, 10), Waits(0.2, 0.2)
MIDWAY = Waits(5, 0.2)
"""For what a printer still answers before its fault, however busy the machine, and for the ticket that never comes."""


@pytest.fixture
def simulate():
    """Return what starts simulated printers; all are unplugged at the end."""
    started = []

    def start(fault=None, at=0):
        started.append(PrinterSimulator(PrinterModel(fault, at)))
        return started[-1]

    yield start
    for simulator in started:
        simulator.close()


def printed(line, waits=PATIENT):
    """Print the ticket through a line."""
    return LinePrinter(line, waits=waits).print(TICKET)


def on_serial(simulator, waits=PATIENT):
    """Print the ticket through a serial line."""
    return printed(SerialLine(simulator.port), waits)


def test_a_ticket_over_a_serial_line(simulate):
    """Twice, because the line is opened for each."""
    simulator = simulate()

    assert [Printed(), Printed()] == [on_serial(simulator), on_serial(simulator)]
    assert 2 == simulator.model.tickets


@pytest.mark.parametrize(
    ("fault", "at", "can_be_out"),
    [
        (Fault.PAPER_OUT, 0, False),
        (Fault.PAPER_OUT, 200, True),
        (Fault.JAM, 200, True),
        (Fault.SILENCE, 0, False),
        (Fault.SILENCE, 200, True),
        (Fault.UNPLUG, 0, False),
        (Fault.UNPLUG, 200, True),
    ],
)
def test_faults_over_a_serial_line(simulate, fault, at, can_be_out):
    """Each is told, and whether anything was sent."""
    outcome = on_serial(simulate(fault, at), MIDWAY if at else SHORT)

    assert isinstance(outcome, NotPrinted)
    assert can_be_out == outcome.can_be_out


def test_a_port_that_is_not_there(tmp_path):
    """Is no printer."""
    outcome = printed(SerialLine(str(tmp_path / "none")))

    assert "cannot be reached" in outcome.reason
    assert not outcome.can_be_out


def test_a_fault_of_the_terminal_is_a_fault_of_the_line(simulate):
    """It is no OSError of itself, and must not pass by those who wait for one."""
    line = SerialLine(simulate().port)
    line._line = Mock()
    line._line.write.side_effect = termios.error(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output error"):
        line.write(b"x")


@pytest.fixture
def network():
    """Return a function that listens with a model and gives the port; the printer hangs up when told."""
    sockets, threads = [], []

    def listen(model, hangs_up_after=None, certificate=None):
        server = socket.create_server(("127.0.0.1", 0))
        sockets.append(server)

        def serve():
            connection, _ = server.accept()
            if certificate is not None:
                context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
                certificate.configure_cert(context)
                try:
                    connection = context.wrap_socket(connection, server_side=True)
                except OSError:
                    return
            with connection:
                while data := connection.recv(4_096):
                    model.feed(data)
                    if hangs_up_after is not None and model.received > hangs_up_after:
                        return
                    connection.sendall(bytes(model.answers))
                    model.answers.clear()

        threads.append(threading.Thread(target=serve))
        threads[-1].start()
        return server.getsockname()[1]

    yield listen
    for thread in threads:
        thread.join(180)
    for server in sockets:
        server.close()


def test_a_ticket_over_a_socket(network):
    """As over a serial line."""
    model = PrinterModel()

    assert Printed() == printed(SocketLine("127.0.0.1", network(model)))
    assert 1 == model.tickets


@pytest.fixture
def signer(tmp_path):
    """Return somebody who signs certificates, and the file with their own."""
    one = trustme.CA()
    one.cert_pem.write_to_path(str(tmp_path / "signer.pem"))
    return one, tmp_path / "signer.pem"


def test_a_ticket_over_an_encrypted_line(network, signer):
    """To a printer that has the name under which it is spoken to, in a certificate that the house trusts."""
    model = PrinterModel()
    port = network(model, certificate=signer[0].issue_cert("127.0.0.1"))

    assert Printed() == printed(SocketLine("127.0.0.1", port, signer=signer[1]))
    assert 1 == model.tickets


@pytest.mark.parametrize("name", [None, "other.example"])
def test_another_than_the_printer_gets_no_ticket(network, signer, name):
    """Neither with a certificate of somebody else's nor with one of another name: not a byte is said to it."""
    model = PrinterModel()
    own = trustme.CA().issue_cert("127.0.0.1") if name is None else signer[0].issue_cert(name)
    line = SocketLine("127.0.0.1", network(model, certificate=own), signer=signer[1])

    assert "cannot be reached" in printed(line).reason
    assert 0 == model.received


def test_silence_over_a_socket(network):
    """Is waited for so long and no longer."""
    port = network(PrinterModel(Fault.SILENCE))

    assert "the printer does not answer" == printed(SocketLine("127.0.0.1", port), SHORT).reason


def test_a_printer_that_hangs_up(network):
    """Is a broken line, in the middle of a ticket."""
    port = network(PrinterModel(), hangs_up_after=100)
    outcome = printed(SocketLine("127.0.0.1", port))

    assert "the line to the printer broke" in outcome.reason
    assert outcome.can_be_out


def test_an_address_where_nobody_listens():
    """Is no printer; a line that was never opened is none either."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    line = SocketLine("127.0.0.1", port)

    assert "cannot be reached" in printed(line).reason
    with pytest.raises(ConnectionError):
        line.write(b"x")
