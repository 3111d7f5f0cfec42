# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Searches for neighbours, forks, searches in the children and again in the parent. Usage: ... quick|full [alone].

The vectors are small whole numbers, so the distances are exact. With `alone` nothing is forked, and the answers are
the same.
"""

import json
import multiprocessing
import sys

import faiss
import numpy as np

from provider import provider

VECTORS = {"quick": 4_000, "full": 60_000}
PARTS = range(4)
# A child that does not come back is a failure, not a wait without end.
PATIENCE_S = 20


def search(seed: int, vectors: int) -> dict[str, float]:
    """Train an inverted index by k-means in each call, and add up what it finds."""
    chance = np.random.default_rng(seed)
    X = chance.integers(0, 16, size=(vectors, 16)).astype(np.float32)
    index = faiss.IndexIVFFlat(faiss.IndexFlatL2(16), 16, 16)
    index.train(X)
    index.add(X)
    index.nprobe = 4
    distances, indices = index.search(X[:500], 5)
    return {"distances": float(distances.sum()), "found": float(indices.sum())}


def main() -> None:
    vectors = VECTORS[sys.argv[1]]
    answer = {"before": search(100, vectors)}
    if "alone" in sys.argv:
        parts = [search(part, vectors) for part in PARTS]
    else:
        with multiprocessing.get_context("fork").Pool(2) as pool:
            parts = pool.starmap_async(search, [(part, vectors) for part in PARTS]).get(PATIENCE_S)
    answer |= {f"part {part}": found for part, found in zip(PARTS, parts, strict=True)}
    answer["after"] = search(101, vectors)
    flat = {f"{when} {what}": number for when, found in answer.items() for what, number in found.items()}
    print(json.dumps({"answer": flat, "provider": provider()}))


main()
