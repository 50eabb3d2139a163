"""What is laid out for a bot's user, and what is said where that cannot be. As root, in processes of their own."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgames.bots.isolation.mapped_mounts import OutOfReachError, check, lay_out, staged
from cardgames.bots.isolation.privileges import FIRST_USER, NOBODY, give_up_privileges, out_of_reach, user_of_bot

as_root = pytest.mark.skipif(user_of_bot(os.getpid()) is None, reason="only root can lay anything out")


def in_another_process(act: Callable[[], str]) -> str:
    """What a function returns, or the text of the error, in a fork whose mounts and user are its own."""
    told, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(tell, act().encode())
        except (OSError, OutOfReachError) as error:
            os.write(tell, repr(error).encode())
        finally:
            os._exit(0)
    os.close(tell)
    with os.fdopen(told) as file:
        text = file.read()
    os.waitpid(pid, 0)
    return text


def read_as_a_bot(folder: Path) -> str:
    user = user_of_bot(os.getpid())
    assert user is not None
    lay_out([str(folder), str(folder / "file")], user)
    give_up_privileges(user)
    check([str(folder), str(folder / "file")])
    try:
        Path(staged(0), "new").touch()
    except OSError as error:
        return f"{Path(staged(0), 'file').read_text()} {Path(staged(1)).read_text()} {os.strerror(error.errno or 0)}"
    return "written"


def closed_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir(mode=0o700)
    (folder / "file").write_text("read")
    (folder / "file").chmod(0o600)
    return folder


@as_root
def test_a_folder_for_its_owner_only_is_the_bots_to_read(tmp_path: Path) -> None:
    folder = closed_folder(tmp_path)
    told = in_another_process(lambda: read_as_a_bot(folder))
    if "OutOfReachError" in told:
        pytest.skip("the file system of temporary files cannot map owners here")
    assert told == "read read Read-only file system"
    assert [path.name for path in folder.iterdir()] == ["file"]


@as_root
def test_where_owners_cannot_be_mapped_the_modes_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old kernel, an overlay: what everybody may read is shown, and what not is named."""

    def refuse(*_: object) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr("cardgames.bots.isolation.mapped_mounts.protect_mount", refuse)
    folder = closed_folder(tmp_path)
    told = in_another_process(lambda: read_as_a_bot(folder))
    assert told.startswith(f"OutOfReachError('{folder}', ")
    folder.chmod(0o755)
    (folder / "file").chmod(0o644)
    assert in_another_process(lambda: read_as_a_bot(folder)) == "read read Read-only file system"


@as_root
def test_what_others_cannot_reach_is_found(tmp_path: Path) -> None:
    folder = closed_folder(tmp_path)
    assert out_of_reach(("/", "/usr", str(folder))) == str(folder)
    assert out_of_reach(("/", "/usr")) is None


@pytest.mark.parametrize(
    ("rows", "user"),
    [
        ("0 0 4294967295\n", FIRST_USER + 7),
        ("0 100000 65536\n", NOBODY),
        ("0 1000 1\n1 100000 65536\n", NOBODY),
        ("0 1000 1\n", None),
        ("", None),
    ],
)
def test_who_there_is_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: str, user: int | None) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("cardgames.bots.isolation.privileges.ON_LINUX", True)
    (tmp_path / "map").write_text(rows)
    assert user_of_bot(7, [str(tmp_path / "map")] * 2) == user
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert user_of_bot(7, [str(tmp_path / "map")] * 2) is None
