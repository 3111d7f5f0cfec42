# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The build that is tried and what it installs, and the source distribution."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import pytest

from tests.packages.commands import run

ROOT = Path(__file__).resolve().parents[2]


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


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that builds packages of Python and looks at them."""
    folder = tmp_path_factory.mktemp("tools")
    venv.create(folder, with_pip=True)
    packages = ["auditwheel==6.8.2", "build==1.6.1", "pyelftools"]
    run([folder / "bin" / "pip", "install", "--quiet", *packages], folder)
    return folder / "bin"


@pytest.fixture(scope="session")
def sdist(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    run([tools / "python", "-m", "build", "--sdist", "--outdir", folder, ROOT], folder)
    (found,) = folder.glob("muster_openmp-*.tar.gz")
    return found
