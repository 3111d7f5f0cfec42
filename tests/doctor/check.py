# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py PATTERN PROGRAM LIBRARY: the doctor's first finding in PROGRAM.0 is PATTERN, and PROGRAM.1 has none.

Other processes can hide a loss or look like one, and the doctor cannot know which. So each program is run until it is
judged right, a few times; a rule that is wrong is wrong each time. `--gain` compares the gain that was predicted with
what the twin saves in runs without the ledger, as users have them. Each prediction stands between two runs of either
twin, as what a transfer of a cache line takes may change from one second to the next, and of each the shortest of three
counts, as others on the machine only make one longer; it fails where the median of predicted over measured is off by
more than 15 %.
"""

import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "cli"))

from muster.doctor.finding import Finding
from muster.doctor.rules import findings_of
from muster.doctor.run import run
from muster.measure.environment import without_settings
from muster.measure.limits import PROGRAM_S

TRIES = 8
GAIN_ROUNDS = 11
GAIN_RUNS = 3
MOST_ERROR = 0.15
# The sum over all threads and categories is threads x wall time.
MOST_MISSING = 0.01


def judge(program: str, library: Path) -> tuple[list[Finding], float]:
    """Findings that promise a gain, and the wall time."""
    outcome = run([program], library, os.environ)
    ledger = outcome.case.ledger
    whole = len(ledger.threads) * ledger.wall_ns
    missing = abs(sum(outcome.case.totals.values()) / whole - 1.0)
    assert missing <= MOST_MISSING, f"the ledger of {program} misses {missing:.1%} of threads x wall time"
    return [finding for finding in findings_of(outcome.case) if finding.gain_ns], ledger.wall_ns


def is_right(program: str, library: Path, wanted: str) -> bool:
    """Whether the first finding is the one that is wanted, or none is, in one of the tries."""
    for _ in range(TRIES):
        found = [finding.rule for finding in judge(program, library)[0]]
        if (found[0] if found else "") == wanted:
            return True
        print(f"{Path(program).name}: {found}")
    return False


def regions_ns(program: str, library: Path) -> float:
    """How long the program's regions take without the ledger, as it says itself."""
    environment = without_settings()
    environment["LD_LIBRARY_PATH"] = str(library)
    done = subprocess.run(
        [program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PROGRAM_S,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return float(done.stdout)


def saved_ns(program: str, library: Path) -> float:
    """What the twin saves, by the shortest of some runs of each in turn."""
    runs = [(regions_ns(f"{program}.0", library), regions_ns(f"{program}.1", library)) for _ in range(GAIN_RUNS)]
    return min(lossy for lossy, _ in runs) - min(clean for _, clean in runs)


def gain_is_right(pattern: str, program: str, library: Path) -> bool:
    ratios, measured = [], []
    for _ in range(GAIN_ROUNDS):
        before_ns = saved_ns(program, library)
        found, _ = judge(f"{program}.0", library)
        saved = (before_ns + saved_ns(program, library)) / 2.0
        measured.append(saved)
        predicted_ns = found[0].gain_ns if found and found[0].rule == pattern else 0.0
        # A twin that saves nothing leaves nothing to predict.
        ratios.append(predicted_ns / saved if saved > 0 else math.inf)
    low, ratio, high = statistics.quantiles(ratios, n=4)
    print(
        f"{pattern}: predicted over measured {ratio:.2f} (quartiles {low:.2f} and {high:.2f} of {GAIN_ROUNDS} rounds), "
        f"measured {statistics.median(measured) / 1e6:.1f} ms"
    )
    return abs(ratio - 1.0) <= MOST_ERROR


def main(arguments: list[str]) -> int:
    pattern, program, library = arguments[0], arguments[1], Path(arguments[2])
    if "--gain" in arguments:
        return 0 if gain_is_right(pattern, program, library) else 1
    right = is_right(f"{program}.0", library, pattern) and is_right(f"{program}.1", library, "")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
