# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""normaliz: lattice points and volume of a polytope; nested regions, exceptions in threads, unbounded integers."""

import random
from pathlib import Path
from typing import ClassVar

from runner import install
from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size, find

DIMENSION = {Size.QUICK: 5, Size.FULL: 6}
CORNERS = 14
LARGEST = 9


def polytope(dimension: int) -> str:
    """The corners of a polytope with integer coordinates, as normaliz reads them, the same at each call."""
    chance = random.Random(4)
    corners = [[1, *(chance.randint(-LARGEST, LARGEST) for _ in range(dimension - 1))] for _ in range(CORNERS)]
    rows = "".join(f"{' '.join(map(str, corner))}\n" for corner in corners)
    return f"amb_space {dimension}\ncone {CORNERS}\n{rows}grading\n1{' 0' * (dimension - 1)}\n"


class Normaliz(Program):
    """All it says is exact, so all of it must be equal."""

    name = "normaliz"
    summary = "lattice points and volume of a polytope"
    packages: ClassVar = ("normaliz",)

    def prepare(self, inputs: Path, size: Size) -> None:
        (inputs / f"{size}.in").write_text(polytope(DIMENSION[size]))

    def command(self, inputs: Path, size: Size) -> list[str]:
        what = ["--HilbertBasis", "--Multiplicity", "--SupportHyperplanes", "--HilbertSeries"]
        return ["/usr/bin/normaliz", *what, "--OutputDir=.", str(inputs / str(size))]

    def answer(self, finished: Finished) -> Answer:
        [path] = finished.folder.glob("*.out")
        out = path.read_text()
        return {
            "hilbert_basis": int(find(r"^(\d+) Hilbert basis elements$", out)),
            "hyperplanes": int(find(r"^(\d+) support hyperplanes$", out)),
            "multiplicity": find(r"^multiplicity = (\d+)", out),
            "series": find(r"^Hilbert series:\n(.*)$", out),
        }

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib") / install.multiarch() / "libnormaliz.so.3"]
