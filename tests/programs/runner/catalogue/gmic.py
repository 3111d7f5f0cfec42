# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gmic: a median filter over an image that it computes itself."""

import hashlib
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size


class Gmic(Program):
    """Static loops over rows; that of the filter has nearly all of the time."""

    name = "gmic"
    summary = "median filter of an image"
    packages: ClassVar = ("gmic",)
    core = False
    # Width, height, and the edge of the square whose median is taken.
    images: ClassVar = {Size.QUICK: (600, 400, 7), Size.FULL: (1500, 1000, 9)}

    def command(self, inputs: Path, size: Size) -> list[str]:
        del inputs
        width, height, edge = self.images[size]
        image = f"{width},{height},1,3,(x*x+3*y*y+x*y+c*50)%256"
        return ["/usr/bin/gmic", image, "-median", str(edge), "-o", "filtered.ppm"]

    def answer(self, finished: Finished) -> Answer:
        image = (finished.folder / "filtered.ppm").read_bytes()
        return {"bytes": len(image), "checksum": hashlib.sha256(image).hexdigest()}

    def objects(self, inputs: Path) -> list[Path]:
        del inputs
        return [Path("/usr/lib/x86_64-linux-gnu/libgmic.so.1")]
