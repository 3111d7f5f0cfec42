# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tests side by side and shows how far they are."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from runner.result import Result, Test, Verdict


def run_all(tests: Sequence[Test], jobs: int, console: Console) -> list[Result]:
    results: list[Result] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress, ThreadPoolExecutor(jobs) as pool:
        shown = progress.add_task("running", total=len(tests))
        running = [pool.submit(test.run) for test in tests]
        failed = 0
        for done in as_completed(running):
            result = done.result()
            results.append(result)
            failed += result.verdict is Verdict.FAIL
            progress.update(shown, advance=1, description=f"{failed} failed")
    return sorted(results, key=lambda result: result.test)
