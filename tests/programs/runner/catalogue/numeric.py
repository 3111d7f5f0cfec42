# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debian's OpenBLAS and FFTW libraries, each driven by a small C program that checks what they compute."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from runner import compile_c, install, paths
from runner.answers import Answer, Tolerance
from runner.execute import Finished
from runner.program import Program, Size

VALUE = re.compile(r"(\w+) (-?\d\S*)")


class _CheckProgram(Program):
    source: ClassVar[str]
    arguments: ClassVar[Mapping[Size, str]]

    def flags(self) -> Sequence[str]:
        raise NotImplementedError

    def prepare(self, inputs: Path, size: Size) -> None:
        compile_c.executable(paths.WORKLOADS / self.source, self._binary(inputs), self.flags())

    def command(self, inputs: Path, size: Size) -> list[str]:
        return [str(self._binary(inputs)), self.arguments[size]]

    def answer(self, finished: Finished) -> Answer:
        """The lines of the check programs are: what, then pairs of a name and a number."""
        found = {}
        for line in finished.stdout.splitlines():
            what, _, rest = line.partition(" ")
            for name, number in VALUE.findall(rest):
                found[f"{what} {name}"] = float(number)
        if not found:
            raise ValueError("the check program printed no number")
        return found

    def _binary(self, inputs: Path) -> Path:
        return inputs / Path(self.source).stem


class OpenBlas(_CheckProgram):
    name = "openblas"
    summary = "dgemm, dgetrf, dgemm inside a region"
    packages: ClassVar = ("libopenblas0-openmp", "libopenblas-openmp-dev")
    source = "openblas_check.c"
    arguments: ClassVar = {Size.QUICK: "600", Size.FULL: "1500"}
    # The program itself holds the errors under a limit; the sums may differ by the order of additions.
    tolerances: ClassVar = {
        "dgemm error": Tolerance(absolute=1e-9),
        "dgetrf error": Tolerance(absolute=1e-9),
        "inside error": Tolerance(absolute=1e-9),
        "dgemm sum": Tolerance(relative=1e-9),
        "dgetrf sum": Tolerance(relative=1e-9),
        "inside sum": Tolerance(relative=1e-9),
    }

    def flags(self) -> Sequence[str]:
        flavour = f"{install.multiarch()}/openblas-openmp"
        return (
            f"-I/usr/include/{flavour}", f"-L/usr/lib/{flavour}", f"-Wl,-rpath,/usr/lib/{flavour}", "-lopenblas",
        )  # fmt: skip

    def objects(self, inputs: Path) -> list[Path]:
        flavour = Path("/usr/lib") / install.multiarch() / "openblas-openmp"
        return [flavour / "libopenblas.so.0", self._binary(inputs)]


class Fftw(_CheckProgram):
    name = "fftw"
    summary = "complex transforms, forward and round trip"
    packages: ClassVar = ("libfftw3-double3", "libfftw3-dev")
    source = "fftw_check.c"
    arguments: ClassVar = {Size.QUICK: "20", Size.FULL: "23"}
    # The plan is the same at each run, and so is every bit of what it computes.

    def flags(self) -> Sequence[str]:
        return ("-lfftw3_omp", "-lfftw3")

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib") / install.multiarch() / "libfftw3_omp.so.3", self._binary(inputs)]
