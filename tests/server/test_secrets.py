"""Nothing that a viewer may not know reaches them: tables that differ only in that answer with the same bytes."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.web import Table, Visitor, Web, running, use_quick_judge

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


# A table that goes on from another --------------------------------------------------------------------------------


def branch(table: Table, moment: int = 0) -> Table:
    """One's own practice table, gone on from."""
    answer = table.post("/continue", {"moment": moment, "seat": 0, "bot": "random"})
    assert answer.status_code == 201, answer.text
    return Table(table.visitor, answer.json()["id"])


def more_than_ones_own(table: Table) -> list[httpx.Response]:
    """All that shows more than one's own view: asked for by Ann, and by one who only has the link."""
    visitor = Visitor(table.visitor.address, {})
    stranger = visitor.at(table)
    views = [table.get("/moments/0", seat=1), *(stranger.get("/moments/0", seat=seat) for seat in (0, 1))]
    files = [one.get(rest) for one in (table, stranger) for rest in ("/match", "/analysis")]
    visitor.close()
    return [*views, *files, table.post("/continue", {"moment": 0, "seat": 1, "bot": "random"})]


def test_what_was_hidden_before_the_branch_stays_hidden_until_the_original_is_over(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_quick_judge(monkeypatch)
    original = web.guest("Ann").open("me", "random", switches={"lucky_draw": True})
    copy = branch(original)
    of_the_copy = branch(copy)
    for table in (copy, of_the_copy):
        assert table.play_on()["status"] == "over"
        assert table.update()["ending"] is not None
        refused = more_than_ones_own(table)
        assert {answer.status_code for answer in refused} == {403, 409}
        assert ["went on from" in answer.text for answer in refused] == [True] * 7 + [False]  # which says how one may
        assert table.get("/moments/0").status_code == 200
        assert [move for move in table.update()["lines"] if move["moment"] > table.update()["moments"]] == []
    assert copy.update()["sealed_by"] == [f"/t/{original.id}"]
    assert of_the_copy.update()["sealed_by"] == [f"/t/{original.id}", f"/t/{copy.id}"]
    original.play_on()
    for table in (copy, of_the_copy, original):
        assert {answer.status_code for answer in more_than_ones_own(table)} == {200, 201}
        assert table.update()["sealed_by"] == []


def test_a_copy_of_a_game_that_is_over_is_not_sealed(web: Web) -> None:
    original = web.guest("Ann").open("me", "random", switches={"lucky_draw": True})
    original.play_on()
    copy = branch(original)
    copy.play_on()
    assert copy.get("/match").status_code == copy.get("/moments/0", seat=1).status_code == 200


def test_what_is_sealed_stays_so_when_the_server_starts_again(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        ann = first.guest("Ann")
        original = ann.open("me", "random", switches={"lucky_draw": True})
        copy = branch(original)
        copy.play_on()
        cookies = dict(ann.http.cookies)
    with running(tmp_path) as second:
        again = second.visitor(Origin=second.address)
        again.http.cookies.update(cookies)
        assert again.at(copy).get("/match").status_code == 409
        again.at(original).play_on()
        assert again.at(copy).get("/match").status_code == 200
