# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runner has to know of a program: how to make its input, how to start it, and what it answered."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer, Tolerance
from runner.execute import Finished
from runner.runtimes import Way


class Size(StrEnum):
    """How much work a run does: `quick` for a test (about a second), `full` for a comparison of times."""

    QUICK = "quick"
    FULL = "full"


class Program(ABC):
    """One program. Subclasses are values: they hold no state."""

    name: ClassVar[str]
    summary: ClassVar[str]
    packages: ClassVar[Sequence[str]] = ()
    needs_wheels: ClassVar[bool] = False
    # Wheels of requirements-more-wheels.txt too.
    needs_more_wheels: ClassVar[bool] = False
    # Whether ./check runs it. The others are run by `run run`, which runs all.
    core: ClassVar[bool] = True
    # The runtime that it comes with, and the files that are copies of it.
    own: ClassVar[str] = "libgomp"
    own_files: ClassVar[re.Pattern[str]] = re.compile(r"libgomp(-[0-9a-f]+)?\.so")
    ways: ClassVar[Collection[Way]] = (Way.PATH, Way.PRELOAD)
    # The function that no program with a parallel region can do without.
    entry: ClassVar[str] = "GOMP_parallel"
    tolerances: ClassVar[Mapping[str, Tolerance]] = {}
    variables: ClassVar[Mapping[str, str]] = {}
    # Whether served_by() answers when the runtime is preloaded.
    names_its_provider: ClassVar[bool] = False

    def users(self, way: Way) -> re.Pattern[str]:
        """Which files of the process `way` is expected to take over; all of them, unless a subclass knows better."""
        del way
        return re.compile("")

    def prepare(self, inputs: Path, size: Size) -> None:  # noqa: B027 (most programs need no input)
        """Make the input files, and compile what has to be compiled, in `inputs`."""

    @abstractmethod
    def command(self, inputs: Path, size: Size) -> list[str]:
        """The command line. It runs in an empty folder."""

    def reference_command(self, inputs: Path, size: Size) -> list[str]:
        """What gives the reference on the program's own runtime, for programs that cannot do all on it."""
        return self.command(inputs, size)

    @abstractmethod
    def answer(self, finished: Finished) -> Answer:
        """What the program answered. ValueError if its output does not have the expected form."""

    def known_answer(self, size: Size) -> Answer:
        """What is known to be right without running anything; compared beside the reference."""
        del size
        return {}

    def team(self, threads: int) -> int:
        """How many threads a team really has where OMP_NUM_THREADS says `threads`."""
        return threads

    def served_by(self, finished: Finished) -> Path | None:
        """The library that the process itself says it would call, for programs that can say so."""
        del finished
        return None

    @abstractmethod
    def objects(self, inputs: Path) -> list[Path]:
        """The files whose imports from libgomp are listed."""


def find(pattern: str, text: str) -> str:
    """The first group of the last match of `pattern` in `text`. ValueError if there is none."""
    matches = re.findall(pattern, text, re.MULTILINE)
    if not matches:
        raise ValueError(f"no match for '{pattern}' in the output")
    return str(matches[-1])
