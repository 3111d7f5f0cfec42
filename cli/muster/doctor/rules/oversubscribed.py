# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Teams with more threads than there are CPUs for them."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import is_crowded, lost_ns, usable_cpus
from muster.doctor.words import share_of, threads_of, time_of
from muster.ledger.summary import WAITS_AT_BARRIERS, Region


def cpu_work_ns(region: Region) -> float:
    """The work of the region in CPU time: slices are lost in waits first, as who waits lets others run."""
    return max(0.0, region.useful_ns - max(0.0, lost_ns(region) - region.ns(*WAITS_AT_BARRIERS)))


def oversubscribed(case: Case) -> Iterator[Finding]:
    cpus = usable_cpus(case)
    for region in case.regions:
        if not is_crowded(case, region):
            continue
        work = min(cpu_work_ns(region), region.elapsed_ns * cpus)
        # Whatever takes a CPU here keeps another thread from it. The ledger's part is lost only while that is on.
        own = max(0.0, region.own_ns - region.own_work_ns) / cpus
        gain = region.elapsed_ns - work / cpus - own
        yield Finding(
            rule="oversubscribed",
            title="A team has more threads than CPUs",
            where=case.where(region),
            why=f"{threads_of(region.team)} share {cpus} CPUs, and each barrier waits until all of them had a turn. "
            "The region "
            f"took {time_of(region.elapsed_ns)}, and its work is {time_of(work)} of CPU time: "
            f"{share_of(work, region.elapsed_ns * cpus)} of what the CPUs can give.",
            advice=f"Ask for at most {cpus} threads: leave OMP_NUM_THREADS and num_threads() away, or set "
            "OMP_DYNAMIC=true.",
            gain_ns=max(0.0, gain),
            cost_ns=max(0.0, gain) * cpus,
            efficiency="lost slices",
        )
