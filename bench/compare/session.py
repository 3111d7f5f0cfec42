# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One comparison: rounds of interleaved processes, with the physical references measured in the same rounds."""

import signal
import subprocess
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from muster.measure.limits import BENCH_LOAD_S

from .execute import Conditions, Sample, run_case
from .floor import floor_of
from .places import Programs
from .plan import Case, Group, round_cases
from .references import GROUP_REFERENCE_MS, REFERENCE_MS, run_reference
from .runtimes import Runtime
from .stats import Variant

LOAD_STARTS_S = 0.05

# The repetitions of a group and its companions in a round. Shorter runs would not do for more turns: what a process
# goes through at its beginning, where threads outnumber CPUs, is most of a run of 4 ms.
TURNS = 2

# A case that failed this often is not tried again: a hang would cost a time limit in every round.
FAILURES_ENOUGH = 2


@dataclass
class Session:
    """What has been measured so far."""

    groups: list[Group]
    pairs: list[tuple[Runtime, str]]
    samples: dict[tuple[Group, Variant], list[Sample]] = field(default_factory=dict)
    # For those variants that are compared with themselves: the same with the load on another CPU held up,
    undisturbed: dict[tuple[Group, Variant], list[Sample]] = field(default_factory=dict)
    # and runs of a group in turn with others, its companions: by the group, and by which of them was run.
    companions: dict[Group, tuple[Group, ...]] = field(default_factory=dict)
    turns: dict[tuple[Group, Variant, Group], list[Sample]] = field(default_factory=dict)
    references: dict[str, list[float]] = field(default_factory=dict)
    # Taken just before the group's processes, a value a round: what a virtual machine charges may change in seconds.
    group_references: dict[Group, dict[str, list[float]]] = field(default_factory=dict)
    reference_titles: dict[str, str] = field(default_factory=dict)
    rounds: int = 0
    seconds: float = 0.0
    others_percent: float = 0.0  # of all CPUs' time, taken by other programs

    def all_samples(self) -> Iterator[tuple[Group, Variant, list[Sample]]]:
        """By the group that was run: those that figures are made of, and those that they are compared with."""
        for (group, variant), rounds in (*self.samples.items(), *self.undisturbed.items()):
            yield group, variant, rounds
        for (_, variant, group), rounds in self.turns.items():
            yield group, variant, rounds


class LoadError(Exception):
    """The CPU that was to be kept busy is not."""


@dataclass(frozen=True)
class Load:
    """What keeps a CPU busy; None where nothing does."""

    process: subprocess.Popen[bytes] | None

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Leaves the CPU alone while the block runs."""
        if self.process is not None:
            self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            if self.process is not None:
                self.process.send_signal(signal.SIGCONT)


@contextmanager
def background_load(programs: Programs, cpu: int | None) -> Iterator[Load]:
    """Keeps `cpu` busy while the block runs; does nothing for None."""
    if cpu is None:
        yield Load(None)
        return
    with _load([str(programs.busy), str(cpu), str(BENCH_LOAD_S)], f"CPU {cpu}") as load:
        yield load


@contextmanager
def _load(command: list[str], where: str) -> Iterator[Load]:
    with subprocess.Popen(command) as busy:
        try:
            time.sleep(LOAD_STARTS_S)
            if busy.poll() is not None:
                raise LoadError(f"{where} cannot be kept busy; is it one that this process may use?")
            yield Load(busy)
            if busy.poll() is not None:
                raise LoadError(f"the load on {where} ended early")
        finally:
            busy.kill()


@contextmanager
def neighbour(programs: Programs, cpus: tuple[int, ...], duty_us: tuple[int, int] | None = None) -> Iterator[Load]:
    """One more process, on whichever of these CPUs the system chooses: busy, or for `duty_us[0]` each `duty_us[1]`."""
    command = ["taskset", "-c", ",".join(str(cpu) for cpu in cpus), str(programs.busy), "any", str(BENCH_LOAD_S)]
    with _load([*command, *(str(us) for us in duty_us or ())], "a CPU of these") as load:
        yield load


def _record(rounds: list[Sample], case: Case, programs: Programs, conditions: Conditions) -> None:
    failures = [sample for sample in rounds if sample.error]
    rounds.append(failures[0] if len(failures) >= FAILURES_ENOUGH else run_case(case, programs, conditions))


def _record_turns(
    session: Session, case: Case, companions: Sequence[Group], programs: Programs, conditions: Conditions
) -> None:
    for _ in range(TURNS):
        for group in (case.group, *companions):
            into = session.turns.setdefault((case.group, (case.runtime.name, case.build), group), [])
            _record(into, replace(case, group=group), programs, conditions)


def _record_references(session: Session, programs: Programs, cpus: tuple[int, ...], group: Group | None = None) -> None:
    milliseconds = REFERENCE_MS if group is None else GROUP_REFERENCE_MS
    into = session.references if group is None else session.group_references.setdefault(group, {})
    for name, (title, us) in run_reference(programs, cpus, milliseconds).items():
        session.reference_titles[name] = title
        into.setdefault(name, []).append(us)


def run_rounds(
    session: Session,
    programs: Programs,
    conditions: Conditions,
    *,
    rounds: int,
    time_limit_s: float | None,
    before_case: Callable[[Case, int, int], None],
    load: Load | None = None,
    compared: Collection[str] = (),
) -> None:
    """Runs whole rounds only: with a time limit, as many as are expected to fit, but at least one.

    `before_case` is told the case, the round (from 0) and the number of cases done. Runtimes in `compared` then run
    the case in turn with its companions, and once more with the load held up.
    """
    start = time.monotonic()
    done = 0
    for number in range(rounds):
        round_start = time.monotonic()
        _record_references(session, programs, conditions.cpus)
        group = None
        for case in round_cases(session.groups, session.pairs, number):
            before_case(case, number, done)
            if case.group != group:
                group = case.group
                if floor_of(group.construct, group.threads, len(conditions.cpus), session.references) is not None:
                    _record_references(session, programs, conditions.cpus, group)
            key = (case.group, (case.runtime.name, case.build))
            _record(session.samples.setdefault(key, []), case, programs, conditions)
            companions = session.companions.get(case.group, ()) if case.runtime.name in compared else ()
            if companions:
                _record_turns(session, case, companions, programs, conditions)
            if load is not None and case.runtime.name in compared:
                with load.held_up():
                    _record(session.undisturbed.setdefault(key, []), case, programs, conditions)
            done += 1
        session.rounds = number + 1
        now = time.monotonic()
        session.seconds = now - start
        if time_limit_s is not None and session.seconds + (now - round_start) > time_limit_s:
            return
