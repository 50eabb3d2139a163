"""Who meets whom: round robin, gauntlet, Swiss, knockout; when a match may end early."""
