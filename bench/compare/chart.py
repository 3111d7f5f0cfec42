# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bar charts as SVG, on a logarithmic axis, for pages that need no script and no network."""

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

from muster.pages.style import STYLE as PAGE_STYLE

CHART_WIDTH = 460
BAR_HEIGHT = 16
GROUP_GAP = 10
# In the fonts that `system-ui` is, a letter of this size is narrower; tests/pages looks for texts that are cut.
FONT_SIZE = 13
LETTER_WIDTH = 8

STYLE = (
    PAGE_STYLE
    + f"svg text {{ font: {FONT_SIZE}px system-ui, sans-serif; }} svg text:not([fill]) {{ fill: currentColor; }} "
    ".key span { display: inline-block; width: 0.9em; height: 0.9em; margin: 0 0.3em 0 1em; vertical-align: -0.1em; }"
)


@dataclass(frozen=True)
class ChartBar:
    """One bar: the group it stands in, its length in microseconds, and what is written beside it. No bar for `us` 0."""

    group: str
    us: float
    text: str
    colour: str


def _scale(bars: Sequence[ChartBar]) -> tuple[float, float]:
    """Decades around all times. The axis is logarithmic: times differ by thousands where somebody falls off a cliff."""
    times = [bar.us for bar in bars if bar.us > 0]
    low = math.floor(math.log10(min(times, default=1.0)))
    high = math.ceil(math.log10(max(times, default=10.0)))
    return float(low), float(max(high, low + 1))


def _length(us: float, scale: tuple[float, float]) -> float:
    low, high = scale
    return CHART_WIDTH * (math.log10(max(us, 10.0**low)) - low) / (high - low) if us > 0 else 0.0


def _bar(bar: ChartBar, left: float, top: float, scale: tuple[float, float]) -> str:
    length = _length(bar.us, scale)
    words = f'<text x="{left + length + 4:.1f}" y="{top + 11}">{html.escape(bar.text)}</text>'
    if bar.us <= 0:
        return words
    size = f'width="{max(length, 1):.1f}" height="{BAR_HEIGHT - 2}"'
    return f'<rect x="{left}" y="{top}" {size} fill="{bar.colour}"/>{words}'


def _grid(left: float, scale: tuple[float, float], height: float) -> str:
    low, high = int(scale[0]), int(scale[1])
    lines = []
    for decade in range(low, high + 1):
        x = left + CHART_WIDTH * (decade - low) / (high - low)
        lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="18" y2="{height}" stroke="var(--grid)"/>')
        lines.append(f'<text x="{x:.1f}" y="12" text-anchor="middle">{10.0**decade:g} us</text>')
    return "".join(lines)


def chart(bars: Sequence[ChartBar]) -> str:
    """One SVG with the bars of each group together, as wide as its texts want."""
    scale = _scale(bars)
    left = 8.0 + LETTER_WIDTH * max((len(bar.group) for bar in bars), default=0)
    body = []
    top = 24.0
    for group in dict.fromkeys(bar.group for bar in bars):
        body.append(f'<text x="{left - 8}" y="{top + 12}" text-anchor="end">{html.escape(group)}</text>')
        for bar in bars:
            if bar.group == group:
                body.append(_bar(bar, left, top, scale))
                top += BAR_HEIGHT
        top += GROUP_GAP
    ends = [_length(bar.us, scale) + 4 + LETTER_WIDTH * len(bar.text) for bar in bars]
    width = left + max([CHART_WIDTH + 40.0, *ends])
    return f'<svg viewBox="0 0 {width:.0f} {top}" role="img">{_grid(left, scale, top)}{"".join(body)}</svg>'


def document(title: str, introduction: str, body: str) -> str:
    """A whole page. `introduction` and `body` are HTML."""
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><h1>{html.escape(title)}</h1>{introduction}{body}</body></html>\n"
    )


def key(colours: dict[str, str]) -> str:
    """What each colour stands for."""
    parts = (f'<span style="background:{colour}"></span>{html.escape(name)}' for name, colour in colours.items())
    return f'<p class="key">{"".join(parts)}</p>'
