# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command: what it prints and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.rules.__main__ import main


def _tree(root: Path, header: str) -> None:
    (root / "layers.txt").write_text("base\nteams\n")
    (root / "src" / "base").mkdir(parents=True)
    (root / "src" / "base" / "base.h").write_text(header)


def test_a_clean_tree_gives_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _tree(tmp_path, "#pragma once\n")
    assert main(["--root", str(tmp_path)]) == 0
    assert "R1, R2, R3, R4, R5, R6, R7 over 1 files: 0 findings" in capsys.readouterr().out


def test_a_finding_gives_1_and_says_where_and_what_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _tree(tmp_path, '#pragma once\n#include "teams/teams.h"\n')
    assert main(["--root", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "src/base/base.h:2: R1: base includes teams, whose row comes later" in out
    assert "next: " in out


def test_only_runs_the_rules_asked_for(tmp_path: Path) -> None:
    _tree(tmp_path, '#include "teams/teams.h"\n')
    assert main(["--root", str(tmp_path), "--only", "R2,R7"]) == 0


def test_an_unknown_rule_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--root", str(tmp_path), "--only", "R9"])
    assert stop.value.code == 2


def test_a_tree_without_layers_gives_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(tmp_path)]) == 2
    assert "layers.txt is missing" in capsys.readouterr().err
