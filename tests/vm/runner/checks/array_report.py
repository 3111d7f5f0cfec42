# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What MUSTER_MEMORY=report tells of a matrix: its line, the remote share, by move_pages, and what to change."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from muster.measure.limits import TOOL_S
from runner.checks.check import Check, on_muster, program
from runner.job import Said
from runner.machine import Machine

# How long the matrix is read, and by how many threads: more on 64 emulated CPUs leave no time for looks.
_READ_S = 60
_THREADS = 8
_LIMIT_S = 180
# The share of looks may be so far from that of pages: some three standard errors of a thousand looks.
_SLACK_PERCENT = 5.0
# Long enough to begin.
_HINT_S = 1
_ROWS = re.compile(r"rows (\d+) remote (\d+) line (\d+)$")
_TOLD = re.compile(r"muster: memory: [\d.]+ MiB touched first by .* at (?P<file>\S+)\+(?P<address>0x[0-9a-f]+)[,;]")
_SHARE = re.compile(r"(\d+)% of the accesses are remote on this machine")
_HINT = re.compile(r"muster: memory: .*(threads are not bound|hardware threads are filled before cores)")
ADVICE = "initialise it in a parallel loop with the same schedule"


def checks(machine: Machine) -> list[Check]:
    report = program("array_report")
    binding = {"OMP_PLACES": "cores", "OMP_PROC_BIND": "spread", "OMP_NUM_THREADS": str(_THREADS)}
    settings = binding | {"MUSTER_MEMORY": "report"}
    found = [
        Check(
            f"memory.report-{how}",
            on_muster(settings, f"{report} {how} {_READ_S}"),
            Reported(how == "sequential", line_of),
            limit_s=_LIMIT_S,
            programs=(report,),
        )
        for how in ("sequential", "parallel")
    ]
    nodes, cores = len(machine.nodes_with_cpus), len(machine.core_list)
    unbound = {"OMP_NUM_THREADS": str(_THREADS)}
    hints = {"unbound": (unbound, f"The {_THREADS} threads are not bound, and their CPUs are in {nodes} NUMA nodes")}
    if machine.cpus == 2 * cores:
        packed = {"OMP_PLACES": "threads", "OMP_PROC_BIND": "close", "OMP_NUM_THREADS": str(cores)}
        half = f"{cores // 2} cores"
        hints["packed"] = (packed, f"{half} run several threads while {half} have none")
    for name, (settings, words) in hints.items():
        command = on_muster(settings | {"MUSTER_MEMORY": "report"}, f"{report} parallel {_HINT_S}")
        found.append(Check(f"memory.report-{name}", command, Hinted(words), limit_s=_LIMIT_S, programs=(report,)))
    return found


def line_of(file: str, address: str) -> int:
    """The line of a program that is here as it is in the guest; 0 if it cannot be told."""
    done = subprocess.run(
        ["addr2line", "-e", file, address], capture_output=True, text=True, check=False, timeout=TOOL_S
    )
    found = re.search(r":(\d+)", done.stdout)
    return int(found[1]) if found else 0


def hints_in(said: Said) -> list[str]:
    return [line for line in said.lines if _HINT.match(line)]


@dataclass(frozen=True)
class Hinted:
    """The hint of that beginning is told once, and no other."""

    words: str

    def __call__(self, said: Said) -> str:
        hints = hints_in(said)
        return "" if len(hints) == 1 and f"muster: memory: {self.words}" in hints[0] else f"the hints are {hints}"


@dataclass(frozen=True)
class Reported:
    flagged: bool
    line_of: Callable[[str, str], int]

    def __call__(self, said: Said) -> str:
        rows = next(filter(None, map(_ROWS.match, said.lines)), None)
        told = [match for match in map(_TOLD.match, said.lines) if match]
        if rows is None or len(told) != 1 or hints_in(said):
            return f"not one array with its rows, and no hint, is told of: {said.lines}"
        text = told[0].string
        if (ADVICE in text) != self.flagged:
            return f"it {'is not' if self.flagged else 'is'} flagged: {text}"
        line = self.line_of(told[0]["file"], told[0]["address"])
        if line != int(rows[3]):
            return f"the place is line {line}, not {rows[3]}"
        return _fault_of_share(text, 100.0 * int(rows[2]) / int(rows[1]))


def _fault_of_share(text: str, expected: float) -> str:
    share = _SHARE.search(text)
    if share is None:
        return f"no share is told: {text}"
    if abs(int(share[1]) - expected) > _SLACK_PERCENT:
        return f"{share[1]}% are said to be remote; {expected:.1f}% of the rows are"
    return ""
