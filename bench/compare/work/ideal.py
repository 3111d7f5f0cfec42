# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CPUs that a team can have, by which the program computes the ideal time of a phase. Pure functions.

    taken = min(demand of the neighbours, their part of the CPUs by the number of threads)
    share = min(CPUs - taken, quota)
    ideal = the longest piece of work that cannot be divided, or all work / min(threads, share) if that is longer

A fair system gives each thread that is always ready the same time, so k neighbour threads beside a team of n have
k / (n + k) of the CPUs where n + k are more than there are. That a team's threads wait at times, and a neighbour
then has more, does not make the team slower; that a neighbour of the team's own kind waits at times can make the team
faster than this ideal.
"""

from dataclasses import dataclass

from .space import QUOTAS, Condition

INTERACTIVE_DUTY_US = (1_000, 10_000)


@dataclass(frozen=True)
class Neighbours:
    """Threads of other processes on the same CPUs."""

    threads: int
    demand: float  # CPUs that they use when nobody else is there


def neighbours_of(condition: Condition, threads: int) -> Neighbours:
    if condition is Condition.BUSY:
        return Neighbours(1, 1.0)
    if condition is Condition.INTERACTIVE:
        run_us, period_us = INTERACTIVE_DUTY_US
        return Neighbours(1, run_us / period_us)
    if condition in (Condition.PAIR, Condition.TOGETHER):
        return Neighbours(threads, float(threads))
    return Neighbours(0, 0.0)


def share_of(condition: Condition, threads: int, cpus: int) -> float:
    """CPUs' worth of time that a team of this size can have."""
    others = neighbours_of(condition, threads)
    fair = cpus * others.threads / (threads + others.threads)
    taken = min(others.demand, fair)
    return min(cpus - taken, QUOTAS.get(condition, float(cpus)))
