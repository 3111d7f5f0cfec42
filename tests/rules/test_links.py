# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links and paths of documents lead somewhere: to a file or folder of the tree, and to a heading of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
QUOTED = re.compile(r"`([^`\n]+)`")
# From the top of the tree; with a word in capitals it stands for many.
PATH = re.compile(r"(?:bench|cli|cmake|conformance|docs|include|packaging|scripts|simulate|src|tests|verify)/[\w./-]*")
# Folders that are made, not written.
MADE = {"build", "node_modules", "__pycache__"}


def anchor_of(heading: str) -> str:
    """The word by which a page's heading is linked to, as GitHub makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def pages(root: Path) -> Iterator[Path]:
    for path in sorted(root.rglob("*.md")):
        parts = path.relative_to(root).parts
        if not MADE.intersection(parts) and not any(part.startswith(".") for part in parts):
            yield path


def broken_links(root: Path) -> list[str]:
    found = []
    for page in pages(root):
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            if "://" in link or link.startswith("mailto:"):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists():
                found.append(f"{page.relative_to(root)}: {link}: no such file")
            elif anchor and anchor not in map(anchor_of, HEADING.findall(target.read_text(encoding="utf-8"))):
                found.append(f"{page.relative_to(root)}: {link}: no such heading")
    return found


def missing_paths(root: Path) -> list[str]:
    return [
        f"{page.relative_to(root)}: {word}"
        for page in pages(root)
        for quoted in QUOTED.findall(page.read_text(encoding="utf-8"))
        for word in quoted.split()
        if PATH.fullmatch(word) and not re.search(r"\bNAME\b|_NAME\b", word)
        if not (root / word).exists() and not (page.parent / word).exists()
    ]


def test_every_link_leads_somewhere() -> None:
    assert broken_links(ROOT) == []


def test_every_path_is_there() -> None:
    assert missing_paths(ROOT) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a](other.md) [b](other.md#a-new-row) [c](#here)\n\n## Here\n", []),
        ("[a](https://example.org/none)", []),
        ("[a](none.md)", ["page.md: none.md: no such file"]),
        ("[a](other.md#old)", ["page.md: other.md#old: no such heading"]),
    ],
)
def test_what_is_broken_is_found(tmp_path: Path, text: str, said: list[str]) -> None:
    (tmp_path / "other.md").write_text("# Other\n\n## A new `row`\n", encoding="utf-8")
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert broken_links(tmp_path) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("`tests/there.c thread` and `tests/`, `tests/NAME.c`, `other/none.c`", []),
        ("`tests/gone.c`", ["page.md: tests/gone.c"]),
    ],
)
def test_a_path_that_is_gone_is_found(tmp_path: Path, text: str, said: list[str]) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "there.c").touch()
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert missing_paths(tmp_path) == said
