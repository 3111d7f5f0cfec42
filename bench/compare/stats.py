# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, quartiles and paired ratios. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Protocol

from .execute import Sample
from .plan import Group

Variant = tuple[str, str]  # (runtime, build)
Samples = Mapping[tuple[Group, Variant], Sequence[Sample]]  # one a round, in the order of the rounds


@dataclass(frozen=True)
class Summary:
    """One variant of one group over all rounds."""

    us: float
    us_low: float
    us_high: float
    us_least: float
    process_us: float
    switches: float
    cpu_us: float
    sleeps: float
    rss_kib: float
    bound: int
    rounds: int
    error: str = ""
    not_comparable: str = ""
    ideal_us: float = 0.0  # the same in all rounds; 0 where there is none

    @property
    def counts(self) -> bool:
        """Whether ratios may be taken of it."""
        return not self.error and not self.not_comparable


@dataclass(frozen=True)
class Ratio:
    """A paired ratio: the median over the rounds, and its quartiles."""

    middle: float
    low: float
    high: float


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """First and third quartile; of fewer than three values the least and the greatest."""
    if len(values) < 3:
        return min(values), max(values)
    low, _, high = quantiles(values, n=4, method="inclusive")
    return low, high


def summarize(samples: Sequence[Sample]) -> Summary:
    """The summary of one variant. A single failed round makes the variant a failure: it is shown, not averaged away."""
    failures = [sample.error for sample in samples if sample.error]
    good = [sample for sample in samples if not sample.error]
    if failures or not good:
        return Summary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, len(good), failures[0] if failures else "did not run")
    times = [sample.us for sample in good]
    low, high = quartiles(times)
    return Summary(
        us=median(times),
        us_low=low,
        us_high=high,
        us_least=min(sample.us_least for sample in good),
        process_us=median(sample.process_us for sample in good),
        switches=median(sample.switches for sample in good),
        cpu_us=median(sample.cpu_us for sample in good),
        sleeps=median(sample.sleeps for sample in good),
        rss_kib=median(sample.rss_kib for sample in good),
        bound=min(sample.bound for sample in good),
        rounds=len(good),
        not_comparable=next((sample.not_comparable for sample in good if sample.not_comparable), ""),
        ideal_us=good[0].ideal_us,
    )


class Timed(Protocol):
    """What ratios are taken of."""

    @property
    def us(self) -> float: ...

    @property
    def counts(self) -> bool: ...


def paired_ratio(ours: Sequence[Timed], theirs: Sequence[Timed]) -> Ratio | None:
    """Ours to theirs, round by round. None if no round has both of the same work, or where a time is not positive."""
    ratios = [
        our.us / their.us
        for our, their in zip(ours, theirs, strict=False)
        if our.counts and their.counts and their.us > 0
    ]
    if not ratios:
        return None
    low, high = quartiles(ratios)
    return Ratio(median(ratios), low, high)


def least_ratio(samples: Samples, group: Group, ours: Variant, peers: Sequence[str]) -> float | None:
    """Our least time to the least of any peer for the same code: what is left of a comparison on a busy machine."""
    own = summarize(samples.get((group, ours), []))
    others = [
        summarize(rounds)
        for (sampled_group, (runtime, build)), rounds in samples.items()
        if sampled_group == group and runtime in peers and build == ours[1]
    ]
    least = min((other.us_least for other in others if other.counts), default=0.0)
    return own.us_least / least if own.counts and least > 0 else None


def best_peer(samples: Samples, group: Group, build: str | None, peers: Sequence[str]) -> Variant | None:
    """The peer with the least median in a group, under one build or (None) any, of those who did the work asked for."""
    medians: dict[Variant, float] = {}
    for (sampled_group, variant), rounds in samples.items():
        runtime, sampled_build = variant
        if sampled_group != group or runtime not in peers or build not in (None, sampled_build):
            continue
        summary = summarize(rounds)
        if summary.counts:
            medians[variant] = summary.us
    return min(medians, key=medians.__getitem__) if medians else None
