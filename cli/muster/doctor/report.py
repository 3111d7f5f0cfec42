# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The findings on the terminal, worst first, and the table of regions; of several ranks, what they have in common."""

from collections import defaultdict
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from muster.doctor.case import Case
from muster.doctor.efficiency import efficiencies_of
from muster.doctor.finding import Finding
from muster.doctor.ranks import Rank, Shared, shared_findings, wall_of
from muster.doctor.rules.traits import lost_ns
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category
from muster.ledger.places import brief
from muster.ledger.reader import LIKELY_TICKS_PER_NS
from muster.ledger.summary import FORK_AND_JOIN, USEFUL, WAITS_AT_BARRIERS, Region, sleep_of

MOST_REGIONS = 20
RANK_HEADS = ("rank", "threads", "CPUs", "time", "regions", "serial", "MPI", "efficiency")
SPREAD_HEADS = ("region", "runs", "ranks", "most (rank)", "least (rank)", "balance")
HEADS = (
    "region",
    "runs",
    "team",
    "time",
    "run",
    "work",
    "wait",
    "fork",
    "lock",
    "task",
    "loop",
    "sleep",
    "wakes",
    "lost",
)
# Columns of which those that tell least are left out where a terminal has no room for them.
SHARES = ("fork", "lock", "task", "loop", "sleep", "lost")
# With less room the place of a region is cut into too many lines to be read.
LEAST_PLACE = 24


RATE_GUESSED = (
    "Nothing says how fast the ledger's clock was, as the program was stopped in its first region: "
    f"{LIKELY_TICKS_PER_NS} ticks a nanosecond are a guess. Shares do not depend on it; times do."
)


def print_report(console: Console, ranks: Sequence[Rank]) -> list[Shared]:
    """Prints what is found and returns it."""
    found = shared_findings(ranks)
    if len(ranks) == 1:
        _print_one(console, ranks[0].case, [one.finding for one in found])
    else:
        _print_ranks(console, ranks, found)
    if any(rank.case.ledger.is_rate_guessed for rank in ranks):
        console.print(f"[yellow]{RATE_GUESSED}[/]", highlight=False)
    for rank in ranks:
        if refused := rank.case.ledger.threads_refused:
            console.print(f"[yellow]{refused} threads had no room in the ledger[/]", highlight=False)
        if deep := sum(thread.too_deep for thread in rank.case.ledger.threads):
            console.print(
                f"[yellow]{deep} constructs were nested deeper than the ledger tells apart: their time is that of the "
                "tasks in them[/]",
                highlight=False,
            )
    return found


def _print_ranks(console: Console, ranks: Sequence[Rank], found: Sequence[Shared]) -> None:
    first = ranks[0].case.ledger
    console.print(
        f"{escape(' '.join(first.command))}: {len(ranks)} ranks, {time_of(wall_of(ranks))} for the slowest",
        highlight=False,
    )
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for head in RANK_HEADS:
        table.add_column(head, justify="right", no_wrap=True)
    for rank in ranks:
        table.add_row(*rank_cells(rank))
    console.print(table)
    _print_findings(console, wall_of(ranks), [(one.finding, one.whose(len(ranks))) for one in found])
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for index, head in enumerate(SPREAD_HEADS):
        table.add_column(head, justify="left" if index == 0 else "right", no_wrap=index > 0, overflow="fold")
    for row in spread_rows(ranks)[:MOST_REGIONS]:
        table.add_row(*map(escape, row))
    console.print(table)


def rank_cells(rank: Rank) -> tuple[str, ...]:
    """A rank's row, in the order of RANK_HEADS."""
    case = rank.case
    return (
        str(rank.number),
        str(len(case.ledger.threads)),
        str(case.ledger.cpus),
        time_of(case.wall_ns) + ("" if case.ledger.ended else " (cut off)"),
        time_of(rank.parallel_ns),
        time_of(case.totals[Category.SERIAL] - case.mpi_ns),
        time_of(case.mpi_ns) if case.mpi_ns else "?",
        f"{efficiencies_of(case)['parallel efficiency']:.0%}",
    )


def spread_rows(ranks: Sequence[Rank]) -> list[tuple[str, ...]]:
    """What the ranks have in common, in the order of SPREAD_HEADS, the region with the longest time first."""
    times: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    runs: dict[str, int] = defaultdict(int)
    for rank in ranks:
        for region in rank.case.regions:
            where = rank.case.where(region)
            times[where][rank.number] += region.elapsed_ns
            runs[where] += region.instances
    rows = []
    for where, by_rank in sorted(times.items(), key=lambda item: -max(item[1].values())):
        most, least = max(by_rank, key=lambda one: by_rank[one]), min(by_rank, key=lambda one: by_rank[one])
        average = sum(by_rank.values()) / len(ranks)
        cells = (f"{time_of(by_rank[one])} ({one})" for one in (most, least))
        rows.append((where, str(runs[where]), str(len(by_rank)), *cells, share_of(average, by_rank[most])))
    return rows


def _print_one(console: Console, case: Case, findings: list[Finding]) -> None:
    threads = len(case.ledger.threads)
    console.print(
        f"{escape(' '.join(case.ledger.command))}: {time_of(case.wall_ns)}, {threads} threads on {case.ledger.cpus} "
        "CPUs" + ("" if case.ledger.ended else "; it ended without telling"),
        highlight=False,
    )
    told = ", ".join(f"{name} {value:.0%}" for name, value in efficiencies_of(case).items())
    console.print(f"  {told}", highlight=False)
    console.print(f"  {sleep_told(case)}\n", highlight=False)
    _print_findings(console, case.wall_ns, [(finding, "") for finding in findings])
    if case.regions:
        table, missing = regions_table(case, console.width)
        console.print(table)
        if missing:
            console.print(f"A wider terminal, --html and --json also have: {', '.join(missing)}.", highlight=False)


def sleep_told(case: Case) -> str:
    """How long threads slept, and how long they took to go on."""
    whole = max(sum(case.totals.values()), 1.0)
    waiting, idle = sleep_of(case.ledger)
    wakeups = waiting.wakeups + idle.wakeups
    if not wakeups:
        slept = waiting.asleep_ns + idle.asleep_ns
        return f"asleep {share_of(slept, whole)}, woken never" if slept else "no thread slept"
    each = (waiting.waking_ns + idle.waking_ns) / wakeups
    return (
        f"asleep in waits {share_of(waiting.asleep_ns, whole)}, between regions {share_of(idle.asleep_ns, whole)}; "
        f"{wakeups} wake-ups, {time_of(each)} each from the signal to going on"
    )


def _print_findings(console: Console, wall_ns: float, findings: Sequence[tuple[Finding, str]]) -> None:
    """Each with words that stand before its place."""
    if not findings:
        console.print("[green]Nothing found[/] that would save 5 % of the run or more.\n", highlight=False)
    for number, (one, whose) in enumerate(findings, 1):
        gain = (
            f"[red]saves about {time_of(one.gain_ns)}, {share_of(one.gain_ns, wall_ns)} of the run[/]"
            if one.gain_ns
            else "[yellow]to be known[/]"
        )
        console.print(f"[bold]{number}. {escape(one.title)}[/]: {gain}", highlight=False)
        console.print(f"   {whose}at {escape(one.where)}", highlight=False)
        console.print(f"   {escape(one.why)}", highlight=False)
        console.print(f"   [italic]{escape(one.advice)}[/]\n", highlight=False)


def region_cells(case: Case, region: Region) -> list[str]:
    """A region's row, in the order of HEADS."""
    whole = region.elapsed_ns * max(region.team, 1.0)
    return [
        brief(case.place_of(region.itself)),
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
        share_of(region.slept_ns, whole),
        f"{region.wakeups / region.instances:.2g}",
        share_of(lost_ns(region), whole),
    ]


def regions_table(case: Case, width: int) -> tuple[Table, list[str]]:
    """The table, and the heads of the columns that a terminal so wide has no room for: those that tell least."""
    rows = [region_cells(case, region) for region in case.regions[:MOST_REGIONS]]
    kept = list(range(len(HEADS)))
    shares = [index for index, head in enumerate(HEADS) if head in SHARES]
    spare = [HEADS.index("wakes"), *sorted(shares, key=lambda index: max(_percent(row[index]) for row in rows))]
    while _least_width(rows, kept) > width and spare:
        kept.remove(spare.pop(0))
    return _table_of(rows, kept), [head for index, head in enumerate(HEADS) if index not in kept]


def _least_width(rows: Sequence[Sequence[str]], kept: Sequence[int]) -> int:
    """With an edge on both sides, and a column between two columns beside the padding of one."""
    figures = (max(len(HEADS[index]), *(len(row[index]) for row in rows)) for index in kept[1:])
    return LEAST_PLACE + sum(figures) + len(kept) + 2 + len(kept) - 1


def _percent(cell: str) -> float:
    return float(cell.rstrip("%")) if cell.endswith("%") else 0.0


def _table_of(rows: Sequence[Sequence[str]], kept: Sequence[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for index in kept:
        place = index == 0
        table.add_column(
            HEADS[index],
            justify="left" if place else "right",
            no_wrap=not place,
            overflow="fold",
            min_width=LEAST_PLACE if place else None,
        )
    for row in rows:
        table.add_row(*(escape(row[index]) for index in kept))
    return table
