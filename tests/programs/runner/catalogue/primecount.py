# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""primecount: counts primes; dynamic loops, locks and barriers in many short regions."""

from pathlib import Path
from typing import ClassVar

from runner import install
from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size, find

# The number of primes up to 10^15 and 10^17, from OEIS A006880.
PRIMES_BELOW = {"1e15": 29844570422669, "1e17": 2623557157654233}
LIMITS = {Size.QUICK: "1e15", Size.FULL: "1e17"}


class Primecount(Program):
    name = "primecount"
    summary = "primes up to 1e15"
    packages: ClassVar = ("primecount",)

    def command(self, inputs: Path, size: Size) -> list[str]:
        return ["/usr/bin/primecount", LIMITS[size]]

    def answer(self, finished: Finished) -> Answer:
        return {"primes": int(find(r"^(\d+)$", finished.stdout))}

    def known_answer(self, size: Size) -> Answer:
        return {"primes": PRIMES_BELOW[LIMITS[size]]}

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib") / install.multiarch() / "libprimecount.so.7"]
