# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things are: the project's root, its builds, and the benchmark programs."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
PEERS = BUILD / "peers"
RESULTS = BUILD / "compare"
MUSTER_LIBRARY = BUILD / "release" / "lib" / "libmuster.so.1"
# In a help text, where a path of this machine would be cut.
MUSTER_IN_WORDS = "of the release build"

# The project's release build, and the benchmarks built on their own.
PROGRAM_FOLDERS = (BUILD / "release" / "bench", BUILD / "bench")


class MissingProgramError(Exception):
    """The benchmark programs have not been built."""


@dataclass(frozen=True)
class Programs:
    """The folder that holds the benchmark programs of one build."""

    folder: Path

    def constructs(self, build: str) -> Path:
        return self.folder / f"constructs-{build}"

    def work(self, build: str) -> Path:
        return self.folder / f"work-{build}"

    @property
    def reference(self) -> Path:
        return self.folder / "reference"

    @property
    def yield_noop(self) -> Path:
        return self.folder / "yield_noop"

    @property
    def busy(self) -> Path:
        return self.folder / "busy"

    @property
    def barriers(self) -> Path:
        return self.folder / "barriers"

    def builds(self) -> list[str]:
        """The compilers that the constructs have been built with."""
        return [build for build in ("gcc", "clang") if self.constructs(build).exists()]


def find_programs(folder: Path | None) -> Programs:
    """The programs in `folder`, or in the first of the usual places that has any."""
    candidates = [folder] if folder is not None else list(PROGRAM_FOLDERS)
    for candidate in candidates:
        # A bare name would be looked for in PATH.
        programs = Programs(candidate.absolute())
        if programs.builds() and programs.reference.exists():
            return programs
    looked = ", ".join(str(candidate) for candidate in candidates)
    how = "cmake -S bench -B build/bench && cmake --build build/bench"
    raise MissingProgramError(f"no benchmark programs in {looked}; build them: {how}")
