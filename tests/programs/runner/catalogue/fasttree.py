# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fasttreeMP: the tree of a made-up family of DNA sequences; sections, dynamic loops, locks, critical."""

import hashlib
import random
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size, find

SEQUENCES = {Size.QUICK: 120, Size.FULL: 500}
LENGTH = 300
LETTERS = "ACGT"


def alignment(sequences: int, length: int) -> str:
    """A FASTA alignment of sequences that descend from one by random changes, the same at each call."""
    chance = random.Random(7)
    living = ["".join(chance.choice(LETTERS) for _ in range(length))]
    while len(living) < sequences:
        parent = living.pop(0)
        living += [_changed(parent, rate, chance) for rate in (0.05, 0.08)]
    return "".join(f">s{number}\n{letters}\n" for number, letters in enumerate(living))


def _changed(letters: str, rate: float, chance: random.Random) -> str:
    return "".join(chance.choice(LETTERS) if chance.random() < rate else letter for letter in letters)


class FastTree(Program):
    """The tree and its likelihood must be equal to the last digit.

    On libgomp 24 runs with 2, 4 and 7 threads gave one tree for the input of `full`, and so did one thread.
    """

    name = "fasttree"
    summary = "tree of 120 DNA sequences with fasttreeMP"
    packages: ClassVar = ("fasttree",)

    def prepare(self, inputs: Path, size: Size) -> None:
        fasta = inputs / f"{size}.fasta"
        if not fasta.exists():
            fasta.write_text(alignment(SEQUENCES[size], LENGTH))

    def command(self, inputs: Path, size: Size) -> list[str]:
        return ["/usr/bin/fasttreeMP", "-nt", "-gtr", "-gamma", "-log", "log", str(inputs / f"{size}.fasta")]

    def answer(self, finished: Finished) -> Answer:
        tree = finished.stdout.strip()
        if not tree.endswith(";"):
            raise ValueError("the output is not a Newick tree")
        log = (finished.folder / "log").read_text()
        return {
            "tree": hashlib.sha256(tree.encode()).hexdigest(),
            "leaves": tree.count("s"),
            "log_likelihood": find(r"^Gamma20LogLk\t(\S+)", log),
        }

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/fasttreeMP")]
