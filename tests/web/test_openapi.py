"""The published schema is true: whoever asks, no answer is one that it does not announce, and none is a 5xx."""

from collections import Counter
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks as openapi

from pitboss.floor.people.acts import RestorePerson
from pitboss.journal import Secret
from tests.support.campaign import Campaign, Part, is_slice
from tests.support.web_guest import Guest
from tests.support.web_house import WebHouse, web_house, written_house

CHECKS = [
    not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
    openapi.negative_data_rejection,
]
BODIES = ("SignIn", "FirstSignIn", "Unlock", "Enrol", "CommandBody", "ShownBody", "MadeBody", "Ask")
PROBLEM = "application/problem+json"
WHO = ("nobody", "pit-manager", "admin", "mutuel-manager", "T1", "S1")
"""Who asks: a stranger, people with the widest rights on each side of the house, machines."""


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    """Serve a house."""
    with web_house(written_house(tmp_path_factory.mktemp("openapi"))) as found:
        yield found


@pytest.fixture(scope="module")
def document(web):
    """Return the published schema."""
    response = web.visitor().get("/schema/openapi.json")
    assert response.status_code == 200
    return response.json()


def test_bodies_take_no_unknown_fields(document):
    """What the server refuses is said to be refused."""
    schemas = document["components"]["schemas"]

    assert [False] * len(BODIES) == [schemas[name]["additionalProperties"] for name in BODIES]


def test_every_refusal_is_a_problem(document):
    """Each operation says its refusals, with the same body."""
    for operation in _operations(document):
        answers = operation["responses"]
        assert {"400", "401", "403", "404", "413", "429", "503"} <= set(answers)
        refusals = {status: answer for status, answer in answers.items() if status >= "400"}
        assert all(PROBLEM in answer["content"] for answer in refusals.values())


def test_limits_are_whole_numbers(document):
    """A limit on a whole number is one."""
    race = next(
        parameter["schema"]
        for parameter in document["paths"]["/api/streams/{stream}/board"]["get"]["parameters"]
        if parameter["name"] == "race"
    )

    assert {"type": "integer", "minimum": 1, "maximum": 99} == race
    assert {int} == {type(race["minimum"]), type(race["maximum"])}


def test_writing_takes_cookie_and_token(document):
    """How one shows who one is stands in the schema."""
    kinds = document["components"]["securitySchemes"]

    assert {"session": "cookie", "csrf": "header", "terminal": "cookie"} == {
        name: kind["in"] for name, kind in kinds.items()
    }
    assert [{"session": [], "csrf": []}, {"terminal": []}] == document["paths"]["/api/sign-out"]["post"]["security"]


@pytest.mark.parametrize("path", ["/", "/index.html", "/api/me", "/healthz", "/schema/openapi.json"])
def test_head_is_a_get_without_its_body(web, path):
    """Same status, same type, nothing in it."""
    guest = web.visitor()
    got, head = guest.get(path), guest.http.head(path)

    assert (got.status_code, got.headers["content-type"], b"") == (
        head.status_code,
        head.headers["content-type"],
        head.content,
    )


@pytest.mark.parametrize(("path", "allowed"), [("/", "GET"), ("/api/me", "GET"), ("/api/sign-in", "POST")])
def test_options_and_other_methods(web, path, allowed):
    """What may be asked is said, and what may not is refused."""
    guest = web.visitor()

    assert allowed in guest.http.options(path).headers["allow"]
    assert [405] * 3 == [guest.http.request(method, path).status_code for method in ("PUT", "DELETE", "PATCH")]


@pytest.mark.parametrize(
    ("status", "path"),
    [
        (404, "/a%00b"),
        (404, "/" + "a" * 300),
        (404, "/" + "a/" * 3_000),
        (404, "/%2e%2e/%2e%2e/app.py"),
        (404, "/api/streams/%00"),
        (404, "/api/streams/%ff"),
        (400, "/api/streams/tote/board?race=" + "9" * 5_000),
    ],
    ids=lambda value: str(value)[:20],
)
def test_paths_that_are_none(web, status, path):
    """No name that a file system refuses is looked for."""
    response = web.visitor().get(path)

    assert (status, PROBLEM) == (response.status_code, response.headers["content-type"])


@pytest.mark.parametrize("given", ["0", "100", "-1", "1.5", "seven", "", "NaN", "1e400", "9" * 30, "9" * 5_000])
def test_a_number_in_an_address_is_named_with_its_rule(web, given):
    """Field, value and limits, for a person and for a program."""
    problem = web.visitor().get("/api/streams/tote/board", params={"race": given}).json()

    shown = f"'{given}'" if len(given) < 80 else f"'{given[:78]}…"
    assert f"field race: {shown}: expected a whole number from 1 to 99" == problem["reason"]
    assert ("InputError", {"field": "race", "source": "query", "value": given}) == (problem["error"], problem["values"])


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("0", "field serial: 0: Expected `int` >= 1"),
        ("10000000000", "field serial: 10000000000: Expected `int` <= 1000000000"),
        ("1.5", "field serial: 1.5: Expected `int`, got `float`"),
        ('"x"', "field serial: 'x': Expected `int`, got `str`"),
        ("1e400", "field serial: 1e400: expected a number between -1.797e308 and 1.797e308"),
        ("NaN", "field serial: NaN: JSON has no such number"),
    ],
)
def test_a_number_in_a_body_is_named_with_its_rule(web, given, reason):
    """Whether it is no number at all, or one that the field does not take."""
    content = f'{{"key":"k","terminal":"W1","serial":{given}}}'
    headers = {"content-type": "application/json"}
    response = web.visitor().http.post("/api/tote/tote/copies", content=content, headers=headers)

    assert (400, reason) == (response.status_code, response.json()["reason"])


@pytest.mark.parametrize("body", [{"person": "a", "password": 1234}, {"person": "a", "pasword": "hush1234"}])
def test_a_password_is_not_said_again(web, body):
    """Not where it is of the wrong type, and not where its field is misspelt."""
    answer = web.visitor().post("/api/sign-in", body)

    assert 400 == answer.status_code
    assert "1234" not in answer.text


def required(document, item):
    """Return what a path has to be sent, by its own schema: fields of its body, or of its question."""
    if "post" not in item:
        asked = item["get"].get("parameters", [])
        return [one["name"] for one in asked if one["in"] == "query" and one.get("required")]
    if "requestBody" not in item["post"]:
        return []
    schema = item["post"]["requestBody"]["content"]["application/json"]["schema"]
    found = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found.get("required", [])


SENT = {
    **dict.fromkeys(("challenge", "credential", "client_data", "authenticator_data", "signature", "user"), "x"),
    "key": "k",
    "act": {},
    "terminal": "W1",
    "serial": 1,
    "person": "dealer",
    "password": "x",
    "text": "2 wn 1",
    "track": "FVD",
    "race": 1,
    "order": [{"place": 1, "runner": "1"}],
    "name": "card.toml",
}
"""A value for every field that a path has to be sent."""


def test_a_stream_of_another_kind_breaks_nothing(web, document):
    """A table is asked for its races and a tote for its rack, by staff and by strangers: no answer is a 5xx."""
    people = (web.visitor(), web.let_in("pit-manager"), web.let_in("mutuel-manager"))
    broken = []
    for path, item in ((path, item) for path, item in document["paths"].items() if "{stream}" in path):
        sent = {name: SENT[name] for name in required(document, item)}
        for stream in ("house", "automatic-1", "roulette-1", "tote"):
            place = path.format(stream=stream, key="k", track="FVD", version=1)
            for person in people if "get" in item else people[1:]:
                answer = person.post(place, sent) if "post" in item else person.get(place, params=sent)
                broken += [(place, person.name)] if answer.status_code >= 500 else []
    assert [] == broken


def test_a_stream_that_there_is_not(web, document):
    """Whatever is asked of it, by HTTP it is a 404 that the schema announces, and over the WebSocket a problem."""
    person, of_tote = web.let_in("pit-manager"), web.let_in("mutuel-manager")
    for path, item in document["paths"].items():
        if "{stream}" not in path:
            continue
        asker = of_tote if path.startswith("/api/tote/") else person
        place = path.format(stream="nowhere", key="k", track="FVD", version=1)
        sent = {name: SENT[name] for name in required(document, item)}
        answer = asker.post(place, sent) if "post" in item else asker.get(place, params=sent)
        assert (404, "NoSuchStream") == (answer.status_code, answer.json()["error"]), path
        assert {"field": "stream", "value": "nowhere"} == answer.json()["values"]
    with person.socket() as line:
        assert "field stream: 'nowhere': no such stream in this house" == line.subscribe("nowhere")["reason"]


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        (400, "application/json", b""),
        (400, "application/json", b"["),
        (400, "application/json", b"[" * 60_000),
        (400, "application/json", b'{"person":' * 6_000),
        (400, "application/json", b'{"person":"\xff","password":"x"}'),
        (400, "application/json", b'{"person":"\\ud800","password":"x"}'),
        (400, "application/json", b'\xef\xbb\xbf{"person":"a","password":"x"}'),
        (400, "application/json", b'{"person":1e400,"password":"x"}'),
        (400, "application/json", b'{"person":' + b"9" * 5_000 + b',"password":"x"}'),
        (400, "application/json", b'{"person":NaN,"password":"x"}'),
        (415, "text/plain", b'{"person":"a","password":"x"}'),
        (415, "application/x-www-form-urlencoded", b"person=a&password=x"),
        (413, "application/json", b" " * 65_537),
    ],
    ids=lambda value: value[:20].decode("latin-1") if isinstance(value, bytes) else str(value),
)
def test_bodies_that_are_none(web, status, kind, body):
    """What is no JSON, or too much, or not said to be JSON is refused with a reason."""
    response = web.visitor().http.post("/api/sign-in", content=body, headers={"content-type": kind})

    assert (status, PROBLEM) == (response.status_code, response.headers["content-type"])
    assert response.json()["reason"]


def test_a_body_without_a_length_is_bounded_too(web):
    """It is refused when it has come to more than a body may, not when it ends."""
    pieces = (b"a" * 16_384 for _ in range(8))
    response = web.visitor().http.post("/api/sign-in", content=pieces, headers={"content-type": "application/json"})

    assert 413 == response.status_code


@pytest.mark.campaign(60_000)
def test_answers_are_as_announced(request, web, document):
    """Whatever is sent, fitting and not, by anybody: the answer is one that the schema announces, and never a 5xx."""
    schema = schemathesis.openapi.from_dict(document)
    errors_before = web.server.counted["errors"]

    def search(part: Part) -> Counter[str]:
        met: Counter[str] = Counter()
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        size = max(1, part.cases // len(WHO) // len(operations))
        for number, operation in enumerate(operations):
            # In every test run each is asked by one of them in turn.
            for who in WHO[number % len(WHO) :][:1] if is_slice() else WHO:
                _asked(_guest(web, who), _cases(operation), part, met, size)
        return met

    # The first case of each drawing is the plainest: only long drawings search far.
    met = Campaign.of(request, "openapi", part_cases=400 if is_slice() else 6_000).run(search)

    assert {"2", "4"} <= set(met)
    assert "5" not in met
    assert errors_before == web.server.counted["errors"]


def _cases(operation):
    """Draw requests that fit an operation, and where it takes anything also some that do not."""
    fitting = operation.as_strategy(GenerationMode.POSITIVE)
    raw = operation.definition.raw
    if not raw.get("parameters") and "requestBody" not in raw:
        return fitting
    return fitting | operation.as_strategy(GenerationMode.NEGATIVE)


def _asked(guest: Guest, cases, part: Part, met: Counter[str], size: int) -> None:
    """Send so many cases of one operation, as one guest."""

    @seed(part.seed)
    @settings(
        max_examples=size,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def asked(case: Case) -> None:
        response = case.call_and_validate(
            base_url=guest.url, headers=guest.headers, cookies=guest.cookies, checks=CHECKS
        )
        met[str(response.status_code)[0]] += 1

    asked()


def _guest(web: WebHouse, who: str) -> Guest:
    """Return somebody to ask as; whoever was signed out, or took another's place, comes anew."""
    if who == "nobody":
        return web.visitor()
    if who in web.live.desk.positions:
        return next((guest for guest in web.guests if guest.name == who), None) or web.bind(who)
    if web.live.desk.people[who].is_locked:
        # Passwords were guessed at the locked screen.
        web.run(web.live.door.record(RestorePerson(person=who)))
        web.live.door.learn([Secret("password", who, None)])
        web.live.codes.pop(who, None)
    return web.let_in(who)


def _operations(document):
    return [operation for item in document["paths"].values() for operation in item.values()]
