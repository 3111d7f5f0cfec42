# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Called by ./demo, which builds and installs what this needs.

Exit status: 0; 1 when an answer is wrong; 2 when something is missing or fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from scripts.demo.applications import outcome_of, scenarios
from scripts.demo.errors import DemoError
from scripts.demo.measure import Progress, construct_rounds, program_rounds
from scripts.demo.picture import group_of, group_of_program, page_of, print_group
from scripts.demo.report import construct_table, machine_line, program_table
from scripts.demo.runtimes import find_runtimes

# Number of primes up to 10^15 (OEIS A006880). Takes about 2 s on two cores of 2020.
_LIMIT = "1e15"
_PRIMES = "29844570422669"


@contextmanager
def _progress(console: Console) -> Iterator[Progress]:
    """One line that changes on a terminal, a line for each new step elsewhere."""
    if console.is_terminal:
        with console.status("") as status:
            yield status.update
        return
    last = ""

    def show(text: str) -> None:
        nonlocal last
        step = text.rpartition(",")[0]
        if step != last:
            console.print(step)
            last = step

    yield show


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./demo", description="libgomp, libomp and Muster side by side")
    parser.add_argument("--muster", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--overhead", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--applications", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--html", type=Path, help="write the bars to this page, too")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each thing on each runtime (default: 5)")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    return options


def _write(page: Path, text: str) -> None:
    try:
        page.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise DemoError(f"{page} cannot be written: {problem.strerror}") from None


def _demo(console: Console, options: argparse.Namespace) -> int:
    program = Path(shutil.which("primecount") or "/usr/bin/primecount")
    runtimes = find_runtimes(program, options.muster, Path("build/demo"))
    for runtime in runtimes:
        runtime.require(program)
        runtime.require(options.overhead)
        console.print(f"{runtime.name:8} {runtime.library.resolve()}", soft_wrap=True)
    console.print(machine_line() + "\n")

    start = time.monotonic()
    cores = len(os.sched_getaffinity(0))
    with _progress(console) as progress:
        answers = program_rounds([str(program), _LIMIT], runtimes, options.rounds, progress)
    title = f"Debian's primecount {_LIMIT}, unchanged, {options.rounds} interleaved runs each"
    console.print(program_table(title, answers, _PRIMES))
    with _progress(console) as progress:
        outcomes = [
            outcome_of(one, runtimes, options.rounds, progress) for one in scenarios(options.applications, cores)
        ]
    groups = [group_of_program(f"primecount {_LIMIT}", answers), *(group_of(outcome) for outcome in outcomes)]
    for group in groups:
        print_group(console, group)
    if options.html is not None:
        _write(options.html, page_of(groups, machine_line(), f"./demo --rounds {options.rounds}"))
        console.print(f"\nThe bars are in {options.html}, too.")
    console.print()
    with _progress(console) as progress:
        rows = construct_rounds(options.overhead, (cores, 4 * cores), runtimes, options.rounds, progress)
    console.print(construct_table("Cost of one construct: time and context switches (sw), medians", rows))
    console.print(f"Took {time.monotonic() - start:.0f} s. Other load on the machine moves these figures.")

    wrong = [result.runtime.name for result in answers if result.answers != {_PRIMES}]
    console.print(
        "[red]Wrong answers on: " + ", ".join(wrong) + "[/red]" if wrong else f"All answers agree: {_PRIMES}."
    )
    return 1 if wrong else 0


def main() -> int:
    # Everything fits 80 columns, which is what Rich takes where there is no terminal to ask.
    console = Console(highlight=False)
    try:
        return _demo(console, _parse())
    except DemoError as error:
        console.print(f"demo: {error}", style="red", markup=False, soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        console.print("demo: stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main())
