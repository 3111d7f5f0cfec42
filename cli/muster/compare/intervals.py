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
    ways = _ways(runs)
    most = (1.0 - confidence) / 2 * 2**runs
    below = 0
    for count, number in enumerate(ways):
        below += number
        if below > most:
            return count - 1 if count > 0 else None
    return None
