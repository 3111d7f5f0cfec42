# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bars that Muster has to reach, read from bars.csv."""

import csv
from dataclasses import dataclass
from pathlib import Path

BARS_FILE = Path(__file__).with_name("bars.csv")


@dataclass(frozen=True)
class Bar:
    """The most that Muster may cost: a ratio to the best peer and, where given, a number of line transfers."""

    ratio: float
    transfers: float | None


def read_bars(path: Path = BARS_FILE) -> dict[tuple[str, int, bool], Bar]:
    """Bars by (construct, threads, sched_yield is a no-op)."""
    with path.open(encoding="utf-8") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return {
            (row["construct"], int(row["threads"]), row["yield_noop"] == "yes"): Bar(
                float(row["ratio"]), float(row["transfers"]) if row["transfers"] else None
            )
            for row in rows
        }
