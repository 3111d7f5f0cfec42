# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, quartiles and ratios on numbers that can be checked by hand."""

from bench.compare.bars import Bar
from bench.compare.execute import Sample
from bench.compare.plan import Binding, Group
from bench.compare.report import format_us, verdict
from bench.compare.stats import best_peer, least_ratio, paired_ratio, quartiles, summarize

GROUP = Group("barrier", 2, Binding.PINNED)


def rounds(*times: float) -> list[Sample]:
    return [Sample(us=time, us_least=time * 0.5) for time in times]


def test_a_summary_is_the_median_with_quartiles_and_the_least() -> None:
    summary = summarize(rounds(4.0, 1.0, 2.0, 100.0, 3.0))
    assert (summary.us, summary.us_low, summary.us_high, summary.us_least) == (3.0, 2.0, 4.0, 0.5)
    assert summary.rounds == 5


def test_one_failed_round_fails_the_variant() -> None:
    summary = summarize([*rounds(1.0, 1.0), Sample(error="status 1: wrong result")])
    assert summary.error == "status 1: wrong result"
    assert summarize([]).error == "did not run"


def test_quartiles_of_few_values_are_the_range() -> None:
    assert quartiles([2.0]) == (2.0, 2.0)
    assert quartiles([3.0, 1.0]) == (1.0, 3.0)


def test_a_ratio_is_paired_by_round() -> None:
    # Unpaired, the ratio of the medians would be 1.0: the machine slowed down for both in the later rounds.
    ratio = paired_ratio(rounds(1.0, 10.0, 10.0), rounds(2.0, 20.0, 5.0))
    assert ratio is not None
    assert (ratio.middle, ratio.low, ratio.high) == (0.5, 0.5, 1.25)


def test_a_ratio_leaves_out_rounds_that_lack_a_side() -> None:
    ratio = paired_ratio([Sample(error="no"), Sample(us=1.0)], rounds(1.0, 4.0))
    assert ratio is not None
    assert ratio.middle == 0.25
    assert paired_ratio([Sample(error="no")], rounds(1.0)) is None
    assert paired_ratio(rounds(1.0), rounds(0.0)) is None


def test_the_best_peer_is_sought_under_one_compiler_or_any() -> None:
    samples = {
        (GROUP, ("libgomp", "gcc")): rounds(1.0),
        (GROUP, ("libomp", "gcc")): rounds(2.0),
        (GROUP, ("libomp", "clang")): rounds(3.0),
        (GROUP, ("libiomp5", "clang")): [Sample(error="no")],
        (GROUP, ("muster", "clang")): rounds(0.1),
        (Group("barrier", 4, Binding.PINNED), ("libomp", "clang")): rounds(0.1),
    }
    peers = ["libgomp", "libomp", "libiomp5"]
    assert best_peer(samples, GROUP, "clang", peers) == ("libomp", "clang")
    assert best_peer(samples, GROUP, None, peers) == ("libgomp", "gcc")
    assert best_peer(samples, GROUP, "clang", ["libiomp5"]) is None
    least = least_ratio(samples, GROUP, ("muster", "clang"), peers)
    assert least is not None
    assert round(least, 6) == round(0.1 / 3.0, 6)


def test_who_did_other_work_is_no_peer_and_has_no_ratio() -> None:
    other = [Sample(us=0.01, us_least=0.01, not_comparable="deals blocks")]
    samples = {
        (GROUP, ("libgomp", "gcc")): rounds(2.0),
        (GROUP, ("libomp", "gcc")): other,
        (GROUP, ("muster", "gcc")): rounds(1.0),
    }
    peers = ["libgomp", "libomp"]
    assert summarize(other).us == 0.01
    assert summarize([*rounds(1.0), *other]).not_comparable == "deals blocks"
    assert best_peer(samples, GROUP, "gcc", peers) == ("libgomp", "gcc")
    assert best_peer(samples, GROUP, None, ["libomp"]) is None
    assert least_ratio(samples, GROUP, ("muster", "gcc"), peers) == 0.5
    assert least_ratio(samples, GROUP, ("muster", "gcc"), ["libomp"]) is None
    assert least_ratio(samples | {(GROUP, ("muster", "gcc")): other}, GROUP, ("muster", "gcc"), peers) is None
    assert paired_ratio(rounds(1.0), other) is None
    assert paired_ratio(other, rounds(1.0)) is None


def test_verdicts() -> None:
    bar = Bar(ratio=0.6, transfers=None)
    assert "met" in verdict(0.6, bar)
    assert "level" in verdict(0.61, bar)
    assert "level" in verdict(1.0, None)
    assert "slower" in verdict(1.01, bar)


def test_times_keep_three_digits() -> None:
    assert [format_us(us) for us in (0.0712, 9.87654, 12.34, 8549.2)] == ["0.071", "9.877", "12.3", "8549"]
