"""The JSON API: the same for the page and for programs. Each operation says in a line what it is for."""

import secrets
import time
from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, patch, post, websocket
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter, SkipValidation
from litestar.response import ServerSentEvent

from rumpus.server import shelf, wire
from rumpus.server.events import counted, moments
from rumpus.server.house import House
from rumpus.server.limits import LARGE_BODY, SMALL_BODY
from rumpus.server.past import match_file, past
from rumpus.server.people import (
    PASSAGE_SECONDS,
    Asker,
    address_of,
    asker_of,
    check_origin,
    cookie,
    new_guest,
)
from rumpus.server.problems import NotThere, NotYours, Refusal, problems, refusals
from rumpus.server.room import Room
from rumpus.server.showing import path_of
from rumpus.server.sockets import Socket, serve_socket
from rumpus.server.store import Person

Asked = Request[Any, Any, Any]
TheHouse = SkipValidation[NamedDependency[House]]
TheAsker = SkipValidation[NamedDependency[Asker]]
TheRoom = SkipValidation[NamedDependency[Room]]
MomentNumber = Annotated[
    int, PathParameter(ge=0, le=1_000_000, description="As Update.moments counts: the moments of this viewer.")
]
Viewer = Annotated[
    int | None,
    QueryParameter(
        ge=-1,
        le=63,
        required=False,
        description="As this seat saw it: another than one's own when the game is over, and the game that it went on"
        " from; -1 as one who watched.",
    ),
]


# What operations are given ----------------------------------------------------------------------------------------


async def provide_house(request: Asked) -> House:
    found: House = request.app.state.house
    return found


async def provide_asker(request: Asked, house: TheHouse) -> Asker:
    check_origin(request, request.method)
    return await asker_of(request, house.store)


async def provide_room(id: FromPath[str], house: TheHouse, asker: TheAsker) -> Room:
    """After the asker, not beside: what is beside something that fails is cancelled, even a question to the store."""
    room = await house.room(id)
    asker.enter(room)
    return room


GIVEN = {
    "house": Provide(provide_house),
    "asker": Provide(provide_asker),
    "room": Provide(provide_room),
}


async def known_guest(request: Asked, house: House, asker: Asker) -> tuple[Person, list[Cookie]]:
    """The guest who asks, and if there was none, a new one with a cookie to be known by."""
    if asker.person is not None:
        return asker.person, []
    person, token = await new_guest(house.store, house.ledger, address_of(request))
    return person, [cookie(request, token)]


def carried_out(reply: wire.Done | wire.Refused) -> wire.Done:
    if isinstance(reply, wire.Refused):
        raise Refusal(reply)
    return reply


# Games ------------------------------------------------------------------------------------------------------------


class Games(Controller):
    """What can be played."""

    path = "/api"
    tags = ("games",)

    @get("/games", summary="Every game, with all that can be chosen when a table is opened")
    async def games(self, house: TheHouse) -> list[wire.GameCard]:
        return house.shelf.game_cards()

    @get(
        "/games/{game:str}/rules",
        summary="The rules as HTML; paragraph 3.4 has the id p3-4, chapter 3 the id p3",
        media_type=MediaType.HTML,
        responses=problems(404),
    )
    async def rules(self, game: FromPath[str], house: TheHouse) -> str:
        return house.shelf.rules(game)

    @get("/games/{game:str}/cards", summary="Everything in the box of a game", responses=problems(404))
    async def cards(self, game: FromPath[str], house: TheHouse) -> list[wire.CardFace]:
        return house.shelf.cards(game)

    @get(
        "/games/{game:str}/box.toml",
        summary="Our file of cards, to make one's own from",
        media_type="application/toml",
        responses=problems(404),
    )
    async def box(self, game: FromPath[str], house: TheHouse) -> Response[bytes]:
        definition = house.shelf[game]
        headers = {"Content-Disposition": f'attachment; filename="{definition.name}.toml"'}
        return Response(shelf.box_text(definition).encode(), media_type="application/toml", headers=headers)

    @post(
        "/boxes",
        summary="Whether a file of cards can be played with",
        status_code=200,
        responses=problems(403, 404),
        request_max_body_size=LARGE_BODY,
    )
    async def check_box(self, data: JSONBody[wire.BoxCheck], house: TheHouse, asker: TheAsker) -> wire.Checked:
        return await house.thinker.run(shelf.checked, house.shelf[data.game], data.box)


# People -----------------------------------------------------------------------------------------------------------


class People(Controller):
    """Who one is."""

    path = "/api/me"
    tags = ("people",)
    request_max_body_size = SMALL_BODY

    @get("/", summary="Who you are; whoever is new becomes a guest with a made-up name", responses=problems())
    async def me(self, request: Asked, house: TheHouse, asker: TheAsker) -> Response[wire.Me]:
        person, cookies = await known_guest(request, house, asker)
        return Response(wire.Me(id=person.id, name=person.name, is_new=bool(cookies)), cookies=cookies)

    @patch("/", summary="Take another name", responses=problems(401, 403))
    async def rename(self, data: JSONBody[wire.Rename], house: TheHouse, asker: TheAsker) -> wire.Me:
        person = asker.known()
        await house.rooms.rename(Person(person.id, data.name))
        return wire.Me(id=person.id, name=data.name)

    @post("/passage", summary="A link that makes another device you, good once", responses=problems(401, 403))
    async def passage(self, house: TheHouse, asker: TheAsker) -> wire.Passage:
        code = secrets.token_urlsafe(16)
        await house.store.add_passage(code, asker.known().id, time.time() + PASSAGE_SECONDS)
        return wire.Passage(path=f"/come/{code}")

    @post(
        "/passage/{code:str}",
        summary="Use such a link: from now on you are the one who made it",
        status_code=200,
        responses=problems(403, 404),
    )
    async def arrive(self, code: FromPath[str], request: Asked, house: TheHouse, asker: TheAsker) -> Response[wire.Me]:
        """The other end of a passage. Looking at the link does not use it up: previews of links are often fetched."""
        id = await house.store.use_passage(code, time.time())
        person = await house.store.person(id) if id is not None else None
        if person is None:
            raise NotThere("This link has been used, or is older than ten minutes: make a new one on the other device.")
        token = secrets.token_urlsafe(24)
        await house.store.add_token(person.id, token)
        return Response(wire.Me(id=person.id, name=person.name), cookies=[cookie(request, token)])


# Tables -----------------------------------------------------------------------------------------------------------


class Tables(Controller):
    """Tables: finding, opening, playing."""

    path = "/api"
    tags = ("tables",)
    request_max_body_size = SMALL_BODY

    @get("/lobby", summary="Open tables, tables to watch, and your own")
    async def lobby(self, house: TheHouse, asker: TheAsker) -> wire.Lobby:
        return await house.rooms.lobby(asker.person.id if asker.person else None)

    @post("/tables", summary="Open a table", responses=problems(403), request_max_body_size=LARGE_BODY)
    async def open(
        self, data: JSONBody[wire.Opening], request: Asked, house: TheHouse, asker: TheAsker
    ) -> Response[wire.Opened]:
        person, cookies = await known_guest(request, house, asker)
        house.ledger.tables.count(person.id)
        room = await house.rooms.open_table(data, person)
        return Response(opened(room), cookies=cookies)

    @get("/tables/{id:str}", summary="A table as you see it, whole", responses=problems(401, 404))
    async def table(self, room: TheRoom, asker: TheAsker) -> wire.Update:
        return room.update(asker.seat_at(room))

    @get("/tables/{id:str}/moment", summary="A table, short, for programs", responses=problems(401, 404))
    async def moment(self, room: TheRoom, asker: TheAsker) -> wire.Moment:
        return room.moment(asker.seat_at(room))

    @get(
        "/tables/{id:str}/events",
        summary="Every version of a table as it comes, for programs: a stream of moments",
        responses=problems(401, 404),
        media_type="text/event-stream",
    )
    async def events(self, request: Asked, room: TheRoom, asker: TheAsker, house: TheHouse) -> ServerSentEvent:
        who, address = asker.counted_as(request)
        house.ledger.sockets.check(who, address)  # later it would be too late for an answer
        return ServerSentEvent(counted(house.ledger.sockets.one_more(who, address), moments(house, room, asker)))

    # Seats

    @post(
        "/tables/{id:str}/seats",
        summary="Sit down, or seat a program under a name of its own",
        responses=problems(401, 403, 404, 409),
    )
    async def sit(
        self, data: JSONBody[wire.SitDown], request: Asked, room: TheRoom, house: TheHouse, asker: TheAsker
    ) -> Response[wire.Sat]:
        """Somebody sits down themselves; with a name it is a program that does, known by its token alone."""
        if data.name is not None:
            house.ledger.guests.count(address_of(request))
            return Response(await room.sit(Person(id="", name=data.name), data.seat, data.name))
        person, cookies = await known_guest(request, house, asker)
        return Response(await room.sit(person, data.seat), cookies=cookies)

    @delete(
        "/tables/{id:str}/seats/{seat:int}",
        summary="Get up; once the game has begun, a bot stands in",
        responses=problems(401, 403, 404, 409),
    )
    async def stand_up(self, seat: FromPath[int], room: TheRoom, asker: TheAsker) -> None:
        if asker.own_seat(room) != seat:
            raise NotYours("That is not your seat.")
        await room.stand_up(seat)

    @post(
        "/tables/{id:str}/hand-over",
        summary="Give the seat of somebody who is away to a bot",
        status_code=204,
        responses=problems(401, 403, 404, 409),
    )
    async def hand_over(self, data: JSONBody[wire.HandOver], room: TheRoom, asker: TheAsker) -> None:
        await room.hand_over(asker.own_seat(room), data)

    @post(
        "/tables/{id:str}/reclaim",
        summary="Take your seat back from the bot that stands in",
        status_code=204,
        responses=problems(401, 403, 404, 409),
    )
    async def reclaim(self, room: TheRoom, asker: TheAsker) -> None:
        await room.reclaim(asker.own_seat(room))

    @post(
        "/tables/{id:str}/pace",
        summary="How fast bots play here",
        status_code=204,
        responses=problems(401, 403, 404, 409),
    )
    async def pace(self, data: JSONBody[wire.Pace], room: TheRoom, asker: TheAsker) -> None:
        await room.set_pace(asker.own_seat(room), data.pace)

    # Choosing

    @post("/tables/{id:str}/actions", summary="Choose", status_code=200, responses=refusals(401, 403, 404))
    async def act(self, data: JSONBody[wire.Choice], room: TheRoom, asker: TheAsker) -> wire.Done:
        return carried_out(await room.act(asker.own_seat(room), data))

    @post(
        "/tables/{id:str}/back", summary="Take the last choice back", status_code=200, responses=refusals(401, 403, 404)
    )
    async def back(self, data: JSONBody[wire.TakeBack], room: TheRoom, asker: TheAsker) -> wire.Done:
        return carried_out(await room.take_back(asker.own_seat(room), data))

    @post("/tables/{id:str}/chat", summary="Say something", status_code=200, responses=refusals(401, 403, 404))
    async def say(self, data: JSONBody[wire.Say], room: TheRoom, asker: TheAsker) -> wire.Done:
        seat = asker.seat_at(room)
        return carried_out(await room.say(asker.name_at(room, seat), seat, data))

    @post(
        "/tables/{id:str}/advice",
        summary="What the strongest bot would do here; at practice tables",
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def advice(self, room: TheRoom, asker: TheAsker, house: TheHouse) -> wire.AdviceCard:
        return await house.judges.advise(room, asker.own_seat(room))

    # Looking back, and going on

    @get("/tables/{id:str}/moments/{number:int}", summary="An earlier moment", responses=problems(401, 403, 404))
    async def past(self, number: MomentNumber, room: TheRoom, asker: TheAsker, seat: Viewer = None) -> wire.Past:
        return past(room, number, asker.seat_at(room), seat)

    @get(
        "/tables/{id:str}/analysis",
        summary="What each choice cost, when the game is over",
        responses=problems(401, 404, 409),
    )
    async def analysis(self, room: TheRoom, house: TheHouse) -> wire.AnalysisCard:
        return await house.analyses.of(room)

    @get(
        "/tables/{id:str}/match",
        summary="The match as a file, when the game is over",
        media_type=MediaType.TEXT,
        responses=problems(401, 404, 409),
    )
    async def match(self, room: TheRoom) -> Response[str]:
        headers = {"Content-Disposition": f'attachment; filename="{room.game.name}-{room.id}.txt"'}
        return Response(match_file(room), media_type=MediaType.TEXT, headers=headers)

    @post(
        "/tables/{id:str}/rematch",
        summary="The same again: offer it, or agree; it begins when everybody has agreed",
        responses=problems(401, 403, 404, 409),
    )
    async def rematch(
        self, data: JSONBody[wire.Rematch], room: TheRoom, house: TheHouse, asker: TheAsker
    ) -> wire.Again:
        person = asker.known()
        asker.own_seat(room)
        house.ledger.tables.count(person.id)
        new = await house.rooms.rematch(room, person, data.chairs)
        return wire.Again() if new is None else wire.Again(id=new.id, path=path_of(new.id))

    @delete(
        "/tables/{id:str}/rematch",
        summary="Decline a rematch, or take back the offer of one",
        responses=problems(401, 403, 404, 409),
    )
    async def no_rematch(self, room: TheRoom, asker: TheAsker) -> None:
        asker.known()
        await room.drop_offer(asker.own_seat(room))

    @post(
        "/tables/{id:str}/continue",
        summary="Go on from a moment at a new table, against bots",
        responses=problems(401, 403, 404, 409),
    )
    async def go_on(
        self, data: JSONBody[wire.Continue], request: Asked, room: TheRoom, house: TheHouse, asker: TheAsker
    ) -> Response[wire.Opened]:
        person, cookies = await known_guest(request, house, asker)
        house.ledger.tables.count(person.id)
        return Response(opened(await house.rooms.continue_from(room, person, data)), cookies=cookies)


def opened(room: Room) -> wire.Opened:
    return wire.Opened(id=room.id, path=path_of(room.id))


@websocket("/api/tables/{id:str}/socket")
async def table_socket(socket: Socket, id: FromPath[str]) -> None:
    await serve_socket(socket, socket.app.state.house, id)
