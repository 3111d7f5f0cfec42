# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions so small that their begin and end cost as much as they do."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import is_crowded, is_faster_alone, is_tiny, quiet_elapsed_ns
from muster.doctor.words import share_of, time_of
from muster.ledger.summary import Region

FEWEST = 50
# The part of a region's time that is not work.
LEAST_OVERHEAD = 0.1


def is_many_tiny(case: Case, region: Region) -> bool:
    """Worth several threads, and yet too small to be a region of its own."""
    if region.instances < FEWEST or region.team < 1.5 or not is_tiny(region) or is_crowded(case, region):
        return False
    return overhead_ns(region) > LEAST_OVERHEAD * region.elapsed_ns and not is_faster_alone(case, region)


def overhead_ns(region: Region) -> float:
    """Time of the region that is not work, but for what lost slices explain."""
    return max(0.0, quiet_elapsed_ns(region) - region.useful_ns / max(region.team, 1.0))


def tiny_regions(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        if not is_many_tiny(case, region) or region.resizes > region.instances / 4:
            continue
        # The ledger's own part is lost to the user only while the ledger is on.
        own = region.own_elapsed_ns - region.own_work_ns / max(region.team, 1.0)
        gain = max(0.0, overhead_ns(region) - max(0.0, own))
        yield Finding(
            rule="tiny_regions",
            title="Many regions that are too small",
            where=case.where(region),
            why=f"The region ran {region.instances} times and took {time_of(region.elapsed_ns / region.instances)} "
            "each time, "
            f"of which {share_of(overhead_ns(region), region.elapsed_ns)} went to beginning and ending it.",
            advice="Put one region around the loop that contains it, and leave `omp for` inside; or merge neighbouring "
            "regions. What is between them can go into `omp single` or `omp masked`.",
            gain_ns=gain,
            cost_ns=gain * region.team,
            efficiency="fork and join",
        )
