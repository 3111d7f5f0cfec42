# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which sources clang-tidy is given: a folder that no build compiles must not pass for a clean one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from scripts.check import tidy


def _compiled(root: Path, *files: str) -> Path:
    build = root / "build"
    build.mkdir()
    (build / "compile_commands.json").write_text(json.dumps([{"file": str(root / file)} for file in files]))
    return build


def test_sources_are_those_of_its_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    others = ("bench/e.c", "bench/tests/f.cpp", "tests/unit/g.cpp", "build/src/h.cpp")
    files = ("src/a/b.cpp", "fibre/f.cpp", "verify/c.cpp", "simulate/s.cpp", "bench/d.cpp", "cli/places/p.cpp", *others)
    found = tidy.sources(_compiled(tmp_path, *files))
    assert list(found) == [tmp_path / file for file in files if file not in others]
    assert not tidy.missing(found)
    # The analyzer is for what users run.
    without = [any("-clang-analyzer-" in one for one in arguments) for arguments in found.values()]
    assert without == [False, True, True, True, True, True]


def test_a_folder_that_is_not_compiled_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    build = _compiled(tmp_path, "src/a/b.cpp")
    monkeypatch.setattr(sys, "argv", ["tidy.py", str(build)])
    assert tidy.main() == 2
    assert "compiles nothing of fibre, verify, simulate, bench, cli/places" in capsys.readouterr().err
