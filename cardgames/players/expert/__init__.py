"""What the experts of all games share: how they are set, how long they search, how skilled they are."""
