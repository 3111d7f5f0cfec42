# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stages, in the order they run: what is quick and finds most comes first."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

Command = list[str]

# Folders of tests/ (and verify, simulate), each of which is a ctest label too. What does not depend on the build runs
# in one stage only.
_PORTABLE = ("unit", "contract", "openmp")
_SANITIZED = (*_PORTABLE, "stress", "edges")
_ALL = (*_SANITIZED, "ompt", "abi")
_RELEASE = ("abi", "edges", "packages", "races", "misuse", "memory", "doctor", "verify", "simulate")

# The ctest label of what takes minutes and seldom finds what nothing else does: `./check --all` alone runs it.
_LONG = "long"

# A run of tests takes minutes, even on two busy cores; only a hang gets there.
_TIME_LIMIT = ("timeout", "--kill-after=10", "1200")


@dataclass(frozen=True)
class Stage:
    """Commands in order. Where one fails the stage ends, unless it may fail and the next still tell something."""

    name: str
    what: str
    commands: list[Command]
    may_fail: tuple[int, ...] = ()


def stages_of_each_change() -> list[Stage]:
    """What a change waits for: every kind of claim is tested, in the builds that find most of what breaks.

    `docs/decisions/0027-a-change-waits-for-half-the-check.md` says why these.
    """
    python = sys.executable
    return [
        *_texts(python),
        _preset(
            "release", "GCC, release: all tests but the long ones", tuple(dict.fromkeys((*_ALL, *_RELEASE))), long=False
        ),
        Stage("dev-clang", "Clang, debug: the OpenMP programs of the stage before", _library_of_clang()),
        _preset(
            "tsan",
            "ThreadSanitizer: what runs with several threads, in code of GCC",
            ("contract", "openmp", "stress", "edges"),
            launcher=_fixed_addresses(),
            settings={"OPENMP_ONLY": "gnu"},
        ),
        Stage("conformance", "a short subset of the suites of libgomp and libomp", _conformance(python), may_fail=(0,)),
    ]


def all_stages() -> list[Stage]:
    """All that the project can show by itself: before a release, and after a change to what the others leave out."""
    python = sys.executable
    return [
        *_texts(python),
        _preset("dev", "GCC, debug: all tests but the programs", _ALL, bench=True),
        _preset("dev-clang", "Clang, debug, each header on its own; fuzzers, 20 s at most each", (*_PORTABLE, "fuzz")),
        Stage("tidy", "clang-tidy over src/, fibre/, verify/, simulate/, bench/ and cli/places/", _tidy(python)),
        _preset(
            "release",
            "GCC, release: exports, edges, unmodified programs, explorer and mutants, simulator",
            (*_RELEASE, "programs"),
        ),
        Stage("pages", "every page in a browser, without network", [[python, "-m", "pytest", "tests/pages"]]),
        Stage(
            "wheel", "pip's package: wheel, tried in fresh environments; sdist, cross-built for AArch64", _wheel(python)
        ),
        Stage("conformance", "a short subset of the suites of libgomp and libomp", _conformance(python), may_fail=(0,)),
        _preset("release-clang", "Clang, release: exports", ("abi",)),
        _preset("asan", "AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer", _SANITIZED),
        _preset("tsan", "ThreadSanitizer", _SANITIZED, launcher=_fixed_addresses()),
        _preset("aarch64", "cross-built for AArch64, under user-mode emulation", _PORTABLE),
        Stage("demo", "./demo, one round and its page", _demo(python), may_fail=(0,)),
    ]


def _texts(python: str) -> list[Stage]:
    return [
        Stage("rules", "R1 to R7 over the tree, and the tests of the rules", _rules(python), may_fail=(0,)),
        Stage("format", "clang-format", [["scripts/format", "--check"]]),
        Stage("python", "ruff and mypy; what tests/vm decides by", _python(python), may_fail=(0,)),
        Stage("shell", "shellcheck", [[python, "-m", "scripts.check.shell_scripts"]]),
    ]


def _demo(python: str) -> list[Command]:
    """The page has a bar of Muster's; one of an earlier run does not count."""
    page = "build/demo/check.html"
    run = ["./demo", "--rounds", "1", "--html", page]
    return [[python, "-m", "pytest", "tests/demo"], ["rm", "-f", page], run, ["grep", "-q", "class='bar own'", page]]


def _rules(python: str) -> list[Command]:
    return [[python, "-m", "scripts.rules"], [python, "-m", "pytest", "tests/rules"]]


def _python(python: str) -> list[Command]:
    """The machines of tests/vm are not started: that takes minutes."""
    guests = [python, "-m", "pytest", "--rootdir=tests/vm", "-c", "tests/vm/pyproject.toml", "tests/vm/tests"]
    return [[python, "-m", "scripts.check.python_tools"], guests]


def _tidy(python: str) -> list[Command]:
    """In a folder that nothing is built in: the one of dev-clang has neither verify/, simulate/ nor bench/."""
    settings = ("-DMUSTER_TEST_FOLDERS=verify;simulate", "-DMUSTER_BUILD_BENCH=ON")
    return [
        ["cmake", "--preset", "dev-clang", "-B", "build/tidy", *settings],
        [python, "-m", "scripts.check.tidy", "build/tidy"],
    ]


def _wheel(python: str) -> list[Command]:
    """With the scikit-learn that tests/programs runs. `-rs` tells of what is skipped, and why."""
    tests = ["tests/packages/test_wheel.py", "tests/packages/test_sdist.py"]
    return [["tests/programs/run", "prepare", "--core"], [python, "-m", "pytest", "-rs", *tests]]


def _conformance(python: str) -> list[Command]:
    runner_tests = [
        python,
        "-m",
        "pytest",
        "--rootdir=conformance",
        "-c",
        "conformance/pyproject.toml",
        "conformance/tests",
    ]
    subset = ["conformance/run", "run", "--subset"]
    return [runner_tests, subset, [*subset, "--negative-control", "--limit", "5"]]


def _preset(
    name: str,
    what: str,
    folders: tuple[str, ...],
    *,
    bench: bool = False,
    long: bool = True,
    launcher: Command | None = None,
    settings: dict[str, str] | None = None,
) -> Stage:
    values = {
        "MUSTER_PYTHON": sys.executable,
        "MUSTER_TEST_FOLDERS": ";".join(folders),
        "MUSTER_BUILD_BENCH": "ON" if bench else "OFF",
        **(settings or {}),
    }
    configure = ["cmake", "--preset", name, *(f"-D{key}={value}" for key, value in values.items()), _precompile()]
    build = ["cmake", "--build", "--preset", name, "--parallel", _jobs(), "--", "-k", "0"]
    test = [*_TIME_LIMIT, *(launcher or []), "ctest", "--preset", name, "-j", _jobs(), "--timeout", "300"]
    test += [] if long else ["-LE", _LONG]
    # A file that does not compile must not hide what the other tests say.
    return Stage(name, what, [configure, build, test], may_fail=(1,))


def _library_of_clang() -> list[Command]:
    """The library alone is built: the programs are those of the stage `release`, which do not ask what built it."""
    settings = ("-DMUSTER_BUILD_TESTS=OFF", "-DMUSTER_BUILD_BENCH=OFF", "-DMUSTER_CHECK_HEADERS=OFF", _precompile())
    build = ["cmake", "--build", "--preset", "dev-clang", "--parallel", _jobs(), "--target", "muster"]
    library_path = f"TEST_LIBRARY_PATH={Path.cwd()}/build/dev-clang/lib/compat"
    programs = ["ctest", "--preset", "release", "-L", "openmp", "-j", _jobs(), "--timeout", "300"]
    run = [*_TIME_LIMIT, "env", library_path, *programs]
    return [["cmake", "--preset", "dev-clang", *settings], build, run]


def _jobs() -> str:
    return str(len(os.sched_getaffinity(0)))


def _precompile() -> str:
    """Nothing is gained where ccache has the objects."""
    return "-DMUSTER_PRECOMPILE=" + ("OFF" if "CMAKE_CXX_COMPILER_LAUNCHER" in os.environ else "ON")


def _fixed_addresses() -> Command:
    """GCC 12's ThreadSanitizer cannot place its shadow on kernels that randomise 32 bits of an address."""
    command = ["setarch", os.uname().machine, "-R"]
    works = subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    return command if works else []


def log_file(stage: Stage) -> Path:
    return Path("build/check") / f"{stage.name}.log"
