# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One comparison: rounds of interleaved processes, with the physical references measured in the same rounds."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .execute import Conditions, Sample, run_case, run_reference
from .places import Programs
from .plan import Case, Group, round_cases
from .runtimes import Runtime
from .stats import Variant

REFERENCE_MS = 10
LOAD_LIMIT_S = 4 * 3600  # the load ends by itself if this program is killed in a way that leaves it behind

LOAD_STARTS_S = 0.05

# A case that failed this often is not tried again: a hang would cost a time limit in every round.
FAILURES_ENOUGH = 2


@dataclass
class Session:
    """What has been measured so far."""

    groups: list[Group]
    pairs: list[tuple[Runtime, str]]
    samples: dict[tuple[Group, Variant], list[Sample]] = field(default_factory=dict)
    references: dict[str, list[float]] = field(default_factory=dict)
    reference_titles: dict[str, str] = field(default_factory=dict)
    rounds: int = 0
    seconds: float = 0.0
    others_percent: float = 0.0  # of all CPUs' time, taken by other programs


class LoadError(Exception):
    """The CPU that was to be kept busy is not."""


@contextmanager
def background_load(programs: Programs, cpu: int | None) -> Iterator[None]:
    """Keeps `cpu` busy while the block runs; does nothing for None."""
    if cpu is None:
        yield
        return
    with subprocess.Popen([str(programs.busy), str(cpu), str(LOAD_LIMIT_S)]) as busy:
        try:
            time.sleep(LOAD_STARTS_S)
            if busy.poll() is not None:
                raise LoadError(f"CPU {cpu} cannot be kept busy; is it one that this process may use?")
            yield
            if busy.poll() is not None:
                raise LoadError(f"the load on CPU {cpu} ended early")
        finally:
            busy.kill()


def _record(session: Session, case: Case, programs: Programs, conditions: Conditions) -> None:
    rounds = session.samples.setdefault((case.group, (case.runtime.name, case.build)), [])
    failures = [sample for sample in rounds if sample.error]
    rounds.append(failures[0] if len(failures) >= FAILURES_ENOUGH else run_case(case, programs, conditions))


def _record_references(session: Session, programs: Programs, cpus: tuple[int, ...]) -> None:
    for name, (title, us) in run_reference(programs, cpus, REFERENCE_MS).items():
        session.reference_titles[name] = title
        session.references.setdefault(name, []).append(us)


def run_rounds(
    session: Session,
    programs: Programs,
    conditions: Conditions,
    *,
    rounds: int,
    time_limit_s: float | None,
    before_case: Callable[[Case, int, int], None],
) -> None:
    """Runs whole rounds only: with a time limit, as many as are expected to fit, but at least one.

    `before_case` is told the case, the round (from 0) and the number of cases done.
    """
    start = time.monotonic()
    done = 0
    for number in range(rounds):
        round_start = time.monotonic()
        _record_references(session, programs, conditions.cpus)
        for case in round_cases(session.groups, session.pairs, number):
            before_case(case, number, done)
            _record(session, case, programs, conditions)
            done += 1
        session.rounds = number + 1
        now = time.monotonic()
        session.seconds = now - start
        if time_limit_s is not None and session.seconds + (now - round_start) > time_limit_s:
            return
