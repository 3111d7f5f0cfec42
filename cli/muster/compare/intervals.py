# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A ratio of two runtimes with its confidence interval, from runs that are paired by round.

The estimate of Hodges and Lehmann and the interval that belongs to Wilcoxon's signed-rank test (M. Hollander, D. A.
Wolfe, E. Chicken: Nonparametric Statistical Methods, 3rd edition, sections 3.2 and 3.3), over the logarithms of the
ratios: the median, and two order statistics, of the means of all pairs of them. It is exact for few runs, and supposes
that ratios scatter evenly to both sides on the logarithmic scale, not that they are normal.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A ratio. Without `low` and `high` there are too few runs for the confidence."""

    middle: float
    low: float | None
    high: float | None

    @property
    def tells(self) -> bool:
        """Whether it shows a difference."""
        return self.low is not None and self.high is not None and (self.high < 1.0 or self.low > 1.0)


def ratio_of(ours: Sequence[float], theirs: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Ours to theirs, one of each a round; all are above zero."""
    logs = [math.log(our / their) for our, their in zip(ours, theirs, strict=True)]
    means = sorted((one + other) / 2 for index, one in enumerate(logs) for other in logs[index:])
    left_out = _left_out(len(logs), confidence)
    middle = math.exp(median(means))
    if left_out is None:
        return Interval(middle, None, None)
    return Interval(middle, math.exp(means[left_out]), math.exp(means[-1 - left_out]))


def least_runs(confidence: float = CONFIDENCE) -> int:
    """How many runs it takes before an interval can be had."""
    return next(runs for runs in range(1, 64) if _left_out(runs, confidence) is not None)


@cache
def _ways(runs: int) -> tuple[int, ...]:
    """For each sum, in how many ways signs give it as the rank sum of the positive ones."""
    ways = [1] + [0] * (runs * (runs + 1) // 2)
    for rank in range(1, runs + 1):
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    return tuple(ways)


def _left_out(runs: int, confidence: float) -> int | None:
    """How many of the sorted means fall out at each end; None where even all of them are not confidence enough."""
    return _first_above(_ways(runs), confidence)


def _first_above(ways: Sequence[int], confidence: float) -> int | None:
    """The greatest value that a statistic stays below seldom enough, less one; None if there is none."""
    most = (1.0 - confidence) / 2 * sum(ways)
    below = 0
    for count, number in enumerate(ways):
        below += number
        if below > most:
            return count - 1 if count > 0 else None
    return None


def ratio_of_unpaired(ours: Sequence[float], theirs: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Ours to theirs where runs are not paired, as those of two days are; all are above zero.

    The shift of Hodges and Lehmann with the interval that belongs to the rank sum test of Wilcoxon, Mann and Whitney
    (the same book, sections 4.2 and 4.3), over logarithms.
    """
    logs = sorted(math.log(our) - math.log(their) for our in ours for their in theirs)
    left_out = _first_above(_rank_ways(len(ours), len(theirs)), confidence)
    middle = math.exp(median(logs))
    if left_out is None:
        return Interval(middle, None, None)
    return Interval(middle, math.exp(logs[left_out]), math.exp(logs[-1 - left_out]))


@cache
def _rank_ways(ours: int, theirs: int) -> tuple[int, ...]:
    """For each count of pairs in which ours is greater, in how many orders of all runs it comes out.

    The coefficients of the Gaussian binomial coefficient: a product of (1 - q^(theirs + i)) / (1 - q^i).
    """
    ways = [1] + [0] * (ours * theirs)
    for index in range(1, ours + 1):
        for total in range(len(ways) - 1, theirs + index - 1, -1):
            ways[total] -= ways[total - theirs - index]
        for total in range(index, len(ways)):
            ways[total] += ways[total - index]
    return tuple(ways)
