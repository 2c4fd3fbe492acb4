"""Launches under a sanitizer: shadow memory, races, what nobody wrote, and counts."""
