# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the functions of a C++ or Python file and the lines they take."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from scripts.rules.source import Source


@dataclass(frozen=True)
class Function:
    name: str
    first_line: int
    last_line: int

    @property
    def length(self) -> int:
        return self.last_line - self.first_line + 1


# A class head has no parentheses after the keyword, except alignas(...), attributes and macros in capitals.
_CLASS_HEAD = re.compile(
    r"\b(?:class|struct|union|enum)\b(?:\s*(?:alignas\s*\([^()]*(?:\([^()]*\))?[^()]*\)|\[\[[^\]]*\]\]|[A-Z_]+\([^()]*\)))*[^()]*$"
)
_NAMESPACE_HEAD = re.compile(r"\bnamespace\b|\bextern\s*\"\s*\"\s*$")
_NAME = re.compile(r"([\w~]+(?:\s*::\s*[\w~]+)*|operator\s*[^\s(]+|operator\s*\(\s*\))\s*\(")


def cpp_functions(source: Source) -> list[Function]:
    """Functions at namespace or class scope; a lambda counts with the function around it."""
    code = _without_directives(source.code)
    functions: list[Function] = []
    kinds: list[str] = []  # what each open brace belongs to: scope, function or other
    open_functions: list[tuple[str, int]] = []
    head_start = 0
    for offset, char in enumerate(code):
        in_scope = all(kind == "scope" for kind in kinds)
        if char == "{":
            head = code[head_start:offset]
            kind = _kind(head) if in_scope else "other"
            if kind == "function":
                start = head_start + len(head) - len(head.lstrip())
                open_functions.append((_function_name(head), source.line_of(start)))
            kinds.append(kind)
            head_start = offset + 1
        elif char == "}" and kinds:
            if kinds.pop() == "function":
                name, first = open_functions.pop()
                functions.append(Function(name, first, source.line_of(offset)))
            head_start = offset + 1
        elif char == ";" or (char == ":" and _ends_access_specifier(code, head_start, offset)):
            head_start = offset + 1
    return functions


def python_functions(source: Source) -> list[Function]:
    functions = []
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(Function(node.name, node.lineno, node.end_lineno or node.lineno))
    return functions


def _kind(head: str) -> str:
    if re.search(r"\bconcept\b", head):
        return "other"
    if _NAMESPACE_HEAD.search(head) or _CLASS_HEAD.search(head):
        return "scope"
    return "function" if "(" in head else "other"


def _function_name(head: str) -> str:
    """The name before the first parameter list, which is not that of a requires-clause, an attribute or alignas."""
    for match in _NAME.finditer(head):
        name = " ".join(match.group(1).split())
        if name not in ("requires", "alignas", "decltype", "noexcept", "explicit", "__attribute__", "sizeof"):
            return name
    return "a function"


def _ends_access_specifier(code: str, start: int, offset: int) -> bool:
    return bool(re.fullmatch(r"\s*(?:public|private|protected)\s*", code[start:offset]))


def _without_directives(code: str) -> str:
    """Preprocessor lines (with their continuations) blanked: a macro's braces need not balance."""
    lines = code.split("\n")
    continued = False
    for index, line in enumerate(lines):
        directive = continued or line.lstrip().startswith("#")
        continued = directive and line.rstrip().endswith("\\")
        if directive:
            lines[index] = " " * len(line)
    return "\n".join(lines)
