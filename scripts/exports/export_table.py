# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of exported symbols (src/abi/exports/symbols.tsv) and the version nodes (nodes.tsv) as values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXPORTS = ROOT / "src" / "abi" / "exports"
SYMBOLS = EXPORTS / "symbols.tsv"
NODES = EXPORTS / "nodes.tsv"
PEERS = EXPORTS / "peers"
STATES = ("done", "fallback", "internal", "not-yet")


class TableError(Exception):
    """A table that cannot be read; the message names file, line and what to change."""


@dataclass(frozen=True)
class Row:
    """One symbol: the nodes it has (or will have) and where it stands."""

    symbol: str
    default: str
    hidden: tuple[str, ...]
    state: str
    file: str
    note: str

    @property
    def exported(self) -> bool:
        return self.state in ("done", "fallback")

    @property
    def versions(self) -> set[tuple[str, str]]:
        return {(self.symbol, node) for node in (self.default, *self.hidden)}

    def with_state(self, state: str, file: str) -> Row:
        return replace(self, state=state, file=file)

    def __str__(self) -> str:
        hidden = ",".join(self.hidden) or "-"
        return "\t".join((self.symbol, self.default, hidden, self.state, self.file, self.note))


@dataclass(frozen=True)
class Node:
    """One version node; parent is empty for the first of a chain."""

    name: str
    parent: str

    @property
    def token(self) -> str:
        return self.name.replace(".", "_")


@dataclass(frozen=True)
class Table:
    """symbols.tsv: the comment at its head, and its rows in their order."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]

    def text(self) -> str:
        return "\n".join((*self.head, *(str(row) for row in self.rows))) + "\n"


def _lines(path: Path) -> tuple[tuple[str, ...], list[tuple[int, list[str]]]]:
    head: list[str] = []
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("#"):
            head.append(line)
        elif line.strip():
            rows.append((number, line.split("\t")))
    return tuple(head), rows


def read_symbols(path: Path = SYMBOLS) -> Table:
    """Reads the table; refuses rows with other than six columns, an unknown state, or out of order."""
    head, lines = _lines(path)
    rows: list[Row] = []
    for number, columns in lines:
        if len(columns) != 6:
            raise TableError(f"{path}:{number}: {len(columns)} columns, want 6 separated by tabs")
        symbol, default, hidden, state, file, note = columns
        if state not in STATES:
            raise TableError(f"{path}:{number}: state '{state}', want one of {', '.join(STATES)}")
        if rows and rows[-1].symbol >= symbol:
            raise TableError(f"{path}:{number}: {symbol} is a second row or not in order (sort by bytes)")
        rows.append(Row(symbol, default, () if hidden == "-" else tuple(hidden.split(",")), state, file, note))
    return Table(head, tuple(rows))


def read_nodes(path: Path = NODES) -> tuple[Node, ...]:
    """Reads the nodes; a parent must stand above its child, as the link editor wants it."""
    nodes: list[Node] = []
    for number, columns in _lines(path)[1]:
        if len(columns) != 3:
            raise TableError(f"{path}:{number}: {len(columns)} columns, want node, parent, whose")
        name, parent = columns[0], "" if columns[1] == "-" else columns[1]
        if parent and parent not in {node.name for node in nodes}:
            raise TableError(f"{path}:{number}: parent {parent} of {name} is not above it")
        nodes.append(Node(name, parent))
    return tuple(nodes)


def read_peer(path: Path) -> set[tuple[str, str]]:
    """(symbol, node) pairs of a peer's list in peers/; absolute and version symbols are left out."""
    pairs: set[tuple[str, str]] = set()
    for _, columns in _lines(path)[1]:
        symbol, node = columns[0], columns[1] if len(columns) > 1 else "VERSION"
        if node != "-":
            pairs.add((symbol, node))
    return pairs
