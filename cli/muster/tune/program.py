# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program that measures (bench/barriers): where it is, what it knows, and one run of it."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from muster.files import is_file
from muster.measure.limits import BENCH_S
from muster.measure.process import run

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
# The program of an installed package comes first, then those of a checkout.
BUILDS = (PACKAGE / "bin", ROOT / "build" / "release" / "bench", ROOT / "build" / "release-clang" / "bench")


class ProgramError(Exception):
    """The program is missing, or it failed; the message says what to do or what it said."""


@dataclass(frozen=True)
class Machine:
    """What a profile is known by."""

    shape: str
    cpu: str
    cpus: int
    version: str
    quota: int = 0  # CPUs' worth of time that a control group allows; 0: no limit
    cores: int = 1
    caches: int = 1  # last-level ones


@dataclass(frozen=True)
class Algorithm:
    """A row of the registry: its name and the modes that it can be measured in."""

    name: str
    modes: tuple[str, ...]


@dataclass(frozen=True)
class Time:
    """One algorithm in one mode: nanoseconds a barrier, and context switches."""

    algorithm: str
    mode: str
    ns: float
    switches: float


def find_program(asked: Path | None) -> Path:
    """`asked`, or the one of a build of this checkout, by its whole path: a bare name is looked for in PATH."""
    candidates = [asked] if asked is not None else [build / "barriers" for build in BUILDS]
    for candidate in candidates:
        if is_file(candidate):
            return candidate.absolute()
    looked = ", ".join(str(candidate) for candidate in candidates)
    how = "build it (cmake --preset release && cmake --build --preset release) or name it by --program"
    raise ProgramError(f"the measuring program is not at {looked}; {how}")


def _lines(command: Sequence[str], timeout_s: float) -> list[dict[str, Any]]:
    try:
        done = run(command, os.environ, timeout_s)
    except OSError as problem:
        raise ProgramError(f"{command[0]} cannot be run: {problem.strerror}") from problem
    if done.status != 0:
        said = done.stderr.strip().splitlines() if done.status > 0 else []
        raise ProgramError(said[-1] if said else f"{command[0]} {done.end}")
    try:
        return [json.loads(line) for line in done.stdout.splitlines()]
    except json.JSONDecodeError as problem:
        raise ProgramError(f"an unreadable answer: {problem}") from problem


@contextmanager
def _understood(program: Path) -> Iterator[None]:
    """Around what takes an answer apart: a program of another version may say something else."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as problem:
        raise ProgramError(f"{program} answers otherwise than this version's ({problem}); build it anew") from problem


def read_machine(program: Path) -> Machine:
    with _understood(program):
        (line,) = _lines([str(program), "--machine"], BENCH_S)
        numbers = (int(line[name]) for name in ("quota", "cores", "caches"))
        return Machine(line["machine"], line["cpu"], int(line["cpus"]), line["version"], *numbers)


def read_algorithms(program: Path) -> list[Algorithm]:
    """The registry, in its order."""
    with _understood(program):
        rows = _lines([str(program), "--list"], BENCH_S)
        return [Algorithm(row["algorithm"], tuple(row["modes"])) for row in rows]


def measure(
    program: Path,
    *,
    threads: int,
    policy: str,
    placement: str,
    modes: Sequence[str],
    algorithms: Sequence[str],
    budget_ms: int,
    timeout_s: float,
) -> list[Time]:
    """One process: every algorithm in every mode that it can do."""
    command = [str(program), "--threads", str(threads), "--wait", policy, "--placement", placement]
    command += ["--modes", ",".join(modes)]
    command += ["--budget-ms", str(budget_ms), "--repetitions", "3", *algorithms]
    asked = {"verified": True, "threads": threads, "wait": policy, "placement": placement}
    with _understood(program):
        lines = _lines(command, timeout_s)
        if not lines or any({name: line[name] for name in asked} != asked for line in lines):
            raise ProgramError(f"{program} answers about something else than it was asked")
        return [Time(line["algorithm"], line["mode"], float(line["ns"]), float(line["switches"])) for line in lines]


def complaint_about(program: Path, profile: Path) -> str:
    """What the runtime's own reader says of a profile; empty when it takes it."""
    with _understood(program):
        (line,) = _lines([str(program), "--profile", str(profile)], BENCH_S)
        return str(line["complaint"])
