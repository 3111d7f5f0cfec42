# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to measure: team sizes, wait policies and uses, and how long each may take. Pure functions."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from muster.tune.program import Algorithm, Machine

POLICIES = ("default", "active", "passive")
# Where the threads are: not bound, or bound to the cores as OMP_PROC_BIND=close and spread do.
PLACEMENTS = ("unbound", "close", "spread")
# How a use of the runtime is measured: a mode of the program.
MODE_OF_USE = {"plain": "exchange", "forkjoin": "rooted", "reduction": "combine"}

REPETITIONS = 3
# Beside its repetitions an algorithm takes about two checks of some milliseconds and half a repetition of calibration.
REPETITIONS_AND_CALIBRATION = REPETITIONS + 0.5
CHECKS_MS = 10.0
MOST_THREADS = 4096  # that the program takes
MOST_KEYS = 768  # of rows that the runtime keeps: kMostEntries of src/settings/profile.h
LEAST_MS = 1
MOST_MS = 50  # longer repetitions see more of the machine's noise, not more of the barrier


class PlanError(Exception):
    """The request names something that does not exist."""


@dataclass(frozen=True)
class Step:
    """One process."""

    round: int
    threads: int
    policy: str
    placement: str

    def name(self) -> str:
        return f"{self.round}/{self.threads}/{self.policy}/{self.placement}"


@dataclass(frozen=True)
class Plan:
    """All that is measured."""

    sizes: tuple[int, ...]
    policies: tuple[str, ...]
    uses: tuple[str, ...]
    algorithms: tuple[str, ...]
    rounds: int
    budget_ms: int
    placements: tuple[str, ...] = ("unbound",)
    # Only smaller teams can be spread: others are where close puts them.
    spread_below: int = 0

    def modes(self) -> tuple[str, ...]:
        return tuple(MODE_OF_USE[use] for use in self.uses)

    def steps(self) -> list[Step]:
        """Rounds outermost: what disturbs the machine for a while hits every figure once at most."""
        return [
            Step(number, threads, policy, placement)
            for number in range(self.rounds)
            for threads in self.sizes
            for policy in self.policies
            for placement in self.placements
            if placement != "spread" or threads < self.spread_below
        ]

    def keys(self) -> int:
        """How many questions the profile answers at most: each use of each step, whatever the round."""
        return len(self.steps()) // self.rounds * len(self.uses)


def default_sizes(cpus: int) -> tuple[int, ...]:
    """Every size up to 8, then half an octave at a time up to the CPUs, and some with more threads than CPUs."""
    sizes = {size for size in range(2, 9) if size <= cpus}
    octave = 8
    while octave <= cpus:
        sizes |= {size for size in (octave, octave + octave // 2) if size <= cpus}
        octave *= 2
    sizes |= {max(cpus, 2), cpus + 1, 2 * cpus, 4 * cpus, 8 * cpus}
    return tuple(sorted(size for size in sizes if 2 <= size <= MOST_THREADS))


def parse_sizes(request: str, cpus: int) -> tuple[int, ...]:
    """A comma-separated list of numbers from 2; empty: the usual ones."""
    if not request:
        return default_sizes(cpus)
    words = request.replace(" ", "").split(",")
    if not all(re.fullmatch(r"\d{1,4}", word) and 2 <= int(word) <= MOST_THREADS for word in words):
        raise PlanError(f"--threads {request}: use a list of numbers from 2 to {MOST_THREADS}, such as 2,4,8")
    return tuple(sorted({int(word) for word in words}))


def choose(request: str, known: Sequence[str], what: str) -> tuple[str, ...]:
    """A comma-separated list of known words, in the usual order; empty: all."""
    words = [word for word in request.replace(" ", "").split(",") if word]
    unknown = [word for word in words if word not in known]
    if unknown:
        raise PlanError(f"no {what} {', '.join(unknown)}; there are: {', '.join(known)}")
    return tuple(word for word in known if not words or word in words)


def spread_below(machine: Machine) -> int:
    """Where all cores share one cache, or each has a thread, spread means what close means."""
    return machine.cores if machine.caches > 1 else 0


def budget_ms(minutes: float, steps: int, algorithms: Sequence[Algorithm], modes: Sequence[str]) -> int:
    """Time of one repetition, so that all of them take about `minutes`."""
    figures = sum(1 for algorithm in algorithms for mode in modes if mode in algorithm.modes)
    each_ms = minutes * 60e3 / max(1, steps * figures)
    return math.floor(max(LEAST_MS, min(MOST_MS, (each_ms - CHECKS_MS) / REPETITIONS_AND_CALIBRATION)))
