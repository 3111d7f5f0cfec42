# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The physical floor of a construct: what the machine itself charges for the steps that it cannot do without."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

# Everybody hears from everybody once; a region hears twice, at the fork and at the join.
BARRIERS = ("barrier", "for", "single")
REGIONS = ("parallel", "parallel_for", "parallel_reduction")


@dataclass(frozen=True)
class Floor:
    """The least time, and the unit that it is counted in."""

    us: float
    unit: str


def floor_of(construct: str, threads: int, cores: int, references: Mapping[str, Sequence[float]]) -> Floor | None:
    """A line transfer for a barrier, two for a region; with more threads than CPUs, the switches on each CPU."""
    if construct not in BARRIERS + REGIONS or threads < 2:
        return None
    unit = "line_transfer" if threads <= cores else "yield_switch"
    if not references.get(unit):
        return None
    each = median(references[unit])
    if threads > cores:
        return Floor((threads - cores) / cores * each, "switches")
    return Floor(each if construct in BARRIERS else 2 * each, "transfers")


def least_switches(construct: str, threads: int, cores: int) -> int | None:
    """Threads that have no CPU must be switched to once in each barrier; None where everybody has one."""
    return threads - cores if construct in BARRIERS + REGIONS and threads > cores else None
