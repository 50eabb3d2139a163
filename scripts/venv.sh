# Sourced by the scripts beside it. prepare_venv ROOT EXTRA makes ROOT/.venv and installs the project there
# (editable, with the EXTRA's packages) if that has not been done for the present pyproject.toml.

prepare_venv() {
    # Compiled files are what makes the second start fast.
    unset PYTHONDONTWRITEBYTECODE
    stamp="$1/.venv/installed${2:-}"
    # In a sandbox only what is installed may be seen, and nothing could be changed.
    if [ -e "$stamp" ] && { [ ! -e "$1/pyproject.toml" ] || cmp -s "$1/pyproject.toml" "$stamp"; }; then
        return
    fi
    python=${PYTHON:-python3}
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "cardgames: Python 3.11 or newer was expected as $python; set PYTHON=/path/to/python3 and try again" >&2
        exit 1
    fi
    (
        # Two first uses at once: the second waits for the first, and then finds the work done.
        if command -v flock >/dev/null 2>&1; then flock 9; fi
        if [ -e "$stamp" ] && cmp -s "$1/pyproject.toml" "$stamp"; then
            exit 0
        fi
        echo "cardgames: first use here, setting up $1/.venv (about a minute)" >&2
        if [ ! -x "$1/.venv/bin/python" ] && ! "$python" -m venv "$1/.venv" >&2; then
            echo "cardgames: no virtual environment could be made; on Debian: apt-get install python3-venv" >&2
            exit 1
        fi
        log="$1/.venv/install.log"
        if ! "$1/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$1$2" >"$log" 2>&1; then
            tail -n 5 "$log" >&2
            echo "cardgames: the installation failed; the whole of it is in $log" >&2
            exit 1
        fi
        "$1/.venv/bin/python" -m compileall -q "$1/cardgames"
        cp "$1/pyproject.toml" "$stamp"
    ) 9>"$1/.setup-lock"
}
