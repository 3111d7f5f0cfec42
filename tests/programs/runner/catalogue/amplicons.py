# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sumaclust: clusters of amplicons, by a loop whose iterations must rise in each thread."""

import hashlib
import random
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer
from runner.catalogue.genomes import LETTERS
from runner.execute import Finished
from runner.program import Program, Size


def amplicons(number: int, parents: int, length: int) -> str:
    """FASTA sequences, each 2 of 100 letters away from one of `parents` random ones; the first are seen most often."""
    chance = random.Random(13)
    originals = ["".join(chance.choice(LETTERS) for _ in range(length)) for _ in range(parents)]
    lines = []
    for name in range(number):
        changed = "".join(
            chance.choice(LETTERS) if chance.random() < 0.02 else letter  # noqa: PLR2004
            for letter in chance.choice(originals)
        )
        lines.append(f">s{name} count={max(1, 40 - name)};\n{changed}\n")
    return "".join(lines)


class Sumaclust(Program):
    """A dynamic loop in which each thread takes its first hit for its least one."""

    name = "sumaclust"
    summary = "clusters of 4,000 amplicons"
    packages: ClassVar = ("sumaclust",)
    core = False
    amplicons: ClassVar = {Size.QUICK: (4000, 200, 150), Size.FULL: (12_000, 400, 200)}

    def prepare(self, inputs: Path, size: Size) -> None:
        fasta = inputs / f"{size}.fasta"
        if not fasta.exists():
            fasta.write_text(amplicons(*self.amplicons[size]))

    def command(self, inputs: Path, size: Size) -> list[str]:
        run = 'exec /usr/bin/sumaclust -t 0.9 -p "$OMP_NUM_THREADS" "$1"'
        return ["/bin/sh", "-c", run, "sumaclust", str(inputs / f"{size}.fasta")]

    def answer(self, finished: Finished) -> Answer:
        return {
            "clusters": finished.stdout.count("cluster_center=True"),
            "checksum": hashlib.sha256(finished.stdout.encode()).hexdigest(),
        }

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/sumaclust")]
