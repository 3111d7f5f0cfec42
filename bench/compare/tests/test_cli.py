# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the commands refuse before anything is measured, and what they leave as it is."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.compare.cli import app

REFERENCE = {"reference": "line_transfer", "title": "a line transfer", "us": 0.1}
CONSTRUCT = {"construct": "barrier", "title": "barrier", "team_size": 0}


def programs(folder: Path, barriers: str = "") -> Path:
    """Stand-ins for the benchmark programs."""
    lines = {
        "reference": f"echo '{json.dumps(REFERENCE)}'",
        "constructs-gcc": f"echo '{json.dumps(CONSTRUCT)}'",
        "barriers": f"""case $1 in --list) echo '{{"algorithm": "central", "modes": ["exchange"]}}'; exit;; esac
{barriers}""",
    }
    for name, does in lines.items():
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.parametrize("command", ["run", "bars", "apps", "work"])
def test_a_library_that_is_not_there_is_named(command: str, tmp_path: Path) -> None:
    words = ["--programs", str(programs(tmp_path)), "--muster", "/nowhere/libmuster.so.1"]
    words += ["--cpus", "0"] if command in ("apps", "work") else []
    done = CliRunner().invoke(app, [command, *words])
    assert done.exit_code == 2
    assert "there is no /nowhere/libmuster.so.1; --muster names Muster's library" in done.stderr, done.output


@pytest.mark.parametrize("command", ["run", "bars", "apps", "work", "barriers"])
@pytest.mark.parametrize("limit", ["0", "-1"])
def test_no_time_is_no_time_limit(command: str, limit: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [command, "--programs", str(programs(tmp_path)), "--timeout", limit])
    assert done.exit_code == 2
    assert "--timeout" in done.stderr, done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--algorithms", "central,nosuch"], "no algorithm nosuch; there are: central"),
        (["--modes", "nosuch"], "nothing was measured"),
    ],
)
def test_results_stay_where_no_barrier_was_measured(words: list[str], said: str, tmp_path: Path) -> None:
    output, page = tmp_path / "barriers.json", tmp_path / "barriers.html"
    for file in (output, page):
        file.write_text("of an earlier run")
    folder = programs(tmp_path, "echo 'no such mode' >&2; exit 2")
    more = ["--programs", str(folder), "--threads", "2", "--rounds", "1", "--output", str(output), "--quiet"]
    done = CliRunner().invoke(app, ["barriers", *words, *more])
    assert done.exit_code == 2, done.output
    assert said in done.stderr
    assert output.read_text() == page.read_text() == "of an earlier run"


@pytest.mark.parametrize(("command", "option"), [("run", "--json"), ("apps", "--json"), ("barriers", "--output")])
def test_nothing_is_measured_whose_results_cannot_be_written(command: str, option: str, tmp_path: Path) -> None:
    folder = programs(tmp_path, f"touch {tmp_path}/ran")
    done = CliRunner().invoke(app, [command, "--programs", str(folder), option, str(tmp_path), "--quiet"])
    assert done.exit_code == 2
    assert "cannot be written: Is a directory" in done.stderr, done.output
    assert not (tmp_path / "ran").exists()
