"""Set up .venv, once: a virtual environment with rumpus in it, installed against constraints.txt.

Usage: set_up.py [test]. Written so that any Python can read it, because an old one has to be told so in words.
"""

import hashlib
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(HERE, ".venv")
LOG = os.path.join(VENV, "set-up.log")
OLDEST = (3, 11)
WHAT = ("pyproject.toml", "constraints.txt")


def fail(sentence):
    sys.stderr.write(sentence + "\n")
    sys.exit(1)


def check_version():
    if sys.version_info[:2] < OLDEST:
        found = ".".join(str(part) for part in sys.version_info[:3])
        fail("rumpus needs Python 3.11 or later, this is %s: install one, or name it with make PYTHON=..." % found)


def check_venv():
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        fail("Python's venv module is missing: install it (Debian, Ubuntu: apt install python3-venv) and try again.")


def fingerprint(*names):
    """Changes when the folder has moved, when Python is another, or when one of these files has changed."""
    digest = hashlib.sha256(HERE.encode() + sys.version.encode())
    for name in names:
        with open(os.path.join(HERE, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def is_done(stamp, *names):
    if not os.path.exists(os.path.join(VENV, "bin", "python")):
        return False
    try:
        with open(os.path.join(VENV, stamp)) as file:
            return file.read() == fingerprint(*names)
    except OSError:
        return False


def note_done(stamp, *names):
    with open(os.path.join(VENV, stamp), "w") as file:
        file.write(fingerprint(*names))


def make_environment():
    """A fresh one where there is none that works."""
    python = os.path.join(VENV, "bin", "python")
    works = os.path.exists(python) and subprocess.call([python, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    if works and is_done(".place"):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    print("Making a virtual environment in .venv ...")
    if subprocess.call([sys.executable, "-m", "venv", VENV]) != 0:
        fail("The virtual environment could not be made in %s: is there room, and may you write there?" % VENV)
    note_done(".place")


def install(extra):
    print("Installing rumpus and what it needs%s (once; about a minute) ..." % (" for tests" if extra else ""))
    sys.stdout.flush()
    target = HERE + ("[%s]" % extra if extra else "")
    pip = [os.path.join(VENV, "bin", "python"), "-m", "pip", "install", "--disable-pip-version-check"]
    environment = dict(os.environ, PIP_CONSTRAINT="constraints.txt")
    with open(LOG, "w") as log:
        failed = subprocess.call(pip + ["--editable", target], stdout=log, stderr=log, env=environment)
    if failed:
        fail("The packages could not be installed: is there a network? Try again. " + last_error())


def last_error():
    with open(LOG) as log:
        errors = [line.strip() for line in log if line.startswith("ERROR")]
    return "(.venv/set-up.log says: %s)" % errors[-1] if errors else "(details: .venv/set-up.log)"


def main(extra):
    check_version()
    os.chdir(HERE)
    stamp = ".done" + extra
    if is_done(stamp, *WHAT) or is_done(".donetest", *WHAT):  # what tests need includes the rest
        return
    check_venv()
    make_environment()
    install(extra)
    note_done(stamp, *WHAT)


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "")
    except KeyboardInterrupt:
        fail("Stopped; run it again to go on.")
    except OSError as error:
        fail("The set-up stopped: %s." % error)
