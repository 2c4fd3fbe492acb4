"""The jobs in Quadrants: one thread, nothing kept on disk."""

import quadrants as ti

from tests.bench.peers.loops import table
from tests.bench.serving import serve

if __name__ == "__main__":
    ti.init(arch=ti.cpu, cpu_max_num_threads=1, offline_cache=False, log_level=ti.ERROR)
    serve("Quadrants", ".".join(map(str, ti.__version__)), table(ti))
