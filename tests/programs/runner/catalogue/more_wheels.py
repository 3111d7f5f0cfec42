# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""More PyPI wheels: user threads, fork, compiled at run time, and one that calls LLVM's runtime."""

import re
from pathlib import Path
from typing import ClassVar

from runner import paths
from runner.answers import Tolerance
from runner.catalogue.wheels import Fit
from runner.program import Size
from runner.runtimes import Way

PACKAGES = "lib/python3*/site-packages"


class XgBoost(Fit):
    """The histograms of each node are summed up in an order of its own, so the trees are equal to the last digit."""

    name = "xgboost"
    summary = "two models of boosted trees in two threads at once"
    script = "xgboost_fit.py"
    ways: ClassVar = (Way.PRELOAD,)

    def objects(self, inputs: Path) -> list[Path]:
        return sorted(paths.WHEELS.glob(f"{PACKAGES}/xgboost/lib/libxgboost.so"))


class Faiss(Fit):
    """On libgomp a child that forks a team hangs (GCC bug 60035), so the reference does without children."""

    name = "faiss"
    summary = "k-means and search, also in forked children"
    script = "faiss_fork.py"
    ways: ClassVar = (Way.PRELOAD,)

    def reference_command(self, inputs: Path, size: Size) -> list[str]:
        return [*self.command(inputs, size), "alone"]

    def objects(self, inputs: Path) -> list[Path]:
        return sorted(paths.WHEELS.glob(f"{PACKAGES}/faiss/libfaiss.so"))


class PySCF(Fit):
    name = "pyscf"
    summary = "the energy of water by three methods"
    script = "pyscf_energy.py"
    ways: ClassVar = (Way.PRELOAD,)
    core = False
    needs_more_wheels = True
    # Sums of different order end the iterations at slightly different points: PySCF stops them at 1e-9 Eh.
    tolerances: ClassVar = {
        "hartree_fock_eh": Tolerance(absolute=1e-8),
        "moller_plesset_eh": Tolerance(absolute=1e-7),
        "b3lyp_eh": Tolerance(absolute=1e-7),
    }

    def objects(self, inputs: Path) -> list[Path]:
        libraries = sorted(paths.WHEELS.glob(f"{PACKAGES}/pyscf/lib/lib*.so"))
        return [library for library in libraries if b"GOMP_parallel" in library.read_bytes()]


class Numba(Fit):
    """Its layer is linked with the system's libgomp."""

    name = "numba"
    summary = "compiled loops, from three threads at once"
    script = "numba_threads.py"
    core = False
    needs_more_wheels = True
    variables: ClassVar = {"NUMBA_THREADING_LAYER": "omp", "OPENBLAS_NUM_THREADS": "1"}

    def command(self, inputs: Path, size: Size) -> list[str]:
        # Its own default is the number of processors, and not to exceed that.
        run = 'NUMBA_NUM_THREADS="$OMP_NUM_THREADS" exec "$@"'
        return ["/bin/sh", "-c", run, "numba", *super().command(inputs, size)]

    def users(self, way: Way) -> re.Pattern[str]:
        return re.compile(r"omppool")

    def objects(self, inputs: Path) -> list[Path]:
        return sorted(paths.WHEELS.glob(f"{PACKAGES}/numba/np/ufunc/omppool*.so"))


class PyOmp(Fit):
    """Clang's interface, from LLVM 22: its own runtime is a libomp, which it loads by a path of its own."""

    name = "pyomp"
    summary = "loops, tasks and barriers compiled by PyOMP"
    script = "pyomp_tasks.py"
    ways: ClassVar = (Way.PRELOAD,)
    core = False
    needs_more_wheels = True
    entry = "__kmpc_fork_call"
    own = "libomp"
    own_files: ClassVar = re.compile(r"libomp\.so")
    # The partial sums of threads come in any order.
    tolerances: ClassVar = {"pi": Tolerance(relative=1e-12)}

    def users(self, way: Way) -> re.Pattern[str]:
        # Compiled code looks its functions up among all of the process, which the loader shows as the program's.
        return re.compile(r"python[0-9.]*$")

    def objects(self, inputs: Path) -> list[Path]:
        return sorted(paths.WHEELS.glob(f"{PACKAGES}/numba/openmp/libs/openmp/lib/libpyomp_loader.so"))
