# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one benchmark process and reads what it says. What ran is proved by the process, not assumed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from muster.measure.environment import without_settings
from muster.measure.process import run

from .lengths import Lengths
from .places import Programs
from .plan import Binding, Case
from .runtimes import Runtime


@dataclass(frozen=True)
class Conditions:
    """What is the same for every process of a comparison."""

    budget_ms: int
    repetitions: int
    work: int
    cpus: tuple[int, ...]
    timeout_s: float
    yield_noop: bool = False
    background: int | None = None  # a CPU that another process keeps busy meanwhile
    quota: float | None = None  # CPUs' worth of time that each process may use
    least: bool = False  # a process's figure is its least repetition, not its median one
    environment: dict[str, str] = field(default_factory=dict)
    prefix: tuple[str, ...] = ()  # words before each command: how it gets into the group with the quota
    lengths: Lengths = field(default_factory=Lengths)
    turns_per_us: dict[str, int] = field(default_factory=dict)  # by compiler; a process measures what is not here

    def in_words(self) -> str:
        """What is not as on an idle machine, for headings; empty when nothing is."""
        words = ["sched_yield a no-op"] if self.yield_noop else []
        words += [f"CPU {self.background} busy"] if self.background is not None else []
        words += [f"quota of {self.quota:g} CPUs"] if self.quota is not None else []
        return ", ".join(words + self.lengths.in_words())


@dataclass(frozen=True)
class Sample:
    """One process: its figures, or why there are none."""

    us: float = 0.0
    us_least: float = 0.0  # of the repetitions
    process_us: float = 0.0
    switches: float = 0.0
    cpu_us: float = 0.0
    sleeps: float = 0.0  # voluntary context switches
    rss_kib: float = 0.0
    ideal_us: float = 0.0  # with a runtime that costs nothing; 0 where the time has no work of a known length in it
    bound: int = 0  # threads held to one CPU; negative where the construct cannot ask
    error: str = ""
    not_comparable: str = ""  # what the runtime did other than asked, though its results are right

    @property
    def counts(self) -> bool:
        """Whether ratios may be taken of it."""
        return not self.error and not self.not_comparable


def runtime_environment(runtime: Runtime, threads: int, binding: Binding, cpus: tuple[int, ...]) -> dict[str, str]:
    """The caller's environment without runtime settings, plus what makes a program run on this runtime in this way."""
    environment = without_settings()
    environment["LD_LIBRARY_PATH"] = str(runtime.link_folder())
    environment["OMP_NUM_THREADS"] = str(threads)
    if binding is Binding.PINNED:
        environment["OMP_PROC_BIND"] = "close"
        environment["OMP_PLACES"] = ",".join(f"{{{cpu}}}" for cpu in cpus)
    return environment


def case_environment(case: Case, conditions: Conditions) -> dict[str, str]:
    """The environment of one process."""
    group = case.group
    return runtime_environment(case.runtime, group.threads, group.binding, conditions.cpus) | conditions.environment


def held_command(
    program: Path, programs: Programs, cpus: tuple[int, ...], *, yield_noop: bool, prefix: Sequence[str] = ()
) -> list[str]:
    """The words that run a program on these CPUs."""
    command = [*prefix, "taskset", "-c", ",".join(str(cpu) for cpu in cpus)]
    return [*command, *([str(programs.yield_noop)] if yield_noop else []), str(program)]


def case_command(case: Case, programs: Programs, conditions: Conditions) -> list[str]:
    """The command line of one process."""
    program = programs.constructs(case.build)
    command = held_command(
        program, programs, conditions.cpus, yield_noop=conditions.yield_noop, prefix=conditions.prefix
    )
    command += ["--budget-ms", str(conditions.budget_ms)]
    command += ["--repetitions", str(conditions.repetitions), "--work", str(conditions.work)]
    command += conditions.lengths.arguments()
    if case.build in conditions.turns_per_us:
        command += ["--turns-per-us", str(conditions.turns_per_us[case.build])]
    return [*command, case.group.construct]


def read_sample(output: str, case: Case) -> Sample:
    """The sample that a process printed; an error if it measured something else than it was asked to."""
    try:
        line: dict[str, Any] = json.loads(output)
        library = Path(line["library"]).resolve()
        sample = Sample(
            us=float(line["us"]),
            us_least=min(float(us) for us in line["us_each"]),
            process_us=float(line["process_us"]),
            switches=float(line["switches"]),
            cpu_us=float(line["cpu_us"]),
            sleeps=float(line["sleeps"]),
            rss_kib=float(line["rss_kib"]),
            ideal_us=float(line["ideal_us"]),
            bound=int(line["bound"]),
            not_comparable=str(line["not_comparable"]),
        )
        ran = (line["construct"], line["threads"], line["build"], line["verified"])
    except (ValueError, KeyError, TypeError) as problem:
        return Sample(error=f"unreadable answer ({problem})")
    if library != case.runtime.library.resolve():
        return Sample(error=f"ran on {library}")
    if ran != (case.group.construct, case.group.threads, case.build, True):
        return Sample(error=f"ran {ran}")
    return sample


def failure_of(status: int, complaint: str, programs: Programs) -> str:
    """Why a process failed: the last thing that it said."""
    lines = complaint.replace(f"{programs.folder}/", "").strip().splitlines()
    return f"status {status}: {lines[-1] if lines else 'no message'}"


def run_case(case: Case, programs: Programs, conditions: Conditions) -> Sample:
    """Runs one process to its end, or to the time limit."""
    done = run(
        case_command(case, programs, conditions), case_environment(case, conditions), limit_s=conditions.timeout_s
    )
    if done.timed_out:
        return Sample(error=f"no end within {conditions.timeout_s:.0f} s")
    if done.status != 0:
        return Sample(error=failure_of(done.status, done.stderr, programs))
    sample = read_sample(done.stdout, case)
    return replace(sample, us=sample.us_least) if conditions.least else sample
