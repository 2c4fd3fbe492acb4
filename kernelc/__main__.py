"""`python -m kernelc …` is the command line."""

import sys

from kernelc.cli import main

if __name__ == "__main__":
    sys.exit(main())
