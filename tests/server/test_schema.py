"""The API keeps to its own description, whatever is sent to it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rumpus.server.app import create_app
from rumpus.server.schema_page import operations
from tests.server.web import PATIENCE, Web, running, use_quick_judge

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 12


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("data")) as web:
        yield web


DESCRIBED = create_app(Path("nowhere")).openapi_schema.to_schema()
OPERATIONS = [(method, path) for method, path, _ in operations(DESCRIBED)]


def test_every_operation_says_what_it_is_for() -> None:
    assert len(OPERATIONS) > 20
    for _, path, operation in operations(DESCRIBED):
        assert operation["summary"], path
        assert operation["tags"], path


def test_these_tests_do_without_the_plugin_that_still_imports_when_all_is_over(pytestconfig: pytest.Config) -> None:
    assert not pytestconfig.pluginmanager.has_plugin("schemathesis")


def test_the_description_is_where_tools_look_for_it(web: Web) -> None:
    assert web.visitor().get("/schema/openapi.json").json()["paths"].keys() == DESCRIBED["paths"].keys()


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_whatever_is_sent_the_answer_is_as_described(
    web: Web, method: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As somebody who sits at a table that exists, so that not every answer is that there is no such table."""
    use_quick_judge(monkeypatch)
    if path.endswith("/events"):
        return check_stream(web)
    guest = web.guest()
    table = guest.open("me", "random")
    operation = schemathesis.openapi.from_dict(DESCRIBED)[path][method]
    headers = {"Origin": web.address, "Cookie": f"rumpus={guest.http.cookies['rumpus']}"}

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(), is_there=hypothesis.strategies.booleans())
    def attempt(case: Any, is_there: bool) -> None:
        if is_there and "id" in case.path_parameters:
            case.path_parameters["id"] = table.id
        case.call_and_validate(base_url=web.address, headers=headers, checks=CHECKS, timeout=PATIENCE)

    attempt()
    assert guest.get("/api/games").status_code == 200
    return None


def check_stream(web: Web) -> None:
    guest = web.guest()
    with guest.http.stream("GET", guest.open("me", "random").path + "/events") as stream:
        assert stream.status_code == 200
