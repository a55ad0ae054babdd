#!/bin/sh
# Finds Python and hands over to set_up.py, which every Python can at least read. Usage: set_up.sh PYTHON [test]
python="$1"
if ! command -v "$python" >/dev/null 2>&1; then
    echo "rumpus needs Python 3.11 or later, and there is no '$python' here: install it, or name another with make PYTHON=..." >&2
    exit 1
fi
shift
exec "$python" tools/set_up.py "$@"
