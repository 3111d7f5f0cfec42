# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A rank waits in calls of MPI. What that would save depends on the other ranks, so no gain is predicted."""

from collections.abc import Iterator

from muster.doctor.case import Case
from muster.doctor.finding import LEAST_GAIN, Finding
from muster.doctor.words import share_of, time_of

# Once at the begin and once at the end, whatever the program does between.
ONCE = ("mpi_init", "mpi_finalize")


def mpi_calls(case: Case) -> Iterator[Finding]:
    calls = [call for call in case.surroundings.mpi_calls if not call.name.lower().startswith(ONCE)]
    in_calls = sum(call.ns for call in calls)
    if in_calls < LEAST_GAIN * case.wall_ns:
        return
    worst = max(calls, key=lambda call: call.ns)
    yield Finding(
        rule="mpi_calls",
        title="Calls of MPI take a part of the run",
        where=f"{case.places.of(worst.code)} ({worst.name})",
        why=f"{share_of(in_calls, case.wall_ns)} of the run ({time_of(in_calls)}) went by in calls of MPI outside of "
        f"regions, {time_of(worst.ns)} of it in {worst.count} calls of {worst.name}. The rank's other threads idle "
        "meanwhile.",
        advice="Where ranks have unequal work, that comes first. Where they do not: fewer and larger messages, and "
        "calls that let the computation go on meanwhile (MPI_Isend, MPI_Iallreduce).",
        efficiency="MPI",
    )
