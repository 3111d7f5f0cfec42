# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""andi and phylonium: evolutionary distances of genomes, by one loop over them."""

import hashlib
import os
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer
from runner.catalogue.genomes import genomes
from runner.execute import Finished
from runner.program import Program, Size

NUMBERS: dict[Size, tuple[int, int]] = {Size.QUICK: (6, 300_000), Size.FULL: (6, 4_000_000)}


class _Distances(Program):
    core = False
    binary: ClassVar[str]

    def team(self, threads: int) -> int:
        # They take no more threads than there are processors.
        return min(threads, len(os.sched_getaffinity(0)))

    def prepare(self, inputs: Path, size: Size) -> None:
        if self._files(inputs, size)[-1].exists():
            return
        for file, genome in zip(self._files(inputs, size), genomes(*NUMBERS[size]), strict=True):
            file.write_text(genome)

    def command(self, inputs: Path, size: Size) -> list[str]:
        run = 'exec "$0" -t "$OMP_NUM_THREADS" "$@" >distances'
        return ["/bin/sh", "-c", run, self.binary, *map(str, self._files(inputs, size))]

    def answer(self, finished: Finished) -> Answer:
        matrix = (finished.folder / "distances").read_text()
        return {"genomes": int(matrix.split(maxsplit=1)[0]), "checksum": hashlib.sha256(matrix.encode()).hexdigest()}

    def objects(self, inputs: Path) -> list[Path]:
        del inputs
        return [Path(self.binary)]

    @staticmethod
    def _files(inputs: Path, size: Size) -> list[Path]:
        return [inputs / f"{size}-{number}.fasta" for number in range(NUMBERS[size][0])]


class Andi(_Distances):
    """A dynamic loop over the genomes, each of which is compared with all."""

    name = "andi"
    summary = "distances of 6 genomes by anchors"
    packages: ClassVar = ("andi",)
    binary = "/usr/bin/andi"


class Phylonium(_Distances):
    """A loop over the genomes, each of which is compared with one reference, and then one over the pairs."""

    name = "phylonium"
    summary = "distances of 6 genomes by a reference"
    packages: ClassVar = ("phylonium",)
    binary = "/usr/bin/phylonium"
