# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things are. All that is fetched or made lies under build/vm, which is never committed."""

from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "vm"
KERNEL = WORK / "kernel"
PROGRAMS = WORK / "programs"
GUESTS = WORK / "guests"  # a folder a machine: its image, its console and what it said
BUILD = ROOT / "build" / "release"
COMPAT = BUILD / "lib" / "compat"
PLACES = BUILD / "bin" / "muster-places"
MACHINES = HERE / "machines"
SOURCES = HERE / "programs"
INIT = HERE / "guest" / "init"
