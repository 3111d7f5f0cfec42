# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists as Tcl writes them, which is what dg- directives are: words apart by blanks, in braces or in quotes."""

from __future__ import annotations

_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


def split(text: str) -> list[str]:
    """The words of a list. Braces keep what is inside as it is; quotes and bare words have backslashes resolved."""
    words: list[str] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        read = {"{": _braced, '"': _quoted}.get(text[at], _bare)
        word, at = read(text, at)
        words.append(word)
    return words


def closing_brace(text: str, at: int) -> int:
    """The index of the brace that closes the one at `at`; -1 if there is none."""
    depth = 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return -1


def _braced(text: str, at: int) -> tuple[str, int]:
    end = closing_brace(text, at)
    return (text[at + 1 :], len(text)) if end < 0 else (text[at + 1 : end], end + 1)


def _quoted(text: str, at: int) -> tuple[str, int]:
    return _resolve(text, at + 1, lambda mark: mark == '"')


def _bare(text: str, at: int) -> tuple[str, int]:
    word, end = _resolve(text, at, str.isspace)
    return word, end


def _resolve(text: str, at: int, ends: object) -> tuple[str, int]:
    assert callable(ends)
    word = ""
    while at < len(text) and not ends(text[at]):
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
            word += _ESCAPES.get(text[at], text[at])
        else:
            word += text[at]
        at += 1
    return word, at + 1
