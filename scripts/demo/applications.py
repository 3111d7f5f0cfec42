# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two applications of bench/apps where the threads are more than the cores that they may use."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bench.compare.quota import QuotaError, cpu_quota
from scripts.demo.errors import DemoError
from scripts.demo.measure import Progress, run
from scripts.demo.runtimes import Runtime


@dataclass(frozen=True)
class Scenario:
    title: str
    program: Path
    arguments: tuple[str, ...]
    quota_cpus: float | None = None


@dataclass
class Times:
    """What one runtime took, in seconds, and with how many threads."""

    runtime: Runtime
    seconds: list[float] = field(default_factory=list)
    threads: int = 0

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass(frozen=True)
class Outcome:
    """`missing` says why there are no times."""

    scenario: Scenario
    times: list[Times]
    missing: str = ""


def scenarios(programs: Path, cores: int) -> list[Scenario]:
    # Parts of the work that take the slowest runtime up to a second. A quota is felt only by a run of several of its
    # periods of 0.1 s: within the first, threads may use all CPUs.
    multigrid = ("--scale", "1", "--threads", str(4 * cores))
    decode = ("--scale", "3")
    return [
        Scenario(f"multigrid with {4 * cores} threads on {cores} cores", programs / "multigrid", multigrid),
        Scenario("a decoder's loop in a container with one core's time", programs / "decode", decode, quota_cpus=1.0),
    ]


def outcome_of(scenario: Scenario, runtimes: Sequence[Runtime], rounds: int, progress: Progress) -> Outcome:
    """Interleaved runs; each application proves its own answer, and the run fails if that is wrong."""
    times = [Times(runtime) for runtime in runtimes]
    with ExitStack() as stack:
        try:
            prefix = stack.enter_context(cpu_quota(scenario.quota_cpus))
        except QuotaError as problem:
            return Outcome(scenario, [], str(problem))
        command = [*prefix, str(scenario.program), *scenario.arguments]
        for number in range(1, rounds + 1):
            for one in times:
                progress(f"{scenario.title}: round {number} of {rounds}, {one.runtime.name}")
                _add_run(one, command)
    return Outcome(scenario, times)


def _add_run(times: Times, command: list[str]) -> None:
    output = run(command, times.runtime).output
    try:
        row = json.loads(output)
    except json.JSONDecodeError:
        raise DemoError(
            f"{command[-1]} said something else than its result on {times.runtime.name}: {output}"
        ) from None
    times.seconds.append(row["wall_ns"] / 1e9)
    times.threads = row["threads"]
