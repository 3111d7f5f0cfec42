# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program answered, as named values, and how two answers are compared."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

Value = str | int | float
Answer = Mapping[str, Value]


@dataclass(frozen=True)
class Tolerance:
    """How far a number may be from the reference: `relative` to the larger of the two, or `absolute`."""

    relative: float = 0.0
    absolute: float = 0.0

    def accepts(self, reference: float, found: float) -> bool:
        return math.isclose(reference, found, rel_tol=self.relative, abs_tol=self.absolute)


def differences(reference: Answer, found: Answer, tolerances: Mapping[str, Tolerance]) -> list[str]:
    """Say, one line a value, where `found` is not what `reference` has.

    A value without a tolerance must be equal. A value that only one of the two has is a difference, and so is an
    empty reference: it would accept anything.
    """
    if not reference:
        return ["the reference is empty, so there is nothing to compare with"]
    lines = []
    for name in sorted(reference.keys() | found.keys()):
        if name not in found:
            lines.append(f"{name} is missing, expected {reference[name]}")
        elif name not in reference:
            lines.append(f"{name} = {found[name]}, which the reference does not have")
        elif not _equal(reference[name], found[name], tolerances.get(name)):
            lines.append(f"{name} = {found[name]}, expected {reference[name]}")
    return lines


def _equal(reference: Value, found: Value, tolerance: Tolerance | None) -> bool:
    if tolerance is not None and not isinstance(reference, str) and not isinstance(found, str):
        return tolerance.accepts(reference, found)
    return reference == found
