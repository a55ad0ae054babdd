"""Medians, ratios, bars and the table, from made-up numbers."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import report
from benchmarks.environment import BenchError
from benchmarks.figures import (
    ASKED,
    COMMAND,
    FEW_GAMES,
    FIRST_START,
    IMPORT,
    MANY_GAMES,
    SPEEDS,
    THOUGHT,
    WARM_START,
    Answers,
    Figures,
    Sample,
    judged,
)

MACHINE = {"processor": "an abacus", "cores": "2"}

RATES = {
    "rumpus": 40e6,
    "rumpus-2-threads": 74e6,
    "rumpus-plain": 5e3,
    "rumpus-batch": 15e6,
    "rumpus-batch-leduc": 16e6,
    "c": 100e6,
    "openspiel-rollouts": 3e6,
    "openspiel-evaluate-bots": 1e6,
    "openspiel-python": 3e5,
    "pgx": 1.5e6,
    "rlcard": 44e3,
    "pettingzoo": 23e3,
}


ITERATIONS = {
    "rumpus-ismcts": 2e6,
    "openspiel-ismcts": 4e5,
    "openspiel-ismcts-alike": 4.1e5,
    "rumpus-ismcts-braverats": 1e6,
    "rumpus-cfr": 120e3,
    "openspiel-cfr": 400,
    "rumpus-solve": 3e5,
    "rumpus-mayhem": 8e6,
    "rumpus-rarrr": 8e6,
    "rumpus-kaiju": 8e6,
    "rumpus-arrr": 8e6,
    "openspiel-hearts": 4e6,
}
BARS = 17
"""Six of random play and starts, one of searching, four of batches, four of games for four, one for each timed bot."""


def thought(rate: float) -> list[Sample]:
    """Measurements of two seconds, in which one game was solved."""
    return [Sample(0, 1, 2.0, "1.0", iterations=round(2 * rate))]


def samples(rate: float, *factors: float) -> list[Sample]:
    """Measurements of two seconds, of games of ten decisions."""
    return [Sample(round(2 * rate * factor), round(rate * factor / 5), 2.0, "1.0") for factor in factors or (1.0,)]


def made_up(**rates: float) -> Figures:
    """Figures with which all bars hold, but for the speeds given."""
    found = Figures({name: samples(rates.get(name, rate)) for name, rate in RATES.items()})
    found.speeds |= {name: thought(rates.get(name, rate)) for name, rate in ITERATIONS.items()}
    found.answers = {"ismcts:200ms": Answers(200.0, [201.0, 204.0, 202.0]), "ismcts:5": Answers(1000.0, [30.0, 40.0])}
    found.seconds = {IMPORT: [0.1], COMMAND: [0.2], FIRST_START: [9.0], WARM_START: [0.6, 0.5, 0.9]}
    found.peaks = {FEW_GAMES: [200.0], MANY_GAMES: [201.0]}
    return found


def verdicts(found: Figures) -> list[bool]:
    return [bar.holds for bar in judged(found)]


def test_every_measured_name_has_words() -> None:
    assert set(report.WHAT) == set(SPEEDS) == set(RATES)
    assert set(report.THOUGHT_WHAT) == set(THOUGHT) == set(ITERATIONS)
    assert set(ASKED) == set(made_up().answers)


def test_a_speed_is_the_median_with_its_ends() -> None:
    found = Figures({"rumpus": samples(10e6, 1.0, 3.0, 0.5, 1.1, 0.9)})
    assert found.decision_rate("rumpus") == (10e6, 5e6, 30e6)
    assert found.game_rate("rumpus").median == 1e6


def test_ratios_are_ours_to_theirs() -> None:
    assert made_up().ratio("openspiel-evaluate-bots") == 40
    assert made_up().ratio("c") == 0.4


def test_ratios_of_searches_are_between_those_that_do_the_same() -> None:
    assert made_up().iteration_ratio("openspiel-ismcts") == 5
    assert made_up().iteration_ratio("openspiel-cfr") == 300


def test_all_bars_hold() -> None:
    assert verdicts(made_up()) == [True] * BARS


@pytest.mark.parametrize(
    ("rates", "failing"),
    [
        ({"openspiel-python": 4.1e6}, 0),  # whichever of the three is the fastest
        ({"openspiel-rollouts": 4.1e6}, 0),
        ({"c": 134e6}, 1),
        ({"rumpus-2-threads": 71e6}, 2),
        ({"openspiel-ismcts": 5.1e5}, 6),  # whichever of the two is the faster
        ({"openspiel-ismcts-alike": 5.1e5}, 6),
        ({"rumpus-batch": 7.4e6}, 7),
        ({"rumpus-batch-leduc": 7.4e6}, 9),
        ({"rumpus-mayhem": 3.9e6}, 11),
        ({"rumpus-kaiju": 3.9e6}, 13),
        ({"rumpus-arrr": 1.9e6}, 14),  # half of what hearts makes is enough there
    ],
)
def test_a_speed_bar_fails(rates: dict[str, float], failing: int) -> None:
    assert verdicts(made_up(**rates)) == [number != failing for number in range(BARS)]


def test_a_bar_met_exactly_holds() -> None:
    found = made_up(**{"openspiel-rollouts": 4e6, "rumpus-2-threads": 72e6, "openspiel-ismcts": 5e5})
    found.answers["ismcts:200ms"] = Answers(200.0, [250.0])
    assert verdicts(found) == [True] * BARS


def test_games_are_compared_with_c_not_decisions() -> None:
    found = made_up()
    found.speeds["c"] = [sample._replace(games=sample.games * 2) for sample in found.speeds["c"]]
    assert verdicts(found)[1] is False


@pytest.mark.parametrize("peak", [204.0, 196.0])
def test_growing_memory_fails(peak: float) -> None:
    """So does memory that shrinks: then something else was measured than the games."""
    found = made_up()
    found.peaks[MANY_GAMES] = [peak]
    assert verdicts(found)[3] is False


@pytest.mark.parametrize(("name", "limit", "failing"), [(IMPORT, 0.3, 4), (COMMAND, 0.5, 5)])
def test_a_slow_start_fails(name: str, limit: float, failing: int) -> None:
    found = made_up()
    found.seconds[name] = [0.01, limit, 5.0]
    assert verdicts(found) == [number != failing for number in range(BARS)]


@pytest.mark.parametrize(
    ("bot", "slow", "failing"), [("ismcts:200ms", 250.1, BARS - 2), ("ismcts:5", 1050.1, BARS - 1)]
)
def test_a_single_late_answer_fails(bot: str, slow: float, failing: int) -> None:
    found = made_up()
    found.answers[bot].milliseconds.append(slow)
    assert verdicts(found) == [number != failing for number in range(BARS)]


def test_figures_from_a_shared_core_do_not_count() -> None:
    """One thread that had half a core makes two look good; a single disturbance does not move the median."""
    found = made_up()
    one = found.speeds["rumpus"][0]
    found.speeds["rumpus"] = [one, one, one._replace(cores=0.5)]
    assert found.disturbed() == []
    found.speeds["rumpus"] = [one, one._replace(cores=0.5), one._replace(cores=0.5)]
    assert found.disturbed() == ["rumpus"]


def test_neither_do_searches_and_answers_from_a_shared_core() -> None:
    found = made_up()
    found.speeds["rumpus-ismcts"] = [found.speeds["rumpus-ismcts"][0]._replace(cores=0.9)]
    found.answers["ismcts:5"] = found.answers["ismcts:5"]._replace(cores=0.5)
    assert found.disturbed() == ["rumpus-ismcts", "ismcts:5"]


def test_what_was_not_measured_is_not_judged() -> None:
    found = Figures({name: samples(RATES[name]) for name in ("rumpus", "c", "pgx")})
    assert [bar.promise for bar in judged(found)] == ["games/s against the C program"]
    assert judged(Figures()) == []


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.25, "0.25"), (12.34, "12.3"), (999.4, "999"), (999.6, "1.00 k"), (999_600, "1.00 M"), (2e9, "2.00 G")],
)
def test_numbers_have_three_digits(number: float, text: str) -> None:
    assert report.short(number) == text


def test_a_spread_names_its_unit_once() -> None:
    assert report.between(Figures({"c": samples(10e6, 1, 2)}).decision_rate("c")) == "10.0 to 20.0 M"
    assert report.between(Figures({"c": samples(10e6, 0.01, 2)}).decision_rate("c")) == "100 k to 20.0 M"


def test_the_rows_of_the_table() -> None:
    rows = report.speed_rows(made_up())
    assert [row[0] for row in rows] == [report.WHAT[name][0] for name in SPEEDS]
    assert rows[0] == ("rumpus, one thread", "40.0 M", "40.0 to 40.0 M", "4.00 M", "1.00 x", "BraveRats", "1.0")
    assert [row[4] for row in rows[1:7]] == ["0.54 x", "8,000 x", "2.67 x", "2.50 x", "0.40 x", "13.3 x"]


def test_the_rows_of_searches_and_solvers() -> None:
    rows = report.thought_rows(made_up())
    assert rows[0] == ("rumpus, ismcts", "2.00 M", "2.00 to 2.00 M", "", "Leduc poker", "1.0")
    assert [row[3] for row in rows] == ["", "5.00 x", "4.88 x", "", "", "300 x", "", "", "", "", "", "2.00 x"]
    alone = Figures({"openspiel-cfr": thought(400)})
    assert report.thought_rows(alone)[0][1:4] == ("400", "400 to 400", "")


def test_what_has_no_bar_is_told_in_its_own_unit() -> None:
    assert report.time_rows(made_up())[2:] == [
        ("solving BraveRats exactly", "2.00 s", "2.00 to 2.00 s"),
        ("an answer of ismcts:200ms", "202.0 ms", "201.0 to 204.0 ms"),
        ("an answer of ismcts:5", "35.0 ms", "30.0 to 40.0 ms"),
    ]


def test_the_terminal_shows_speeds_and_verdicts() -> None:
    screen = io.StringIO()
    report.show(Console(file=screen, width=80), made_up(c=200e6))
    text = screen.getvalue()
    assert "OpenSpiel, C++ rollouts" in text
    assert "OpenSpiel, C++, suits alike" in text
    assert (text.count("PASS"), text.count("FAIL")) == (BARS - 1, 1)
    assert "…" not in text


def test_the_page_keeps_its_prose(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"before\n{report.BEGIN}\nstale\n{report.END}\nafter\n", encoding="utf-8")
    report.write(made_up(), MACHINE, "medians of 1", page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "stale" not in text
    assert "- processor: an abacus\n- cores: 2\n- medians of 1\n" in text
    assert "| the C program | 100 M | 100 to 100 M | 10.0 M | 0.40 x | BraveRats | 1.0 |" in text
    assert "| games/s against the C program | at least 0.3 x | 0.40 x | PASS |" in text
    assert "| the same, compiled before | 0.60 s | 0.50 to 0.90 s |" in text
    assert "| OpenSpiel, C++ CFR+ | 400 | 400 to 400 | 300 x | Leduc poker | 1.0 |" in text
    assert "| ismcts, iterations/s against OpenSpiel | at least 4 x | 4.88 x | PASS |" in text
    assert "| slowest of 3 answers of ismcts:200ms | at most 250 ms | 204.0 ms | PASS |" in text


def test_writing_twice_changes_nothing(tmp_path: Path) -> None:
    once = report.rewritten(f"{report.BEGIN}{report.END}", "table")
    assert report.rewritten(once, "table") == once


def test_a_page_without_markers_is_refused() -> None:
    with pytest.raises(BenchError, match="lost its markers"):
        report.rewritten("no markers", "table")


def test_the_project_s_page_has_its_markers() -> None:
    assert report.rewritten(report.PAGE.read_text(encoding="utf-8"), "table").count(report.BEGIN) == 1


def test_json_has_medians_and_verdicts() -> None:
    found = report.as_json(made_up(c=200e6), MACHINE)
    assert found["speeds"]["rumpus"]["decisions_per_second"] == {"median": 40e6, "lowest": 40e6, "highest": 40e6}
    assert found["speeds"]["c"]["rumpus_is_times"] == 0.2
    assert [bar["holds"] for bar in found["bars"]] == [number != 1 for number in range(BARS)]
    assert found["searches_and_solvers"]["openspiel-cfr"]["rumpus_is_times"] == 300
    assert found["searches_and_solvers"]["rumpus-solve"]["rumpus_is_times"] is None
    assert found["answers"]["ismcts:5"]["milliseconds"] == [30.0, 40.0]
