# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a rule finds."""

from dataclasses import asdict, dataclass

# Gains of a smaller share of the wall time are not told: they are within what two runs differ by.
LEAST_GAIN = 0.05


@dataclass(frozen=True)
class Finding:
    """One loss. `gain_ns` is the wall time that it predicts to be saved.

    `cost_ns` the time of threads that is lost now.
    """

    rule: str
    title: str
    where: str
    why: str
    advice: str
    gain_ns: float = 0.0
    cost_ns: float = 0.0
    # What it is of POP's efficiencies, or empty.
    efficiency: str = ""

    def row(self, wall_ns: float) -> dict[str, object]:
        """The finding as the object that `--json` writes."""
        return {**asdict(self), "gain_share": self.gain_ns / wall_ns}
