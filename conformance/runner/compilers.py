# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compilers that LLVM's suites can be compiled by, and what the suites' own settings call each of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from runner import paths

LLVM = Path("/usr/lib/llvm-19")

_LLVM_HEADERS = LLVM / "lib" / "clang" / "19" / "include"
_RUNTIME_HEADERS = ("omp.h", "omp-tools.h", "ompx.h")


class CompilerName(StrEnum):
    """Clang 19 or GCC 12."""

    CLANG = "clang"
    GCC = "gcc"


@dataclass(frozen=True)
class Compiler:
    c: str
    cxx: str
    openmp: str
    features: frozenset[str]
    include: Path | None = None  # where the headers of libomp are, if the compiler has others


def compiler(name: CompilerName) -> Compiler:
    if name is CompilerName.CLANG:
        features = frozenset({"clang", "clang-19", "clang-19.1", "clang-19.1.7"})
        return Compiler("clang-19", "clang++-19", "-fopenmp=libomp", features)
    features = frozenset({"gcc", "gcc-12", "gcc-12.2", "gcc-12.2.0"})
    # Its -lgomp finds the link of that name to libomp in LLVM's folder, which knows symbols that libgomp lacks.
    return Compiler("gcc-12", "g++-12", "-fopenmp", features, _runtime_headers())


def _runtime_headers() -> Path:
    """A folder with links to the runtime's headers alone: beside them lie Clang's own, which are not for GCC."""
    folder = paths.LINKS / "headers"
    folder.mkdir(parents=True, exist_ok=True)
    for name in _RUNTIME_HEADERS:
        link = folder / name
        if not link.is_symlink():
            link.symlink_to(_LLVM_HEADERS / name)
    return folder
