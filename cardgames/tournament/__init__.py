"""Many games: settings, formats, ratings, the run, its results. What a program needs of them can be had from here.

config = make_config("kroket", ["greedy", "fox=node fox.js"], games=20, seed="1")
print(result_text(run_tournament(config, Path("results/fox"))))

make_config, load_config                settings, from arguments or from a tournament file: a `Config`
run_tournament, resume_tournament       play it: a `Result`, with an `Observer` and a `StopRequest` if need be
read_result                             the `Result` of a folder, also while it is being played
result_text, result_object              the result as text, and as `--json` has it
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgames.tournament.config.config import Config
    from cardgames.tournament.config.from_arguments import make_config
    from cardgames.tournament.config.toml_reader import load_config
    from cardgames.tournament.results.result import Result
    from cardgames.tournament.results.result_object import result_object
    from cardgames.tournament.results.result_text import result_text
    from cardgames.tournament.run.interrupts import StopRequest
    from cardgames.tournament.run.observer import Observer
    from cardgames.tournament.run.tournament import BrokenOffError, resume_tournament, run_tournament
    from cardgames.tournament.storage.recount import read_result

__all__ = [
    "BrokenOffError",
    "Config",
    "Observer",
    "Result",
    "StopRequest",
    "load_config",
    "make_config",
    "read_result",
    "result_object",
    "result_text",
    "resume_tournament",
    "run_tournament",
]

# Each is imported when it is asked for: whoever imports one module of this package does not pay for all of them.
_MODULES = {
    "config.config": ("Config",),
    "config.from_arguments": ("make_config",),
    "config.toml_reader": ("load_config",),
    "results.result": ("Result",),
    "results.result_object": ("result_object",),
    "results.result_text": ("result_text",),
    "run.interrupts": ("StopRequest",),
    "run.observer": ("Observer",),
    "run.tournament": ("BrokenOffError", "resume_tournament", "run_tournament"),
    "storage.recount": ("read_result",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
