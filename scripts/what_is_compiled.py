"""Says which modules of the installed cardgames are machine code; fails if one is not that the build hook compiles."""

import sys
from importlib import import_module
from pathlib import Path

from build_hook import COMPILED, sources


def main() -> int:
    root = Path(__file__).resolve().parents[1]
    names = [".".join(source.relative_to(root).with_suffix("").parts) for source in sources(root)]
    files = {name: str(import_module(name).__file__) for name in names}
    if pure := [file for file in files.values() if file.endswith(".py")]:
        print(f"not compiled: {', '.join(pure)}", file=sys.stderr)
        return 1
    folder = Path(files[names[0]]).parents[1]
    print(f"{len(files)} modules are compiled in {folder} ({', '.join(COMPILED)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
