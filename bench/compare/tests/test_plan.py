# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Requests become groups and rounds as documented."""

import re
from pathlib import Path

import pytest

from bench.compare.plan import (
    CLIFFS,
    CONTENDED,
    EPCC,
    NAMED,
    Binding,
    Construct,
    PlanError,
    choose_builds,
    choose_constructs,
    make_groups,
    parse_cpus,
    parse_threads,
    round_cases,
    variants,
)
from bench.compare.runtimes import Runtime

CONSTRUCTS = Path(__file__).resolve().parents[2] / "constructs" / "constructs.def"
KNOWN = {
    name: Construct(name, name, size)
    for name, size in {
        "barrier": 0,
        "parallel": 0,
        "parallel_for": 0,
        "for": 0,
        "critical": 0,
        "lock": 0,
        "single": 0,
        "nested": 2,
    }.items()
}
GOMP = Runtime("libgomp", Path("/lib/libgomp"), ("gcc",), is_peer=True)
OMP = Runtime("libomp", Path("/lib/libomp"), ("gcc", "clang"), is_peer=True)


def test_threads_are_numbers_cores_and_multiples() -> None:
    assert parse_threads("1,cores-1,cores,cores+1,2x,8x", cores=4) == [1, 3, 4, 5, 8, 32]


def test_threads_drop_nonsense_and_repetition() -> None:
    assert parse_threads("cores-1,1,cores", cores=1) == [1]
    with pytest.raises(PlanError, match="leaves no team"):
        parse_threads("cores-1", cores=1)


@pytest.mark.parametrize("request_text", ["", "two", "x2", "core", "-1", "2.5"])
def test_threads_refuse_what_they_cannot_read(request_text: str) -> None:
    with pytest.raises(PlanError, match="not a number of threads"):
        parse_threads(request_text, cores=2)


def test_core_expands_once_and_unknown_names_are_refused() -> None:
    names = [construct.name for construct in choose_constructs("barrier,core,nested", KNOWN)]
    assert names == ["barrier", "parallel", "parallel_for", "for", "critical", "lock", "single", "nested"]
    with pytest.raises(PlanError, match="no construct barier"):
        choose_constructs("barier", KNOWN)


def test_cpus_are_usable_ones() -> None:
    assert parse_cpus("", {3, 1}) == (1, 3)
    assert parse_cpus("3,1,3", {1, 3}) == (3, 1)
    with pytest.raises(PlanError, match="usable CPUs are 1,3"):
        parse_cpus("2", {1, 3})


def test_builds_are_known_ones() -> None:
    assert choose_builds("clang,gcc", ["gcc"]) == ["gcc"]
    with pytest.raises(PlanError, match="no code of icc"):
        choose_builds("icc", ["gcc"])


def test_a_construct_with_its_own_team_is_run_once() -> None:
    groups = make_groups([KNOWN["barrier"], KNOWN["nested"]], [2, 4], [Binding.PINNED])
    assert [(group.construct, group.threads) for group in groups] == [("barrier", 2), ("nested", 2), ("barrier", 4)]


def test_libgomp_does_not_serve_clang_built_code() -> None:
    pairs = variants([GOMP, OMP], ["gcc", "clang"])
    assert [(runtime.name, build) for runtime, build in pairs] == [
        ("libgomp", "gcc"),
        ("libomp", "gcc"),
        ("libomp", "clang"),
    ]


def test_rounds_hold_the_same_cases_with_another_first() -> None:
    groups = make_groups([KNOWN["barrier"], KNOWN["for"]], [2], [Binding.PINNED])
    pairs = variants([GOMP, OMP], ["gcc", "clang"])
    first = list(round_cases(groups, pairs, 0))
    second = list(round_cases(groups, pairs, 1))
    assert set(first) == set(second)
    assert len(first) == len(groups) * len(pairs)
    assert [case.group.construct for case in first] == ["barrier"] * 3 + ["for"] * 3
    assert first[0].runtime is GOMP
    assert second[0].runtime is OMP


@pytest.mark.parametrize(("word", "rows"), NAMED.items())
def test_the_rows_that_a_name_stands_for_are_constructs_that_there_are(word: str, rows: tuple[str, ...]) -> None:
    names = re.findall(r"^CONSTRUCT\((\w+)\)", CONSTRUCTS.read_text(encoding="utf-8"), re.MULTILINE)
    known = {name: Construct(name, name, 0) for name in names}
    assert [construct.name for construct in choose_constructs(word, known)] == list(rows)
    assert len(set(rows)) == len(rows)


def test_rows_of_two_names_are_run_once() -> None:
    known = {name: Construct(name, name, 0) for name in CLIFFS}
    chosen = [construct.name for construct in choose_constructs("contended,lock_hold,cliffs", known)]
    assert chosen == [*CONTENDED, *(name for name in CLIFFS if name not in CONTENDED)]


def test_atomic_is_none_of_the_rows_after_epcc() -> None:
    assert "atomic" not in EPCC
