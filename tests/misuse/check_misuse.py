# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds each program of this folder with its wrong use of OpenMP and without, and reads what MUSTER_CHECK says of it.

python3 tests/misuse/check_misuse.py --library-path build/release/lib/compat --compiler gcc clang
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUFFIXES = (".c", ".cpp", ".F90")
COMPILERS = {
    "gcc": {".c": "gcc", ".cpp": "g++", ".F90": "gfortran"},
    "clang": {".c": "clang-19", ".cpp": "clang++-19", ".F90": "flang-new-19"},
}
PREFIX = "muster: check: "
LAST = "so the program ends here"
# What is said of each thread of a program that hangs for certain is judged by check_hangs.py.
HANG = PREFIX + "hang: "
PLACE = re.compile(r" at (\S+)\+0x([0-9a-f]+)")
# The line of the source that the finding has to name.
TOLD = re.compile(r"[/!] told$")


@dataclass(frozen=True)
class Program:
    source: Path
    compiler: str
    wrong: bool
    optimised: bool

    @property
    def name(self) -> str:
        kind = "wrong" if self.wrong else "clean"
        return f"{self.source.relative_to(HERE)} by {self.compiler} {self.level}, {kind}"

    @property
    def level(self) -> str:
        return "-O2" if self.optimised else "-O0"

    def binary(self, folder: Path) -> Path:
        stem = str(self.source.relative_to(HERE)).replace("/", "_")
        return folder / f"{stem}.{self.compiler}{self.level}.{'wrong' if self.wrong else 'clean'}"


class Expectation:
    """What the head of a source says: `finds: TEXT`, `ends: yes`, `lines: N`, `set: NAME=VALUE`, `compilers: ...`."""

    def __init__(self, source: Path) -> None:
        self.lines = source.read_text(encoding="utf-8").splitlines()
        head = dict(re.findall(r"^(?://|!) ([a-z-]+): (.*)$", "\n".join(self.lines), re.MULTILINE))
        self.finds = re.compile(head["finds"])
        self.ends = head.get("ends") == "yes"
        self.count = int(head.get("lines", "1"))
        self.compilers = head.get("compilers", "gcc clang").split()
        self.settings = dict(pair.split("=") for pair in head.get("set", "").split())
        self.clean_settings = dict(pair.split("=") for pair in head.get("set-clean", head.get("set", "")).split())

    def is_right(self, finding: str, program: Program) -> bool:
        if not self.finds.search(finding):
            return False
        # GCC and Flang give many of the calls that they make of a directive the line of the statement before it, and
        # where they optimise that of one further up.
        number = line_of(finding)
        return program.optimised or (
            number > 0 and any(TOLD.search(line) for line in self.lines[number - 1 : number + 1])
        )


def programs(compilers: list[str], only: str) -> list[Program]:
    sources = sorted(path for suffix in SUFFIXES for path in HERE.rglob(f"*{suffix}") if re.search(only, str(path)))
    sources = [path for path in sources if path.parent.name != "hangs"]
    return [
        Program(source, compiler, wrong, optimised)
        for source in sources
        for compiler in compilers
        if compiler in Expectation(source).compilers
        for wrong in (True, False)
        for optimised in (True, False)
    ]


def build(program: Program, folder: Path) -> None:
    target = program.binary(folder)
    if target.exists() and target.stat().st_mtime > max(program.source.stat().st_mtime, Path(__file__).stat().st_mtime):
        return
    driver = COMPILERS[program.compiler][program.source.suffix]
    flags = ["-fopenmp", "-g", program.level, *(["-DMISUSE"] if program.wrong else [])]
    if program.source.suffix != ".F90":
        flags += ["-w", f"-I{HERE}"]
    subprocess.run([driver, *flags, str(program.source), "-o", str(target)], check=True, capture_output=True, text=True)


def line_of(finding: str) -> int:
    """The line of the source at the first place that the finding names, 0 if there is none."""
    place = PLACE.search(finding)
    if place is None:
        return 0
    done = subprocess.run(["addr2line", "-e", place[1], f"0x{place[2]}"], capture_output=True, text=True, check=True)
    number = re.search(r":(\d+)", done.stdout)
    return int(number[1]) if number else 0


def judge(program: Program, folder: Path, library_path: str) -> str:
    """Returns what is wrong with what was said, or nothing."""
    expected = Expectation(program.source)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KMP_", "MUSTER_", "GOMP_"))
    }
    environment |= {"LD_LIBRARY_PATH": library_path, "MUSTER_CHECK": "true"}
    environment |= expected.settings if program.wrong else expected.clean_settings
    try:
        done = subprocess.run(
            [str(program.binary(folder))], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
    except subprocess.TimeoutExpired as late:
        return f"did not end within a minute; it said {late.stderr!r}"
    said = [line for line in done.stderr.splitlines() if line.startswith(PREFIX) and not line.startswith(HANG)]
    findings = [line for line in said if LAST not in line]
    ends = program.wrong and expected.ends
    if done.returncode != (-signal.SIGABRT if ends else 0):
        return f"exit status {done.returncode}; it said {done.stderr!r}"
    if len(said) - len(findings) != int(ends):
        return f"the line on its end is missing or not expected: {said}"
    if not program.wrong:
        return f"said {findings}" if findings else ""
    if len(findings) != expected.count:
        return f"said {len(findings)} lines: {findings}"
    wrong = [line for line in findings if not expected.is_right(line, program)]
    return f"said {wrong}, of line {line_of(wrong[0])}" if wrong else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library-path", required=True, help="folder with Muster under the other runtimes' names")
    parser.add_argument("--folder", type=Path, default=Path("build/misuse"), help="for programs")
    parser.add_argument("--compiler", nargs="+", choices=sorted(COMPILERS), default=sorted(COMPILERS))
    parser.add_argument("--only", default="", help="programs whose names this expression fits")
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    chosen = programs(options.compiler, options.only)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda program: build(program, options.folder), chosen))
        results = list(pool.map(lambda program: judge(program, options.folder, options.library_path), chosen))
    troubles = [f"{program.name}: {trouble}" for program, trouble in zip(chosen, results, strict=True) if trouble]
    for trouble in troubles:
        print(trouble)
    print(f"{len(chosen) - len(troubles)} passed, {len(troubles)} failed")
    return 1 if troubles or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
