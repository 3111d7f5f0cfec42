# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The findings on the terminal, worst first, and the table of regions."""

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from muster.doctor.case import Case
from muster.doctor.efficiency import efficiencies_of
from muster.doctor.finding import Finding
from muster.doctor.rules.traits import lost_ns
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category
from muster.ledger.summary import FORK_AND_JOIN, USEFUL, WAITS_AT_BARRIERS, Region

MOST_REGIONS = 20
HEADS = ("region", "runs", "team", "time", "run", "work", "wait", "fork", "lock", "task", "loop", "lost")


def print_report(console: Console, case: Case, findings: list[Finding]) -> None:
    threads = len(case.ledger.threads)
    console.print(
        f"{escape(' '.join(case.ledger.command))}: {time_of(case.wall_ns)}, {threads} threads on {case.ledger.cpus} "
        "CPUs" + ("" if case.ledger.ended else "; it ended without telling"),
        highlight=False,
    )
    told = ", ".join(f"{name} {value:.0%}" for name, value in efficiencies_of(case).items())
    console.print(f"  {told}\n", highlight=False)
    _print_findings(console, case, findings)
    if case.regions:
        console.print(regions_table(case))
    if case.ledger.threads_refused:
        console.print(f"[yellow]{case.ledger.threads_refused} threads had no room in the ledger[/]", highlight=False)


def _print_findings(console: Console, case: Case, findings: list[Finding]) -> None:
    if not findings:
        console.print("[green]Nothing found[/] that would save 5 % of the run or more.\n", highlight=False)
    for number, one in enumerate(findings, 1):
        gain = (
            f"[red]saves about {time_of(one.gain_ns)}, {share_of(one.gain_ns, case.wall_ns)} of the run[/]"
            if one.gain_ns
            else "[yellow]to be known[/]"
        )
        console.print(f"[bold]{number}. {escape(one.title)}[/]: {gain}", highlight=False)
        console.print(f"   at {escape(one.where)}", highlight=False, soft_wrap=True)
        console.print(f"   {escape(one.why)}", highlight=False)
        console.print(f"   [italic]{escape(one.advice)}[/]\n", highlight=False)


def region_cells(case: Case, region: Region) -> list[str]:
    """A region's row, in the order of HEADS."""
    whole = region.elapsed_ns * max(region.team, 1.0)
    return [
        case.where(region),
        str(region.instances),
        f"{region.team:.3g}",
        time_of(region.elapsed_ns),
        share_of(region.elapsed_ns, case.wall_ns),
        share_of(region.ns(*USEFUL), whole),
        share_of(region.ns(*WAITS_AT_BARRIERS), whole),
        share_of(region.ns(*FORK_AND_JOIN), whole),
        share_of(region.ns(Category.CRITICAL, Category.LOCK, Category.ORDERED), whole),
        share_of(region.ns(Category.CREATE, Category.TASKWAIT), whole),
        share_of(region.ns(Category.SCHEDULE), whole),
        share_of(lost_ns(region), whole),
    ]


def regions_table(case: Case) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for index, head in enumerate(HEADS):
        table.add_column(head, justify="left" if index == 0 else "right", no_wrap=index > 0, overflow="fold")
    for region in case.regions[:MOST_REGIONS]:
        table.add_row(*(escape(cell) for cell in region_cells(case, region)))
    return table
