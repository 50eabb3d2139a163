"""The expert at Crapette."""
