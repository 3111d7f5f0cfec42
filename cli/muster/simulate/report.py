# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was simulated, as tables."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from muster.simulate.growth import TOO_FEW_SIZES
from muster.simulate.program import Row
from muster.simulate.words import AT_LEAST_A_PART, PARTS, TITLES, algorithm_of, format_time

# Simulated costs that are no farther apart are not told apart by a rule.
NEAR = 1.15


def _where_time_goes(row: Row) -> str:
    parts: dict[str, float] = row["critical_path_ns"]
    total = row["ns"] or 1.0
    told = {PARTS.get(part, part): ns for part, ns in parts.items() if ns / total >= AT_LEAST_A_PART}
    largest_first = sorted(told.items(), key=lambda part: -part[1])
    return escape(", ".join(f"{name} {100 * ns / total:.0f}%" for name, ns in largest_first))


def print_costs(console: Console, rows: Sequence[Row]) -> None:
    """A table for each construct, placement and number of threads, the cheapest first."""
    grown = any(row["growth"]["verdict"] != TOO_FEW_SIZES for row in rows)
    for key in dict.fromkeys(_key(row) for row in rows):
        chosen = [row for row in rows if _key(row) == key]
        construct, threads, placement = key
        best = min(row["ns"] for row in chosen)
        where = escape(chosen[0]["machine"] + ("" if placement == "close" else f", {placement}"))
        console.print(f"[bold]{TITLES[construct]}[/] of {threads:.0f} threads on {where}")
        bound = format_time(chosen[0]["bound_ns"])
        console.print(f"  a broadcast tree of the machine's latencies, there and back: {bound}", highlight=False)
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
        table.add_column("algorithm", no_wrap=True)
        for title in ("time", "to best", "lines"):
            table.add_column(title, justify="right", no_wrap=True)
        if grown:
            table.add_column("growth", no_wrap=True)
        table.add_column("where the time goes")
        for row in sorted(chosen, key=lambda row: float(row["ns"])):
            # A team of one can cost nothing, and nothing is no measure.
            ratio = f"{row['ns'] / best:.2f}" if best else "-"
            cells = [escape(algorithm_of(row)), format_time(row["ns"]), ratio, f"{row['lines'] / row['threads']:.1f}"]
            cells += [row["growth"]["verdict"]] if grown else []
            table.add_row(*cells, _where_time_goes(row))
        console.print(table)


def _key(row: Row) -> tuple[str, float, str]:
    return row["construct"], row["threads"], row["placement"]


def print_validation(console: Console, rows: Iterable[Row]) -> bool:
    """Published and predicted side by side; whether all bounds hold."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column("what", overflow="fold")
    for title in ("published", "predicted", "error", "bound"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    all_hold = True
    for row in rows:
        all_hold = all_hold and row["holds"]
        verdict = "" if row["holds"] else "[red]does not hold[/]"
        what = escape(row["what"])
        if "published_best" in row:
            ratio = f"{row['ratio'] - 1:+.0%}"
            verdict = verdict or "[green]holds[/]"
            bests = (escape(row["published_best"]), escape(row["predicted_best"]))
            table.add_row(what, *bests, ratio, "10%", verdict)
            continue
        if "published" not in row:
            table.add_row(what, "", "", "", "", verdict or "[green]holds[/]")
            continue
        figures = [escape(_figure(row[key], row["unit"])) for key in ("published", "predicted")]
        if row.get("factor"):
            verdict = verdict or "[green]holds[/]"
            times = f"x {row['predicted'] / row['published']:.2g}"
            table.add_row(what, *figures, times, f"x {row['factor']:.0f}", verdict)
        elif row["bound"]:
            verdict = verdict or "[green]holds[/]"
            table.add_row(what, *figures, f"{row['error']:+.0%}", f"{row['bound']:.0%}", verdict)
        else:
            table.add_row(what, *figures, f"{row['error']:+.0%}", "", "")
    console.print(table)
    return all_hold


def _figure(value: float, unit: str) -> str:
    """What has no unit is a count."""
    return f"{value:.4g} {unit}" if unit else f"{value:,.0f}"


def _rooted(row: Row) -> list[float]:
    """The costs of all algorithms but dissemination.

    Its many messages queue between nodes. Most machine files say nothing of that, so it looks too good for large teams.
    """
    return [ns for algorithm, ns in row["ns"].items() if algorithm != "dissemination"]


def print_rules(console: Console, rows: Sequence[Row], worst: int) -> None:
    """How far the rules are from the best, the farthest first, and a summary for each construct."""
    for construct in dict.fromkeys(row["construct"] for row in rows):
        chosen = sorted(
            (row for row in rows if row["construct"] == construct), key=lambda row: float(row["ratio"]), reverse=True
        )
        near = sum(row["ratio"] <= NEAR for row in chosen)
        console.print(
            f"[bold]{TITLES[construct]}[/]: the rule is within 15 % of the best in {near} of {len(chosen)} cases"
        )
        among_rooted = sum(row["rule_ns"] <= NEAR * min(_rooted(row)) for row in chosen)
        if among_rooted != near:
            console.print(f"  and of the best that has a root in {among_rooted}")
        # Without edges the usual names fit 80 columns; longer ones are folded, since a figure that is cut says nothing.
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1), show_edge=False, pad_edge=False)
        for title in ("machine", "threads", "placed", "best", "time", "rule", "to best"):
            is_name = title in ("machine", "best", "rule")
            table.add_column(title, no_wrap=not is_name, overflow="fold", min_width=len(title))
        for row in chosen[:worst]:
            machine, placement, best, rule = (escape(row[key]) for key in ("machine", "placement", "best", "rule"))
            threads, time = f"{row['threads']:.0f}", format_time(row["best_ns"])
            table.add_row(machine, threads, placement, best, time, rule, f"{row['ratio']:.2f}")
        console.print(Padding(table, (1, 0)))
