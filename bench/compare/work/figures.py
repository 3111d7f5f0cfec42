# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is made of the samples: a figure for each cell and build. Pure functions."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from ..stats import Ratio, paired_ratio
from .results import Results
from .run import Sample
from .space import Cell


@dataclass(frozen=True)
class Figure:
    """One cell under one compiler's code: a rival of the peers against the best of them and against the ideal."""

    cell: Cell
    build: str
    best: str  # the peer with the least median
    ratio: Ratio
    ratios: tuple[float, ...]  # a round each
    least: float  # the same of the least times of all rounds
    us: float  # a phase
    to_ideal: float | None  # None: there is no work, so the ideal is nothing
    peer_to_ideal: float | None
    switches: float  # a thread and phase
    unforced: float  # the same without those that time slices make: the work of a thread over the slice
    migrations: float | None
    cpus: float  # CPU time over time
    rounds: int

    def value(self, least: bool) -> float:
        return self.least if least else self.ratio.middle


def _good(samples: Iterable[Sample]) -> list[Sample]:
    return [sample for sample in samples if sample.counts]


def _to_ideal(samples: Sequence[Sample]) -> float | None:
    """By the speed of the machine just then: CPUs of a virtual one may share a core at one time and not at another."""
    ratios = [sample.wall_ns / (sample.ideal_ns * sample.slowdown) for sample in samples if sample.ideal_ns > 0]
    return median(ratios) if ratios else None


def best_peer(results: Results, cell: Cell, build: str) -> str | None:
    """The peer with the least median for this code. One that failed once is none."""
    medians = {}
    for peer in results.peers:
        samples = results.samples.get((cell, (peer, build)), [])
        if samples and all(sample.counts for sample in samples):
            medians[peer] = median(sample.wall_ns for sample in samples)
    return min(medians, key=medians.__getitem__) if medians else None


def _unforced(sample: Sample, threads: int) -> float:
    slices = sample.sum_ns / threads / sample.slice_ns if sample.slice_ns else 0.0
    return max(0.0, sample.switches / threads - slices)


def ratios_of(ours: Sequence[Sample], theirs: Sequence[Sample]) -> tuple[float, ...]:
    """Ours to theirs, for each round that has both."""
    return tuple(
        our.wall_ns / their.wall_ns for our, their in zip(ours, theirs, strict=False) if our.counts and their.counts
    )


def figure_of(results: Results, cell: Cell, rival: str, build: str) -> Figure | None:
    """None where there is nothing to compare."""
    best = best_peer(results, cell, build)
    all_ours = results.samples.get((cell, (rival, build)), [])
    ours = _good(all_ours)
    if best is None or len(ours) < max(1, len(all_ours)):
        return None
    theirs = results.samples[(cell, (best, build))]
    ratio = paired_ratio(all_ours, theirs)
    if ratio is None:
        return None
    moves = [sample.migrations for sample in ours if sample.migrations is not None]
    return Figure(
        cell=cell,
        build=build,
        best=best,
        ratio=ratio,
        ratios=ratios_of(all_ours, theirs),
        least=min(sample.wall_ns for sample in ours) / min(sample.wall_ns for sample in theirs),
        us=median(sample.us for sample in ours),
        to_ideal=_to_ideal(ours),
        peer_to_ideal=_to_ideal(theirs),
        switches=median(sample.switches / cell.threads for sample in ours),
        unforced=median(_unforced(sample, cell.threads) for sample in ours),
        migrations=median(moves) if moves else None,
        cpus=median(sample.cpu_ns / sample.wall_ns for sample in ours),
        rounds=len(ours),
    )


def figures_of(results: Results, rival: str) -> list[Figure]:
    made = (figure_of(results, cell, rival, build) for cell in results.cells() for build in results.builds())
    return [figure for figure in made if figure is not None]


def geometric_mean(values: Sequence[float]) -> float:
    return math.exp(sum(math.log(value) for value in values) / len(values))
