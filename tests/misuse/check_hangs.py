# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that hang for certain say so without MUSTER_CHECK and end with it; those that wait for long go on.

The same holds where threads wait awake.

python3 tests/misuse/check_hangs.py --library-path build/release/lib/compat --folder /tmp/hangs --compiler gcc
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "hangs" / "hangs.c"
COMPILERS = {"gcc": "gcc", "clang": "clang-19"}
HANG = ("lock_twice", "many_threads", "nested_critical", "barrier_in_critical", "two_locks", "circle_of_locks")
TEAM_HANGS = ("missed_barrier", "missed_by_workers", "main_has_ended", "detached_task")
GO_ON = ("held_long", "other_thread_long", "team_long", "tasks_long", "main_has_ended_long", "detached_task_long")
# Not all: each keeps the CPUs busy.
AWAKE = ("missed_barrier", "missed_by_workers", "lock_twice")
AWAKE_GO_ON = ("team_long", "tasks_long", "held_long")
ACTIVE = {"OMP_WAIT_POLICY": "active"}
FIRST = "muster: check: hang: all threads of the program wait for each other"
LAST = "muster: check: hang: MUSTER_CHECK=true tells more"
# Only what is wrong gets there: a thread looks after one second, after two to three more, and so on, and tells at the
# second look that finds the hang.
LIMIT_S = 100.0
AT_A_TIME = 6


def told_of_hang(command: list[str], environment: dict[str, str]) -> list[str]:
    """What the program says up to the last line about its hang; it is killed then."""
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        killer = threading.Timer(LIMIT_S, process.kill)
        killer.start()
        lines = []
        for line in process.stderr:
            lines.append(line.rstrip())
            if line.startswith(LAST):
                break
        went_on = process.poll()
        process.kill()
        killer.cancel()
    assert went_on is None, f"{command[1]} ended with {went_on}"
    return lines


def outcome(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """The program's status and what it says, once it has ended."""
    done = subprocess.run(
        command, env=environment, stderr=subprocess.PIPE, text=True, timeout=LIMIT_S, check=False, errors="replace"
    )
    return done.returncode, done.stderr


def tells_places(program: Path, name: str, environment: dict[str, str]) -> str:
    lines = told_of_hang([str(program), name], environment)
    assert lines and lines[0].startswith(FIRST), f"{name} said {lines}"
    places = [line for line in lines if "waits for a lock or a critical construct at" in line]
    assert places and all(str(program) in place for place in places), f"{name} named no place: {lines}"
    return f"{name}: {len(lines)} lines"


def tells_threads(program: Path, name: str, environment: dict[str, str]) -> str:
    lines = told_of_hang([str(program), name], environment)
    assert lines and lines[0].startswith(FIRST), f"{name} said {lines}"
    assert sum("waits for its team" in line for line in lines) >= 2, f"{name} named no threads: {lines}"
    return f"{name}: {len(lines)} lines"


def says_nothing(program: Path, name: str, environment: dict[str, str]) -> str:
    status, said = outcome([str(program), name], environment)
    assert (status, said) == (0, ""), f"{name} ended with {status} and said {said}"
    return f"{name}: nothing"


def ends_when_checked(program: Path, name: str, environment: dict[str, str]) -> str:
    status, said = outcome([str(program), name], {**environment, "MUSTER_CHECK": "true"})
    assert status == -signal.SIGABRT, f"{name} ended with {status} under MUSTER_CHECK and said {said}"
    return f"{name}: ends under MUSTER_CHECK"


def goes_on_when_checked(program: Path, name: str, environment: dict[str, str]) -> str:
    status, said = outcome([str(program), name], {**environment, "MUSTER_CHECK": "true"})
    assert status == 0, f"{name} ended with {status} under MUSTER_CHECK and said {said}"
    return f"{name}: goes on under MUSTER_CHECK"


def tells_while_awake(program: Path, name: str, environment: dict[str, str]) -> str:
    lines = told_of_hang([str(program), name], {**environment, **ACTIVE})
    assert lines and lines[0].startswith(FIRST), f"{name} said {lines} with active threads"
    return f"{name}: {len(lines)} lines with active threads"


def says_nothing_while_awake(program: Path, name: str, environment: dict[str, str]) -> str:
    return says_nothing(program, name, {**environment, **ACTIVE})


CHECKS: list[tuple[Callable[[Path, str, dict[str, str]], str], tuple[str, ...]]] = [
    (tells_places, HANG),
    (tells_threads, TEAM_HANGS),
    (says_nothing, GO_ON),
    (ends_when_checked, HANG + TEAM_HANGS),
    (goes_on_when_checked, GO_ON),
    (tells_while_awake, AWAKE),
    (says_nothing_while_awake, AWAKE_GO_ON),
]


def check(program: Path, environment: dict[str, str]) -> None:
    """Some at a time: they sleep."""
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        running = [pool.submit(one, program, name, environment) for one, names in CHECKS for name in names]
        for done in running:
            print(done.result(), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library-path", required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--compiler", choices=COMPILERS, default="gcc")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = options.folder / f"hangs.{options.compiler}"
    compile_it = [COMPILERS[options.compiler], "-g", "-O1", "-fopenmp", str(SOURCE), "-o", str(program), "-lpthread"]
    subprocess.run(compile_it, check=True)
    environment = {key: value for key, value in os.environ.items() if key != "MUSTER_CHECK"}
    check(program, {**environment, "LD_LIBRARY_PATH": options.library_path})
    return 0


if __name__ == "__main__":
    sys.exit(main())
