# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/scale.md names constants of the source, each with the value that it has there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "scale.md"

ROW = re.compile(r"^\| `(k\w+)` \| ([\d']+) \|.*\| (scales|fixed|open) \|$")
DEFINITION = r"\b{name} = ([\d']+)U?;"


def rows() -> list[tuple[str, str]]:
    found = [ROW.match(line) for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert all(found), "a row of docs/scale.md has another form"
    return [(row[1], row[2]) for row in found if row is not None]


def values_in_source(name: str) -> set[str]:
    pattern = re.compile(DEFINITION.format(name=re.escape(name)))
    values: set[str] = set()
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in {".h", ".cpp"}:
            values.update(pattern.findall(path.read_text(encoding="utf-8")))
    return values


@pytest.mark.parametrize(("name", "value"), rows())
def test_the_value_is_that_of_the_source(name: str, value: str) -> None:
    assert value in values_in_source(name)


# Units and words, which are no figures.
NO_FIGURES = {"kForever", "kAdaptive", "kNsInUs"}


def test_each_interval_is_on_the_page() -> None:
    text = (ROOT / "src" / "waiting" / "intervals.h").read_text(encoding="utf-8")
    defined = set(re.findall(r"^inline constexpr [\w:]+ (k\w+) = ", text, re.MULTILINE))
    assert defined - NO_FIGURES == defined & {name for name, _ in rows()}


def test_no_constant_is_named_twice() -> None:
    names = [name for name, _ in rows()]
    assert len(names) == len(set(names))
    assert len(names) > 30
