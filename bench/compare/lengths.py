# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lengths of the work in those rows whose time includes it, and the turns of a loop that they are made of."""

import json
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, fields

from muster.measure.limits import BENCH_S

from .places import Programs
from .plan import PlanError

TRIES = 5  # of the calibration: another program can only make it slower


@dataclass(frozen=True)
class Lengths:
    """What was asked for; None where the programs' own default is to be taken. The names are those of their options."""

    hold_ns: int | None = None
    outside_ns: int | None = None
    iteration_ns: int | None = None
    iterations: str | None = None  # "2x+1": two for each thread and one more
    task_ns: int | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None and not re.fullmatch(r"\d+x(\+\d+)?", self.iterations):
            raise PlanError(f"--iterations {self.iterations}: 1x, 1x+1 and 2x are such")

    def _given(self) -> list[tuple[str, str]]:
        values = [(field.name, getattr(self, field.name)) for field in fields(self)]
        return [(name.replace("_", "-"), str(value)) for name, value in values if value is not None]

    def arguments(self) -> list[str]:
        """The options of a benchmark program."""
        return [word for name, value in self._given() for word in (f"--{name}", value)]

    def in_words(self) -> list[str]:
        """What was asked for, for headings."""
        return [f"{name} {value}" for name, value in self._given()]


def calibrate(programs: Programs, builds: Sequence[str], cpus: Sequence[int]) -> dict[str, int]:
    """Turns in a microsecond for the code of each compiler, so that every process of a comparison does as much work."""
    held = ["taskset", "-c", ",".join(str(cpu) for cpu in cpus)]
    turns = {}
    for build in builds:
        command = [*held, str(programs.constructs(build)), "--calibrate"]
        runs = [
            subprocess.run(command, capture_output=True, text=True, check=True, timeout=BENCH_S) for _ in range(TRIES)
        ]
        turns[build] = max(int(json.loads(run.stdout)["turns_per_us"]) for run in runs)
    return turns
