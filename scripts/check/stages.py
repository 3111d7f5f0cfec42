# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stages, in the order they run: what is quick and finds most comes first."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

Command = list[str]

# Labels are the folders of tests/, and `bench` for the benchmarks' own checks.
_EVERYWHERE = ("unit", "contract", "openmp", "edges", "topologies", "issues", "stress")
_EMULATED = ("unit", "contract", "openmp", "topologies", "issues")
_RELEASE = ("abi", "edges", "programs", "bench")


@dataclass(frozen=True)
class Stage:
    """Commands that run one after the other until one fails."""

    name: str
    what: str
    commands: list[Command]
    environment: dict[str, str] = field(default_factory=dict)


def all_stages() -> list[Stage]:
    python = sys.executable
    return [
        Stage("rules", "R1 to R7 over the tree, and the tests of the rules", _rules(python)),
        Stage("format", "clang-format", [["scripts/format", "--check"]]),
        Stage("python", "ruff and mypy", [[python, "-m", "scripts.check.python_tools"]]),
        Stage("shell", "shellcheck", [[python, "-m", "scripts.check.shell_scripts"]]),
        _preset("dev", "GCC, debug: all tests but programs", exclude=("rules", "programs")),
        _preset("dev-clang", "Clang, debug", labels=("unit", "contract", "openmp")),
        Stage("tidy", "clang-tidy over src/", [[python, "-m", "scripts.check.tidy", "build/dev-clang"]]),
        _preset("release", "GCC, release: exports, unmodified programs, benchmarks' self-checks", labels=_RELEASE),
        _preset("release-clang", "Clang, release", labels=("abi",)),
        _preset("asan", "AddressSanitizer and LeakSanitizer", labels=_EVERYWHERE),
        _preset("ubsan", "UndefinedBehaviorSanitizer", labels=_EVERYWHERE),
        _preset("tsan", "ThreadSanitizer", labels=_EVERYWHERE, launcher=_fixed_addresses()),
        _preset("aarch64", "cross-built for AArch64, under user-mode emulation", labels=_EMULATED),
        Stage("demo", "./demo, one round", [["./demo", "--rounds", "1"]]),
    ]


def _rules(python: str) -> list[Command]:
    return [[python, "-m", "scripts.rules"], [python, "-m", "pytest", "tests/rules"]]


def _preset(
    name: str,
    what: str,
    *,
    labels: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    launcher: Command | None = None,
) -> Stage:
    jobs = str(len(os.sched_getaffinity(0)))
    select = ["-L", _any_of(labels)] if labels else ["-LE", _any_of(exclude)]
    test = [*(launcher or []), "ctest", "--preset", name, "-j", jobs, "--timeout", "300", *select]
    return Stage(
        name,
        what,
        [
            ["cmake", "--preset", name, f"-DMUSTER_PYTHON={sys.executable}"],
            ["cmake", "--build", "--preset", name, "--parallel", jobs, "--", "-k", "0"],
            test,
        ],
    )


def _any_of(labels: tuple[str, ...]) -> str:
    return f"^({'|'.join(labels)})$"


def _fixed_addresses() -> Command:
    """GCC 12's ThreadSanitizer cannot place its shadow on kernels that randomise 32 bits of an address."""
    command = ["setarch", os.uname().machine, "-R"]
    works = subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    return command if works else []


def log_file(stage: Stage) -> Path:
    return Path("build/check") / f"{stage.name}.log"
