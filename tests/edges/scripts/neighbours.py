# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes that run at the same time and are bound: which CPUs each of them has.

cd build/release
python3 ../../tests/edges/scripts/neighbours.py --program openmp-programs/edges.bound_to.gcc --library-path lib/compat
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

SKIPPED = 77
FILE = f"muster-cpus.{os.geteuid()}"
TRUE = {"OMP_PROC_BIND": "true", "OMP_NUM_THREADS": "1"}


class Programs:
    """Starts the program with a table of its own."""

    def __init__(self, program: Path, library_path: str, folder: Path) -> None:
        self.program, self.folder = program, folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
        self.environment = kept | {"LD_LIBRARY_PATH": library_path, "TEST_RUNTIME": "libmuster"}
        self.environment |= {"MUSTER_NEIGHBOURS_FOLDER": str(folder)}

    @contextmanager
    def running(self, settings: dict[str, str]) -> Iterator[tuple[list[int], subprocess.Popen[str]]]:
        """The CPUs of its team, while it runs."""
        with subprocess.Popen(
            [self.program],
            env=self.environment | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            yield [int(cpu) for cpu in process.stdout.readline().split()], process

    def cpus_of(self, settings: dict[str, str]) -> list[int]:
        """The CPUs of one that runs to its end."""
        with self.running(settings) as (cpus, process):
            _, errors = process.communicate()
            assert process.returncode == 0, errors
            return cpus

    def told(self, settings: dict[str, str]) -> list[str]:
        """What is said of neighbours where the user wants to know what the runtime decided."""
        with self.running(settings | {"KMP_SETTINGS": "true"}) as (_, process):
            _, errors = process.communicate()
            return [line for line in errors.splitlines() if " muster: " in line]

    def clear(self) -> None:
        (self.folder / FILE).unlink(missing_ok=True)


def two_cpus() -> list[int]:
    """Two that are no threads of one core: a core is a place."""
    cpus = sorted(os.sched_getaffinity(0))
    for other in cpus[1:]:
        siblings = Path(f"/sys/devices/system/cpu/cpu{other}/topology/core_cpus_list")
        text = siblings.read_text(encoding="ascii") if siblings.exists() else str(other)
        numbers = [[int(part) for part in one.split("-")] for one in text.split(",")]
        if not any(one[0] <= cpus[0] <= one[-1] for one in numbers):
            return [cpus[0], other]
    return []


def check(what: str, found: object, expected: object) -> bool:
    print(f"{'ok' if found == expected else 'FAILED'}: {what}: {found}")
    return found == expected


def the_second_takes_what_the_first_leaves(programs: Programs, first: int, second: int) -> Iterator[bool]:
    with ExitStack() as stack:
        one, process = stack.enter_context(programs.running(TRUE))
        yield check("the first process", one, [first])
        yield check(
            "what a process on another CPU is told",
            programs.told(TRUE)[0].partition("muster: ")[2],
            f"this process begins on CPU {second}, because others are bound to {first}",
        )
        other, _ = stack.enter_context(programs.running(TRUE))
        yield check("the second", other, [second])
        yield check("a third, for which nothing is left", programs.cpus_of(TRUE), [first])
        process.kill()
        process.wait()
        yield check("the next after the first was killed", programs.cpus_of(TRUE), [first])
    yield check("one that is alone again", programs.cpus_of(TRUE), [first])


def only_true_alone_gives_way(programs: Programs, first: int, second: int) -> Iterator[bool]:
    with programs.running(TRUE):
        for settings in (
            {"MUSTER_NEIGHBOURS": "ignore"},
            {"OMP_PROC_BIND": "close"},
            {"OMP_PLACES": "cores"},
            {"MUSTER_NEIGHBOURS_FOLDER": str(programs.folder / "none")},
        ):
            name, value = next(iter(settings.items()))
            yield check(f"{name}={value.rpartition('/')[2]}", programs.cpus_of(TRUE | settings), [first])
        both = [first, second]
        yield check("a team on all CPUs", programs.cpus_of(TRUE | {"OMP_NUM_THREADS": "2"}), both)
        yield check("what it is told", len(programs.told(TRUE | {"OMP_NUM_THREADS": "2"})), 1)


def all_who_are_bound_are_seen(programs: Programs, first: int, second: int) -> Iterator[bool]:
    for settings in ({"OMP_PROC_BIND": "close"}, {"OMP_PLACES": "cores"}, {"OMP_PROC_BIND": "primary"}):
        with programs.running(TRUE | settings):
            yield check(f"beside {settings}", programs.cpus_of(TRUE), [second])
    for settings in ({"OMP_PROC_BIND": "false"}, {"MUSTER_NEIGHBOURS": "ignore"}):
        with programs.running(TRUE | settings):
            yield check(f"beside {settings}", programs.cpus_of(TRUE), [first])


def who_is_not_bound_makes_no_file(programs: Programs, first: int, second: int) -> Iterator[bool]:
    programs.clear()
    yield check("not bound", programs.cpus_of({"OMP_NUM_THREADS": "1"}), [first, second])
    programs.cpus_of(TRUE | {"MUSTER_NEIGHBOURS": "ignore"})
    yield check("a file", (programs.folder / FILE).exists(), False)
    programs.cpus_of(TRUE)
    yield check("a file of one that is bound", (programs.folder / FILE).exists(), True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--library-path", required=True)
    options = parser.parse_args()
    cpus = two_cpus()
    if not cpus:
        print("skipped: two CPUs of different cores are needed")
        return SKIPPED
    first, second = cpus
    os.sched_setaffinity(0, cpus)
    with tempfile.TemporaryDirectory(prefix="muster-neighbours-") as folder:
        programs = Programs(options.program, options.library_path, Path(folder))
        right = [
            *the_second_takes_what_the_first_leaves(programs, first, second),
            *only_true_alone_gives_way(programs, first, second),
            *all_who_are_bound_are_seen(programs, first, second),
            *who_is_not_bound_makes_no_file(programs, first, second),
        ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
