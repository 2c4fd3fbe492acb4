"""Shrinks a failing program: leaves out balanced pieces of text, and puts parts of expressions in their place, while the failure stays."""

from __future__ import annotations

import time

OPEN, CLOSE = "([{", ")]}"


def shrink(text, fails, seconds=60.0):
    """The smallest text found, within the time, of which `fails` still says true."""
    end = time.monotonic() + seconds
    changed = True
    while changed:
        changed = False
        for candidate in candidates(text):
            if time.monotonic() > end:
                return text
            if len(candidate) < len(text) and fails(candidate):
                text, changed = candidate, True
                break
    return text


def candidates(text):
    """Smaller texts, the boldest first."""
    yield from fewer_lines(text)
    yield from smaller_groups(text)


def fewer_lines(text):
    """Without some lines that are balanced together, and blocks unwrapped."""
    lines = text.split("\n")
    spans = []
    for first in range(len(lines)):
        depth = 0
        for last in range(first, len(lines)):
            depth += balance(lines[last])
            if depth == 0:
                spans.append((first, last))
                break
            if depth < 0:
                break
    spans.sort(key=lambda s: s[0] - s[1])
    for first, last in spans:
        yield "\n".join(lines[:first] + lines[last + 1 :])
        if last > first:
            yield "\n".join(lines[:first] + lines[first + 1 : last] + lines[last + 1 :])


def balance(line):
    return sum([(c in OPEN) - (c in CLOSE) for c in line])


def smaller_groups(text):
    """A bracketed group replaced by a group inside it, or by a plain value."""
    groups = sorted(bracketed(text), key=lambda g: g[0] - g[1])
    for start, end in groups:
        if text[start] != "(":
            continue
        for a, b in groups:
            if start < a and b < end and text[a] == "(":
                yield text[:start] + text[a:b] + text[end:]
        for value in ("(0)", "(1)", "true", "(1.5)"):
            if end - start > len(value):
                yield text[:start] + value + text[end:]


def bracketed(text):
    """(start, end) of every bracketed group."""
    out, stack = [], []
    for i, c in enumerate(text):
        if c in OPEN:
            stack.append(i)
        elif c in CLOSE and stack:
            out.append((stack.pop(), i + 1))
    return out
