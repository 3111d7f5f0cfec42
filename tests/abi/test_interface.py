# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""muster.h: a program learns whether it runs on Muster, how that waits, and which barriers it takes."""

from __future__ import annotations

import subprocess
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.abi.support import ROOT, build_folder, is_cross_build, run_program

SOURCE = ROOT / "tests" / "abi" / "interface_program.c"
INCLUDE = f"-I{ROOT / 'include'}"
PREFIX = "aarch64-linux-gnu-" if is_cross_build() else ""
COMPILERS = [f"{PREFIX}gcc"] if is_cross_build() else ["gcc", "clang-19"]
FOREVER = 2**64 - 1
MILLISECOND = 1_000_000
PAGE_BYTES = 4096
# muster_barrier_use
PLAIN, FORK_JOIN, REDUCTION = "0", "1", "2"


class Policy(IntEnum):
    """muster_wait_policy"""

    ADAPTIVE = 0
    ACTIVE = 1
    PASSIVE = 2
    FIXED = 3


class By(IntEnum):
    """muster_decided_by"""

    USER = 0
    PROFILE = 1
    RULE = 2
    OBSERVATION = 3


@pytest.fixture(scope="module", params=COMPILERS)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler: str = request.param
    path = tmp_path_factory.mktemp("interface") / "program"
    options = ["-fopenmp", "-O1", "-Wall", "-Wextra", "-Werror", INCLUDE, str(SOURCE), "-o", str(path), "-ldl"]
    if compiler.startswith("clang"):
        options.append("-Wl,--enable-new-dtags,-rpath,/usr/lib/llvm-19/lib")
    subprocess.run([compiler, *options], check=True)
    return path


@pytest.fixture(autouse=True)
def only_named_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "OMP_WAIT_POLICY",
        "OMP_NUM_THREADS",
        "KMP_BLOCKTIME",
        "KMP_LIBRARY",
        "GOMP_SPINCOUNT",
        "MUSTER_PROFILE",
        "XDG_CONFIG_HOME",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/nonexistent")  # no profile of this machine


def lines_of(program: Path, *arguments: str, **environment: str) -> list[str]:
    compat = str(build_folder() / "lib" / "compat")
    return run_program(program, *arguments, LD_LIBRARY_PATH=compat, **environment).splitlines()


def waits(program: Path, *arguments: str, **environment: str) -> tuple[Policy, bool, int, int, str]:
    (line,) = (line for line in lines_of(program, *arguments, **environment) if line.startswith("wait "))
    _, policy, is_set, barrier, idle, set_by = line.split()
    return Policy(int(policy)), is_set == "1", int(barrier), int(idle), set_by.strip("'")


def barrier_fields(program: Path, use: str, threads: str, **environment: str) -> list[str]:
    (line,) = (
        line for line in lines_of(program, "barrier", use, threads, **environment) if line.startswith("barrier ")
    )
    return line.split(maxsplit=5)


def barrier(program: Path, use: str, threads: str, **environment: str) -> tuple[int, str, By]:
    _, size, pattern, by, _, _ = barrier_fields(program, use, threads, **environment)
    return int(size), pattern, By(int(by))


def test_another_runtime_is_known_by_what_it_lacks(program: Path) -> None:
    assert run_program(program).splitlines() == ["no muster_get_wait"]


def test_by_library_path_and_by_preload(program: Path, library: Path) -> None:
    for output in (lines_of(program), run_program(program, LD_PRELOAD=str(library)).splitlines()):
        assert output[0] == "version 100"
        assert output[-1] == "members 2"


def test_nobody_said_how_to_wait(program: Path) -> None:
    policy, is_set, barrier_ns, idle_ns, set_by = waits(program)
    assert (policy, is_set, set_by) == (Policy.ADAPTIVE, False, "")
    assert 0 < barrier_ns < FOREVER and 0 < idle_ns < FOREVER


@pytest.mark.parametrize(
    ("environment", "policy", "longest_ns", "set_by"),
    [
        ({"OMP_WAIT_POLICY": "active"}, Policy.ACTIVE, FOREVER, "OMP_WAIT_POLICY"),
        ({"OMP_WAIT_POLICY": "PASSIVE"}, Policy.PASSIVE, 0, "OMP_WAIT_POLICY"),
        ({"KMP_LIBRARY": "turnaround"}, Policy.ACTIVE, FOREVER, "KMP_LIBRARY"),
        ({"KMP_BLOCKTIME": "infinite"}, Policy.ACTIVE, FOREVER, "KMP_BLOCKTIME"),
        ({"KMP_BLOCKTIME": "0"}, Policy.PASSIVE, 0, "KMP_BLOCKTIME"),
        ({"KMP_BLOCKTIME": "7"}, Policy.FIXED, 7 * MILLISECOND, "KMP_BLOCKTIME"),
        ({"KMP_BLOCKTIME": "7", "OMP_WAIT_POLICY": "passive"}, Policy.FIXED, 7 * MILLISECOND, "KMP_BLOCKTIME"),
        # 10 ns a turn of libgomp's loop: src/settings/global.h
        ({"GOMP_SPINCOUNT": "1000"}, Policy.FIXED, 10_000, "GOMP_SPINCOUNT"),
        ({"GOMP_SPINCOUNT": "infinity"}, Policy.ACTIVE, FOREVER, "GOMP_SPINCOUNT"),
    ],
    ids=lambda value: " ".join(f"{n}={v}" for n, v in value.items()) if isinstance(value, dict) else None,
)
def test_a_variable_says(
    program: Path, environment: dict[str, str], policy: Policy, longest_ns: int, set_by: str
) -> None:
    assert waits(program, **environment) == (policy, True, longest_ns, longest_ns, set_by)


def test_the_program_says(program: Path) -> None:
    expected = (Policy.FIXED, True, 3 * MILLISECOND, 3 * MILLISECOND)
    assert waits(program, "kmp_set_blocktime", "3", OMP_WAIT_POLICY="active") == (*expected, "kmp_set_blocktime")
    assert waits(program, "kmp_set_defaults", "KMP_BLOCKTIME=3") == (*expected, "kmp_set_defaults")


def test_asking_is_a_use_that_reads_late_variables(program: Path) -> None:
    """A program may set variables before it first uses OpenMP; to ask is to use."""
    assert waits(program, "putenv", "OMP_WAIT_POLICY=passive")[0] is Policy.PASSIVE
    late = ["barrier", PLAIN, "2", "putenv", "OMP_WAIT_POLICY=passive"]
    assert waits(program, *late)[0] is Policy.ADAPTIVE


def test_callers_of_other_versions_and_wrong_ones(program: Path) -> None:
    lines = lines_of(program, "sizes")
    assert "sizes 1 1 1 1 1" in lines
    assert "size_of_barrier 0 1 1" in lines


def test_barrier_of_a_lonely_thread_is_a_rule(program: Path) -> None:
    assert barrier(program, PLAIN, "1") == (1, "dissemination,dissemination", By.RULE)
    assert barrier(program, FORK_JOIN, "1") == (1, "hyper,hyper", By.RULE)


def test_more_threads_than_cpus_count(program: Path) -> None:
    assert barrier(program, FORK_JOIN, "65536") == (65536, "central,central", By.OBSERVATION)
    assert barrier(program, REDUCTION, "65536") == (65536, "linear,linear", By.OBSERVATION)


def test_no_size_is_the_default_teams(program: Path) -> None:
    assert barrier(program, PLAIN, "0", OMP_NUM_THREADS="5")[0] == 5


def test_the_user_says_which(program: Path) -> None:
    tree = {"KMP_FORKJOIN_BARRIER_PATTERN": "tree,linear"}
    assert barrier(program, FORK_JOIN, "8", **tree) == (8, "tree,linear", By.USER)
    assert barrier(program, PLAIN, "1", **tree) == (1, "dissemination,dissemination", By.RULE)
    assert barrier(program, REDUCTION, "4", MUSTER_BARRIER="mcs") == (4, "mcs,mcs", By.USER)


def test_placement_is_that_of_the_usual_team(program: Path) -> None:
    unbound, close = "0", "1"
    assert barrier_fields(program, PLAIN, "2")[4] == unbound
    assert barrier_fields(program, PLAIN, "2", OMP_PROC_BIND="close")[4] == close
    assert barrier_fields(program, PLAIN, "1", OMP_PROC_BIND="close")[4] == unbound
    assert barrier_fields(program, PLAIN, "2", OMP_PLACES="threads", OMP_PROC_BIND="false")[4] == unbound


@pytest.mark.parametrize("arguments", [("3", "2"), ("0", "65537"), ("4294967295", "1")])
def test_what_is_no_barrier_is_refused(program: Path, arguments: tuple[str, str]) -> None:
    assert "error EINVAL" in lines_of(program, "barrier", *arguments)


@pytest.mark.parametrize(
    ("compiler", "language"),
    [("gcc", "c99"), ("g++", "c++11"), *([] if is_cross_build() else [("clang-19", "c99"), ("clang++-19", "c++11")])],
)
def test_linked_by_name_in_a_strict_language(compiler: str, language: str, library: Path, tmp_path: Path) -> None:
    suffix = "cpp" if "++" in language else "c"
    source, program = tmp_path / f"linked.{suffix}", tmp_path / "linked"
    source.write_text(
        "#include <muster.h>\nint main(void) { return muster_version() == 100 ? 0 : 1; }\n", encoding="utf-8"
    )
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    name = compiler if compiler.startswith("clang") else f"{PREFIX}{compiler}"
    options = [INCLUDE, str(source), str(library), f"-Wl,-rpath,{library.parent}", "-o", str(program)]
    subprocess.run([name, f"-std={language}", *warnings, *options], check=True)
    run_program(program)


class Memory(NamedTuple):
    """muster_memory"""

    workers: int
    roots: int
    stacks_mapped_bytes: int
    stacks_resident_bytes: int
    structures_mapped_bytes: int
    structures_resident_bytes: int
    resident_bytes_per_thread: int


def test_memory_of_workers_and_structures(program: Path) -> None:
    threads, stack_bytes = 64, 256 * 1024
    words = ("region", "2", "memory", "region", str(threads), "memory")
    lines = lines_of(program, *words, OMP_STACKSIZE=f"{stack_bytes}B")
    few, many = (Memory(*map(int, line.split()[1:])) for line in lines if line.startswith("memory "))
    assert (few.workers, few.roots, many.workers, many.roots) == (1, 1, threads - 1, 1)
    for seen in (few, many):
        # A stack has a guard, and may be larger than asked for; the top of each was written.
        assert stack_bytes <= seen.stacks_mapped_bytes / seen.workers < 2 * stack_bytes
        assert PAGE_BYTES <= seen.stacks_resident_bytes / seen.workers < seen.stacks_mapped_bytes / seen.workers
        assert 0 < seen.structures_resident_bytes <= seen.structures_mapped_bytes
        resident = seen.stacks_resident_bytes + seen.structures_resident_bytes
        assert seen.resident_bytes_per_thread == resident // (seen.workers + seen.roots)
    # Members and threads of 62 more.
    assert many.structures_resident_bytes > few.structures_resident_bytes
