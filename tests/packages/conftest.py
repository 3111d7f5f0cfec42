# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The build that is tried, and what it installs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def build() -> Path:
    """The folder of a build, which ctest names."""
    return Path(os.environ["MUSTER_BUILD"])


@pytest.fixture(scope="session")
def prefix(build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the build has been installed and then moved from, so that what holds the first place is noticed."""
    folder = tmp_path_factory.mktemp("install")
    first, moved = folder / "first", folder / "moved"
    subprocess.run(["cmake", "--install", build, "--prefix", first], check=True, capture_output=True)
    return first.rename(moved)
