# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A machine of several nodes as a value, read from a small file (machines/*.toml)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from runner.errors import GuestError

LOCAL_DISTANCE = 10  # what ACPI has for a node and itself (SLIT)


@dataclass(frozen=True)
class Node:
    cpus: tuple[int, ...]  # none: memory only
    memory_mib: int


@dataclass(frozen=True)
class Machine:
    """CPUs are numbered as qemu does it: hardware threads of a core first, then cores, dies, sockets."""

    name: str
    title: str
    sockets: int
    dies: int
    cores: int
    threads: int
    nodes: tuple[Node, ...]
    distances: tuple[tuple[int, ...], ...]

    @property
    def cpus(self) -> int:
        return self.sockets * self.dies * self.cores * self.threads

    @property
    def memory_mib(self) -> int:
        return sum(node.memory_mib for node in self.nodes)

    @cached_property
    def nodes_with_cpus(self) -> tuple[int, ...]:
        return tuple(number for number, node in enumerate(self.nodes) if node.cpus)

    @cached_property
    def core_list(self) -> tuple[tuple[int, ...], ...]:
        return self._groups(self.threads)

    @cached_property
    def die_list(self) -> tuple[tuple[int, ...], ...]:
        return self._groups(self.threads * self.cores)

    @cached_property
    def socket_list(self) -> tuple[tuple[int, ...], ...]:
        return self._groups(self.threads * self.cores * self.dies)

    def node_of(self, cpu: int) -> int:
        return next(number for number, node in enumerate(self.nodes) if cpu in node.cpus)

    def _groups(self, size: int) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(range(first, first + size)) for first in range(0, self.cpus, size))


def cpu_list(text: str) -> tuple[int, ...]:
    """The CPUs of a list as the kernel writes it: `0-3,8`. ValueError for anything else."""
    found: list[int] = []
    for part in text.split(",") if text.strip() else ():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return tuple(found)


def read(file: Path) -> Machine:
    """The machine of a file. GuestError says what is wrong with it."""
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
        machine = Machine(
            name=file.stem,
            title=str(said["title"]),
            **{level: int(said[level]) for level in ("sockets", "dies", "cores", "threads")},
            nodes=tuple(Node(cpu_list(node["cpus"]), int(node["memory_mib"])) for node in said["node"]),
            distances=tuple(tuple(int(value) for value in row) for row in said["distances"]),
        )
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise GuestError(f"{file}: no machine: {error!r}; compare with machines/two-nodes.toml") from None
    fault = _fault(machine)
    if fault:
        raise GuestError(f"{file}: {fault}")
    return machine


def all_machines(folder: Path) -> list[Machine]:
    """Those of a folder, the smallest first."""
    return sorted((read(file) for file in folder.glob("*.toml")), key=lambda machine: machine.cpus)


def _fault(machine: Machine) -> str:
    count = len(machine.nodes)
    if sorted(cpu for node in machine.nodes for cpu in node.cpus) != list(range(machine.cpus)):
        return f"each of the CPUs 0 to {machine.cpus - 1} belongs to exactly one node"
    if len(machine.distances) != count or any(len(row) != count for row in machine.distances):
        return f"{count} nodes need a table of {count} x {count} distances"
    if any(machine.distances[node][node] != LOCAL_DISTANCE for node in range(count)):
        return f"a node is at {LOCAL_DISTANCE} from itself"
    return ""
