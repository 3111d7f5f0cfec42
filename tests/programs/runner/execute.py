# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one process to its end in a folder of its own, with its threads counted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from muster.measure import process
from muster.measure.environment import LOADER_PREFIX, without_settings

# Variables of libraries and programs that say how many threads they use, or change what they are.
OTHERS = ("OPENBLAS_", "MAGICK_", "PYTHON")


@dataclass(frozen=True)
class Finished(process.Finished):
    """One process that has ended, and where it ran."""

    folder: Path = Path()


def base_environment() -> dict[str, str]:
    """The caller's environment without anything that chooses or tunes an OpenMP runtime."""
    return without_settings(None, LOADER_PREFIX, *OTHERS) | {"LC_ALL": "C.UTF-8"}


def execute(
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    timeout_s: float,
    before_kill: Callable[[int], None] | None = None,
) -> Finished:
    """Run `command` in `folder`, with its output in the files `stdout` and `stderr` there."""
    done = process.run(command, environment, timeout_s, folder=folder, count_threads=True, before_kill=before_kill)
    return Finished(**vars(done), folder=folder)
