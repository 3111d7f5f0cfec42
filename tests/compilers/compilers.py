# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds tests/openmp with one version of GCC or Clang after another and runs the programs on build/release.

A program that a compiler does not accept is told from one that fails: expected.tsv says which are known, with the
reason. The status is 1 if anything else is refused or fails, or if something that is listed no longer does.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "compilers"
COMPAT = ROOT / "build" / "release" / "lib" / "compat"
EXPECTED = Path(__file__).resolve().parent / "expected.tsv"
LLVM = Path("/usr/lib/llvm-19")

# Versions to look for: what Debian 12 has, and what may be there beside it.
VERSIONS = {"gcc": range(11, 17), "clang": range(14, 24)}
WANTED = ("gcc-11", "gcc-12", "clang-14", "clang-16", "clang-19")


@dataclass(frozen=True)
class Outcome:
    """What came of the programs, by the name of their test."""

    passed: set[str]
    failed: set[str]
    refused: set[str]


def configure_options(name: str) -> list[str]:
    kind, version = name.split("-")
    if kind == "gcc":
        found = {"OPENMP_GCC": name, "OPENMP_GXX": f"g++-{version}", "OPENMP_GFORTRAN": f"gfortran-{version}"}
        return ["-DOPENMP_ONLY=gnu", *(f"-D{key}={shutil.which(tool) or ''}" for key, tool in found.items())]
    flang = shutil.which(f"flang-new-{version}") or shutil.which(f"flang-{version}") or ""
    options = ["-DOPENMP_ONLY=llvm", f"-DOPENMP_CLANG={name}", f"-DOPENMP_CLANGXX=clang++-{version}"]
    options.append(f"-DOPENMP_FLANG={flang}")
    if version != LLVM.name.removeprefix("llvm-"):
        # Debian lets only one libomp-dev be there; Clang's programs find omp.h and libomp of another version no worse.
        options.append(f"-DOPENMP_EXTRA_FLAGS=-isystem;{header_folder()};-L{LLVM / 'lib'}")
    return options


def header_folder() -> Path:
    """A folder with omp.h and nothing else of the other Clang."""
    folder = WORK / "include"
    folder.mkdir(parents=True, exist_ok=True)
    (header,) = LLVM.glob("lib/clang/*/include/omp.h")
    link = folder / "omp.h"
    link.unlink(missing_ok=True)
    link.symlink_to(header)
    return folder


def run_one(name: str, jobs: int) -> Outcome:
    folder = WORK / name
    configure = ["cmake", "-G", "Ninja", "-S", ROOT / "tests" / "openmp", "-B", folder, f"-DMUSTER_COMPAT_DIR={COMPAT}"]
    logged(name, "configure", [*configure, *configure_options(name)], must_succeed=True)
    # On to the next program where one is not accepted.
    logged(name, "build", ["cmake", "--build", folder, "--", f"-j{jobs}", "-k0"])
    tests = json.loads(
        subprocess.run(
            ["ctest", "--test-dir", folder, "-L", "^openmp$", "--show-only=json-v1"], capture_output=True, check=True
        ).stdout
    )["tests"]
    programs = {test["name"] for test in tests if not test["name"].startswith("openmp.support.")}
    built = {program for program in programs if (folder / "openmp-programs" / program).is_file()}
    report = folder / "report.xml"
    pattern = "^(" + "|".join(re.escape(program) for program in sorted(built)) + ")$"
    logged(name, "test", ["ctest", "--test-dir", folder, f"-j{jobs}", "-R", pattern, "--output-junit", report])
    cases = ElementTree.parse(report).getroot().iter("testcase")
    passed = {case.get("name", "") for case in cases if case.get("status") == "run"}
    return Outcome(passed, built - passed, programs - built)


def logged(name: str, step: str, command: list[object], *, must_succeed: bool = False) -> None:
    log = WORK / f"{name}.{step}.log"
    with log.open("w") as out:
        status = subprocess.run([str(word) for word in command], stdout=out, stderr=subprocess.STDOUT, check=False)
    if must_succeed and status.returncode != 0:
        sys.exit(f"{name}: {step} failed: see {log}")


def read_expected() -> dict[tuple[str, str], str]:
    """For (compiler, test) either `refused` or `fails`."""
    known: dict[tuple[str, str], str] = {}
    for line in EXPECTED.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            compilers, test, what, _reason = line.split("\t")
            known.update({(compiler, test): what for compiler in compilers.split(",")})
    return known


def tell(name: str, outcome: Outcome, known: dict[tuple[str, str], str]) -> bool:
    """Prints what came out, and whether it is as expected."""
    counts = f"{len(outcome.passed)} passed, {len(outcome.failed)} failed"
    print(f"{name}: {counts}, {len(outcome.refused)} not accepted by the compiler", flush=True)
    seen = dict.fromkeys(outcome.failed, "fails") | dict.fromkeys(outcome.refused, "refused")
    listed = {test: what for (compiler, test), what in known.items() if compiler == name}
    faults = [f"{test} {what}" for test, what in sorted(seen.items()) if listed.get(test) != what]
    faults += [f"{test} is listed in expected.tsv and passes" for test in sorted(listed.keys() & outcome.passed)]
    for fault in faults:
        print(f"  {fault}; see {WORK}/{name}.*.log")
    return not faults and bool(outcome.passed)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests/compilers/run", description=__doc__)
    parser.add_argument("name", nargs="*", help="gcc-11, clang-14, ...; all that are there by default")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="programs side by side")
    arguments = parser.parse_args()
    there = [f"{kind}-{version}" for kind, versions in VERSIONS.items() for version in versions]
    there = [name for name in there if shutil.which(name)]
    for name in sorted(set(arguments.name or WANTED) - set(there)):
        print(f"{name} is not installed: left out")
    names = [name for name in there if not arguments.name or name in arguments.name]
    if not names:
        print("no compiler to run", file=sys.stderr)
        return 2
    known = read_expected()
    good = [tell(name, run_one(name, arguments.jobs), known) for name in names]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
