# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a shared library exports and needs, as told by binutils (readelf reads any architecture)."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# Num: Value Size Type Bind Vis Ndx Name, with Name `symbol`, `symbol@NODE` or `symbol@@NODE`, maybe followed by `(3)`.
_SYMBOL = re.compile(
    r"^\s*\d+:\s+(?P<value>[0-9a-f]+)\s+\S+\s+(?P<type>\S+)\s+(?P<bind>\S+)\s+(?P<vis>\S+)"
    r"(?:\s+\[[^\]]*\])?\s+(?P<section>\S+)\s+(?P<name>\S+)"
)


@dataclass(frozen=True)
class Symbol:
    """One entry of a symbol table."""

    name: str
    node: str  # "" without a version
    default: bool  # named with @@, or without a version
    type: str  # FUNC, OBJECT, TLS, NOTYPE
    bind: str  # GLOBAL, WEAK, LOCAL
    address: int
    defined: bool


def readelf(path: Path, *options: str) -> str:
    """Runs readelf; raises CalledProcessError if the file is not ELF."""
    return subprocess.run(["readelf", "--wide", *options, str(path)], check=True, capture_output=True, text=True).stdout


def _parse(lines: Iterable[str]) -> list[Symbol]:
    symbols: list[Symbol] = []
    for line in lines:
        match = _SYMBOL.match(line)
        if match is None or match["type"] in ("SECTION", "FILE"):
            continue
        name, at, node = match["name"].partition("@")
        symbols.append(
            Symbol(
                name=name,
                node=node.lstrip("@"),
                default=not at or node.startswith("@"),
                type=match["type"],
                bind=match["bind"],
                address=int(match["value"], 16),
                defined=match["section"] not in ("UND", "ABS"),
            )
        )
    return symbols


def dynamic_symbols(path: Path) -> list[Symbol]:
    """All of .dynsym, imports included."""
    return _parse(readelf(path, "--dyn-syms").splitlines())


def static_symbols(path: Path) -> list[Symbol]:
    """All of .symtab; empty if the file is stripped."""
    text = readelf(path, "--symbols")
    start = text.find("Symbol table '.symtab'")
    return _parse(text[start:].splitlines()) if start >= 0 else []


def exported(path: Path) -> set[tuple[str, str]]:
    """(symbol, node) of everything the library defines for others."""
    return {(s.name, s.node) for s in dynamic_symbols(path) if s.defined and s.bind in ("GLOBAL", "WEAK")}


def version_definitions(path: Path) -> dict[str, str]:
    """Each version node that the library defines, with its parent ("" for none); the base version is left out."""
    text = readelf(path, "--version-info")
    section = text[max(text.find("Version definition section"), 0) :].split("Version needs section")[0]
    nodes: dict[str, str] = {}
    last = ""
    for line in section.splitlines():
        if match := re.search(r"Flags: (\w+).*Name: (\S+)", line):
            last = "" if match[1] == "BASE" else match[2]
            if last:
                nodes[last] = ""
        elif last and (match := re.search(r"Parent \d+: (\S+)", line)):
            nodes[last] = match[1]
    return nodes


def dynamic_entries(path: Path) -> list[tuple[str, str]]:
    """(tag, value) of the dynamic section, such as ("NEEDED", "libc.so.6")."""
    entries: list[tuple[str, str]] = []
    for line in readelf(path, "--dynamic").splitlines():
        match = re.match(r"\s*0x[0-9a-f]+\s+\((\w+)\)\s+(.*)$", line)
        if match:
            bracketed = re.search(r"\[(.*)\]", match[2])
            entries.append((match[1], bracketed[1] if bracketed else match[2].strip()))
    return entries
