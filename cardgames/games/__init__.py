"""The games there are, a folder each: rules, drawing, players. No game knows another."""
