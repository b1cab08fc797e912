"""Why a body cannot be used: the number that nobody can read is named with its place, and no secret is said again."""

import tracemalloc

import pytest

from pitboss.web.app import body_error

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
