"""The sandbox: how it is chosen, what is in it, and that a bot inside gets at nothing. And what holds without it."""

import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardgames.bots.child import BotProcess
from cardgames.bots.faults import StartupError, Termination
from cardgames.bots.isolation import sandbox
from cardgames.bots.isolation.launch import read_launch
from cardgames.bots.isolation.os_calls import ON_LINUX, hide_memory
from cardgames.bots.isolation.privileges import user_of_bot
from cardgames.bots.isolation.sandbox import SandboxError, find_sandbox, sandboxed
from cardgames.bots.limits import Limits
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import PlayerSeat
from cardgames.bots.spec import BotSpec
from cardgames.table.referee import play_game
from tests.bots.bad_bots import FOLDER, LIMITS, PATIENT, bad_bot
from tests.bots.places import open_folder, python_for_all
from tests.bots.processes import descendants_of_bot, wait_until_all_gone
from tests.table.fakes import setup_of

FOUND = find_sandbox("auto")
inside = pytest.mark.skipif(not FOUND.program, reason=FOUND.note or "there is a sandbox")
linux = pytest.mark.skipif(not ON_LINUX, reason="only Linux lets a process hide its memory")
AS_ROOT = user_of_bot(os.getpid()) is not None
NOTE = f"cardgames-test-note-{os.getpid()}"
LOCKED_IN = LIMITS._replace(sandbox=FOUND.program)


@pytest.fixture
def unprobed() -> Iterator[None]:
    """It is looked for anew, and once more after the test."""
    sandbox._probe.cache_clear()
    yield
    sandbox._probe.cache_clear()


def heard(spec: BotSpec, limits: Limits) -> str:
    """What a bot tells on stderr in a game that it plays well."""
    seat = ProgramSeat.start(spec, limits)
    try:
        other = PlayerSeat(BotSpec("random", player="random"))
        report = play_game([seat, other], setup_of("kroket", clock=PATIENT["kroket"]))
        assert not report.faults, report.faults
        return seat.log.text()
    finally:
        seat.close()


# -- whether there is one


@pytest.mark.usefixtures("unprobed")
@pytest.mark.parametrize(
    ("program", "why"),
    [
        (None, "there is no program bwrap"),
        ("echo no namespaces here >&2; exit 1", "does not work here: no namespaces here"),
        ("exit 4", "does not work here: exit status 4"),
    ],
)
def test_without_one_auto_says_so_in_a_line_and_require_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None, why: str
) -> None:
    if program is not None:
        (tmp_path / "bwrap").write_text(f"#!/bin/sh\n{program}\n")
        (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = find_sandbox("auto")
    assert (found.program, found.tag) == ("", "off")
    assert why in found.note
    assert "\n" not in found.note
    with pytest.raises(SandboxError, match="install bubblewrap, or allow --sandbox auto") as error:
        find_sandbox("require")
    assert why in str(error.value)
    assert find_sandbox("off") == ("", "")


@pytest.mark.usefixtures("unprobed")
def test_it_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bwrap").write_text("#!/bin/sh\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    tried = Mock(wraps=subprocess.run)
    monkeypatch.setattr(subprocess, "run", tried)
    for mode in ("auto", "require", "auto"):
        found = find_sandbox(mode)
        assert (found.program, found.note, found.tag) == (str(tmp_path / "bwrap"), "", "bubblewrap")
    assert tried.call_count <= 2  # once for what it can, once to run it


# -- what is in it


def binds(command: tuple[str, ...]) -> set[str]:
    return {command[at + 1] for at, word in enumerate(command) if word == "--ro-bind"}


def test_a_bot_sees_its_own_folder_and_no_wider_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, home, results = tmp_path / "bots" / "fox", tmp_path / "home", tmp_path / "bots" / "fox" / "results"
    for folder in (own, home, results):
        folder.mkdir(parents=True)
    for script in (own / "fox.py", home / "fox.py", results / "fox.py"):
        script.write_text("")
    monkeypatch.setenv("HOME", str(home))

    def command(*words: str, cwd: str | None = None) -> tuple[str, ...]:
        launch = read_launch(BotSpec("x", ("sh", *words), cwd=cwd), tmp_path)
        return sandboxed("bwrap", launch, {"PATH": "/bin"}, [str(results)]).command

    assert str(own) in binds(command("bots/fox/fox.py"))
    # What lies in the folder of results, or in a home, is shown alone.
    assert binds(command(str(home / "fox.py"))) >= {str(home / "fox.py")}
    assert str(home) not in binds(command(str(home / "fox.py")))
    assert str(results) not in binds(command(str(results / "fox.py")))
    assert str(tmp_path) not in binds(command("bots/fox/fox.py"))
    # A folder of results inside the bot's own is covered.
    words = command("bots/fox/fox.py")
    assert words[words.index(str(results)) - 1] == "--tmpfs"
    assert str(own) in binds(command("fox.py", cwd=str(own)))
    words = command("fox.py", cwd=str(own))
    assert words[words.index("--chdir") + 1] == str(own)
    assert words[-2:] == ("sh", "fox.py")


def test_the_results_are_covered_in_a_folder_of_the_systems_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with /usr/src/app, where a container may have all of it; a bot's folder inside the results is shown again."""
    app, bots = tmp_path / "usr" / "src" / "app", tmp_path / "usr" / "src" / "app" / "bots"
    (app / "results").mkdir(parents=True)
    bots.mkdir()
    (bots / "fox.py").touch()
    monkeypatch.setattr(sandbox, "SYSTEM", (str(tmp_path / "usr"), "/usr", "/bin", "/lib", "/lib64"))

    def command(hidden: Path) -> str:
        launch = read_launch(BotSpec("x", ("sh", "fox.py"), cwd=str(bots)), tmp_path)
        return " ".join(sandboxed("bwrap", launch, {"PATH": "/bin"}, [str(hidden)]).command)

    words = command(app / "results")
    assert f"--tmpfs {app}/results " in words
    assert f"--remount-ro {app}/results " in words
    assert f"--ro-bind {bots} " not in words
    words = command(app)
    assert words.index(f"--tmpfs {app} ") < words.index(f"--ro-bind {bots} ") < words.index(f"--remount-ro {app} ")


def test_an_installation_is_shown_whole(tmp_path: Path) -> None:
    for name in ("env/bin", "env/lib", "tools/bin"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "env" / "bin" / "python").symlink_to("/bin/sh")
    (tmp_path / "tools" / "bin" / "fox").write_text("#!/bin/sh\n")

    def shown(program: str) -> set[str]:
        launch = read_launch(BotSpec("x", (program,)), tmp_path)
        return binds(sandboxed("bwrap", launch, {}).command)

    assert str(tmp_path / "env") in shown("env/bin/python")
    assert str(tmp_path / "tools" / "bin") in shown("tools/bin/fox")


# -- and what it is worth


@inside
def test_the_example_bots_and_the_kit_run_inside(tmp_path: Path) -> None:
    kit = tmp_path / "kit.py"
    kit.write_text("from cardgames.kit import run\nrun(lambda question: question.moves[0], name='kit')\n")
    commands = [(sys.executable, "scripts/bots/random_bot.py"), ("sh", "scripts/bots/random_bot.sh")]
    commands += [(sys.executable, str(kit))]
    commands += [("node", "scripts/bots/random_bot.js")] if shutil.which("node") else []
    for command in commands:
        launched = BotSpec("x", tuple(str(FOLDER.parents[1] / w) if w.startswith("scripts/") else w for w in command))
        assert heard(launched, LOCKED_IN) == ""


@pytest.mark.parametrize("locked", [pytest.param(True, marks=inside), False])
def test_java_runs_under_the_default_limits(tmp_path: Path, locked: bool) -> None:
    if shutil.which("javac") is None:
        pytest.skip("there is no javac on this machine")
    (tmp_path / "Fox.java").write_text(JAVA)
    subprocess.run(["javac", "-d", str(tmp_path), str(tmp_path / "Fox.java")], check=True)
    limits = Limits(startup_ms=60_000, sandbox=FOUND.program if locked else "")
    assert heard(BotSpec("x", ("java", "-cp", str(tmp_path), "Fox")), limits) == ""


@pytest.mark.parametrize("locked", [pytest.param(True, marks=inside), False])
def test_node_runs_under_the_default_limits(locked: bool) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node on this machine")
    limits = Limits(startup_ms=60_000, sandbox=FOUND.program if locked else "")
    assert heard(BotSpec("x", ("node", str(FOLDER.parents[1] / "scripts/bots/random_bot.js"))), limits) == ""


@inside
def test_a_spy_inside_sees_nothing(tmp_path: Path) -> None:
    """No process but those of its own sandbox, no folder of another bot's, no results, no variable of ours."""
    results, other = tmp_path / "results", tmp_path / "other"
    for folder in (results, other):
        folder.mkdir()
        (folder / "secret").write_text("seed-in-a-file")
    limits = LOCKED_IN._replace(hidden=(str(results),))
    told = heard(bad_bot("spies", *(word[::-1] for word in ("seed-in-a-file", str(results), str(other)))), limits)
    assert "FOUND" not in told
    assert "SAW" not in told
    assert "sees 1 processes" in told or "sees 2 processes" in told
    assert "PYTEST_CURRENT_TEST" not in told
    assert "has HOME=/tmp\n" in told


@inside
def test_there_is_no_way_out(tmp_path: Path) -> None:
    """Whoever runs the runner, root too; the results lie inside the bot's own folder, where they are covered."""
    results = tmp_path / "results"
    results.mkdir()
    (results / "results.db-wal").write_text("the secret of all deals")
    shutil.copy(FOLDER / "bot.py", tmp_path)
    shutil.copy(FOLDER / "breaks_out.py", tmp_path)
    tmp_path.chmod(0o700)
    (tmp_path / "bot.py").chmod(0o600)
    command = (sys.executable, "-E", "-S", str(tmp_path / "breaks_out.py"), str(results)[::-1])
    told = heard(BotSpec("x", command), LOCKED_IN._replace(hidden=(str(results),))).splitlines()
    assert [line for line in told if not line.startswith("REFUSED ")] == []
    tried = {line.split()[1] for line in told}
    assert tried >= {"umount2", "mount", "write", "ptrace", "setuid", "unshare", "CapBnd", "to", "chmod", "mknod"}
    assert (results / "results.db-wal").read_text() == "the secret of all deals"


def told_by_two_processes(spec: BotSpec, limits: Limits) -> str:
    return heard(spec, limits) + heard(spec, limits)


@inside
def test_no_note_outlives_a_bot_inside() -> None:
    told = told_by_two_processes(bad_bot("keeps_notes", str(os.getpid())), LOCKED_IN)
    assert "FOUND" not in told
    # It could write where it may, and that was its own.
    assert "KEPT shared memory" in told
    assert "KEPT /dev/shm/" in told


@linux
def test_what_outlives_processes_is_refused_without_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """All but files, which its user may leave where others may: those are named at least."""
    warnings: list[str] = []
    monkeypatch.setattr("cardgames.bots.child.warn", warnings.append)
    try:
        told = told_by_two_processes(bad_bot("keeps_notes", str(os.getpid())), LIMITS).splitlines()
    finally:
        for folder in ("/dev/shm", "/tmp", "/var/tmp"):
            Path(folder, NOTE).unlink(missing_ok=True)
    assert {line for line in told if not line.startswith("REFUSED") and "/" not in line} == set()
    assert any(f"/dev/shm/{NOTE}" in line for line in warnings)


@pytest.mark.skipif(not AS_ROOT, reason="only root has other users to run bots as")
def test_whatever_a_bot_of_roots_leaves_behind_is_removed_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    python = python_for_all()
    if python is None:
        pytest.skip("there is no Python here that everybody may run")
    warnings: list[str] = []
    monkeypatch.setattr("cardgames.bots.child.warn", warnings.append)
    with open_folder("keeps_notes") as place:
        told = told_by_two_processes(
            BotSpec("x", (python, "-E", "-S", str(place / "keeps_notes.py"), str(os.getpid()))), LIMITS
        )
    assert "FOUND" not in told
    assert told.count(f"KEPT /dev/shm/{NOTE}\n") == told.count(f"KEPT /tmp/{NOTE}\n") == 2
    left = ", ".join(f"{folder}/{NOTE}" for folder in ("/dev/shm", "/tmp", "/var/tmp"))
    assert warnings == [f"bot x: it left {left} behind; removed"] * 2
    assert not [path for path in left.split(", ") if Path(path).exists()]


@linux
def test_a_spy_without_the_sandbox_gets_neither_memory_nor_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """That much holds without it, also for root: this process hides itself, and bots have no privileges."""
    secret = "the-seed-in-memory"
    monkeypatch.setenv("CARDGAMES_TEST", secret)
    hide_memory()
    told = heard(bad_bot("spies", "in-memory"[::-1]), LIMITS)
    # Its command line anybody may read: it shows that this process was looked at.
    assert f"opened cmdline of {os.getpid()}\n" in told
    for part in ("memory", "environ", "maps", "auxv", "descriptor 0"):
        assert f"opened {part} of {os.getpid()}" not in told
        # Whoever started this process does not hide, and may know the word from the tests' text.
        assert f"FOUND in-memory in {part} of {os.getpid()}" not in told
    assert "CARDGAMES_TEST" not in told


@inside
def test_there_is_no_network_inside() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        assert "call answered" in heard(bad_bot("opens_sockets", port), LIMITS)
        told = heard(bad_bot("opens_sockets", port), LOCKED_IN)
    assert "call answered" not in told
    assert "call: " in told


@inside
def test_inside_it_writes_to_its_temporary_folder_only() -> None:
    told = heard(bad_bot("writes_into_its_folder"), LOCKED_IN)
    assert f"{FOLDER}: Read-only file system" in told
    assert "/usr: Read-only file system" in told
    assert "/etc: Read-only file system" in told
    assert "/tmp: written" in told
    assert not list(FOLDER.glob("left-by-a-bad-bot*"))


@inside
def test_daemons_end_with_the_sandbox() -> None:
    seat = ProgramSeat.start(bad_bot("double_forks"), LOCKED_IN)
    other = PlayerSeat(BotSpec("random", player="random"))
    try:
        assert not play_game([seat, other], setup_of("kroket", clock=PATIENT["kroket"])).faults
        family = descendants_of_bot(seat.pid)
    finally:
        seat.close()
    assert len(family) >= 3
    assert wait_until_all_gone(family)


@inside
@pytest.mark.parametrize(("processes", "allowed"), [(1, 1), (2, 1), (3, 3), (4, 3)])
def test_the_processes_of_the_sandbox_are_not_the_bots(processes: int, allowed: int) -> None:
    script = f"i=1; while [ $i -lt {processes} ]; do sleep 600 & i=$((i+1)); done; read -r line"
    child = BotProcess(BotSpec("x", ("sh", "-c", script)), LOCKED_IN._replace(processes=allowed))
    try:
        # Looked at every half second.
        assert child.await_exit(20_000 if processes > allowed else 1500) == (processes > allowed)
        too_many = (Termination.CRASH, f"{processes} processes, at most {allowed} are allowed (--processes)")
        assert child.excess == (too_many if processes > allowed else None)
    finally:
        child.kill()


@inside
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (bad_bot("exits_at_once"), "exit status 5; stderr: no such file: weights.bin"),
        (BotSpec("x", ("./no/such/file",)), "there is no file ./no/such/file"),
        (BotSpec("x", ("no-such-program",)), "no folder of PATH has a program no-such-program"),
        (BotSpec("x", (str(FOLDER / "good.py"),)), "chmod +x it, or name its interpreter first"),
        (BotSpec("x", ("sh", "-c", "exit 3")), "it ran in the sandbox: try --sandbox off"),
        (
            BotSpec("x", ("sh", "-c", f"cat {__file__}; exit 3")),
            f"; {__file__} is not shown to it, beside the system's",
        ),
    ],
)
def test_what_does_not_start_inside_is_told_like_anything_else(spec: BotSpec, message: str) -> None:
    with pytest.raises(StartupError) as error:
        ProgramSeat.start(spec, LOCKED_IN)
    assert message in str(error.value)


@inside
def test_a_script_finds_the_environment_beside_it_or_above(tmp_path: Path) -> None:
    """Its own packages, and the interpreter that they belong to, wherever that lies; so does scripts/cardgames."""
    env = tmp_path / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(env)], check=True)
    (tmp_path / "scripts").mkdir()
    for script in (tmp_path / "scripts" / "run", tmp_path / "run"):
        script.write_text(f"#!/bin/sh\nexec {env}/bin/python -E -S {shlex.quote(f'{FOLDER}/good.py')}\n")
        script.chmod(0o755)
        # The bot itself is named, as any file that a bot needs.
        assert heard(BotSpec("x", (str(script), f"--file={FOLDER}/good.py")), LOCKED_IN) == ""


@inside
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("segfaults", "exit status 139 (signal SIGSEGV)"),
        ("exits", "exit status 3; stderr: first words | last words"),
        # Nobody else inside holds what it has closed.
        ("closes_stdout", "its output ended: the process still runs"),
    ],
)
def test_how_a_bot_ended_inside_is_known(name: str, told: str) -> None:
    seat = ProgramSeat.start(bad_bot(name), LOCKED_IN)
    other = PlayerSeat(BotSpec("random", player="random"))
    try:
        report = play_game([seat, other], setup_of("kroket", clock=PATIENT["kroket"]))
    finally:
        seat.close()
    assert report.outcome.reason == "crash"
    assert told in report.faults[0].detail


JAVA = r"""
import java.io.*;
public class Fox {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("quit")) return;
            System.out.print(answer(words));
            System.out.flush();
        }
    }
    static String answer(String[] words) {
        switch (words[0]) {
            case "cgp": return "id name fox\ngames kroket\ncgpok 1\n";
            case "isready": return "readyok\n";
            case "go":
                int at = 0;
                while (!words[at].equals("moves")) at++;
                return "bestmove " + words[at + 1] + " " + words[1] + "\n";
            default: return "";
        }
    }
}
"""
