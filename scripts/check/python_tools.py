# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ruff and mypy for each Python project of the tree: a folder with a pyproject.toml."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_SKIPPED = ("build", ".git")


def projects(root: Path) -> list[Path]:
    found = [file.parent for file in root.rglob("pyproject.toml")]
    return sorted(folder for folder in found if not set(folder.relative_to(root).parts) & set(_SKIPPED))


def main() -> int:
    root = Path.cwd()
    status = 0
    # ruff reads the nearest pyproject.toml of each file by itself; mypy has one set of settings a run.
    for arguments in (["ruff", "check", "."], ["ruff", "format", "--check", "."]):
        status |= _run(arguments, root)
    for folder in projects(root):
        status |= _run(["mypy"], folder)
    return status


def _run(arguments: list[str], folder: Path) -> int:
    print(f"{' '.join(arguments)} in {folder}", flush=True)
    return 1 if subprocess.run([sys.executable, "-m", *arguments], cwd=folder, check=False).returncode else 0


if __name__ == "__main__":
    sys.exit(main())
