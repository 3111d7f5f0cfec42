# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The front of the algorithms' measurement, on answers and a program made up here."""

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from bench.compare.barriers.measure import (
    Condition,
    Key,
    Results,
    Setup,
    Wish,
    command,
    figure,
    run_process,
    try_condition,
)
from bench.compare.barriers.page import render
from bench.compare.barriers.report import print_report, rows_of
from bench.compare.places import Programs
from bench.compare.plan import Binding

SETUP = Setup(Condition.IDLE, Binding.PINNED, "passive", 4)
WISH = Wish((0, 3), "exchange,rooted", ("central",), 2, 1, 1.5, 5.0)


def answer(algorithm: str, ns: float, threads: int = 4, mode: str = "exchange") -> dict[str, Any]:
    return {
        "algorithm": algorithm,
        "mode": mode,
        "threads": threads,
        "wait": "passive",
        "pinned": True,
        "ns": ns,
        "switches": 2.0,
        "ns_each": [ns],
        "verified": True,
    }


def program(tmp_path: Path, script: str) -> Programs:
    """A folder in which the program `barriers` is a shell script."""
    file = tmp_path / "barriers"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return Programs(tmp_path)


def test_the_command_has_all_that_the_setup_says() -> None:
    words = command(SETUP, WISH, Programs(Path("/b")), ["sh"])
    assert words[:5] == ["sh", "taskset", "-c", "0,3", "/b/barriers"]
    rest = "--threads 4 --wait passive --modes exchange,rooted --budget-ms 2 --repetitions 1 --pinned central"
    assert words[5:] == rest.split()
    noop = command(Setup(Condition.YIELD_NOOP, Binding.UNPINNED, "default", 2), WISH, Programs(Path("/b")), [])
    assert noop[3:5] == ["/b/yield_noop", "/b/barriers"]
    assert "--pinned" not in noop


def test_answers_become_samples_by_algorithm_and_mode(tmp_path: Path) -> None:
    lines = [answer("central", 10.0), answer("linear", 20.0), answer("linear", 30.0, mode="rooted")]
    script = "\n".join(f"echo '{json.dumps(line)}'" for line in lines)
    results = Results()
    wish = Wish((0,), "exchange", (), 2, 1, 1.5, 5.0)
    for _ in range(2):
        run_process(SETUP, wish, program(tmp_path, script), [], results)
    assert results.failures == []
    assert {(key.algorithm, key.mode): len(samples) for key, samples in results.samples.items()} == {
        ("central", "exchange"): 2,
        ("linear", "exchange"): 2,
        ("linear", "rooted"): 2,
    }


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo barriers: wrong result: x >&2; exit 1", "status 1: barriers: wrong result: x"),
        ("exec sleep 60", "no end within 1 s"),
        (f"echo '{json.dumps(answer('central', 1.0, threads=2))}'", "an answer about something else"),
        (f"echo '{json.dumps(answer('central', 1.0) | {'wait': 'active'})}'", "an answer about something else"),
        (f"echo '{json.dumps(answer('central', 1.0) | {'pinned': False})}'", "an answer about something else"),
        (":", "an answer about something else"),
    ],
)
def test_a_process_that_does_not_end_well_is_a_failure(tmp_path: Path, script: str, reason: str) -> None:
    results = Results()
    run_process(SETUP, Wish((0,), "exchange", (), 2, 1, 1.5, 1.0), program(tmp_path, script), [], results)
    assert results.samples == {}
    assert len(results.failures) == 1
    assert reason in results.failures[0]


def test_a_condition_that_cannot_be_had_is_named(tmp_path: Path) -> None:
    # There is no program `busy` beside it that keeps the CPU busy: this one ends at once.
    small = answer("central", 1.0, threads=1) | {"wait": "default", "pinned": False}
    programs = program(tmp_path, f"echo '{json.dumps(small)}'")
    (tmp_path / "busy").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "busy").chmod(0o755)
    wish = Wish((0,), "exchange", (), 2, 1, 1.5, 5.0)
    assert try_condition(Condition.IDLE, wish, programs) == ""
    assert "CPU 0 cannot be kept busy" in try_condition(Condition.BUSY, wish, programs)


def results() -> Results:
    made = Results(references={"yield_switch": [1.0], "line_transfer": [0.05]})
    made.titles = {"yield_switch": "a switch", "line_transfer": "a <line>"}
    made.skipped = ["quota: no <group>"]
    for threads, scale in ((2, 1.0), (4, 50.0)):
        setup = Setup(Condition.IDLE, Binding.PINNED, "default", threads)
        for algorithm, ns in (("central", 100.0), ("linear", 1000.0)):
            from_key = answer(algorithm, ns * scale, threads)
            made.samples[Key(setup, "exchange", algorithm)] = [from_key, from_key]
    return made


def test_the_median_of_the_rounds_is_shown() -> None:
    value = figure([answer("a", 3.0), answer("a", 1.0), answer("a", 2.0)])
    assert (value.ns, value.low, value.high) == (2.0, 1.5, 2.5)


def test_the_table_has_the_floor_below_each_column() -> None:
    out = io.StringIO()
    print_report(Console(file=out, width=100), results(), 2)
    text = out.getvalue()
    assert "exchange: idle, pinned, wait policy default" in text
    floor = next(line for line in text.splitlines() if line.strip().startswith("floor"))
    assert floor.split() == ["floor", "0.050", "1.000", "2.0s"]
    assert "quota: no <group>" in text


def document() -> dict[str, Any]:
    made = results()
    return {
        "when": "now",
        "machine": {"cpu": "a <CPU>", "kernel": "6"},
        "cpus": [0, 1],
        "others_percent": 0.0,
        "references_us": made.references,
        "reference_titles": made.titles,
        "skipped": made.skipped,
        "failures": [],
        "rows": rows_of(made),
    }


def test_the_page_has_a_bar_for_each_row_and_nothing_unescaped() -> None:
    page = render(document())
    assert "a &lt;CPU&gt;" in page
    assert "no &lt;group&gt;" in page
    chart = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + len("</svg>")])
    assert len(list(chart.iter("rect"))) == 4
    assert "linear 50.0 us, 2.0 switches" in page
