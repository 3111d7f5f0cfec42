# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Teams whose size changes from region to region."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import usable_cpus
from muster.doctor.words import share_of, time_of

FEWEST = 50


def alternating(case: Case) -> Iterator[Finding]:
    changing = [one for one in case.regions if one.instances >= FEWEST and one.resizes > one.instances / 4]
    if not changing:
        return
    instances = sum(region.instances for region in changing)
    changes = sum(region.resizes for region in changing)
    # The largest of these teams is kept from region to region, and takes part in all of them.
    team = max(1.0, min(max(region.team for region in changing), usable_cpus(case)))
    gain = sum(max(0.0, region.elapsed_ns - region.useful_ns / team) for region in changing)
    sizes = sorted({row.team_last for region in changing for row in region.itself.rows.values() if row.team_last})
    yield Finding(
        rule="alternating_teams",
        title="The team's size changes from region to region",
        where=" and ".join(dict.fromkeys(case.where(region) for region in changing[:2])),
        why=f"{share_of(changes, instances)} of {instances} regions have another size than the one before "
        f"({', '.join(str(size) for size in sizes)} threads): {time_of(gain / instances)} a region more than the "
        "largest team takes "
        "that stays as it is. CPUs idle in the small teams, and each change makes or sends away members.",
        advice="Give neighbouring regions the same number of threads, and let the superfluous ones have no iterations.",
        gain_ns=gain,
        cost_ns=gain,
        efficiency="fork and join",
    )
