"""Bots that do something wrong, one each. They are programs: nothing imports them, the tests start them."""
