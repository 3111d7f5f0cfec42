# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ruff and mypy for each Python project of the tree: a folder with a pyproject.toml."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_SKIPPED = ("build", ".git")


def projects(root: Path) -> list[Path]:
    found = [file.parent for file in root.rglob("pyproject.toml")]
    return sorted(folder for folder in found if not set(folder.relative_to(root).parts) & set(_SKIPPED))


def main() -> int:
    root = Path.cwd()
    # ruff reads the nearest pyproject.toml of each file by itself; mypy has one set of settings a run.
    runs = [(["ruff", "check", "."], root), (["ruff", "format", "--check", "."], root)]
    runs += [(["mypy"], folder) for folder in projects(root)]
    status = 0
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for (arguments, folder), done in zip(runs, pool.map(_run, runs), strict=True):
            print(f"{' '.join(arguments)} in {folder}\n{done.stdout}", end="", flush=True)
            status |= 1 if done.returncode else 0
    return status


def _run(run: tuple[list[str], Path]) -> subprocess.CompletedProcess[str]:
    arguments, folder = run
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
