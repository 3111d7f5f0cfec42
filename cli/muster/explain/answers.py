# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime's answers about itself: by its own interface (include/muster.h), and OMP_DISPLAY_ENV=verbose."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from muster.measure.limits import QUESTION_S
from muster.measure.process import run

PROBE = Path(__file__).with_name("probe.py")
FOREVER_NS = 2**64 - 1
# Rules of the runtime change at 16 and 32 threads; sizes above this are seldom, and each costs a call.
LEAST_SIZES = 64
SHOWN = re.compile(r"^  \[host\] (?P<name>\w+)='(?P<value>.*)'$", re.MULTILINE)
DISPLAY = re.compile(
    r"^\s*OPENMP DISPLAY ENVIRONMENT BEGIN$.*?^\s*OPENMP DISPLAY ENVIRONMENT END$\n?", re.MULTILINE | re.DOTALL
)


class Policy(IntEnum):
    """A muster_wait_policy."""

    ADAPTIVE = 0
    ACTIVE = 1
    PASSIVE = 2
    FIXED = 3


class DecidedBy(IntEnum):
    """A muster_decided_by."""

    USER = 0
    PROFILE = 1
    RULE = 2
    OBSERVATION = 3


@dataclass(frozen=True)
class Wait:
    policy: Policy
    is_set: bool
    longest_spin_barrier_ns: int
    longest_spin_idle_ns: int
    set_by: str


@dataclass(frozen=True)
class Barrier:
    """The answer for one use and team size; `asked` is 0 for a region for which the program names no size."""

    use: str
    asked: int
    threads: int
    decided_by: DecidedBy
    gather: str
    release: str
    reason: str
    placement: int

    @property
    def algorithm(self) -> str:
        return self.gather if self.gather == self.release else f"{self.gather},{self.release}"

    def same_as(self, other: "Barrier") -> bool:
        return (self.algorithm, self.decided_by, self.reason) == (other.algorithm, other.decided_by, other.reason)


@dataclass(frozen=True)
class Answers:
    version: str
    wait: Wait
    default_team: int
    processors: int
    places: int
    barriers: tuple[Barrier, ...]
    display: tuple[tuple[str, str], ...]  # names and values as shown; a name may come more than once
    messages: tuple[str, ...]  # what the runtime said about its settings

    def shown(self, name: str) -> str:
        return next((value for shown, value in self.display if shown == name), "")

    def ranges(self, use: str) -> Iterator[tuple[int, int, Barrier]]:
        """From which team size to which one the answer is the same."""
        rows = [barrier for barrier in self.barriers if barrier.use == use and barrier.asked >= 2]
        first = 0
        for index, row in enumerate(rows):
            if index + 1 == len(rows) or not row.same_as(rows[index + 1]):
                yield rows[first].asked, row.asked, row
                first = index + 1


class NoAnswerError(Exception):
    """The library could not be asked; the message says why."""


def ask(library: Path, environment: Mapping[str, str]) -> Answers:
    """What the runtime answers in a process with this environment on the CPUs of this one."""
    variables = {**environment, "OMP_DISPLAY_ENV": "verbose"}
    for name in ("LD_PRELOAD", "OMP_TOOL_LIBRARIES", "MUSTER_LEDGER"):
        variables.pop(name, None)
    done = run([sys.executable, "-S", "-E", PROBE, library, str(_sizes(environment))], variables, QUESTION_S)
    try:
        answers = json.loads(done.stdout)
    except ValueError:
        said = done.stderr.strip().splitlines()
        raise NoAnswerError(f"{library} gave no answer: it {done.end}{': ' + said[-1] if said else ''}") from None
    version = answers["version"]
    return Answers(
        version=f"{version // 10000}.{version // 100 % 100}.{version % 100}",
        wait=Wait(**(answers["wait"] | {"policy": Policy(answers["wait"]["policy"])})),
        default_team=answers["default_team"],
        processors=answers["processors"],
        places=answers["places"],
        barriers=tuple(Barrier(**(row | {"decided_by": DecidedBy(row["decided_by"])})) for row in answers["barriers"]),
        display=tuple((match["name"], match["value"]) for match in SHOWN.finditer(done.stderr)),
        messages=tuple(line for line in DISPLAY.sub("", done.stderr).splitlines() if line.strip()),
    )


def _sizes(environment: Mapping[str, str]) -> int:
    """Up to which team size barriers are asked for."""
    asked = environment.get("OMP_NUM_THREADS", "").split(",")[0].strip()
    return min(1024, max(LEAST_SIZES, int(asked) if asked.isdecimal() else 0))
