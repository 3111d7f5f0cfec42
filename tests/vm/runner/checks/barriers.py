# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Barriers go along the machine: what the runtime says that its team fills, and random barriers by each algorithm."""

from __future__ import annotations

import re
from dataclasses import dataclass

from runner import paths
from runner.checks.check import Check, nothing_more, on_muster, program
from runner.job import Said
from runner.machine import Machine

# MUSTER_CHOICE='reductions: cluster,cluster, decided by rule (...), threads close (caches 4, NUMA nodes 4, packages 2)'
# What the team fills is told where the barrier goes by it.
_CHOICE = re.compile(
    r"MUSTER_CHOICE='(?P<use>[\w ]+): (?P<gather>\w+),(?P<release>\w+), decided by .*, threads (?P<placement>\w+)"
    r"(?: \(caches (?P<caches>\d+), NUMA nodes (?P<nodes>\d+), packages (?P<packages>\d+)\))?'"
)
# Composed of the caches, nodes and packages that the team is in. Trees of two threads are all one: not chosen there.
ALONG_MACHINE = "cluster"
USES = ("plain barriers", "fork and join", "reductions")
STRESS = paths.BUILD / "openmp-programs" / "stress.random_barriers.gcc"
_SECONDS = "2"


@dataclass(frozen=True)
class Filled:
    """How many of each a team is in."""

    placement: str
    caches: int
    nodes: int
    packages: int


@dataclass(frozen=True)
class _Judge:
    expected: Filled
    algorithm: str  # "" for what the runtime chooses
    threads: int

    def __call__(self, said: Said) -> str:
        choices = {match["use"]: match for match in (_CHOICE.search(line) for line in said.lines) if match}
        if set(choices) != set(USES):
            return f"the choices told are for {sorted(choices)}"
        for use, match in choices.items():
            pattern = {match["gather"], match["release"]}
            wanted = self.algorithm or (ALONG_MACHINE if use == "fork and join" and self.threads > 2 else "")
            if wanted and pattern != {wanted}:
                return f"{use}: {match['gather']},{match['release']}, expected {wanted}"
            filled = Filled(match["placement"], *(int(match[level] or 0) for level in ("caches", "nodes", "packages")))
            if ALONG_MACHINE in pattern and filled != self.expected:
                return f"{use}: {filled}, expected {self.expected}"
            if filled.placement != self.expected.placement:
                return f"{use}: threads are {filled.placement}, expected {self.expected.placement}"
        return ""


def cases(machine: Machine) -> dict[str, tuple[dict[str, str], Filled]]:
    """Teams and what they fill, worked out from the machine's file."""
    cores, nodes = len(machine.core_list), len(machine.nodes_with_cpus)
    dies, sockets = len(machine.die_list), len(machine.socket_list)
    close, spread = ({"OMP_PLACES": "cores", "OMP_PROC_BIND": policy} for policy in ("close", "spread"))
    whole, half = {"OMP_NUM_THREADS": str(cores)}, {"OMP_NUM_THREADS": str(cores // 2)}
    return {
        "close": (close | whole, Filled("close", dies, nodes, sockets)),
        "close-half": (close | half, Filled("close", dies // 2, nodes // 2, sockets // 2)),
        "spread-half": (spread | half, Filled("spread", dies, nodes, sockets)),
    }


def checks(machine: Machine) -> list[Check]:
    where = program("where")
    found = []
    for name, (settings, filled) in cases(machine).items():
        for algorithm in ("", "cluster", "dist"):
            chosen = {"MUSTER_BARRIER": algorithm} if algorithm else {}
            command = on_muster({"OMP_DISPLAY_ENV": "verbose", **settings, **chosen}, str(where))
            judge = _Judge(filled, algorithm, int(settings["OMP_NUM_THREADS"]))
            found.append(Check(f"barriers.{name}-{algorithm or 'default'}", command, judge, programs=(where,)))
    for algorithm in ("cluster", "dist"):
        for policy in ("close", "spread"):
            settings = {"OMP_PLACES": "threads", "OMP_PROC_BIND": policy, "MUSTER_BARRIER": algorithm}
            settings |= {"OMP_NUM_THREADS": str(machine.cpus), "STRESS_SECONDS": _SECONDS, "STRESS_SEED": "7"}
            name = f"barriers.random-{algorithm}-{policy}"
            found.append(Check(name, on_muster(settings, str(STRESS)), nothing_more, 240, (STRESS,)))
    return found
