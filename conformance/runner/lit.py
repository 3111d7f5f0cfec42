# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What LLVM's test driver, lit 18, reads in a test: its RUN lines, and for which compilers and machines it is."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet


def run_lines(text: str) -> list[str]:
    """The commands of a test; a backslash at the end of a line goes on in the next RUN line."""
    commands: list[str] = []
    goes_on = False
    for line in text.splitlines():
        found = re.search(r"RUN:\s*(.*?)\s*$", line)
        if found is None:
            continue
        words = found.group(1)
        if goes_on:
            commands[-1] += " " + words.removesuffix("\\")
        else:
            commands.append(words.removesuffix("\\"))
        goes_on = words.endswith("\\")
    return commands


def unmet(text: str, present: AbstractSet[str]) -> str:
    """Why the test is not for this compiler or machine; nothing if it is."""
    for item in _items(text, "REQUIRES"):
        if not _holds(item, present):
            return f"needs {item}"
    excluded = _first(text, "UNSUPPORTED", present)
    return f"not for {excluded}" if excluded else ""


def expected_to_fail(text: str, present: AbstractSet[str]) -> str:
    """What its authors expect it to fail with; nothing if they expect it to pass."""
    return _first(text, "XFAIL", present)


def _first(text: str, keyword: str, present: AbstractSet[str]) -> str:
    return next((item for item in _items(text, keyword) if _holds(item, present)), "")


def _items(text: str, keyword: str) -> list[str]:
    lines = re.findall(rf"\b{keyword}:(.*)", text)
    return [item.strip() for line in lines for item in line.split(",") if item.strip()]


def _holds(item: str, present: AbstractSet[str]) -> bool:
    if item.startswith("!"):
        return not _holds(item[1:].strip(), present)
    return item in ("true", "*") or item in present
