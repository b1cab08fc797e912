"""A run on a real Dask cluster: processes of this machine, one of which is killed in the middle."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import dask
import pytest
from distributed import Client, LocalCluster

from pitboss.errors import InputError
from pitboss.lab.simulation import cluster as clusters
from pitboss.lab.simulation import run as runs
from pitboss.lab.simulation.cluster import cluster
from pitboss.lab.simulation.play import ends_run
from pitboss.lab.simulation.run import BLOCK, GROUP
from pitboss.rulebook import table_config
from tests.support.web_process import until

ROUNDS = 6 * GROUP * BLOCK + 7


def roulette():
    """Return a run with nothing played."""
    return ends_run(table_config({"rulebook": "oneida-roulette-2008"}), {"red": 100}, 5)


def kill_one(address):
    """Kill a worker's process, and wait until the cluster knows that it is gone."""
    with Client(address, set_as_default=False) as client:
        victim, process = next(iter(client.run(os.getpid).items()))
        os.kill(process, signal.SIGKILL)
        until(lambda: victim not in client.scheduler_info()["workers"])


def test_a_lost_worker_changes_nothing(monkeypatch):
    """Two processes play, one is killed, the other plays on: the totals are those of 1, 2 and 4 threads here."""
    monkeypatch.setattr(runs, "SPAN", GROUP)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made:
        run = roulette()
        with cluster(made.scheduler_address, run) as (submit, threads):
            going = run.go(ROUNDS, workers=threads, submit=submit)
            next(going)
            kill_one(made.scheduler_address)
            assert [2, 6] == [threads, len(list(going))]
    for workers in (1, 2, 4):
        alone = roulette()
        list(alone.go(ROUNDS, workers=workers))
        assert alone.totals == run.totals


def lost_in_the_middle():
    """Play on a cluster whose scheduler goes away."""
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as made:
        run = roulette()
        with cluster(made.scheduler_address, run) as (submit, threads):
            going = run.go(10**12, workers=threads, submit=submit)
            next(going)
            made.close()
            list(going)


def test_a_cluster_that_is_lost_is_a_sentence():
    """It says that the cluster went away, and how to go on."""
    with pytest.raises(InputError, match="the cluster was lost while it played"):
        lost_in_the_middle()


@contextmanager
def worker(address):
    """Start a worker that nobody starts again; give its process."""
    command = [sys.executable, "-m", "dask", "worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(1)
        yield process
    finally:
        process.kill()
        process.wait()


def alone(address, told, patience):
    """Play on a cluster whose only worker is killed after the first blocks."""
    run = roulette()
    with worker(address) as process, cluster(address, run, patience=patience, told=told) as (submit, threads):
        going = run.go(ROUNDS, workers=threads, submit=submit)
        next(going)
        process.kill()
        list(going)
    return run


def test_a_cluster_without_a_worker_is_not_waited_for_for_ever(monkeypatch):
    """It is told that nobody plays, and when nobody came for long enough the run ends with how to go on."""
    monkeypatch.setattr(runs, "SPAN", GROUP)
    said: list[str] = []
    with (
        LocalCluster(n_workers=0, dashboard_address=None) as made,
        pytest.raises(InputError, match="lost its last worker, and no other came; a run with a file to resume"),
    ):
        alone(made.scheduler_address, said.append, 0.5)
    assert ["the cluster has no worker left: waiting 0.5 seconds for another"] == said


def test_another_worker_goes_on_where_the_only_one_was_lost(monkeypatch):
    """The totals are those of a thread here."""
    monkeypatch.setattr(runs, "SPAN", GROUP)
    monkeypatch.setattr(clusters, "_LOOK_SECONDS", 0.2)
    with LocalCluster(n_workers=0, dashboard_address=None) as made, ExitStack() as later:
        run = alone(made.scheduler_address, lambda _: later.enter_context(worker(made.scheduler_address)), 600)
    here = roulette()
    list(here.go(ROUNDS))
    assert here.totals == run.totals


def dies(*_):
    """Kill the process that plays."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_that_die_of_a_block_are_a_sentence(monkeypatch):
    """The cluster gives such blocks up."""
    monkeypatch.setattr(clusters, "played", dies)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=0, dashboard_address=None) as made,
        worker(made.scheduler_address),
        pytest.raises(InputError, match="workers died again and again over the same blocks"),
        cluster(made.scheduler_address, roulette()) as (submit, _),
    ):
        submit(0, 1).result()


def test_a_cluster_that_is_not_there_is_a_sentence():
    """Nobody listens at the address, or it is none."""
    with pytest.raises(InputError, match="no cluster answers"), cluster("tcp://127.0.0.1:9", roulette(), seconds=0.2):
        raise AssertionError("nobody plays here")


@pytest.mark.parametrize("address", ["nowhere", "udp://127.0.0.1:99", "tcp://127.0.0.1", "", "tcp://a b:80"])
def test_what_is_no_address_is_told_at_once(address, monkeypatch):
    """The client is not asked: it would wait, and end with a trace of its own."""
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("it was asked"))
    with pytest.raises(InputError, match="is no address such as"), cluster(address, roulette()):
        raise AssertionError("nobody plays here")


def test_without_the_extra_it_is_named(monkeypatch):
    """The sentence says how to install it."""
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(InputError, match="extra `cluster`"), cluster("tcp://127.0.0.1:9", roulette()):
        raise AssertionError("nobody plays here")


def test_workers_have_the_same_program(monkeypatch):
    """Another version deals other rounds, perhaps."""

    class Other:
        """A cluster whose workers are older."""

        def nthreads(self):
            """Return two workers."""
            return {"a": 1, "b": 1}

        def run(self, _, __):
            """Return what they have."""
            return {"a": "0.1.0", "b": "0.1.0"}

    with pytest.raises(InputError, match=r"0\.1\.0"):
        clusters._threads(Other(), "tcp://x")
    monkeypatch.setattr(Other, "nthreads", lambda _: {})
    with pytest.raises(InputError, match="no workers"):
        clusters._threads(Other(), "tcp://x")
