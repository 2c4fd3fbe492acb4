"""The five jobs that every system is given: after `Problem(name, size)`, inputs are there and `check` says whether an answer is NumPy's.

Shared by kernelc's side and by the peers' interpreters, so it needs NumPy and nothing of ours.
"""

from __future__ import annotations

import numpy as np

SIZES = {"saxpy": 10**6, "sum": 10**6, "softmax": 1024, "matmul": 512, "mandelbrot": 512}
"""Elements; rows of `WIDTH`; the side of square matrices; the side of a square picture."""
POWER = {"saxpy": 1, "sum": 1, "softmax": 1, "matmul": 3, "mandelbrot": 2}
"""Work grows with this power of the size."""
WIDTH = 1024
FACTOR = 2.0
LIMIT = 100
LEFT, TOP, EXTENT = -2.0, -1.5, 3.0
TOLERANCE = 1e-5
"""Relative, for sums in another order and other exponential functions."""
PIXELS = 0.005
"""Share of the picture's numbers that may differ: products that are contracted with a sum, or are not."""


class WrongAnswer(Exception):
    """A system computed something else than NumPy."""


class Problem:
    """Inputs by name, and the shape and kind of the output."""

    def __init__(self, name: str, size: int = 0, limit: int = LIMIT) -> None:
        self.name, self.size, self.limit = name, size or SIZES[name], limit
        self.step = EXTENT / self.size
        generator = np.random.default_rng(7)
        shapes: dict[str, dict[str, tuple[int, ...]]] = {
            "saxpy": {"x": (self.size,), "y": (self.size,)},
            "sum": {"x": (self.size,)},
            "softmax": {"x": (self.size, WIDTH)},
            "matmul": {"a": (self.size, self.size), "b": (self.size, self.size)},
            "mandelbrot": {},
        }
        scale = 10 if name == "softmax" else 1
        self.inputs = {key: scale * generator.random(shape, dtype=np.float32) for key, shape in shapes[name].items()}

    def output(self) -> np.ndarray:
        """An array for the result, zeros (saxpy's is its `y`)."""
        shapes = {"sum": (1,), "softmax": (self.size, WIDTH), "matmul": (self.size,) * 2, "mandelbrot": (self.size,) * 2}
        if self.name == "saxpy":
            return self.inputs["y"].copy()
        return np.zeros(shapes[self.name], np.int32 if self.name == "mandelbrot" else np.float32)

    def check(self, found: np.ndarray) -> None:
        """Compares an answer. Raises `WrongAnswer`."""
        if self.name == "mandelbrot":
            rows = slice(None, None, max(1, self.size // 128))
            wrong = float((found[rows] != self.escape_times(rows)).mean())
            if found.shape != (self.size,) * 2 or wrong > PIXELS:
                raise WrongAnswer(f"{self.name}: {wrong:.2%} of the picture differ")
            return
        expected = self.expected()
        if found.shape != expected.shape or not np.allclose(found, expected, rtol=TOLERANCE, atol=0):
            raise WrongAnswer(f"{self.name}: the answer is not NumPy's")

    def expected(self) -> np.ndarray:
        """The answer in float64."""
        exact = {key: array.astype(np.float64) for key, array in self.inputs.items()}
        if self.name == "saxpy":
            return FACTOR * exact["x"] + exact["y"]
        if self.name == "sum":
            return np.array([exact["x"].sum()])
        if self.name == "softmax":
            powers = np.exp(exact["x"] - exact["x"].max(axis=1, keepdims=True))
            return powers / powers.sum(axis=1, keepdims=True)
        return exact["a"] @ exact["b"]

    def escape_times(self, rows: slice) -> np.ndarray:
        """Some rows of the picture, in float32."""
        places = np.arange(self.size, dtype=np.float32) * np.float32(self.step)
        re_c, im_c = np.meshgrid(np.float32(LEFT) + places, np.float32(TOP) + places[rows])
        counts = np.zeros(re_c.shape, np.int32)
        live = np.arange(counts.size)
        re_c, im_c = re_c.ravel(), im_c.ravel()
        re, im = np.zeros_like(re_c), np.zeros_like(im_c)
        for _ in range(self.limit):
            inside = re * re + im * im <= 4
            live, re, im, re_c, im_c = (each[inside] for each in (live, re, im, re_c, im_c))
            counts.ravel()[live] += 1
            re, im = re * re - im * im + re_c, 2 * re * im + im_c
        return counts
