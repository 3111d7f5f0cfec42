# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An array lies where one thread touched it first, and others use it.

What remote accesses cost differs from machine to machine and is not known here, so no gain is predicted.
"""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import Finding


def first_touch(case: Case) -> Iterator[Finding]:
    for array in case.surroundings.arrays:
        yield Finding(
            rule="first_touch",
            title="One thread initialises an array that others use",
            where=array.place,
            why=f"{array.first}, {array.used}. A page lies on the NUMA node of the thread that touches it first: "
            f"{array.remote}.",
            advice=f"{array.advice[0].upper()}{array.advice[1:]}.",
        )
