# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""xtb: a molecule's energy by tight binding, in Fortran, on top of OpenBLAS; runtime-scheduled loops, atomics."""

from pathlib import Path
from typing import ClassVar

from runner import install, paths
from runner.answers import Answer, Tolerance
from runner.execute import Finished
from runner.program import Program, Size, find

TASKS = {Size.QUICK: "--hess", Size.FULL: "--ohess"}


class Xtb(Program):
    """Energies of caffeine, and of its vibrations: these come from some 150 calculations of the energy."""

    name = "xtb"
    summary = "energy and vibrations of caffeine"
    packages: ClassVar = ("xtb", "libopenblas0-openmp")
    # Sums of different order end the self-consistent iterations at slightly different points: with 1 and 2 threads of
    # libgomp the energy differs by 2e-10 Eh, the gap by 8e-6 eV, the free energy by 3e-11 Eh after --ohess.
    tolerances: ClassVar = {
        "energy_eh": Tolerance(absolute=1e-7),
        "gap_ev": Tolerance(absolute=1e-3),
        "free_energy_eh": Tolerance(absolute=1e-5),
    }

    def command(self, inputs: Path, size: Size) -> list[str]:
        return ["/usr/bin/xtb", str(paths.WORKLOADS / "caffeine.xyz"), "--gfn", "2", TASKS[size]]

    def answer(self, finished: Finished) -> Answer:
        return {
            "energy_eh": float(find(r"TOTAL ENERGY\s+(-?[\d.]+) Eh", finished.stdout)),
            "gap_ev": float(find(r"HOMO-LUMO GAP\s+(-?[\d.]+) eV", finished.stdout)),
            "free_energy_eh": float(find(r"TOTAL FREE ENERGY\s+(-?[\d.]+) Eh", finished.stdout)),
            "end": find(r"^(normal termination of xtb)", finished.stderr),
        }

    def objects(self, inputs: Path) -> list[Path]:
        return [
            Path("/usr/bin/xtb"),
            Path("/usr/lib") / install.multiarch() / "openblas-openmp" / "libopenblas.so.0",
        ]
