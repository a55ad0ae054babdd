"""A bot of one's own, over the API, with nothing but Python. To make it yours, write another `choose`.

    python examples/own_bot.py [http://127.0.0.1:8642 [TABLE]]

It takes a seat at that table, or opens one against a bot of ours, and plays until the game is over.
"""

import json
import random
import secrets
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


def choose(moment: dict[str, Any]) -> int:
    """What this bot plays: anything that is allowed. `moment["position"]` says what its seat knows."""
    return int(random.choice(moment["legal"])["number"])


def ask(address: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    try:
        with urlopen(Request(address, json.dumps(body).encode() if body else None, headers), timeout=60) as answer:
            return json.load(answer)
    except HTTPError as error:
        if error.code != 429:  # 409: things have moved on, and the next moment says how
            return None if error.code == 409 else sys.exit(f"{address} answers: {error.read().decode()}")
    except (URLError, ValueError) as error:
        sys.exit(f"No server of rumpus answers at {address}, `rumpus serve` starts one: {error}.")
    time.sleep(1.0)  # that was too fast
    return ask(address, body, token)


def moments(table: str, token: str) -> Iterator[dict[str, Any]]:
    """The table as our seat knows it, whenever something changes."""
    with urlopen(Request(f"{table}/events", headers={"Authorization": f"Bearer {token}"}), timeout=60) as stream:
        yield from (json.loads(line[6:]) for line in stream if line.startswith(b"data: "))


def play(table: str, token: str) -> list[int]:
    for moment in moments(table, token):
        if moment["status"] == "over":
            return list(moment["places"])
        if moment["ask"] is not None:
            ask(f"{table}/actions", {"id": secrets.token_hex(8), "ask": moment["ask"], "action": choose(moment)}, token)
    return play(table, token)  # the server closed the stream: follow it again


if __name__ == "__main__":
    server, *table = [given.rstrip("/") for given in sys.argv[1:] or ["http://127.0.0.1:8642"]]
    chairs = [{"who": "open"}, {"who": "bot", "bot": "ismcts:2"}]
    opening = {"game": ask(f"{server}/api/games")[0]["name"], "chairs": chairs, "pace": 0}
    where = f"{server}/api/tables/{table[0] if table else ask(f'{server}/api/tables', opening)['id']}"
    seat = ask(f"{where}/seats", {"name": "My own bot"}) or sys.exit(f"There is no free seat at {where}.")
    print(f"Seat {seat['seat']} of {where}: place {play(where, seat['token'])[seat['seat']]}.")
