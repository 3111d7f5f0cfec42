# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of conformance/run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from runner import expected, gcc_suite, limits, llvm_suite, negative, paths, pool, report, runtimes, sources
from runner.compilers import CompilerName
from runner.errors import ConformanceError
from runner.limits import Limits
from runner.result import Result, Test
from runner.run import Run

app = typer.Typer(add_completion=False, help=__doc__, no_args_is_help=True)
_console = Console()


class Suite(StrEnum):
    """GCC's libgomp/testsuite; LLVM's openmp/runtime/test without ompt/; and ompt/ alone."""

    GCC = "gcc"
    LLVM = "llvm"
    OMPT = "ompt"


_TESTS: dict[Suite, Callable[[Run], Iterator[Test]]] = {
    Suite.GCC: gcc_suite.tests,
    Suite.LLVM: partial(llvm_suite.tests, llvm_suite.LLVM_SUITE),
    Suite.OMPT: partial(llvm_suite.tests, llvm_suite.OMPT_SUITE),
}


@app.command()
def fetch() -> None:
    """Fetch the suites from Debian's source packages into build/conformance."""
    _guarded(lambda: sources.fetch(_console.print))


@app.command()
def run(
    suites: Annotated[list[Suite] | None, typer.Argument(help="all by default, or all that have a subset")] = None,
    runtime: Annotated[str, typer.Option(help="muster, libgomp, libomp, libiomp5 or the path of a library")] = "muster",
    muster_build: Annotated[Path | None, typer.Option(help="build folder of Muster; build/release by default")] = None,
    compiler: Annotated[CompilerName, typer.Option(help="what compiles the suites of LLVM")] = CompilerName.CLANG,
    folder: Annotated[list[str] | None, typer.Option(help="only tests of this folder, such as c++ or tasking")] = None,
    match: Annotated[str, typer.Option(help="only tests whose name this regular expression finds")] = "",
    subset: Annotated[bool, typer.Option(help="only the short, representative list that ./check runs")] = False,
    negative_control: Annotated[bool, typer.Option(help="with a library that takes synchronisation away")] = False,
    races: Annotated[bool, typer.Option(help="compiled with ThreadSanitizer: a report is what fails")] = False,
    setting: Annotated[list[str] | None, typer.Option(help="NAME=VALUE for the environment of every test")] = None,
    limit: Annotated[
        float | None, typer.Option(help="seconds that a test may take; 120, and what expected/slow.tsv says")
    ] = None,
    jobs: Annotated[int, typer.Option(help="tests side by side")] = min(2, len(os.sched_getaffinity(0))),
    verbose: Annotated[bool, typer.Option(help="print the reason of every failure")] = False,
) -> None:
    """Run suites on one runtime; print a table by folder and how it differs from what is expected of Muster.

    The status is 1 if it differs, or if the negative control changes nothing.
    """

    def all_suites() -> None:
        sources.fetch(_console.print)
        chosen = runtimes.find(runtime, muster_build.resolve() if muster_build else None)
        preload = negative.build() if negative_control else None
        settings = dict(_setting(item) for item in setting or [])
        limits_of_tests = Limits(limit, limits.read(paths.EXPECTED / "slow.tsv"))
        common = Run(chosen.name, chosen.folder, limits_of_tests, preload, settings, compiler, races)
        good = True
        for suite in suites or [suite for suite in Suite if not subset or _subset_of(suite).exists()]:
            picked = _pick(suite, common, folder or [], match, subset)
            results = pool.run_all(picked, jobs, _console)
            good &= _tell(suite, results, common, whole=not (folder or match or subset), verbose=verbose)
        raise typer.Exit(0 if good else 1)

    _guarded(all_suites)


def _tell(suite: Suite, results: list[Result], common: Run, *, whole: bool, verbose: bool) -> bool:
    settings = "".join(f" {name}={value}" for name, value in common.environment.items())
    by_gcc = suite is not Suite.GCC and common.compiler is CompilerName.GCC
    title = f"{suite} suite{' by GCC' if by_gcc else ''} on {common.name}{settings}"
    title += " under ThreadSanitizer" if common.races else ""
    report.print_table(results, title + (" without synchronisation" if common.preload else ""), _console)
    if verbose:
        report.print_failures(results, _console)
    label = f"{suite}{'-gcc' if by_gcc else ''}{'-races' if common.races else ''}"
    name = f"{label}-{common.name}{settings.replace(' ', '-').replace('/', '_')}" + (
        "-negative" if common.preload else ""
    )
    report.write(results, paths.WORK / "results" / f"{name}{'' if whole else '-part'}.tsv")
    if common.preload is not None:
        return any(result.verdict == "fail" for result in results)
    if common.name != "muster":
        return True
    return _as_expected(results, label, settings.replace(" ", "-"), whole=whole)


def _as_expected(results: list[Result], label: str, settings: str, *, whole: bool) -> bool:
    named = dict.fromkeys([f"{label}.tsv", f"{label}{settings}.tsv"])
    files = [file for name in named if (file := paths.EXPECTED / name).exists()]
    if not files:
        _console.print(f"compared with nothing: there is no expected/{label}.tsv yet", highlight=False)
        return True
    rows = {test: row for file in files for test, row in expected.read(file).items()}
    difference = expected.compare(results, rows, whole)
    report.print_difference(difference, " or ".join(file.name for file in files), _console)
    return difference.none


def _subset_of(suite: Suite) -> Path:
    return paths.SUBSETS / f"{suite}.txt"


def _pick(suite: Suite, common: Run, folders: Iterable[str], match: str, subset: bool) -> list[Test]:
    tests = list(_TESTS[suite](common))
    if subset:
        if not _subset_of(suite).exists():
            raise ConformanceError(f"the {suite} suite has no subset: write {_subset_of(suite).name} beside the others")
        lines = _subset_of(suite).read_text().splitlines()
        listed = [line for line in lines if line and not line.startswith("#")]
        if missing := set(listed) - {test.name for test in tests}:
            raise ConformanceError(f"{suite}.txt names tests that the suite lacks: {', '.join(sorted(missing))}")
        tests = [test for test in tests if test.name in listed]
    prefixes = tuple(f"{name.rstrip('/')}/" for name in folders)
    if prefixes:
        tests = [test for test in tests if test.name.startswith(prefixes)]
    tests = [test for test in tests if re.search(match, test.name)]
    if not tests:
        raise ConformanceError(f"no test of the {suite} suite is meant by that")
    return tests


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ConformanceError(f"--setting {text}: want NAME=VALUE")
    return name, value


def _guarded(action: Callable[[], None]) -> None:
    try:
        action()
    except ConformanceError as error:
        _console.print(str(error), style="bold red", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(2) from None
