# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two result files become a verdict: what changed between them, and by how much the machine did."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from muster.compare.intervals import CONFIDENCE, Interval, ratio_of_unpaired
from muster.files import OTHER_FORM
from muster.machine.disturbance import BUSY_PERCENT
from muster.runtimes.names import MUSTER, PEERS
from muster.stopping import stop

# What is measured, by what, and every time of it, in one unit.
Rows = dict[tuple[str, str], list[float]]
# These are from `muster bench all`; the others have no times.
PARTS_WITH_TIMES = ("constructs", "epcc", "barriers", "apps", "work")

# A row of so few runs says nothing, whatever its ratio is.
TOO_FEW = "too few runs"


class FileError(Exception):
    """The file is no result file; the message says why."""


@dataclass(frozen=True)
class Change:
    """One row of one runtime in both files."""

    what: str
    runtime: str
    ratio: Interval  # after to before

    @property
    def word(self) -> str:
        if self.ratio.low is None:
            return TOO_FEW
        if not self.ratio.tells:
            return "no difference"
        return "faster" if self.ratio.middle < 1 else "slower"


def read_rows(document: Mapping[str, Any]) -> Rows:
    """Of a file of `muster compare --json`, of one of the benchmarks, or of `muster bench all`, which has several."""
    rows: Rows = {}
    if "parts" in document:
        for part, inner in document["parts"].items():
            if part in PARTS_WITH_TIMES:
                rows |= {(f"{part}: {what}", runtime): times for (what, runtime), times in read_rows(inner).items()}
        return rows
    if "samples" in document:
        command = " ".join(document["command"])
        for sample in document["samples"]:
            what = command if sample["size"] is None else f"{command}, {sample['size']} threads"
            rows.setdefault((what, sample["runtime"]), []).append(float(sample["wall_s"]))
        return rows
    for row in document["rows"]:
        rows |= _times_in(row)
    return rows


def _times_in(row: Mapping[str, Any]) -> Rows:
    """Of a row of a benchmark; none where a run of it failed."""
    if "figures" in row:
        # One of the bars has a figure and no samples.
        figures = {place: figure for place, figure in row["figures"].items() if figure}
        return {(f"{_bar_of(row)}, {place}", MUSTER): [float(figure)] for place, figure in figures.items()}
    if "algorithm" in row:
        place = (row["algorithm"], row["mode"], f"{row['threads']} threads", row["condition"], row["binding"])
        return {(", ".join((*place, row["wait"])), MUSTER): [float(one["ns"]) for one in row["samples"]]}
    if "cell" in row:
        # An application or a piece of work between constructs.
        what = ", ".join(str(value) for value in (*row["cell"].values(), row["build"]))
        times = [float(one["wall_ns"]) for one in row["samples"] if not one["error"]]
    else:
        what = f"{row['construct']}, {row['threads']} threads, {row['binding']}, {row['build']}"
        times = [float(one["us"]) for one in row["samples"] if not one["error"] and not one["not_comparable"]]
    return {(what, row["runtime"]): times} if times and min(times) > 0 else {}


def changes_between(before: Rows, after: Rows) -> list[Change]:
    """Of what is in both."""
    return [Change(*key, ratio_of_unpaired(after[key], times)) for key, times in before.items() if key in after]


def drift_of(changes: list[Change]) -> float | None:
    """By how much the peers changed, of which no code did: the median ratio. None without a peer."""
    peers = [change.ratio.middle for change in changes if change.runtime in PEERS]
    return median(peers) if peers else None


def verdict(
    before: Annotated[Path, typer.Argument(help="A result file of a benchmark, or of `muster compare --json`.")],
    after: Annotated[Path, typer.Argument(help="One of the same that was made later.")],
    *,
    runtime: Annotated[str, typer.Option(help="Whose rows are judged.")] = MUSTER,
) -> None:
    """Say what changed between two result files. Status 1 if anything became slower, or is no longer there."""
    console = Console(highlight=False)
    try:
        old, new = _read(before), _read(after)
    except FileError as error:
        raise stop("bench verdict", error) from None
    changes = changes_between(old.rows, new.rows)
    own = [change for change in changes if change.runtime == runtime]
    lost = [what for what, whose in old.rows if whose == runtime and (what, whose) not in new.rows]
    if not own and not lost:
        raise stop("bench verdict", f"the files have no row of {runtime} in common")
    for note in _notes(old, new):
        console.print(f"[yellow]{escape(note)}[/]")
    missed = [what for what, met in old.bars.items() if met and not new.bars.get(what, True)]
    if missed:
        console.print(f"[yellow]Bars that were met and are missed: {escape('; '.join(missed))}.[/]")
    if own:
        _print(console, own)
    _print_sum(console, own, drift_of(changes))
    if lost:
        console.print(f"[red]Rows that failed or are missing in {escape(str(after))}: {escape('; '.join(lost))}.[/]")
    raise typer.Exit(_status(own, is_worse=bool(lost or missed)))


def _status(changes: list[Change], *, is_worse: bool) -> int:
    """Of the command: 1 where something is worse than before, 2 where nobody can know."""
    if is_worse or any(change.word == "slower" for change in changes):
        return 1
    return 2 if all(change.word == TOO_FEW for change in changes) else 0


@dataclass(frozen=True)
class Results:
    """What a verdict takes from a result file."""

    rows: Rows
    bars: dict[str, bool]  # of a file of `muster bench bars`, whether each is met
    machine: Mapping[str, Any]
    conditions: object
    others_percent: float


def _read(file: Path) -> Results:
    """FileError where the file cannot be read, or has another form."""
    document = _document_in(file)
    try:
        return Results(
            read_rows(document),
            {_bar_of(row): bool(row["met"]) for row in document.get("rows", ()) if "met" in row},
            dict(document.get("machine", {})),
            document.get("conditions"),
            float(document.get("others_percent", 0.0)),
        )
    except OTHER_FORM as error:
        raise FileError(
            f"{file} is no result file, or one of another version ({type(error).__name__}: {error}); "
            "`muster bench` and `muster compare --json` write them"
        ) from None


def _document_in(file: Path) -> dict[str, Any]:
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file} is no result file: {error}") from None
    if isinstance(document, list):
        raise FileError(f"{file} is a list, as `muster bench bars` wrote it once; it now writes the machine too")
    if not isinstance(document, dict) or not {"rows", "parts"} & document.keys():
        raise FileError(f"{file} is no result file: it has no rows")
    return document


def _notes(before: Results, after: Results) -> Iterator[str]:
    for name in ("cpu", "kernel", "architecture", "usable_cpus"):
        pair = [results.machine.get(name) for results in (before, after)]
        # Files of earlier versions do not have them all.
        if None not in pair and pair[0] != pair[1]:
            yield f"Not the same machine: {name} is {pair[0]} and {pair[1]}."
    if before.conditions != after.conditions:
        yield "The two were not made under the same conditions (options of the command)."
    busy = [results.others_percent for results in (before, after)]
    if max(busy) > BUSY_PERCENT:
        yield f"Other programs took {busy[0]:.0f} % and {busy[1]:.0f} % of the CPUs: the figures are noise."


def _bar_of(row: Mapping[str, Any]) -> str:
    return f"{row['construct']}, {row['threads']} threads, {row['condition']}, {row['measure']}"


def _print(console: Console, changes: list[Change]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("what", "after / before", "95 %", ""):
        table.add_column(head, justify="left" if head in ("what", "") else "right", overflow="fold")
    styles = {"slower": "red", "faster": "green"}
    for change in sorted(changes, key=lambda one: one.ratio.middle, reverse=True):
        low, high = change.ratio.low, change.ratio.high
        between = "" if low is None or high is None else f"{low:.2f} to {high:.2f}"
        cells = (escape(change.what), f"{change.ratio.middle:.2f}", between, change.word)
        table.add_row(*cells, style=styles.get(change.word))
    console.print(table)


def _print_sum(console: Console, changes: list[Change], drift: float | None) -> None:
    words = ("faster", "slower", "no difference", TOO_FEW)
    counts = {word: sum(change.word == word for change in changes) for word in words}
    chance = (1.0 - CONFIDENCE) * (len(changes) - counts[TOO_FEW])
    told = [f"{count} {word}" for word, count in counts.items() if count or word != TOO_FEW]
    console.print(f"{', '.join(told)}, of {len(changes)} rows.")
    console.print(f"By chance alone {chance:.1f} of them would seem to have changed.")
    if drift is not None:
        console.print(f"The peers, of which no code changed, took {drift:.2f} of their earlier time.")
