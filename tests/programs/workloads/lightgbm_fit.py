# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits a LightGBM model to made-up samples and prints its checksum. Usage: lightgbm_fit.py quick|full."""

import hashlib
import json
import sys

import lightgbm
import numpy as np

from provider import provider

SAMPLES = {"quick": 10_000, "full": 200_000}
PARAMETERS = {
    "objective": "binary",
    "num_leaves": 63,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}


def main() -> None:
    random = np.random.default_rng(1)
    X = random.normal(size=(SAMPLES[sys.argv[1]], 20))
    y = (X[:, 0] * X[:, 1] + X[:, 2] > 0).astype(int)
    booster = lightgbm.train(PARAMETERS, lightgbm.Dataset(X, y), num_boost_round=40)
    model = booster.model_to_string()
    right = np.mean(np.rint(booster.predict(X)) == y)
    answer = {
        "model": hashlib.sha256(model.encode()).hexdigest(),
        "trees": booster.num_trees(),
        "accuracy": float(right),
    }
    print(json.dumps({"answer": answer, "provider": provider()}))


main()
