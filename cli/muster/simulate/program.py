# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program that simulates (simulate/): where it is, and one run of it."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from muster.files import OTHER_FORM, is_file

ROOT = Path(__file__).resolve().parents[3]
BUILDS = (ROOT / "build" / "release" / "bin", ROOT / "build" / "release-clang" / "bin")

Row = dict[str, Any]

# The program's own words for "a bound does not hold", which is an answer.
DOES_NOT_HOLD = 1


class ProgramError(Exception):
    """The program is missing, or it failed; the message says what to do or what it said."""


def find_program(asked: Path | None) -> Path:
    """`asked`, or the one of a build of this checkout, by its whole path: a bare name is looked for in PATH."""
    candidates = [asked] if asked is not None else [build / "simulate" for build in BUILDS]
    for candidate in candidates:
        if is_file(candidate):
            return candidate.absolute()
    if asked is None and not (ROOT / "simulate").is_dir():
        raise ProgramError(
            "the simulator is part of the source tree, and this is an installation: build it in a checkout (cmake "
            "--preset release && cmake --build --preset release), and name it by --program build/release/bin/simulate"
        )
    looked = ", ".join(str(candidate) for candidate in candidates)
    how = "build it (cmake --preset release && cmake --build --preset release) or name it by --program"
    raise ProgramError(f"there is no simulator at {looked}: {how}")


@contextmanager
def understood(program: Path) -> Iterator[None]:
    """Around what takes its rows apart: a program of another version may say something else."""
    try:
        yield
    except OTHER_FORM as error:
        how = f"its answer has another form ({type(error).__name__}: {error}); build it anew"
        raise ProgramError(f"{program} is not the simulator, or one of another version: {how}") from None


def rows_of(program: Path, arguments: Sequence[str]) -> Iterator[Row]:
    """What the program prints, as it comes.

    ProgramError where it cannot be started, is not the simulator, or prints nothing.
    """
    has_said = False
    try:
        process = subprocess.Popen(
            [str(program), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
        )
    except OSError as error:
        raise ProgramError(f"{program} cannot be started: {error.strerror}") from None
    with process:
        assert process.stdout is not None and process.stderr is not None
        try:
            for line in process.stdout:
                has_said = True
                yield _row_of(line, program)
        except BaseException:
            # It may never end by itself, and its end is awaited.
            process.kill()
            raise
        complaint = process.stderr.read().strip()
    if process.returncode not in (0, DOES_NOT_HOLD):
        raise ProgramError(complaint or f"{program} ended with status {process.returncode}")
    if not has_said:
        raise ProgramError(f"{program} printed nothing: it is not the simulator, or one of another version")


def _row_of(line: str, program: Path) -> Row:
    with suppress(ValueError):
        row = json.loads(line)
        if isinstance(row, dict):
            return row
    raise ProgramError(f"{program} is not the simulator, or one of another version: it printed {line.strip()[:60]!r}")
