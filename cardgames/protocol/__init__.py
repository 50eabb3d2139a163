"""CGP/1, the Card Game Protocol: messages to text and back, without any input or output."""
