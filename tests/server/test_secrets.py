"""Nothing that a viewer may not know reaches them: tables that differ only in that answer with the same bytes."""

from collections.abc import Iterator

import pytest

from tests.server.web import Table, Visitor, Web, running

CARDS = range(8)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("data")) as web:
        yield web


def everything(table: Table, asked: int | None) -> list[bytes]:
    """All that a viewer can ask for, refusals and all, but for the table's id and times."""
    answers = [table.get(), table.get("/moment"), table.get("/match"), table.get("/analysis"), table.get("/nothing")]
    answers += [table.get(f"/moments/{moment}") for moment in range(3)]
    answers += [table.get("/moments/1", seat=seat) for seat in (-1, 0, 1)]
    answers += [table.post("/actions", {"id": "same-id", "ask": asked or 0, "action": 99}), table.post("/advice")]
    answers += [table.post("/back", {"id": "same-back", "version": 1}), table.post("/seats", {"seat": 1})]
    with table.visitor.socket(table) as line:
        line.send(type="hello")
        frames = [line.connection.recv() for _ in range(2)]
    texts = [f"{answer.status_code} {answer.text}" for answer in answers] + [str(frame) for frame in frames]
    return [text.replace(table.id, "ID").encode() for text in texts]


def laid(ann: Visitor, ben: Visitor, card: int) -> Table:
    """A table where Ben has laid a card face down, and Ann has to choose."""
    table = ann.open("me", "open")
    ben.at(table).post("/seats", {})
    assert ben.at(table).choose(card).status_code == 200
    return table


def test_the_card_that_lies_face_down_changes_no_byte_of_what_others_get(web: Web) -> None:
    ann, ben, cleo = web.guest("Ann"), web.guest("Ben"), web.guest("Cleo")
    seen: dict[str, set[tuple[bytes, ...]]] = {"Ann": set(), "Cleo": set(), "Ben": set()}
    for card in CARDS:
        table = laid(ann, ben, card)
        for name, visitor in (("Ann", ann), ("Cleo", cleo), ("Ben", ben)):
            view = visitor.at(table)
            seen[name].add(tuple(everything(view, view.moment()["ask"])))
    assert len(seen["Ann"]) == 1
    assert len(seen["Cleo"]) == 1
    assert len(seen["Ben"]) == len(CARDS)  # who laid it knows it, so the test can see a difference
