# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One thread makes all tasks, and the others wait for them."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.task_grain import are_fine
from muster.doctor.words import share_of
from muster.ledger.form import Category, Kind
from muster.ledger.summary import Region

WAITS = (Category.REGION_WAIT, Category.BARRIER, Category.TASKWAIT)
# What the producer spends outside of tasks, of the region's time, for it to be what holds the others up.
BUSY = 0.4


def one_producer(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        if region.team < 1.5 or are_fine(region) or not has_busy_producer(region):
            continue
        tasks = region.of_kind(Kind.TASK)
        made = _made_by_thread(region)
        total = sum(made.values())
        producer, most = max(made.items(), key=lambda pair: pair[1])
        alone = _alone_ns(region, producer)
        waits = sum(ns for thread, ns in region.by_thread(*WAITS).items() if thread != producer)
        yield Finding(
            rule="one_producer",
            title="One thread makes all tasks, and the others starve",
            where=f"{case.where(max(tasks, key=lambda one: one.units))} (in the region at {case.where(region)})",
            why=f"One thread made {most} of {total} tasks and spent {share_of(alone, region.elapsed_ns)} of the "
            "region's time on "
            f"that; the others found none for {share_of(waits, region.elapsed_ns * (region.team - 1))} of theirs.",
            advice="Let several threads make tasks: taskloop, tasks that make further tasks (halves of a range), or "
            "`omp for` "
            "around the construct instead of `omp single`. Move what the producer computes into the tasks.",
            gain_ns=waits / max(region.team, 1.0),
            cost_ns=waits,
            efficiency="tasks",
        )


def has_busy_producer(region: Region) -> bool:
    """One thread makes the tasks, and is so busy with that that the others may wait for it."""
    made = _made_by_thread(region)
    total = sum(made.values())
    if total < 10 or region.instances > total:
        return False
    producer, most = max(made.items(), key=lambda pair: pair[1])
    return most >= 0.95 * total and _alone_ns(region, producer) >= BUSY * region.elapsed_ns


def _made_by_thread(region: Region) -> dict[int, int]:
    made: dict[int, int] = {}
    for task in region.of_kind(Kind.TASK):
        for thread, row in task.rows.items():
            made[thread] = made.get(thread, 0) + row.units
    return made


def _alone_ns(region: Region, producer: int) -> float:
    return region.by_thread(Category.WORK, Category.CREATE).get(producer, 0.0)
