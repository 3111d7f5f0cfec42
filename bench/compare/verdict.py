# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether paired runs tell two runtimes apart. Pure functions.

The sign test asks for nothing but pairs: if two runtimes are equal, each is the faster one in half of the rounds. It
cannot tell anything apart in fewer than six rounds. Of many cells some look different by chance, so what is said about
all of them at once is held to Holm's limits (Scandinavian Journal of Statistics 6, 1979).
"""

import random
from collections.abc import Sequence
from enum import StrEnum
from math import comb
from statistics import median

LEVEL = 0.05
RESAMPLES = 1000


class Verdict(StrEnum):
    """What the rounds show."""

    FASTER = "faster"
    SLOWER = "slower"
    NONE = "no difference that these runs can show"


def sign_test(ratios: Sequence[float]) -> float:
    """The probability of signs as one-sided as these, or more so, if there were no difference. Rounds of 1 fall out."""
    above = sum(ratio > 1.0 for ratio in ratios)
    below = sum(ratio < 1.0 for ratio in ratios)
    rounds = above + below
    one_sided = sum(comb(rounds, count) for count in range(min(above, below) + 1))
    return min(1.0, float(2 * one_sided / 2.0**rounds))


def verdict(ratios: Sequence[float], level: float = LEVEL) -> Verdict:
    """The verdict of one cell by itself: ratios of our time to theirs, one a round."""
    if not ratios or sign_test(ratios) > level:
        return Verdict.NONE
    return Verdict.SLOWER if median(ratios) > 1.0 else Verdict.FASTER


def holm(probabilities: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which hypotheses fall if all together may fall wrongly with a probability of `level` only."""
    fallen = [False] * len(probabilities)
    for rank, index in enumerate(sorted(range(len(probabilities)), key=probabilities.__getitem__)):
        if probabilities[index] > level / (len(probabilities) - rank):
            break
        fallen[index] = True
    return fallen


def interval(ratios: Sequence[float], level: float = LEVEL) -> tuple[float, float]:
    """Where the median of further rounds would be, by the bootstrap (Efron, 1979); the same each time it is asked."""
    if len(ratios) < 2:
        return (ratios[0], ratios[0]) if ratios else (0.0, 0.0)
    source = random.Random(1)
    medians = sorted(median(source.choices(ratios, k=len(ratios))) for _ in range(RESAMPLES))
    cut = int(RESAMPLES * level / 2)
    return medians[cut], medians[-cut - 1]
