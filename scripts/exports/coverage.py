#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what a library exports with symbols.tsv, both ways, and the table with the peers.

Usage: coverage.py build/release [--missing]. Prints one line a fault and fails on any; `--missing` prints the symbols
that are listed as not yet done.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from elf_symbols import exported
from export_table import PEERS, ROOT, Node, Row, TableError, read_nodes, read_peer, read_symbols

Pairs = set[tuple[str, str]]

_PEER_LISTS = ("libgomp-12-exports.tsv", "libgomp-16-exports.tsv", "libomp-19-exports.tsv", "libiomp5-2026-extra.txt")


def spell(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return sorted(f"{symbol}@{node}" if node else symbol for symbol, node in pairs)


def library_faults(rows: Iterable[Row], pairs: Pairs) -> list[str]:
    """Where the library and the table disagree, in either direction."""
    faults: list[str] = []
    listed: Pairs = set()
    for row in rows:
        listed |= row.versions
        absent, present = row.versions - pairs, row.versions & pairs
        if row.exported and absent:
            faults += [f"{name}: listed as {row.state}, not exported" for name in spell(absent)]
        if not row.exported and present:
            faults += [
                f"{name}: listed as {row.state}, but exported: run scripts/exports/update.py" for name in spell(present)
            ]
    faults += [f"{name}: exported, not listed in symbols.tsv" for name in spell(pairs - listed)]
    return faults


def peer_faults(rows: Iterable[Row], peer: Pairs, whose: str) -> list[str]:
    """Symbols of a peer that the table does not know."""
    listed: Pairs = set()
    for row in rows:
        listed |= row.versions
    return [f"{name}: exported by {whose}, not listed in symbols.tsv" for name in spell(peer - listed)]


def table_faults(rows: Iterable[Row], nodes: Iterable[Node], root: Path = ROOT) -> list[str]:
    """Rows that name a node or a file that is not there."""
    known = {node.name for node in nodes}
    faults: list[str] = []
    for row in rows:
        if not row.exported:
            continue
        faults += [
            f"{row.symbol}: node {node} is not in nodes.tsv" for _, node in sorted(row.versions) if node not in known
        ]
        if row.file == "-" or not (root / row.file).is_file():
            faults.append(f"{row.symbol}: {row.state}, but the file '{row.file}' is not there")
    return faults


def openmp_part(pairs: Pairs) -> Pairs:
    """Leaves out what libgomp exports for OpenACC."""
    return {(symbol, node) for symbol, node in pairs if not node.startswith(("GOACC_", "OACC_"))}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("build", type=Path, help="a build folder, such as build/release")
    parser.add_argument("--missing", action="store_true", help="print the symbols that are not yet done")
    arguments = parser.parse_args()
    try:
        rows, nodes = read_symbols().rows, read_nodes()
    except TableError as error:
        print(error, file=sys.stderr)
        return 2
    if arguments.missing:
        for row in rows:
            if not row.exported:
                print(row.symbol if row.note == "-" else f"{row.symbol}  ({row.note})")
        return 0
    faults = library_faults(rows, exported(arguments.build / "lib" / "libmuster.so.1")) + table_faults(rows, nodes)
    for name in _PEER_LISTS:
        faults += peer_faults(rows, read_peer(PEERS / name), f"peers/{name}")
    for fault in faults:
        print(fault, file=sys.stderr)
    done, total = sum(row.exported for row in rows), len(rows)
    print(f"{done} of {total} symbols exported, {total - done} listed as not yet done, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
