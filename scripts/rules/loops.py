# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the loops of a C++ file: offset, header and body of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LOOP = re.compile(r"\b(?:(while|for)\s*\(|(do)\b)")
_OPENING = {"(": ")", "{": "}", "[": "]"}


@dataclass(frozen=True)
class Loop:
    offset: int
    header: str
    body: str


def find_loops(code: str) -> Iterator[Loop]:
    """`code` has no comments and empty strings. The `while` that ends a do-loop is part of that loop."""
    tails: set[int] = set()
    for match in _LOOP.finditer(code):
        if match.start() in tails:
            continue
        if match.group(2):
            body, after = _statement(code, match.end())
            tail = re.compile(r"\s*while\s*(?=\()").match(code, after)
            if tail is None:
                continue
            tails.add(tail.start() + tail.group().index("while"))
            yield Loop(match.start(), code[tail.end() : closing(code, tail.end()) + 1], body)
        else:
            opening = match.end() - 1
            end = closing(code, opening)
            yield Loop(match.start(), code[opening : end + 1], _statement(code, end + 1)[0])


def closing(code: str, opening: int) -> int:
    """Offset of the bracket that closes the one at `opening` (the end of the text when none does)."""
    stack: list[str] = []
    for offset in range(opening, len(code)):
        char = code[offset]
        if char in _OPENING:
            stack.append(_OPENING[char])
        elif stack and char == stack[-1]:
            stack.pop()
            if not stack:
                return offset
    return len(code) - 1


def _statement(code: str, start: int) -> tuple[str, int]:
    """The statement that begins at or after `start`, and the offset behind it."""
    while start < len(code) and code[start].isspace():
        start += 1
    offset = start
    while offset < len(code):
        char = code[offset]
        if char == ";":
            return code[start : offset + 1], offset + 1
        if char in _OPENING:
            offset = closing(code, offset)
            if char == "{":
                return code[start : offset + 1], offset + 1
        offset += 1
    return code[start:], len(code)
