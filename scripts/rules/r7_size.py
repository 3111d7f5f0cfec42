# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R7: a function of over 60 lines or a file of over 400 wants a reason: a comment `R7: reason`.

A file gives it in its first 30 lines, a function in the comment directly above it or on one of its first 3 lines.
Python is held to the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.rules.finding import Finding
from scripts.rules.functions import Function, cpp_functions, python_functions
from scripts.rules.source import Source
from scripts.rules.tree import Tree

MAX_FUNCTION_LINES = 60
MAX_FILE_LINES = 400
_FILE_HEAD_LINES = 30
_FUNCTION_HEAD_LINES = 3
_REASON = re.compile(r"(?://|/\*|#|\*)\s*R7: \w+")


def check(tree: Tree) -> Iterator[Finding]:
    for source in tree.cpp_sources:
        yield from _check_file(source)
        if not source.path.endswith((".def", ".inc")):
            yield from _check_functions(source, cpp_functions(source))
    for source in tree.python_sources:
        yield from _check_file(source)
        yield from _check_functions(source, python_functions(source))


def _check_file(source: Source) -> Iterator[Finding]:
    length = len(source.text.splitlines())
    head = source.lines[:_FILE_HEAD_LINES]
    if length > MAX_FILE_LINES and not any(_REASON.search(line) for line in head):
        what = f"a file of {length} lines (more than {MAX_FILE_LINES})"
        next_step = "split it by idea, or say why not in its head: `R7: reason`"
        yield Finding(source.path, 1, "R7", what, next_step)


def _check_functions(source: Source, functions: list[Function]) -> Iterator[Finding]:
    for function in functions:
        if function.length > MAX_FUNCTION_LINES and not _has_reason(source, function):
            what = f"{function.name} has {function.length} lines (more than {MAX_FUNCTION_LINES})"
            next_step = "split it, or say why not in the comment above it: `R7: reason`"
            yield Finding(source.path, function.first_line, "R7", what, next_step)


def _has_reason(source: Source, function: Function) -> bool:
    first = function.first_line
    head = source.lines[first - 1 : first - 1 + _FUNCTION_HEAD_LINES]
    above = first - 1
    while above >= 1 and source.lines[above - 1].lstrip().startswith(("//", "#", "*", "/*", "@")):
        head.append(source.lines[above - 1])
        above -= 1
    return any(_REASON.search(line) for line in head)
