# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads wait for their turn in an ordered construct."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Kind


def ordered(case: Case) -> Iterator[Finding]:
    for region in case.regions:
        for one in region.of_kind(Kind.ORDERED):
            waited = one.ns(Category.ORDERED)
            if waited <= 0:
                continue
            count = max(one.count, 1)
            yield Finding(
                rule="ordered_serialises",
                title="Iterations wait for their turn in an ordered construct",
                where=f"{case.where(one)} (in the region at {case.where(region)})",
                why=f"{count} iterations passed in order and waited {time_of(waited / count)} each, "
                f"{share_of(waited, region.elapsed_ns * region.team)} of the threads' time.",
                advice="Keep only what must be in order inside of the construct, and give the loop schedule(static, "
                "1) or "
                "schedule(dynamic, 1), so that neighbours run side by side. Or store the results and go through them "
                "in "
                "order after the loop.",
                gain_ns=waited / max(region.team, 1.0),
                cost_ns=waited,
                efficiency="serialisation",
            )
