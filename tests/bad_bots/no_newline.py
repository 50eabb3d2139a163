"""Never ends its line."""

from bot import run, say

run(go=lambda answer: say(answer[:-1]))
