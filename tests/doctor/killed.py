# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""killed.py LIBRARY PROGRAM ENDS: a program that is killed, crashes or exits inside of a region leaves a whole ledger.

PROGRAM is killed from outside, and ENDS ends itself.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "cli"))

from muster.doctor.case import Case
from muster.ledger.reader import Ledger, read_ledger
from muster.measure.limits import PROGRAM_S

# The program runs for a quarter of a second.
KILLED_AFTER_S = 0.12
# ENDS sleeps for a hundred milliseconds first.
ENDS_AFTER_NS = 100e6


def environment_of(library: Path, file: Path) -> dict[str, str]:
    return {**os.environ, "LD_LIBRARY_PATH": f"{library / 'compat'}:{library}", "MUSTER_LEDGER": str(file)}


def check_whole(ledger: Ledger) -> None:
    case = Case(ledger)
    whole = len(ledger.threads) * ledger.wall_ns
    assert len(ledger.threads) == 2, f"{len(ledger.threads)} threads"
    assert abs(sum(case.totals.values()) / whole - 1.0) < 0.01, "it does not add up"


def check_killed(library: Path, program: str, number: signal.Signals) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ledger"
        environment = environment_of(library, file)
        with subprocess.Popen([program], env=environment, stdout=subprocess.DEVNULL) as process:
            time.sleep(KILLED_AFTER_S)
            process.send_signal(number)
        ledger = read_ledger(file)
    check_whole(ledger)
    assert not ledger.ended, "the program ended by itself"
    assert 0.2 * KILLED_AFTER_S * 1e9 < ledger.wall_ns < 2 * KILLED_AFTER_S * 1e9, f"wall time {ledger.wall_ns}"


def check_ended(library: Path, program: str, how: str, status: int) -> None:
    """By a thread of a region while the other one is in it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ledger"
        done = subprocess.run([program, how], env=environment_of(library, file), check=False, timeout=PROGRAM_S)
        ledger = read_ledger(file)
    assert done.returncode == status, f"status {done.returncode}"
    check_whole(ledger)
    assert ledger.wall_ns > ENDS_AFTER_NS, f"wall time {ledger.wall_ns}"


def main(arguments: list[str]) -> int:
    library, killed, ends = Path(arguments[0]), arguments[1], arguments[2]
    for number in (signal.SIGKILL, signal.SIGSEGV):
        check_killed(library, killed, number)
    check_ended(library, ends, "exit", 3)
    check_ended(library, ends, "crash", -signal.SIGSEGV)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
