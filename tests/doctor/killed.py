# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""killed.py LIBRARY PROGRAM: a program that is killed, or crashes, inside of a region leaves a whole ledger."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "cli"))

from muster.doctor.case import Case
from muster.ledger.reader import read_ledger

# The program runs for a quarter of a second.
KILLED_AFTER_S = 0.12


def check(library: Path, program: str, number: signal.Signals) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ledger"
        paths = f"{library / 'compat'}:{library}"
        environment = {**os.environ, "LD_LIBRARY_PATH": paths, "MUSTER_LEDGER": str(file)}
        with subprocess.Popen([program], env=environment, stdout=subprocess.DEVNULL) as process:
            time.sleep(KILLED_AFTER_S)
            process.send_signal(number)
        ledger = read_ledger(file)
    case = Case(ledger)
    whole = len(ledger.threads) * ledger.wall_ns
    assert not ledger.ended, "the program ended by itself"
    assert len(ledger.threads) == 2, f"{len(ledger.threads)} threads"
    assert abs(sum(case.totals.values()) / whole - 1.0) < 0.01, "it does not add up"
    assert 0.2 * KILLED_AFTER_S * 1e9 < ledger.wall_ns < 2 * KILLED_AFTER_S * 1e9, f"wall time {ledger.wall_ns}"


def main(arguments: list[str]) -> int:
    for number in (signal.SIGKILL, signal.SIGSEGV):
        check(Path(arguments[0]), arguments[1], number)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
