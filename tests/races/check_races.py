# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds each program of this folder with ThreadSanitizer, with its race and without, and counts the reports on Muster.

python3 tests/races/check_races.py --library-path build/release/lib/compat --compiler gcc clang --mode auto deep
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import checker

from muster.measure.limits import RACE_S

HERE = Path(__file__).resolve().parent
SUFFIXES = (".c", ".cpp", ".F90")
# The commands by suffix; None where the compiler has no ThreadSanitizer for the language.
COMPILERS: dict[str, dict[str, str | None]] = {
    "gcc": {".c": "gcc", ".cpp": "g++", ".F90": "gfortran"},
    "clang": {".c": "clang-19", ".cpp": "clang++-19", ".F90": None},
}
# The least share of racy programs that has to be found.
WANTED = {"auto": 0.85, "deep": 0.95}
KEYS = ("compilers", "modes", "slow", "says")


@dataclass(frozen=True)
class Program:
    source: Path
    compiler: str
    racy: bool
    # Those in which the race has to be found, if it is one.
    modes: frozenset[str]
    # How the line of the runtime's begins that deep has to write once.
    says: str

    @property
    def name(self) -> str:
        return str(self.source.relative_to(HERE))


@dataclass
class Tally:
    """What came of the programs of one compiler in one mode."""

    found: int = 0
    clean: int = 0
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def share(self) -> float:
        racy = self.found + len(self.missed)
        return self.found / racy if racy else 1.0


def programs(compilers: list[str], only: str, with_slow: bool) -> list[Program]:
    """Every program twice for each compiler that takes it. README.md has what the head of a program may say."""
    found = []
    for source in sorted(path for suffix in SUFFIXES for path in HERE.rglob(f"*{suffix}")):
        head = source.read_text(encoding="utf-8").split("\n\n", 1)[0]
        said = {
            key: match[1] for key in KEYS if (match := re.search(rf"^(?://|!) {key}: ([^(\n]+)", head, re.MULTILINE))
        }
        modes = frozenset(said["modes"].split() if "modes" in said else WANTED)
        for compiler in compilers:
            if COMPILERS[compiler][source.suffix] is None or not re.search(only, str(source.relative_to(HERE))):
                continue
            takes_it = compiler in said.get("compilers", compiler).split()
            if takes_it and (with_slow or compiler not in said.get("slow", "").split()):
                found += [
                    Program(source, compiler, racy, modes, said.get("says", "").strip()) for racy in (True, False)
                ]
    return found


def binary_of(program: Program, folder: Path) -> Path:
    name = f"{program.name.replace('/', '_')}.{program.compiler}.{'racy' if program.racy else 'clean'}"
    return folder / name


def build(program: Program, folder: Path) -> str | None:
    """Returns what the compiler said if there is no program."""
    target = binary_of(program, folder)
    header = HERE / "pair.h"
    newest = max(program.source.stat().st_mtime, header.stat().st_mtime)
    if target.exists() and target.stat().st_mtime > newest:
        return None
    driver = COMPILERS[program.compiler][program.source.suffix]
    assert driver is not None
    flags = ["-fsanitize=thread", "-fopenmp", "-g", "-O1", "-w", f"-I{HERE}", *(["-DRACE"] if program.racy else [])]
    done = subprocess.run(
        [driver, *flags, str(program.source), "-o", str(target)], capture_output=True, text=True, check=False
    )
    return None if done.returncode == 0 else done.stderr


def run(program: Program, folder: Path, library_path: str, mode: str) -> tuple[int, str]:
    """Runs it without any option of ThreadSanitizer's. Returns the number of reports, and what is wrong besides."""
    settings = {"MUSTER_RACES": mode} if mode != "auto" else {}
    done = checker.run([str(binary_of(program, folder))], library_path, settings, RACE_S)
    Path(f"{binary_of(program, folder)}.{mode}.log").write_text(done.said, encoding="utf-8")
    if done.status not in (0, checker.REPORTED):
        return done.reports, done.end
    if mode == "deep" and program.says and done.said.count(program.says) != 1:
        return done.reports, f"does not say once: {program.says}"
    return done.reports, ""


def count(tally: Tally, program: Program, reports: int, trouble: str) -> None:
    if trouble:
        tally.broken.append(f"{program.name} ({trouble})")
    elif program.racy and reports:
        tally.found += 1
    elif program.racy:
        tally.missed.append(program.name)
    elif reports:
        tally.false.append(f"{program.name} ({reports})")
    else:
        tally.clean += 1


def show(compiler: str, mode: str, tally: Tally) -> None:
    racy = tally.found + len(tally.missed)
    print(
        f"{compiler} {mode}: found {tally.found} of {racy} ({tally.share():.0%}), "
        f"false reports in {len(tally.false)} of {tally.clean + len(tally.false)}, broken {len(tally.broken)}"
    )
    for title, names in (("missed", tally.missed), ("false", tally.false), ("broken", tally.broken)):
        for name in names:
            print(f"  {title}: {name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library-path", required=True, help="folder with Muster under the other runtimes' names")
    parser.add_argument("--folder", type=Path, default=Path("build/races"), help="for programs and output")
    parser.add_argument("--compiler", nargs="+", choices=sorted(COMPILERS), default=sorted(COMPILERS))
    parser.add_argument("--mode", nargs="+", choices=sorted(WANTED), default=sorted(WANTED))
    parser.add_argument("--only", default="", help="programs whose names this expression fits")
    parser.add_argument("--slow", action="store_true", help="also what takes a compiler's programs very long")
    parser.add_argument("--jobs", type=int, default=4, help="programs at a time: each sleeps when it ends")
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    chosen = programs(options.compiler, options.only, options.slow)
    with ThreadPoolExecutor(options.jobs) as pool:
        said = dict(zip(chosen, pool.map(lambda program: build(program, options.folder), chosen), strict=True))
        good = True
        for compiler in options.compiler:
            for mode in options.mode:
                tally = Tally()
                mine = [program for program in chosen if program.compiler == compiler]
                for program in mine:
                    if said[program] is not None:
                        tally.broken.append(f"{program.name} (not built: {str(said[program]).splitlines()[0]})")
                mine = [p for p in mine if said[p] is None and (not p.racy or mode in p.modes)]
                results = pool.map(lambda program, m=mode: run(program, options.folder, options.library_path, m), mine)
                for program, (reports, trouble) in zip(mine, results, strict=True):
                    count(tally, program, reports, trouble)
                show(compiler, mode, tally)
                good = good and not tally.false and not tally.broken and tally.share() >= WANTED[mode]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
