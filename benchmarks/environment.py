"""What has to be there before anything is measured: the peers, the C program, and words for the machine itself."""

import datetime
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
REQUIREMENTS = HERE / "peers" / "requirements.txt"
PEERS = HERE / ".peers"
LOG = PEERS / "set-up.log"
PEERS_PYTHON = PEERS / "bin" / "python"
STAMP = PEERS / ".done"
LIMIT_SOURCE = HERE / "braverats.c"
LIMIT = HERE / ".build" / "braverats"
COMPILE = ("cc", "-O3", "-march=native")

Say = Callable[[str], None]


class BenchError(Exception):
    """Why nothing can be measured, in one sentence for the person who asked."""


# The peers' own environment


def fingerprint() -> str:
    """Changes when other packages have to be installed, or when the folder has moved."""
    return hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode() + bytes(PEERS)).hexdigest()


def set_up_peers(say: Say) -> None:
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint():
        return
    say("Installing the peers into benchmarks/.peers (once; some minutes) ...")
    shutil.rmtree(PEERS, ignore_errors=True)
    if subprocess.run([sys.executable, "-m", "venv", PEERS], capture_output=True, check=False).returncode != 0:
        raise BenchError(
            f"The virtual environment could not be made in {PEERS}: is there room, and may you write there?"
        )
    install_peers()
    STAMP.write_text(fingerprint(), encoding="utf-8")


def install_peers() -> None:
    pip = (PEERS_PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--requirement", REQUIREMENTS)
    with LOG.open("w") as log:
        if subprocess.run(pip, stdout=log, stderr=log, check=False).returncode != 0:
            raise BenchError(
                "The peers could not be installed: check that there is a network and try again "
                "(details: benchmarks/.peers/set-up.log)."
            )


# The C program


def compile_limit(target: Path = LIMIT) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        command: tuple[str | Path, ...] = (*COMPILE, "-o", target, LIMIT_SOURCE)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BenchError("There is no C compiler 'cc' here: install one (gcc or clang) and try again.") from None
    if done.returncode != 0:
        raise BenchError(f"The C compiler did not accept braverats.c: {first_line(done.stderr)}")
    return target


# The machine


def first_line(text: str) -> str:
    return next(iter(text.splitlines()), "")


def processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def operating_system() -> str:
    kernel = f"{platform.system()} {platform.release()}"
    try:
        return f"{platform.freedesktop_os_release()['PRETTY_NAME']} ({kernel})"
    except OSError:
        return kernel


def cores() -> Sequence[int]:
    """The cores this process may use; empty where the system does not tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else ()


def compiler() -> str:
    try:
        return first_line(subprocess.run([COMPILE[0], "--version"], capture_output=True, text=True, check=False).stdout)
    except FileNotFoundError:
        return "none"


def load() -> float:
    """How many processes wanted a core in the last minute: with more than none, two threads have no two free cores."""
    return os.getloadavg()[0]


def machine(load_before: float) -> dict[str, str]:
    """The machine in words, for the reader of the table."""
    return {
        "processor": processor(),
        "cores": str(len(cores()) or os.cpu_count()),
        "system": operating_system(),
        "Python": platform.python_version(),
        "C compiler": compiler(),
        "load before the run": f"{load_before:.1f}",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
