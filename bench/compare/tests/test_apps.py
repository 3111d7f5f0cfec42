# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparison of applications, on answers and programs made up here."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bench.compare.apps.figures import best_peer, checks_of, figures_of, geometric_mean
from bench.compare.apps.plan import (
    Candidate,
    Cell,
    barrier_candidates,
    candidates_of,
    choose_apps,
    choose_conditions,
    known_apps,
    make_cells,
    turns,
)
from bench.compare.apps.report import print_barrier_tables, print_failures, print_report
from bench.compare.apps.results import Results, run_rounds, save
from bench.compare.apps.run import Sample, Wish, command_of, environment_of, read_sample, run_app
from bench.compare.places import Programs
from bench.compare.plan import PlanError
from bench.compare.references import transfers_in
from bench.compare.runtimes import Runtime
from bench.compare.verdict import Verdict, holm, interval, sign_test, verdict
from bench.compare.work.space import Condition, Policy

GOMP = Runtime("libgomp", Path("/l/libgomp.so.1"), ("gcc",), is_peer=True)
OMP = Runtime("libomp", Path("/l/libomp.so.5"), ("gcc", "clang"), is_peer=True)
MUSTER = Runtime("muster", Path("/l/libmuster.so.1"), ("gcc", "clang"), is_peer=False)
CELL = Cell("fft", 2)


def answer(**other: str | int | bool) -> str:
    line: dict[str, Any] = {
        "app": "fft",
        "build": "gcc",
        "library": "/l/libmuster.so.1",
        "threads": 2,
        "wall_ns": 5e6,
        "cpu_ns": 8e6,
        "switches": 3,
        "sleeps": 1,
        "faults": 7,
        "ok": True,
    }
    return json.dumps(line | other)


def results_of(times: dict[tuple[Cell, str], list[float]], build: str = "gcc") -> Results:
    """Milliseconds by cell and runtime."""
    results = Results(cpus=2, peers=["libgomp", "libomp"], rivals=["muster"])
    for (cell, name), milliseconds in times.items():
        results.samples[(cell, name, build)] = [
            Sample(wall_ns=value * 1e6, cpu_ns=value * 1e6) for value in milliseconds
        ]
        results.rounds = len(milliseconds)
    return results


def test_the_sign_test_is_that_of_the_binomial_distribution() -> None:
    assert sign_test([1.1] * 6) == pytest.approx(2 / 64)
    assert sign_test([1.1] * 5) == pytest.approx(2 / 32)
    assert sign_test([0.9, 1.1]) == 1.0
    assert sign_test([1.1] * 12 + [0.9] * 3) == pytest.approx(2 * (1 + 15 + 105 + 455) / 2**15)
    assert sign_test([1.0, 1.0]) == 1.0  # rounds that say nothing


def test_a_verdict_needs_rounds_enough_and_says_which_way() -> None:
    assert verdict([1.5] * 5) is Verdict.NONE
    assert verdict([1.01] * 6) is Verdict.SLOWER
    assert verdict([0.99] * 6) is Verdict.FASTER
    assert verdict([1.5, 0.9] * 8) is Verdict.NONE
    assert verdict([]) is Verdict.NONE


def test_many_cells_are_held_to_holms_limits() -> None:
    assert holm([0.01, 0.04, 0.03]) == [True, False, False]  # 0.01 <= 0.05 / 3, but 0.03 > 0.05 / 2
    assert holm([0.01, 0.04, 0.02]) == [True, True, True]
    assert holm([0.06]) == [False]
    assert holm([]) == []


def test_the_interval_holds_the_median_and_is_the_same_each_time() -> None:
    ratios = [0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 0.95]
    low, high = interval(ratios)
    assert 0.8 <= low <= 1.0 <= high <= 1.3
    assert interval(ratios) == (low, high)
    assert interval([1.2]) == (1.2, 1.2)
    assert interval([0.5] * 9) == (0.5, 0.5)


def test_a_figure_is_paired_with_the_best_peer_by_rounds() -> None:
    results = results_of(
        {
            (CELL, "libgomp"): [10.0, 20.0, 30.0],
            (CELL, "libomp"): [8.0, 30.0, 40.0],
            (CELL, "muster"): [5.0, 20.0, 60.0],
        }
    )
    (figure,) = figures_of(results, "muster")
    assert best_peer(results, CELL, "gcc") == figure.best == "libgomp"
    assert figure.ratio.middle == pytest.approx(1.0)  # of 0.5, 1, 2
    assert (figure.ms, figure.peer_ms, figure.rounds) == (20.0, 20.0, 3)
    assert figure.verdict is Verdict.NONE


def test_one_failed_round_takes_a_runtime_out() -> None:
    results = results_of(
        {(CELL, "libgomp"): [10.0, 10.0], (CELL, "libomp"): [20.0, 20.0], (CELL, "muster"): [5.0, 5.0]}
    )
    results.of(CELL, "libgomp", "gcc")[1] = Sample(error="status 1")
    assert best_peer(results, CELL, "gcc") == "libomp"
    results.of(CELL, "muster", "gcc")[0] = Sample(error="status 1")
    assert figures_of(results, "muster") == []


def crowd(ratio_at_cores: float, ratio_at_four: float, rounds: int) -> Results:
    times: dict[tuple[Cell, str], list[float]] = {}
    for threads, ratio in ((2, ratio_at_cores), (8, ratio_at_four)):
        times[(Cell("fft", threads), "libgomp")] = [10.0] * rounds
        times[(Cell("fft", threads), "muster")] = [10.0 * ratio] * rounds
    return results_of(times)


def met(results: Results) -> list[bool | None]:
    return [check.met for check in checks_of(figures_of(results, "muster"), 2)]


def test_what_has_to_be_shown_is_met_missed_or_open() -> None:
    assert met(crowd(0.9, 0.7, 15)) == [True, True, True]
    assert met(crowd(0.95, 0.75, 15)) == [True, False, False]
    assert met(crowd(1.02, 0.5, 15)) == [False, False, True]  # little, but in every round
    assert met(crowd(1.5, 0.5, 5)) == [None, False, True]  # five rounds tell nothing apart
    assert met(crowd(0.5, 0.5, 5)) == [None, True, True]
    assert met(Results(cpus=2, peers=[], rivals=["muster"])) == [None, None, None]


def test_the_geometric_mean_is_of_the_ratios() -> None:
    assert geometric_mean(figures_of(crowd(0.5, 2.0, 3), "muster")) == pytest.approx(1.0)


def test_answers_about_something_else_are_errors() -> None:
    candidate = Candidate("muster", MUSTER, "gcc")
    sample = read_sample(answer(), CELL, candidate)
    assert (sample.error, sample.wall_ns, sample.faults, sample.us) == ("", 5e6, 7, 5e3)
    assert read_sample(answer(library="/l/libgomp.so.1"), CELL, candidate).error == "ran on /l/libgomp.so.1"
    for other in ({"threads": 1}, {"ok": False}, {"app": "tree"}, {"build": "clang"}):
        assert read_sample(answer(**other), CELL, candidate).error.startswith("ran (")
    assert read_sample("{}", CELL, candidate).error.startswith("unreadable")


def test_command_and_environment_have_what_the_cell_says() -> None:
    wish = Wish((0, 3), 0.5, 5.0)
    cell = Cell("fft", 4, Condition.YIELD_NOOP, Policy.PASSIVE)
    candidate = Candidate("muster tree", MUSTER, "clang", (("MUSTER_BARRIER", "tree"),))
    words = command_of(cell, candidate, Programs(Path("/b")), wish, ["sh"])
    assert words == ["sh", "taskset", "-c", "0,3", "/b/yield_noop", "/b/apps/fft-clang", "--scale", "0.5"]
    environment = environment_of(cell, candidate, wish)
    assert environment["OMP_NUM_THREADS"] == "4"
    assert environment["OMP_WAIT_POLICY"] == "passive"
    assert environment["MUSTER_BARRIER"] == "tree"


def program(tmp_path: Path, script: str) -> Programs:
    """A folder in which the application fft is a shell script."""
    file = tmp_path / "apps" / "fft-gcc"
    file.parent.mkdir()
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return Programs(tmp_path)


WISH = Wish((0,), 1.0, 5.0)
# A program `reference`, which is asked for nothing else between the rounds.
TRANSFER = """#!/bin/sh
[ "$2" = line_transfer ] && echo '{"reference":"line_transfer","title":"t","us":0.05}'
"""
PLAIN = Candidate("muster", MUSTER, "gcc")


def test_a_process_that_fails_is_a_failure(tmp_path: Path) -> None:
    sample = run_app(CELL, PLAIN, program(tmp_path, "echo wrong result >&2; exit 1"), WISH)
    assert sample.error == "status 1: wrong result"


def test_beside_a_second_process_both_run_and_the_second_is_ended(tmp_path: Path) -> None:
    log = tmp_path / "log"
    second = f"echo ready; read go; echo $go >> {log}; exec sleep 60"
    # The first one ends when the second has got so far.
    script = f"case $* in *--gate*) {second} ;; esac\nuntil [ -s {log} ]; do :; done\necho '{answer()}'"
    sample = run_app(Cell("fft", 2, Condition.PAIR), PLAIN, program(tmp_path, script), WISH)
    assert (sample.error, sample.wall_ns) == ("", 5e6)
    assert log.read_text() == "go\n"


def test_a_second_process_that_does_not_begin_or_last_is_a_failure(tmp_path: Path) -> None:
    pair = Cell("fft", 2, Condition.PAIR)
    script = f"case $* in *--gate*) exit 1 ;; esac\necho '{answer()}'"
    assert run_app(pair, PLAIN, program(tmp_path, script), WISH).error == "the second process does not begin"
    # The first one waits until the second one is gone, but not yet waited for.
    gone = f"until [ $(cut -d' ' -f3 /proc/$(cat {tmp_path}/pid)/stat) = Z ]; do :; done"
    second = f"echo $$ > {tmp_path}/pid; echo ready; exit 0"
    (tmp_path / "apps" / "fft-gcc").write_text(
        f"#!/bin/sh\ncase $* in *--gate*) {second} ;; esac\n{gone}\necho '{answer()}'\n"
    )
    assert run_app(pair, PLAIN, Programs(tmp_path), WISH).error == "the second process ended before the first one"


def test_rounds_record_every_candidate_and_skip_what_is_not_built(tmp_path: Path) -> None:
    results = Results(cpus=1, peers=[], rivals=["muster"])
    candidates = [PLAIN, Candidate("muster", MUSTER, "clang")]
    told: list[str] = []
    (tmp_path / "reference").write_text(TRANSFER)
    (tmp_path / "reference").chmod(0o755)
    run_rounds(
        results,
        [CELL],
        candidates,
        program(tmp_path, f"echo '{answer()}'"),
        WISH,
        rounds=2,
        time_limit_s=None,
        before=told.append,
    )
    assert [sample.wall_ns for sample in results.of(CELL, "muster", "gcc")] == [5e6, 5e6]
    assert results.skipped == {"fft-clang": "it has not been built"}
    assert len(told) == 4
    save(tmp_path / "out.json", results)
    document = json.loads((tmp_path / "out.json").read_text())
    assert transfers_in(document) == [0.05, 0.05]
    assert document["rows"][0]["cell"] == {"app": "fft", "threads": 2, "condition": "alone", "policy": "default"}


def test_the_default_plan_has_all_sizes_undisturbed_and_few_otherwise() -> None:
    cells = make_cells(["fft"], "", [Condition.ALONE, Condition.BUSY], [Policy.DEFAULT, Policy.ACTIVE], 2)
    sizes = {
        (condition, policy): [cell.threads for cell in cells if (cell.condition, cell.policy) == (condition, policy)]
        for condition in (Condition.ALONE, Condition.BUSY)
        for policy in (Policy.DEFAULT, Policy.ACTIVE)
    }
    assert sizes.pop((Condition.ALONE, Policy.DEFAULT)) == [1, 2, 4, 8, 16]
    assert set(map(tuple, sizes.values())) == {(2, 8)}
    assert [cell.threads for cell in make_cells(["fft"], "3", [Condition.BUSY], [Policy.DEFAULT], 2)] == [3]


def test_names_and_their_beginnings_choose_applications() -> None:
    known = known_apps()
    assert choose_apps("all", known) == list(known)
    assert choose_apps("sparse,fft", known) == ["sparse_lu_for", "sparse_lu_tasks", "fft"]
    for wrong in ("fft,nothing", "", ","):
        with pytest.raises(PlanError):
            choose_apps(wrong, known)
    assert choose_conditions("quota-1.5,pair") == [Condition.QUOTA_1_5, Condition.PAIR]
    with pytest.raises(PlanError, match="no condition together"):
        choose_conditions("together")


def test_every_row_of_the_table_has_its_source() -> None:
    folder = Path(__file__).resolve().parents[2] / "apps"
    rows = (folder / "apps.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert len(rows) == len(known_apps())
    assert all((folder / row.split(",")[1]).exists() for row in rows)


def test_each_round_begins_with_another_candidate() -> None:
    candidates = candidates_of([GOMP, OMP, MUSTER], ["gcc"])
    first = [next(turns([CELL], candidates, number))[1].name for number in range(4)]
    assert first == ["libgomp", "libomp", "muster", "libgomp"]


def test_barriers_are_set_as_each_runtime_takes_them() -> None:
    found = barrier_candidates([GOMP, OMP, MUSTER], ["gcc"], ["tree", "dist"])
    settings = {candidate.name: dict(candidate.settings) for candidate in found}
    assert settings["muster dist"] == {"MUSTER_BARRIER": "dist"}
    assert set(settings["libomp hyper"].values()) == {"hyper,hyper"}
    assert len(settings["libomp hyper"]) == 3
    assert settings["libgomp"] == settings["libomp"] == settings["muster"] == {}
    assert [name for name in settings if name.startswith("libgomp")] == ["libgomp"]


def printed(results: Results, barriers: bool = False) -> str:
    out = io.StringIO()
    console = Console(file=out, width=200)
    (print_barrier_tables if barriers else print_report)(console, results)
    return out.getvalue()


def test_the_report_has_the_worst_cell_first_and_the_checks() -> None:
    text = printed(crowd(0.8, 1.4, 15))
    lines = text.splitlines()
    assert lines[2].startswith("fft 8t gcc")
    assert "1.40" in lines[2] and "slower" in lines[2]
    assert lines[3].startswith("fft 2t gcc") and "faster" in lines[3]
    assert "missed no application slower" in text
    assert "met    geometric mean with 2 threads at most 0.9 of the best peer: 0.800 of 1 cells" in text
    assert "missed geometric mean with 8 threads at most 0.7 of the best peer: 1.400 of 1 cells" in text


def test_the_barrier_table_has_an_algorithm_a_row() -> None:
    results = results_of({(CELL, "muster"): [3.0], (CELL, "muster tree"): [2.0], (Cell("fft", 4), "muster"): [9.0]})
    rows = [line.split() for line in printed(results, barriers=True).splitlines() if line.strip().startswith("muster")]
    assert rows[0][:2] == ["muster", "3.0"] and "9.0" in rows[0]
    assert rows[1] == ["muster", "tree", "2.0", "2.0-2.0", "-"]


def test_only_a_rival_that_fails_counts_as_a_failure() -> None:
    results = crowd(1.0, 1.0, 2)
    console = Console(file=io.StringIO(), width=200)
    results.of(CELL, "libgomp", "gcc")[1] = Sample(error="status -11: no message")
    assert print_failures(console, results) == 0
    results.of(CELL, "muster", "gcc")[1] = Sample(error="ran on nothing")
    assert print_failures(console, results) == 1
    assert isinstance(console.file, io.StringIO)
    assert "failed libgomp gcc: status -11: no message: fft 2t" in console.file.getvalue()
