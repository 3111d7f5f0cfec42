# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From code addresses to files and lines (addr2line), and from the addresses of criticals to their names (nm)."""

import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from muster.ledger.elf import has_symbol, load_bias
from muster.ledger.reader import Module

# GCC's symbol of a named critical construct, and Clang's.
CRITICAL_NAME = re.compile(r"\.gomp_critical_user_(\w+?)(?:\.AS\d+)?(?:\.var)?$")

# What addr2line says behind a line that has several blocks of code.
DISCRIMINATOR = re.compile(r" \(discriminator \d+\)$")


@dataclass(frozen=True)
class Place:
    """Where a construct is. `line` is 0 and `file` the object file where there is no debug information.

    `address` is there where the function has no name either; `addr2line -e FILE ADDRESS` takes it. `near` is the
    function with a name before it, which often is of the same source.
    """

    file: str
    line: int
    function: str
    address: int = 0
    near: str = ""

    def __str__(self) -> str:
        name = Path(self.file).name if self.file else "?"
        if self.line:
            return f"{name}:{self.line}"
        if self.function:
            return f"{self.function} in {name}"
        near = f"near {self.near} in " if self.near else ""
        return f"{near}{name}+{self.address:#x}" if self.address else name


# What a cell of a table can have of a function's name; generated names differ at their ends.
BRIEF = 40


def brief(place: Place) -> str:
    """The place for a table: without the types of arguments, and of a long name the end."""
    name = place.function.partition("(")[0] or place.function
    short = name if len(name) <= BRIEF else f"...{name[3 - BRIEF :]}"
    return str(replace(place, function=short))


NOWHERE = Place("", 0, "")


class Places:
    """All addresses of a ledger, translated with one call of addr2line for each file."""

    def __init__(self, modules: Iterable[Module], returns: Iterable[int], functions: Iterable[int] = ()) -> None:
        """`returns` are addresses to which calls return, `functions` addresses of functions."""
        self._modules = list(modules)
        self._found: dict[int, Place] = {}
        by_file: dict[str, list[tuple[int, int]]] = defaultdict(list)
        # The call is before the address to which it returns.
        before = dict.fromkeys(sorted(set(returns)), 1) | dict.fromkeys(sorted(set(functions)), 0)
        for code, less in before.items():
            if (module := self._module_of(code)) is not None:
                bias = load_bias(Path(module.path), module.begin, module.offset)
                by_file[module.path].append((code, code - less - (bias if bias is not None else module.begin)))
        for path, pairs in by_file.items():
            for (code, _), place in zip(pairs, translate(path, [address for _, address in pairs]), strict=True):
                self._found[code] = place

    def of(self, code: int) -> Place:
        return self._found.get(code, NOWHERE)

    def name_of_critical(self, address: int) -> str:
        """The name in parentheses of a critical construct; empty for the unnamed ones, or where it is not known."""
        for module in self._modules:
            bias = load_bias(Path(module.path), module.begin, module.offset)
            if bias is not None and (symbol := _criticals(module.path).get(address - bias)) is not None:
                match = CRITICAL_NAME.match(symbol)
                return match.group(1) if match else ""
        return ""

    def _module_of(self, code: int) -> Module | None:
        return next((module for module in self._modules if module.begin <= code < module.end), None)


def _run(command: list[str]) -> list[str]:
    if shutil.which(command[0]) is None:
        return []
    result = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
    return result.stdout.splitlines()


def translate(path: str, addresses: list[int]) -> list[Place]:
    """The places of addresses in a program or library, as its linker has them."""
    lines = _run(["addr2line", "-f", "-C", "-e", path, *(hex(address) for address in addresses)])
    if len(lines) != 2 * len(addresses):
        return [Place(path, 0, "", address) for address in addresses]
    found = zip(addresses, lines[::2], lines[1::2], strict=True)
    return [_place(path, address, name, where) for address, name, where in found]


def _place(path: str, address: int, function: str, where: str) -> Place:
    file, _, line = DISCRIMINATOR.sub("", where).rpartition(":")
    name = "" if function == "??" else function.partition("._omp_fn")[0]
    if file not in ("", "??") and line.isdigit() and line != "0":
        return Place(file, int(line), name)
    # Of a function without a name addr2line tells the one with a name before it, as if it were that one.
    if not name or has_symbol(path, address) is False:
        return Place(path, 0, "", address, name.partition("(")[0] or name)
    return Place(path, 0, name)


@lru_cache(maxsize=64)
def _criticals(path: str) -> dict[int, str]:
    found = {}
    for line in _run(["nm", path]):
        words = line.split()
        if len(words) == 3 and ".gomp_critical_user_" in words[2]:
            found[int(words[0], 16)] = words[2]
    return found
