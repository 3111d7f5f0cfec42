# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the programs of this folder and reads what MUSTER_MEMORY=report says of them.

python3 tests/memory/check_memory.py --library-path build/release/lib/compat --compiler gcc clang
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
DRIVERS = {"gcc": "gcc", "clang": "clang-19"}
SKIPPED = 77
PREFIX = "muster: memory: "
PLACE = re.compile(r" at (\S+)\+(0x[0-9a-f]+)")
NO_EVENTS = re.compile(r"the kernel tells no page faults \((perf_event_open: .*?)\)")
NO_WATCHES = re.compile(r"could not be watched \((perf_event_open: .*?)\)")
ADVICE = "initialise it in a parallel loop with the same schedule"
# prctl(2), seccomp(2) and linux/filter.h.
SET_NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER_MODE = 38, 22, 2
LOAD_NUMBER, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
REFUSE_WITH, ALLOW = 0x00050000, 0x7FFF0000
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
EACCES = 13


class NoEvents(Exception):
    """The kernel gives none, for the reason of the message."""


@dataclass(frozen=True)
class Program:
    source: str
    compiler: str
    level: str
    defined: str = ""

    @property
    def name(self) -> str:
        return f"{self.source} by {self.compiler} {self.level} {self.defined}".strip()

    def build(self, folder: Path) -> Path:
        target = folder / f"{self.source}{self.level}{self.defined}"
        flags = ["-fopenmp", "-g", self.level, *([f"-D{self.defined}"] if self.defined else [])]
        command = [DRIVERS[self.compiler], *flags, str(HERE / f"{self.source}.c"), "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return target


def refuse_events() -> None:
    """In a child that is about to exec: perf_event_open fails with EACCES from now on, as in containers."""
    rows = (
        (LOAD_NUMBER, 0, 0, 0),
        (JUMP_IF_EQUAL, 0, 1, PERF_EVENT_OPEN[platform.machine()]),
        (RETURN, 0, 0, REFUSE_WITH | EACCES),
        (RETURN, 0, 0, ALLOW),
    )
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *row) for row in rows))
    program = struct.pack("@HP", len(rows), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0 or libc.prctl(SET_SECCOMP, FILTER_MODE, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no filter of system calls")


@dataclass(frozen=True)
class Runner:
    library_path: str
    folder: Path

    def run(
        self, program: Program, *words: str, value: str = "report", before: Callable[[], None] | None = None
    ) -> subprocess.CompletedProcess[str]:
        names = ("OMP_", "KMP_", "MUSTER_", "GOMP_")
        environment = {name: text for name, text in os.environ.items() if not name.startswith(names)}
        environment |= {"LD_LIBRARY_PATH": self.library_path, "MUSTER_MEMORY": value, "OMP_NUM_THREADS": "2"}
        return subprocess.run(
            [str(program.build(self.folder)), *words],
            env=environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=True,
            preexec_fn=before,
        )

    def told(self, program: Program, *words: str) -> list[str]:
        """The lines of the report. NoEvents where there cannot be one."""
        lines = [line for line in self.run(program, *words).stderr.splitlines() if line.startswith(PREFIX)]
        for refused in (NO_EVENTS, NO_WATCHES):
            if found := refused.search("\n".join(lines)):
                raise NoEvents(found[1])
        return lines


def line_of(text: str) -> int:
    """The line of the source at the place that is told; 0 if there is none."""
    place = PLACE.search(text)
    if place is None:
        return 0
    done = subprocess.run(["addr2line", "-e", place[1], place[2]], capture_output=True, text=True, check=True)
    number = re.search(r":(\d+)", done.stdout)
    return int(number[1]) if number else 0


def first_line(source: str) -> int:
    lines = (HERE / f"{source}.c").read_text(encoding="utf-8").splitlines()
    return next(number for number, text in enumerate(lines, 1) if text.endswith("// first"))


def fault_of_matrix(runner: Runner, compiler: str, level: str, defined: str) -> str:
    program = Program("matvec", compiler, level, defined)
    told = runner.told(program)
    if len(told) != 1:
        return f"{len(told)} lines instead of one: {told}"
    if line_of(told[0]) != first_line("matvec"):
        return f"line {line_of(told[0])} instead of {first_line('matvec')}: {told[0]}"
    touched = "touched first by 2 threads" if defined else "touched first by thread 0"
    if touched not in told[0] or "used by 2 threads" not in told[0]:
        return f"not {touched} and used by 2: {told[0]}"
    return "" if (ADVICE in told[0]) == (not defined) else f"wrong advice: {told[0]}"


def fault_without_openmp(runner: Runner, compiler: str) -> str:
    told = runner.told(Program("others", compiler, "-O0"), "plain")
    right = len(told) == 1 and "4.0 MiB touched first by thread 0" in told[0]
    right = right and line_of(told[0]) == first_line("others")
    return "" if right else f"the array is not told of: {told}"


def fault_with_child(runner: Runner, compiler: str) -> str:
    told = runner.told(Program("others", compiler, "-O0"), "fork")
    right = len(told) == 1 and "4.0 MiB" in told[0]
    return "" if right else f"it is not the parent's array alone that is told of: {told}"


def fault_with_last_thread(runner: Runner, compiler: str) -> str:
    program = Program("others", compiler, "-O0")
    told = runner.told(program, "thread")
    right = len(told) == 1 and "4.0 MiB touched first by thread 1" in told[0]
    written = runner.run(program, "thread").stdout
    return "" if right and written == "the last thread ends" else f"told {told}, written {written!r}"


def fault_of_refusal(runner: Runner, compiler: str) -> str:
    said = runner.run(Program("others", compiler, "-O0"), "plain", before=refuse_events).stderr.splitlines()
    right = len(said) == 1 and "perf_event_open: Permission denied" in said[0] and "there were " in said[0]
    return "" if right else f"the refusal is not told in one line: {said}"


def fault_of_values(runner: Runner, compiler: str) -> str:
    program = Program("others", compiler, "-O0")
    malformed = runner.run(program, "plain", value="all").stderr.splitlines()
    if len(malformed) != 1 or not all(word in malformed[0] for word in ("MUSTER_MEMORY", "all", "REPORT or OFF")):
        return f"a malformed value is not named: {malformed}"
    off = runner.run(program, "plain", value="off").stderr
    return f"something is said although it is off: {off}" if off else ""


def cases(runner: Runner, compiler: str) -> dict[str, Callable[[], str]]:
    found: dict[str, Callable[[], str]] = {
        f"matrix {level} {defined or 'SEQUENTIAL'}": lambda level=level, defined=defined: fault_of_matrix(  # type: ignore[misc]
            runner, compiler, level, defined
        )
        for level in ("-O0", "-O2")
        for defined in ("", "PARALLEL")
    }
    return found | {
        "without OpenMP": lambda: fault_without_openmp(runner, compiler),
        "fork": lambda: fault_with_child(runner, compiler),
        "main thread ends first": lambda: fault_with_last_thread(runner, compiler),
        "refusal": lambda: fault_of_refusal(runner, compiler),
        "values": lambda: fault_of_values(runner, compiler),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library-path", required=True, help="folder with Muster under the other runtimes' names")
    parser.add_argument("--folder", type=Path, default=Path("build/memory"), help="for programs")
    parser.add_argument("--compiler", nargs="+", choices=sorted(DRIVERS), default=sorted(DRIVERS))
    options = parser.parse_args()

    troubles, skipped, judged = [], [], 0
    for compiler in options.compiler:
        folder = options.folder / compiler
        folder.mkdir(parents=True, exist_ok=True)
        for name, fault_of in cases(Runner(options.library_path, folder), compiler).items():
            try:
                fault = fault_of()
            except NoEvents as reason:
                skipped.append(f"{name} by {compiler}: {reason}")
                continue
            judged += 1
            if fault:
                troubles.append(f"{name} by {compiler}: {fault}")
    for trouble in troubles:
        print(trouble)
    for reason in skipped:
        print(f"skipped: {reason}")
    print(f"{judged - len(troubles)} passed, {len(troubles)} failed, {len(skipped)} skipped")
    if troubles or not judged:
        return 1
    return SKIPPED if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
