# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process is believed only if it measured what it was asked to."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.compare import places
from bench.compare.execute import Conditions, case_command, case_environment, read_sample
from bench.compare.places import Programs, find_programs
from bench.compare.plan import Binding, Case, Group
from bench.compare.runtimes import Runtime
from muster.runtimes.names import LOADER_NAMES

ANSWER: dict[str, Any] = {
    "construct": "barrier",
    "build": "gcc",
    "threads": 2,
    "bound": 2,
    "us": 0.25,
    "us_each": [0.5, 0.25, 0.125],
    "cpu_us": 0.5,
    "switches": 0.0,
    "sleeps": 0.0,
    "rss_kib": 0,
    "ideal_us": 0.125,
    "process_us": 0.0,
    "library": "/lib/libomp.so.5",
    "verified": True,
    "not_comparable": "",
}
RUNTIME = Runtime("libomp", Path("/lib/libomp.so.5"), ("gcc", "clang"), is_peer=True)
CASE = Case(Group("barrier", 2, Binding.PINNED), RUNTIME, "gcc")
CONDITIONS = Conditions(budget_ms=1, repetitions=3, work=0, cpus=(0, 3), timeout_s=1.0)


def test_a_right_answer_is_taken() -> None:
    sample = read_sample(json.dumps(ANSWER), CASE)
    assert (sample.us, sample.us_least, sample.bound, sample.error) == (0.25, 0.125, 2, "")
    assert sample.counts


def test_an_answer_about_other_work_keeps_its_time_and_does_not_count() -> None:
    sample = read_sample(json.dumps(ANSWER | {"not_comparable": "deals blocks"}), CASE)
    assert (sample.us, sample.error, sample.not_comparable) == (0.25, "", "deals blocks")
    assert not sample.counts


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("library", "/lib/libgomp.so.1"),
        ("threads", 1),
        ("build", "clang"),
        ("construct", "single"),
        ("verified", False),
    ],
)
def test_an_answer_about_something_else_is_an_error(field: str, value: object) -> None:
    assert read_sample(json.dumps(ANSWER | {field: value}), CASE).error.startswith("ran ")


@pytest.mark.parametrize("output", ["", "{}", "[]", "{", json.dumps(ANSWER) * 2])
def test_an_unreadable_answer_is_an_error(output: str) -> None:
    assert read_sample(output, CASE).error.startswith("unreadable answer")


def test_the_callers_runtime_settings_do_not_leak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "PEERS", tmp_path)
    for name in ("OMP_SCHEDULE", "KMP_BLOCKTIME", "GOMP_SPINCOUNT", "MUSTER_BARRIER"):
        monkeypatch.setenv(name, "1")
    environment = case_environment(CASE, CONDITIONS)
    settings = {name for name in environment if name.startswith(("OMP_", "KMP_", "GOMP_", "MUSTER_"))}
    assert settings == {"OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES"}
    assert environment["OMP_PLACES"] == "{0},{3}"
    links = Path(environment["LD_LIBRARY_PATH"])
    assert {(links / name).readlink() for name in LOADER_NAMES} == {RUNTIME.library}


def test_unpinned_says_nothing_about_places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "PEERS", tmp_path)
    unpinned = Case(Group("barrier", 2, Binding.UNPINNED), RUNTIME, "gcc")
    assert "OMP_PROC_BIND" not in case_environment(unpinned, CONDITIONS)


def test_the_yield_filter_wraps_the_program() -> None:
    command = case_command(CASE, Programs(Path("/b")), Conditions(1, 3, 0, (0, 3), 1.0, yield_noop=True))
    assert command[:5] == ["taskset", "-c", "0,3", "/b/yield_noop", "/b/constructs-gcc"]
    assert command[-1] == "barrier"


def test_two_libraries_of_one_name_have_folders_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bench.compare.places.PEERS", tmp_path)
    first, second = (Runtime("muster", tmp_path / name / "libmuster.so.1", ("gcc",), is_peer=False) for name in "ab")
    folders = {runtime.library: runtime.link_folder() for runtime in (first, second)}
    assert len(set(folders.values())) == 2
    for library, folder in folders.items():
        assert (folder / "libgomp.so.1").readlink() == library


def test_programs_may_be_in_the_folder_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("constructs-gcc", "reference"):
        (tmp_path / name).touch()
    # A bare name would be looked for in PATH.
    assert find_programs(Path()).constructs("gcc") == tmp_path / "constructs-gcc"
