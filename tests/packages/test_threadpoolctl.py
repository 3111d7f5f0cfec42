# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""packaging/threadpoolctl.patch: with it a preloaded Muster is found and limited, without it neither."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "build" / "programs" / "wheels" / "bin" / "python"

LIMIT = """
import ctypes
from threadpoolctl import threadpool_info, threadpool_limits
print([library["prefix"] for library in threadpool_info()])
with threadpool_limits(limits=1):
    print(ctypes.CDLL(None).omp_get_max_threads())
"""


def limited(library: Path, folder: Path) -> list[str]:
    """What the program says with Muster preloaded and the threadpoolctl that is in a folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "PYTHON"))}
    settings = {"LD_PRELOAD": str(library), "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "3"}
    done = subprocess.run([PYTHON, "-c", LIMIT], env=kept | settings, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.fixture
def patched(tmp_path: Path) -> Path:
    code = "import threadpoolctl; print(threadpoolctl.__file__)"
    installed = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    (tmp_path / "threadpoolctl.py").write_bytes(Path(installed).read_bytes())
    apply = ["patch", "--quiet", "-p1", "-i", str(ROOT / "packaging" / "threadpoolctl.patch")]
    subprocess.run(apply, cwd=tmp_path, check=True)
    return tmp_path


def test_unpatched_it_is_not_found(build: Path, tmp_path: Path) -> None:
    assert limited(build / "lib" / "libmuster.so.1", tmp_path) == ["[]", "3"]


def test_patched_it_is_found_and_limited(build: Path, patched: Path) -> None:
    assert limited(build / "lib" / "libmuster.so.1", patched) == ["['libmuster']", "1"]
