# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The axes of plots whose bars are stacked of shares of a whole."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from muster.pages.drawing import GRID


def lay_out_shares(axes: Axes, labels: Sequence[str]) -> None:
    """Bars of 0 to 100 % without a frame, the first label on top. Called when the bars are drawn."""
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.axvline(0, color=GRID, linewidth=1)
