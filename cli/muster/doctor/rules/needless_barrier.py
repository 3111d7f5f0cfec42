# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads wait at a barrier inside of a region, and at another one those wait that were late at the first."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import (
    excess_ns,
    has_tasks,
    is_crowded,
    uneven_ns,
    waits_for_mutexes,
)
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind, SyncKind
from muster.ledger.summary import Construct, Region

# The part of the waits that must vanish with the barrier, or else it is imbalance that no barrier makes.
LEAST_PART = 0.5


def removable(region: Region) -> list[Construct]:
    """Barriers that the program could do without: not those that a construct has for its own sake."""
    return [one for one in region.of_kind(Kind.BARRIER) if one.detail != SyncKind.BARRIER_IMPLEMENTATION]


def saved_by_nowait_ns(case: Case, region: Region) -> float:
    """Wall time that would be saved if threads went on at the barriers inside of the region.

    0 where the rule does not hold.
    """
    if region.team < 1.5 or is_crowded(case, region) or has_tasks(region) or waits_for_mutexes(region):
        return 0.0
    inner = sum(one.ns(Category.BARRIER) for one in removable(region))
    if inner < 0.2 * region.ns(Category.BARRIER, Category.REGION_WAIT):
        return 0.0
    gain = uneven_ns(region) - excess_ns(region)
    return gain if gain > LEAST_PART * uneven_ns(region) else 0.0


def needless_barrier(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        gain = saved_by_nowait_ns(case, region)
        if gain <= 0:
            continue
        barriers = sorted(removable(region), key=lambda one: -one.ns(Category.BARRIER))
        waited = sum(one.ns(Category.BARRIER) for one in barriers)
        yield Finding(
            rule="needless_barrier",
            title="A barrier makes threads wait that have as much work as the others",
            where=f"{case.where(barriers[0])} (in the region at {case.where(region)})",
            why=f"{share_of(waited, region.elapsed_ns * region.team)} of the threads' time goes by at the barrier, "
            f"{time_of(waited / max(barriers[0].count, 1))} a thread and barrier, and yet over the whole region all "
            "threads "
            "work about the same.",
            advice="If what follows does not read what other threads wrote before the barrier, let threads go on: "
            "add nowait "
            "to the loop before it, or take the barrier out.",
            gain_ns=gain,
            cost_ns=waited,
            efficiency="synchronisation",
        )
