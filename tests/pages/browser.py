# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages as Chromium shows them, without network: what is in the document, where it stands, and a picture."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import numpy.typing as npt
from matplotlib import image

from muster.measure import process
from muster.measure.environment import without_settings
from muster.measure.limits import BROWSER_S

CHROMIUM = shutil.which("chromium")
# Debian's starter of Chromium wants a home that it may write into, and root has no sandbox.
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-sync")
WITHOUT_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND"
# The tests' pages end above, so that one picture has all of a page.
HEIGHT = 5000

# The page itself has no script. This one is added to a copy, and tells in an attribute what a browser made of it.
PROBE = """<script>
const box = one => { const r = one.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
const all = what => [...document.querySelectorAll(what)];
const words = one => one.textContent.trim();
const beyond = one => {
  const [outer, inner] = [box(one.ownerSVGElement), box(one)];
  return inner[0] < outer[0] - 1 || inner[1] < outer[1] - 1 || inner[2] > outer[2] + 1 || inner[3] > outer[3] + 1;
};
document.documentElement.dataset.seen = encodeURIComponent(JSON.stringify({
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  room: innerWidth,
  width: document.documentElement.scrollWidth,
  height: document.body.getBoundingClientRect().bottom,
  cells: all("td").map(words),
  labels: all("svg text").map(words),
  cut: all("svg text").filter(beyond).map(words),
  plots: all("svg, table.bars").map(box),
  asked: performance.getEntriesByType("resource").map(one => one.name),
  addresses: all("*").flatMap(one => [...one.attributes])
    .filter(one => /^(xlink:)?(href|src|data|srcset)$/.test(one.name)).map(one => one.value),
}));
</script>"""


@dataclass(frozen=True)
class Shown:
    """A page at one width of the window, in one colour scheme. Boxes are left, top, right, bottom in pixels."""

    dark: bool
    room: float
    width: float
    height: float
    cells: list[str]
    labels: list[str]
    cut: list[str]  # texts of plots that go beyond their plot
    plots: list[list[float]]
    asked: list[str]
    addresses: list[str]
    picture: npt.NDArray[Any]

    def of_plot(self, number: int) -> npt.NDArray[Any]:
        left, top, right, bottom = (round(edge) for edge in self.plots[number])
        return self.picture[top:bottom, left:right, :3]

    def ground(self) -> npt.NDArray[Any]:
        """The colour of the page's corner, where nothing stands."""
        return self.picture[2, 2, :3]


def show(page: str, folder: Path, width: int, *, dark: bool) -> Shown:
    """Loads the page in a window so wide; `folder` takes a copy of it, the picture and what the browser keeps."""
    assert CHROMIUM is not None and page.count("</body>") == 1
    folder.mkdir(parents=True)
    copy, picture = folder / "page.html", folder / "picture.png"
    copy.write_text(page.replace("</body>", f"{PROBE}</body>"), encoding="utf-8")
    command = [CHROMIUM, *OPTIONS, WITHOUT_NETWORK, f"--user-data-dir={folder / 'browser'}"]
    command += [f"--window-size={width},{HEIGHT}", f"--screenshot={picture}", "--dump-dom"]
    command += ["--force-dark-mode"] if dark else []
    environment = without_settings(None) | {"HOME": str(folder)}
    done = process.run([*command, copy.as_uri()], environment, BROWSER_S)
    seen = re.search(r'<html[^>]* data-seen="([^"]*)"', done.stdout)
    assert done.status == 0 and seen is not None, f"Chromium {done.end}: {done.stderr}"
    return Shown(**json.loads(unquote(seen.group(1))), picture=np.asarray(image.imread(picture)))
