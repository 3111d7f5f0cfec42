# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tools that others have written, on programs of one compiler.

libarcher finds races by what a runtime tells it; here it does so alone, and behind a tool that counts and hands on
(LLVM's ompt-multiplex.h). Archer has to see no race in the clean twin of each program, and the race of those that have
it however their threads are scheduled.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

_RACES = Path(__file__).resolve().parent.parent / "races"
# By what Archer orders: barrier, region, critical, lock, dependences, loops.
_SURE = ("barrier/phases.c", "parallel/counter.c")
_PROGRAMS = (
    *_SURE,
    "exclusion/names.c",
    "exclusion/two_locks.c",
    "dependences/missing.c",
    "dependences/diamond.c",
    "loops/nowait.c",
    "loops/histogram.c",
)
_ARCHER = Path("/usr/lib/llvm-19/lib/libarcher.so")
_DRIVERS = {"gcc": "gcc", "clang": "clang-19"}
_REPORT = "WARNING: ThreadSanitizer"
_REPORTED = 66


def _build(source: str, racy: bool, compiler: str, folder: Path) -> Path:
    target = folder / f"{source.replace('/', '_')}.{'racy' if racy else 'clean'}"
    flags = ["-fsanitize=thread", "-fopenmp", "-g", "-O1", "-w", f"-I{_RACES}", *(["-DRACE"] if racy else [])]
    subprocess.run([_DRIVERS[compiler], *flags, str(_RACES / source), "-o", str(target)], check=True)
    return target


def _reports(program: Path, library_path: Path, tools: dict[str, str]) -> tuple[int, str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OMP", "GOMP_", "KMP_", "MUSTER_"))}
    # What Archer asks for.
    environment |= {"LD_LIBRARY_PATH": str(library_path), "TSAN_OPTIONS": "ignore_noninstrumented_modules=1", **tools}
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, _REPORTED):
        return -1, f"status {done.returncode}: {done.stderr[-300:]}"
    return done.stderr.count(_REPORT), done.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counting-tool", type=Path, required=True)
    parser.add_argument("--library-path", type=Path, required=True)
    parser.add_argument("--compiler", choices=sorted(_DRIVERS), required=True)
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    if not _ARCHER.exists():
        print(f"{_ARCHER} is missing: it is in Debian's libomp-19-dev", file=sys.stderr)
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    counts = options.folder / "counts"
    ways = {
        "Archer": {"OMP_TOOL_LIBRARIES": str(_ARCHER)},
        "Archer behind a counting tool": {
            "OMP_TOOL_LIBRARIES": str(options.counting_tool),
            "OMPT_COUNT_TOOL_LIBRARIES": str(_ARCHER),
            "OMPT_COUNT_FILE": str(counts),
        },
    }
    faults = []
    for source in _PROGRAMS:
        for racy in (True, False):
            program = _build(source, racy, options.compiler, options.folder)
            for way, tools in ways.items():
                counts.unlink(missing_ok=True)
                number, text = _reports(program, options.library_path, tools)
                missed = racy and source in _SURE and number == 0
                if number < 0 or missed or (number > 0 and not racy):
                    faults.append(f"{program.name}, {way}: {number} reports; {text[-300:]}")
                if "OMPT_COUNT_FILE" in tools and not counts.exists():
                    faults.append(f"{program.name}, {way}: nothing was counted")
    runs = len(_PROGRAMS) * 2 * len(ways)
    print(f"{runs} runs, {len(faults)} faults")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
