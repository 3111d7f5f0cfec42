# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table at the end, its last line, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from runner.checks.check import Verdict
from runner.session import Outcome


def failed(outcome: Outcome) -> list[Verdict]:
    return [verdict for verdict in outcome.verdicts if verdict.fault and not verdict.skipped]


def counts(verdicts: Sequence[Verdict]) -> tuple[int, int, int]:
    """Passed, failed, skipped."""
    skipped = sum(verdict.skipped for verdict in verdicts)
    bad = sum(bool(verdict.fault) and not verdict.skipped for verdict in verdicts)
    return len(verdicts) - bad - skipped, bad, skipped


def table_of(outcomes: Sequence[Outcome]) -> Table:
    table = Table("machine", "group", "passed", "failed", "skipped", "seconds")
    for outcome in outcomes:
        groups = list(dict.fromkeys(verdict.name.partition(".")[0] for verdict in outcome.verdicts))
        for group in groups:
            some = [verdict for verdict in outcome.verdicts if verdict.name.startswith(f"{group}.")]
            numbers = [str(number) for number in counts(some)]
            table.add_row(outcome.machine.name, group, *numbers, f"{sum(verdict.seconds for verdict in some):.0f}")
    return table


def show(console: Console, outcomes: Sequence[Outcome]) -> bool:
    """Prints it; True if all is well, which a guest that ended early, or without a check that passed, is not."""
    console.print(table_of(outcomes))
    for outcome in outcomes:
        for verdict in outcome.verdicts:
            if verdict.fault or verdict.skipped:
                word = "skipped" if verdict.skipped else "FAILED"
                console.print(f"{word} {outcome.machine.name} {verdict.name}: {verdict.fault}", soft_wrap=True)
        if outcome.why:
            console.print(f"FAILED {outcome.machine.name}: {outcome.why}", soft_wrap=True)
    passed, bad, skipped = counts([verdict for outcome in outcomes for verdict in outcome.verdicts])
    bad += sum(bool(outcome.why) for outcome in outcomes)
    console.print(f"{passed} passed, {bad} failed" + (f", {skipped} skipped" if skipped else ""))
    return bad == 0 and passed > 0


def write(file: Path, outcomes: Sequence[Outcome]) -> None:
    rows = [
        {
            "machine": outcome.machine.name,
            "ended_early": outcome.why,
            "checks": [vars(verdict) for verdict in outcome.verdicts],
        }
        for outcome in outcomes
    ]
    file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
