# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of the whole: which command measures each, and where its results are."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..places import ROOT


@dataclass(frozen=True)
class Part:
    """One command of the comparison. Sizes and budgets are such that a round of all takes some minutes on two CPUs."""

    name: str
    title: str
    words: tuple[str, ...]
    output: str  # the option that names the result file, or the folder of `bars`

    def file(self, folder: Path) -> Path:
        return folder / f"{self.name}.json"

    def command(self, folder: Path, rounds: int, more: Sequence[str]) -> list[str]:
        place = folder if self.output == "--folder" else self.file(folder)
        return [*self.words, "--rounds", str(rounds), "--quiet", self.output, str(place), *more]


PARTS = (
    Part("constructs", "Constructs", ("run", "--threads", "2,4x", "--budget-ms", "10"), "--json"),
    Part(
        "epcc",
        "Constructs after EPCC's suites",
        ("run", "--constructs", "epcc", "--threads", "2,16", "--binding", "unpinned", "--budget-ms", "10"),
        "--json",
    ),
    Part(
        "barriers",
        "Barrier algorithms",
        ("barriers", "--threads", "2,cores+1,4x", "--binding", "unpinned", "--budget-ms", "5"),
        "--output",
    ),
    Part(
        "apps", "Applications", ("apps", "--threads", "cores,4x", "--conditions", "alone", "--scale", "0.1"), "--json"
    ),
    Part("bars", "What has to be shown", ("bars", "--budget-ms", "10"), "--folder"),
    Part("work", "Work between constructs", ("work", "--budget-ms", "40"), "--json"),
)
NAMES = tuple(part.name for part in PARTS)


@dataclass(frozen=True)
class Ran:
    """How a part's command ended. Status 1 says that something failed or missed its bar, which its results show."""

    status: int
    seconds: float
    last_line: str


def measure(part: Part, folder: Path, rounds: int, more: Sequence[str], begun: Callable[[], None]) -> Ran:
    """Runs the part's command; what it prints is kept beside its results."""
    begun()
    start = time.monotonic()
    command = [sys.executable, "-m", "compare", *part.command(folder, rounds, more)]
    with (folder / f"{part.name}.txt").open("w+", encoding="utf-8", errors="replace") as said:
        with subprocess.Popen(
            command, cwd=ROOT / "bench", stdout=said, stderr=subprocess.STDOUT, env=os.environ | WIDE
        ) as process:
            try:
                status = process.wait()
            except BaseException:
                # It ends what it has started, which a kill would leave running.
                process.terminate()
                raise
        said.seek(0)
        lines = [line.strip() for line in said if line.strip()]
    return Ran(status, time.monotonic() - start, lines[-1] if lines else "")


# What is kept as text is read in an editor, where a table need not fit a terminal.
WIDE = {"COLUMNS": "140"}
