"""Memory accesses: where they go, whether they may, rows of lanes, and the threads' own cells."""
