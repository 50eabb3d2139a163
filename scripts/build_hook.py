"""What a wheel gets beside the package's own files; hatchling calls this when it builds one (pyproject.toml).

It always gets the source of the bot that `cardgames bench referee` builds. With CARDGAMES_COMPILE=1 in the environment
it gets some modules as machine code as well, made by mypyc, which needs a C compiler:

    CARDGAMES_COMPILE=1 pip install .

The modules in Python stay beside them, and whatever imports them does not know the difference. Without it, the wheel
is pure Python and fits every machine.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "cardgames/cards/card.py",
    "cardgames/cards/pile.py",
    "cardgames/protocol/*.py",
    "cardgames/rules/*.py",
    "cardgames/games/registry.py",
    "cardgames/games/*/rules/*.py",
)
"""The hot paths. Left out are the dealer, whose time goes into SHA-256, and whatever is given a stand-in by tests or by
people: a class that is compiled cannot have a subclass that is not."""

BUILD_TOOLS = ("mypy>=2.4,<3", "setuptools>=65")


class Hook(BuildHookInterface[Any]):
    """For the target `wheel`."""

    _folder: str | None = None

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling."""
        return list(BUILD_TOOLS) if _is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds files before the wheel is written; `version` is `standard` or `editable`."""
        if version != "standard":
            return
        added = build_data["force_include"]
        added[str(Path(self.root, "scripts/bots/instant.c"))] = "cardgames/bench/instant.c"
        if not _is_wanted():
            return
        self._folder = tempfile.mkdtemp(prefix="cardgames-compile-")
        for built, path in compile_modules(Path(self.root), Path(self._folder)):
            added[str(built)] = path
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Cleans up once the wheel is written."""
        if self._folder is not None:
            shutil.rmtree(self._folder)


def _is_wanted() -> bool:
    return os.environ.get("CARDGAMES_COMPILE", "0") not in {"", "0"}


def sources(root: Path) -> list[Path]:
    """The modules that are compiled, in this project's folder."""
    return sorted(path for pattern in COMPILED for path in root.glob(pattern) if path.name != "__init__.py")


def compile_modules(root: Path, folder: Path) -> list[tuple[Path, str]]:
    """Compiles what is to be compiled, in `folder`. Each file that came of it, and its path in the wheel."""
    # Imported here: only this build has them.
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    modules = sources(root)
    before = Path.cwd()
    # mypy calls a module by its path from here.
    os.chdir(root)
    try:
        extensions = mypycify(
            ["--config-file=", f"--cache-dir={folder / 'mypy'}", *(str(path.relative_to(root)) for path in modules)],
            debug_level="0",
            group_name="cardgames",
            target_dir=str(folder / "c"),
        )
        command = build_ext(Distribution({"name": "cardgames", "ext_modules": extensions}))
        command.build_lib = str(folder / "lib")
        command.build_temp = str(folder / "temp")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    built = folder / "lib"
    found = [(path, str(path.relative_to(built))) for path in sorted(built.rglob("*")) if path.is_file()]
    print(f"compiled {len(modules)} modules for Python {sys.version_info[0]}.{sys.version_info[1]}", file=sys.stderr)
    return found
