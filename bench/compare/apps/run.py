# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs an application once, with whatever stands beside it, and reads what it says."""

import json
import select
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from muster.measure.process import run

from ..execute import failure_of, held_command, runtime_environment
from ..places import Programs
from ..plan import Binding
from ..quota import cpu_quota
from ..session import neighbour
from ..work.ideal import INTERACTIVE_DUTY_US
from ..work.space import QUOTAS, Condition, Policy
from .plan import Candidate, Cell

# It is for a second process, which is ended once the first one is through.
ENDLESS_SCALE = 1000.0


@dataclass(frozen=True)
class Wish:
    """What is the same for all processes."""

    cpus: tuple[int, ...]
    scale: float
    timeout_s: float


@dataclass(frozen=True)
class Sample:
    """One process: what its measured part took, or why there is nothing."""

    wall_ns: float = 0.0
    cpu_ns: float = 0.0
    switches: float = 0.0
    sleeps: float = 0.0  # voluntary switches
    faults: float = 0.0
    error: str = ""

    @property
    def us(self) -> float:
        return self.wall_ns / 1000

    @property
    def counts(self) -> bool:
        return not self.error


def program_of(app: str, build: str, programs: Programs) -> Path:
    return programs.folder / "apps" / f"{app}-{build}"


def command_of(
    cell: Cell, candidate: Candidate, programs: Programs, wish: Wish, prefix: Sequence[str] = ()
) -> list[str]:
    program = program_of(cell.app, candidate.build, programs)
    noop = cell.condition is Condition.YIELD_NOOP
    return [
        *held_command(program, programs, wish.cpus, yield_noop=noop, prefix=prefix),
        "--scale",
        f"{wish.scale:g}",
    ]


def environment_of(cell: Cell, candidate: Candidate, wish: Wish) -> dict[str, str]:
    policy = {} if cell.policy is Policy.DEFAULT else {"OMP_WAIT_POLICY": str(cell.policy)}
    own = runtime_environment(candidate.runtime, cell.threads, Binding.UNPINNED, wish.cpus)
    return own | policy | dict(candidate.settings)


def read_sample(output: str, cell: Cell, candidate: Candidate) -> Sample:
    """The sample that a process printed; an error if it measured something else than it was asked to."""
    try:
        line: dict[str, Any] = json.loads(output)
        sample = Sample(
            wall_ns=float(line["wall_ns"]),
            cpu_ns=float(line["cpu_ns"]),
            switches=float(line["switches"]),
            sleeps=float(line["sleeps"]),
            faults=float(line["faults"]),
        )
        library = Path(line["library"]).resolve()
        ran = (line["app"], line["threads"], line["build"], line["ok"])
    except (ValueError, KeyError, TypeError) as problem:
        return Sample(error=f"unreadable answer ({problem})")
    if library != candidate.runtime.library.resolve():
        return Sample(error=f"ran on {library}")
    if ran != (cell.app, cell.threads, candidate.build, True):
        return Sample(error=f"ran {ran}")
    return sample


@contextmanager
def _second_process(command: list[str], environment: dict[str, str], timeout_s: float) -> Iterator[None]:
    """The same application once more, in its measured part from here to the end of the block."""
    gated = [*command, "--scale", f"{ENDLESS_SCALE:g}", "--gate"]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    # Without a buffer nothing is left to be written when the pipe is closed, be there a reader or not.
    with subprocess.Popen(gated, bufsize=0, env=environment, stdin=pipe, stdout=pipe, stderr=nowhere) as second:
        try:
            assert second.stdin is not None and second.stdout is not None
            readable, _, _ = select.select([second.stdout], [], [], timeout_s)
            if not readable or second.stdout.readline() != b"ready\n":
                raise _SecondProcessError("the second process does not begin")
            with suppress(BrokenPipeError):
                second.stdin.write(b"go\n")
            yield
            if second.poll() is not None:
                raise _SecondProcessError("the second process ended before the first one")
        finally:
            second.kill()


class _SecondProcessError(Exception):
    """Whatever was measured was not beside a second process."""


def run_app(cell: Cell, candidate: Candidate, programs: Programs, wish: Wish, *, prefix: Sequence[str] = ()) -> Sample:
    """Runs one process to its end, or to the time limit."""
    command = command_of(cell, candidate, programs, wish, prefix)
    environment = environment_of(cell, candidate, wish)
    try:
        with ExitStack() as stack:
            if cell.condition is Condition.PAIR:
                stack.enter_context(_second_process(command, environment, wish.timeout_s))
            done = run(command, environment, wish.timeout_s)
    except _SecondProcessError as problem:
        return Sample(error=str(problem))
    if done.timed_out:
        return Sample(error=f"no end within {wish.timeout_s:.0f} s")
    if done.status != 0:
        return Sample(error=failure_of(done.status, done.stderr, programs))
    return read_sample(done.stdout, cell, candidate)


@contextmanager
def beside(condition: Condition, programs: Programs, cpus: tuple[int, ...]) -> Iterator[list[str]]:
    """Sets a condition up and gives the words before each command. QuotaError or LoadError where it cannot be had."""
    with ExitStack() as stack:
        if condition is Condition.BUSY:
            stack.enter_context(neighbour(programs, cpus))
        elif condition is Condition.INTERACTIVE:
            stack.enter_context(neighbour(programs, cpus, INTERACTIVE_DUTY_US))
        yield stack.enter_context(cpu_quota(QUOTAS.get(condition)))
