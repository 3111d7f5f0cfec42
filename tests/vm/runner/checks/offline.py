# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CPUs that go offline: while a bound program runs, which neither ends nor hangs it, and before it starts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from runner.checks.binding import Cpus, looks_in
from runner.checks.check import Check, on_muster, program
from runner.job import Said
from runner.machine import Machine

_END = re.compile(r"regions (\d+) wrong (\d+) away (\d+) team (\d+)$")
_CPU = "/sys/devices/system/cpu"


@dataclass(frozen=True)
class _GoesOn:
    away: int  # how many CPUs go, one after another
    team: int

    def __call__(self, said: Said) -> str:
        match = next(filter(None, (_END.match(line) for line in said.lines)), None)
        if match is None:
            return "the program told no end"
        _, wrong, away, team = (int(number) for number in match.groups())
        if (wrong, away, team) != (0, self.away, self.team):
            return f"{match[0]}; expected no wrong region, {self.away} times a CPU away, and {self.team} threads"
        return ""


@dataclass(frozen=True)
class _On:
    """Each thread was on its own CPUs, and `warnings` lines say that places are not possible."""

    expected: Sequence[Cpus]
    warns: bool

    def __call__(self, said: Said) -> str:
        looks = looks_in(said.lines)
        if {look.thread for look in looks} != set(range(len(self.expected))):
            return f"{len({look.thread for look in looks})} threads, expected {len(self.expected)}"
        for look in looks:
            if look.cpu not in self.expected[look.thread]:
                return f"thread {look.thread} on CPU {look.cpu}, expected {list(self.expected[look.thread])}"
        warnings = [line for line in said.lines if line.startswith("OMP: Warning")]
        return "" if len(warnings) == int(self.warns) else f"{len(warnings)} warnings, expected {int(self.warns)}"


def checks(machine: Machine) -> list[Check]:
    cpus = machine.cpus
    away = (cpus - 1, cpus // 2, 1)
    bound = {"OMP_PLACES": "threads", "OMP_PROC_BIND": "close"}
    cases = {
        "bound": bound,
        "bound-passive": bound | {"OMP_WAIT_POLICY": "passive"},
        "bound-active": bound | {"OMP_WAIT_POLICY": "active"},
        "bound-to-cores": {"OMP_PLACES": "cores", "OMP_PROC_BIND": "spread"},
        "bound-cluster": bound | {"MUSTER_BARRIER": "cluster"},
        "unbound": {},
    }
    running = program("offline")
    found = []
    for name, settings in cases.items():
        command = on_muster({"OMP_NUM_THREADS": str(cpus), **settings}, f"{running} {' '.join(map(str, away))}")
        judge = _GoesOn(len(away), cpus)
        found.append(Check(f"offline.{name}", command, judge, limit_s=240, programs=(running,)))
    return found + _from_the_start(machine)


def _from_the_start(machine: Machine) -> list[Check]:
    """One CPU is offline before the program starts: places leave it out, and a list that names it is warned of once."""
    gone, where = machine.cpus // 2, program("where")
    left = [(cpu,) for cpu in range(machine.cpus) if cpu != gone]
    lists = {
        "start-threads": ("threads", False),
        "start-list": (f"{{0}}:{machine.cpus}", True),
    }
    found = []
    for name, (places, warns) in lists.items():
        run = on_muster({"OMP_PLACES": places, "OMP_PROC_BIND": "close"}, str(where))
        command = f"echo 0 >{_CPU}/cpu{gone}/online; {run}; s=$?; echo 1 >{_CPU}/cpu{gone}/online; exit $s"
        found.append(Check(f"offline.{name}", command, _On(left, warns), programs=(where,)))
    return found
