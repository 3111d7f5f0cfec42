# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions inside of regions: those that get one thread, and those that get too many."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import usable_cpus


def nesting(case: Case) -> Iterator[Finding]:
    teams = {region.code: region.team for region in case.regions}
    for region in case.regions:
        around = max((teams.get(part.parent, 0.0) for part in region.parts), default=0.0)
        if around < 1.5:
            continue
        asked = max(row.requested_most for row in region.itself.rows.values())
        if region.team < 1.5 and asked > 1 and case.ledger.max_active_levels <= 1:
            yield Finding(
                rule="nesting_serialised",
                title="A region inside of a region runs on one thread",
                where=case.where(region),
                why=f"It asks for {asked} threads; one level of parallelism is active by default.",
                advice="If the outer region has too few threads for the CPUs, set OMP_MAX_ACTIVE_LEVELS=2 and the "
                "sizes of "
                "both levels by OMP_NUM_THREADS=outer,inner. If not, the inner construct can go.",
            )
        if around * region.team > 2 * usable_cpus(case):
            yield Finding(
                rule="nesting_explodes",
                title="Nested regions have far more threads than CPUs",
                where=case.where(region),
                why=f"{around:.0f} threads have a team of {region.team:.0f} each, on {usable_cpus(case)} CPUs.",
                advice="Set OMP_NUM_THREADS=outer,inner so that the product is the number of CPUs, or "
                "OMP_MAX_ACTIVE_LEVELS=1.",
            )
