# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether runs gave the same answer: their output, without what is known to differ, numbers within a tolerance."""

import math
import re
from collections.abc import Sequence

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def reduced(output: str, ignored: Sequence[str]) -> str:
    """The output without the parts that match."""
    for pattern in ignored:
        output = re.sub(pattern, "", output)
    return output


def same(one: str, other: str, tolerance: float) -> bool:
    """Equal but for numbers, which may differ by `tolerance` of the greater one."""
    if one == other:
        return True
    if tolerance == 0.0 or NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=tolerance) for a, b in pairs)


def first_difference(one: str, other: str) -> tuple[str, str]:
    """The first lines that are not equal."""
    ones, others = one.splitlines(), other.splitlines()
    for index in range(max(len(ones), len(others))):
        pair = tuple(lines[index] if index < len(lines) else "(no more)" for lines in (ones, others))
        if pair[0] != pair[1]:
            return pair[0], pair[1]
    return "", ""
