# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the OpenMP programs of one compiler with the checking tool, and says which end otherwise than without it."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_SOURCES = Path(__file__).resolve().parent.parent
_LIMIT_S = 60
# They take the memory away from the tool, too.
_LEFT_OUT = ("tasks_without_memory",)
# What the tool's own end status is when it has found something (checking_tool.c).
_WRONG = 97
_RUN_LINE = re.compile(r"^(?://|!) run: (.*)$", re.MULTILINE)
_SUFFIX = {"gcc": ".c", "clang": ".c", "g++": ".cpp", "clang++": ".cpp", "gfortran": ".f90", "flang": ".f90"}


def source_of(program: Path) -> Path:
    folder, _, rest = program.name.partition(".")
    *construct, name, compiler = rest.split(".")
    return _SOURCES.joinpath(folder, *construct, name + _SUFFIX[compiler])


def _settings(program: Path) -> dict[str, str]:
    """What the source asks to be run with first (tests/openmp/README.md)."""
    line = _RUN_LINE.search(source_of(program).read_text(encoding="utf-8"))
    if line is None:
        return {"OMP_NUM_THREADS": "5"}
    return dict(word.split("=", 1) for word in shlex.split(line[1]))


def run_program(
    program: Path, library_path: Path, tool: Path | None, settings: dict[str, str] | None = None
) -> tuple[int, str]:
    """Runs it as its source asks, with further settings; the status is -1 if it does not end."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "MUSTER_"))}
    environment["LD_LIBRARY_PATH"] = str(library_path)
    environment |= _settings(program) | (settings or {})
    if tool is not None:
        environment["OMP_TOOL_LIBRARIES"] = str(tool)
        # Those of tests/openmp end in order, so nothing may be open then.
        environment["OMPT_CHECK_OPEN"] = "1" if program.name.startswith("openmp.") else "0"
    try:
        done = subprocess.run(
            [str(program)], env=environment, capture_output=True, timeout=_LIMIT_S, check=False, errors="replace"
        )
    except subprocess.TimeoutExpired:
        return -1, f"no end after {_LIMIT_S} s"
    return done.returncode, done.stderr


def _fault(program: Path, library_path: Path, tool: Path) -> str | None:
    status, text = run_program(program, library_path, tool)
    if status == 0 or (status != _WRONG and status == run_program(program, library_path, None)[0]):
        return None
    said = [line for line in text.splitlines() if line.startswith("ompt check")]
    return f"{program.name}: status {status}: " + "; ".join(said[:3] or text.splitlines()[-1:])


def main() -> int:
    """Status 1 if a program ends otherwise with the tool, 2 if there are no programs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--programs", type=Path, required=True, help="the folder of the built programs")
    parser.add_argument("--compiler", choices=("gcc", "clang"), required=True)
    parser.add_argument("--library-path", type=Path, required=True)
    arguments = parser.parse_args()
    names = {"gcc": ("gcc", "g++", "gfortran"), "clang": ("clang", "clang++", "flang")}[arguments.compiler]
    programs = sorted(
        path
        for pattern in ("openmp.*", "edges.*")
        for path in arguments.programs.glob(pattern)
        # Those of edges/ without a source of their own want arguments.
        if path.name.rpartition(".")[2] in names
        and os.access(path, os.X_OK)
        and source_of(path).exists()
        and source_of(path).stem not in _LEFT_OUT
    )
    if not programs:
        print(f"no programs of {arguments.compiler} in {arguments.programs}", file=sys.stderr)
        return 2
    with ThreadPoolExecutor(max_workers=2) as pool:
        faults = [
            fault
            for fault in pool.map(lambda path: _fault(path, arguments.library_path, arguments.tool), programs)
            if fault is not None
        ]
    print(f"{len(programs)} programs, {len(faults)} of them otherwise with the tool")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
