# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains two models of boosted trees in two threads at once and prints what they are. Usage: ... quick|full."""

import hashlib
import json
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import xgboost as xgb

from provider import provider

SAMPLES = {"quick": 5_000, "full": 100_000}
ROUNDS = 10


def fit(samples: "np.ndarray[tuple[int, int], np.dtype[np.float32]]", column: int) -> str:
    """The trees of a model that tells whether a column and the next have one sign, as a checksum."""
    data = xgb.DMatrix(samples, label=(samples[:, column] * samples[:, column + 1] > 0).astype(int))
    settings = {"max_depth": 4, "tree_method": "hist", "objective": "binary:logistic"}
    model = xgb.train(settings, data, ROUNDS)
    return hashlib.sha256("".join(model.get_dump(dump_format="json")).encode()).hexdigest()


def main() -> None:
    X = np.random.default_rng(1).normal(size=(SAMPLES[sys.argv[1]], 10)).astype(np.float32)
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda column: fit(X, column), (0, 2))
    print(json.dumps({"answer": {"first": first, "second": second}, "provider": provider()}))


main()
