# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits three scikit-learn models to made-up samples and prints what they found. Usage: sklearn_fit.py quick|full."""

import hashlib
import json
import sys

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import log_loss
from sklearn.neighbors import NearestNeighbors

from provider import provider

SAMPLES = {"quick": 5_000, "full": 60_000}
NEIGHBOURS_OF = 2_000


def checksum(numbers: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> str:
    return hashlib.sha256(np.ascontiguousarray(numbers, dtype=np.int64).tobytes()).hexdigest()


def main() -> None:
    # Clusters far apart: rounding cannot move a sample from one to another.
    X, y = make_blobs(SAMPLES[sys.argv[1]], n_features=16, centers=12, cluster_std=1.5, random_state=3)
    kmeans = KMeans(n_clusters=12, n_init=3, random_state=3).fit(X)
    odd = (y % 2 + (X[:, 0] > 0)) % 2
    boosting = HistGradientBoostingClassifier(max_iter=20, random_state=3).fit(X, odd)
    neighbours = NearestNeighbors(n_neighbors=5, algorithm="brute").fit(X)
    distances, indices = neighbours.kneighbors(X[:NEIGHBOURS_OF])
    answer = {
        "kmeans_labels": checksum(kmeans.labels_),
        "kmeans_inertia": float(kmeans.inertia_),
        "boosting_classes": checksum(boosting.predict(X)),
        "boosting_log_loss": float(log_loss(odd, boosting.predict_proba(X))),
        "neighbour_indices": checksum(indices),
        "neighbour_distance": float(distances.sum()),
    }
    print(json.dumps({"answer": answer, "provider": provider()}))


main()
