# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tasks so small that making and finding them costs more than they do."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import IN_PLACE, thread_time_ns
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind
from muster.ledger.summary import Region

FINE_NS = 3_000.0
FEWEST = 1000
# What the ledger books of a task: its making and its running.
CONSTRUCTS_A_TASK = 2


def task_grain(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        if not are_fine(region):
            continue
        tasks = [one for one in region.of_kind(Kind.TASK) if one.count]
        count = sum(one.count for one in tasks)
        running = sum(one.ns(Category.TASK) for one in tasks)
        own = count * CONSTRUCTS_A_TASK * IN_PLACE * case.ledger.construct_ns
        overhead = max(0.0, thread_time_ns(region) - region.useful_ns - own)
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
