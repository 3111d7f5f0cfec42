# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What has to be shown of the map, as rows that are met or missed. Pure functions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from ..verdict import holm, sign_test
from .figures import Figure, best_peer, geometric_mean, ratios_of
from .results import Results
from .space import NEIGHBOURS, Condition

SHORT_WORK_NS = 10_000
LONG_WORK_NS = 1_000_000
IDEAL_WORK_NS = 100_000
CELL_LIMIT = 1.03  # what repeats above it is a loss
ROUNDS_TO_REPEAT = 15
TURNS_LIMIT = 1.05
IDEAL_LIMIT = 1.05


@dataclass(frozen=True)
class Check:
    """One row: met, missed, or None where nothing was measured that it is about."""

    says: str
    value: str
    met: bool | None
    cells: tuple[str, ...] = ()  # those that miss it


@dataclass(frozen=True)
class Held:
    """A cell that is held to a bar, round by round: 1 is the bar."""

    name: str
    ratios: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.ratios)


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


def _told_check(says: str, cells: Sequence[Held]) -> Check:
    """A bar that is level with what is compared: half of the cells are above it by chance.

    Missed by what is above and cannot be chance; open while a cell is above it in too few rounds to tell.
    """
    if not cells:
        return Check(says, "-", None)
    above_ = [cell for cell in cells if cell.middle > 1.0]
    fallen = holm([sign_test(cell.ratios) for cell in cells])
    certain = [cell for cell, falls in zip(cells, fallen, strict=True) if falls and cell.middle > 1.0]
    enough = all(len(cell.ratios) >= ROUNDS_TO_REPEAT for cell in above_)
    worst = max(cells, key=lambda cell: cell.middle)
    value = (
        f"{len(cells) - len(above_)} of {len(cells)} cells, worst {worst.middle:.3f} of the bar; "
        f"{len(certain)} above it beyond chance in {min(len(cell.ratios) for cell in cells)} rounds"
    )
    met = False if certain else True if enough else None
    return Check(says, value, met, tuple(f"{cell.name} {cell.middle:.3f}" for cell in above_))


def _to_ideal_or_peer(figure: Figure) -> Held:
    """At the bar where it is close to the ideal; else as it is to the best peer."""
    is_close = figure.to_ideal is None or figure.to_ideal <= IDEAL_LIMIT
    return Held(_name(figure), (1.0,) * figure.rounds if is_close else figure.ratios)


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
    against_peer: list[Held] = []
    against_turns: list[Held] = []
    for cell in results.cells():
        if cell.condition is not Condition.TOGETHER:
            continue
        for build in results.builds():
            ours = results.samples.get((cell, (rival, build)), [])
            alone = results.samples.get((replace(cell, condition=Condition.ALONE), (rival, build)), [])
            best = best_peer(results, cell, build)
            ratios = ratios_of(ours, results.samples[(cell, (best, build))]) if best else ()
            if ratios:
                against_peer.append(Held(f"{cell} {build}", ratios))
            if turns := ratios_of(ours, alone):
                against_turns.append(Held(f"{cell} {build}", tuple(one / (2 * TURNS_LIMIT) for one in turns)))
    return [
        _told_check("two processes at once end no later than on the best peer", against_peer),
        _told_check(f"two processes at once: at most {TURNS_LIMIT} of one after the other", against_turns),
    ]


def checks_of(results: Results, rival: str, figures: Sequence[Figure], least: bool = False) -> list[Check]:
    """Every row; of cells that are run again, whether they repeat. `figures` are those of the plan."""
    if results.again:
        return [_above_check(figures, least)]
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
        _told_check(
            f"no other process, work of 100 us and more: at most {IDEAL_LIMIT} of the ideal, or the best peer's",
            [_to_ideal_or_peer(figure) for figure in unshared],
        ),
        _told_check(
            "beside a busy process: no cell above the best peer",
            [Held(_name(figure), figure.ratios) for figure in busy],
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
