# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ngspice: a ring of inverters; one short region for each iteration of Newton's method at each step in time."""

from pathlib import Path
from typing import ClassVar

from runner import paths
from runner.answers import Answer, Tolerance
from runner.execute import Finished
from runner.program import Program, Size, find

PERIODS_NS = {Size.QUICK: 5, Size.FULL: 100}


class Ngspice(Program):
    """Each transistor is computed by one thread and added up in order, so the numbers do not depend on the team."""

    name = "ngspice"
    summary = "a ring oscillator of BSIM4 transistors"
    packages: ClassVar = ("ngspice",)
    core = False
    tolerances: ClassVar = {"period_s": Tolerance(relative=1e-9), "high_v": Tolerance(relative=1e-9)}

    def prepare(self, inputs: Path, size: Size) -> None:
        netlist = (paths.WORKLOADS / "ring.cir").read_text()
        (inputs / f"{size}.cir").write_text(netlist.replace("@ns@", str(PERIODS_NS[size])))

    def command(self, inputs: Path, size: Size) -> list[str]:
        # Its own default is 2 threads, and it reads how many it may use from a file only.
        run = 'echo "set num_threads=$OMP_NUM_THREADS" > .spiceinit && exec /usr/bin/ngspice -b "$1"'
        return ["/bin/sh", "-c", run, "ngspice", str(inputs / f"{size}.cir")]

    def answer(self, finished: Finished) -> Answer:
        return {
            "rows": int(find(r"^No\. of Data Rows : (\d+)", finished.stdout)),
            "period_s": float(find(r"^period\s+=\s+(\S+)", finished.stdout)),
            "high_v": float(find(r"^high\s+=\s+(\S+)", finished.stdout)),
        }

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/bin/ngspice")]
