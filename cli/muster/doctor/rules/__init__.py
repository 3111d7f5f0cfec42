# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules: each a function from a case to findings, in a file of its own.

A region has one main cause: `traits.py` says what a region shows, and a general rule leaves one alone that shows
something more particular.
"""

from collections.abc import Callable, Iterable

from muster.doctor.case import Case
from muster.doctor.finding import LEAST_GAIN, Finding
from muster.doctor.rules.alternating import alternating
from muster.doctor.rules.amdahl import amdahl
from muster.doctor.rules.dynamic_chunk import dynamic_chunk
from muster.doctor.rules.few_tasks import few_tasks
from muster.doctor.rules.first_touch import first_touch
from muster.doctor.rules.imbalance import imbalance
from muster.doctor.rules.mpi_calls import mpi_calls
from muster.doctor.rules.mutexes import mutexes
from muster.doctor.rules.needless_barrier import needless_barrier
from muster.doctor.rules.one_producer import one_producer
from muster.doctor.rules.ordered import ordered
from muster.doctor.rules.oversubscribed import oversubscribed
from muster.doctor.rules.schedule_choice import schedule_choice
from muster.doctor.rules.surroundings import surroundings
from muster.doctor.rules.task_grain import task_grain
from muster.doctor.rules.team_too_big import team_too_big
from muster.doctor.rules.tiny_regions import tiny_regions

Rule = Callable[[Case], Iterable[Finding]]

RULES: tuple[Rule, ...] = (
    alternating, amdahl, dynamic_chunk, few_tasks, imbalance, mutexes, needless_barrier, one_producer, ordered,
    oversubscribed, schedule_choice, task_grain, team_too_big, tiny_regions,
)  # fmt: skip


def findings_of(case: Case) -> list[Finding]:
    """All findings worth telling, the largest gain first; then what is to be known of the surroundings."""
    found = [finding for rule in RULES for finding in rule(case)]
    worth = [finding for finding in found if finding.gain_ns >= LEAST_GAIN * case.wall_ns]
    return [
        *sorted(worth, key=lambda finding: -finding.gain_ns),
        *mpi_calls(case),
        *first_touch(case),
        *surroundings(case),
    ]
