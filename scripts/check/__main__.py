# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Called by ./check, which installs what this needs. The last line is the sum: `N passed, N failed`."""

from __future__ import annotations

import argparse
import sys

from scripts.check.result import Result
from scripts.check.run import run_stage, tail
from scripts.check.stages import Stage, all_stages, log_file, stages_of_each_change


def main() -> int:
    stages = _chosen_stages()
    results: list[Result] = []
    for number, stage in enumerate(stages, start=1):
        print(f"[{number:2}/{len(stages)}] {stage.name}: {stage.what}", flush=True)
        result = run_stage(stage)
        results.append(result)
        print(f"        {_verdict(result)}", flush=True)
        if result.failed:
            print(f"    The end of {log_file(stage)}:\n{tail(log_file(stage))}", flush=True)
    return _sum_up(results)


def _chosen_stages() -> list[Stage]:
    """Those of each change, all with --all, or the named ones, as --all has them."""
    stages = all_stages()
    names = [stage.name for stage in stages]
    parser = argparse.ArgumentParser(prog="./check", description="Builds, and runs what each change must pass.")
    parser.add_argument("--all", action="store_true", help="every preset and every test: about an hour on two cores")
    parser.add_argument("stage", nargs="*", metavar="STAGE", help=f"only these stages of --all: {', '.join(names)}")
    arguments = parser.parse_args()
    chosen: list[str] = arguments.stage
    if unknown := [name for name in chosen if name not in names]:
        parser.error(f"no stage named {', '.join(unknown)}; the stages are {', '.join(names)}")
    if chosen:
        return [stage for stage in stages if stage.name in chosen]
    return stages if arguments.all else stages_of_each_change()


def _verdict(result: Result) -> str:
    word = "FAILED" if result.failed else "ok"
    skipped = f", {len(result.skipped)} skipped" if result.skipped else ""
    return f"{word}: {result.passed} passed, {result.failed} failed{skipped} ({result.seconds:.0f} s)"


def _sum_up(results: list[Result]) -> int:
    print("\nstage              passed  failed  skipped  seconds")
    for result in results:
        counts = f"{result.passed:7} {result.failed:7} {len(result.skipped):8} {result.seconds:8.0f}"
        print(f"{result.name:18} {counts}{'   <- failed' if result.failed else ''}")
    for result in results:
        for test in result.skipped:
            print(f"skipped in {result.name}: {test} (its log says why)")
    failed = sum(result.failed for result in results)
    print(f"\n{sum(result.passed for result in results)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
