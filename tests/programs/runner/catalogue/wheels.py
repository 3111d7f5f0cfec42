# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyPI wheels: lightgbm, linked with the system's libgomp, and scikit-learn, which carries its own copy."""

import json
import re
from pathlib import Path
from typing import ClassVar

from runner import paths
from runner.answers import Answer, Tolerance, Value
from runner.execute import Finished
from runner.program import Program, Size
from runner.runtimes import Way


class Fit(Program):
    """A script that fits models and prints one line of JSON: its answer, and who would serve GOMP_parallel."""

    script: ClassVar[str]
    needs_wheels = True
    names_its_provider = True
    # The BLAS inside the wheels has threads of its own, which are not OpenMP's.
    variables: ClassVar = {"OPENBLAS_NUM_THREADS": "1"}

    def command(self, inputs: Path, size: Size) -> list[str]:
        return [str(paths.WHEELS_PYTHON), str(paths.WORKLOADS / self.script), str(size)]

    def answer(self, finished: Finished) -> Answer:
        found: dict[str, Value] = json.loads(finished.stdout)["answer"]
        return found

    def served_by(self, finished: Finished) -> Path | None:
        provider: str | None = json.loads(finished.stdout)["provider"]
        return Path(provider).resolve() if provider is not None else None


class LightGbm(Fit):
    """Trees of gradient boosting. With `deterministic` the model is the same for any number of threads."""

    name = "lightgbm"
    summary = "40 boosted trees on 10,000 samples"
    script = "lightgbm_fit.py"

    def users(self, way: Way) -> re.Pattern[str]:
        # LightGBM imports scikit-learn, whose own copy of libgomp only LD_PRELOAD can win over.
        return re.compile(r"lib_lightgbm\.so" if way is Way.PATH else "")

    def objects(self, inputs: Path) -> list[Path]:
        return sorted(paths.WHEELS.glob("lib/python3*/site-packages/lightgbm/lib/lib_lightgbm.so"))


class ScikitLearn(Fit):
    """KMeans, gradient boosting by histograms, nearest neighbours."""

    name = "scikit-learn"
    summary = "KMeans, HistGradientBoosting, NearestNeighbors"
    script = "sklearn_fit.py"
    ways: ClassVar = (Way.PRELOAD,)
    # Each thread of KMeans adds its partial sums when it arrives, so the last digits depend on the order.
    tolerances: ClassVar = {
        "kmeans_inertia": Tolerance(relative=1e-9),
        "boosting_log_loss": Tolerance(relative=1e-9),
        "neighbour_distance": Tolerance(relative=1e-9),
    }

    def objects(self, inputs: Path) -> list[Path]:
        modules = sorted(paths.WHEELS.glob("lib/python3*/site-packages/sklearn/**/*.so"))
        return [module for module in modules if b"GOMP_" in module.read_bytes()]
