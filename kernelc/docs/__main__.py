"""`python -m kernelc.docs [FOLDER]` writes the generated pages (default: the `docs` folder of the checkout)."""

import sys
from pathlib import Path

from kernelc.docs.pages import PAGES


def main() -> None:
    """Write every page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "docs"
    folder.mkdir(exist_ok=True)
    for name, make in PAGES.items():
        (folder / name).write_text(make(), encoding="utf-8")
        print(folder / name)


if __name__ == "__main__":
    main()
