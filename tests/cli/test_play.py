from pathlib import Path

import pytest

from rumpus.catalogue import definition, game, load
from rumpus.cli import play
from rumpus.cli.options import OPPONENT
from rumpus.cli.play import matching
from rumpus.core.view import Action
from rumpus.games.arrr.rules.records import PASS
from tests.cli.conftest import Run
from tests.waiting import each_small_game

WHOLE_GAME = "".join(f"{card}\n" for card in (7, 6, 5, 4, 3, 2, 1, 0))
PRINCESS_TAKES_PRINCE = "\n7\n\n1\n"
"""Two people at one screen: begin, Prince, hand over, Princess."""
ACTIONS = [Action(7, "play the Prince"), Action(1, "play the Princess"), Action(5, "play the Wizard")]


# What an answer means


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("7", [7]), ("play the prince", [7]), ("prince", [7]), ("PRINCE", [7]), ("  the   wizard ", [5]),
        ("princ", [7, 1]), ("ess", [1]), ("play", [7, 1, 5]), ("spy", []), ("", []), ("17", []), (".", []),
    ],
)  # fmt: skip
def test_an_answer_means_the_closest_action(answer: str, numbers: list[int]) -> None:
    assert [action.number for action in matching(ACTIONS, answer)] == numbers


def test_an_answer_with_two_meanings_is_asked_again(run: Run) -> None:
    out = run("play", "braverats", "--bot", "random", "--seed", 1, typed="princ\nq\n").out
    assert "'princ' may mean play the Prince (7) or play the Princess (1)." in out


def test_nonsense_is_asked_again(run: Run) -> None:
    out = run("play", "braverats", "--bot", "random", "--seed", 1, typed="dragon\n\nq\n").out
    assert "'dragon' is nothing you may choose now" in out
    assert "Choose, or ? for help." in out


# A whole match


@each_small_game
def test_a_whole_match_by_numbers(run: Run, name: str, tmp_path: Path) -> None:
    """Answers with every number there is, in turn: those that are not allowed are asked again."""
    file, numbers = tmp_path / "match.txt", range(definition(name).rules.ACTIONS)
    typed = "".join(f"{number}\n" for number in numbers) * 400
    answer = run("play", name, "--bot", "random", "--seed", 4, "--save", file, typed=typed)
    match = load(file)
    assert answer.code == 0
    assert match.over
    assert match.reason is not None
    assert match.reason in " ".join(answer.out.split())
    assert "(you)" in answer.out
    assert "(random)" in answer.out


def test_the_same_seed_gives_the_same_match(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for file in files:
        run(
            "play",
            "braverats",
            "--bot",
            "random",
            "--seed",
            9,
            "--set",
            "lucky_draw=yes",
            "--save",
            file,
            typed=WHOLE_GAME * 8,
        )
    assert load(files[0]).over
    assert files[0].read_text(encoding="utf-8") == files[1].read_text(encoding="utf-8")


def test_the_other_seat_and_switches(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    out = run(
        "play",
        "braverats",
        "--bot",
        "random",
        "--seed",
        1,
        "--seat",
        1,
        "--set",
        "fast_rat=yes",
        "--save",
        file,
        typed=WHOLE_GAME,
    ).out
    assert "You play Applewoods; random plays Yargs." in out
    assert load(file).game.switches["fast_rat"] is True


def test_at_the_end_a_file_is_asked_for(run: Run, tmp_path: Path) -> None:
    taken, free = tmp_path / "taken.txt", tmp_path / "free.txt"
    taken.touch()
    typed = f"{PRINCESS_TAKES_PRINCE}{taken}\n{tmp_path}/nowhere/x\n{free}\n"
    out = " ".join(run("play", "braverats", "--hotseat", typed=typed).out.split())
    assert "name a file for it" in out
    assert "exists already" in out
    assert "there is no folder" in out
    assert load(free).over


def test_nobody_has_to_save(run: Run) -> None:
    answer = run("play", "braverats", "--hotseat", typed=f"{PRINCESS_TAKES_PRINCE}\n")
    assert answer.code == 0
    assert "name a file for it" in answer.out
    assert "Saved" not in answer.out


# Commands while playing


def test_a_choice_is_taken_back(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    out = run("play", "braverats", "--bot", "random", "--seed", 1, "--save", file, typed="u\n7\nu\n5\nq\n").out
    assert "There is nothing to take back" in out
    assert "Taken back." in out
    assert [move.number for move in load(file).moves if move.seat == 0] == [5]


def test_what_was_told_is_not_told_twice(run: Run) -> None:
    out = run("play", "braverats", "--bot", "random", "--seed", 1, typed="7\n6\nq\n").out
    assert out.count("The Yargs lay the Prince face down.") == 1
    assert out.count("The Yargs lay the General face down.") == 1


def test_help_lists_what_is_allowed(run: Run) -> None:
    out = run("play", "braverats", "--bot", "random", "--seed", 1, typed="?\nq\n").out
    for action in game("braverats").match().legal(0):
        assert f"{action.number:>4}  {action.words}" in out


def test_the_rules_can_be_read(run: Run, name: str) -> None:
    assert definition(name).rules_text.strip() in run("play", name, typed="r\nq\n").out


# Several people


def test_hotseat_keeps_secrets(run: Run) -> None:
    """What the first one laid is not told to the second, nor left on the screen after handing over."""
    out = run("play", "braverats", "--hotseat", typed="\n7\n\n5\nq\n").out
    _, handed_over = out.split("hand over the keyboard")
    assert "Applewoods, press Enter" in handed_over
    assert "The Yargs lay a card face down." in handed_over
    assert "The Yargs lay the Prince face down." not in out
    assert "The Wizard falls to the Prince" in handed_over


def test_where_nothing_is_hidden_nobody_has_to_look_away(run: Run) -> None:
    """And nobody is told again what all have read."""
    out = run("play", "mayhem", "--hotseat", "--seats", 3, "--seed", 1, typed="high\nhigh\nhigh\nlow\nlow\nq\n").out
    assert "looking" not in out
    assert "hand over" not in out
    lines = [line for line in out.splitlines() if "declares first" in line]
    assert len(lines) == 1


def test_whoever_is_at_the_keyboard_goes_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    out = run("play", "braverats", "--hotseat", "--save", file, typed="\n7\n\n5\n6\n\n4\nq\n").out
    assert [move.seat for move in load(file).moves] == [0, 1, 1, 0]
    assert out.count("hand over the keyboard") == 2


def test_taking_back_at_one_screen_is_for_ones_own_choice(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    run("play", "braverats", "--hotseat", "--save", file, typed="\n7\n\n5\nu\n4\nq\n")
    assert [(move.seat, move.number) for move in load(file).moves] == [(0, 7), (1, 4)]


def test_hotseat_to_the_end(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    out = run("play", "braverats", "--hotseat", "--save", file, typed=PRINCESS_TAKES_PRINCE).out
    assert load(file).reason == "the Princess took the Prince"
    assert "the Princess took the Prince" in out
    assert "(you)" not in out


# Leaving


def test_the_end_of_input_ends_with_a_sentence(run: Run) -> None:
    answer = run("play", "braverats", "--bot", "random", "--seed", 1, typed="7\n")
    assert answer.code == 0
    assert answer.out.endswith("You leave the table before the end. Goodbye.\n")
    assert "name a file" not in answer.out


def test_ctrl_c_ends_with_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "ask", interrupted)
    answer = run("play", "braverats", "--bot", "random", "--seed", 1, "--save", tmp_path / "match.txt")
    assert answer.code == 130
    assert "You leave the table before the end. Goodbye." in answer.out
    assert load(tmp_path / "match.txt").moves == []


def test_a_file_is_not_overwritten(run: Run, match_file: Path) -> None:
    before = match_file.read_text(encoding="utf-8")
    answer = run("play", "braverats", "--save", match_file)
    assert answer.code == 2
    assert "exists" in answer.err
    assert match_file.read_text(encoding="utf-8") == before


# Bots -------------------------------------------------------------------------------------------------------------


def test_who_names_no_bot_gets_one_that_thinks(run: Run) -> None:
    assert f"{OPPONENT} plays Applewoods" in run("play", "braverats", typed="q\n").out


def test_a_bot_that_needs_a_solution_has_it_before_the_first_card(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.core.kernel._mode", "compiled")
    answer = run("play", "braverats", "--bot", "nash", "--seed", 1, typed=WHOLE_GAME)
    assert "nash plays Applewoods" in answer.out
    assert answer.code == 0


def test_a_bot_that_cannot_play_here_says_why(run: Run) -> None:
    answer = run("play", "braverats", "--bot", "nash", "--set", "lucky_draw=yes")
    assert answer.code == 2
    assert "The bot 'nash' cannot play here: BraveRats cannot be solved with these switches" in " ".join(
        answer.err.split()
    )


def test_a_question_mark_and_a_name_tell_what_a_card_says(run: Run) -> None:
    out = run("play", "braverats", "--bot", "random", "--seed", 1, typed="? prince\n? dragon\nq\n").out
    assert "Princess: " in out
    assert "There is nothing on the table that is called 'dragon'." in out


def test_enter_takes_the_only_choice(run: Run, tmp_path: Path) -> None:
    """Whoever can only pass need not say so."""
    file = tmp_path / "a.match"
    typed = "\n".join(["confirm", "confirm", "pillage", "", "q", ""])
    run("play", "arrr", "--bot", "random", "--seed", 1, "--save", file, typed=typed)
    match = load(file)
    chosen = [move.number for move in match.moves if move.seat == 0]
    assert PASS in chosen
