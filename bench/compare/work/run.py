# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one cell on one runtime, with whatever stands beside it, and reads what the process says."""

import json
import math
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from muster.measure.limits import BENCH_S

from ..execute import failure_of, held_command, runtime_environment
from ..places import Programs
from ..quota import cpu_quota
from ..runtimes import Runtime
from ..session import Load, neighbour
from .ideal import INTERACTIVE_DUTY_US, share_of
from .space import QUOTAS, Cell, Condition, Policy

Calibration = dict[str, dict[str, float]]  # by build and kind: units of work a microsecond

# A quota is given out a period of 100 ms at a time, so a shorter run would be over before it is felt.
QUOTA_BUDGETS = 2
SPEED_TRIES = 2
ENDLESS_PHASES = 1_000_000_000  # of a second process, which is ended once the first one is through


@dataclass(frozen=True)
class Wish:
    """What is the same for all processes."""

    cpus: tuple[int, ...]
    budget_ms: float
    seed: int
    calibration: Calibration
    timeout_s: float
    limit: float = 4.0
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sample:
    """One run of a cell, by phase; or why there is none."""

    wall_ns: float = 0.0
    ideal_ns: float = 0.0
    longest_ns: float = 0.0
    sum_ns: float = 0.0
    cpu_ns: float = 0.0
    switches: float = 0.0
    sleeps: float = 0.0  # voluntary switches
    migrations: float | None = None
    slice_ns: float | None = None  # the kernel's time slice
    phases: int = 0
    phases_asked: int = 0  # more than there were if the time limit came before
    bound: int = 0
    slowdown: float = 1.0  # of the machine just before, against the calibration
    error: str = ""

    @property
    def us(self) -> float:
        return self.wall_ns / 1000

    @property
    def counts(self) -> bool:
        return not self.error


def speeds(programs: Programs, build: str, cpus: tuple[int, ...], *options: str) -> dict[str, float]:
    """By kind of work, its speed by a compiler's code on these CPUs, the least disturbed of some tries."""
    command = [*held_command(programs.work(build), programs, cpus, yield_noop=False), "--calibrate", *options]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=BENCH_S)
    line: dict[str, Any] = json.loads(said.stdout)
    return {name: float(speed) for name, speed in line.items() if name != "build"}


def slowdown_of(cell: Cell, build: str, programs: Programs, wish: Wish) -> float:
    """How much slower the work is now, on as many CPUs as the team needs, than when it was calibrated.

    Under a quota as many as it is worth: that the others stand still for a part of the time makes these no slower.
    """
    lanes = min(cell.threads, math.ceil(QUOTAS.get(cell.condition, cell.threads)))
    options = ("--threads", str(lanes), "--kind", cell.kind, "--tries", str(SPEED_TRIES))
    return wish.calibration[build][cell.kind] / speeds(programs, build, wish.cpus, *options)[cell.kind]


def command_of(cell: Cell, build: str, programs: Programs, wish: Wish, prefix: Sequence[str] = ()) -> list[str]:
    command = held_command(
        programs.work(build), programs, wish.cpus, yield_noop=cell.condition is Condition.YIELD_NOOP, prefix=prefix
    )
    budget_ms = wish.budget_ms * (QUOTA_BUDGETS if cell.condition in QUOTAS else 1)
    options = {
        "work-ns": cell.work_ns,
        "shape": cell.shape,
        "construct": cell.construct,
        "kind": cell.kind,
        "units-per-us": wish.calibration[build][cell.kind],
        "share": f"{share_of(cell.condition, cell.threads, len(wish.cpus)):.6g}",
        "budget-ms": f"{budget_ms:g}",
        "limit": f"{wish.limit:g}",
        "seed": wish.seed,
    }
    return [*command, *(word for name, value in options.items() for word in (f"--{name}", str(value)))]


def environment_of(cell: Cell, runtime: Runtime, wish: Wish) -> dict[str, str]:
    policy = {} if cell.policy is Policy.DEFAULT else {"OMP_WAIT_POLICY": str(cell.policy)}
    return runtime_environment(runtime, cell.threads, cell.binding, wish.cpus) | policy | wish.environment


def read_sample(output: str, cell: Cell, runtime: Runtime, build: str) -> Sample:
    """The sample that a process printed; an error if it measured something else than it was asked to."""
    try:
        line: dict[str, Any] = json.loads(output)
        names = {field.name for field in fields(Sample)} - {"error", "slowdown"}
        sample = Sample(**{name: line[name] for name in names})
        library = Path(line["library"]).resolve()
        ran = tuple(line[name] for name in ("threads", "work_ns", "construct", "shape", "kind", "build", "verified"))
    except (ValueError, KeyError, TypeError) as problem:
        return Sample(error=f"unreadable answer ({problem})")
    if library != runtime.library.resolve():
        return Sample(error=f"ran on {library}")
    if ran != (cell.threads, cell.work_ns, cell.construct, cell.shape, cell.kind, build, True):
        return Sample(error=f"ran {ran}")
    return sample


class _Process:
    """One process of the program, which waits at its gate until it is let through."""

    def __init__(self, command: list[str], environment: dict[str, str], deadline: float) -> None:
        self.deadline = deadline
        self.popen = subprocess.Popen(
            [*command, "--gate"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def left_s(self) -> float:
        return max(0.0, self.deadline - time.monotonic())

    def is_ready(self) -> bool:
        assert self.popen.stdout is not None
        readable, _, _ = select.select([self.popen.stdout], [], [], self.left_s())
        return bool(readable) and self.popen.stdout.readline() == "ready\n"

    def let_through(self) -> None:
        assert self.popen.stdin is not None
        with suppress(BrokenPipeError):
            self.popen.stdin.write("go\n")
            self.popen.stdin.flush()

    def result(self) -> tuple[int, str, str]:
        """Status, output, complaint; TimeoutExpired where it does not end."""
        output, complaint = self.popen.communicate(timeout=self.left_s())
        return self.popen.returncode, output, complaint

    def end(self) -> None:
        if self.popen.poll() is None:
            self.popen.kill()
        self.popen.communicate()


@contextmanager
def _processes(
    commands: Sequence[list[str]], environment: dict[str, str], timeout_s: float
) -> Iterator[list[_Process]]:
    """The commands, one after the other up to their gates; all have ended when the block is left."""
    deadline = time.monotonic() + timeout_s
    started: list[_Process] = []
    try:
        for command in commands:
            started.append(_Process(command, environment, deadline))
            started[-1].is_ready()  # one that is not says why when it is asked for its result
        yield started
    finally:
        for process in started:
            process.end()


def _merged(outputs: Sequence[str], samples: Sequence[Sample]) -> Sample:
    """Two that ran at once, as one: from the first start to the last end, and what a process did on average."""
    lines = [json.loads(output) for output in outputs]
    wall_us = max(line["end_us"] for line in lines) - min(line["start_us"] for line in lines)
    first = samples[0]
    moves = [sample.migrations for sample in samples if sample.migrations is not None]
    return Sample(
        wall_ns=wall_us * 1000 / first.phases,
        ideal_ns=first.ideal_ns,
        longest_ns=first.longest_ns,
        sum_ns=first.sum_ns,
        cpu_ns=sum(sample.cpu_ns for sample in samples) / len(samples),
        switches=sum(sample.switches for sample in samples) / len(samples),
        sleeps=sum(sample.sleeps for sample in samples) / len(samples),
        migrations=sum(moves) / len(moves) if moves else None,
        slice_ns=first.slice_ns,
        phases=first.phases,
        phases_asked=first.phases_asked,
        bound=min(sample.bound for sample in samples),
    )


def run_cell(
    cell: Cell, runtime: Runtime, build: str, programs: Programs, wish: Wish, *, prefix: Sequence[str] = ()
) -> Sample:
    """Runs one cell on one runtime to its end, or to the time limit."""
    command = command_of(cell, build, programs, wish, prefix)
    commands = [command]
    if cell.condition is Condition.PAIR:
        commands.insert(0, [*command, "--phases", str(ENDLESS_PHASES)])
    elif cell.condition is Condition.TOGETHER:
        commands.append(command)
    with _processes(commands, environment_of(cell, runtime, wish), wish.timeout_s) as processes:
        for process in processes:
            process.let_through()
        measured = processes if cell.condition is Condition.TOGETHER else processes[-1:]
        try:
            results = [process.result() for process in measured]
        except subprocess.TimeoutExpired:
            return Sample(error=f"no end within {wish.timeout_s:.0f} s")
        failures = [failure_of(status, complaint, programs) for status, _, complaint in results if status != 0]
        if failures:
            return Sample(error=failures[0])
        if cell.condition is Condition.PAIR and processes[0].popen.poll() is not None:
            return Sample(error="the second process ended before the first one")
    outputs = [output.removeprefix("ready\n") for _, output, _ in results]
    samples = [read_sample(output, cell, runtime, build) for output in outputs]
    errors = [sample for sample in samples if sample.error]
    return errors[0] if errors else samples[0] if len(samples) == 1 else _merged(outputs, samples)


@contextmanager
def beside(condition: Condition, programs: Programs, wish: Wish) -> Iterator[tuple[list[str], Load]]:
    """Sets a condition up: the words before each command, and what keeps CPUs busy.

    QuotaError or LoadError where it cannot be had.
    """
    with ExitStack() as stack:
        load = Load(None)
        if condition is Condition.BUSY:
            load = stack.enter_context(neighbour(programs, wish.cpus))
        elif condition is Condition.INTERACTIVE:
            load = stack.enter_context(neighbour(programs, wish.cpus, INTERACTIVE_DUTY_US))
        yield stack.enter_context(cpu_quota(QUOTAS.get(condition))), load
