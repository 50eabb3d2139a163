"""What `--json` prints: one object in one line."""

from collections.abc import Mapping


def print_json(fields: Mapping[str, object]) -> None:
    """Prints one line of JSON (RFC 8259). Raises ValueError for a number that JSON does not have."""
    # Imported here: only programs ask for it.
    import json

    print(json.dumps(fields, allow_nan=False))
