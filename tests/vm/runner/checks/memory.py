# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages lie with the threads that touched them first, or where an allocator's trait has them; by move_pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from runner.checks import array_report
from runner.checks.check import Check, on_muster, program
from runner.job import Said
from runner.machine import Machine

# At least this share of the pages that a parallel loop initialises lies on the nodes of their threads. Two threads may
# share a page.
LEAST_OWN = 0.99
# Where one thread initialises the pages, the share on their users' nodes is that of its node among all nodes, and at
# most so much more.
_SLACK = 0.05
_SHARE = re.compile(r"pages (\d+) own (\d+) sum (\d+)$")
_WHAT = re.compile(r"what (\w+) pages (\d+) own (\d+)$")
_HOMES = re.compile(r"homes pages (\d+) own (\d+)$")
_WRITER = re.compile(r"primary (\d+) writer (\d+)$")
PARTITIONS = ("environment", "nearest", "blocked", "interleaved")


def checks(machine: Machine) -> list[Check]:
    first_touch, partition = program("first_touch"), program("partition")
    bindings = {
        "close": {"OMP_PLACES": "cores", "OMP_PROC_BIND": "close"},
        "spread": {"OMP_PLACES": "threads", "OMP_PROC_BIND": "spread"},
        "nodes": {"OMP_PLACES": "numa_domains", "OMP_PROC_BIND": "spread"},
    }
    found = []
    for name, settings in bindings.items():
        command = on_muster(settings, f"{first_touch} parallel")
        found.append(Check(f"memory.first-touch-{name}", command, mostly_own, programs=(first_touch,)))
    moved = on_muster(bindings["spread"], f"{first_touch} moved")
    found.append(Check("memory.first-touch-after-a-move", moved, mostly_own, programs=(first_touch,)))
    own = program("own_memory")
    for name in ("close", "spread"):
        command = on_muster(bindings[name], str(own))
        found.append(Check(f"memory.own-{name}", command, own_memory, programs=(own,)))
    homes = program("homes")
    for name in ("bound", "moved"):
        command = on_muster(bindings["close"], f"{homes} {name}")
        found.append(Check(f"memory.homes-{name}", command, at_home, programs=(homes,)))
    alone = on_muster(bindings["close"], f"{first_touch} sequential")
    judge = _Sequential(len(machine.nodes_with_cpus))
    found.append(Check("memory.sequential-touch-is-seen", alone, judge, programs=(first_touch,)))
    for trait in PARTITIONS:
        command = on_muster(bindings["close"], f"{partition} {trait}")
        found.append(Check(f"memory.partition-{trait}", command, _Partition(machine, trait), programs=(partition,)))
    return found + array_report.checks(machine)


def share_in(lines: Sequence[str]) -> tuple[int, int] | None:
    """Pages, and how many of them lie with their threads; None where the sum over them is wrong."""
    match = next(filter(None, (_SHARE.match(line) for line in lines)), None)
    if match is None or match[1] != match[3] or match[1] == "0":
        return None
    return int(match[1]), int(match[2])


def mostly_own(said: Said) -> str:
    share = share_in(said.lines)
    if share is None:
        return "the program told no share, or a wrong sum"
    pages, own = share
    return "" if own >= LEAST_OWN * pages else f"{own} of {pages} pages lie with their threads"


def own_memory(said: Said) -> str:
    """Stacks and task blocks lie with the threads that use or make them."""
    found = {match[1]: (int(match[2]), int(match[3])) for match in map(_WHAT.match, said.lines) if match}
    if set(found) != {"stacks", "tasks"} or any(pages == 0 for pages, _ in found.values()):
        return f"the program told of {sorted(found)}"
    elsewhere = [f"{own} of {pages} pages of {what}" for what, (pages, own) in found.items() if own < LEAST_OWN * pages]
    return f"{', '.join(elsewhere)} lie with their threads" if elsewhere else ""


def at_home(said: Said) -> str:
    """Go lines, members and the lines of barriers lie with the threads that they are for."""
    match = next(filter(None, (_HOMES.match(line) for line in said.lines)), None)
    if match is None or match[1] == "0":
        return "the program told of no pages"
    pages, own = int(match[1]), int(match[2])
    return "" if own >= LEAST_OWN * pages else f"{own} of {pages} pages lie with their threads"


@dataclass(frozen=True)
class _Sequential:
    """What shows that the check of the parallel loop can fail."""

    nodes: int

    def __call__(self, said: Said) -> str:
        share = share_in(said.lines)
        if share is None:
            return "the program told no share, or a wrong sum"
        pages, own = share
        return "" if own <= (1 / self.nodes + _SLACK) * pages else f"{own} of {pages} pages are said to be local"


@dataclass(frozen=True)
class _Partition:
    machine: Machine
    trait: str

    def __call__(self, said: Said) -> str:
        nodes = next((line.split()[1:] for line in said.lines if line.startswith("nodes ")), None)
        where = next(filter(None, (_WRITER.match(line) for line in said.lines)), None)
        if nodes is None or where is None:
            return "the program told no nodes"
        primary, writer = int(where[1]), int(where[2])
        if primary == writer:
            return f"the writer is on the node of the primary thread, {primary}"
        return fault_of(self.trait, [int(node) for node in nodes], len(self.machine.nodes), primary, writer)


def fault_of(trait: str, pages: Sequence[int], nodes: int, primary: int, writer: int) -> str:
    """What is wrong with the nodes of a block's pages."""
    runs = [node for index, node in enumerate(pages) if index == 0 or pages[index - 1] != node]
    right = {
        "environment": runs == [writer],
        "nearest": runs == [primary],
        # A run for each node, of nearly equal size: parts are whole pages, and the last is what is left.
        "blocked": sorted(runs) == list(range(nodes))
        and all(abs(pages.count(node) - len(pages) / nodes) <= nodes for node in runs),
        # Each page on the node after that of the page before.
        "interleaved": all(later == (one + 1) % nodes for one, later in pairwise(pages)),
    }[trait]
    return "" if right else f"by {trait}, allocated on node {primary}, written on {writer}: nodes {runs}"
