# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clang-tidy over C++ sources: `tidy.py BUILD_FOLDER`, which Clang is configured for and has compile_commands.json."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_TOOL = "clang-tidy-19"

# Further arguments by folder. The analyzer takes most of the time: what no user runs goes without. Tests are left out:
# GoogleTest's headers take minutes even so.
_WITHOUT_ANALYZER = ("--checks=-clang-analyzer-*",)
# States that the analyzer follows in a function at most, where its default is 225,000: a few functions with many
# branches take most of its time: abi/kmp/task.cpp 13.5 s of CPU time by default and 4.5 s so.
_ANALYZER_LIMIT = tuple(f"--extra-arg={word}" for word in ("-Xclang", "-analyzer-config", "-Xclang", "max-nodes=40000"))
_FOLDERS: dict[str, tuple[str, ...]] = {
    "src": _ANALYZER_LIMIT,
    "fibre": _WITHOUT_ANALYZER,
    "verify": _WITHOUT_ANALYZER,
    "simulate": _WITHOUT_ANALYZER,
    "bench": _WITHOUT_ANALYZER,
    "cli/places": _WITHOUT_ANALYZER,
}


def sources(build: Path) -> dict[Path, tuple[str, ...]]:
    """The sources that Clang would compile, folder by folder, and the arguments for each."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    files = sorted({Path(entry["file"]) for entry in commands if entry["file"].endswith(".cpp")})
    return {
        file: arguments
        for folder, arguments in _FOLDERS.items()
        for file in files
        if file.is_relative_to(Path.cwd() / folder) and "tests" not in file.relative_to(Path.cwd()).parts
    }


def missing(found: dict[Path, tuple[str, ...]]) -> list[str]:
    """Folders of which nothing would be looked at."""
    return [name for name in _FOLDERS if not any(file.is_relative_to(Path.cwd() / name) for file in found)]


def main() -> int:
    build = Path(sys.argv[1])
    if not (build / "compile_commands.json").is_file():
        print(f"{build}/compile_commands.json is missing; `./check tidy` makes one", file=sys.stderr)
        return 2
    found = sources(build)
    if nothing_of := missing(found):
        print(f"{build} compiles nothing of {', '.join(nothing_of)}; `./check tidy` configures all", file=sys.stderr)
        return 2
    failed = 0
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        each = pool.map(lambda item: _tidy(build, *item), found.items())
        for number, (file, done) in enumerate(zip(found, each, strict=True), 1):
            print(f"{number}/{len(found)} {os.path.relpath(file)}", flush=True)
            if done.returncode != 0:
                failed += 1
                print(done.stdout, flush=True)
    print(f"clang-tidy: {failed} of {len(found)} files with findings")
    return 1 if failed else 0


def _tidy(build: Path, file: Path, arguments: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    command = [_TOOL, "-p", str(build), "--quiet", "--warnings-as-errors=*", *arguments, str(file)]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
