"""Games played through a pipe in this process."""

from collections.abc import Callable
from pathlib import Path
from shlex import split

from tests.cli.shell import Answer, Shell


class PipedPlay:
    """Runs `cardgames play` with lines for its input.

    Attributes:
        home: the data folder.
    """

    def __init__(self, home: Path, shell: Shell, with_input: Callable[[str], None]) -> None:
        self.home = home
        self._shell = shell
        self._with_input = with_input

    def __call__(self, args: str, *lines: str, more: tuple[str, ...] = ()) -> Answer:
        self._with_input("".join(f"{line}\n" for line in lines))
        return self._shell("play", *split(args), *more)

    def out(self, args: str, *lines: str, more: tuple[str, ...] = ()) -> str:
        """What is printed by a game in which nothing goes wrong."""
        answer = self(args, *lines, more=more)
        assert (answer.status, answer.err) == (0, ""), answer
        return answer.out

    @property
    def saves(self) -> list[str]:
        """The games that are kept, as `--load` takes them."""
        folder = self.home / "saves"
        return sorted(path.stem for path in folder.glob("*.save")) if folder.is_dir() else []


def after(out: str, line: str) -> list[str]:
    """The lines printed between one that was typed and the next, the prompt with the typed line left out."""
    lines = out.splitlines()
    (start,) = [at for at, text in enumerate(lines) if text.endswith(f"> {line}")]
    rest = lines[start + 1 :]
    end = next((at for at, text in enumerate(rest) if "> " in text[:20] and not text.startswith("> ")), len(rest))
    return rest[:end]
