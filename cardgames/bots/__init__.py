"""A bot at the table: its process, its wires, its seat, its faults."""
