# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What describes the package elsewhere is of the version that CMake builds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECIPES = {
    "packaging/conda/recipe.yaml": r'^  version: "([\d.]+)"$',
    "packaging/spack/package.py": r'^    version\("([\d.]+)"\)$',
}


def built_version() -> str:
    found = re.search(r"^project\(muster VERSION ([\d.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_has_the_version(recipe: str) -> None:
    text = (ROOT / recipe).read_text()
    assert re.findall(RECIPES[recipe], text, re.MULTILINE) == [built_version()]


def test_the_wheel_has_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == built_version()


def test_the_recipe_of_spack_is_python() -> None:
    file = ROOT / "packaging" / "spack" / "package.py"
    compile(file.read_text(), str(file), "exec")
