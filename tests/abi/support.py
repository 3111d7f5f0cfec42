# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the abi tests find the build they test."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Compiles C text into a shared library: compile_text("int f;", "-nostdlib").
Compile = Callable[..., Path]


def build_folder() -> Path:
    """The build to test: what ctest says, else build/release."""
    return Path(os.environ.get("MUSTER_BUILD", str(ROOT / "build" / "release")))


def is_cross_build() -> bool:
    return os.environ.get("MUSTER_PROCESSOR", platform.machine()) != platform.machine()


def emulator() -> list[str]:
    """The command before a program of another architecture; empty for this one."""
    return ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"] if is_cross_build() else []


def run_program(program: Path, *arguments: str, **environment: str) -> str:
    """Runs the program with these variables set as well, under the emulator if need be; what it printed."""
    # What the loader reads must not reach the emulator's own; anything else may, and -E takes no value with a comma.
    run: list[str] = emulator()
    inherited = {name: value for name, value in environment.items() if not (run and name.startswith("LD_"))}
    if run:
        loaders = environment.keys() - inherited.keys()
        run += [option for name in sorted(loaders) for option in ("-E", f"{name}={environment[name]}")]
    result = subprocess.run(
        [*run, str(program), *arguments],
        env={**os.environ, **inherited},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return result.stdout
