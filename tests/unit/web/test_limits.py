import socket

import pytest

from pitboss.web.limits import listener


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_nothing_that_is_written_waits_for_what_was_written_before(host):
    """Whoever is accepted is sent the body of an answer at once, and not 40 ms after its head."""
    with listener(host, 0) as listening, socket.create_connection(listening.getsockname()[:2]):
        line, _ = listening.accept()
        with line:
            assert 1 == line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
