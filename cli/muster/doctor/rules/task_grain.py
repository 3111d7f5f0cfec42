# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tasks so small that making and finding them costs more than they do."""

from collections import defaultdict
from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import thread_time_ns
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind
from muster.ledger.summary import Construct, Region

FINE_NS = 3_000.0
FEWEST = 1000


def overhead_ns(region: Region, tasks: list[Construct]) -> float:
    """Time of the region's threads that is no work, as it is without the ledger.

    Where one thread makes all tasks, the others wait for the ledger's part of it too. It is not in what was timed in
    place that the ledger says of tasks that they are not told, which is booked as work.
    """
    own: dict[int, float] = defaultdict(float, region.own_by_thread())
    asking = 0.0
    for one in tasks:
        for thread, row in one.rows.items():
            own[thread] += row.asking_ns
            asking += row.asking_ns
    longer = max(own.values(), default=0.0) * max(region.team, 1.0)
    return max(0.0, thread_time_ns(region) - longer - max(0.0, region.useful_ns - region.own_work_ns - asking))


def task_grain(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        if not are_fine(region):
            continue
        tasks = [one for one in region.of_kind(Kind.TASK) if one.count]
        count = sum(one.count for one in tasks)
        running = sum(one.ns(Category.TASK) for one in tasks)
        overhead = overhead_ns(region, tasks)
        worst = max(tasks, key=lambda one: one.count)
        yield Finding(
            rule="tasks_too_fine",
            title="Tasks are too small",
            where=case.where(worst),
            why=f"{count} tasks take {time_of(running / count)} each, and making, finding and waiting for one takes "
            f"{time_of(overhead / count)}: {share_of(overhead, thread_time_ns(region))} of the threads' time in the "
            "region.",
            advice="Let a task do more: taskloop with a grainsize, a cut-off below which the function calls itself "
            "without a "
            "task (final or if), or several items a task. About 20 us a task hide the rest.",
            gain_ns=overhead / max(region.team, 1.0),
            cost_ns=overhead,
            efficiency="tasks",
        )


def are_fine(region: Region) -> bool:
    tasks = region.of_kind(Kind.TASK)
    count = sum(task.count for task in tasks)
    return count >= FEWEST and sum(task.ns(Category.TASK) for task in tasks) / count <= FINE_NS
