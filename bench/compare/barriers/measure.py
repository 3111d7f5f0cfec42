# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the program `barriers`: a process measures all algorithms in turn, for one team size and wait policy."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median
from typing import Any

from muster.measure.process import run

from ..execute import failure_of
from ..places import Programs
from ..plan import Binding
from ..quota import QuotaError, cpu_quota
from ..session import LoadError, background_load
from ..stats import quartiles


class Condition(StrEnum):
    """What is done to the machine meanwhile."""

    IDLE = "idle"
    BUSY = "busy"
    YIELD_NOOP = "yield-noop"
    QUOTA = "quota"


@dataclass(frozen=True)
class Setup:
    """What is the same for all algorithms of a process."""

    condition: Condition
    binding: Binding
    wait: str
    threads: int


@dataclass(frozen=True)
class Wish:
    """What is the same for all processes."""

    cpus: tuple[int, ...]
    modes: str
    algorithms: tuple[str, ...]
    budget_ms: int
    repetitions: int
    quota: float
    timeout_s: float
    shape: tuple[str, ...] = ()  # words for the program: fan-in, fan-out, topology


@dataclass(frozen=True)
class Key:
    """One figure of the tables."""

    setup: Setup
    mode: str
    algorithm: str


@dataclass
class Results:
    """All samples: a line of the program for each round. `failures` are in words."""

    samples: dict[Key, list[dict[str, Any]]] = field(default_factory=dict)
    references: dict[str, list[float]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Figure:
    """One algorithm over all rounds."""

    ns: float
    low: float
    high: float
    switches: float


def figure(lines: Sequence[dict[str, Any]]) -> Figure:
    times = [float(line["ns"]) for line in lines]
    low, high = quartiles(times)
    return Figure(median(times), low, high, median(float(line["switches"]) for line in lines))


def command(setup: Setup, wish: Wish, programs: Programs, prefix: Sequence[str]) -> list[str]:
    words = [*prefix, "taskset", "-c", ",".join(str(cpu) for cpu in wish.cpus)]
    if setup.condition is Condition.YIELD_NOOP:
        words.append(str(programs.yield_noop))
    words += [str(programs.barriers), "--threads", str(setup.threads), "--wait", setup.wait, "--modes", wish.modes]
    words += ["--budget-ms", str(wish.budget_ms), "--repetitions", str(wish.repetitions)]
    if setup.binding is Binding.PINNED:
        words.append("--pinned")
    return [*words, *wish.shape, *wish.algorithms]


def run_process(setup: Setup, wish: Wish, programs: Programs, prefix: Sequence[str], results: Results) -> None:
    """Adds a sample for each algorithm and mode; a failure if the process does not end well."""
    words = f"{setup.threads} threads, {setup.wait}, {setup.binding}, {setup.condition}"
    done = run(command(setup, wish, programs, prefix), os.environ, wish.timeout_s)
    if done.timed_out:
        results.failures.append(f"{words}: no end within {wish.timeout_s:.0f} s")
        return
    if done.status != 0:
        results.failures.append(f"{words}: {failure_of(done.status, done.stderr, programs)}")
        return
    asked = {
        "verified": True,
        "threads": setup.threads,
        "wait": setup.wait,
        "pinned": setup.binding is Binding.PINNED,
    }
    lines: list[dict[str, Any]] = [json.loads(text) for text in done.stdout.splitlines()]
    if not lines or any({name: line[name] for name in asked} != asked for line in lines):
        results.failures.append(f"{words}: an answer about something else")
        return
    for line in lines:
        results.samples.setdefault(Key(setup, line["mode"], line["algorithm"]), []).append(line)


@contextmanager
def under(condition: Condition, wish: Wish, programs: Programs) -> Iterator[list[str]]:
    """Sets the condition up and gives the words to put before each command. QuotaError or LoadError if it cannot be."""
    with ExitStack() as stack:
        if condition is Condition.BUSY:
            stack.enter_context(background_load(programs, wish.cpus[-1]))
        yield stack.enter_context(cpu_quota(wish.quota if condition is Condition.QUOTA else None))


def try_condition(condition: Condition, wish: Wish, programs: Programs) -> str:
    """Why a condition cannot be had here; empty if it can."""
    setup = Setup(condition, Binding.UNPINNED, "default", 1)
    small = Wish(wish.cpus, "exchange", wish.algorithms[:1], 1, 1, wish.quota, wish.timeout_s)
    results = Results()
    try:
        with under(condition, wish, programs) as prefix:
            run_process(setup, small, programs, prefix, results)
    except (QuotaError, LoadError) as problem:
        return str(problem)
    return results.failures[0] if results.failures else ""
