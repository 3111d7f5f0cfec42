# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A C++ file as the rules see it: the same lines three times, as written, as code alone and as comments alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

CPP_SUFFIXES = (".h", ".hpp", ".def", ".inc", ".c", ".cpp", ".cc")

# A comment, a raw string, a string or a character; a digit separator (1'000) starts no character.
_TOKEN = re.compile(
    r"""(?P<comment>//(?:[^\n\\]|\\\n|\\.)*|/\*.*?\*/)
      | (?P<raw>R"(?P<fence>[^()\\\s]*)\(.*?\)(?P=fence)")
      | (?P<string>"(?:[^"\\\n]|\\.)*")
      | (?P<char>(?<![0-9A-Za-z_])(?:u8|u|U|L)?'(?:[^'\\\n]|\\.)+')""",
    re.DOTALL | re.VERBOSE,
)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


@dataclass(frozen=True)
class Source:
    """One file. `path` is relative to the root of the tree, with forward slashes."""

    path: str
    text: str

    @classmethod
    def read(cls, root: Path, file: Path) -> Source:
        return cls(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8", errors="replace"))

    @property
    def layer(self) -> str | None:
        """The folder under src/ that the file is in, or None for a file elsewhere."""
        parts = self.path.split("/")
        return parts[1] if len(parts) > 2 and parts[0] == "src" else None

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def code(self) -> str:
        """The text with comments blanked and strings emptied; every character keeps its place."""

        def replace(match: re.Match[str]) -> str:
            token = match.group()
            if match.lastgroup == "comment" or match.group("comment"):
                return _blank(token)
            return token[0] + _blank(token[1:-1]) + token[-1]

        return _TOKEN.sub(replace, self.text)

    @cached_property
    def code_lines(self) -> list[str]:
        return self.code.split("\n")

    @cached_property
    def uncommented_lines(self) -> list[str]:
        """Like code_lines, but strings are kept: for #include and extern "C"."""
        text = _TOKEN.sub(lambda m: _blank(m.group()) if m.group("comment") else m.group(), self.text)
        return text.split("\n")

    @cached_property
    def comment_lines(self) -> list[str]:
        """For each line, the text of the comments on it."""
        kept = list(_blank(self.text))
        for match in _TOKEN.finditer(self.text):
            if match.group("comment"):
                kept[match.start() : match.end()] = match.group()
        return "".join(kept).split("\n")

    def line_of(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1

    def is_comment_only(self, line: int) -> bool:
        """True for a line (counted from 1) that holds a comment and no code."""
        return not self.code_lines[line - 1].strip() and bool(self.comment_lines[line - 1].strip())
