"""The operations of the API, one after the other, over real HTTP."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rumpus.bots import bot
from rumpus.catalogue import NAMES, definition, load
from rumpus.server import shelf
from rumpus.server.problems import FAILED
from tests.server.web import GAME, Table, Visitor, Web, new_id, running, use_quick_judge, wait_until


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("data")) as web:
        yield web


@pytest.fixture
def ann(web: Web) -> Visitor:
    return web.guest("Ann")


@pytest.fixture
def ben(web: Web) -> Visitor:
    return web.guest("Ben")


def sentence(answer: Any) -> str:
    """What an error says: one sentence and nothing else."""
    assert set(answer.json()) == {"sentence"}
    return str(answer.json()["sentence"])


def two_at_a_table(ann: Visitor, ben: Visitor, **opening: Any) -> tuple[Table, Table]:
    mine = ann.open("me", "open", **opening)
    yours = ben.at(mine)
    assert yours.post("/seats", {}).status_code == 201
    return mine, yours


def finished(ann: Visitor, ben: Visitor, **opening: Any) -> tuple[Table, Table]:
    """A short game: the Prince meets the Princess."""
    mine, yours = two_at_a_table(ann, ben, **opening)
    assert mine.choose(7).status_code == 200
    assert yours.choose(1).status_code == 200
    assert mine.moment()["status"] == "over"
    return mine, yours


# Games ------------------------------------------------------------------------------------------------------------


def test_games_tell_all_that_can_be_chosen(web: Web) -> None:
    card = web.visitor().get("/api/games").json()[0]
    assert (card["name"], card["fewest"], card["most"]) == (GAME, 2, 2)
    assert card["icons"]
    assert len(card["seat_names"]) == 2
    assert [one["name"] for one in card["bots"]] == [*(f"ismcts:{level}" for level in range(1, 6)), "nash"]
    assert {switch["name"] for switch in card["switches"]} >= {"draft", "emperor"}
    assert all(switch["title"] and switch["meaning"] and len(switch["values"]) > 1 for switch in card["switches"])
    assert all(one["why"] for one in card["exclusions"])


def test_every_bot_that_is_offered_can_play(web: Web) -> None:
    for one in web.visitor().get("/api/games").json()[0]["bots"]:
        assert bot(one["name"])


def test_rules_have_a_place_for_each_paragraph(web: Web) -> None:
    answer = web.visitor().get(f"/api/games/{GAME}/rules")
    assert answer.headers["content-type"].startswith("text/html")
    for number in ("1.1", "3.4", "6.1"):
        assert f'<p id="p{number.replace(".", "-")}"><strong>§{number}' in answer.text
    assert '<h2 id="p3">' in answer.text
    assert '(<a href="#p3-6">§3.6</a>)' in answer.text


def test_tags_in_rules_stay_text(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("**§1.1** <script>alert(1)</script> [x](javascript:alert(1)) & more")
    html = shelf.rules_html(replace(definition(GAME), folder=tmp_path))
    assert "<script" not in html
    assert "href" not in html
    assert "&lt;script&gt;" in html


def test_cards_with_their_paragraphs(web: Web) -> None:
    cards = {card["id"]: card for card in web.visitor().get(f"/api/games/{GAME}/cards").json()}
    assert len(cards) == 8
    assassin = cards["assassin"]
    assert (assassin["title"], assassin["value"], assassin["cites"]) == ("Assassin", "3", "§3.4")
    assert assassin["text"]
    assert assassin["icon"]
    assert assassin["facts"]["power"] == "assassin"


def test_our_cards_can_be_downloaded_and_given_back(web: Web, ann: Visitor) -> None:
    answer = ann.get(f"/api/games/{GAME}/box.toml")
    assert len(tomllib.loads(answer.text)["cards"]) == 8
    checked = ann.post("/api/boxes", {"game": GAME, "box": answer.text}).json()
    assert checked["fine"] is True


@pytest.mark.parametrize(
    ("box", "wrong"),
    [
        ("[cards.spy]\nstrength = 9", "'strength'"),
        ("[cards.dragon]\nstrength = 1", "'dragon'"),
        ("not toml", "TOML"),
        (".".join("a" * 9_000) + " = 1", "line"),
    ],
)
def test_cards_that_cannot_be_played_with_are_refused_with_a_reason(ann: Visitor, box: str, wrong: str) -> None:
    checked = ann.post("/api/boxes", {"game": GAME, "box": box}).json()
    assert checked["fine"] is False
    assert wrong in checked["sentence"]


def test_a_picture_that_the_page_has_not_is_no_reason_to_refuse_cards_but_it_is_told(ann: Visitor) -> None:
    box = '[cards.spy]\nicon = "crwon"\n[cards.prince]\nicon = "lyre"'
    checked = ann.post("/api/boxes", {"game": GAME, "box": box}).json()
    assert checked["fine"] is True
    assert checked["warnings"] == [
        "cards 'spy', field 'icon': the page has no picture 'crwon' and shows a letter instead;"
        " did you mean 'crown' or 'coins'? /icons.txt names all that it has."
    ]
    assert {"crown", "lyre"} <= set(ann.get("/icons.txt").text.split())


def test_our_own_cards_give_no_warnings(ann: Visitor) -> None:
    for game in NAMES:
        box = ann.get(f"/api/games/{game}/box.toml").text
        assert ann.post("/api/boxes", {"game": game, "box": box}).json()["warnings"] == []


def test_there_is_no_such_game(web: Web, ann: Visitor) -> None:
    for path in ("rules", "cards", "box.toml"):
        answer = ann.get(f"/api/games/chess/{path}")
        assert answer.status_code == 404
        assert "'chess'" in sentence(answer)
    assert ann.post("/api/boxes", {"game": "chess", "box": ""}).status_code == 404
    answer = ann.post("/api/tables", {"game": "chess"})
    assert answer.status_code == 400
    assert "'chess'" in sentence(answer)


# Tables -----------------------------------------------------------------------------------------------------------


def test_a_table_against_a_bot_begins_at_once(ann: Visitor) -> None:
    table = ann.open("me", "random")
    update = table.update()
    assert (update["status"], update["seat"], update["practice"]) == ("playing", 0, True)
    assert update["ask"] is not None
    assert [one["kind"] for one in update["people"]] == ["person", "bot"]


def test_a_whole_game_against_a_bot(ann: Visitor) -> None:
    table = ann.open("me", "random")
    moment = table.play_on()
    assert sorted(moment["places"]) in ([1, 2], [1, 1])
    assert table.update()["ending"]["places"] == moment["places"]


def test_a_friend_sits_down_by_the_link(ann: Visitor, ben: Visitor) -> None:
    mine = ann.open("me", "open")
    assert mine.update()["status"] == "waiting"
    yours = ben.at(mine)
    assert yours.update()["seat"] is None
    sat = yours.post("/seats", {})
    assert sat.json()["seat"] == 1
    assert yours.update()["status"] == "playing"
    assert [one["name"] for one in mine.update()["people"]] == ["Ann", "Ben"]


def test_who_takes_another_name_has_it_where_they_sit_already(ann: Visitor, ben: Visitor) -> None:
    waiting, (playing, _) = ann.open("me", "open"), two_at_a_table(ann, ben)
    with ben.socket(ben.at(playing)) as line:
        line.hello()
        assert ann.http.patch("/api/me", json={"name": "Anna"}).status_code == 200
        assert line.wait_for("update")["people"][0]["name"] == "Anna"
    for table in (waiting, playing):
        assert table.update()["people"][0]["name"] == "Anna"
        assert table.update()["seat"] == 0


def test_an_update_names_its_game_as_the_catalogue_does(ann: Visitor) -> None:
    assert ann.open("me", "open").update()["game"] == GAME


def test_a_seat_that_is_taken_is_not_given_twice(web: Web, ann: Visitor, ben: Visitor) -> None:
    mine, _ = two_at_a_table(ann, ben)
    answer = web.guest().at(mine).post("/seats", {"seat": 1})
    assert answer.status_code in (400, 409)
    assert sentence(answer)


def test_leaving_before_the_start_frees_the_seat(ann: Visitor) -> None:
    table = ann.open("me", "open")
    assert ann.http.delete(f"{table.path}/seats/0").status_code == 204
    assert table.update()["seat"] is None
    assert [one["kind"] for one in table.update()["people"]] == ["open", "open"]


def test_nobody_gets_up_for_somebody_else(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    assert ben.http.delete(f"{yours.path}/seats/0").status_code == 403
    assert mine.update()["seat"] == 0


def test_both_choose_at_once_and_neither_makes_the_other_stale(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    first, second = mine.moment()["ask"], yours.moment()["ask"]
    assert mine.choose(5, ask=first).status_code == 200
    assert yours.choose(4, ask=second).status_code == 200


def test_the_same_message_twice_is_carried_out_once(ann: Visitor, ben: Visitor) -> None:
    mine, _ = two_at_a_table(ann, ben)
    message = {"id": new_id(), "ask": mine.moment()["ask"], "action": 5}
    first, second = mine.post("/actions", message), mine.post("/actions", message)
    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    assert mine.update()["moments"] == 1


def test_an_answer_to_an_old_question_is_refused(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    old = mine.moment()["ask"]
    mine.choose(5)
    yours.choose(4)
    answer = mine.choose(6, ask=old)
    assert answer.status_code == 409
    assert answer.json()["stale"] is True


def test_what_is_not_allowed_is_refused_with_a_sentence(ann: Visitor, ben: Visitor) -> None:
    mine, _ = two_at_a_table(ann, ben)
    answer = mine.choose(99)
    assert answer.status_code == 409
    assert answer.json()["sentence"]
    assert answer.json()["stale"] is False


def test_who_does_not_sit_here_may_not_choose(web: Web, ann: Visitor, ben: Visitor) -> None:
    mine, _ = two_at_a_table(ann, ben)
    answer = web.guest().at(mine).choose(5, ask=1)
    assert answer.status_code == 403
    assert "seat" in sentence(answer)


def test_what_is_said_is_heard(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    assert mine.post("/chat", {"id": new_id(), "text": "Hello <b>there</b>"}).status_code == 200
    with ben.socket(yours) as line:
        line.hello()
        assert line.wait_for("chat")["lines"][0]["text"] == "Hello <b>there</b>"


def test_whoever_has_a_seat_speaks_under_its_name(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    assert ann.patch("/api/me", {"name": "Another"}).status_code == 200
    assert mine.post("/chat", {"id": new_id(), "text": "Hello"}).status_code == 200
    with ben.socket(yours) as line:
        line.hello()
        assert line.wait_for("chat")["lines"][0]["name"] == "Another" == mine.update()["people"][0]["name"]


def test_the_pace_of_bots_can_be_set(ann: Visitor) -> None:
    table = ann.open("me", "random")
    assert table.post("/pace", {"pace": 1234}).status_code == 204
    assert table.update()["pace"] == 1234


def test_a_seat_is_handed_over_only_when_its_person_is_away(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    with ben.socket(yours) as line:
        line.hello()
        answer = mine.post("/hand-over", {"seat": 1, "bot": "random"})
        assert answer.status_code in (400, 409)
        assert sentence(answer)


def test_who_gets_up_during_the_game_is_stood_in_for_and_may_come_back(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    assert ben.http.delete(f"{yours.path}/seats/1").status_code == 204
    assert mine.update()["people"][1]["stands_in"] is True
    assert yours.post("/reclaim").status_code == 204
    assert mine.update()["people"][1]["stands_in"] is False


def test_taking_back_at_a_practice_table(ann: Visitor) -> None:
    table = ann.open("me", "random")
    before = table.moment()["position"]
    table.choose(5)
    while not table.update()["may_take_back"]:
        pass
    while (answer := table.post("/back", {"id": new_id(), "version": table.moment()["version"]})).status_code != 200:
        assert answer.json()["stale"] is True  # the bot has chosen meanwhile
    assert table.moment()["position"]["hand"] == before["hand"]


def test_among_people_a_laid_card_stays_laid(ann: Visitor, ben: Visitor) -> None:
    mine, _ = two_at_a_table(ann, ben)
    mine.choose(5)
    answer = mine.post("/back", {"id": new_id(), "version": mine.update()["version"]})
    assert answer.status_code == 409
    assert answer.json()["sentence"]


def test_the_lobby_lists_what_is_open_to_all(web: Web, ann: Visitor) -> None:
    shown, hidden = ann.open("me", "open", public=True), ann.open("me", "open")
    lobby = web.guest().get("/api/lobby").json()
    assert shown.id in [one["id"] for one in lobby["open"]]
    assert hidden.id not in str(lobby)
    assert {shown.id, hidden.id} <= {one["id"] for one in ann.get("/api/lobby").json()["mine"]}


def test_switches_that_exclude_each_other_are_refused_with_the_reason(ann: Visitor) -> None:
    rule = definition(GAME).rules.EXCLUSIONS[0]
    answer = ann.post("/api/tables", {"game": GAME, "switches": {rule.one: True, rule.other: True}})
    assert answer.status_code == 400
    assert rule.why in sentence(answer)


def test_a_switch_says_for_how_many_it_is_and_is_refused_for_others(ann: Visitor) -> None:
    found = [(card, switch) for card in ann.get("/api/games").json() for switch in card["switches"] if switch["seats"]]
    assert found
    for card, switch in found:
        unfit = next(seats for seats in range(card["fewest"], card["most"] + 1) if seats not in switch["seats"])
        wanted = {"game": card["name"], "seats": unfit, "switches": {switch["name"]: switch["values"][-1]}}
        answer = ann.post("/api/tables", wanted)
        assert answer.status_code == 400
        assert f"players, not {unfit}" in sentence(answer)


def test_a_table_with_cards_of_ones_own(ann: Visitor) -> None:
    table = ann.open("me", "random", box='[cards.spy]\nname = "Owl"')
    assert "Owl" in table.get().text


# Programs ---------------------------------------------------------------------------------------------------------


def test_a_program_plays_with_the_token_of_its_seat(web: Web, ann: Visitor) -> None:
    table = ann.open("open", "random")
    program = web.visitor()
    sat = program.post(f"{table.path}/seats", {"name": "Robot"}).json()
    assert "rumpus" not in program.http.cookies
    program.http.headers["Authorization"] = f"Bearer {sat['token']}"
    moment = program.at(table).play_on()
    assert moment["seat"] == sat["seat"] == 0
    assert moment["places"]
    assert table.update()["people"][0]["name"] == "Robot"


def test_a_token_opens_its_own_table_alone(web: Web, ann: Visitor) -> None:
    first, second = ann.open("open", "random"), ann.open("me", "random")
    program = web.visitor()
    token = program.post(f"{first.path}/seats", {"name": "Robot"}).json()["token"]
    program.http.headers["Authorization"] = f"Bearer {token}"
    for answer in (program.at(second).get(), program.at(second).get("/moment"), program.at(second).choose(5, ask=1)):
        assert answer.status_code == 401
        assert "token" in sentence(answer)


def test_a_program_may_speak(web: Web, ann: Visitor) -> None:
    table = ann.open("open", "random")
    program = web.visitor()
    token = program.post(f"{table.path}/seats", {"name": "Robot"}).json()["token"]
    program.http.headers["Authorization"] = f"Bearer {token}"
    assert program.at(table).post("/chat", {"id": new_id(), "text": "beep"}).status_code == 200


def test_the_stream_tells_every_version(web: Web, ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    with ann.http.stream("GET", f"{mine.path}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        first = next(line for line in lines if line.startswith("id: "))
        yours.choose(4)
        second = next(line for line in lines if line.startswith("id: "))
    assert int(second[4:]) > int(first[4:])


# Looking back -----------------------------------------------------------------------------------------------------


def test_earlier_moments_are_ones_own_while_the_game_lasts(ann: Visitor, ben: Visitor) -> None:
    mine, yours = two_at_a_table(ann, ben)
    mine.choose(5)
    yours.choose(4)
    past = mine.get("/moments/1").json()
    assert (past["moment"], past["seat"]) == (1, 0)
    assert "Wizard" in past["lines"][0]["text"]
    assert "Wizard" not in yours.get("/moments/1").json()["lines"][0]["text"]
    answer = mine.get("/moments/1", seat=1)
    assert answer.status_code == 403
    assert sentence(answer)


def test_afterwards_any_seats_moments_can_be_seen(web: Web, ann: Visitor, ben: Visitor) -> None:
    mine, _ = finished(ann, ben)
    anybody = web.visitor().at(mine)
    scenes = [anybody.get("/moments/1", **({} if seat is None else {"seat": seat})).json() for seat in (None, 0, 1, -1)]
    assert [scene["seat"] for scene in scenes] == [None, 0, 1, None]
    assert scenes[0] == scenes[3]
    assert "Prince" in scenes[1]["lines"][0]["text"]
    assert anybody.get("/moments/0").json()["lines"] == []
    assert anybody.get("/moments/3").status_code in (400, 404)
    assert anybody.get("/moments/1", seat=5).status_code == 404
    assert sentence(anybody.get("/moments/1", seat=-2)).startswith("Field 'seat':")


def test_the_match_file_can_be_read_again(ann: Visitor, ben: Visitor, tmp_path: Path) -> None:
    mine, _ = finished(ann, ben)
    answer = mine.get("/match")
    assert answer.headers["content-type"].startswith("text/plain")
    (tmp_path / "match.txt").write_text(answer.text)
    match = load(tmp_path / "match.txt")
    assert match.over
    assert match.players == ["Ann", "Ben"]


def test_a_comma_in_a_name_does_no_harm_to_the_file(web: Web, ann: Visitor) -> None:
    mine, _ = finished(web.guest("Ann, the first"), ann)
    assert mine.get("/match").status_code == 200


@pytest.mark.parametrize("what", ["/match", "/analysis"])
def test_what_tells_everything_is_told_at_the_end(ann: Visitor, ben: Visitor, what: str) -> None:
    mine, _ = two_at_a_table(ann, ben)
    answer = mine.get(what)
    assert answer.status_code == 409
    assert "over" in sentence(answer)


def test_what_each_choice_cost(ann: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    use_quick_judge(monkeypatch)
    mine, _ = finished(ann, ben)
    card = mine.get("/analysis").json()
    assert card["bot"] == "greedy"
    assert [one["moment"] for one in card["judgements"]] == [1, 2]
    assert card["judgements"][0]["chosen"] == "play the Prince"
    assert len(card["judgements"][0]["best"]) == 8
    assert mine.get("/analysis").json() == card


def test_advice_at_a_practice_table(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    use_quick_judge(monkeypatch)
    table = ann.open("me", "random")
    card = table.post("/advice").json()
    assert card["ask"] == table.moment()["ask"]
    assert card["exact"] is False
    worths = [choice["worth"] for choice in card["choices"]]
    assert worths == sorted(worths, reverse=True)
    assert all(0 <= worth <= 100 for worth in worths)
    assert {choice["action"] for choice in card["choices"]} == set(range(8))


def test_no_advice_among_people(ann: Visitor, ben: Visitor) -> None:
    mine, _ = two_at_a_table(ann, ben)
    answer = mine.post("/advice")
    assert answer.status_code == 403
    assert "practice" in sentence(answer)


def test_the_same_again_when_both_have_said_so(ann: Visitor, ben: Visitor) -> None:
    mine, yours = finished(ann, ben)
    answer = mine.post("/rematch", {})
    assert (answer.status_code, answer.json()) == (201, {"id": "", "path": ""})
    assert yours.update()["rematch"] == {"by": 0, "agreed": [0], "waits_for": [1], "ended": ""}
    assert mine.update()["next_table"] == ""
    answer = yours.post("/rematch", {})
    assert answer.status_code == 201
    assert mine.update()["next_table"] == yours.update()["next_table"] == answer.json()["path"]
    again = Table(ben, answer.json()["id"])
    assert again.update()["seat"] is not None


def test_a_rematch_can_be_declined(web: Web, ann: Visitor, ben: Visitor) -> None:
    mine, yours = finished(ann, ben)
    assert yours.visitor.http.delete(f"{yours.path}/rematch").status_code == 409
    mine.post("/rematch", {})
    assert web.guest().http.delete(f"{yours.path}/rematch").status_code == 403
    assert yours.visitor.http.delete(f"{yours.path}/rematch").status_code == 204
    assert mine.update()["rematch"]["ended"] == f"{ben.get('/api/me').json()['name']} would rather not play again."


def test_who_asks_for_a_rematch_by_http_has_come_to_it(ann: Visitor, ben: Visitor) -> None:
    mine, yours = finished(ann, ben, clock={"bank": 600})
    mine.post("/rematch", {})
    again = Table(ben, yours.post("/rematch", {}).json()["id"])
    again.update()
    assert [person["clock_waits"] for person in again.update()["people"]] == [True, True]
    ann.at(again).update()
    wait_until(lambda: not any(person["clock_waits"] for person in again.update()["people"]))


def test_going_on_from_a_moment_against_bots(web: Web, ann: Visitor, ben: Visitor) -> None:
    mine, _ = finished(ann, ben)
    body = {"moment": 1, "seat": 1, "bot": "random"}
    somebody = web.guest()
    answer = somebody.at(mine).post("/continue", body)
    assert answer.status_code == 201
    table = Table(somebody, answer.json()["id"])
    assert (table.update()["seat"], table.update()["practice"], table.update()["moments"]) == (1, True, 1)


# What goes wrong --------------------------------------------------------------------------------------------------


def test_there_is_no_such_table(ann: Visitor) -> None:
    for path in ("", "/moment", "/moments/0", "/match", "/analysis", "/events"):
        answer = ann.get(f"/api/tables/nothing-here{path}")
        assert answer.status_code == 404
        assert "table" in sentence(answer)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"game": GAME, "pace": 99_999}, "'pace'"),
        ({"game": GAME, "pace": "soon"}, "'pace'"),
        ({"game": GAME, "chairs": [{"who": "king"}]}, "'chairs"),
        ({"game": GAME, "colour": "red"}, "'colour'"),
        ({}, "'game'"),
        ([], "object"),
        ("x", "object"),
    ],
)
def test_a_wrong_body_is_answered_with_the_name_of_the_field(ann: Visitor, body: Any, wrong: str) -> None:
    answer = ann.post("/api/tables", body)
    assert answer.status_code == 400
    assert wrong in sentence(answer)
    assert sentence(answer).endswith(".")


def test_what_is_not_json(ann: Visitor) -> None:
    answer = ann.http.post("/api/tables", content=b"{half", headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert "JSON" in sentence(answer)


@pytest.mark.parametrize("path", ["/api/tables", "/api/boxes", "/api/me"])
def test_what_is_not_utf_8(ann: Visitor, path: str) -> None:
    method = "PATCH" if path == "/api/me" else "POST"
    answer = ann.http.request(method, path, content=b'{"name":"\xff"}', headers={"Content-Type": "application/json"})
    assert (answer.status_code, sentence(answer)) == (400, "What was sent is not text in UTF-8.")


def test_nothing_at_all(ann: Visitor) -> None:
    answer = ann.http.post("/api/tables", headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert sentence(answer) == "Something has to be sent: JSON as /schema describes it."


def test_deep_nesting_is_refused(ann: Visitor) -> None:
    body = '{"game":' + "[" * 5000 + "]" * 5000 + "}"
    answer = ann.http.post("/api/boxes", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert sentence(answer)


@pytest.mark.parametrize(("path", "size"), [("/api/me/passage", 40_000), ("/api/tables", 2_000_000)])
def test_what_is_too_large_is_refused(ann: Visitor, path: str, size: int) -> None:
    table = ann.open("me", "random")
    where = f"{table.path}/chat" if "me" in path else path
    answer = ann.http.post(where, content=b" " * size, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert "larger" in sentence(answer)


def test_an_address_that_is_none(ann: Visitor) -> None:
    answer = ann.get("/api/nothing")
    assert answer.status_code == 404
    assert "/api/nothing" in sentence(answer)


def test_a_method_that_is_none(ann: Visitor) -> None:
    answer = ann.http.put("/api/games")
    assert answer.status_code == 405
    assert "PUT" in sentence(answer)


def test_a_fault_of_our_own_is_calm_and_tells_nothing(
    web: Web, ann: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(person: str | None) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(web.app.state.house.rooms, "lobby", fail)
    answer = ann.get("/api/lobby")
    assert answer.status_code == 500
    assert sentence(answer) == FAILED
    assert "a secret detail" in caplog.text


def test_every_answer_is_safe_to_show(web: Web, ann: Visitor) -> None:
    for path in ("/api/games", "/api/nothing", "/schema", "/schema/openapi.json", "/"):
        headers = ann.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "referrer-policy" in headers
    assert ann.get("/api/lobby").headers["cache-control"] == "no-store"


def test_answers_are_compressed(ann: Visitor) -> None:
    assert ann.get("/api/games").headers["content-encoding"] == "gzip"


def test_the_api_can_be_read_without_anything_from_elsewhere(ann: Visitor) -> None:
    page = ann.get("/schema")
    assert page.status_code == 200
    assert "/api/tables/{id}/actions" in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "<script" not in page.text
    assert ann.get("/schema/style.css").headers["content-type"].startswith("text/css")
