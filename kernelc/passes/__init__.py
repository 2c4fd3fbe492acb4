"""Passes over MIR: one a file, listed in `table`, run by `manager`."""
