# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Three threads run parallel loops that numba has compiled, over its OpenMP layer. Usage: ... quick|full."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit, prange, threading_layer

from provider import provider

ROUNDS = {"quick": 100, "full": 3_000}


@njit(parallel=True)
def shuffle(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]", rounds: int) -> int:
    """Steps of a linear congruential generator over all numbers, and the sum after each."""
    total = 0
    for _ in range(rounds):
        for i in prange(numbers.shape[0]):
            numbers[i] = (numbers[i] * 1103515245 + 12345) % 2147483648
        total += numbers.sum()
    return total


def main() -> None:
    rounds = ROUNDS[sys.argv[1]]
    shuffle(np.arange(10), 1)
    with ThreadPoolExecutor(3) as threads:
        sums = list(threads.map(lambda start: int(shuffle(np.arange(10_000) + start, rounds)), range(3)))
    answer = {"sums": " ".join(map(str, sums)), "layer": threading_layer()}
    print(json.dumps({"answer": answer, "provider": provider()}))


main()
