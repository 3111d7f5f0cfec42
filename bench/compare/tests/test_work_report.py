# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is made of the samples: ratios, checks, tables, the page, and the file."""

import io
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from bench.compare.places import Programs
from bench.compare.plan import Binding
from bench.compare.quota import QuotaError
from bench.compare.runtimes import Runtime
from bench.compare.session import FAILURES_ENOUGH, Load
from bench.compare.work import results as results_module
from bench.compare.work.checks import ROUNDS_TO_REPEAT, Check, above, checks_of
from bench.compare.work.figures import Figure, figure_of, figures_of, geometric_mean
from bench.compare.work.page import colour_of, heatmap, render
from bench.compare.work.report import map_figures, print_failures, print_report
from bench.compare.work.results import Results, load, run_rounds, save
from bench.compare.work.run import Sample, Wish
from bench.compare.work.space import Cell, Condition, Policy

USUAL = Cell(2, 1_000_000, Condition.ALONE, "barrier", "balanced", Policy.DEFAULT, "arithmetic", Binding.UNPINNED)
MS = 1_000_000.0


def sample(wall_ns: float, **changes: float) -> Sample:
    made = Sample(
        wall_ns=wall_ns, ideal_ns=MS, longest_ns=MS, sum_ns=2 * MS, cpu_ns=2 * wall_ns, slice_ns=MS, phases=20
    )
    return replace(made, phases_asked=20, switches=2.0, **changes)  # type: ignore[arg-type]


def results_of(**times: Sequence[float]) -> Results:
    """One cell on the runtimes named, a time a round."""
    results = Results(cpus=2, peers=["libgomp", "libomp"], rivals=["muster"], calibration={})
    add(results, USUAL, **times)
    results.rounds = max(len(walls) for walls in times.values())
    return results


def add(results: Results, cell: Cell, **times: Sequence[float]) -> None:
    for runtime, walls in times.items():
        results.samples[(cell, (runtime, "gcc"))] = [sample(wall) for wall in walls]


def only(results: Results) -> Figure:
    figure = figure_of(results, results.cells()[0], "muster", "gcc")
    assert figure is not None
    return figure


def test_the_ratio_is_paired_by_round_with_the_peer_of_the_least_median() -> None:
    results = results_of(
        libgomp=[4 * MS, 4 * MS, 4 * MS], libomp=[2 * MS, 3 * MS, 9 * MS], muster=[MS, 3 * MS, 18 * MS]
    )
    figure = only(results)
    assert figure.best == "libomp"
    assert (figure.ratio.low, figure.ratio.middle, figure.ratio.high) == (0.75, 1.0, 1.5)
    assert figure.least == 0.5
    assert (figure.value(least=False), figure.value(least=True)) == (1.0, 0.5)
    assert (figure.to_ideal, figure.peer_to_ideal) == (3.0, 3.0)
    assert (figure.switches, figure.cpus, figure.rounds) == (1.0, 2.0, 3)


def test_switches_that_time_slices_make_are_not_held_against_a_runtime() -> None:
    results = results_of(libomp=[MS], muster=[MS])
    key = (USUAL, ("muster", "gcc"))
    # A thread works for 1 ms a phase, which is one slice; of its 3 switches 2 remain.
    results.samples[key] = [replace(results.samples[key][0], switches=6.0)]
    assert (only(results).switches, only(results).unforced) == (3.0, 2.0)
    results.samples[key] = [replace(results.samples[key][0], slice_ns=None)]
    assert only(results).unforced == 3.0


def test_without_work_there_is_no_ideal() -> None:
    results = results_of(libomp=[MS], muster=[MS])
    key = (USUAL, ("muster", "gcc"))
    results.samples[key] = [replace(results.samples[key][0], ideal_ns=0.0)]
    assert only(results).to_ideal is None


def test_the_ideal_goes_by_the_speed_that_the_machine_had() -> None:
    results = results_of(libomp=[3 * MS], muster=[3 * MS])
    key = (USUAL, ("muster", "gcc"))
    results.samples[key] = [replace(results.samples[key][0], slowdown=1.5)]
    assert (only(results).to_ideal, only(results).peer_to_ideal) == (2.0, 3.0)


def test_who_failed_once_is_no_peer_and_has_no_figure() -> None:
    results = results_of(libgomp=[3 * MS, 3 * MS], libomp=[MS, MS], muster=[3 * MS, 3 * MS])
    results.samples[(USUAL, ("libomp", "gcc"))][1] = Sample(error="x")
    assert only(results).best == "libgomp"
    results.samples[(USUAL, ("muster", "gcc"))][0] = Sample(error="y")
    assert figures_of(results, "muster") == []
    out = io.StringIO()
    assert print_failures(Console(file=out, width=200), results) == 2
    assert "failed muster gcc: y: 2t 1ms" in out.getvalue()


def test_the_geometric_mean() -> None:
    assert geometric_mean([0.5, 2.0]) == pytest.approx(1.0)
    assert geometric_mean([0.25]) == pytest.approx(0.25)


def test_the_worst_come_first_and_those_at_the_limit_do_not_count() -> None:
    results = results_of(libomp=[MS], muster=[2 * MS])
    add(results, replace(USUAL, threads=3), libomp=[MS], muster=[3 * MS])
    add(results, replace(USUAL, threads=4), libomp=[MS], muster=[MS])
    assert [figure.cell.threads for figure in above(figures_of(results, "muster"), 1.0)] == [3, 2]


def verdicts(results: Results) -> dict[str, Check]:
    checks = checks_of(results, "muster", map_figures(results, "muster"))
    names = ("short", "all", "above", "ideal", "busy", "busy_ideal", "switches", "together", "turns")
    return dict(zip(names, checks, strict=True))


def test_means_are_over_short_work_and_over_all() -> None:
    results = results_of(libomp=[MS], muster=[MS])
    add(results, replace(USUAL, work_ns=10_000), libomp=[MS], muster=[0.6 * MS])
    add(results, replace(USUAL, work_ns=0), libomp=[MS], muster=[0.59 * MS])
    rows = verdicts(results)
    assert rows["short"].met is True
    assert rows["short"].value.startswith("0.595 of 2")
    assert rows["all"].met is True
    add(results, replace(USUAL, work_ns=0), libomp=[MS], muster=[0.62 * MS])
    assert verdicts(results)["short"].met is False
    add(results, replace(USUAL, work_ns=0), libomp=[MS], muster=[2 * MS])
    assert verdicts(results)["all"].met is False


def test_a_cell_above_the_limit_is_open_until_it_has_repeated() -> None:
    assert verdicts(results_of(libomp=[MS], muster=[1.03 * MS]))["above"].met is True
    assert verdicts(results_of(libomp=[MS], muster=[1.04 * MS]))["above"].met is None
    often = [1.04 * MS] * ROUNDS_TO_REPEAT
    above_often = verdicts(results_of(libomp=[MS] * ROUNDS_TO_REPEAT, muster=often))["above"]
    assert above_often.met is False
    assert above_often.cells == (f"{USUAL} gcc",)


def test_of_cells_run_again_only_that_they_repeat_is_said() -> None:
    results = results_of(libomp=[MS], muster=[2 * MS])
    results.again = True
    (row,) = checks_of(results, "muster", map_figures(results, "muster"))
    assert row.says.startswith("no cell above 1.03 that repeats")


def test_the_ideal_or_the_best_peer_is_the_bar_where_nobody_else_is() -> None:
    assert verdicts(results_of(libomp=[2 * MS], muster=[1.05 * MS]))["ideal"].met is True
    assert verdicts(results_of(libomp=[1.2 * MS], muster=[1.2 * MS]))["ideal"].met is True
    assert verdicts(results_of(libomp=[1.1 * MS], muster=[1.2 * MS]))["ideal"].met is None
    often = ROUNDS_TO_REPEAT
    assert verdicts(results_of(libomp=[1.1 * MS] * often, muster=[1.2 * MS] * often))["ideal"].met is False
    assert verdicts(results_of(libomp=[1.01 * MS] * often, muster=[1.04 * MS] * often))["ideal"].met is True
    beside = results_of(libomp=[MS], muster=[MS])
    add(beside, replace(USUAL, condition=Condition.BUSY), libomp=[1.1 * MS], muster=[1.2 * MS])
    add(beside, replace(USUAL, work_ns=10_000), libomp=[1.1 * MS], muster=[1.2 * MS])
    assert verdicts(beside)["ideal"].value.startswith("1 of 1 cells")


def test_beside_a_busy_process_the_best_peer_and_the_share_are_the_bars() -> None:
    assert verdicts(results_of(libomp=[MS], muster=[MS]))["busy"].met is None
    results = results_of(libomp=[MS], muster=[MS])
    busy = replace(USUAL, condition=Condition.BUSY)
    add(results, busy, libomp=[1.2 * MS], muster=[1.15 * MS])
    rows = verdicts(results)
    assert (rows["busy"].met, rows["busy_ideal"].met) == (True, True)
    add(results, busy, libomp=[1.2 * MS], muster=[1.21 * MS])
    rows = verdicts(results)
    # One round tells nothing apart.
    assert (rows["busy"].met, rows["busy_ideal"].met) == (None, False)
    add(results, busy, libomp=[1.2 * MS] * ROUNDS_TO_REPEAT, muster=[1.21 * MS] * ROUNDS_TO_REPEAT)
    assert verdicts(results)["busy"].met is False


def test_a_cell_that_is_above_by_chance_alone_is_level() -> None:
    results = results_of(libomp=[MS], muster=[MS])
    busy = replace(USUAL, condition=Condition.BUSY)
    half = ROUNDS_TO_REPEAT // 2
    add(
        results,
        busy,
        libomp=[MS] * ROUNDS_TO_REPEAT,
        muster=[1.02 * MS] * (ROUNDS_TO_REPEAT - half) + [0.98 * MS] * half,
    )
    row = verdicts(results)["busy"]
    assert row.met is True
    assert row.value == f"0 of 1 cells, worst 1.020 of the bar; 0 above it beyond chance in {ROUNDS_TO_REPEAT} rounds"
    assert row.cells == (f"{busy} gcc 1.020",)


def test_switches_of_long_work_are_counted() -> None:
    results = results_of(libomp=[MS], muster=[MS])
    key = (USUAL, ("muster", "gcc"))
    assert verdicts(results)["switches"].met is True
    results.samples[key] = [replace(results.samples[key][0], switches=6.5)]
    assert verdicts(results)["switches"].met is False


def test_two_at_once_are_compared_with_peers_and_with_one_after_the_other() -> None:
    results = results_of(libomp=[MS], muster=[MS])
    both = replace(USUAL, condition=Condition.TOGETHER)
    add(results, both, libomp=[2.2 * MS], muster=[2.1 * MS])
    results.companions = [str(USUAL)]
    rows = verdicts(results)
    assert (rows["together"].met, rows["turns"].met) == (True, True)
    assert rows["all"].met is None  # neither is a cell of the map
    add(results, both, libomp=[2.2 * MS], muster=[2.3 * MS])
    rows = verdicts(results)
    assert (rows["together"].met, rows["turns"].met) == (None, None)
    assert rows["turns"].cells == (f"{both} gcc 1.095",)
    often = ROUNDS_TO_REPEAT
    add(results, USUAL, libomp=[MS] * often, muster=[MS] * often)
    add(results, both, libomp=[2.2 * MS] * often, muster=[2.3 * MS] * often)
    rows = verdicts(results)
    assert (rows["together"].met, rows["turns"].met) == (False, False)


def test_the_report_has_cells_means_checks_and_what_was_left_out() -> None:
    results = results_of(libomp=[MS], muster=[2 * MS])
    add(results, replace(USUAL, threads=4, construct="tasks"), libomp=[MS], muster=[0.5 * MS])
    results.skipped["quota-1"] = "no <group>"
    key = (USUAL, ("libomp", "gcc"))
    results.samples[key] = [replace(results.samples[key][0], phases_asked=40)]
    out = io.StringIO()
    print_report(Console(file=out, width=80), results, shown=1, least=False)
    text = out.getvalue()
    assert "the worst 1 of 2 cells" in text
    (row,) = [line for line in text.splitlines() if line.startswith("2t 1ms gcc")]
    assert row.split()[3:] == ["2000", "2.00", "2.00-2.00", "libomp", "2.00", "1.00", "-", "2.00"]
    assert "construct  barrier 2.00, tasks 0.50" in text
    assert "skipped quota-1: no <group>" in text
    assert "1 processes were stopped" in text
    assert "missed two" not in text


def test_the_map_has_a_field_for_threads_and_work_and_nothing_unescaped() -> None:
    results = results_of(libomp=[MS], muster=[2 * MS])
    add(results, replace(USUAL, shape="one"), libomp=[MS], muster=[0.5 * MS])
    add(results, replace(USUAL, threads=8), libomp=[MS], muster=[0.5 * MS])
    chart = ElementTree.fromstring(heatmap(figures_of(results, "muster")))
    assert [title.text for title in chart.iter("title")] == [
        "2t 1ms gcc: 2.00 of libomp\n2t 1ms one gcc: 0.50 of libomp",
        "8t 1ms gcc: 0.50 of libomp",
    ]
    texts = [text.text for text in chart.iter("text")]
    assert texts[-2:] == ["16", "32"]
    assert "1.00" in texts
    results.machine |= {"cpu": "a <CPU>", "kernel": "6.1"}
    results.skipped["quota-1"] = "no <group>"
    page = render(results)
    assert "a &lt;CPU&gt;, Linux 6.1" in page
    assert "no &lt;group&gt;" in page
    assert page.count("<svg") == 2  # all conditions, and the one there is


def test_colours_go_from_blue_by_white_to_red() -> None:
    assert colour_of(1.0) == "#ffffff"
    assert colour_of(0.2) == colour_of(0.4) == "#2166ac"
    assert colour_of(1.6) == colour_of(8.0) == "#b2182b"


def test_what_was_saved_is_loaded_again(tmp_path: Path) -> None:
    results = results_of(libomp=[MS, MS], muster=[2 * MS, MS])
    results.skipped["quota-1"] = "x"
    results.companions = [str(USUAL)]
    results.calibration = {"gcc": {"arithmetic": 900.0}}
    save(tmp_path / "a" / "work.json", results)
    loaded = load(tmp_path / "a" / "work.json")
    assert loaded.samples == results.samples
    assert (loaded.skipped, loaded.companions) == (results.skipped, results.companions)
    assert loaded.calibration == results.calibration
    assert loaded.when


OURS = Runtime("muster", Path("/muster"), ("gcc",), is_peer=False)
THEIRS = Runtime("libomp", Path("/libomp"), ("gcc",), is_peer=True)
QUOTA = replace(USUAL, condition=Condition.QUOTA_1)


def run(
    monkeypatch: pytest.MonkeyPatch, rounds: int, error: str = "", only: set[tuple[Cell, str]] | None = None
) -> tuple[list[tuple[str, Cell]], Results]:
    """What is run of two cells, one of them under a quota that cannot be had."""
    ran: list[tuple[str, Cell]] = []

    def run_cell(cell: Cell, runtime: Runtime, *_: object, **__: object) -> Sample:
        ran.append((runtime.name, cell))
        return sample(MS) if runtime is THEIRS else Sample(error=error)

    @contextmanager
    def beside(condition: Condition, *_: object):  # type: ignore[no-untyped-def]  # noqa: ANN202
        if condition is Condition.QUOTA_1:
            raise QuotaError("no group")
        yield [], Load(None)

    monkeypatch.setattr(results_module, "run_cell", run_cell)
    monkeypatch.setattr(results_module, "beside", beside)
    monkeypatch.setattr(results_module, "slowdown_of", lambda *_: 1.25)
    monkeypatch.setattr(
        results_module, "record_transfer", lambda _, __, into: into.setdefault("at", []).append(len(ran))
    )
    results = results_of(libomp=[], muster=[])
    results.samples.clear()
    pairs = [(THEIRS, "gcc"), (OURS, "gcc")]
    wish = Wish((0,), 1, 1, {}, 1.0)
    saved: list[int] = []
    run_rounds(
        results,
        [QUOTA, USUAL],
        pairs,
        Programs(Path("/b")),
        wish,
        rounds=rounds,
        only=only,
        before=lambda _: None,
        after_round=lambda: saved.append(results.rounds),
    )
    assert saved == list(range(1, rounds + 1))
    return ran, results


def test_each_round_begins_with_another_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    ran, results = run(monkeypatch, 2)
    assert [name for name, _ in ran] == ["libomp", "muster", "muster", "libomp"]
    assert {cell for _, cell in ran} == {USUAL}
    assert results.skipped == {"quota-1": "no group"}
    assert results.rounds == 2
    # In a round before each condition, those that cannot be had included as long as that is not known.
    assert results.references_us == {"at": [0, 0, 2]}
    assert {entry.slowdown for entry in results.samples[(USUAL, ("libomp", "gcc"))]} == {1.25}


def test_only_what_was_asked_for_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, 1, only={(USUAL, "clang")})[0] == []
    assert len(run(monkeypatch, 1, only={(USUAL, "gcc")})[0]) == 2


def test_what_failed_often_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ran, results = run(monkeypatch, FAILURES_ENOUGH + 3, "hangs")
    assert [name for name, _ in ran].count("muster") == FAILURES_ENOUGH
    assert [name for name, _ in ran].count("libomp") == FAILURES_ENOUGH + 3
    assert [entry.error for entry in results.samples[(USUAL, ("muster", "gcc"))]] == ["hangs"] * (FAILURES_ENOUGH + 3)
