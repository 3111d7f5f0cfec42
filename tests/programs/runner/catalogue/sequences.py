# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kalign, clustalo, muscle: the alignment of a made-up family of proteins; tasks in the first, loops in the others."""

import hashlib
import random
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size

AMINO_ACIDS = "ARNDCQEGHILKMFPSTWYV"
ALIGNED = "aligned.fasta"


def proteins(number: int, length: int) -> str:
    """FASTA sequences that descend from one by random changes and a gap each, the same at each call."""
    chance = random.Random(5)
    parent = [chance.choice(AMINO_ACIDS) for _ in range(length)]
    lines = []
    for name in range(number):
        changed = [chance.choice(AMINO_ACIDS) if chance.random() < 0.35 else letter for letter in parent]  # noqa: PLR2004
        gap = chance.randrange(length)
        del changed[gap : gap + chance.randrange(12)]
        lines.append(f">p{name}\n{''.join(changed)}\n")
    return "".join(lines)


class _Aligner(Program):
    sequences: ClassVar[Mapping[Size, tuple[int, int]]]

    def prepare(self, inputs: Path, size: Size) -> None:
        fasta = inputs / f"{size}.fasta"
        if not fasta.exists():
            fasta.write_text(proteins(*self.sequences[size]))

    def answer(self, finished: Finished) -> Answer:
        aligned = (finished.folder / ALIGNED).read_text()
        return {"sequences": aligned.count(">"), "aligned": hashlib.sha256(aligned.encode()).hexdigest()}


class Kalign(_Aligner):
    """Its tasks make the guide tree and then the alignments along it, each waiting for its two children."""

    name = "kalign"
    summary = "alignment of 300 proteins"
    packages: ClassVar = ("kalign",)
    sequences: ClassVar = {Size.QUICK: (300, 200), Size.FULL: (2000, 400)}

    def command(self, inputs: Path, size: Size) -> list[str]:
        # /usr/bin/kalign is a script that chooses one of these by the processor. Its own default is 4 threads.
        run = 'exec /usr/lib/kalign/kalign-plain -n "$OMP_NUM_THREADS" -i "$1" -o "$2"'
        return ["/bin/sh", "-c", run, "kalign", str(inputs / f"{size}.fasta"), ALIGNED]

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib/kalign/kalign-plain")]


class ClustalOmega(_Aligner):
    name = "clustalo"
    summary = "alignment of 40 proteins"
    packages: ClassVar = ("clustalo",)
    core = False
    sequences: ClassVar = {Size.QUICK: (40, 150), Size.FULL: (200, 300)}

    def command(self, inputs: Path, size: Size) -> list[str]:
        return ["/usr/bin/clustalo", "-i", str(inputs / f"{size}.fasta"), "-o", ALIGNED]

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/clustalo")]


class Muscle(_Aligner):
    """Dynamic loops over pairs of sequences: their alignments, and then what other alignments say of each."""

    name = "muscle"
    summary = "alignment of 12 proteins"
    packages: ClassVar = ("muscle",)
    core = False
    sequences: ClassVar = {Size.QUICK: (12, 150), Size.FULL: (24, 200)}

    def command(self, inputs: Path, size: Size) -> list[str]:
        run = 'exec /usr/bin/muscle -align "$1" -output "$2" -threads "$OMP_NUM_THREADS"'
        return ["/bin/sh", "-c", run, "muscle", str(inputs / f"{size}.fasta"), ALIGNED]

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/muscle")]
