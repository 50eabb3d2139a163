"""The settings of a tournament, from a command line or a file to one checked config."""
