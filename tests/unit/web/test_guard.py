"""What stands before every request: limits, origins, headers; and what waits to leave by a socket."""

import asyncio

import pytest

from pitboss.floor.rate_limit import Bucket, Buckets
from pitboss.web.guard import BODY_MAX, Guard
from pitboss.web.outbox import OUTBOX_MAX, Outbox


class Clock:
    """A clock that stands still until it is moved."""

    now = 100.0

    def __call__(self):
        """Return the time."""
        return self.now


def scope_of(method="POST", kind="http", **headers):
    """Return a request's scope."""
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": kind, "method": method, "path": "/api/x", "headers": listed, "client": ("10.0.0.1", 5)}


async def asked(guard, scope):
    """Return what a guard sends for a request, and whether it let it through."""
    sent: list[dict] = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    await guard(scope, receive, send)
    return sent


def guarded(**options):
    """Return a guard before an app that says yes."""

    async def app(scope, _, send):
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"yes"})

    return Guard(app, **{"names": ["house.example"], **options})


OWN = {"host": "house.example:8000"}


@pytest.mark.parametrize(
    ("headers", "is_let"),
    [
        ({}, True),
        ({"origin": "http://house.example:8000"}, True),
        ({"origin": "https://house.example:8000"}, True),
        ({"origin": "http://house.example"}, False),
        ({"origin": "http://house.example:8001"}, False),
        ({"origin": "http://house.example:8000.evil.example"}, False),
        ({"origin": "http://evil.example/house.example:8000"}, False),
        ({"origin": "http://house.example:8000@evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"sec_fetch_site": "cross-site"}, False),
        ({"sec_fetch_site": "same-site"}, False),
        ({"sec_fetch_site": "same-origin"}, True),
        ({"sec_fetch_site": "none"}, True),
    ],
)
def test_only_pages_of_the_house_write_and_open_sockets(headers, is_let):
    """The origin is the host that was asked, to the letter; a program that is no browser says none."""
    found = asyncio.run(asked(guarded(), scope_of(**OWN, **headers)))
    assert (200 if is_let else 403) == found[0]["status"]
    socket = asyncio.run(asked(guarded(), scope_of(kind="websocket", **OWN, **headers)))
    assert ("websocket.accept" if is_let else "websocket.close") == socket[0]["type"]


def test_an_origin_that_the_house_names_may_write():
    """Further origins are a list, and nothing else is in it."""
    guard = guarded(origins=frozenset({"https://pit.example"}))
    assert 200 == asyncio.run(asked(guard, scope_of(**OWN, origin="https://pit.example")))[0]["status"]
    assert 403 == asyncio.run(asked(guard, scope_of(**OWN, origin="http://pit.example")))[0]["status"]


@pytest.mark.parametrize("length", [str(BODY_MAX + 1), "9" * 13, "-1", "1e9", "x", "٣", "1, 2"])
def test_a_length_that_is_too_much_or_none_is_refused_before_the_body(length):
    """What the head says is enough to refuse it."""
    listed = [(b"host", b"house.example"), (b"content-length", length.encode("latin-1", "replace"))]
    found = asyncio.run(asked(guarded(), {**scope_of(), "headers": listed}))
    assert 413 == found[0]["status"]


@pytest.mark.parametrize("is_secure", [True, False])
def test_every_answer_has_its_headers(is_secure):
    """Also a refusal; and over TLS the browser is told never to come without."""
    for scope in (scope_of(**OWN), scope_of(**OWN, origin="http://evil.example")):
        found = dict(asyncio.run(asked(guarded(is_secure=is_secure), scope))[0]["headers"])
        assert b"default-src 'none'" in found[b"content-security-policy"]
        assert b"unsafe" not in found[b"content-security-policy"]
        assert (b"nosniff", b"DENY") == (found[b"x-content-type-options"], found[b"x-frame-options"])
        assert is_secure == (found.get(b"strict-transport-security") == b"max-age=31536000; includeSubDomains")


def test_an_address_asks_so_often_and_no_oftener():
    """After its burst an address waits; another one does not."""
    clock = Clock()
    guard = guarded(requests=Buckets(most=3, rate=1, clock=clock))
    statuses = [asyncio.run(asked(guard, scope_of("GET", **OWN)))[0]["status"] for _ in range(5)]
    assert [200, 200, 200, 429, 429] == statuses
    other = {**scope_of("GET", **OWN), "client": ("10.0.0.2", 5)}
    assert 200 == asyncio.run(asked(guard, other))[0]["status"]
    clock.now += 1
    assert 200 == asyncio.run(asked(guard, scope_of("GET", **OWN)))[0]["status"]


def test_an_address_opens_so_many_sockets_and_no_more():
    """The next one is closed before the house sees it, and is noted; staff are counted by themselves."""
    noted: list[str] = []
    guard = guarded(on_refused=lambda what, _: noted.append(what), known=lambda scope: scope.get("who"))
    guard._sockets = Buckets(most=2, rate=1, clock=Clock())
    scope = scope_of(kind="websocket", **OWN)
    found = [asyncio.run(asked(guard, scope))[0] for _ in range(3)]
    staff = asyncio.run(asked(guard, {**scope, "who": "Ann"}))[0]
    assert [None, None, 1013] == [one.get("code") for one in found]
    assert (["sockets"], "websocket.accept") == (noted, staff["type"])


def test_a_program_that_names_no_host_is_served():
    """Every browser names one: a page of another name cannot come without."""
    assert 200 == asyncio.run(asked(guarded(), scope_of("GET")))[0]["status"]
    assert 421 == asyncio.run(asked(guarded(), scope_of("GET", host="evil.example")))[0]["status"]


def test_a_body_that_is_larger_than_it_said_is_not_read_on():
    """The reader is given enough to see that it is too much, and then the line is as if it were gone."""
    seen: list[str] = []

    async def app(_, receive, send):
        seen.extend([(await receive())["type"] for _ in range(3)])
        await send({"type": "http.response.start", "status": 413, "headers": []})

    async def run():
        async def receive():
            return {"type": "http.request", "body": b"x" * BODY_MAX, "more_body": True}

        async def send(_):
            pass

        await Guard(app, names=["house.example"])(scope_of(**OWN), receive, send)

    asyncio.run(run())
    assert ["http.request", "http.request", "http.disconnect"] == seen


@pytest.mark.parametrize(
    ("access", "address", "status"),
    [
        ("loopback", "127.0.0.1", 200),
        ("loopback", "::1", 200),
        ("loopback", "192.0.2.7", 404),
        ("loopback", "testclient", 404),
        ("loopback", None, 200),
        ("open", "192.0.2.7", 200),
        ("off", "127.0.0.1", 404),
    ],
)
@pytest.mark.parametrize("path", ["/metrics", "//metrics/", "/metrics/x"])
def test_figures_are_shown_where_the_house_says(access, address, status, path):
    """To this machine only, to anybody or to nobody; to whoever may not see them they are not there."""
    guard = guarded(access={"metrics": access})
    client = None if address is None else (address, 1)
    scope = {**scope_of("GET", **OWN), "path": path, "client": client}
    assert status == asyncio.run(asked(guard, scope))[0]["status"]


def test_what_is_owed_is_made_up_for():
    """Who took more than there was waits longer, and others do not; of too many names the oldest is forgotten."""
    clock = Clock()
    buckets = Buckets(most=2, rate=1, clock=clock, names_max=2)
    for _ in range(5):
        buckets.owe("a")
    buckets.owe("b")
    assert (False, True) == (buckets.has("a"), buckets.has("b"))
    clock.now += 3
    assert not buckets.has("a")
    clock.now += 1
    assert buckets.has("a")
    buckets.owe("c")
    assert {"b", "c"} == set(buckets.found)


def test_a_bucket_holds_no_more_than_its_most():
    """However long nobody came, the burst is the same."""
    bucket = Bucket(2, 1, 2, 0)
    assert [True, True, False] == [bucket.take(10**6) for _ in range(3)]


def test_names_are_forgotten_before_they_fill_the_memory():
    """A flood of addresses keeps nobody out: the one that came longest ago is forgotten."""
    clock = Clock()
    buckets = Buckets(most=1, rate=1, clock=clock, names_max=100)
    assert 10_400 == sum(buckets.take(f"a{number}") for number in range(10_400))
    assert buckets.take("somebody new")
    assert not buckets.take("a10399")
    assert 100 == len(buckets.found)


# What waits for a socket


def test_what_waits_leaves_together_and_in_order():
    """One write for all that waited, a line each."""

    async def run():
        sent = []

        async def send(message):
            sent.append(message)

        box = Outbox(send)
        for number in range(5):
            box.put(f"m{number}")
        box.close(1000, "done")
        box.put("too late")
        await box.run()
        return sent

    first, last = asyncio.run(run())
    assert "m0\nm1\nm2\nm3\nm4" == first["text"]
    assert ("websocket.close", 1000) == (last["type"], last["code"])


def test_who_does_not_read_is_cut_off_and_nothing_more_is_kept():
    """Beyond the limit what waits is dropped, and the socket is closed even while a write hangs."""

    async def run():
        sent = []
        hanging = asyncio.Event()

        async def send(message):
            if message["type"] == "websocket.send":
                await hanging.wait()
            sent.append(message)

        box = Outbox(send)
        running = asyncio.create_task(box.run())
        for _ in range(2 * OUTBOX_MAX // 1000 + 2):
            box.put("x" * 1000)
            await asyncio.sleep(0)
        await asyncio.wait_for(running, 180)
        return sent, box

    sent, box = asyncio.run(run())
    assert [1013] == [message["code"] for message in sent if message["type"] == "websocket.close"]
    assert box.is_cut
    assert box.is_empty
