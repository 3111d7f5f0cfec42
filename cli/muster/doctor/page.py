# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the doctor found as one page, which needs no network and no script. Importing it imports matplotlib."""

import html
from collections.abc import Iterable, Mapping, Sequence

import matplotlib as mpl
from matplotlib.figure import Figure

from muster.doctor.case import Case
from muster.doctor.efficiency import efficiencies_of
from muster.doctor.finding import Finding
from muster.doctor.ranks import Rank, Shared, wall_of
from muster.doctor.report import (
    HEADS,
    MOST_REGIONS,
    RANK_HEADS,
    RATE_GUESSED,
    SPREAD_HEADS,
    rank_cells,
    region_cells,
    spread_rows,
)
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category
from muster.ledger.summary import Region
from muster.pages.drawing import COLOURS, new_figure, settings, svg_of
from muster.pages.shares import lay_out_shares
from muster.pages.style import STYLE

# What the bars are stacked of; what is useful first.
PARTS = {
    "work": (Category.WORK, Category.TASK),
    "serial": (Category.SERIAL,),
    "barriers": (Category.REGION_WAIT, Category.BARRIER),
    "mutexes": (Category.CRITICAL, Category.LOCK, Category.ORDERED),
    "making and awaiting tasks": (Category.CREATE, Category.TASKWAIT),
    "scheduling, reductions": (Category.SCHEDULE, Category.REDUCTION),
    "fork and join": (Category.FORK, Category.JOIN),
    "idle": (Category.IDLE, Category.ABSENT),
}
MOST_THREADS = 64
MOST_BARS = 12


def page_of(ranks: Sequence[Rank], found: Sequence[Shared], command: str) -> str:
    """The whole page."""
    title = html.escape(f"Where the time of {' '.join(ranks[0].case.ledger.command)} goes")
    with mpl.rc_context(settings()):
        body = _one(ranks[0].case, found, command) if len(ranks) == 1 else _all(ranks, found, command)
    if any(rank.case.ledger.is_rate_guessed for rank in ranks):
        body = f'<p class="note">{html.escape(RATE_GUESSED)}</p>{body}'
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>{body}</body></html>\n"
    )


def _one(case: Case, found: Sequence[Shared], command: str) -> str:
    threads = svg_of(draw_threads(case), "threads", "What each thread did, as shares of the run")
    regions = svg_of(draw_regions(case), "regions", "What the threads of each region did") if case.regions else ""
    cells = [region_cells(case, region) for region in case.regions[:MOST_REGIONS]]
    told = _findings(case.wall_ns, [(one.finding, "") for one in found])
    return (
        f"{_origin(case, command)}\n<h2>What to do</h2>{told}\n"
        f"<h2>Threads</h2><figure>{threads}<figcaption>Shares of the wall time.</figcaption></figure>\n"
        f"<h2>Regions</h2><figure>{regions}</figure>{_table(HEADS, cells)}"
    )


def _all(ranks: Sequence[Rank], found: Sequence[Shared], command: str) -> str:
    bars = svg_of(draw_ranks(ranks), "ranks", "What the threads of each rank did, as shares of the run")
    told = [(one.finding, one.whose(len(ranks))) for one in found]
    facts = {
        "Command": f"<code>{html.escape(command)}</code>",
        "Run": f"{len(ranks)} ranks, {time_of(wall_of(ranks))} for the slowest",
    }
    return (
        f"{_list(facts)}\n<h2>What to do</h2>{_findings(wall_of(ranks), told)}\n<h2>Ranks</h2><figure>{bars}"
        f"<figcaption>Shares of the wall time.</figcaption></figure>{_table(RANK_HEADS, map(rank_cells, ranks))}\n"
        f"<h2>Regions</h2>{_table(SPREAD_HEADS, spread_rows(ranks)[:MOST_REGIONS])}"
    )


def _origin(case: Case, command: str) -> str:
    efficiencies = ", ".join(f"{name} {value:.0%}" for name, value in efficiencies_of(case).items())
    facts = {
        "Command": f"<code>{html.escape(command)}</code>",
        "Run": f"{time_of(case.wall_ns)}, {len(case.ledger.threads)} threads on {case.ledger.cpus} CPUs",
        "Efficiencies": html.escape(efficiencies),
    }
    return _list(facts)


def _list(facts: Mapping[str, str]) -> str:
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{fact}</dd>' for name, fact in facts.items())}</dl>"


def _findings(wall_ns: float, findings: Sequence[tuple[Finding, str]]) -> str:
    """Each with words that stand before its place."""
    if not findings:
        return "<p>Nothing was found that would save 5 % of the run or more.</p>"
    return "<ol>" + "".join(_finding(wall_ns, *pair) for pair in findings) + "</ol>"


def _finding(wall_ns: float, one: Finding, whose: str) -> str:
    gain = f": saves about {time_of(one.gain_ns)}, {share_of(one.gain_ns, wall_ns)}" if one.gain_ns else ""
    title, where, why, advice = (html.escape(text) for text in (one.title, one.where, one.why, one.advice))
    return f"<li><strong>{title}</strong>{gain}<br/>{whose}<code>{where}</code><br/>{why}<br/><em>{advice}</em></li>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{html.escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def draw_ranks(ranks: Sequence[Rank]) -> Figure:
    """A bar for each rank, stacked of what its threads did."""
    bars = []
    for rank in ranks[:MOST_THREADS]:
        bar = {name: sum(rank.case.totals[one] for one in parts) for name, parts in PARTS.items()}
        # The ledger has calls of MPI as serial.
        bars.append(bar | {"serial": max(bar["serial"] - rank.case.mpi_ns, 0.0), "MPI": rank.case.mpi_ns})
    return _stacked([f"rank {rank.number}" for rank in ranks[:MOST_THREADS]], bars)


def draw_threads(case: Case) -> Figure:
    """A bar for each thread, stacked of what it did."""
    threads = case.ledger.threads[:MOST_THREADS]
    bars = [
        {name: sum(row.ns[one] for row in thread.rows.values() for one in parts) for name, parts in PARTS.items()}
        for thread in threads
    ]
    labels = [f"{'worker' if thread.is_worker else 'thread'} {thread.index}" for thread in threads]
    return _stacked(labels, bars)


def draw_regions(case: Case) -> Figure:
    """A bar for each of the longest regions, stacked of what its threads did."""
    regions = case.regions[:MOST_BARS]
    return _stacked([case.where(region) for region in regions], [_parts_of(region) for region in regions])


def _parts_of(region: Region) -> dict[str, float]:
    return {name: region.ns(*parts) for name, parts in PARTS.items()}


def _stacked(labels: Sequence[str], bars: Sequence[dict[str, float]]) -> Figure:
    figure = new_figure(9.2, 1.3 + 0.3 * max(len(bars), 1))
    axes = figure.add_subplot()
    ends = [0.0] * len(bars)
    for index, name in enumerate(dict.fromkeys(name for bar in bars for name in bar)):
        shares = [bar[name] / (sum(bar.values()) or 1.0) for bar in bars]
        if max(shares, default=0.0) > 0:
            axes.barh(range(len(bars)), shares, left=ends, height=0.72, color=COLOURS[index], label=name)
            ends = [end + share for end, share in zip(ends, shares, strict=True)]
    lay_out_shares(axes, labels)
    if axes.containers:
        figure.legend(loc="outside upper center", ncols=4)
    return figure
