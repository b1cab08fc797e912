"""Why a body cannot be used: the number that nobody can read is named with its place, and no secret is said again."""

import asyncio
import tracemalloc
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.exceptions import ValidationException

from pitboss.errors import InputError
from pitboss.web.app import _Asking, _broken, body_error, build_app, parameter_error

LONG = "9" * 5_000


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('{"serial":1e400}', "field serial: 1e400: expected a number between -1.797e308 and 1.797e308"),
        ('{"act":{"stakes":[1,-1e400]}}', "field act.stakes[1]: -1e400: expected a number between"),
        (f'{{"key":"k","act":{{"chip_minor":{LONG}}}}}', "field act.chip_minor: 9999"),
        (f'{{"serial":-{LONG}}}', "expected a whole number of fewer than 4300 digits"),
        ('{"serial":NaN}', "field serial: NaN: JSON has no such number"),
        ('{"a":1,"b":-Infinity,"c":NaN}', "field b: -Infinity: JSON has no such number"),
        ("1e400", "field data: 1e400: expected a number"),
    ],
)
def test_a_number_is_named_with_its_place(body, reason):
    """Field, value and rule are in the sentence, however long the number is."""
    found = str(body_error(body.encode(), ValueError("out of range")))
    assert reason in found
    assert len(found) < 250


@pytest.mark.parametrize("body", [b"{", b'{"serial":01}', b"\xff", b"[" * 60_000, b'{"a":1}x'])
def test_anything_else_is_no_json(body):
    """What the reader said is passed on."""
    assert "field data: not JSON: truncated" == str(body_error(body, ValueError("truncated")))


@pytest.mark.parametrize("body", ['{"password":1e400}', '{"code":[1e400]}'])
def test_a_secret_is_not_said_again(body):
    """The field is enough for whoever sent it."""
    found = body_error(body.encode(), ValueError())
    assert "1e400" not in str(found.as_fields())
    assert "expected a number" in found.reason


def test_a_long_name_of_many_numbers_takes_no_room():
    """A body that is no larger than it may be is told with little more than its own size."""
    body = b'{"%s":[%s1e400]}' % (b"a" * 30_000, b"1," * 15_000)
    tracemalloc.start()
    found = body_error(body, ValueError())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.field is not None
    assert found.field.endswith("a[15000]")
    assert most < 30_000_000


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("stream", str, "field stream: 'x y': expected a name"),
        ("number", int, "field number: 'x y': expected a whole number from 1 to 9"),
        ("other", None, "field other: expected a name"),
    ],
)
def test_a_part_of_an_address_is_told_with_its_rule(name, kind, told):
    """A number by its limits, anything else in the framework's words; with the value, where the address has one."""
    limits = SimpleNamespace(ge=1, le=9)
    parameter = SimpleNamespace(annotation=kind, inner_types=(), kwarg_definition=limits)
    parameters = {} if kind is None else {name: parameter}
    handler = SimpleNamespace(parsed_fn_signature=SimpleNamespace(parameters=parameters))
    request: Any = SimpleNamespace(path_params={"stream": "x y", "number": "x y"}, route_handler=handler)
    error = ValidationException(extra=[{"key": name, "source": "path", "message": "expected a name"}])
    assert told == str(parameter_error(request, error, None))


def test_a_body_of_nothing_is_no_document():
    """It is said to be JSON, and there is none."""

    async def asked():
        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        scope: Any = {"type": "http", "headers": [(b"content-type", b"application/json")], "state": {}}
        scope["route_handler"] = SimpleNamespace(resolve_request_max_body_size=lambda: 65_536)
        await _Asking(scope, receive).json()

    with pytest.raises(InputError, match="the request has no body") as caught:
        asyncio.run(asked())
    assert "data" == caught.value.field


def test_a_fault_of_the_program_is_no_story(caplog):
    """Whoever asked hears that the server failed; what went wrong is in the log alone."""
    found = _broken(None, LookupError("geheim"))  # type: ignore[arg-type]
    assert (500, {"error": "ServerError", "reason": "the server failed", "values": {}}) == (
        found.status_code,
        found.content,
    )
    assert "geheim" in caplog.text


def of_nothing(**parts: Any) -> Any:
    """Return a server of a house in which there is nothing."""
    house = SimpleNamespace(metrics="off", schema="off")
    file = SimpleNamespace(house=house, net=SimpleNamespace(names=[], sockets_per_address=10))
    return SimpleNamespace(house=SimpleNamespace(file=file), known=lambda _: None, **parts)


def test_there_is_one_socket_and_no_other():
    """Asked for at another path, it is closed before anything is read."""
    sent: list[Any] = []

    async def noted(message):
        sent.append(message)

    scope = {"type": "websocket", "path": "/wss", "headers": [], "client": ("10.0.0.1", 5)}
    asyncio.run(build_app(of_nothing())(scope, None, noted))  # type: ignore[arg-type]
    assert [{"type": "websocket.close", "code": 1008, "reason": "no such socket"}] == sent


@pytest.mark.parametrize(
    ("fails", "said"), [("start", ["startup.failed"]), ("stop", ["startup.complete", "shutdown.failed"])]
)
def test_a_house_that_does_not_open_or_close_is_told_of(fails, said):
    """Whoever runs the application hears which of the two failed, and why."""
    sent: list[Any] = []

    async def noted(message):
        sent.append(message)

    async def well(*_):
        return {}

    async def ill():
        raise OSError("the disk is full")

    server = of_nothing(**{"start": well, "stop": well, fails: ill})
    with pytest.raises(OSError, match="the disk is full"):
        asyncio.run(build_app(server)({"type": "lifespan"}, well, noted))  # type: ignore[arg-type]
    assert [f"lifespan.{one}" for one in said] == [message["type"] for message in sent]
    assert "the disk is full" in sent[-1]["message"]
