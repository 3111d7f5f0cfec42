# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the ledger costs, on a program made up here."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bench.compare.cli import app
from bench.compare.ledger import Bench, Cell

CELL = Cell("gcc", 2, 1.0)


def bench(tmp_path: Path, script: str) -> Bench:
    """A folder in which the program `regions-gcc` is a shell script."""
    file = tmp_path / "regions-gcc"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return Bench(tmp_path, tmp_path / "libmuster.so.1", 100, tmp_path)


def test_the_batch_that_a_twentieth_lie_below_counts(tmp_path: Path) -> None:
    said = json.dumps({"library": str(tmp_path / "libmuster.so.1"), "ns": list(range(100, 0, -1))})
    assert bench(tmp_path, f"echo '{said}'").region_ns(CELL, 7, ledger=False) == 6.0


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo wrong >&2; exit 3", "ended with status 3: wrong"),
        ("kill -9 $$", "was ended by SIGKILL"),
        ('echo \'{"library": "/other", "ns": [1.0]}\'', "ran on /other"),
    ],
)
def test_a_process_that_does_not_end_well_ends_the_measurement(
    tmp_path: Path, script: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as ended:
        bench(tmp_path, script).region_ns(CELL, 7, ledger=True)
    assert ended.value.exit_code == 2
    assert reason in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--threads", "0", "leaves no team"),
        ("--threads", "two", "is not a number of threads"),
        ("--threads", "100000", "is more than 65536 threads"),
        ("--builds", "icc", "no code of icc"),
        ("--builds", "clang", "are not built by clang"),
        ("--lengths", "0", "microseconds above 0"),
        ("--lengths", "nan", "microseconds above 0"),
        ("--muster", "/nowhere/libmuster.so.1", "there is no /nowhere/libmuster.so.1"),
    ],
)
def test_what_cannot_be_measured_is_refused(option: str, value: str, said: str, tmp_path: Path) -> None:
    for name in ("constructs-gcc", "reference", "libmuster.so.1"):
        (tmp_path / name).touch()
    words = {"--programs": str(tmp_path), "--muster": str(tmp_path / "libmuster.so.1"), option: value}
    done = CliRunner().invoke(app, ["ledger", *(word for pair in words.items() for word in pair)])
    assert done.exit_code == 2
    assert done.stderr.startswith("compare: ") and said in done.stderr, done.output
