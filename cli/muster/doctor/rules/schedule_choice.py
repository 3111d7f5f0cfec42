# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that are dealt out as threads come, and yet threads wait at the end: too few chunks."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import dealt_loops, has_tasks, is_crowded, uneven_ns, waits_for_mutexes
from muster.doctor.words import share_of
from muster.ledger.summary import USEFUL, WAITS_AT_BARRIERS, Construct

# With more chunks than that for each thread the last one matters little.
FEW_CHUNKS = 20


def uneven_after_cure_ns(loop: Construct, team: float) -> float:
    """With as many chunks as are advised, a thread waits for half of one at the end of the loop on average."""
    share = loop.ns(*USEFUL) / team
    return share / FEW_CHUNKS / 2


def schedule_choice(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        loops = dealt_loops(region)
        if not loops or region.team < 1.5 or has_tasks(region) or is_crowded(case, region) or waits_for_mutexes(region):
            continue
        loop = min(loops, key=lambda one: one.pieces / max(one.count, 1))
        chunks = loop.pieces / max(loop.count, 1)
        gain = uneven_ns(region) - uneven_after_cure_ns(loop, region.team)
        if chunks > FEW_CHUNKS or gain <= 0:
            continue
        yield Finding(
            rule="schedule_choice",
            title="A loop's chunks are too large to even out the work",
            where=case.where(loop),
            why=f"Each thread gets {chunks:.1f} chunks of the loop, so the last one decides when it ends: "
            f"{share_of(region.ns(*WAITS_AT_BARRIERS), region.elapsed_ns * region.team)} of the threads' time goes "
            "by at barriers.",
            advice="Use smaller chunks, at least 20 for each thread, or put the expensive iterations first. guided "
            "gives "
            "away half of the loop in its first chunks, which is wrong where the first iterations are the expensive "
            "ones.",
            gain_ns=gain,
            cost_ns=region.ns(*WAITS_AT_BARRIERS),
            efficiency="load balance",
        )
