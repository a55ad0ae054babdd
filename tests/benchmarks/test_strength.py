"""The bars of strength, from made-up results; and which files are taken for which arena."""

from itertools import combinations
from pathlib import Path

import pytest

from benchmarks import strength
from benchmarks.strength import (
    HIGHEST,
    LEVEL_BOTS,
    LOWEST,
    NASH,
    OFTEN_ASKED,
    RANDOM,
    Meeting,
    Planned,
    Results,
    everything,
    judged,
    kept_in,
    markdown,
    meetings,
    stands,
)
from rumpus.core.errors import WrongFile
from rumpus.core.kernel import PLAIN, mode, set_mode
from rumpus.lab.arena import Deal
from rumpus.lab.arenafile import going_on, read_arena
from rumpus.lab.standings import Standings, Tally
from tests.lab.players import Highest, arena, braverats


class Called:
    """A bot by any name; it is never asked."""

    def __init__(self, name: str) -> None:
        self.name = name

    choose = Highest.choose


def meeting(one: str, other: str, share: float, wanted: int = 1000, games: int | None = None) -> Meeting:
    """So many games without ties, and an interval of two hundredths to either side."""
    games = wanted if games is None else games
    wins = round(share * games)
    return Meeting(one, other, Tally(wins, games - wins), (share - 0.02, share + 0.02), wanted)


def results(*others: Meeting) -> Results:
    """Results with which all bars are met, but for those given."""
    fine = [meeting(NASH, other, 0.7) for other in OFTEN_ASKED]
    fine += [meeting(NASH, HIGHEST, 0.53), meeting(HIGHEST, RANDOM, 0.8)]
    fine += [meeting(higher, lower, 0.6) for lower, higher in combinations(LEVEL_BOTS, 2)]
    kept = {(seen.one, seen.other): seen for seen in [*fine, *others]}
    return Results(kept.values())


def met(*others: Meeting) -> list[bool]:
    return [bar.holds for bar in judged(results(*others))]


def test_all_bars_are_met() -> None:
    assert met() == [True] * 5


@pytest.mark.parametrize(
    ("seen", "failing"),
    [
        (meeting(NASH, "montecarlo", 0.479), 0),
        (meeting(NASH, RANDOM, 0.479), 0),
        (meeting(NASH, HIGHEST, 0.479), 0),
        (meeting(HIGHEST, RANDOM, 0.719), 1),
        (meeting(NASH, HIGHEST, 0.561), 2),
        (meeting(LEVEL_BOTS[4], LEVEL_BOTS[3], 0.479), 3),
        (meeting(LEVEL_BOTS[3], LEVEL_BOTS[1], 0.479), 3),
        (meeting(LEVEL_BOTS[1], LOWEST, 0.519), 4),
    ],
)
def test_a_bar_is_not_met(seen: Meeting, failing: int) -> None:
    assert met(seen) == [number != failing for number in range(5)]


@pytest.mark.parametrize(
    "seen",
    [
        meeting(NASH, "greedy", 0.481),  # may be bad luck
        meeting(LEVEL_BOTS[4], LEVEL_BOTS[3], 0.481),
        meeting(HIGHEST, RANDOM, 0.72),
        meeting(NASH, HIGHEST, 0.56),
        meeting(LEVEL_BOTS[1], LOWEST, 0.521),
    ],
)
def test_a_bar_is_just_met(seen: Meeting) -> None:
    assert met(seen) == [True] * 5


@pytest.mark.parametrize(
    ("one", "other", "failing"),
    [
        (NASH, "ismcts:3", {0}),
        (HIGHEST, RANDOM, {1}),
        (NASH, HIGHEST, {0, 2}),
        ("ismcts:4", "ismcts:3", {3}),
        ("ismcts:3", LOWEST, {3, 4}),
    ],
)
def test_too_few_games_meet_no_bar(one: str, other: str, failing: set[int]) -> None:
    share = 0.55 if (one, other) == (NASH, HIGHEST) else 0.8
    bars = judged(results(meeting(one, other, share, games=999)))
    assert {number for number, bar in enumerate(bars) if not bar.holds} == failing
    assert all("but only" in bars[number].found for number in failing)


def test_a_lost_meeting_is_told_of_the_worst_pair() -> None:
    bars = judged(results(meeting(NASH, "greedy", 0.45), meeting(NASH, "montecarlo", 0.4)))
    assert bars[0].found == "nash – montecarlo: 0.400 (0.380 to 0.420)"


def test_a_meeting_can_be_asked_for_from_either_side() -> None:
    seen = Results([meeting(NASH, RANDOM, 0.7)]).of(RANDOM, NASH)
    assert (seen.one, seen.other, seen.tally.wins, seen.tally.losses) == (RANDOM, NASH, 300, 700)
    assert seen.interval == pytest.approx((0.28, 0.32))


def test_the_tables_are_markdown() -> None:
    lines = markdown(results(meeting(NASH, HIGHEST, 0.6), meeting(NASH, RANDOM, 0.0, games=0))).splitlines()
    assert lines[2] == "| nash – random | 0 |  |  |  |  |  |  |  |"
    row = next(line for line in lines if line.startswith("| nash – ismcts:5 "))
    assert row.startswith(
        "| nash – ismcts:5 | 1,000 | 600 | 400 | 0 | 60.0% | 56.9% to 63.0% | 0.600 | 0.580 to 0.620 |"
    )
    assert "| nash wins against ismcts:5 | at most 56% of decided games | 60.0% | not met |" in lines
    assert "| ismcts:5 beats random | at least 72% of decided games | 80.0% | met |" in lines
    assert {line.count("|") for line in lines[:5]} == {10}


# Arenas -----------------------------------------------------------------------------------------------------------


def test_everything_that_a_bar_asks_for_is_played() -> None:
    planned = everything(10, 100)
    found = [meeting(one, other, 0.6, games) for bots, games in planned for one, other in combinations(bots, 2)]
    assert len(judged(Results(found))) == len(strength.BARS)
    assert {games for bots, games in planned if bots[0] == NASH} == {100}
    names = [one.name for one in planned]
    assert names[:2] == ["ismcts5-random", "nash-random"]
    assert (names[4], names[-2:]) == ("nash-ismcts2", ["levels", "nash-ismcts5"])


def written(file: Path, bots: list[str], deals: int, seed: int = 7, results: tuple[int, int] = (-1, -1)) -> None:
    """The file of an arena in which the first of the first pair got these results all the time."""
    one = arena(braverats(), *(Called(name) for name in bots), seed=seed)
    with going_on(read_arena(file), one) as write:
        for number in range(deals):
            write(Deal((0, 1), number, results, (0, 0)))


def test_a_file_is_known_by_its_first_line(tmp_path: Path) -> None:
    written(tmp_path / "nash-ismcts:2.jsonl", [NASH, "ismcts:2"], 3)
    written(tmp_path / "other.jsonl", [RANDOM, NASH], 3)
    shelf = [read_arena(file) for file in tmp_path.iterdir()]
    assert kept_in(tmp_path, Planned((NASH, "ismcts:2"), 6), shelf).path.name == "nash-ismcts:2.jsonl"
    assert kept_in(tmp_path, Planned((NASH, RANDOM), 6), shelf).path.name == "other.jsonl"
    assert kept_in(tmp_path, Planned((NASH, "greedy"), 6), shelf).path.name == "nash-greedy.jsonl"


def test_of_two_files_the_longer_one_counts(tmp_path: Path) -> None:
    for name, deals in (("a", 2), ("b", 5), ("c", 3)):
        written(tmp_path / f"{name}.jsonl", [NASH, RANDOM], deals)
    shelf = [read_arena(file) for file in sorted(tmp_path.iterdir())]
    assert kept_in(tmp_path, Planned((NASH, RANDOM), 6), shelf).path.name == "b.jsonl"


def test_a_file_may_list_the_bots_in_another_order_and_have_another_seed(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", [RANDOM, NASH], 50)
    planned = Planned((NASH, RANDOM), 80)
    standings = stands(planned, read_arena(tmp_path / "a.jsonl"))
    [seen] = meetings(planned, standings)
    assert (seen.one, seen.tally) == (NASH, Tally(80, 0))  # and no more games than were asked for
    assert 0.5 < seen.interval[0] < seen.interval[1] == 1.0
    assert standings.arena.seed == 7


def test_levels_are_seen_by_the_higher_one(tmp_path: Path) -> None:
    written(tmp_path / "levels.jsonl", [*LEVEL_BOTS], 4)
    planned = Planned(LEVEL_BOTS, 8)
    found = meetings(planned, stands(planned, read_arena(tmp_path / "levels.jsonl"), may_play=False))
    assert len(found) == 10
    assert (found[0].one, found[0].other, found[0].tally.wins) == ("ismcts:2", "ismcts:1", 8)
    assert found[0].is_whole
    assert not found[1].is_whole


def test_what_stands_in_the_place_of_a_file_is_not_written_over(tmp_path: Path) -> None:
    written(tmp_path / "nash-random.jsonl", [NASH, "greedy"], 5)
    planned = Planned((NASH, RANDOM), 6)
    with pytest.raises(WrongFile, match="is of another arena"):
        stands(planned, kept_in(tmp_path, planned, []))


def test_what_is_missing_is_played_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = mode()
    set_mode(PLAIN)
    planned, file = Planned(("greedy", RANDOM), 4), tmp_path / "greedy-random.jsonl"
    try:
        once = stands(planned, kept_in(tmp_path, planned, []), threads=1)
    finally:
        set_mode(before)
    assert once.games == 4
    monkeypatch.setattr(strength, "contend", None)  # now there is nothing to play
    again: Standings = stands(planned, read_arena(file))
    assert again.deals == once.deals


def test_the_exit_code_and_what_is_wrong_with_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert strength.main([str(tmp_path / "new"), "--no-play"]) == 1
    assert "| not met |" in capsys.readouterr().out
    (tmp_path / "notes.jsonl").write_text("{}\n")
    assert strength.main([str(tmp_path), "--no-play"]) == 1
    assert "notes.jsonl, line 1" in capsys.readouterr().err


def test_meeting_all_bars_is_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strength, "measured", lambda chosen: results())
    assert strength.main([str(tmp_path)]) == 0
    assert "not met" not in capsys.readouterr().out


def test_ctrl_c_says_that_it_can_go_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(chosen: object) -> Results:
        raise KeyboardInterrupt

    monkeypatch.setattr(strength, "measured", stop)
    assert strength.main([]) == 130
    assert "goes on from there" in capsys.readouterr().err
