# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Without GoogleTest the project is configured and builds all but the tests, and says that they are off."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HIDE = "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON"


def configure(folder: Path, *settings: str) -> str:
    """What CMake prints when it configures the preset in a folder of its own."""
    command = ["cmake", "--preset", "release", "-B", str(folder), *settings]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def targets(folder: Path) -> str:
    command = ["cmake", "--build", str(folder), "--target", "help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("settings", [(), ("-DMUSTER_SANITIZE=address",)])
def test_the_tests_are_off_and_cmake_says_so(tmp_path: Path, settings: tuple[str, ...]) -> None:
    said = configure(tmp_path, HIDE, *settings)
    assert "The tests are off: GoogleTest" in said
    assert "\nmuster: phony" in targets(tmp_path)
    assert "contract_barriers" not in targets(tmp_path)


def test_they_come_back_with_googletest(tmp_path: Path) -> None:
    configure(tmp_path, HIDE)
    assert "The tests are off" not in configure(tmp_path, "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=OFF")
    assert "contract_barriers" in targets(tmp_path)
