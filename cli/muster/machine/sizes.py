# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Team sizes as a person writes them."""

import re

# A word with more is a slip of the hand, and would fill the machine with threads: the largest machines have 2^13 CPUs
# (Linux, NR_CPUS of x86-64).
MOST_THREADS = 1 << 16
TOO_MANY = f"'{{}}' is more than {MOST_THREADS} threads, the most that a team may have here"


class SizeError(ValueError):
    """A word is no team size."""


def parse_sizes(request: str, cores: int) -> list[int]:
    """A comma-separated list of `4`, `cores`, `cores-1`, `cores+1`, `2x` (twice the cores). Zero falls out."""
    sizes: list[int] = []
    for word in request.replace(" ", "").split(","):
        if re.search(r"\d{10}", word):
            # Python reads no number of more than 4300 digits.
            raise SizeError(TOO_MANY.format(word))
        if re.fullmatch(r"\d+", word):
            size = int(word)
        elif re.fullmatch(r"cores([+-]\d+)?", word):
            size = cores + int(word.removeprefix("cores") or 0)
        elif re.fullmatch(r"\d+x", word):
            size = cores * int(word[:-1])
        else:
            raise SizeError(f"'{word}' is not a number of threads: use 4, cores, cores-1, cores+1 or 2x")
        if size > MOST_THREADS:
            raise SizeError(TOO_MANY.format(word))
        if size > 0 and size not in sizes:
            sizes.append(size)
    if not sizes:
        raise SizeError(f"'{request}' leaves no team of at least one thread")
    return sizes
