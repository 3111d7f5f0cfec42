# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the clean programs of this folder with MUSTER_RACES unset and with deep, in pairs of runs: prints the ratios.

python3 tests/races/slowdown.py --library-path build/release/lib/compat --rounds 5
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

import checker
from check_races import COMPILERS, Program, binary_of, build, programs

from muster.measure.limits import RACE_TIMED_S

# ThreadSanitizer sleeps for a second at the end of a program, which would hide what the two differ by.
WITHOUT_SLEEP = {"TSAN_OPTIONS": "atexit_sleep_ms=0"}
# Most of the programs take some milliseconds; the slowest ratios are told by name.
SHOWN = 5


def seconds(program: Program, folder: Path, library_path: str, mode: str) -> float:
    settings = WITHOUT_SLEEP | ({"MUSTER_RACES": mode} if mode != "auto" else {})
    started = time.monotonic()
    done = checker.run([str(binary_of(program, folder))], library_path, settings, RACE_TIMED_S)
    if done.status != 0:
        sys.exit(f"{program.name} by {program.compiler} with {mode}: {done.end}")
    return time.monotonic() - started


def ratio(program: Program, folder: Path, library_path: str, rounds: int) -> float:
    pairs = [[seconds(program, folder, library_path, mode) for mode in ("auto", "deep")] for _ in range(rounds)]
    return statistics.median(deep / plain for plain, deep in pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library-path", required=True, help="folder with Muster under the other runtimes' names")
    parser.add_argument("--folder", type=Path, default=Path("build/races"), help="for programs")
    parser.add_argument("--compiler", nargs="+", choices=sorted(COMPILERS), default=sorted(COMPILERS))
    parser.add_argument("--only", default="", help="programs whose names this expression fits")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    for compiler in options.compiler:
        # The programs about limits are about nothing else than the number of tasks.
        chosen = [p for p in programs([compiler], options.only, False) if not p.racy and "limits/" not in p.name]
        for program in chosen:
            if (complaint := build(program, options.folder)) is not None:
                sys.exit(f"{program.name} by {compiler}: {complaint}")
        ratios = {p.name: ratio(p, options.folder, options.library_path, options.rounds) for p in chosen}
        print(
            f"{compiler}: deep takes {statistics.geometric_mean(ratios.values()):.2f} times as long as plain "
            f"(geometric mean of {len(ratios)} programs, medians of {options.rounds} pairs of runs)"
        )
        for name in sorted(ratios, key=lambda name: -ratios[name])[:SHOWN]:
            print(f"  {ratios[name]:6.2f}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
