# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the abi tests share: the library under test, and a compiler for the faulty libraries of the negative tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.abi.support import ROOT, Compile, build_folder

sys.path.insert(0, str(ROOT / "scripts" / "exports"))


@pytest.fixture(scope="session")
def library() -> Path:
    path = build_folder() / "lib" / "libmuster.so.1"
    if not path.exists():
        pytest.fail(f"{path} is not there: build it first (cmake --build {build_folder()})")
    return path


@pytest.fixture
def shared_library(tmp_path: Path) -> Compile:
    def compile_text(text: str, *options: str) -> Path:
        source, target = tmp_path / "faulty.c", tmp_path / "libfaulty.so"
        source.write_text(text, encoding="utf-8")
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(target), str(source), *options], check=True)
        return target

    return compile_text
