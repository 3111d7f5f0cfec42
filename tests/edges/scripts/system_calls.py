# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many system calls a program makes because of the runtime, as strace tells them.

python3 tests/edges/scripts/system_calls.py --library build/release/lib/libmuster.so.1 --compiler gcc --folder /tmp/c
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "hosts" / "few_calls.c"
# More than libgomp makes, from the program's start to its end with one empty region of one thread.
MOST_MORE = 5
# What a process that is bound makes to tell others where: it opens the table and gives it a number out of the way of
# the program's files (5), closes the gate, looks whether anybody is there, takes a slot, writes it, opens the gate (5).
MOST_FOR_NEIGHBOURS = 10
# What a thread waits by, and finds out by whether its yields give the CPU away. How often it waits depends on what else
# the machine does.
WAITS = {"futex", "sched_yield", "membarrier", "clock_gettime", "getrusage"}
# Before a thread falls asleep it makes one, so there may be some. A fence costs as much as ten regions.
MOST_FENCES = 100
# How a thread that waits finds out whether other programs want its CPU (three calls).
LOOK_AT_LOAD = re.compile(r'^openat\(AT_FDCWD, "/proc/loadavg".*\nread\(.*\nclose\(.*\n', re.MULTILINE)
STARTS_THREAD = {"clone", "clone3"}


def calls_of(program: Path, mode: str, library: Path, folder: Path, **settings: str) -> list[str]:
    """The names of the calls that the main thread makes, in order, with the library in a folder of its own."""
    place = folder / f"with-{library.stem.split('.')[0]}"
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(library, place / "libgomp.so.1")
    said = place / f"{mode}.strace"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "MUSTER_"))}
    subprocess.run(
        ["strace", "-o", said, program, mode],
        env=kept | {"LD_LIBRARY_PATH": str(place)} | settings,
        check=True,
        timeout=50,
    )
    return re.findall(r"^(\w+)\(", LOOK_AT_LOAD.sub("", said.read_text(encoding="utf-8")), re.MULTILINE)


def one_region(program: Path, library: Path, peer: Path, folder: Path) -> bool:
    ours, theirs = (calls_of(program, "once", one, folder) for one in (library, peer))
    threads = [call for call in ours if call in STARTS_THREAD]
    print(f"one empty region of one thread: {len(ours)} system calls, {len(theirs)} on libgomp; {len(threads)} threads")
    return len(ours) <= len(theirs) + MOST_MORE and not threads


def between_questions(calls: list[str]) -> list[str]:
    first, last = (at for at, call in enumerate(calls) if call == "getppid")
    return calls[first + 1 : last]


def many_regions(program: Path, library: Path, folder: Path) -> bool:
    calls = calls_of(program, "many", library, folder, OMP_PROC_BIND="true")
    between = [call for call in between_questions(calls) if call not in WAITS]
    print(f"1000 bound regions of two threads: {len(between)} system calls but for waits {sorted(set(between))}")
    return not between


def cancelled_regions(program: Path, library: Path, folder: Path) -> bool:
    calls = calls_of(program, "cancelled", library, folder, OMP_CANCELLATION="true", OMP_WAIT_POLICY="ACTIVE")
    fences = between_questions(calls).count("membarrier")
    print(f"1000 cancelled regions of two threads: {fences} fences by a system call")
    return fences <= MOST_FENCES


def neighbours(program: Path, library: Path, folder: Path) -> bool:
    """In a folder where nobody else is."""
    bound = {"OMP_PROC_BIND": "true", "OMP_NUM_THREADS": "1", "MUSTER_NEIGHBOURS_FOLDER": str(folder)}
    usual = [call for call in calls_of(program, "once", library, folder, **bound) if call not in WAITS]
    alone = calls_of(program, "once", library, folder, MUSTER_NEIGHBOURS="IGNORE", **bound)
    more = len(usual) - len([call for call in alone if call not in WAITS])
    print(f"a process that is bound: {more} system calls more than with MUSTER_NEIGHBOURS=IGNORE")
    return 0 < more <= MOST_FOR_NEIGHBOURS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--compiler", required=True, help="GCC, which says where libgomp is")
    parser.add_argument("--folder", type=Path, required=True, help="for the program and output")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = options.folder / "few_calls"
    subprocess.run([options.compiler, "-O1", "-fopenmp", SOURCE, "-o", program], check=True)
    where = [options.compiler, "-print-file-name=libgomp.so.1"]
    peer = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()).resolve()
    right = [
        one_region(program, options.library.resolve(), peer, options.folder),
        many_regions(program, options.library.resolve(), options.folder),
        cancelled_regions(program, options.library.resolve(), options.folder),
        neighbours(program, options.library.resolve(), options.folder),
    ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
