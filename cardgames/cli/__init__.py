"""The command line: one module per command; the only home of Typer and Rich."""
