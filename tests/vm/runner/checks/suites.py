# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of tests/openmp, tests/edges and tests/stress as ctest runs them, with a thread for each CPU."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from muster.measure.limits import TOOL_S
from runner import paths
from runner.checks.check import Check, nothing_more
from runner.errors import GuestError
from runner.job import with_settings
from runner.machine import Machine

_RUNNER = "run_program.sh"
# What a program runs with where it asks for nothing (tests/openmp/README.md): two sizes that fit any machine.
_USUAL_RUNS = ["OMP_NUM_THREADS=2", "OMP_NUM_THREADS=5"]
# A run may take this long in a guest, whose CPUs take turns on one of the host's.
_RUN_S = 200
GNU, LLVM = ("gcc", "g++", "gfortran"), ("clang", "clang++", "flang")
_FEW, _MANY = 8, 16


@dataclass(frozen=True)
class Program:
    name: str
    label: str
    command: tuple[str, ...]


def programs_in(said: str) -> list[Program]:
    """The programs that `ctest --show-only=json-v1` names. Tests that need more than a program are left out."""
    found = []
    for test in json.loads(said)["tests"]:
        labels = next((entry["value"] for entry in test["properties"] if entry["name"] == "LABELS"), [""])
        command = tuple(test.get("command", ()))
        if len(command) > 1 and command[1].endswith(_RUNNER) and not needs_more(command):
            found.append(Program(test["name"], labels[0], command))
    return found


def needs_more(command: Sequence[str]) -> bool:
    """A script around the program, or a machine given as files, which is tested as well without a guest."""
    return "--" in command or any(word.startswith("MUSTER_CGROUP_ROOT=") for word in command)


def for_machine(command: Sequence[str], cpus: int) -> tuple[list[str], int]:
    """The command with a thread for each CPU where the program does not ask for a number, and how many runs it has."""
    runs = [word for option, word in pairwise(command) if option == "--run"]
    size = f"OMP_NUM_THREADS={cpus}"
    wanted = [size] if runs == _USUAL_RUNS else runs
    start = [word for word in command if word != "--run" and word not in runs]
    at = next(index for index, word in enumerate(start) if word.endswith(_RUNNER)) + 1
    options = [part for run in wanted for part in ("--run", run)]
    return [*start[:at], *options, "--seconds", str(_RUN_S), *start[at:]], max(1, len(wanted))


def with_all_cpus(command: Sequence[str], cpus: int) -> list[str]:
    """The command of a random program, each run with a thread for each CPU whatever it says."""
    return [f"{word} OMP_NUM_THREADS={cpus}" if option == "--run" else word for option, word in _pairs(command)]


def _pairs(command: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(["", *command[:-1]], command, strict=True))


def checks(machine: Machine) -> list[Check]:
    """So that one run takes minutes, each machine has its part."""
    found = []
    for program in _all_programs():
        if not has_part(machine.cpus, program):
            continue
        command = with_all_cpus(program.command, machine.cpus) if program.label == "stress" else program.command
        words, runs = for_machine(command, machine.cpus)
        files = tuple(Path(word) for word in words if word.startswith("/") and Path(word).is_file())
        name = f"suites.{program.name}"
        command_line = with_settings({"TEST_EMULATED": "1"}, shlex.join(words))
        found.append(Check(name, command_line, nothing_more, runs * _RUN_S + 10, files))
    return found


def has_part(cpus: int, program: Program) -> bool:
    """Up to 8 CPUs: programs of LLVM's compilers; up to 16: those of GNU's; more: the random programs of both."""
    if cpus > _MANY:
        return program.label == "stress"
    family = LLVM if cpus <= _FEW else GNU
    return program.label != "stress" and program.name.rpartition(".")[2] in family


@cache
def _all_programs() -> tuple[Program, ...]:
    command = ["ctest", "--test-dir", str(paths.BUILD), "--show-only=json-v1", "-L", "^(openmp|stress|edges)$"]
    try:
        asked: subprocess.CompletedProcess[Any] = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=TOOL_S
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise GuestError(f"the programs are not there ({error}): cmake --preset release, and build it") from None
    return tuple(programs_in(asked.stdout))
