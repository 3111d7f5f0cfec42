# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the options of a command set: variables of the runtime, and those that would win over them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

# Variables that decide how threads wait, and which of them wins is the runtime's affair: the option leaves one.
OF_WAITING = ("OMP_WAIT_POLICY", "OMP_WAIT_POLICY_ALL", "KMP_BLOCKTIME", "KMP_LIBRARY", "GOMP_SPINCOUNT")
TIME = re.compile(r"\d+(\.\d+)?(us|ms|s)")


class ChoiceError(Exception):
    """An option has a value that cannot be used."""


@dataclass(frozen=True)
class Choices:
    """The options, as they were given; None where one was not."""

    threads: int | None = None
    barrier: str | None = None
    wait: str | None = None

    def variables(self) -> dict[str, str]:
        """What they set. ChoiceError where a value cannot be used."""
        found: dict[str, str] = {}
        if self.threads is not None:
            found["OMP_NUM_THREADS"] = str(self.threads)
        if self.barrier is not None:
            found["MUSTER_BARRIER"] = self.barrier
        if self.wait is not None:
            found |= _waiting(self.wait)
        return found

    def applied(self, environment: Mapping[str, str]) -> dict[str, str]:
        """The environment with what the options set, without what would win over it."""
        beaten = OF_WAITING if self.wait is not None else ()
        return {name: value for name, value in environment.items() if name not in beaten} | self.variables()


def _waiting(wait: str) -> dict[str, str]:
    if wait.lower() in ("active", "passive"):
        return {"OMP_WAIT_POLICY": wait.lower()}
    if wait.lower() == "infinite" or TIME.fullmatch(wait):
        return {"KMP_BLOCKTIME": wait.lower()}
    raise ChoiceError(f"--wait {wait}: say active, passive, infinite or a time such as 500us, 10ms or 1s")
