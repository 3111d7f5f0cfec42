# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One thread works while the others idle, as the program is outside of any region."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category

# A stretch that is shorter, on average, belongs to the cost of small regions.
SHORTEST_NS = 20_000.0


def amdahl(case: Case) -> Iterator[Finding]:
    if not case.regions:
        return
    largest = max(region.team for region in case.regions)
    serial = sum(row.ns[Category.SERIAL] for thread in case.ledger.threads for row in thread.rows.values())
    # A rank that waits for others has no work that other threads could take.
    serial = max(serial - case.mpi_ns, 0.0)
    stretches = 1 + sum(region.instances for region in case.regions)
    if largest < 1.5 or serial / stretches < SHORTEST_NS:
        return
    after = max(case.constructs, key=lambda one: one.ns(Category.SERIAL))
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
