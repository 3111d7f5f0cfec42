# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One thread works while the others idle, as the program is outside of any region."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category
from muster.ledger.reader import Thread

# A stretch that is shorter, on average, belongs to the cost of small regions.
SHORTEST_NS = 20_000.0


OUTSIDE = (Category.SERIAL, Category.ABSENT)


def outside_ns(thread: Thread) -> float:
    """How long the thread was in no region."""
    return sum(row.ns[category] for row in thread.rows.values() for category in OUTSIDE)


def threads_of_program(case: Case) -> list[Thread]:
    return [thread for thread in case.ledger.threads if not thread.is_worker and not thread.is_helper]


def serial_ns(case: Case) -> float:
    """How long, at least, no thread was in a region: one of the program may wait for another that has regions."""
    own = threads_of_program(case)
    return case.wall_ns - sum(max(case.wall_ns - outside_ns(one), 0.0) for one in own)


def amdahl(case: Case) -> Iterator[Finding]:
    if not case.regions or not threads_of_program(case):
        return
    largest = max(region.team for region in case.regions)
    # A rank that waits for others has no work that other threads could take.
    serial = max(serial_ns(case) - case.mpi_ns, 0.0)
    stretches = 1 + sum(region.instances for region in case.regions)
    if largest < 1.5 or serial / stretches < SHORTEST_NS:
        return
    busiest = min(threads_of_program(case), key=outside_ns)
    after = max(case.constructs, key=lambda one: one.by_thread(Category.SERIAL).get(busiest.index, 0.0))
    where = f"after the region at {case.where(after)}" if after.code else "before the first region"
    yield Finding(
        rule="serial_part",
        title="One thread works alone between regions",
        where=where,
        why=f"{share_of(serial, case.wall_ns)} of the run is outside of regions ({time_of(serial)}), most of it "
        f"{where}; "
        f"the other threads idle meanwhile. By Amdahl's law no number of threads makes the program faster than "
        f"{case.wall_ns / serial:.2g} times one that takes only this long.",
        advice="Bring the work between regions into a region too: a loop there, tasks, or sections. Reading and "
        "writing of "
        "files can overlap with the regions.",
        gain_ns=serial * (1.0 - 1.0 / largest),
        cost_ns=serial * (largest - 1.0),
        efficiency="serial part (Amdahl)",
    )
