# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""data.table in R: sorts, groups, writes and reads a table, and forks with mclapply after using threads."""

import os
from pathlib import Path
from typing import ClassVar

from runner import paths
from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size, find
from runner.runtimes import Way

ROWS = {Size.QUICK: "200000", Size.FULL: "4000000"}
# By the formulas of workloads/data_table.R, without R.
FORKED = {Size.QUICK: "48101 47909 47965 48035", Size.FULL: "48019 47939 47973 48029"}


class DataTable(Program):
    """Reading and writing files are ordered loops. The children of mclapply sort with one thread each, as it asks."""

    name = "data.table"
    summary = "sort, group, fork, fwrite, fread of 200,000 rows"
    packages: ClassVar = ("r-base-core", "r-cran-data.table")
    # R puts the system's folders before those of LD_LIBRARY_PATH.
    ways: ClassVar = (Way.PRELOAD,)
    core = False

    def team(self, threads: int) -> int:
        # It never takes more threads than there are processors.
        return min(threads, len(os.sched_getaffinity(0)))

    def command(self, inputs: Path, size: Size) -> list[str]:
        return ["/usr/bin/Rscript", "--vanilla", str(paths.WORKLOADS / "data_table.R"), ROWS[size]]

    def answer(self, finished: Finished) -> Answer:
        return {
            "groups": int(find(r"^groups (\d+)", finished.stdout)),
            "sums": find(r"^sums like base R (TRUE|FALSE)", finished.stdout),
            "forked": find(r"^forked (.*)$", finished.stdout),
            "read_back": find(r"^read back (TRUE|FALSE)", finished.stdout),
        }

    def known_answer(self, size: Size) -> Answer:
        return {"groups": 1009, "sums": "TRUE", "forked": FORKED[size], "read_back": "TRUE"}

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib/R/site-library/data.table/libs/data_table.so")]
