"""Is killed by a signal when it is asked."""

import os
import signal

from bot import run

run(go=lambda _: os.kill(os.getpid(), signal.SIGSEGV))
