# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The style sheet of every page, for light and dark screens."""

STYLE = """
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1b1f24; --grid: #d5d9de; --note: #fff4d6; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171b; --ink: #e4e7eb; --grid: #3a4149; --note: #3a3217; }
}
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       background: var(--ground); color: var(--ink); }
svg { width: 100%; height: auto; } figure { margin: 1rem 0; } figcaption { font-size: 0.9em; }
svg * { stroke-linejoin: round; stroke-linecap: butt; }
.note { background: var(--note); padding: 0.5rem 0.8rem; } code { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.9em; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15rem 0.7rem 0.15rem 0; text-align: right; border-bottom: 1px solid var(--grid); }
th:first-child, td:first-child, .text { text-align: left; } .best td { font-weight: bold; }
dt { font-weight: bold; } dd { margin: 0 0 0.3rem 1rem; }
"""
