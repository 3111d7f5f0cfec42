# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each page in Chromium, at two widths, on a light and on a dark screen."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from matplotlib import image

from tests.pages.browser import CHROMIUM, HEIGHT, Shown, show
from tests.pages.made import MAKERS, Made

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium to show pages in")


class Case(NamedTuple):
    made: Made
    shown: Shown
    width: int
    dark: bool


@pytest.fixture(scope="module", params=MAKERS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Made]:
    return request.param, MAKERS[request.param](tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="module", params=[(800, False), (1280, True)], ids=["800-light", "1280-dark"])
def case(request: pytest.FixtureRequest, made: tuple[str, Made], tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A person may look at the picture, which is kept in the folder that MUSTER_PICTURES names."""
    name, page = made
    width, dark = request.param
    folder = tmp_path_factory.mktemp("shown")
    shown = show(page.page, folder / "page", width, dark=dark)
    if kept := os.environ.get("MUSTER_PICTURES"):
        Path(kept).mkdir(parents=True, exist_ok=True)
        file = Path(kept) / f"{name}-{width}-{'dark' if dark else 'light'}.png"
        image.imsave(file, shown.picture[: round(shown.height)])
    return Case(page, shown, width, dark)


def test_the_page_has_the_figures_of_the_file(case: Case) -> None:
    # A figure may stand in several tables, but not in fewer than it should.
    assert not Counter(text.strip() for text in case.made.cells) - Counter(case.shown.cells)
    assert [label for label in case.made.labels if not any(one.startswith(label) for one in case.shown.labels)] == []


def test_the_page_asks_for_nothing(case: Case) -> None:
    assert case.shown.asked == []
    assert [address for address in case.shown.addresses if not address.startswith("#")] == []


def test_the_page_fits_its_window(case: Case) -> None:
    assert case.shown.room == case.width
    assert case.shown.width <= case.shown.room
    assert case.shown.height <= HEIGHT


def test_no_text_of_a_plot_is_cut(case: Case) -> None:
    assert case.shown.cut == []


def test_the_plots_are_drawn(case: Case) -> None:
    assert len(case.shown.plots) == case.made.plots
    for number in range(case.made.plots):
        pixels = np.round(case.shown.of_plot(number).reshape(-1, 3) * 255).astype(int)
        # Letters have edges of many shades, and what is drawn has a colour, which neither ground nor ink has.
        # The least that is drawn is one dot.
        assert len(np.unique(pixels, axis=0)) > 16
        assert np.count_nonzero(pixels.max(axis=1) - pixels.min(axis=1) > 60) >= 10


def test_the_page_takes_the_colours_of_the_screen(case: Case) -> None:
    assert case.shown.dark == case.dark
    assert (_lightness(case.shown.ground()) < 0.5) == case.dark
    # And its words stand out from the ground.
    shades = _lightness(case.shown.picture[: round(case.shown.height), :, :3])
    assert shades.max() - shades.min() > 0.7


def _lightness(pixels: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(pixels.mean(axis=-1))
