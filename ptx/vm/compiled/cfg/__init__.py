"""A kernel as basic blocks: read from PTX, with calls inlined or shared, put in order, and changed where that makes it better or compilable."""
