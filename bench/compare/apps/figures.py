# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is made of the samples: a figure for each cell and build, and the rows that have to be met. Pure functions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ..stats import Ratio, paired_ratio
from ..verdict import Verdict, holm, interval, sign_test, verdict
from .plan import Cell
from .results import Results

CORES_BAR = 0.9
CROWDED_BAR = 0.7
CROWDED = 4  # times the cores
ROUNDS_TO_TELL = 15


@dataclass(frozen=True)
class Figure:
    """One cell under one compiler's code: a rival against the best peer."""

    cell: Cell
    build: str
    best: str  # the peer with the least median
    ratio: Ratio
    between: tuple[float, float]  # where the median ratio of further rounds would be
    verdict: Verdict
    probability: float  # of signs like these without a difference
    ms: float
    peer_ms: float
    switches: float
    peer_switches: float
    cpus: float  # CPU time over time
    rounds: int


@dataclass(frozen=True)
class Check:
    """One row: met, missed, or None where the runs cannot say."""

    says: str
    value: str
    met: bool | None


def best_peer(results: Results, cell: Cell, build: str) -> str | None:
    """The peer with the least median for this code. One that failed once is none."""
    medians = {}
    for peer in results.peers:
        samples = results.of(cell, peer, build)
        if samples and all(sample.counts for sample in samples):
            medians[peer] = median(sample.wall_ns for sample in samples)
    return min(medians, key=medians.__getitem__) if medians else None


def figure_of(results: Results, cell: Cell, rival: str, build: str) -> Figure | None:
    """None where there is nothing to compare."""
    best = best_peer(results, cell, build)
    ours = results.of(cell, rival, build)
    if best is None or not ours or not all(sample.counts for sample in ours):
        return None
    theirs = results.of(cell, best, build)
    ratio = paired_ratio(ours, theirs)
    ratios = [our.wall_ns / their.wall_ns for our, their in zip(ours, theirs, strict=False) if their.wall_ns > 0]
    if ratio is None:
        return None
    return Figure(
        cell=cell,
        build=build,
        best=best,
        ratio=ratio,
        between=interval(ratios),
        verdict=verdict(ratios),
        probability=sign_test(ratios),
        ms=median(sample.wall_ns for sample in ours) / 1e6,
        peer_ms=median(sample.wall_ns for sample in theirs) / 1e6,
        switches=median(sample.switches for sample in ours),
        peer_switches=median(sample.switches for sample in theirs),
        cpus=median(sample.cpu_ns / sample.wall_ns for sample in ours),
        rounds=len(ratios),
    )


def figures_of(results: Results, rival: str) -> list[Figure]:
    """The worst first."""
    made = (figure_of(results, cell, rival, build) for cell in results.cells() for build in results.builds())
    return sorted((figure for figure in made if figure is not None), key=lambda figure: -figure.ratio.middle)


def geometric_mean(figures: Sequence[Figure]) -> float:
    return math.exp(sum(math.log(figure.ratio.middle) for figure in figures) / len(figures))


def _slower_check(figures: Sequence[Figure]) -> Check:
    """Missed only by what cannot be chance; met only if the rounds could have told."""
    says = f"no application slower than the best peer by more than {ROUNDS_TO_TELL} rounds can tell apart"
    if not figures:
        return Check(says, "-", None)
    slower = [figure.verdict is Verdict.SLOWER for figure in figures]
    certain = [fallen and slow for fallen, slow in zip(holm([f.probability for f in figures]), slower, strict=True)]
    enough = min(figure.rounds for figure in figures) >= ROUNDS_TO_TELL
    value = f"{sum(slower)} of {len(figures)} cells slower, each by itself; {sum(certain)} beyond chance over all"
    return Check(says, value, False if any(certain) else True if enough else None)


def _mean_check(figures: Sequence[Figure], threads: int, bar: float) -> Check:
    says = f"geometric mean with {threads} threads at most {bar:g} of the best peer"
    chosen = [figure for figure in figures if figure.cell.threads == threads]
    if not chosen:
        return Check(says, "-", None)
    mean = geometric_mean(chosen)
    return Check(says, f"{mean:.3f} of {len(chosen)} cells", mean <= bar)


def checks_of(figures: Sequence[Figure], cores: int) -> list[Check]:
    """What has to be shown of applications."""
    return [
        _slower_check(figures),
        _mean_check(figures, cores, CORES_BAR),
        _mean_check(figures, CROWDED * cores, CROWDED_BAR),
    ]
