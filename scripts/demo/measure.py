# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Interleaved runs: a round is one run on each runtime, so that a disturbance falls on all of them alike."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from muster.measure import process
from muster.measure.limits import DEMO_S
from scripts.demo.errors import DemoError
from scripts.demo.runtimes import Runtime

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Run:
    seconds: float
    switches: int
    output: str


def run(command: list[str], runtime: Runtime) -> Run:
    """Runs a program to its end; wall-clock time and context switches are those of the process."""
    done = process.run(command, runtime.environment(), DEMO_S, merged=True)
    if done.status != 0:
        raise DemoError(f"`{' '.join(command)}` failed on {runtime.name}: it {done.end}:\n{done.stdout.strip()}")
    return Run(done.wall_s, done.switches, done.stdout.strip())


@dataclass
class ProgramResult:
    """All runs of the program on one runtime."""

    runtime: Runtime
    runs: list[Run] = field(default_factory=list)

    @property
    def median_seconds(self) -> float:
        return statistics.median(run.seconds for run in self.runs)

    @property
    def median_switches(self) -> float:
        return statistics.median(run.switches for run in self.runs)

    @property
    def answers(self) -> set[str]:
        return {run.output for run in self.runs}


def program_rounds(command: list[str], runtimes: list[Runtime], rounds: int, progress: Progress) -> list[ProgramResult]:
    results = [ProgramResult(runtime) for runtime in runtimes]
    for number in range(1, rounds + 1):
        for result in results:
            progress(
                f"{' '.join([Path(command[0]).name, *command[1:]])}: round {number} of {rounds}, {result.runtime.name}"
            )
            result.runs.append(run(command, result.runtime))
    return results


@dataclass
class ConstructResult:
    """The samples of one construct at one team size on one runtime."""

    runtime: Runtime
    nanoseconds: list[float] = field(default_factory=list)
    switches: list[float] = field(default_factory=list)

    @property
    def median_microseconds(self) -> float:
        return statistics.median(self.nanoseconds) / 1000

    @property
    def median_switches(self) -> float:
        return statistics.median(self.switches)


@dataclass(frozen=True)
class ConstructRow:
    construct: str
    threads: int
    results: list[ConstructResult]


def construct_rounds(
    overhead: Path, teams: Iterable[int], runtimes: list[Runtime], rounds: int, progress: Progress
) -> list[ConstructRow]:
    """`rounds` processes a runtime, each of five samples, for an empty region and for a barrier."""
    teams = list(teams)
    rows = [
        ConstructRow(construct, threads, [ConstructResult(runtime) for runtime in runtimes])
        for construct in ("parallel", "barrier")
        for threads in teams
    ]
    for number in range(1, rounds + 1):
        for row in rows:
            for result in row.results:
                where = f"{row.construct} of {row.threads} threads: round {number} of {rounds}"
                progress(f"{where}, {result.runtime.name}")
                _add_samples(result, [str(overhead), row.construct, str(row.threads), "5"])
    return rows


def _add_samples(result: ConstructResult, command: list[str]) -> None:
    for line in run(command, result.runtime).output.splitlines():
        nanoseconds, switches = line.split()
        result.nanoseconds.append(float(nanoseconds))
        result.switches.append(float(switches))
