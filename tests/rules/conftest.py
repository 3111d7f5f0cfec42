# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small source tree for a test: `check(rule, {"src/base/base.h": "..."})` gives what the rule found."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.rules.__main__ import RULES
from scripts.rules.finding import Finding
from scripts.rules.tree import Tree

LAYERS = """\
base
platform    platform.h native.h
settings
waiting
barriers
tasks
teams
ompt
abi         -
"""

Check = Callable[[str, dict[str, str]], list[Finding]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    def run(rule: str, files: dict[str, str]) -> list[Finding]:
        (tmp_path / "layers.txt").write_text(LAYERS)
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(textwrap.dedent(text))
        return sorted(RULES[rule](Tree(tmp_path)))

    return run
