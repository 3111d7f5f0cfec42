# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that ask for chunks so small that the asking costs more than the work."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind
from muster.ledger.summary import USEFUL

# Larger chunks hide what it costs to get them.
CHEAP_NS = 5_000.0


def dynamic_chunk(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        for loop in region.of_kind(Kind.LOOP):
            asking = loop.ns(Category.SCHEDULE)
            if not loop.pieces or asking <= 0 or loop.ns(*USEFUL) / loop.pieces > CHEAP_NS:
                continue
            per_chunk = loop.units / max(loop.count, 1) * (loop.count / max(region.team, 1.0)) / loop.pieces
            yield Finding(
                rule="dynamic_chunk",
                title="A loop is dealt out in chunks that are too small",
                where=case.where(loop),
                why=f"{loop.pieces} chunks of about {max(per_chunk, 1.0):.0f} iterations take "
                f"{time_of(loop.ns(*USEFUL) / loop.pieces)} each, and getting one takes "
                f"{time_of(asking / loop.pieces)}: "
                f"{share_of(asking, loop.ns(*USEFUL) + asking)} of the loop.",
                advice="Use schedule(static) where iterations cost the same, else a larger chunk, so that one takes "
                "at least "
                "20 us: schedule(dynamic, 1000), or guided.",
                gain_ns=asking / max(region.team, 1.0),
                cost_ns=asking,
                efficiency="scheduling",
            )
