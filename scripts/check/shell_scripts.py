# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shellcheck over every shell script of the tree, found by its first line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_SHELL = re.compile(rb"#!\s*/(?:usr/)?bin/(?:env )?(?:sh|bash)\b|# SPDX[^\n]*\n# shellcheck shell=")


def scripts() -> list[str]:
    files = [file for file in Path().rglob("*") if file.parts[0] not in ("build", ".git") and file.is_file()]
    return sorted(str(file) for file in files if _SHELL.match(_head(file)))


def _head(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(200)


def main() -> int:
    found = scripts()
    if not found:
        print("no shell script found; run from the top of the source tree", file=sys.stderr)
        return 2
    print(f"shellcheck over {len(found)} scripts")
    return subprocess.run(["shellcheck", "--external-sources", "--severity=warning", *found], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
