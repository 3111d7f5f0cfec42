# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of a comparison fit a terminal of 100 columns, and no figure in them is cut."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from bench.compare.bars import read_bars
from bench.compare.execute import Sample
from bench.compare.floor import floor_of, least_switches
from bench.compare.plan import Binding, Construct, Group
from bench.compare.report import View, print_report
from bench.compare.runtimes import Runtime
from bench.compare.session import Session

NAMES = ("libgomp", "libomp", "libiomp5", "muster")


def session(threads: int) -> Session:
    runtimes = [Runtime(name, Path(f"/{name}"), ("gcc", "clang"), name != "muster") for name in NAMES]
    groups = [Group(name, threads, Binding.PINNED) for name in ("barrier", "region_2_4")]
    made = Session(groups, [(runtime, build) for build in ("gcc", "clang") for runtime in runtimes])
    for group in groups:
        for place, (runtime, build) in enumerate(made.pairs):
            sample = Sample(us=12345.678 + place, us_least=1234.5, switches=1234.5, bound=0)
            made.samples[(group, (runtime.name, build))] = [sample]
    made.references = {"line_transfer": [0.055], "yield_switch": [1.3]}
    made.reference_titles = {"line_transfer": "line transfer, one way", "yield_switch": "switch"}
    made.rounds = 1
    return made


@pytest.mark.parametrize("threads", [2, 64])
def test_tables_fit_100_columns_and_show_every_figure(threads: int) -> None:
    titles = {"barrier": "barrier", "region_2_4": "region, team sizes 2 and 4 in turn"}
    known = {name: Construct(name, title, 0) for name, title in titles.items()}
    out = io.StringIO()
    view = View(session(threads), known, read_bars(), False, 2, condition="sched_yield a no-op")
    print_report(Console(file=out, width=100), view)
    text = out.getvalue()
    assert "…" not in text
    assert max(len(line) for line in text.splitlines()) <= 100
    for place in range(len(NAMES) * 2):
        assert f"{12345.678 + place:.0f} 1234.5s*" in text
    assert "sched_yield a no-op" in text
    # The rows of one compiler have the same two times.
    assert "geometric mean of 4 rows: 1.00; highest:" in text
    # Barrier and floor: 12349 us to 0.055 us, or to 31 switches of 1.3 us.
    assert ("224521.4" in text) if threads == 2 else ("306.4" in text and "1234.5/62" in text)


def test_a_time_of_other_work_is_in_brackets_is_not_the_best_and_is_explained() -> None:
    made = session(2)
    reason = "schedule(static,1) gives iteration 1 of 16 to thread 0, not to 1"
    for group in made.groups:
        made.samples[(group, ("libomp", "gcc"))] = [Sample(us=0.5, us_least=0.5, bound=2, not_comparable=reason)]
    titles = {"barrier": "barrier", "region_2_4": "region, team sizes 2 and 4 in turn"}
    known = {name: Construct(name, title, 0) for name, title in titles.items()}
    out = io.StringIO()
    print_report(Console(file=out, width=100), View(made, known, read_bars(), False, 2))
    text = " ".join(out.getvalue().split())
    assert "(0.500)" in text
    assert f"not comparable libomp gcc: {reason}: barrier (2, pinned), region_2_4 (2, pinned)" in text
    assert "failed" not in text
    # Muster's own to libgomp's: 12348.678 us to 12345.678 us. To libomp's it would be 24697.
    assert "1.00 1.00-1.00" in text
    assert "24697" not in text


def test_times_are_told_over_the_ideal_where_there_is_one() -> None:
    made = session(2)
    held, without = made.groups
    for group, ideal_us in ((held, 2.0), (without, 0.0)):
        made.samples[(group, ("muster", "gcc"))] = [Sample(us=2.5, ideal_us=ideal_us)]
        made.samples[(group, ("libomp", "gcc"))] = [Sample(us=25.0, ideal_us=ideal_us)]
        made.samples[(group, ("libgomp", "gcc"))] = [Sample(error="no end")]
    known = {group.construct: Construct(group.construct, "row", 0) for group in made.groups}
    out = io.StringIO()
    print_report(Console(file=out, width=1000), View(made, known, read_bars(), False, 2))
    lines = [line for line in out.getvalue().splitlines() if "over the ideal" in line]
    assert len(lines) == 1
    assert lines[0].startswith(f"{held.construct}, 2 threads, pinned, over the ideal of 2.000 us: libomp gcc 12.50, ")
    assert "muster gcc 1.25" in lines[0]
    assert "libgomp gcc" not in lines[0]


def test_the_floor_is_what_the_construct_cannot_do_without() -> None:
    references = {"line_transfer": [0.06, 0.05, 0.04], "yield_switch": [1.0]}
    barrier, region = floor_of("barrier", 2, 2, references), floor_of("parallel", 2, 2, references)
    assert barrier is not None
    assert region is not None
    assert (barrier.us, region.us) == (0.05, 0.1)
    crowded = floor_of("barrier", 16, 2, references)
    assert crowded is not None
    assert crowded.us == 7.0
    assert floor_of("lock", 2, 2, references) is None
    assert floor_of("barrier", 1, 2, references) is None
    assert floor_of("barrier", 2, 2, {}) is None
    assert least_switches("barrier", 16, 2) == 14
    assert least_switches("barrier", 2, 2) is None
    assert least_switches("lock", 16, 2) is None


def test_the_mean_is_of_the_ratios_and_leaves_out_what_is_no_time() -> None:
    made = session(2)
    barrier, region = made.groups
    for group, us in ((barrier, 12345.678 / 4), (region, -1.0)):
        made.samples[(group, ("muster", "gcc"))] = [Sample(us=us, us_least=1.0, bound=2)]
        made.samples[(group, ("muster", "clang"))] = [Sample(us=12349.678, us_least=1.0, bound=2)]
    known = {name: Construct(name, name, 0) for name in ("barrier", "region_2_4")}
    out = io.StringIO()
    print_report(Console(file=out, width=100), View(made, known, read_bars(), False, 2))
    # A quarter, and two that are level: the third root of a quarter.
    assert "geometric mean of 3 rows, 1 without a time: 0.63; highest:" in out.getvalue()
