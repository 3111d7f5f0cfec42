# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How often a tool is called for the constructs of the programs in told/, built by one compiler.

A line `// told: CALLBACK KIND COUNT` says it for both compilers, `// told gcc:` or `// told clang:` for one. Each
program runs with the checking tool too, which finds nothing wrong.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

_SOURCES = Path(__file__).resolve().parent / "told"
_DRIVERS = {"gcc": "gcc", "clang": "clang-19"}
_TOLD = re.compile(r"^// told(?: (\w+))?: (\w+) (\d+) (\d+)$", re.MULTILINE)
_LIMIT_S = 60
# The teams of a league get the threads that they ask for, however many CPUs there are.
_TEAMS = {"KMP_TEAMS_THREAD_LIMIT": "64"}


def _expected(source: Path, compiler: str) -> dict[tuple[str, int], int]:
    rows = _TOLD.findall(source.read_text(encoding="utf-8"))
    return {(name, int(kind)): int(count) for only, name, kind, count in rows if only in ("", compiler)}


def _run(program: Path, library_path: Path, **settings: str) -> str | None:
    """What is wrong with the run; None: nothing."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OMP", "GOMP_", "KMP_", "MUSTER_"))}
    environment |= {"LD_LIBRARY_PATH": str(library_path), **_TEAMS, **settings}
    try:
        done = subprocess.run(
            [str(program)], env=environment, capture_output=True, text=True, timeout=_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"{program.name}: no end after {_LIMIT_S} s"
    return None if done.returncode == 0 else f"{program.name}: status {done.returncode}: {done.stderr[-300:]}"


def _faults(source: Path, options: argparse.Namespace) -> list[str]:
    program = options.folder / source.stem
    subprocess.run([_DRIVERS[options.compiler], "-fopenmp", "-O1", "-w", str(source), "-o", str(program)], check=True)
    counts = options.folder / f"{source.stem}.counts"
    counts.unlink(missing_ok=True)
    ends = [
        _run(program, options.library_path, OMP_TOOL_LIBRARIES=str(options.checking_tool), OMPT_CHECK_OPEN="1"),
        _run(program, options.library_path, OMP_TOOL_LIBRARIES=str(options.counting_tool), OMPT_COUNT_FILE=str(counts)),
    ]
    faults = [end for end in ends if end is not None]
    lines = [line.split() for line in counts.read_text(encoding="ascii").splitlines()] if counts.exists() else []
    told = {(name, int(kind)): int(count) for name, kind, count in lines}
    for (name, kind), count in _expected(source, options.compiler).items():
        if told.get((name, kind), 0) != count:
            faults.append(f"{source.name}: {name} of kind {kind}: {told.get((name, kind), 0)} times, not {count}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checking-tool", type=Path, required=True)
    parser.add_argument("--counting-tool", type=Path, required=True)
    parser.add_argument("--library-path", type=Path, required=True)
    parser.add_argument("--compiler", choices=sorted(_DRIVERS), required=True)
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    sources = sorted(_SOURCES.glob("*.c"))
    faults = [fault for source in sources for fault in _faults(source, options)]
    print(f"{len(sources)} programs, {len(faults)} faults")
    print("\n".join(faults))
    return 1 if faults or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
