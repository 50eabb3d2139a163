"""Where things lie: folders of few modules, tests in the folders of what they test, and no test that can only raise."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_MODULES = 20
NOT_OF_THE_PRODUCT = {"bad_bots", "data", "reference", "scripts"}
"""Folders of tests/ that are no folders of cardgames/."""
TEST_FILES = sorted((ROOT / "tests").rglob("test_*.py"))


def folders(below: Path) -> Iterator[Path]:
    """The packages from `below` on."""
    for init in sorted(below.rglob("__init__.py")):
        yield init.parent


def test_no_folder_has_more_modules_than_can_be_taken_in() -> None:
    counts = {
        str(folder.relative_to(ROOT)): len(list(folder.glob("*.py"))) - 1 for folder in folders(ROOT / "cardgames")
    }
    assert len(counts) > 30
    assert {folder: count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_tests_lie_in_the_folders_of_what_they_test() -> None:
    found = {folder.relative_to(ROOT / "tests") for folder in folders(ROOT / "tests")}
    known = {folder.relative_to(ROOT / "cardgames") for folder in folders(ROOT / "cardgames")}
    assert {str(folder) for folder in found - known if folder.parts[0] not in NOT_OF_THE_PRODUCT} == set()


# -- every test asserts something


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Those of a module and the methods of its classes."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def called(function: ast.FunctionDef) -> Iterator[str]:
    """The names of the functions and methods that it calls."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def asserts(function: ast.FunctionDef) -> bool:
    """Whether it does itself: with `assert`, or with `pytest.raises` and the like."""
    found = {"raises", "fail", "warns"} & set(called(function))
    return bool(found) or any(isinstance(node, ast.Assert) for node in ast.walk(function))


class Helpers:
    """The functions below tests/ that a module may call, and which of them assert."""

    def __init__(self) -> None:
        trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "tests").rglob("*.py")}
        self.own = {path: {each.name: each for each in functions(tree)} for path, tree in trees.items()}
        self.imported = {path: set(self._imported(tree)) for path, tree in trees.items()}

    def _imported(self, tree: ast.Module) -> Iterator[Path]:
        """The modules below tests/ that it imports from."""
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
                yield ROOT.joinpath(*str(node.module).split(".")).with_suffix(".py")

    def asserted(self, path: Path, name: str, seen: frozenset[tuple[Path, str]] = frozenset()) -> bool:
        """Whether the function of this name, as the module at `path` knows it, asserts or calls one that does."""
        if (path, name) in seen:
            return False
        seen |= {(path, name)}
        function = self.own.get(path, {}).get(name)
        if function is not None:
            return asserts(function) or any(self.asserted(path, each, seen) for each in called(function))
        return any(
            self.asserted(other, name, seen) for other in self.imported.get(path, ()) if name in self.own.get(other, {})
        )


def test_every_test_asserts_something() -> None:
    """What only must not raise says what holds afterwards."""
    helpers = Helpers()
    tests = [(path, name) for path in TEST_FILES for name in helpers.own[path] if name.startswith("test_")]
    assert len(tests) > 1000
    assert [f"{path.name}::{name}" for path, name in tests if not helpers.asserted(path, name)] == []
