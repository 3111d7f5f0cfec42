# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What MUSTER_MEMORY=report tells of a matrix: its line, the remote share, by move_pages, and what to change."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from runner.checks.check import Check, on_muster, program
from runner.job import Said
from runner.machine import Machine

# How long the matrix is read, and by how many threads: where two real CPUs emulate 64, more of them leave no time for looks.
_READ_S = 30
_THREADS = 8
_LIMIT_S = 180
# The share of looks may be so far from that of pages: some three standard errors of a thousand looks.
_SLACK_PERCENT = 5.0
_ROWS = re.compile(r"rows (\d+) remote (\d+) line (\d+)$")
_TOLD = re.compile(r"muster: memory: [\d.]+ MiB touched first by .* at (?P<file>\S+)\+(?P<address>0x[0-9a-f]+)[,;]")
_SHARE = re.compile(r"(\d+)% of the accesses are remote on this machine")
ADVICE = "initialise it in a parallel loop with the same schedule"


def checks(_machine: Machine) -> list[Check]:
    report = program("array_report")
    binding = {"OMP_PLACES": "cores", "OMP_PROC_BIND": "spread", "OMP_NUM_THREADS": str(_THREADS)}
    settings = binding | {"MUSTER_MEMORY": "report"}
    return [
        Check(
            f"memory.report-{how}",
            on_muster(settings, f"{report} {how} {_READ_S}"),
            Reported(how == "sequential", line_of),
            limit_s=_LIMIT_S,
            programs=(report,),
        )
        for how in ("sequential", "parallel")
    ]


def line_of(file: str, address: str) -> int:
    """The line of a program that is here as it is in the guest; 0 if it cannot be told."""
    done = subprocess.run(["addr2line", "-e", file, address], capture_output=True, text=True, check=False, timeout=60)
    found = re.search(r":(\d+)", done.stdout)
    return int(found[1]) if found else 0


@dataclass(frozen=True)
class Reported:
    flagged: bool
    line_of: Callable[[str, str], int]

    def __call__(self, said: Said) -> str:
        rows = next(filter(None, map(_ROWS.match, said.lines)), None)
        told = [(match, match.string) for match in map(_TOLD.match, said.lines) if match]
        if rows is None:
            return "the program told no rows"
        if len(told) != 1:
            return f"{len(told)} arrays are told of: {[line for line in said.lines if 'memory:' in line]}"
        ((place, text),) = told
        share = _SHARE.search(text)
        if share is None:
            return f"no share is told: {text}"
        expected = 100.0 * int(rows[2]) / int(rows[1])
        if abs(int(share[1]) - expected) > _SLACK_PERCENT:
            return f"{share[1]}% are said to be remote; {expected:.1f}% of the rows are"
        if (ADVICE in text) != self.flagged:
            return f"it {'is not' if self.flagged else 'is'} flagged: {text}"
        line = self.line_of(place["file"], place["address"])
        return "" if line == int(rows[3]) else f"the place is line {line}, not {rows[3]}"
