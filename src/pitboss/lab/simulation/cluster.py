"""A run on a Dask cluster, by its address.

A worker gets a run's identity, a block and a number of rounds, and makes the tables itself. Blocks have streams of
their own, so it does not matter who plays which: blocks of a worker that is lost are played by another, and the totals
are those of one thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, Final

from pitboss.errors import InputError
from pitboss.lab.simulation.play import played
from pitboss.lab.simulation.run import Run, Submit

SECONDS: Final = 10
"""How long a cluster may take to answer."""
_ADDRESS: Final = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")
"""Where a cluster can be: a host and a port. The client waits long for what is none, and then says it badly."""


@contextmanager
def cluster(address: str, run: Run, *, seconds: float = SECONDS) -> Iterator[tuple[Submit, int]]:
    """Connect to a cluster; give what has it play blocks of a run, and how many threads it has.

    Raises:
        InputError: where the extra is not installed, nobody answers there, nobody works there, or with another program.
    """
    try:
        from distributed import Client
    except ImportError:
        reason = "a cluster needs the extra `cluster`: pip install 'pitboss[cluster]'"
        raise InputError(reason, field="cluster", value=address) from None
    if _ADDRESS.fullmatch(address) is None:
        raise InputError("is no address such as tcp://10.0.0.5:8786", field="cluster", value=address)
    try:
        client: Any = Client(address, timeout=seconds, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        reason = f"no cluster answers there: {error or 'it took too long'}"
        raise InputError(reason, field="cluster", value=address) from error
    with client:
        threads = _threads(client, address)

        def submit(block: int, rounds: int) -> Any:
            # Every block is played once: nothing is to be remembered by its arguments.
            return client.submit(played, run.what, block, rounds, pure=False)

        try:
            yield submit, threads
        except (OSError, CancelledError) as error:
            # What the client says of it is long, and about its own parts.
            reason = "the cluster was lost while it played; a run with a file to resume goes on from there"
            raise InputError(reason, field="cluster", value=address) from error


def _threads(client: Any, address: str) -> int:
    threads = sum(client.nthreads().values())
    if not threads:
        raise InputError("the cluster has no workers", field="cluster", value=address)
    ours, theirs = version("pitboss"), set(client.run(version, "pitboss").values())
    if theirs != {ours}:
        reason = f"its workers have Pitboss {', '.join(sorted(theirs))}, and this is {ours}: the same is needed"
        raise InputError(reason, field="cluster", value=address)
    return int(threads)
