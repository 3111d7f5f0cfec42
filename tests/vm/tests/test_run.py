# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the script before the runner installs, seen by programs that only say how they were called."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
STAND_INS = {
    "build/venv/bin/python3": 'echo "python3 $*"\n',
    "bin/dpkg-query": "exit 1\n",
    "bin/apt-get": "echo apt-get >>installed\nexit 1\n",
    "bin/id": "echo 0\n",
}


def run(tree: Path, word: str) -> subprocess.CompletedProcess[str]:
    for name in ("tests/vm/run", "tests/vm/packages.txt", "scripts/setup.sh", "scripts/packages"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    for name, text in STAND_INS.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(f"#!/bin/sh\n{text}", encoding="utf-8")
        (tree / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{tree / 'bin'}:{os.environ['PATH']}"}
    return subprocess.run(
        [tree / "tests/vm/run", word], env=environment, capture_output=True, text=True, timeout=20, check=False
    )


@pytest.mark.parametrize("word", ["--help", "--list"])
def test_help_and_lists_install_no_package(tmp_path: Path, word: str) -> None:
    ran = run(tmp_path, word)
    assert not (tmp_path / "installed").exists()
    assert ran.stdout.endswith(f"python3 -m runner {word}\n")


def test_what_is_missing_is_installed_before_a_machine_starts(tmp_path: Path) -> None:
    assert run(tmp_path, "--no-build").returncode != 0
    assert (tmp_path / "installed").exists()
