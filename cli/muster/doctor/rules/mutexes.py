# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads wait for a critical construct, an atomic one or a lock."""

from collections import defaultdict
from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind
from muster.ledger.summary import WAITS_AT_BARRIERS, Construct, Region

CATEGORY = {Kind.CRITICAL: Category.CRITICAL, Kind.ATOMIC: Category.CRITICAL, Kind.LOCK: Category.LOCK}
CRITICAL_ADVICE = (
    "Let each thread collect on its own and combine at the end: a reduction clause, or a private copy and one critical "
    "a thread. Take out of the construct what needs no protection, and give unrelated constructs different names."
)
LOCK_ADVICE = (
    "Hold the lock for less: compute before it is set and only store while it is held. Or have several locks, one for "
    "each part of the data."
)


def mutexes(case: Case) -> Iterator[Finding]:
    """A finding for each name of a critical construct and each place of a lock, by region."""
    for region in case.regions:
        by_name: dict[tuple[Kind, int], list[Construct]] = defaultdict(list)
        for one in region.of_kind(*CATEGORY):
            by_name[one.kind, one.object].append(one)
        for (kind, address), uses in by_name.items():
            waited = sum(one.ns(CATEGORY[kind]) for one in uses)
            if waited > 0:
                yield _finding(case, region, kind, address, uses)


def recoverable_ns(region: Region) -> float:
    """Wall time that the waits for mutexes cost.

    Also where one thread took all its turns first and waited for the other at the end.
    """
    waits = region.ns(Category.CRITICAL, Category.LOCK, *WAITS_AT_BARRIERS) / max(region.team, 1.0)
    busiest = max(region.useful_by_thread, default=0.0)
    alone = region.ns(Category.CRITICAL, Category.LOCK) / max(region.team, 1.0)
    return max(min(waits, region.elapsed_ns - busiest), 0.0) if alone > 0.1 * region.elapsed_ns else alone


def _finding(case: Case, region: Region, kind: Kind, address: int, uses: list[Construct]) -> Finding:
    waited = sum(one.ns(CATEGORY[kind]) for one in uses)
    count = max(sum(one.count for one in uses), 1)
    all_waits = max(region.ns(Category.CRITICAL, Category.LOCK), 1.0)
    held = sum(one.held_ns for one in uses)
    name = case.places.name_of_critical(address) if kind == Kind.CRITICAL else ""
    plain = {Kind.CRITICAL: "a critical", Kind.ATOMIC: "an atomic construct"}
    called = f"a critical ({name})" if name else plain.get(kind, "a lock")
    worst = max(uses, key=lambda one: one.ns(CATEGORY[kind]))
    return Finding(
        rule="lock_held_too_long" if kind == Kind.LOCK else "critical_serialises",
        title=f"Threads queue for {called}",
        where=f"{case.where(worst)} (in the region at {case.where(region)})",
        why=f"It was taken {count} times and held {time_of(held / count)} on average, "
        f"{share_of(held, region.elapsed_ns)} of the region's time; a thread waited {time_of(waited / count)} for it.",
        advice=LOCK_ADVICE if kind == Kind.LOCK else CRITICAL_ADVICE,
        gain_ns=waited / all_waits * recoverable_ns(region),
        cost_ns=waited,
        efficiency="serialisation",
    )
