# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a cost grows with the team: which of four laws fits it best."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LAWS: dict[str, Callable[[float], float]] = {
    "log2 n": math.log2,
    "sqrt n": math.sqrt,
    "n": lambda n: n,
    "n log2 n": lambda n: n * math.log2(n),
}
# Two constants are fitted, so three sizes would decide between four laws by one figure.
LEAST_SIZES = 4
# A cost that rises by less than this over all sizes does not grow, whatever law fits the rest of it.
LEAST_RISE = 0.1
# Where the best law misses by more than this, a step or a fall governs the cost and no law describes it.
MOST_ERROR = 0.25
# Laws whose error is within this factor of the best one's cannot be told from it.
AS_GOOD = 1.25

# These are the verdicts beside the names of laws.
TOO_FEW_SIZES = "too few sizes"
NO_LAW = "no law"
FLAT = "flat"


@dataclass(frozen=True)
class Fit:
    """cost = a + b * law(n), and by how much of the cost it misses (root of the mean square)."""

    law: str
    a: float
    b: float
    error: float

    def cost(self, threads: float) -> float:
        return self.a + self.b * LAWS[self.law](threads)


@dataclass(frozen=True)
class Growth:
    """What the sizes say: the fits, the best first, and the slope of log cost over log n; neither for too few."""

    fits: tuple[Fit, ...] = ()
    exponent: float | None = None
    # By how much of itself the fitted cost of the smallest team rises up to that of the largest one.
    rise: float = 0.0

    @property
    def verdict(self) -> str:
        """A law's name, `flat`, `no law` or `too few sizes`."""
        if not self.fits:
            return TOO_FEW_SIZES
        if self.fits[0].error > MOST_ERROR:
            return NO_LAW
        return FLAT if self.rise < LEAST_RISE else self.fits[0].law

    @property
    def as_good(self) -> tuple[str, ...]:
        """Other laws that fit about as well as the one of the verdict."""
        if self.verdict not in LAWS:
            return ()
        return tuple(fit.law for fit in self.fits[1:] if fit.error <= AS_GOOD * self.fits[0].error)

    def figures(self) -> dict[str, object]:
        """The same as plain values, for files."""
        if not self.fits:
            return {"verdict": self.verdict}
        best = self.fits[0]
        return {
            "verdict": self.verdict,
            "as_good": list(self.as_good),
            "law": best.law,
            "a_ns": _rounded(best.a),
            "b_ns": _rounded(best.b),
            "error": _rounded(best.error),
            "exponent": None if self.exponent is None else _rounded(self.exponent),
        }


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def grow(costs: dict[int, float]) -> Growth:
    """Fits every law to costs by team size. A team of one waits for nobody, so it is left out."""
    sizes = sorted(size for size, cost in costs.items() if size > 1 and cost > 0)
    if len(sizes) < LEAST_SIZES:
        return Growth()
    chosen = [costs[size] for size in sizes]
    fits = sorted((_fit(law, sizes, chosen) for law in LAWS), key=lambda fit: fit.error)
    first, last = (fits[0].cost(size) for size in (sizes[0], sizes[-1]))
    rise = (last - first) / first if first > 0 else math.inf
    return Growth(tuple(fits), _slope([math.log(size) for size in sizes], [math.log(cost) for cost in chosen]), rise)


def _fit(law: str, sizes: Sequence[int], costs: Sequence[float]) -> Fit:
    """Least squares of the relative errors.

    The errors are relative, as what a fit misses by grows with the cost; plain squares would see the largest teams
    only. A cost that falls with the team follows none of the laws, so b is not negative.
    """
    # Both sides of cost = a + b * law(n) are divided by the cost.
    ones = [1 / cost for cost in costs]
    values = [LAWS[law](size) / cost for size, cost in zip(sizes, costs, strict=True)]
    aa, ab, bb = _dot(ones, ones), _dot(ones, values), _dot(values, values)
    b = max(0.0, (sum(values) * aa - sum(ones) * ab) / (aa * bb - ab * ab))
    a = (sum(ones) - b * ab) / aa
    misses = [a * one + b * value - 1 for one, value in zip(ones, values, strict=True)]
    return Fit(law, a, b, math.sqrt(_dot(misses, misses) / len(misses)))


def _slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    middle = sum(xs) / len(xs)
    apart = [x - middle for x in xs]
    return _dot(apart, ys) / _dot(apart, apart)


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
