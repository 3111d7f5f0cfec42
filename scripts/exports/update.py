#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Brings symbols.tsv in line with a built library: update.py build/release

A symbol that all its nodes export becomes `done` (or stays `fallback`), any other `not-yet` (or stays `internal`); the
file column gets the source that defines it. Run it after adding exported functions, look at `git diff`, and set
`fallback` by hand where a function is no more than the documented behaviour of a host without devices.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import symbols_page
from elf_symbols import exported, static_symbols
from export_table import STATES, SYMBOLS, Row, Table, TableError, read_symbols

_OBJECTS = Path("src") / "CMakeFiles" / "muster.dir"


def defining_files(build: Path) -> dict[str, str]:
    """Maps each exported name to the source file whose object binds it."""
    files: dict[str, str] = {}
    objects = build / _OBJECTS
    for path in sorted(objects.rglob("*.o")):
        source = Path("src") / path.relative_to(objects).with_suffix("")
        for symbol in static_symbols(path):
            if symbol.node and symbol.defined:
                files[symbol.name] = source.as_posix()
    return files


def updated_row(row: Row, pairs: set[tuple[str, str]], files: dict[str, str]) -> Row:
    if not row.versions <= pairs:
        return row.with_state("internal" if row.state == "internal" else "not-yet", "-")
    state = row.state if row.state == "fallback" else "done"
    return row.with_state(state, files.get(row.symbol, "-"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("build", type=Path, help="a build folder, such as build/release")
    build: Path = parser.parse_args().build
    library = build / "lib" / "libmuster.so.1"
    if not library.exists():
        print(f"{library} is not there: cmake --build {build}", file=sys.stderr)
        return 2
    try:
        table = read_symbols()
    except TableError as error:
        print(error, file=sys.stderr)
        return 2
    pairs, files = exported(library), defining_files(build)
    rows = tuple(updated_row(row, pairs, files) for row in table.rows)
    SYMBOLS.write_text(Table(table.head, rows).text(), encoding="utf-8")
    symbols_page.refresh(rows)
    for state in STATES:
        print(f"{state:9}{sum(row.state == state for row in rows):5}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
