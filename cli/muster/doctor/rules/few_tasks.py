# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads find no task to run while others run theirs: a task is too long for the time until all are waited for."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.one_producer import has_busy_producer
from muster.doctor.rules.task_grain import are_fine
from muster.doctor.rules.traits import has_tasks, is_crowded, is_tiny, lost_ns, waits_for_mutexes
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind
from muster.ledger.summary import Region

WAITS = (Category.REGION_WAIT, Category.BARRIER, Category.TASKWAIT)


def few_tasks(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        if region.team < 1.5 or is_tiny(region) or is_crowded(case, region) or waits_for_mutexes(region):
            continue
        if not has_tasks(region) or are_fine(region) or has_busy_producer(region):
            continue
        running = region.ns(Category.TASK)
        # What threads do besides may as well be what is uneven.
        if running < region.ns(Category.WORK):
            continue
        waits = region.ns(*WAITS)
        gain = waits / region.team - lost_ns(region)
        if gain <= 0:
            continue
        count = sum(task.count for task in region.of_kind(Kind.TASK))
        yield Finding(
            rule="few_tasks",
            title="Threads find no task to run while others run theirs",
            where=_where(case, region),
            why=f"{count} tasks took {time_of(running / count)} on average; "
            f"{share_of(waits, region.elapsed_ns * region.team)} "
            "of the threads' time went by with no task that they could run.",
            advice="Divide the longest tasks, and make them first. Wait less often: one taskwait or taskgroup for the "
            "tasks of several steps, ordered by depend clauses. Where there are such clauses, MUSTER_CHECK=true tells "
            "of those that leave nothing to run at the same time.",
            gain_ns=gain,
            cost_ns=waits,
            efficiency="tasks",
        )


def _where(case: Case, region: Region) -> str:
    """The place where most of the waits are."""
    kinds = (Kind.TASKWAIT, Kind.TASKGROUP, Kind.BARRIER)
    worst = max(region.of_kind(*kinds), key=lambda one: one.ns(*WAITS), default=None)
    in_region = case.where(region)
    if worst is None or worst.ns(*WAITS) < region.itself.ns(Category.REGION_WAIT):
        return in_region
    return f"{case.where(worst)} (in the region at {in_region})"
