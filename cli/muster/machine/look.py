# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a machine is fit to be measured on: before, between and after, and warnings in plain words."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

from muster.explain.answers import NoAnswerError, ask
from muster.machine.disturbance import BUSY_PERCENT
from muster.machine.facts import Facts, facts
from muster.measure.environment import without_settings
from muster.measure.limits import REFERENCE_S
from muster.measure.process import run
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.place import place_of_muster

LOOK_S = 0.5
# The host of a virtual machine moves CPUs together and apart, and a line transfer then takes twice or half as long;
# where it leaves them alone, medians of five differ by less than a tenth.
CHANGED = 1.5
TRIES = 5
TRY_MS = 5
QUOTA = re.compile(r"CPU quota (\d+)")


@dataclass(frozen=True)
class Look:
    """What is seen before something is measured."""

    facts: Facts
    quota_cpus: int | None  # None: there is no quota, or no library to ask
    busy_percent: float

    def warnings(self) -> Iterator[str]:
        if self.quota_cpus is not None:
            yield (
                f"a control group grants {self.quota_cpus} of {self.facts.usable_cpus} CPUs: larger teams are stopped "
                "for a part of each 100 ms"
            )
        if self.facts.usable_cpus < self.facts.cpus:
            yield f"this process may use {self.facts.usable_cpus} of {self.facts.cpus} CPUs"
        if self.facts.smt:
            yield "hardware threads share cores: two threads on one core are slower than on two"
        if self.busy_percent > BUSY_PERCENT:
            yield f"other programs use {self.busy_percent:.0f} % of the CPUs: the figures will be noise"
        if self.facts.usable_cpus == 1:
            yield "there is one CPU: threads take turns, and nothing runs at once"


def look() -> Look:
    return Look(facts(), _quota_cpus(), psutil.cpu_percent(interval=LOOK_S))


def _quota_cpus() -> int | None:
    """By the runtime's own reading of the control groups."""
    try:
        note = ask(place_of_muster().library, without_settings()).shown("MUSTER_DEFAULT_TEAM")
    except (NoAnswerError, RuntimeMissingError):
        return None
    found = QUOTA.search(note)
    return int(found[1]) if found else None


def line_transfer_ns(reference: Path) -> float | None:
    """What a cache line takes from one CPU to another now, the median of some tries; None where it cannot be told."""
    times = []
    for _ in range(TRIES):
        try:
            done = run([reference, str(TRY_MS)], os.environ, REFERENCE_S)
            rows = [json.loads(line) for line in done.stdout.splitlines()]
        except (OSError, ValueError):
            return None
        if done.status != 0:
            return None
        times += [1000 * float(row["us"]) for row in rows if row.get("reference") == "line_transfer"]
    return median(times) if times else None


def transfers_in_words(before: float | None, between: Sequence[float], after: float | None) -> str:
    """What line transfers took, in nanoseconds; "" where nothing was measured."""
    parts = []
    if before is not None:
        parts.append(f"{before:.0f} ns before")
    if between:
        parts.append(f"{min(between):.0f} to {max(between):.0f} ns between")
    if after is not None:
        parts.append(f"{after:.0f} ns after")
    return f"A line transfer took {', '.join(parts)}." if parts else ""


def transfer_warning(before: float | None, between: Sequence[float], after: float | None) -> str:
    """Whether the machine changed meanwhile; "" if it did not."""
    ends = [time for time in (before, after) if time is not None]
    # Single measurements scatter, so of those between it is their quarters that count.
    inner = sorted(between)
    times = [*ends, *([inner[len(inner) // 4], inner[-1 - len(inner) // 4]] if len(inner) >= 4 else [])]
    if len(times) < 2 or max(times) < CHANGED * min(times):
        return ""
    return (
        f"a line transfer took from {min(times):.0f} to {max(times):.0f} ns: the CPUs were moved, or others used them; "
        "figures of different rounds are not of one machine"
    )
