# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads wait at barriers because others have more work."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.needless_barrier import saved_by_nowait_ns
from muster.doctor.rules.traits import (
    dealt_loops,
    has_tasks,
    is_crowded,
    is_tiny,
    uneven_ns,
    waits_for_mutexes,
)
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind
from muster.ledger.summary import WAITS_AT_BARRIERS, Region

LOOPS_ADVICE = (
    "Deal the iterations out as threads come for them: schedule(dynamic, n) with chunks of about 0.1 ms, or "
    "schedule(guided). Where the work grows or falls with the index, schedule(static, 1) is enough."
)
SECTIONS_ADVICE = (
    "A section is one thread's, so the longest decides: divide it into several, or share its loops among the threads. "
    "What a loop in the region has for each thread is evened out by schedule(dynamic, n)."
)


def imbalance(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        if region.team < 1.5 or is_tiny(region) or is_crowded(case, region):
            continue
        if has_tasks(region) or waits_for_mutexes(region) or dealt_loops(region):
            continue
        gain = uneven_ns(region) - saved_by_nowait_ns(case, region)
        if gain <= 0:
            continue
        yield Finding(
            rule="load_imbalance",
            title="Threads wait for the one with the most work",
            where=_where(case, region),
            why=_why(region),
            advice=SECTIONS_ADVICE if region.of_kind(Kind.SECTIONS) else LOOPS_ADVICE,
            gain_ns=gain,
            cost_ns=region.ns(*WAITS_AT_BARRIERS),
            efficiency="load balance",
        )


def _where(case: Case, region: Region) -> str:
    barriers = [(one.ns(Category.BARRIER), case.where(one)) for one in region.of_kind(Kind.BARRIER)]
    worst = max(barriers, default=(0.0, ""))
    in_region = case.where(region)
    if worst[0] > region.itself.ns(Category.REGION_WAIT):
        return f"{worst[1]} (the barrier, in the region at {in_region})"
    return in_region


def _why(region: Region) -> str:
    useful = region.useful_by_thread
    mean = sum(useful) / len(useful)
    waits = region.ns(*WAITS_AT_BARRIERS)
    waited = f"{share_of(waits, region.elapsed_ns * region.team)} of the threads' time went by at barriers."
    # Threads that changed places between runs, or had their work in regions inside of this one, which are told apart.
    if max(useful) - mean < waits / region.team / 2:
        return (
            f"In {region.instances} runs of the region its threads, with the regions inside of it, were done at "
            f"different times: {waited}"
        )
    return (
        f"In {region.instances} runs of the region the thread with the most work worked {time_of(max(useful))}, the "
        f"average {time_of(mean)}; {waited}"
    )
