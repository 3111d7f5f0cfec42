# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which suites a run takes, and which list it is held to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from typer.testing import Result as Ended

from runner import cli, paths, result, runtimes, sources
from runner.cli import Suite
from runner.result import Result, Verdict
from runner.runtimes import Runtime

LISTS = ("gcc", "llvm")
EVERY_RUN = [str(suite) for suite in Suite]


def failing(_: object) -> Iterator[result.Test]:
    yield result.Test("a/a.c", lambda: Result("a/a.c", Verdict.FAIL, "because"))


@pytest.fixture(autouse=True)
def _world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test a suite; it fails."""
    monkeypatch.setattr(sources, "fetch", lambda _: None)
    monkeypatch.setattr(runtimes, "find", lambda name, _: Runtime(name, tmp_path / "lib", tmp_path))
    for name in ("WORK", "EXPECTED", "SUBSETS"):
        monkeypatch.setattr(paths, name, tmp_path / name.lower())
        (tmp_path / name.lower()).mkdir()
    (paths.EXPECTED / "slow.tsv").touch()
    for suite in Suite:
        monkeypatch.setitem(cli._TESTS, suite, failing)
    for name in LISTS:
        (paths.EXPECTED / f"{name}.tsv").write_text("a/a.c\tfail\tbecause\n")
        (paths.SUBSETS / f"{name}.txt").write_text("a/a.c\n")


def run(*arguments: str) -> Ended:
    return CliRunner().invoke(cli.app, ["run", *arguments])


def suites_of(ended: Ended) -> list[str]:
    return [suite for suite in EVERY_RUN if f"{suite} suite" in ended.output]


def test_all_suites_are_run_and_a_subset_of_those_that_have_one() -> None:
    assert suites_of(run()) == EVERY_RUN
    ended = run("--subset")
    assert suites_of(ended) == list(LISTS)
    assert ended.exit_code == 0
    assert run("ompt", "--subset").exit_code == 2


def test_without_a_list_there_is_nothing_to_differ_from() -> None:
    ended = run("ompt")
    assert "no expected/ompt.tsv" in ended.output
    assert ended.exit_code == 0


def test_an_empty_list_expects_all_to_pass() -> None:
    (paths.EXPECTED / "ompt.tsv").touch()
    ended = run("ompt")
    assert "FAIL, not in ompt.tsv: a/a.c: because" in ended.output
    assert ended.exit_code == 1


def test_programs_by_gcc_have_a_list_of_their_own() -> None:
    (paths.EXPECTED / "ompt.tsv").touch()
    ended = run("ompt", "--compiler", "gcc")
    assert "ompt suite by GCC" in ended.output
    assert "no expected/ompt-gcc.tsv" in ended.output
    (paths.EXPECTED / "ompt-gcc.tsv").write_text("a/a.c\tfail\tbecause\n")
    assert "as ompt-gcc.tsv has it" in run("ompt", "--compiler", "gcc").output
    assert (paths.WORK / "results" / "ompt-gcc-muster.tsv").exists()
    # The suite of GCC is compiled by GCC anyway.
    assert "as gcc.tsv has it" in run("gcc", "--compiler", "gcc").output
