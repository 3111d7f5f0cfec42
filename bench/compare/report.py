# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Readable tables of a comparison."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import geometric_mean, median

from rich import box
from rich.console import Console
from rich.table import Table

from .bars import Bar
from .floor import Floor, floor_of, least_switches
from .plan import Binding, Construct, Group
from .session import Session
from .stats import Ratio, Summary, Variant, best_peer, least_ratio, paired_ratio, summarize

# Between the columns of a table that must fit a terminal of 100; the box has one blank of its own.
GAP = (0, 0, 0, 1)

# Fewer switches than this a construct are the odd timer tick, not part of the construct's cost.
SWITCHES_WORTH_SHOWING = 0.05


def format_us(us: float) -> str:
    """Three significant digits, without exponents."""
    decimals = 3 if us < 10 else 1 if us < 1000 else 0
    return f"{us:.{decimals}f}"


@dataclass(frozen=True)
class View:
    """A comparison, and what its tables need to know besides."""

    session: Session
    constructs: dict[str, Construct]
    bars: dict[tuple[str, int, bool], Bar]
    yield_noop: bool
    cores: int
    least: bool = False
    condition: str = ""  # in words, for the headings; empty: nothing special

    @property
    def runtimes(self) -> list[str]:
        return list(dict.fromkeys(runtime.name for runtime, _ in self.session.pairs))

    @property
    def peers(self) -> list[str]:
        return list(dict.fromkeys(runtime.name for runtime, _ in self.session.pairs if runtime.is_peer))

    @property
    def rivals(self) -> list[str]:
        """Muster, and whatever was added to be compared with it."""
        return [name for name in self.runtimes if name not in self.peers]

    @property
    def builds(self) -> list[str]:
        return list(dict.fromkeys(build for _, build in self.session.pairs))


def _cell(summary: Summary | None, group: Group, is_best: bool) -> str:
    if summary is None:
        return "[dim]-[/]"
    if summary.error:
        return "[red]failed[/]"
    text = f"[bold]{format_us(summary.us)}[/]" if is_best else format_us(summary.us)
    if summary.switches >= SWITCHES_WORTH_SHOWING:
        text += f" [dim]{summary.switches:.1f}s[/]"
    if group.binding is Binding.PINNED and 0 <= summary.bound < group.threads:
        text += "[yellow]*[/]"
    return f"({text})" if summary.not_comparable else text


def verdict(ratio: float, bar: Bar | None) -> str:
    """How a ratio stands to its bar: bar met, level (no slower than the best peer), or slower."""
    if bar is not None and ratio <= bar.ratio:
        return "[green]met[/]"
    return "[cyan]level[/]" if ratio <= 1.0 else "[red]slower[/]"


def _ratio_cells(ratio: Ratio | None, bar: Bar | None) -> list[str]:
    bar_text = f"{bar.ratio:.2f}" if bar is not None else "-"
    if ratio is None:
        return ["-", "-", bar_text, "-"]
    spread = f"{ratio.low:.2f}-{ratio.high:.2f}"
    return [f"{ratio.middle:.2f}", spread, bar_text, verdict(ratio.middle, bar)]


def _ratio(session: Session, group: Group, ours: Variant, theirs: Variant | None) -> Ratio | None:
    if theirs is None:
        return None
    return paired_ratio(session.samples.get((group, ours), []), session.samples[(group, theirs)])


def _times(view: View, group: Group, build: str) -> list[str]:
    session = view.session
    best = best_peer(session.samples, group, build, view.peers)
    cells = []
    for name in view.runtimes:
        rounds = session.samples.get((group, (name, build)))
        summary = summarize(rounds) if rounds is not None else None
        cells.append(_cell(summary, group, (name, build) == best))
    return cells


def _floor_cells(view: View, group: Group, summary: Summary, floor: Floor | None) -> list[str]:
    """How far above what the machine itself charges: in time, and in context switches where there are too few CPUs."""
    if summary.error:
        return ["-", "-"]
    times = f"{summary.us / floor.us:.2f}" if floor is not None else "-"
    least = least_switches(group.construct, group.threads, view.cores)
    return [times, f"{summary.switches:.1f}/{least}" if least is not None else "-"]


def _standing(view: View, rival: str, group: Group, build: str) -> list[str]:
    """The cells of a rival's table: to the peers, to the bar, to the floor."""
    session = view.session
    ours = (rival, build)
    bar = view.bars.get((group.construct, group.threads, view.yield_noop))
    cells = _ratio_cells(_ratio(session, group, ours, best_peer(session.samples, group, build, view.peers)), bar)
    ratio_any = _ratio(session, group, ours, best_peer(session.samples, group, None, view.peers))
    cells.append(f"{ratio_any.middle:.2f}" if ratio_any is not None else "-")
    least = least_ratio(session.samples, group, ours, view.peers)
    cells.append(f"{least:.2f}" if least is not None else "-")
    floor = floor_of(
        group.construct, group.threads, view.cores, session.group_references.get(group, session.references)
    )
    return cells + _floor_cells(view, group, summarize(session.samples.get((group, ours), [])), floor)


def _new_table(columns: list[str]) -> Table:
    """Figures are never cut: where the terminal is narrow, the construct's name is folded."""
    table = Table(box=box.SIMPLE_HEAD, padding=GAP)
    table.add_column("construct", min_width=16, overflow="fold")
    table.add_column("code", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _fill(view: View, table: Table, groups: list[Group], row: Callable[[Group, str], list[str]]) -> Table:
    for group in groups:
        title = view.constructs[group.construct].title
        for build in view.builds:
            table.add_row(title if build == view.builds[0] else "", build, *row(group, build))
    return table


def _print_tables(console: Console, view: View, heading: str, groups: list[Group]) -> None:
    """Headings are no part of the tables, which would fold them to their own width."""
    console.print(f"[bold]{heading}[/]", highlight=False)
    console.print(_fill(view, _new_table(view.runtimes), groups, partial(_times, view)))
    for rival in view.rivals:
        console.print(f"[bold]{rival}[/] to the best peer, and to what the machine itself charges", highlight=False)
        table = _new_table(["ratio", "quartiles", "bar", "", "any code", "least", "x floor", "switches"])
        console.print(_fill(view, table, groups, partial(_standing, view, rival)))
        _print_mean(console, view, rival, groups)


def _print_mean(console: Console, view: View, rival: str, groups: list[Group]) -> None:
    """All rows as one figure: the geometric mean of the ratios to the best peer, each for its own code.

    A time that is not positive, as the reference took longer, is none that a mean can be taken of; it is counted.
    """
    session = view.session
    ratios = {
        f"{group.construct} {build}": ratio.middle
        for group in groups
        for build in view.builds
        if (ratio := _ratio(session, group, (rival, build), best_peer(session.samples, group, build, view.peers)))
    }
    positive = {row: ratio for row, ratio in ratios.items() if ratio > 0}
    if len(positive) > 1:
        worst = max(positive, key=lambda row: positive[row])
        left_out = f", {len(ratios) - len(positive)} without a time" if len(positive) < len(ratios) else ""
        console.print(
            f"geometric mean of {len(positive)} rows{left_out}: {geometric_mean(positive.values()):.2f}; "
            f"highest: {worst} {positive[worst]:.2f}\n",
            highlight=False,
        )


def _print_references(console: Console, session: Session) -> None:
    console.print("[bold]The machine itself, in the same rounds[/]")
    table = Table(box=box.SIMPLE_HEAD, padding=GAP)
    table.add_column("reference")
    table.add_column("us", justify="right")
    for name, values in session.references.items():
        table.add_row(session.reference_titles[name], format_us(median(values)))
    console.print(table)


def _summaries(session: Session, group: Group) -> dict[str, Summary]:
    """Of everybody in a group, by the words for the runtime and the compiler."""
    return {
        " ".join(variant): summarize(rounds)
        for (sampled_group, variant), rounds in session.samples.items()
        if sampled_group == group
    }


def _print_transfers(console: Console, view: View) -> None:
    """Constructs whose bar is also a number of line transfers: everybody's, on one line."""
    session = view.session
    if "line_transfer" not in session.references:
        return
    # Not the least of the rounds: where a virtual machine's CPUs move, the cost of a transfer moves with them.
    line = median(session.references["line_transfer"])
    for group in session.groups:
        bar = view.bars.get((group.construct, group.threads, view.yield_noop))
        if bar is None or bar.transfers is None:
            continue
        summaries = _summaries(session, group)
        counted = [f"{name} {summary.us / line:.2f}" for name, summary in summaries.items() if summary.counts]
        console.print(
            f"{group.construct}, {group.threads} threads, {group.binding}, in line transfers "
            f"(bar {bar.transfers:.2f}): {', '.join(counted)}"
        )


def _print_ideals(console: Console, view: View) -> None:
    """Constructs with work of a known length in them: everybody's time over the ideal, on one line.

    An ideal of nothing, as of a lock that is held for 0 ns, is none that times can be divided by.
    """
    for group in view.session.groups:
        summaries = _summaries(view.session, group)
        ideal_us = max((summary.ideal_us for summary in summaries.values()), default=0.0)
        if ideal_us > 0:
            over = [f"{name} {summary.us / ideal_us:.2f}" for name, summary in summaries.items() if summary.counts]
            console.print(
                f"{group.construct}, {group.threads} threads, {group.binding}, over the ideal of "
                f"{format_us(ideal_us)} us: {', '.join(over)}",
                highlight=False,
            )


def _print_reasons(console: Console, session: Session, heading: str, reason_of: Callable[[Summary], str]) -> None:
    """Each reason once, with the constructs that it is about."""
    reasons: dict[tuple[str, str, str], dict[str, None]] = {}
    for group, (runtime, build), rounds in session.all_samples():
        reason = reason_of(summarize(rounds))
        if reason:
            where = f"{group.construct} ({group.threads}, {group.binding})"
            reasons.setdefault((runtime, build, reason), {})[where] = None
    for (runtime, build, reason), where_seen in reasons.items():
        console.print(f"{heading} {runtime} {build}: {reason}: {', '.join(where_seen)}", highlight=False)


def print_not_comparable(console: Console, session: Session) -> None:
    """The runtimes that did other work than asked for, and where. Such a time is no measure for anybody else's."""
    _print_reasons(console, session, "[yellow]not comparable[/]", lambda summary: summary.not_comparable)


def print_failures(console: Console, session: Session) -> None:
    """The runtimes that gave no figure, where and why."""
    _print_reasons(console, session, "[red]failed[/]", lambda summary: summary.error)


def print_report(console: Console, view: View) -> None:
    """Tables by binding and team size, the references, and every failure in words."""
    session = view.session
    sections = list(dict.fromkeys((group.binding, group.threads) for group in session.groups))
    for binding, threads in sections:
        groups = [group for group in session.groups if (group.binding, group.threads) == (binding, threads)]
        where = f"{threads} threads, {binding}{view.condition and f', {view.condition}'}"
        heading = f"{where}: microseconds a construct, median of {session.rounds} rounds"
        if view.least:
            heading += " of the least repetition"
        _print_tables(console, view, heading, groups)
    _print_first_regions(console, session)
    _print_references(console, session)
    _print_transfers(console, view)
    _print_ideals(console, view)
    print_not_comparable(console, session)
    print_failures(console, session)
    console.print(
        "[dim]bold: best peer for this code. s: context switches a construct. *: not all threads were bound. "
        "(): not comparable, and never the best peer: the runtime did other work than asked for. "
        "ratio: to the best peer for the same code, paired by round. "
        "any code: to the best peer under either compiler. "
        "least: of the least times of all rounds, which other programs disturb least. "
        "x floor: time to the physical floor: a line transfer for a barrier, two for a region, and with more "
        "threads than CPUs (threads - CPUs) / CPUs switches. switches: context switches to the fewest with which "
        "the threads can take turns.[/]"
    )


def _print_first_regions(console: Console, session: Session) -> None:
    """The whole process and its memory beside its first region: a runtime could move work from one to the other."""
    for (group, (runtime, build)), rounds in session.samples.items():
        summary = summarize(rounds)
        if group.construct == "first_region" and not summary.error:
            console.print(
                f"first region, {group.threads} threads, {group.binding}, {runtime} {build}: "
                f"{format_us(summary.us)} us, whole process {format_us(summary.process_us)} us, "
                f"resident {summary.rss_kib:.0f} KiB"
            )
