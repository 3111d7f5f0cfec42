# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""planted.py FOLDER COMPILER LIBRARY: losses of known length are booked within 5 % where they belong.

A sleep can last longer than it was asked to on a machine that others use, so each program has a few tries.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "cli"))

from muster.doctor.case import Case
from muster.doctor.run import run
from muster.ledger.form import Category, Kind
from muster.ledger.summary import sleep_of

TRIES = 8
MOST_ERROR = 0.05
MS = 1e6


def held(case: Case, kind: Kind) -> float:
    return sum(construct.held_ns for construct in case.constructs if construct.kind == kind)


def asleep(case: Case) -> float:
    waiting, idle = sleep_of(case.ledger)
    return waiting.asleep_ns + waiting.waking_ns + idle.asleep_ns + idle.waking_ns


def total_of(category: Category) -> Callable[[Case], float]:
    return lambda case: case.totals[category]


# By program: what was planted, and what the ledger has of it.
PLANTED: dict[str, tuple[float, Callable[[Case], float]]] = {
    # Four rounds in which one thread has 300 us x (20 + ... + 39) and the other 300 us x (0 + ... + 19).
    "load_imbalance": (480 * MS, lambda case: case.totals[Category.REGION_WAIT]),
    # Twelve rounds of two loops in each of which one thread waits for 10 ms.
    "needless_barrier": (240 * MS, lambda case: case.totals[Category.BARRIER] + case.totals[Category.REGION_WAIT]),
    # Twelve times 16 ms between regions.
    "serial_part": (192 * MS, lambda case: case.totals[Category.SERIAL]),
    # Sixty times 4 ms and 5 ms.
    "critical_serialises": (240 * MS, lambda case: held(case, Kind.CRITICAL)),
    "lock_held_too_long": (300 * MS, lambda case: held(case, Kind.LOCK)),
    "ordered_serialises": (240 * MS, lambda case: held(case, Kind.ORDERED)),
}

# Twenty times 5 ms each, for which one thread certainly waits.
KNOWN_WAITS_NS = 100 * MS
KNOWN_WAITS = (Category.LOCK, Category.CRITICAL)

# Where threads sleep at once, a wait is sleep from its begin to the signal and on to the end. The worker of serial_part
# comes with the first region, so there is nobody to sleep in the first of its twelve times 16 ms.
ASLEEP: dict[str, float] = {"load_imbalance": 480 * MS, "needless_barrier": 240 * MS, "serial_part": 176 * MS}
SLEEPERS = {"OMP_WAIT_POLICY": "passive"}


def is_booked(
    program: str,
    library: Path,
    planted_ns: float,
    booked: Callable[[Case], float],
    settings: dict[str, str] | None = None,
) -> bool:
    for _ in range(TRIES):
        error = booked(run([program], library, {**os.environ, **(settings or {})}).case) / planted_ns - 1.0
        what = "slept" if settings else "booked"
        print(f"{Path(program).name}: planted {planted_ns / MS:.0f} ms, {what} {error:+.1%}")
        if abs(error) <= MOST_ERROR:
            return True
    return False


def main(arguments: list[str]) -> int:
    folder, compiler, library = arguments
    judged = [
        is_booked(f"{folder}/{name}.{compiler}.0", Path(library), planted_ns, booked)
        for name, (planted_ns, booked) in PLANTED.items()
    ]
    judged += [
        is_booked(f"{folder}/known_waits.{compiler}", Path(library), KNOWN_WAITS_NS, total_of(category))
        for category in KNOWN_WAITS
    ]
    judged += [
        is_booked(f"{folder}/{name}.{compiler}.0", Path(library), planted_ns, asleep, SLEEPERS)
        for name, planted_ns in ASLEEP.items()
    ]
    return 0 if all(judged) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
