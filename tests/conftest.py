"""What every test may count on, however the tests were started."""

import os
import random
import signal

import pytest
from hypothesis import HealthCheck, settings

# It would hide bots that never flush.
os.environ.pop("PYTHONUNBUFFERED", None)

# In a job in the background of a script SIGINT is ignored, here and in whatever is started from here.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says how busy the machine is, not what the program does.
settings.register_profile("any load", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any load")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seed", type=int, help="seed of the random tests, those of hypothesis too; a fresh one if not given"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # The workers of xdist are started with the options as they stand here: all have the same seed.
    if config.option.seed is None:
        config.option.seed = random.SystemRandom().randrange(10**9)
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(config.option.seed)


def pytest_sessionstart(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"random tests have seed {session.config.option.seed}; --seed N gives them another")


@pytest.fixture(scope="session")
def run_seed(request: pytest.FixtureRequest) -> int:
    """The seed of this run, for tests that make random cases themselves."""
    seed: int = request.config.option.seed
    return seed
