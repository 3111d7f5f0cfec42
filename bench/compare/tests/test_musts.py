# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of what has to be shown: complete, and judged right on sessions made up here."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from bench.compare.bars import read_bars
from bench.compare.execute import Sample
from bench.compare.musts import (
    MEASURES,
    Condition,
    Measured,
    Must,
    companions_for,
    figure,
    groups_for,
    is_met,
    read_musts,
)
from bench.compare.musts_report import WORDS, print_musts, rows_of, verdict
from bench.compare.plan import Binding, Group
from bench.compare.session import Session

CONSTRUCTS = Path(__file__).resolve().parents[2] / "constructs" / "constructs.def"
PINNED = Binding.PINNED


def session(times: dict[tuple[str, int], dict[tuple[str, str], Sample]]) -> Session:
    made = Session([], [])
    for (construct, threads), samples in times.items():
        for variant, sample in samples.items():
            made.samples[(Group(construct, threads, PINNED), variant)] = [sample]
    made.references = {"line_transfer": [0.05], "yield_switch": [1.0]}
    return made


def measured(**sessions: Session) -> Measured:
    by_condition = {Condition(name): made for name, made in sessions.items()}
    return Measured(by_condition, 2, "muster", ("libgomp", "libomp"))


def value(place: Measured, construct: str, threads: int, measure: str, condition: str = "idle") -> float | None:
    return figure(place, Must("", construct, threads, Condition(condition), measure, 1.0), "gcc", PINNED)


OURS, GOMP, OMP = ("muster", "gcc"), ("libgomp", "gcc"), ("libomp", "gcc")


def test_every_row_is_about_what_exists() -> None:
    known = set(re.findall(r"^CONSTRUCT\((\w+)\)", CONSTRUCTS.read_text(encoding="utf-8"), re.MULTILINE))
    musts = read_musts()
    assert {must.construct for must in musts} <= known
    assert {must.measure for must in musts} == set(MEASURES) == set(WORDS)
    assert len({(must.construct, must.threads, must.condition, must.measure) for must in musts}) == len(musts)


def test_ratios_agree_with_the_bars_of_single_runs() -> None:
    bars = read_bars()
    for must in read_musts():
        bar = bars.get((must.construct, must.threads, must.condition is Condition.YIELD_NOOP))
        if bar is not None and must.condition is not Condition.BUSY and must.measure.startswith("ratio"):
            assert bar.ratio == must.limit, must


def test_groups_include_what_a_figure_is_compared_with() -> None:
    alternating = Must("", "region_2_4", 4, Condition.IDLE, "to_sizes", 1.5)
    (group,) = groups_for([alternating], Condition.IDLE, [PINNED])
    assert group == Group("region_2_4", 4, PINNED)
    sizes = (Group("parallel", 2, PINNED), Group("parallel", 4, PINNED))
    assert companions_for([alternating], Condition.IDLE, [PINNED]) == {group: sizes}
    assert companions_for([alternating], Condition.BUSY, [PINNED]) == {}
    busy = Must("", "barrier", 2, Condition.BUSY, "to_idle", 2.5)
    assert len(groups_for([busy], Condition.BUSY, [PINNED])) == 1
    assert groups_for([busy], Condition.IDLE, [PINNED]) == []
    assert groups_for([busy], Condition.YIELD_NOOP, [PINNED]) == []


def test_ratios_are_to_the_best_peer_or_to_libgomp() -> None:
    place = measured(idle=session({("barrier", 2): {OURS: Sample(us=0.1), GOMP: Sample(us=0.4), OMP: Sample(us=0.2)}}))
    assert value(place, "barrier", 2, "ratio") == pytest.approx(0.5)
    assert value(place, "barrier", 2, "ratio_libgomp") == pytest.approx(0.25)
    assert value(place, "barrier", 2, "transfers") == pytest.approx(2.0)


def test_floors_are_those_of_the_round_and_of_the_moment() -> None:
    made = session({("barrier", 2): {OURS: Sample(us=0.1)}})
    group = Group("barrier", 2, PINNED)
    made.samples[(group, OURS)] = [Sample(us=0.1), Sample(us=0.2), Sample(us=0.9)]
    made.references = {"line_transfer": [0.1, 0.1, 0.3], "yield_switch": [1.0, 1.0, 1.0]}
    assert value(measured(idle=made), "barrier", 2, "transfers") == pytest.approx(2.0)
    made.group_references[group] = {"line_transfer": [0.1, 0.2, 0.9]}
    assert value(measured(idle=made), "barrier", 2, "transfers") == pytest.approx(1.0)


def test_more_threads_than_cpus_are_counted_in_switches() -> None:
    place = measured(
        idle=session({("barrier", 16): {OURS: Sample(us=14.0, switches=14.5)}, ("parallel", 4): {OURS: Sample(us=3.0)}})
    )
    assert value(place, "barrier", 16, "switches") == pytest.approx(2.0)
    assert value(place, "barrier", 16, "excess") == pytest.approx(0.5)
    assert value(place, "parallel", 4, "switches") == pytest.approx(3.0)


def test_a_condition_is_compared_with_the_idle_machine() -> None:
    busy = session({("barrier", 2): {OURS: Sample(us=0.3)}})
    assert value(measured(busy=busy), "barrier", 2, "to_idle", "busy") is None
    key = (Group("barrier", 2, PINNED), OURS)
    busy.undisturbed[key] = [Sample(us=0.1)]
    assert value(measured(busy=busy), "barrier", 2, "to_idle", "busy") == pytest.approx(3.0)
    # Round by round: a machine that is slow in one round is slow for both.
    busy.samples[key] = [Sample(us=0.3), Sample(us=1.2), Sample(us=1.0)]
    busy.undisturbed[key] = [Sample(us=0.1), Sample(us=0.4), Sample(us=0.5)]
    assert value(measured(busy=busy), "barrier", 2, "to_idle", "busy") == pytest.approx(3.0)


def test_alternating_sizes_are_compared_with_each_alone_of_the_same_moment() -> None:
    group, one, two = Group("region_1_2", 2, PINNED), Group("parallel", 1, PINNED), Group("parallel", 2, PINNED)
    # What groups of the session ran minutes away is no measure.
    made = session({("region_1_2", 2): {OURS: Sample(us=100.0)}, ("parallel", 2): {OURS: Sample(us=100.0)}})
    made.companions = {group: (one, two)}
    made.turns[(group, OURS, group)] = [Sample(us=0.3)]
    made.turns[(group, OURS, one)] = [Sample(us=0.1)]
    assert value(measured(idle=made), "region_1_2", 2, "to_sizes") is None
    made.turns[(group, OURS, two)] = [Sample(us=0.3)]
    assert value(measured(idle=made), "region_1_2", 2, "to_sizes") == pytest.approx(1.5)
    # Turn by turn: in the second all are four times as slow.
    made.turns[(group, OURS, group)] = [Sample(us=0.3), Sample(us=1.2), Sample(us=9.0)]
    made.turns[(group, OURS, one)] = [Sample(us=0.1), Sample(us=0.4), Sample(us=0.1)]
    made.turns[(group, OURS, two)] = [Sample(us=0.3), Sample(us=1.2), Sample(us=0.3)]
    assert value(measured(idle=made), "region_1_2", 2, "to_sizes") == pytest.approx(1.5)
    made.turns[(group, OURS, two)][1] = Sample(error="no")
    assert value(measured(idle=made), "region_1_2", 2, "to_sizes") is None


def test_crowded_teams_are_compared_with_a_thread_a_cpu() -> None:
    crowded = Must("", "task_burst", 8, Condition.IDLE, "to_cores", 1.3)
    groups = groups_for([crowded], Condition.IDLE, [PINNED])
    assert [(group.construct, group.threads) for group in groups] == [("task_burst", 8), ("task_burst", 2)]
    sizes = {("task_burst", 8): {OURS: Sample(us=0.3)}}
    assert value(measured(idle=session(sizes)), "task_burst", 8, "to_cores") is None
    sizes[("task_burst", 2)] = {OURS: Sample(us=0.2)}
    assert value(measured(idle=session(sizes)), "task_burst", 8, "to_cores") == pytest.approx(1.5)


def test_memory_sleeps_and_cpu_time_are_taken_as_they_are() -> None:
    ours, theirs = Sample(us=4000.0, sleeps=0.05, rss_kib=900), Sample(us=1.0, rss_kib=1000)
    place = measured(idle=session({("first_region", 2): {OURS: ours, GOMP: theirs}}))
    assert value(place, "first_region", 2, "memory") == pytest.approx(0.9)
    assert value(place, "first_region", 2, "sleeps") == pytest.approx(0.05)
    assert value(place, "first_region", 2, "cpu_us") == pytest.approx(4000.0)


def test_what_failed_or_did_not_run_is_missed() -> None:
    place = measured(idle=session({("barrier", 2): {OURS: Sample(error="status 1"), GOMP: Sample(us=0.4)}}))
    must = Must("2 threads", "barrier", 2, Condition.IDLE, "ratio", 0.6)
    assert figure(place, must, "gcc", PINNED) is None
    assert figure(place, Must("", "barrier", 2, Condition.BUSY, "ratio", 1.0), "gcc", PINNED) is None
    assert not is_met(must, [None])
    assert "not taken" in verdict(must, [None])
    assert "not taken" in verdict(must, [0.5, None])
    assert "missed" in verdict(must, [0.7, None])
    assert not is_met(must, [])
    assert not is_met(must, [0.5, 0.61])
    assert is_met(must, [0.5, 0.6])


def test_who_did_other_work_is_no_peer_and_is_named() -> None:
    other = Sample(us=0.01, not_comparable="deals blocks")
    place = measured(idle=session({("ordered", 2): {OURS: Sample(us=0.1), GOMP: Sample(us=0.2), OMP: other}}))
    assert value(place, "ordered", 2, "ratio") == pytest.approx(0.5)
    must = Must("2 threads", "ordered", 2, Condition.IDLE, "ratio", 0.95)
    (row,) = rows_of(place, [must], ["gcc"], [PINNED])
    assert row["not_comparable"] == {"libomp gcc pinned": "deals blocks"}
    out = io.StringIO()
    assert print_musts(Console(file=out, width=100), place, [must], ["gcc"], [PINNED]) == 0
    assert "not comparable libomp gcc: deals blocks: ordered (2, pinned)" in out.getvalue()
    # Muster's own figure would be none either.
    ours = measured(idle=session({("ordered", 2): {OURS: other, GOMP: Sample(us=0.2)}}))
    assert value(ours, "ordered", 2, "ratio") is None
    assert value(ours, "ordered", 2, "cpu_us") is None


def test_why_there_is_no_figure_is_said() -> None:
    group, alone = Group("region_1_2", 2, PINNED), Group("parallel", 1, PINNED)
    made = session({("region_1_2", 2): {OURS: Sample(us=0.1), GOMP: Sample(error="status 1: no")}})
    made.turns[(group, OURS, alone)] = [Sample(error="no end within 60 s")]
    made.undisturbed[(group, GOMP)] = [Sample(error="status 1: no")]
    must = Must("alternating teams", "region_1_2", 2, Condition.IDLE, "to_sizes", 1.5)
    out = io.StringIO()
    assert print_musts(Console(file=out, width=100), measured(idle=made), [must], ["gcc"], [PINNED]) == 1
    assert "failed libgomp gcc: status 1: no: region_1_2 (2, pinned)\n" in out.getvalue()
    assert "failed muster gcc: no end within 60 s: parallel (1, pinned)\n" in out.getvalue()


def test_the_result_file_has_every_figure() -> None:
    place = measured(idle=session({("barrier", 2): {OURS: Sample(us=0.1), GOMP: Sample(us=0.4)}}))
    must = Must("2 threads", "barrier", 2, Condition.IDLE, "ratio", 0.6)
    (row,) = rows_of(place, [must], ["gcc"], [PINNED, Binding.UNPINNED])
    assert row["figures"] == {"gcc pinned": pytest.approx(0.25), "gcc unpinned": None}
    assert row["met"] is False
    assert (row["construct"], row["condition"], row["limit"]) == ("barrier", "idle", 0.6)


def test_the_table_fits_a_terminal_of_100_columns_and_cuts_no_figure() -> None:
    samples = {("gcc", "muster"): 12345.678, ("gcc", "libgomp"): 1.0}
    place = measured(
        idle=session(
            {
                (must.construct, must.threads): {
                    (name, build): Sample(us=us * (2 if build == "clang" else 1), switches=99.5, rss_kib=1, sleeps=1)
                    for (_, name), us in samples.items()
                    for build in ("gcc", "clang")
                }
                for must in read_musts()
            }
        )
    )
    out = io.StringIO()
    missed = print_musts(Console(file=out, width=100), place, read_musts(), ["gcc", "clang"], list(Binding))
    text = out.getvalue()
    assert "…" not in text
    assert max(len(line) for line in text.splitlines()) <= 100
    assert text.count("missed") + text.count("not taken") == missed
    assert "246914" in text  # in line transfers
