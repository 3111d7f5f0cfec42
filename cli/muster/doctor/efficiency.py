# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The efficiencies of POP's methodology, in its additive form: what each cause takes from 100 %."""

from muster.doctor.case import Case
from muster.ledger.form import Category
from muster.ledger.summary import USEFUL, WAITS_AT_BARRIERS

LOSSES = {
    "serial part (Amdahl)": (Category.IDLE, Category.ABSENT),
    "load balance": WAITS_AT_BARRIERS,
    "serialisation": (Category.CRITICAL, Category.LOCK, Category.ORDERED),
    "fork and join": (Category.FORK, Category.JOIN),
    "tasks": (Category.CREATE, Category.TASKWAIT),
    "scheduling": (Category.SCHEDULE, Category.REDUCTION),
}


def totals_of_team(case: Case) -> dict[Category, float]:
    """Without the time in which helpers sleep, as there is no target task: they are no threads that could work."""
    helpers = [row for thread in case.ledger.threads if thread.is_helper for row in thread.rows.values()]
    spare = (Category.IDLE, Category.ABSENT)
    return {one: ns - sum(row.ns[one] for row in helpers if one in spare) for one, ns in case.totals.items()}


def efficiencies_of(case: Case) -> dict[str, float]:
    """The parallel efficiency, then each part of it as 1 less its loss. All are shares of threads x wall time."""
    totals = totals_of_team(case)
    whole = max(sum(totals.values()), 1.0)
    useful = sum(totals[category] for category in (*USEFUL, Category.SERIAL)) - case.mpi_ns
    found = {"parallel efficiency": useful / whole}
    for name, categories in LOSSES.items():
        found[name] = 1.0 - sum(totals[category] for category in categories) / whole
    if case.mpi_ns:
        found["MPI"] = 1.0 - case.mpi_ns / whole
    return found
