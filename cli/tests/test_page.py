# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of `muster simulate --html`: whole, on its own, legible, and with the figures that were simulated."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from muster.pages.drawing import COLOURS, GRID, INK, settings
from muster.simulate.cost_plot import colours_of, draw_costs, labelled_sizes
from muster.simulate.page import Origin, page_of
from muster.simulate.parts_plot import PART_COLOURS, TEXT_ON_BARS, draw_parts
from muster.simulate.program import Row
from muster.simulate.series import groups_of
from muster.simulate.words import PARTS, format_time

SIZES = (2, 4, 8, 16, 32)
# As many as a page ever has: the registry's and those of the peers.
ALGORITHMS = [("muster", f"row{index}") for index in range(11)] + [
    ("libgomp", "row0"),
    *(("libomp", f"row{index}") for index in range(4)),
]
MACHINE = {"name": "m<1>", "title": 'Two & "more"', "topology": "2 package 16 core", "cpus": 32}
COMMAND = "muster simulate --machine 'm<1>' --threads 2,4"


def rows_of(sizes: tuple[int, ...] = SIZES, placements: tuple[str, ...] = ("close", "spread")) -> list[Row]:
    """Linear costs, of which each algorithm has its own multiple: the first is the cheapest."""
    rows = []
    for placement in placements:
        for construct in ("barrier", "region"):
            for index, (runtime, name) in enumerate(ALGORITHMS):
                for size in sizes:
                    ns = 100.0 * (index + 1) * size
                    shares = {part: ns / len(PARTS) for part in PARTS}
                    rows.append(
                        {
                            "construct": construct,
                            "placement": placement,
                            "runtime": runtime,
                            "row": name,
                            "threads": size,
                            "ns": ns,
                            "critical_path_ns": shares,
                        }
                    )
    return rows


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(rows_of(), Origin(COMMAND, MACHINE))


@pytest.fixture(scope="module")
def tree(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page)


def text_of(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def points_of(tree: ElementTree.Element, name: str) -> list[tuple[float, float]]:
    """Where the line of this id goes, in the figure's own units; y is downwards."""
    line = next(element for element in tree.iter("g") if element.get("id") == name)
    path = line.find("path")
    assert path is not None
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d", ""))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_it_says_what_was_run_on_what_and_that_it_is_simulated(tree: ElementTree.Element) -> None:
    text = text_of(tree)
    assert COMMAND in text
    assert 'm<1>: Two & "more"' in text
    assert "2 package 16 core, 32 CPUs" in text
    assert "All figures are simulated" in text


def test_it_needs_nothing_from_elsewhere(page: str, tree: ElementTree.Element) -> None:
    assert "http" not in page
    assert "@import" not in page
    assert not {element.tag for element in tree.iter()} & {"script", "link", "img", "iframe", "object", "image"}
    addresses = re.findall(r"url\(([^)]*)\)", page)
    addresses += [value for element in tree.iter() for key, value in element.items() if key in ("href", "src")]
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert addresses
    assert all(address.startswith("#") and address[1:] in ids for address in addresses)
    assert len(ids) == len(set(ids))


def test_each_construct_and_placement_has_its_plots(tree: ElementTree.Element) -> None:
    assert [text_of(heading) for heading in tree.iter("h2")][:4] == [
        "A barrier, threads placed close",
        "An empty region, threads placed close",
        "A barrier, threads placed spread",
        "An empty region, threads placed spread",
    ]
    labels = [svg.get("aria-label") for svg in tree.iter("svg")]
    assert len(labels) == len(set(labels)) == 8


def test_lines_go_through_the_costs(tree: ElementTree.Element) -> None:
    for number in range(4):
        first = points_of(tree, f"plot{number}-costs-line-row0")
        peer = points_of(tree, f"plot{number}-costs-line-row0-libgomp")
        assert len(first) == len(peer) == len(SIZES)
        # Sizes and costs double from each point to the next: on logarithmic axes the line is straight.
        for (x, y), (next_x, next_y) in pairwise(first):
            assert next_x - x == pytest.approx(first[1][0] - first[0][0], abs=0.01)
            assert next_y - y == pytest.approx(first[1][1] - first[0][1], abs=0.01)
            assert next_x > x and next_y < y
        # The peer is the 12th algorithm, so it costs twelve times as much at each size.
        doubling = first[0][1] - first[1][1]
        assert first[0][1] - peer[0][1] == pytest.approx(math.log2(12) * doubling, abs=0.01)


def test_every_algorithm_is_named_and_the_best_is_thick(tree: ElementTree.Element) -> None:
    svg = next(tree.iter("svg"))
    words = {text_of(element) for element in svg.iter("text")}
    assert {"row0, best", *(f"row{index}" for index in range(1, 11)), "row0 (libgomp)", "row3 (libomp)"} <= words
    widths = {
        str(group.get("id")): float(re.search(r"stroke-width: ([\d.]+)", path.get("style", ""))[1])  # type: ignore[index]
        for group in svg.iter("g")
        if "-line-" in str(group.get("id")) and (path := group.find("path")) is not None
    }
    assert len(widths) == len(ALGORITHMS)
    assert [name for name, width in widths.items() if width > 2] == ["plot0-costs-line-row0"]


def test_growth_is_told_for_each_algorithm(tree: ElementTree.Element) -> None:
    table = next(tree.iter("table"))
    rows = [[text_of(cell) for cell in row] for row in table.iter("tr")]
    assert rows[0][:3] == ["algorithm", "with 32 threads", "grows as"]
    assert len(rows) == 1 + len(ALGORITHMS)
    assert rows[1] == ["row0", "3.2 us", "n", "", "0 ns + 100 ns * n", "0%", "1.00"]
    assert rows[11][4] == "0 ns + 1.1 us * n"  # not 1.1e+03 ns


def test_too_few_sizes_are_called_so() -> None:
    text = page_of(rows_of((2, 4, 8)), Origin(COMMAND, MACHINE))
    assert text.count("Too few sizes") == 4
    assert "grows as" not in text


def test_what_costs_nothing_can_be_drawn() -> None:
    rows = rows_of((1,))
    for row in rows:
        row.update(ns=0.0, critical_path_ns=dict.fromkeys(PARTS, 0.0))
    ElementTree.fromstring(page_of(rows, Origin(COMMAND, MACHINE)))


def test_the_same_figures_make_the_same_page(page: str) -> None:
    assert page_of(rows_of(), Origin(COMMAND, MACHINE)) == page


def test_settings_of_the_user_do_not_reach_the_page(page: str) -> None:
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "red", "svg.fonttype": "path"}):
        assert page_of(rows_of(), Origin(COMMAND, MACHINE)) == page


def test_parts_add_up_to_the_whole() -> None:
    rows = rows_of((8,), ("close",))
    for row in rows:
        row["critical_path_ns"] = {"software": 0.25 * row["ns"], "queueing": 0.75 * row["ns"], "system": 0.0}
    with mpl.rc_context(settings()):
        figure = draw_parts(groups_of(rows)[0])
    axes = figure.axes[0]
    assert [container.get_label() for container in axes.containers] == [PARTS["software"], PARTS["queueing"]]
    assert {round(patch.get_width(), 6) for patch in axes.containers[0]} == {0.25}
    ends = [patch.get_x() + patch.get_width() for patch in axes.containers[1]]
    assert ends == pytest.approx([1.0] * len(ALGORITHMS))
    written = [text.get_text() for text in axes.texts]
    assert format_time(800.0) in written and "25%" in written
    assert axes.get_yticklabels()[0].get_text() == "row0"
    assert axes.yaxis_inverted()


def test_a_legend_of_many_lines_covers_none_of_them() -> None:
    group = groups_of(rows_of())[0]
    with mpl.rc_context(settings()):
        figure = draw_costs(group, colours_of([group]))
        figure.draw_without_rendering()
    legend, axes = figure.legends[0], figure.axes[0]
    box = legend.get_window_extent()
    assert box.x0 >= axes.get_window_extent().x1
    assert box.y0 >= 0 and box.y1 <= figure.bbox.y1 and box.x1 <= figure.bbox.x1
    labels = [text.get_window_extent() for text in legend.get_texts()]
    assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(labels))


def test_labels_of_sizes_keep_apart() -> None:
    assert labelled_sizes([2, 4, 8, 16]) == [2, 4, 8, 16]
    assert labelled_sizes([2, 512, 1000, 1024]) == [2, 512, 1024]
    assert labelled_sizes([7]) == [7]


def luminance(colour: str) -> float:
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_lines_and_words_are_legible_in_light_and_in_dark(page: str, tree: ElementTree.Element) -> None:
    grounds = re.findall(r"--ground: (#\w+)", page)
    inks = re.findall(r"--ink: (#\w+)", page)
    assert len(grounds) == len(inks) == 2
    assert "prefers-color-scheme: dark" in page
    for ground, ink in zip(grounds, inks, strict=True):
        assert contrast(ground, ink) >= 7
        assert all(contrast(ground, colour) >= 3 for colour in COLOURS)
    assert all(contrast(TEXT_ON_BARS, colour) >= 7 for colour in PART_COLOURS.values())
    assert PART_COLOURS.keys() == PARTS.keys()
    assert INK not in page and GRID not in page
    for svg in tree.iter("svg"):
        for element in svg.iter("text"):
            assert re.search(rf"fill: (currentColor|{TEXT_ON_BARS})", element.get("style", "")), text_of(element)
