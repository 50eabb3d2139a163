"""The built-in players of Crapette."""
