# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops, tasks, barriers and criticals that PyOMP compiles with LLVM. Usage: pyomp_tasks.py quick|full."""

import json
import sys

import numpy as np
from numba.openmp import njit
from numba.openmp import openmp_context as openmp

from provider import provider

NUMBER = {"quick": 18, "full": 26}
STEPS = {"quick": 1_000_000, "full": 100_000_000}


@njit
def pi(steps: int) -> float:
    step = 1.0 / steps
    total = 0.0
    with openmp("parallel for reduction(+:total)"):
        for i in range(steps):
            x = (i + 0.5) * step
            total += 4.0 / (1.0 + x * x)
    return step * total


@njit
def fibonacci(n: int) -> int:
    x = 0
    y = 0
    if n <= 1:
        return n
    with openmp("task shared(x) firstprivate(n)"):
        x = fibonacci(n - 1)
    with openmp("task shared(y) firstprivate(n)"):
        y = fibonacci(n - 2)
    with openmp("taskwait"):
        pass
    return x + y


@njit
def fibonacci_in_team(n: int) -> int:
    found = 0
    with openmp("parallel shared(found)"):
        with openmp("single"):
            found = fibonacci(n)
    return found


@njit
def in_turn(rounds: int) -> int:
    """Threads count under a critical section, and wait for each other in between."""
    count = 0
    with openmp("parallel shared(count)"):
        for _ in range(rounds):
            with openmp("critical"):
                count += 1
            with openmp("barrier"):
                pass
    return count


@njit
def two_loops(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]", rounds: int) -> int:
    """The second loop reads what other threads wrote in the first."""
    half = len(numbers) // 2
    with openmp("parallel shared(numbers)"):
        for _ in range(rounds):
            with openmp("for schedule(static)"):
                for i in range(half):
                    numbers[i] = numbers[half + i] + i
            with openmp("for schedule(static)"):
                for j in range(half):
                    numbers[half + j] = numbers[half - 1 - j] % 1000003
    return numbers.sum()


def main() -> None:
    size = sys.argv[1]
    answer = {
        "pi": float(pi(STEPS[size])),
        "fibonacci": int(fibonacci_in_team(NUMBER[size])),
        "in_turn": int(in_turn(200)),
        "two_loops": int(two_loops(np.zeros(5000, np.int64), 200)),
    }
    print(json.dumps({"answer": answer, "provider": provider("__kmpc_fork_call")}))


main()
