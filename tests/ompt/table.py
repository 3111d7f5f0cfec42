# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts what a tool is told of the same sources by GCC and by Clang, and writes the table of docs/tools.md.

python3 tests/ompt/table.py --build build/dev
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from programs import run_program, source_of

Row = tuple[str, int]

_ENDPOINTS = {1: "begin", 2: "end"}
_MUTEXES = {1: "lock", 2: "test lock", 3: "nest lock", 4: "test nest lock", 5: "critical", 6: "atomic", 7: "ordered"}
_SYNCS = {
    1: "barrier",
    2: "implicit barrier",
    3: "explicit barrier",
    4: "implementation barrier",
    5: "taskwait",
    6: "taskgroup",
    7: "reduction",
    8: "barrier of a worksharing construct",
    9: "barrier of a parallel construct",
    10: "barrier of a teams construct",
}
# What the kinds of a callback are called (omp-tools.h; OpenMP 5.2, 19.4.4). Those of task_create and cancel are the
# lowest bit that is set.
_KINDS: dict[str, dict[int, str]] = {
    "thread_begin": {1: "initial", 2: "worker", 3: "other"},
    "parallel_begin": {0: "team", 1: "league"},
    "parallel_end": {0: "team", 1: "league"},
    "implicit_task": _ENDPOINTS,
    "task_create": {0: "initial", 2: "explicit", 3: "target", 4: "taskwait with dependences"},
    "task_schedule": {
        1: "complete",
        2: "yield",
        3: "cancel",
        4: "detach",
        5: "early fulfil",
        6: "late fulfil",
        7: "switch",
        8: "taskwait complete",
    },
    "dependences": {
        1: "in",
        2: "out",
        3: "inout",
        4: "mutexinoutset",
        5: "source",
        6: "sink",
        7: "inoutset",
        34: "out, all memory",
        35: "inout, all memory",
    },
    "sync_region": _SYNCS,
    "sync_region_wait": _SYNCS,
    "reduction": _SYNCS,
    "work": {
        1: "loop",
        2: "sections",
        3: "single, executor",
        4: "single, other",
        5: "workshare",
        6: "distribute",
        7: "taskloop",
        8: "scope",
        10: "loop, static",
        11: "loop, dynamic",
        12: "loop, guided",
        13: "loop, other",
    },
    "dispatch": {1: "iteration", 2: "section", 3: "loop chunk", 4: "taskloop chunk", 5: "distribute chunk"},
    "masked": _ENDPOINTS,
    "nest_lock": _ENDPOINTS,
    "lock_init": _MUTEXES,
    "lock_destroy": _MUTEXES,
    "mutex_acquire": _MUTEXES,
    "mutex_acquired": _MUTEXES,
    "mutex_released": _MUTEXES,
    "cancel": {0: "parallel", 1: "sections", 2: "loop", 3: "taskgroup"},
    "error": {1: "warning", 2: "fatal"},
}
_COMPILERS = {"gcc": "clang", "g++": "clang++", "gfortran": "flang"}


def rows_of(program: Path, tool: Path, library_path: Path) -> set[Row]:
    """The callbacks of one run, by kind. Empty where the program tells nothing, or fails without a tool too."""
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        run_program(program, library_path, tool, {"OMPT_COUNT_FILE": str(counts)})
        if not counts.exists():
            return set()
        words = [line.split() for line in counts.read_text(encoding="ascii").splitlines()]
    return {(name, int(kind)) for name, kind, _ in words}


def pairs_in(folder: Path) -> list[tuple[Path, Path]]:
    """Each program that both families of compilers have built."""
    found = []
    for path in sorted(folder.glob("openmp.*")):
        stem, _, compiler = path.name.rpartition(".")
        other = folder / f"{stem}.{_COMPILERS.get(compiler, '')}"
        if compiler in _COMPILERS and os.access(path, os.X_OK) and other.exists() and source_of(path).exists():
            found.append((path, other))
    return found


def table_of(gcc: Counter[Row], clang: Counter[Row]) -> str:
    lines = ["| callback | of | GCC, gfortran | Clang, Flang |", "|---|---|---|---|"]
    order = list(_KINDS)
    rows = sorted(set(gcc) | set(clang), key=lambda row: (order.index(row[0]) if row[0] in order else len(order), row))
    for name, kind in rows:
        of = _KINDS.get(name, {}).get(kind, "" if name not in _KINDS else str(kind))
        lines.append(f"| `{name}` | {of} | {gcc[name, kind]} | {clang[name, kind]} |")
    return "\n".join(lines)


def main() -> int:
    """Status 2 if there is nothing to count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="a build folder with the programs and the tool")
    parser.add_argument("--output", type=Path, default=Path("docs/tools.md"))
    options = parser.parse_args()
    build = options.build.resolve()
    tool = build / "tests/ompt/libcounting_tool.so"
    pairs = pairs_in(build / "openmp-programs")
    if not pairs or not tool.exists():
        print(f"no programs of both compilers, or no {tool}", file=sys.stderr)
        return 2
    counts = (Counter[Row](), Counter[Row]())
    with ThreadPoolExecutor(max_workers=2) as pool:
        told = pool.map(lambda pair: [rows_of(one, tool, build / "lib/compat") for one in pair], pairs)
        for done, both in enumerate(told, 1):
            for counter, rows in zip(counts, both, strict=True):
                counter.update(rows)
            if sys.stderr.isatty():
                print(f"\r{done} of {len(pairs)} programs", end="" if done < len(pairs) else "\n", file=sys.stderr)
    version = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()
    options.output.write_text(_PAGE.format(count=len(pairs), gcc=version, table=table_of(*counts)), encoding="utf-8")
    return 0


_PAGE = """# What a tool is told, by compiler

`python3 tests/ompt/table.py --build build/dev` writes this page: it runs the {count} programs of `tests/openmp` that
both compilers take (GCC {gcc} and gfortran; Clang 19 and Flang 19) with a tool that counts its callbacks. A row has the
number of programs in which the tool was called, for each. Where GCC's number is smaller, GCC-built code calls nothing:
it divides static loops by itself, compares the thread's number for masked, combines reductions by critical constructs
or atomic instructions, and flushes by an instruction. What hangs on which thread comes first (tasks with an event)
differs by one from run to run.

{table}
"""


if __name__ == "__main__":
    sys.exit(main())
