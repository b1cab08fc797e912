"""A run on a Dask cluster, by its address.

A worker gets a run's identity, a block and a number of rounds, and makes the tables itself. Blocks have streams of
their own, so it does not matter who plays which: blocks of a worker that is lost are played by another, and the totals
are those of one thread. Where the last worker is lost, the blocks wait for another, and the run ends if none comes.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from pitboss.errors import InputError
from pitboss.lab.simulation.play import played
from pitboss.lab.simulation.run import Played, Run, Submit

SECONDS: Final = 10
"""How long a cluster may take to answer."""
PATIENCE_SECONDS: Final = 120
"""How long blocks wait for a worker where none is left: as long as a machine takes to start again."""
_LOOK_SECONDS: Final = 5
"""How often to check that a worker is left, while a block is waited for."""
_GO_ON: Final = "a run with a file to resume goes on from there"
_ADDRESS: Final = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")
"""Where a cluster can be: a host and a port. The client waits long for what is none, and then says it badly."""


@dataclass
class _Block:
    """Blocks that a worker plays; whoever waits for them is told where none is left."""

    future: Any
    client: Any
    patience: float
    told: Callable[[str], object]

    def result(self) -> Played:
        """Wait for what they come to.

        Raises:
            InputError: where no worker is left for so long.
        """
        alone_since: float | None = None
        while True:
            try:
                found: Played = self.future.result(timeout=min(_LOOK_SECONDS, self.patience))
            except TimeoutError:
                if sum(self.client.nthreads().values()):
                    alone_since = None
                elif alone_since is None:
                    alone_since = time.monotonic()
                    self.told(f"the cluster has no worker left: waiting {self.patience:g} seconds for another")
                elif time.monotonic() - alone_since >= self.patience:
                    reason = f"the cluster lost its last worker, and no other came; {_GO_ON}"
                    raise InputError(reason, field="cluster", value=self.client.scheduler.address) from None
            else:
                return found

    def cancel(self) -> None:
        """Have them played by nobody."""
        self.future.cancel()


@contextmanager
def cluster(
    address: str,
    run: Run,
    *,
    seconds: float = SECONDS,
    patience: float = PATIENCE_SECONDS,
    told: Callable[[str], object] = lambda _: None,
) -> Iterator[tuple[Submit, int]]:
    """Connect to a cluster; give what has it play blocks of a run, and how many threads it has.

    Args:
        address: Where its scheduler is.
        run: What is played.
        seconds: How long it may take to answer.
        patience: How long the run waits for a worker where none is left.
        told: Is told when it does.

    Raises:
        InputError: where the extra is not installed, nobody answers there, nobody works there, or with another program;
            where the cluster or its last worker is lost, or workers die of the same blocks.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        reason = "a cluster needs the extra `cluster`: pip install 'pitboss[cluster]'"
        raise InputError(reason, field="cluster", value=address) from None
    if _ADDRESS.fullmatch(address) is None:
        raise InputError("is no address such as tcp://10.0.0.5:8786", field="cluster", value=address)
    # What its client says of a lost line is long, and about its own parts: who asked is told in a sentence.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client: Any = Client(address, timeout=seconds, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        reason = f"no cluster answers there: {error or 'it took too long'}"
        raise InputError(reason, field="cluster", value=address) from error
    with client:
        threads = _threads(client, address)

        def submit(block: int, rounds: int) -> Any:
            # Every block is played once: nothing is to be remembered by its arguments.
            return _Block(client.submit(played, run.what, block, rounds, pure=False), client, patience, told)

        try:
            yield submit, threads
        except (OSError, CancelledError) as error:
            reason = f"the cluster was lost while it played; {_GO_ON}"
            raise InputError(reason, field="cluster", value=address) from error
        except KilledWorker as error:
            reason = f"workers died again and again over the same blocks: what the last one says tells why; {_GO_ON}"
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
