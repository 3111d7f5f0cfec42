# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bar charts as SVG, on a logarithmic axis, for pages that need no script and no network."""

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

LABEL_WIDTH = 260
CHART_WIDTH = 620
TEXT_WIDTH = 260
BAR_HEIGHT = 14
GROUP_GAP = 10

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; }
.key span { display: inline-block; width: 0.9em; height: 0.9em; margin: 0 0.3em 0 1em; vertical-align: -0.1em; }
"""


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


def _bar(bar: ChartBar, top: float, scale: tuple[float, float]) -> str:
    text = html.escape(bar.text)
    if bar.us <= 0:
        return f'<text x="{LABEL_WIDTH + 4}" y="{top + 11}">{text}</text>'
    low, high = scale
    width = CHART_WIDTH * (math.log10(max(bar.us, 10.0**low)) - low) / (high - low)
    return (
        f'<rect x="{LABEL_WIDTH}" y="{top}" width="{max(width, 1):.1f}" height="{BAR_HEIGHT - 2}" fill="{bar.colour}"/>'
        f'<text x="{LABEL_WIDTH + width + 4:.1f}" y="{top + 10}">{text}</text>'
    )


def _grid(scale: tuple[float, float], height: float) -> str:
    low, high = int(scale[0]), int(scale[1])
    lines = []
    for decade in range(low, high + 1):
        x = LABEL_WIDTH + CHART_WIDTH * (decade - low) / (high - low)
        lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="16" y2="{height}" stroke="#ddd"/>')
        lines.append(f'<text x="{x:.1f}" y="11" text-anchor="middle">{10.0**decade:g} us</text>')
    return "".join(lines)


def chart(bars: Sequence[ChartBar]) -> str:
    """One SVG with the bars of each group together."""
    scale = _scale(bars)
    body = []
    top = 22.0
    for group in dict.fromkeys(bar.group for bar in bars):
        body.append(f'<text x="{LABEL_WIDTH - 8}" y="{top + 11}" text-anchor="end">{html.escape(group)}</text>')
        for bar in bars:
            if bar.group == group:
                body.append(_bar(bar, top, scale))
                top += BAR_HEIGHT
        top += GROUP_GAP
    width = LABEL_WIDTH + CHART_WIDTH + TEXT_WIDTH
    return f'<svg viewBox="0 0 {width} {top}" role="img">{_grid(scale, top)}{"".join(body)}</svg>'


def document(title: str, introduction: str, body: str) -> str:
    """A whole page. `introduction` and `body` are HTML."""
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><h1>{html.escape(title)}</h1>{introduction}{body}</body></html>\n"
    )


def key(colours: dict[str, str]) -> str:
    """What each colour stands for."""
    parts = (f'<span style="background:{colour}"></span>{html.escape(name)}' for name, colour in colours.items())
    return f'<p class="key">{"".join(parts)}</p>'
