"""The built-in players and the rules as a program on stdin and stdout."""
