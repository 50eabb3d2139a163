"""Does a bot keep to the protocol? The steps of `check`."""
