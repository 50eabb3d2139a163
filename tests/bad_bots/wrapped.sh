#!/bin/sh
# A shell that starts the bot, waits for it, and has something to do afterwards: not the bot itself gets SIGTERM.
"$@"
echo "the bot has ended" >&2
sleep 600
