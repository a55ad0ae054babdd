"""What goes wrong is answered with one sentence: what was wrong, what is allowed. Nothing of the inside gets out."""

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap

from rumpus.core.errors import RumpusError
from rumpus.server import wire
from rumpus.server.store import StoreProblem
from rumpus.server.table import NotNow, NotReadable

log = logging.getLogger("rumpus.server")

FAILED = "Something went wrong here, and has been noted. Nothing that was acknowledged is lost; please try again."
TELLING = 400
"""Letters of a sentence at most: some of them quote what was sent."""


class NotThere(RumpusError):
    """There is no such thing: 404."""


class NotYours(RumpusError):
    """Somebody else may do it, but not you: 403."""


class NotKnown(RumpusError):
    """A token that opens nothing: 401."""


class TooMuch(RumpusError):
    """More than one may have, or too fast: 429."""


class Refusal(RumpusError):
    """What a room refused, with the id of the message that it refused: 409."""

    def __init__(self, refused: wire.Refused) -> None:
        super().__init__(refused.sentence)
        self.refused = refused


STATUS: dict[type[RumpusError], int] = {
    NotThere: 404, NotYours: 403, NotKnown: 401, NotNow: 409, NotReadable: 409, StoreProblem: 503, TooMuch: 429,
}  # fmt: skip
WRONG = 400


def answer(sentence: str, status: int, headers: dict[str, str] | None = None) -> Response[Any]:
    problem = wire.Problem(sentence=sentence[:TELLING])
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=headers)


def on_refusal(request: Request[Any, Any, Any], error: Refusal) -> Response[Any]:
    return Response(error.refused, status_code=STATUS[NotNow], media_type=MediaType.JSON)


def on_mistake(request: Request[Any, Any, Any], error: RumpusError) -> Response[Any]:
    return answer(str(error), next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), WRONG))


def on_nesting(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """Nothing of ours goes so deep; only what was sent can."""
    return answer("What was sent is nested too deeply.", WRONG)


def on_letters(request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Any]:
    """Only what was sent has letters that we have to make out."""
    return answer("What was sent is not text in UTF-8.", WRONG)


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(FAILED, 500)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework refused, in our words."""
    if error.status_code >= 500:
        return on_crash(request, error)
    headers = {str(name): str(value) for name, value in (error.headers or {}).items()}
    return answer(_sentence(request, error), error.status_code, headers)


def _sentence(request: Request[Any, Any, Any], error: HTTPException) -> str:
    path = request.url.path
    known = {
        404: f"There is nothing at {path}.",
        405: f"{path} does not take {request.method}; /schema says what it takes.",
        413: "That is larger than what is taken here.",
        429: "That was too much at once: wait a little, then try again.",
    }
    return known.get(error.status_code) or _validation(error)


NOTHING_SENT = "'data'"
"""All that the framework says of a body that is missing."""


def _validation(error: HTTPException) -> str:
    faults = error.extra if isinstance(error.extra, list) else []
    for fault in faults:
        if isinstance(fault, dict) and "message" in fault:
            if fault["message"] == NOTHING_SENT:
                return "Something has to be sent: JSON as /schema describes it."
            key = str(fault.get("key", "")).removeprefix("data")
            return in_words(fault["message"], key)
    return "What was sent cannot be read: it must be JSON as /schema describes it."


KINDS = {
    "`int`": "a whole number", "`str`": "a text", "`bool`": "true or false", "`float`": "a number",
    "`object`": "an object", "`array`": "a list", "`null`": "nothing", "`int | null`": "a whole number or nothing",
}  # fmt: skip


def in_words(message: str, field: str = "") -> str:
    """A validation message as a sentence that names the field."""
    text, _, where = message.partition(" - at ")
    field = field or where.strip("`$.")
    for kind, words in KINDS.items():
        text = text.replace(kind, words)
    text = re.sub(r"matching regex .*", "without spaces around it, and only with letters that can be seen", text)
    text = text.replace("`", "'").replace("Expected", "expected").rstrip(".")
    return f"Field '{field}': {text[:1].lower()}{text[1:]}." if field else f"{text}."


HANDLERS: ExceptionHandlersMap = {
    Refusal: on_refusal,
    RumpusError: on_mistake,
    HTTPException: on_http,
    RecursionError: on_nesting,
    UnicodeDecodeError: on_letters,
    Exception: on_crash,
}

MEANINGS = {
    400: "What was sent is wrong.", 401: "The token opens nothing.", 403: "That is not yours to do.",
    404: "There is no such thing.", 409: "Not now.", 413: "Too large.", 429: "Too much at once.",
}  # fmt: skip


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """For the description of an operation: how it can fail."""
    return {
        status: ResponseSpec(wire.Problem, generate_examples=False, description=MEANINGS[status])
        for status in (400, *statuses, 413, 429)
    }


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The same for what a room may refuse."""
    refused = ResponseSpec(wire.Refused, generate_examples=False, description="Not carried out, and why.")
    return {**problems(*statuses), 409: refused}
