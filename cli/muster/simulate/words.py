# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The words in which tables and pages tell what was simulated."""

from muster.simulate.program import Row

TITLES = {"barrier": "a barrier", "reduction": "a reduction", "region": "an empty region"}
TITLES |= {
    "reduction_at_barrier": "a reduction with a barrier of its own",
    "reduction_at_join": "a reduction at the end of a region",
}
# The parts of the critical path stand in the order in which simulate/engine/time.h has them.
PARTS = {
    "software": "instructions",
    "work": "work",
    "transfer": "lines moving",
    "queueing": "queueing at a line",
    "ordering": "earlier stores",
    "system": "system calls, switches",
    "waking": "wake-ups",
    "cpu": "no CPU",
    "sleeping": "sleeping",
}
# A part that is smaller is not worth a word.
AT_LEAST_A_PART = 0.005


def format_time(ns: float) -> str:
    # With `z` a rounding error below nothing is no "-0 ns".
    return f"{ns:z.0f} ns" if ns < 1000 else f"{ns / 1000:.3g} us" if ns < 1_000_000 else f"{ns / 1e6:.3g} ms"


def algorithm_of(row: Row) -> str:
    """The name of a row's algorithm, with the runtime where that is a peer."""
    return str(row["row"]) if row["runtime"] == "muster" else f"{row['row']} ({row['runtime']})"
