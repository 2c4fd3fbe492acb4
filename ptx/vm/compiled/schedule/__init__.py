"""Running blocks and warps: the schedulers, barriers that Python decides, blocks that wait for each other, threads of the host."""
