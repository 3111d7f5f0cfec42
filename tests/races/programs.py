# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the programs of tests/openmp with ThreadSanitizer, runs them as they ask to be run, and counts the reports.

They are free of races, but for those that left_out.tsv names, so that each report is a false one.

python3 tests/races/programs.py --library-path build/release/lib/compat            every program, every compiler
python3 tests/races/programs.py --library-path ... --only '^tasks/' --compiler gcc
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import checker

from muster.measure.limits import PROGRAM_S

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent / "openmp"
SUPPORT = SOURCES / "support"
LEFT_OUT = HERE / "left_out.tsv"
SHORT = HERE / "short.txt"
# The drivers by family and suffix. Flang 19 knows no -fsanitize=thread.
DRIVERS: dict[str, dict[str, str]] = {
    "gcc": {".c": "gcc", ".cpp": "g++", ".f90": "gfortran"},
    "clang": {".c": "clang-19", ".cpp": "clang++-19"},
}
# The name that a source has for each driver in its directives.
CALLED = {"gcc": "gcc", "g++": "g++", "gfortran": "gfortran", "clang-19": "clang", "clang++-19": "clang++"}
PEERS = {"gcc": "libgomp", "clang": "libomp"}
RUNS = ("OMP_NUM_THREADS=2", "OMP_NUM_THREADS=5")
FLAGS = ("-fsanitize=thread", "-fopenmp", "-O1", "-g", "-w")
# What the support code ends a program with that this machine lacks something for.
SKIPPED = 77


@dataclass(frozen=True)
class Program:
    """A source, the family of compilers that builds it, and what its head asks for (tests/openmp/README.md)."""

    source: Path
    family: str
    runs: tuple[str, ...]
    flags: tuple[str, ...]
    link: tuple[str, ...]
    peers: frozenset[str]

    @property
    def name(self) -> str:
        return str(self.source.relative_to(SOURCES))

    @property
    def driver(self) -> str:
        return DRIVERS[self.family][self.source.suffix]

    @property
    def compiler(self) -> str:
        return CALLED[self.driver]

    def binary(self, folder: Path) -> Path:
        return folder / f"{self.name.replace('/', '.')}.{self.compiler}"


@dataclass(frozen=True)
class Outcome:
    program: Program
    reports: int
    trouble: str = ""
    skipped: bool = False


def read_left_out() -> dict[tuple[str, str], str]:
    """Reasons by program and compiler; a compiler of * is each."""
    rows: dict[tuple[str, str], str] = {}
    for number, line in enumerate(LEFT_OUT.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != 3 or not all(cells):
                sys.exit(f"{LEFT_OUT.name}:{number}: want program, compiler or *, and reason, with tabs between")
            if not (SOURCES / cells[0]).is_file():
                sys.exit(f"{LEFT_OUT.name}:{number}: there is no {cells[0]}")
            rows[cells[0], cells[1]] = cells[2]
    return rows


def directives(head: str, key: str) -> list[str]:
    return re.findall(rf"^(?://|!) {key}: (.*)$", head, re.MULTILINE)


def words(head: str, key: str) -> tuple[str, ...]:
    return tuple(word for line in directives(head, key) for word in shlex.split(line.split("(")[0]))


def programs(families: Iterable[str], only: str) -> list[Program]:
    found = []
    for source in sorted(SOURCES.rglob("*")):
        name = str(source.relative_to(SOURCES))
        if source.suffix not in DRIVERS["gcc"] or SUPPORT in source.parents or not re.search(only, name):
            continue
        head = "\n".join(source.read_text(encoding="utf-8").splitlines()[:24])
        wanted = words(head, "compilers")
        for family in families:
            if source.suffix not in DRIVERS[family]:
                continue
            program = Program(
                source,
                family,
                tuple(directives(head, "run")) or RUNS,
                words(head, "flags"),
                words(head, "link"),
                frozenset(words(head, "peers") or PEERS.values()),
            )
            if not wanted or program.compiler in wanted:
                found.append(program)
    return found


def compile_quietly(command: list[str]) -> str | None:
    """Returns what the compiler said if it has failed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else (done.stderr.strip() or f"status {done.returncode}").splitlines()[0]


def build_support(folder: Path, families: Iterable[str]) -> None:
    """The code that the programs are linked with, by the same compilers and instrumented as they are."""
    for family in families:
        place = folder / "support" / family
        place.mkdir(parents=True, exist_ok=True)
        for name in ("check", "on_muster", "on_muster_at_start"):
            command = [DRIVERS[family][".c"], *FLAGS, f"-I{SUPPORT}", "-c", str(SUPPORT / f"{name}.c")]
            said = compile_quietly([*command, "-o", str(place / f"{name}.o")])
            if said is not None:
                sys.exit(f"{name}.c by {family}: {said}")
        if ".f90" in DRIVERS[family]:
            command = [DRIVERS[family][".f90"], *FLAGS, "-J", str(place), "-c", str(SUPPORT / "checks.f90")]
            said = compile_quietly([*command, "-o", str(place / "checks.o")])
            if said is not None:
                sys.exit(f"checks.f90 by {family}: {said}")


def build(program: Program, folder: Path) -> str | None:
    target = program.binary(folder)
    headers = [*program.source.parent.glob("*.h"), *SUPPORT.glob("*")]
    newest = max(path.stat().st_mtime for path in (program.source, *headers))
    if target.exists() and target.stat().st_mtime > newest:
        return None
    place = folder / "support" / program.family
    objects = [place / f"{name}.o" for name in ("check", "on_muster", "on_muster_at_start")]
    language: list[str] = []
    if program.source.suffix == ".f90":
        modules = Path(f"{target}.modules")
        modules.mkdir(exist_ok=True)
        objects.append(place / "checks.o")
        language = [f"-I{place}", "-J", str(modules)]
    elif program.source.suffix == ".c":
        language = ["-std=gnu17"]
    else:
        language = ["-std=gnu++17"]
    return compile_quietly(
        [
            *(program.driver, *FLAGS, f"-I{SUPPORT}", *language, *program.flags, str(program.source)),
            *(*map(str, objects), *program.link, "-lm", "-pthread", "-o", str(target)),
        ]
    )


def run(program: Program, folder: Path, runtime: str, library_path: str | None, mode: str) -> Outcome:
    """All runs that the source asks for; a library path of None leaves the program on its compiler's own runtime."""
    if runtime != "libmuster" and runtime not in program.peers:
        return Outcome(program, 0, skipped=True)
    reports = 0
    said = ""
    for settings in program.runs:
        environment = {"TEST_RUNTIME": runtime, "MUSTER_RACES": mode} | dict(
            word.split("=", 1) for word in shlex.split(settings)
        )
        done = checker.run([str(program.binary(folder))], library_path, environment, PROGRAM_S)
        said += f"--- {settings}\n{done.said}"
        reports += done.reports
        if done.status == SKIPPED:
            return Outcome(program, 0, skipped=True)
        if done.status not in (0, checker.REPORTED):
            write_log(program, folder, runtime, said)
            return Outcome(program, reports, f"{settings}: {done.end}")
    write_log(program, folder, runtime, said)
    return Outcome(program, reports)


def write_log(program: Program, folder: Path, runtime: str, said: str) -> None:
    Path(f"{program.binary(folder)}.{runtime}.log").write_text(said, encoding="utf-8")


def show(title: str, outcomes: list[Outcome]) -> bool:
    """Returns whether there is nothing but silence."""
    ran = [outcome for outcome in outcomes if not outcome.skipped]
    loud = [outcome for outcome in ran if outcome.reports]
    troubled = [outcome for outcome in ran if outcome.trouble]
    reports = sum(outcome.reports for outcome in ran)
    print(
        f"{title}: {len(ran)} programs, {reports} warnings in {len(loud)} of them, {len(troubled)} did not end well, "
        f"{len(outcomes) - len(ran)} not run"
    )
    return not loud and not troubled and bool(ran)


def main() -> int:
    """Status 1 if a program has a report on Muster or does not end well there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library-path", required=True, help="folder with Muster under the other runtimes' names")
    parser.add_argument("--folder", type=Path, default=Path("build/races/programs"), help="for programs and output")
    parser.add_argument("--compiler", nargs="+", choices=sorted(DRIVERS), default=sorted(DRIVERS))
    parser.add_argument("--only", default="", help="programs whose names this expression fits")
    parser.add_argument("--short", action="store_true", help=f"the programs that {SHORT.name} names")
    parser.add_argument("--mode", choices=("auto", "deep"), default="auto", help="of MUSTER_RACES")
    parser.add_argument("--peers", action="store_true", help="the same on libgomp and libomp, to compare")
    parser.add_argument("--jobs", type=int, default=4, help="programs at a time: each sleeps when it ends")
    options = parser.parse_args()

    left_out = read_left_out()
    chosen = programs(options.compiler, options.only)
    if options.short:
        named = set(SHORT.read_text(encoding="utf-8").split())
        if unknown := named - {program.name for program in programs(DRIVERS, "")}:
            sys.exit(f"{SHORT.name}: there is no {', '.join(sorted(unknown))}")
        chosen = [program for program in chosen if program.name in named]
    kept = [p for p in chosen if (p.name, "*") not in left_out and (p.name, p.compiler) not in left_out]
    options.folder.mkdir(parents=True, exist_ok=True)
    build_support(options.folder, options.compiler)
    good = True
    with ThreadPoolExecutor(options.jobs) as pool:
        said = dict(zip(kept, pool.map(lambda program: build(program, options.folder), kept), strict=True))
        for program, complaint in said.items():
            if complaint is not None:
                print(f"  not built: {program.name} by {program.compiler}: {complaint}")
                good = False
        for family in options.compiler:
            mine = [program for program in kept if program.family == family and said[program] is None]
            runtimes = {"libmuster": options.library_path} | ({PEERS[family]: None} if options.peers else {})
            for runtime, path in runtimes.items():
                results = pool.map(
                    lambda p, r=runtime, where=path: run(p, options.folder, r, where, options.mode), mine
                )
                outcomes = list(results)
                silent = show(f"{family} on {runtime}", outcomes)
                if runtime == "libmuster":
                    good = good and silent
                    for outcome in outcomes:
                        if outcome.reports or outcome.trouble:
                            ended = outcome.trouble or "ended"
                            print(f"  {outcome.program.name} by {outcome.program.compiler}: {outcome.reports}, {ended}")
    print(f"{len(chosen) - len(kept)} left out ({LEFT_OUT.name} has the reasons)")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
