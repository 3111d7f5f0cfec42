# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clang-tidy over the runtime's sources: `tidy.py BUILD_FOLDER`, a build by Clang that has compile_commands.json."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_TOOL = "clang-tidy-19"


def sources(build: Path) -> list[str]:
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    wanted = f"{Path.cwd()}/src/"
    return sorted({entry["file"] for entry in commands if entry["file"].startswith(wanted)})


def main() -> int:
    build = Path(sys.argv[1])
    if not (build / "compile_commands.json").is_file():
        print(f"{build}/compile_commands.json is missing; run: cmake --preset {build.name}", file=sys.stderr)
        return 2
    found = sources(build)
    if not found:
        print(f"{build} compiles nothing of src/", file=sys.stderr)
        return 2
    failed = 0
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for number, (file, done) in enumerate(zip(found, pool.map(lambda f: _tidy(build, f), found), strict=True), 1):
            print(f"{number}/{len(found)} {os.path.relpath(file)}", flush=True)
            if done.returncode != 0:
                failed += 1
                print(done.stdout, flush=True)
    print(f"clang-tidy: {failed} of {len(found)} files with findings")
    return 1 if failed else 0


def _tidy(build: Path, file: str) -> subprocess.CompletedProcess[str]:
    command = [_TOOL, "-p", str(build), "--quiet", "--warnings-as-errors=*", file]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
