# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `muster doctor` finds in a program: for programs that run well it has to be nothing that is not true."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from muster.doctor.case import Case
from muster.doctor.efficiency import efficiencies_of
from muster.doctor.finding import Finding
from muster.doctor.rules import findings_of
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category
from muster.ledger.reader import ledgers_of
from runner import trial
from runner.program import Program
from runner.runtimes import Runtime
from runner.trial import Conditions

# So much of a place is in the table: names of templates are long.
MOST_LETTERS = 60


@dataclass(frozen=True)
class Seen:
    """One run under the ledger, or why there is none."""

    program: str
    case: Case | None = None
    findings: tuple[Finding, ...] = ()
    error: str = ""


def look(program: Program, runtime: Runtime, conditions: Conditions) -> Seen:
    """Runs the program once, and returns the findings that promise a gain."""
    with tempfile.TemporaryDirectory() as ledgers:
        settings = (*conditions.settings, ("MUSTER_LEDGER", f"{ledgers}/%p"))
        kept = Conditions(conditions.size, conditions.threads, conditions.timeout_s, settings=settings)
        done = trial.run(program, runtime, kept, witnessed=False)
        if done.finished.timed_out or done.finished.status != 0:
            return Seen(program.name, error=done.finished.end)
        found = ledgers_of(Path(ledgers))
        if not found:
            return Seen(program.name, error="it kept no ledger")
        case = Case(found[0])
        return Seen(program.name, case, tuple(one for one in findings_of(case) if one.gain_ns))


def _short(where: str) -> str:
    return where if len(where) <= MOST_LETTERS else f"{where[: MOST_LETTERS - 3]}..."


def print_seen(seen: list[Seen], console: Console) -> None:
    table = Table("program", "time", "threads", "serial", "efficiency", "regions run", "found")
    for one in seen:
        if one.case is None:
            table.add_row(one.program, "", "", "", "", "", f"[red]{escape(one.error)}")
            continue
        case = one.case
        serial = case.totals[Category.SERIAL]
        found = "\n".join(
            f"{finding.rule} {share_of(finding.gain_ns, case.wall_ns)}, {escape(_short(finding.where))}"
            for finding in one.findings
        )
        table.add_row(
            one.program, time_of(case.wall_ns), str(len(case.ledger.threads)), share_of(serial, case.wall_ns),
            f"{efficiencies_of(case)['parallel efficiency']:.0%}",
            str(sum(region.instances for region in case.regions)), found or "[green]nothing",
        )  # fmt: skip
    console.print(table)
