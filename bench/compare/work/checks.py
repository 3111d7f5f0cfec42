# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What has to be shown of the map, as rows that are met or missed. Pure functions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from ..stats import paired_ratio
from .figures import Figure, best_peer, geometric_mean
from .results import Results
from .space import NEIGHBOURS, Condition

SHORT_WORK_NS = 10_000
LONG_WORK_NS = 1_000_000
IDEAL_WORK_NS = 100_000
CELL_LIMIT = 1.03  # what repeats above it is a loss
ROUNDS_TO_REPEAT = 15


@dataclass(frozen=True)
class Check:
    """One row: met, missed, or None where nothing was measured that it is about."""

    says: str
    value: str
    met: bool | None
    cells: tuple[str, ...] = ()  # those that miss it


def _name(figure: Figure) -> str:
    return f"{figure.cell} {figure.build}"


def _mean_check(says: str, figures: Sequence[Figure], bar: float, least: bool) -> Check:
    if not figures:
        return Check(says, "-", None)
    mean = geometric_mean([figure.value(least) for figure in figures])
    return Check(says, f"{mean:.3f} of {len(figures)} cells", mean <= bar)


def _every_check(says: str, figures: Sequence[Figure], holds: Callable[[Figure], bool]) -> Check:
    missing = tuple(_name(figure) for figure in figures if not holds(figure))
    if not figures:
        return Check(says, "-", None)
    return Check(says, f"{len(figures) - len(missing)} of {len(figures)} cells", not missing, missing)


def _close_to_ideal(figure: Figure) -> bool:
    ours, peers = figure.to_ideal, figure.peer_to_ideal
    return ours is None or peers is None or ours <= max(1.05, peers)


def above(figures: Sequence[Figure], limit: float, least: bool = False) -> list[Figure]:
    """The worst first."""
    return sorted(
        (figure for figure in figures if figure.value(least) > limit),
        key=lambda figure: figure.value(least),
        reverse=True,
    )


def _above_check(figures: Sequence[Figure], least: bool) -> Check:
    says = f"no cell above {CELL_LIMIT} that repeats in {ROUNDS_TO_REPEAT} rounds"
    if not figures:
        return Check(says, "-", None)
    worse = above(figures, CELL_LIMIT, least)
    repeated = [figure for figure in worse if figure.rounds >= ROUNDS_TO_REPEAT]
    open_ = len(worse) - len(repeated)
    met = False if repeated else None if open_ else True
    value = f"{len(worse)} of {len(figures)} above, {len(repeated)} of them in {ROUNDS_TO_REPEAT} rounds"
    return Check(says, value, met, tuple(_name(figure) for figure in worse))


def _together_checks(results: Results, rival: str) -> list[Check]:
    """Both together against the best peer, and against one after the other: twice the time of the same alone."""
    against_peer: dict[str, float] = {}
    against_turns: dict[str, float] = {}
    for cell in results.cells():
        if cell.condition is not Condition.TOGETHER:
            continue
        for build in results.builds():
            ours = results.samples.get((cell, (rival, build)), [])
            alone = results.samples.get((replace(cell, condition=Condition.ALONE), (rival, build)), [])
            best = best_peer(results, cell, build)
            ratio = paired_ratio(ours, results.samples[(cell, (best, build))]) if best else None
            if ratio is not None:
                against_peer[f"{cell} {build}"] = ratio.middle
            turns = [
                both.wall_ns / (2 * one.wall_ns)
                for both, one in zip(ours, alone, strict=False)
                if both.counts and one.counts
            ]
            if turns:
                against_turns[f"{cell} {build}"] = median(turns)
    rows = []
    for says, values, bar in (
        ("two processes at once end no later than on the best peer", against_peer, 1.0),
        ("two processes at once: at most 1.05 of one after the other", against_turns, 1.05),
    ):
        missing = tuple(f"{name} {value:.3f}" for name, value in values.items() if value > bar)
        worst = f", worst {max(values.values()):.3f}" if values else ""
        text = f"{len(values) - len(missing)} of {len(values)} cells{worst}" if values else "-"
        rows.append(Check(says, text, not missing if values else None, missing))
    return rows


def checks_of(results: Results, rival: str, figures: Sequence[Figure], least: bool = False) -> list[Check]:
    """Every row. `figures` are those of the plan."""
    short = [figure for figure in figures if figure.cell.work_ns <= SHORT_WORK_NS]
    unshared = [
        figure for figure in figures if figure.cell.condition not in NEIGHBOURS and figure.cell.work_ns >= IDEAL_WORK_NS
    ]
    busy = [figure for figure in figures if figure.cell.condition is Condition.BUSY]
    long_busy = [figure for figure in busy if figure.cell.work_ns >= LONG_WORK_NS]
    long = [figure for figure in figures if figure.cell.work_ns >= LONG_WORK_NS]
    return [
        _mean_check("geometric mean at most 0.60 of the best peer, work up to 10 us", short, 0.60, least),
        _mean_check("geometric mean at most 0.85 of the best peer, all cells", figures, 0.85, least),
        _above_check(figures, least),
        _every_check(
            "no other process, work of 100 us and more: at most 1.05 of the ideal, or the best peer's",
            unshared,
            _close_to_ideal,
        ),
        _every_check(
            "beside a busy process: no cell above the best peer", busy, lambda figure: figure.value(least) <= 1.0
        ),
        _every_check(
            "beside a busy process, work of 1 ms and more: at most 1.15 of the ideal share",
            long_busy,
            lambda figure: figure.to_ideal is not None and figure.to_ideal <= 1.15,
        ),
        _every_check(
            "work of 1 ms and more: at most 2 switches a thread and phase, time slices not counted",
            long,
            lambda figure: figure.unforced <= 2.0,
        ),
        *_together_checks(results, rival),
    ]
