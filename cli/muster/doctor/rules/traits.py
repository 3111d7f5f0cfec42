# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What several rules ask of a region."""

from muster.doctor.case import Case
from muster.ledger.form import Category, Kind, WorkKind
from muster.ledger.summary import WAITS_AT_BARRIERS, Construct, Region

# A barrier of threads that come together costs no more than this, and no rule promises to save it.
BARRIER_FLOOR_NS = 2000.0
# Regions that take longer have their losses elsewhere than at their begin and end.
TINY_NS = 100_000.0
# Shares of a region's threads that wait for something other than each other.
MUCH = 0.1


def thread_time_ns(region: Region) -> float:
    return max(region.elapsed_ns * max(region.team, 1.0), 1.0)


def waits_ns(region: Region) -> float:
    """Time at barriers for each thread of the team: what an even distribution of the same work would save at most."""
    mean = region.ns(*WAITS_AT_BARRIERS) / max(region.team, 1.0)
    barriers = region.instances + sum(one.count for one in region.of_kind(Kind.BARRIER)) / max(region.team, 1.0)
    return max(0.0, mean - barriers * BARRIER_FLOOR_NS)


def is_tiny(region: Region) -> bool:
    return region.elapsed_ns / region.instances < TINY_NS


def has_tasks(region: Region) -> bool:
    return any(task.count for task in region.of_kind(Kind.TASK))


def waits_for_mutexes(region: Region) -> bool:
    waits = region.ns(Category.CRITICAL, Category.LOCK, Category.ORDERED)
    return waits > MUCH * thread_time_ns(region)


def is_crowded(case: Case, region: Region) -> bool:
    """More threads than CPUs."""
    return region.team > usable_cpus(case) + 0.5


def usable_cpus(case: Case) -> int:
    quota = case.ledger.quota_cpus
    return max(1, min(case.ledger.cpus, quota) if quota else case.ledger.cpus)


def dealt_loops(region: Region) -> list[Construct]:
    """Loops whose chunks threads ask for."""
    kinds = (WorkKind.DYNAMIC, WorkKind.GUIDED, WorkKind.OTHER)
    return [loop for loop in region.of_kind(Kind.LOOP) if loop.detail in kinds and loop.pieces]


def excess_ns(region: Region) -> float:
    """By how much the thread with the most work has more than the average, over the whole run."""
    useful = region.useful_by_thread
    return max(useful) - sum(useful) / max(region.team, 1.0) if useful else 0.0


def lost_ns(region: Region) -> float:
    """Time in long shares of the region in which its threads were ready to run, and the system ran others."""
    return sum(row.lost_ns for row in region.itself.rows.values())


def uneven_ns(region: Region) -> float:
    """What the waits at barriers cost, but for those that lost slices may explain."""
    return max(0.0, waits_ns(region) - lost_ns(region))


def quiet_elapsed_ns(region: Region) -> float:
    """How long the region takes where no slices are lost: who loses one in the work makes the others wait for it."""
    return max(0.0, region.elapsed_ns - lost_ns(region) * (1.0 - 1.0 / max(region.team, 1.0)))


def work_a_run_ns(region: Region) -> float:
    """Work of all threads in one run of the region, as it is without the ledger."""
    return max(0.0, (region.useful_ns - region.own_work_ns) / max(region.instances, 1))


def run_ns(region: Region) -> float:
    """How long one run of the region takes, as it is without the ledger, and where no slices are lost."""
    return max(0.0, (quiet_elapsed_ns(region) - region.own_elapsed_ns) / max(region.instances, 1))


def took_turns(case: Case, region: Region) -> bool:
    """Threads of the team had one CPU among them, as the system had put them there.

    A thread that gives its CPU to another while it waits gets it back for each share, and has not slept before.
    """
    shares = {thread: row.count for thread, row in region.itself.rows.items()}
    for thread in case.ledger.threads:
        slept = sum(row.wakeups + row.idle_wakeups for row in thread.rows.values())
        turns = case.surroundings.slices.get(thread.system_id, 0) - slept
        # It was looked at before the end.
        if turns > shares.get(thread.index, 0) / 2 > 0:
            return True
    return False


def is_faster_alone(case: Case, region: Region) -> bool:
    """One thread does the whole work in less time than the team takes.

    Others on the machine make most runs longer, but not the shortest one: that, too, has to be longer than the shortest
    shares together. The ledger has its part in both. Threads that took turns on one CPU say nothing of it: their
    shortest run has the whole work, and the turns.
    """
    is_quicker = work_a_run_ns(region) < run_ns(region) and region.least_shares_ns < region.least_ns
    return is_quicker and not took_turns(case, region)
