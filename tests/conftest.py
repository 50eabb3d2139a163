"""What every test may count on, however the tests were started."""

import os
import signal

from hypothesis import HealthCheck, settings

# It would hide bots that never flush.
os.environ.pop("PYTHONUNBUFFERED", None)

# In a job in the background of a script SIGINT is ignored, here and in whatever is started from here.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says how busy the machine is, not what the program does.
settings.register_profile("any load", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any load")
