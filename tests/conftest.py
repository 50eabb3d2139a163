"""What every test may count on, however the tests were started."""

import os
import signal

# It would hide bots that never flush.
os.environ.pop("PYTHONUNBUFFERED", None)

# In a job in the background of a script SIGINT is ignored, here and in whatever is started from here.
signal.signal(signal.SIGINT, signal.default_int_handler)
