"""Pictures of an arena."""

import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.text import Text

from rumpus.core.errors import WrongFile
from rumpus.lab.plots import figure_of, save_plot
from rumpus.lab.standings import Standings
from tests.lab.players import Foolish, Gambler, Highest, Lowest, Sensible, arena, braverats, highcard, played


@pytest.fixture(scope="module")
def standings() -> Standings:
    one = arena(highcard(), Gambler(), Sensible(), Foolish(), Highest())
    return Standings(one, played(one, 30))


def pixels(file: Path) -> tuple[int, int, bytes]:
    """Width, height and image data of a PNG, every part of it checked."""
    data, parts, start = file.read_bytes(), dict[bytes, bytes](), 8
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    while start < len(data):
        (length,), kind = struct.unpack(">I", data[start : start + 4]), data[start + 4 : start + 8]
        content, check = data[start + 8 : start + 8 + length], data[start + 8 + length : start + 12 + length]
        assert zlib.crc32(kind + content) == int.from_bytes(check, "big")
        parts[kind] = parts.get(kind, b"") + content
        start += 12 + length
    return (*struct.unpack(">II", parts[b"IHDR"][:8]), zlib.decompress(parts[b"IDAT"]))


def test_a_png(standings: Standings, tmp_path: Path) -> None:
    file = tmp_path / "arena.png"
    save_plot(standings, file)
    width, height, image = pixels(file)
    assert width > height > 300
    assert len(image) == height * (4 * width + 1)
    assert len(set(image)) > 100


def test_an_svg_that_is_the_same_every_time(standings: Standings, tmp_path: Path) -> None:
    first, second = tmp_path / "first.svg", tmp_path / "second.SVG"
    save_plot(standings, first)
    save_plot(standings, second)
    assert ElementTree.parse(first).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert first.read_bytes() == second.read_bytes()


def written(standings: Standings) -> list[str]:
    figure = figure_of(standings)
    figure.canvas.draw()
    return [text.get_text() for text in figure.findobj(Text) if isinstance(text, Text)]


def test_the_numbers_are_in_the_picture(standings: Standings) -> None:
    words = written(standings)
    assert set(standings.arena.names) <= set(words)
    assert any("Highest Card: 180 games" in word for word in words)
    for one, other in standings.arena.pairs:
        assert f"{100 * (standings.against(one, other).win_share or 0):.0f}" in words
    for elo in standings.elos:
        assert f"{elo.rating:+.0f}".replace("-", "−") in words


def test_two_that_always_tie_can_be_drawn() -> None:
    class Twin(Highest):
        name = "twin"

    one = arena(braverats(), Highest(), Twin())
    assert "=100" in written(Standings(one, played(one, 2)))


def test_an_arena_that_was_hardly_begun_can_be_drawn() -> None:
    one = arena(braverats(), Highest(), Lowest(), Gambler())
    assert "100" in written(Standings(one, [one.play((0, 1), 0)]))


def test_a_picture_that_cannot_be_written_is_said_so(standings: Standings, tmp_path: Path) -> None:
    with pytest.raises(WrongFile, match="cannot be written: No such file or directory"):
        save_plot(standings, tmp_path / "nowhere" / "arena.png")
