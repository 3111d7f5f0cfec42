# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""iqtree2, cd-hit and fastANI: a tree by maximum likelihood, clusters of proteins, distances of genomes.

Each takes one thread unless its own option says how many.
"""

import hashlib
import random
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer, Tolerance
from runner.catalogue.fasttree import alignment
from runner.catalogue.sequences import AMINO_ACIDS
from runner.execute import Finished
from runner.program import Program, Size, find

LETTERS = "ACGT"


def families(number: int, members: int, length: int) -> str:
    """FASTA proteins: `members` for each of `number` random parents, each changed in 8 of 100 places."""
    chance = random.Random(11)
    parents = ["".join(chance.choice(AMINO_ACIDS) for _ in range(length)) for _ in range(number)]
    lines = []
    for name in range(number * members):
        lines.append(f">p{name}\n{_changed(parents[name % number], AMINO_ACIDS, 0.08, chance)}\n")
    return "".join(lines)


def genomes(number: int, length: int) -> list[str]:
    """FASTA genomes, each a further 2 of 100 places away from a common parent."""
    chance = random.Random(12)
    parent = "".join(chance.choice(LETTERS) for _ in range(length))
    return [f">g{name}\n{_changed(parent, LETTERS, 0.02 * (name + 1), chance)}\n" for name in range(number)]


def _changed(sequence: str, letters: str, rate: float, chance: random.Random) -> str:
    return "".join(chance.choice(letters) if chance.random() < rate else letter for letter in sequence)


class IqTree(Program):
    """A hundred thousand regions of microseconds: one for each likelihood of a branch."""

    name = "iqtree"
    summary = "tree of 24 DNA sequences by maximum likelihood"
    packages: ClassVar = ("iqtree",)
    core = False
    sequences: ClassVar = {Size.QUICK: (24, 1000), Size.FULL: (48, 3000)}
    # The sums of threads come in an order of their own; the file has four digits after the point.
    tolerances: ClassVar = {"log_likelihood": Tolerance(absolute=1e-2), "length": Tolerance(absolute=1e-3)}

    def prepare(self, inputs: Path, size: Size) -> None:
        fasta = inputs / f"{size}.fasta"
        if not fasta.exists():
            fasta.write_text(alignment(*self.sequences[size]))

    def command(self, inputs: Path, size: Size) -> list[str]:
        options = "-m GTR+G --seed 1 --quiet -n 2 -pre tree"
        run = f'exec /usr/bin/iqtree2 -s "$1" -T "$OMP_NUM_THREADS" {options}'
        return ["/bin/sh", "-c", run, "iqtree", str(inputs / f"{size}.fasta")]

    def answer(self, finished: Finished) -> Answer:
        report = (finished.folder / "tree.iqtree").read_text()
        return {
            "log_likelihood": float(find(r"^Log-likelihood of the tree: (-[\d.]+)", report)),
            "length": float(find(r"^Total tree length \(sum of branch lengths\): ([\d.]+)", report)),
        }

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/iqtree2")]


class CdHit(Program):
    """Dynamic loops over sequences that are compared with those that came before."""

    name = "cd-hit"
    summary = "clusters of 6,000 proteins"
    packages: ClassVar = ("cd-hit",)
    core = False
    proteins: ClassVar = {Size.QUICK: (300, 20, 300), Size.FULL: (1500, 30, 350)}

    def prepare(self, inputs: Path, size: Size) -> None:
        fasta = inputs / f"{size}.fasta"
        if not fasta.exists():
            fasta.write_text(families(*self.proteins[size]))

    def command(self, inputs: Path, size: Size) -> list[str]:
        run = 'exec /usr/bin/cd-hit -i "$1" -o clusters -T "$OMP_NUM_THREADS" -M 500 -c 0.8 -n 5'
        return ["/bin/sh", "-c", run, "cd-hit", str(inputs / f"{size}.fasta")]

    def answer(self, finished: Finished) -> Answer:
        clusters = (finished.folder / "clusters.clstr").read_text()
        return {
            "clusters": clusters.count(">Cluster"),
            "checksum": hashlib.sha256(clusters.encode()).hexdigest(),
        }

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/cd-hit")]


class FastAni(Program):
    """One region, in which each thread compares its share of the genomes with all."""

    name = "fastani"
    summary = "distances of 6 genomes from each other"
    packages: ClassVar = ("fastani",)
    core = False
    genomes: ClassVar = {Size.QUICK: (6, 300_000), Size.FULL: (16, 1_000_000)}

    def prepare(self, inputs: Path, size: Size) -> None:
        listed = inputs / f"{size}.list"
        if listed.exists():
            return
        files = []
        for number, genome in enumerate(genomes(*self.genomes[size])):
            files.append(inputs / f"{size}-{number}.fasta")
            files[-1].write_text(genome)
        listed.write_text("".join(f"{file}\n" for file in files))

    def command(self, inputs: Path, size: Size) -> list[str]:
        run = 'exec /usr/bin/fastANI --ql "$1" --rl "$1" -t "$OMP_NUM_THREADS" -o distances'
        return ["/bin/sh", "-c", run, "fastani", str(inputs / f"{size}.list")]

    def answer(self, finished: Finished) -> Answer:
        # By thread, so the order of the lines depends on how many there are; the names have the folder of the inputs.
        lines = (finished.folder / "distances").read_text().splitlines()
        pairs = sorted(tuple(Path(field).name for field in line.split("\t")) for line in lines)
        return {"pairs": len(pairs), "checksum": hashlib.sha256(repr(pairs).encode()).hexdigest()}

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/fastANI")]
