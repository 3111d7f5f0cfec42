# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions whose whole work one thread does in less time than the team takes."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import (
    has_tasks,
    is_crowded,
    is_faster_alone,
    is_tiny,
    run_ns,
    work_a_run_ns,
)
from muster.doctor.words import threads_of, time_of
from muster.ledger.summary import Region

FEWEST = 10


def is_too_big(case: Case, region: Region) -> bool:
    return (
        region.instances >= FEWEST
        and region.team >= 1.5
        and is_tiny(region)
        and not has_tasks(region)
        and is_faster_alone(case, region)
    )


def team_too_big(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        if not is_too_big(case, region) or is_crowded(case, region) or region.resizes > region.instances / 4:
            continue
        each = work_a_run_ns(region)
        gain = region.instances * (run_ns(region) - each)
        yield Finding(
            rule="team_too_big",
            title="A region has less work than it costs to have a team for it",
            where=case.where(region),
            why=f"{threads_of(region.team)} together work {time_of(each)} in it, and the region takes "
            f"{time_of(region.elapsed_ns / region.instances)}: one thread alone is faster.",
            advice="Add if(n > limit) to the construct, so that small cases run on one thread, or num_threads() for "
            "the size of the work.",
            gain_ns=gain,
            cost_ns=gain * region.team,
            efficiency="fork and join",
        )
