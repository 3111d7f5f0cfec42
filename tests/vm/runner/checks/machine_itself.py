# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The guest is the machine of the file: what its kernel shows of CPUs, caches, nodes, distances and memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runner.checks.check import Check
from runner.job import Said
from runner.machine import Machine, cpu_list

_CPU, _NODE = "/sys/devices/system/cpu", "/sys/devices/system/node"
# A guest has a little less memory than its nodes were given: the kernel keeps its own tables back.
_LEAST_SHARE = 0.5
_FILES = (
    f"{_CPU}/cpu*/topology/thread_siblings_list {_CPU}/cpu*/topology/package_cpus_list "
    f"{_CPU}/cpu*/cache/index3/shared_cpu_list {_NODE}/node*/cpulist {_NODE}/node*/distance"
)


def checks(machine: Machine) -> list[Check]:
    command = f"for file in {_FILES}; do echo $file: $(cat $file); done; grep -h MemTotal {_NODE}/node*/meminfo"
    return [Check("machine.as-described", command, _Judge(machine))]


@dataclass(frozen=True)
class _Judge:
    machine: Machine

    def __call__(self, said: Said) -> str:
        shown = {name: value.strip() for name, _, value in (line.partition(":") for line in said.lines)}
        for name, value in expected_of(self.machine).items():
            if name not in shown or read(shown[name]) != value:
                return f"{name} is '{shown.get(name, '')}', by the file {value}"
        return _memory_fault(self.machine, shown)


def expected_of(machine: Machine) -> dict[str, tuple[int, ...]]:
    """Files of /sys and the numbers in them."""
    found: dict[str, tuple[int, ...]] = {}
    levels = (
        ("topology/thread_siblings_list", machine.core_list),
        ("topology/package_cpus_list", machine.socket_list),
        ("cache/index3/shared_cpu_list", machine.die_list),
    )
    for name, groups in levels:
        found |= {f"{_CPU}/cpu{cpu}/{name}": group for group in groups for cpu in group}
    for number, node in enumerate(machine.nodes):
        found[f"{_NODE}/node{number}/cpulist"] = node.cpus
        found[f"{_NODE}/node{number}/distance"] = machine.distances[number]
    return found


def read(value: str) -> tuple[int, ...]:
    """A CPU list, or numbers with white space between."""
    return tuple(int(word) for word in value.split()) if " " in value else cpu_list(value)


def _memory_fault(machine: Machine, shown: Mapping[str, str]) -> str:
    # "Node 0 MemTotal:  242908 kB"
    for number, node in enumerate(machine.nodes):
        words = shown.get(f"Node {number} MemTotal", "").split()
        if not words or int(words[0]) < node.memory_mib * 1024 * _LEAST_SHARE:
            return f"node {number} has {' '.join(words) or 'no memory'}, by the file {node.memory_mib} MiB"
    return ""
