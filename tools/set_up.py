"""Set up .venv, once: a virtual environment with rumpus and its page in it, installed against constraints.txt.

Usage: set_up.py [test]. Written so that any Python can read it, because an old one has to be told so in words.
What tests need of the system, a browser above all, it brings where it may, or says how to bring it.
"""

import ctypes
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
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")
NO_PAGE = "The page could not be built"


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
    if pip_install(HERE + ("[%s]" % extra if extra else "")) != 0:
        fail(page_error() or "The packages could not be installed: is there a network? Try again. " + last_error())


def pip_install(target, *options):
    pip = [os.path.join(VENV, "bin", "python"), "-m", "pip", "install", "--disable-pip-version-check"]
    environment = dict(os.environ, PIP_CONSTRAINT="constraints.txt")
    return logged(pip + list(options) + ["--editable", target], environment)


def logged(command, environment=None):
    sys.stdout.flush()
    os.makedirs(os.path.dirname(LOG), exist_ok=True)
    with open(LOG, "w") as log:
        return subprocess.call(command, stdout=log, stderr=log, env=environment or os.environ)


def last_error():
    with open(LOG) as log:
        errors = [line.strip() for line in log if line.startswith(("ERROR", "E: "))]
    return "(.venv/set-up.log says: %s)" % errors[-1] if errors else "(details: .venv/set-up.log)"


def build_page():
    """Anew when its sources have changed; nothing else is installed again."""
    import web_page

    if web_page.is_built():
        return
    print("Building the page ...")
    has_node = is_done(".donetest", *WHAT)
    build = [os.path.join(VENV, "bin", "python"), web_page.__file__]
    if (logged(build) if has_node else pip_install(HERE, "--no-deps")) != 0:
        fail(page_error() or NO_PAGE + ": is there a network? Try again. " + last_error())


def page_error():
    """What the builder said, with the words of npm after it, if it was the page that failed."""
    with open(LOG) as log:
        lines = [line.strip() for line in log]
    said = [number for number, line in enumerate(lines) if line.startswith(NO_PAGE)]
    return "\n".join(line for line in lines[said[-1] : said[-1] + 13] if line != "[end of output]") if said else ""


def browser():
    """The Chromium that tests use, or None."""
    found = [shutil.which(name) for name in BROWSERS]
    return next((path for path in found if path), None)


def has_fonts():
    return not sys.platform.startswith("linux") or any(files for place in FONTS for _, _, files in os.walk(place))


def has_atomics():
    """What Node.js asks for that comes with Playwright; where there is no Linux it does without."""
    try:
        return not sys.platform.startswith("linux") or bool(ctypes.CDLL("libatomic.so.1"))
    except OSError:
        return False


NEEDED = (
    ("Chromium", browser, ["chromium"]),
    ("fonts", has_fonts, ["fonts-liberation", "fonts-vlgothic"]),
    ("libatomic", has_atomics, ["libatomic1"]),
)
"""What tests need of the system, how we see that it is there, and Debian's packages with it."""


def missing():
    """What is not there, as words and as packages."""
    gone = [(name, packages) for name, is_there, packages in NEEDED if not is_there()]
    return [name for name, _ in gone], [package for _, packages in gone for package in packages]


def listed(names):
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])


def bring_what_tests_need():
    names, packages = missing()
    if not packages:
        return
    command = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends"] + packages
    if not shutil.which("apt-get"):
        fail("The tests need %s, which this machine does not have: install that and try again." % listed(names))
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        fail("The tests need %s: run sudo %s and try again." % (listed(names), " ".join(command)))
    print("Installing %s for the tests (once; about a minute) ..." % listed(names))
    quietly = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    if logged(command, quietly) != 0 and (logged(["apt-get", "update"], quietly) or logged(command, quietly)) != 0:
        fail("%s could not be installed: is there a network? Try again. %s" % (listed(names), last_error()))


def main(extra):
    check_version()
    os.chdir(HERE)
    if extra == "test":
        bring_what_tests_need()
    stamp = ".done" + extra
    if not is_done(stamp, *WHAT) and not is_done(".donetest", *WHAT):  # what tests need includes the rest
        check_venv()
        make_environment()
        install(extra)
        note_done(stamp, *WHAT)
    build_page()


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "")
    except KeyboardInterrupt:
        fail("Stopped; run it again to go on.")
    except OSError as error:
        fail("The set-up stopped: %s." % error)
