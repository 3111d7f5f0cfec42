# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads run where OMP_PLACES and OMP_PROC_BIND say, by getcpu.

Expected twice: by the rules of the specification (5.2, 10.1.3), worked out here from the machine's file, and by what
`muster topology` says in the guest.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from runner import paths
from runner.checks.check import Check, on_muster, program
from runner.job import Said
from runner.machine import Machine

Cpus = tuple[int, ...]
_THREAD = re.compile(r"thread (\d+) cpu (\d+) node (\d+) place (-?\d+)$")
_NOWHERE = 0xFFFF  # as muster-places tells a thread without a place


@dataclass(frozen=True)
class Case:
    """Settings, and for each thread of the team the CPUs that it may be on."""

    name: str
    places: str
    bind: str
    threads: int
    expected: Sequence[Cpus]

    def settings(self) -> dict[str, str]:
        return {"OMP_PLACES": self.places, "OMP_PROC_BIND": self.bind, "OMP_NUM_THREADS": str(self.threads)}


@dataclass(frozen=True)
class Look:
    thread: int
    cpu: int
    node: int
    place: int


def cases(machine: Machine) -> list[Case]:
    cores, caches, sockets = machine.core_list, machine.die_list, machine.socket_list
    nodes = [machine.nodes[node].cpus for node in machine.nodes_with_cpus]
    every = [(cpu,) for cpu in range(machine.cpus)]
    step = machine.cpus // len(nodes)
    firsts = [(node[0],) for node in nodes]
    found = [
        Case("cores-close", "cores", "close", len(cores), cores),
        Case("cores-close-half", "cores", "close", len(cores) // 2, cores[: len(cores) // 2]),
        Case("cores-close-twice", "cores", "close", 2 * len(cores), dealt(cores, 2 * len(cores))),
        Case("cores-spread", "cores", "spread", len(nodes), spread(cores, len(nodes))),
        Case("cores-primary", "cores", "primary", 4, [cores[0]] * 4),
        Case("threads-close", "threads", "close", machine.cpus, every),
        Case("threads-spread", "threads", "spread", len(nodes), spread(every, len(nodes))),
        Case("sockets-spread", "sockets", "spread", len(sockets), sockets),
        Case("sockets-close", "sockets", "close", len(cores), dealt(sockets, len(cores))),
        Case("nodes-spread", "numa_domains", "spread", len(nodes), nodes),
        Case("nodes-close", "numa_domains", "close", 2 * len(nodes), dealt(nodes, 2 * len(nodes))),
        Case("nodes-primary", "numa_domains", "primary", 3, [nodes[0]] * 3),
        Case("caches-spread", "ll_caches", "spread", len(caches), caches),
        Case("caches-close", "ll_caches", "close", machine.cpus, dealt(caches, machine.cpus)),
        Case("list-stride", f"{{0}}:{len(nodes)}:{step}", "close", len(nodes), firsts),
        Case("list-one-place", f"{{0:{step // 2}:2}}", "close", 3, [tuple(range(0, step, 2))] * 3),
        Case("list-backwards", f"{{{machine.cpus - 1}}}:{machine.cpus}:-1", "close", machine.cpus, every[::-1]),
    ]
    return found + (_of_the_talk() if is_naples(machine) else [])


def is_naples(machine: Machine) -> bool:
    return [node.cpus for node in machine.nodes] == [tuple(range(first, first + 8)) for first in range(0, 64, 8)]


def _of_the_talk() -> list[Case]:
    """R. van der Pas, NERSC 2024: what the place lists of his slides give on two Naples."""
    each, first_two = [(cpu,) for cpu in range(0, 64, 8)], [(cpu,) for first in (0, 1) for cpu in range(first, 64, 8)]
    two_of_each = "{0}:8:8,{1}:8:8"
    return [
        Case("talk-a-core-of-each-node", "{0}:8:8", "close", 8, each),
        Case("talk-a-list", "{0},{8},{16},{24}", "close", 4, each[:4]),
        Case("talk-every-second-cpu", "{0:4:2}", "close", 4, [(0, 2, 4, 6)] * 4),
        Case("talk-two-cores-of-each-node", two_of_each, "close", 16, first_two),
        Case("talk-two-cores-spread", two_of_each, "spread", 16, first_two),
    ]


def dealt(places: Sequence[Cpus], threads: int) -> list[Cpus]:
    """Close with more threads than places, and as many on each: consecutive threads share a place."""
    return [places[thread * len(places) // threads] for thread in range(threads)]


def spread(places: Sequence[Cpus], threads: int) -> list[Cpus]:
    """Spread with no more threads than places: the first place of each of as many equal parts."""
    return [places[thread * len(places) // threads] for thread in range(threads)]


def checks(machine: Machine) -> list[Check]:
    where = program("where")
    found = []
    for case in cases(machine):
        asked = on_muster(case.settings(), str(paths.PLACES))
        command = f"{asked} && {on_muster(case.settings(), str(where))}"
        judge = _Judge(machine, case)
        found.append(Check(f"binding.{case.name}", command, judge, programs=(where, paths.PLACES)))
    return found


@dataclass(frozen=True)
class _Judge:
    machine: Machine
    case: Case

    def __call__(self, said: Said) -> str:
        told = next((line for line in said.lines if line.startswith("{")), None)
        looks = looks_in(said.lines)
        if told is None or not looks:
            return "neither muster-places nor the program said anything"
        topology = _off_places(looks, by_topology(told, self.case.threads), "muster topology")
        return topology or fault_by_rules(looks, self.case, self.machine)


def fault_by_rules(looks: Sequence[Look], case: Case, machine: Machine) -> str:
    """All looks see each thread where it belongs, and all threads are seen."""
    return _off_places(looks, case.expected, "the rules") or _off_nodes(looks, machine)


def looks_in(lines: Sequence[str]) -> list[Look]:
    found = (_THREAD.match(line) for line in lines)
    return [Look(*(int(text) for text in match.groups())) for match in found if match]


def by_topology(told: str, threads: int) -> list[Cpus]:
    """The CPUs of each thread by the JSON of muster-places; none for a thread that is not bound."""
    scene = json.loads(told)
    places = {row["thread"]: row["place"] for row in scene["threads"]}
    found = (places.get(thread, _NOWHERE) for thread in range(threads))
    return [() if place == _NOWHERE else tuple(scene["places"][place]) for place in found]


def _off_places(looks: Sequence[Look], expected: Sequence[Cpus], by: str) -> str:
    seen = defaultdict(set)
    for look in looks:
        seen[look.thread].add(look.cpu)
    if set(seen) != set(range(len(expected))):
        return f"{len(seen)} threads, not those from 0 to {len(expected) - 1}"
    for thread in range(len(expected)):
        elsewhere = seen[thread] - set(expected[thread])
        if elsewhere:
            return f"thread {thread} was on CPU {min(elsewhere)}; by {by} it belongs on {list(expected[thread])}"
    return ""


def _off_nodes(looks: Sequence[Look], machine: Machine) -> str:
    for look in looks:
        if look.node != machine.node_of(look.cpu):
            return f"CPU {look.cpu} is on node {look.node}: the guest is not the machine of the file"
    return ""
