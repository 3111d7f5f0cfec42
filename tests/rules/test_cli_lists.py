# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests of the command run where a CMake list names them: what none names is never run, and nobody notices."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTS = ("bench/tests.cmake", "simulate/CMakeLists.txt", "tests/doctor/CMakeLists.txt")
# pytest is started in cli/, so its words there begin with its folder of tests.
WORD = re.compile(r"(?<=\s)tests/(test_\w+\.py)\b")


def wrongly_named(root: Path) -> list[str]:
    """What is to be said of each file that is not in exactly one list, and of each name without a file."""
    named = Counter(word for file in LISTS for word in WORD.findall((root / file).read_text(encoding="utf-8")))
    present = {file.name for file in (root / "cli" / "tests").glob("test_*.py")}
    return [f"{name} is named {named[name]} times" for name in sorted(present | set(named)) if named[name] != 1] + [
        f"{name} is named and not there" for name in sorted(set(named) - present)
    ]


def test_each_file_is_named_once() -> None:
    assert wrongly_named(ROOT) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", ["test_a.py is named 0 times"]),
        ("tests/test_a.py tests/test_a.py", ["test_a.py is named 2 times"]),
        ("tests/test_a.py tests/test_b.py", ["test_b.py is named and not there"]),
        ("tests/test_a.py", []),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, words: str, said: list[str]) -> None:
    for file in (*LISTS, "cli/tests/test_a.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    (tmp_path / LISTS[1]).write_text(f"add_test(NAME command COMMAND python -m pytest {words})\n")
    assert wrongly_named(tmp_path) == said
