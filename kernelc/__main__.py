"""`python -m kernelc …` is the command line."""

from kernelc.cli import run

if __name__ == "__main__":
    run()
