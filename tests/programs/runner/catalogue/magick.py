# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GraphicsMagick and ImageMagick: a chain of filters over one picture; the checksum is of the raw pixels."""

import hashlib
import random
from pathlib import Path
from typing import ClassVar

from runner import install
from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size

SIZES = {Size.QUICK: (640, 480), Size.FULL: (2400, 1800)}
# Blur is what the check is about; the others reach other loops of the library.
FILTERS = (
    "-blur",
    "0x4",
    "-sharpen",
    "0x2",
    "-rotate",
    "7",
    "-resize",
    "75%",
    "-modulate",
    "110,90",
    "-negate",
)
PIXELS = "pixels.rgb"


def write_picture(path: Path, width: int, height: int) -> None:
    """A PPM picture of gradients and noise, the same at each call."""
    noise = random.Random(20).randbytes(width * height)
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            rows += bytes((x * 255 // width, y * 255 // height, noise[y * width + x]))
    path.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + rows)


class _Magick(Program):
    program: ClassVar[list[str]]

    def prepare(self, inputs: Path, size: Size) -> None:
        picture = inputs / f"{size}.ppm"
        if not picture.exists():
            write_picture(picture, *SIZES[size])

    def command(self, inputs: Path, size: Size) -> list[str]:
        return [*self.program, str(inputs / f"{size}.ppm"), *FILTERS, "-depth", "8", f"rgb:{PIXELS}"]

    def answer(self, finished: Finished) -> Answer:
        pixels = (finished.folder / PIXELS).read_bytes()
        return {"bytes": len(pixels), "pixels": hashlib.sha256(pixels).hexdigest()}


class GraphicsMagick(_Magick):
    name = "graphicsmagick"
    summary = "gm convert with blur and five more filters"
    packages: ClassVar = ("graphicsmagick",)
    program: ClassVar = ["/usr/bin/gm", "convert"]

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib/libGraphicsMagick-Q16.so.3")]


class ImageMagick(_Magick):
    name = "imagemagick"
    summary = "convert with blur and five more filters"
    packages: ClassVar = ("imagemagick",)
    program: ClassVar = ["/usr/bin/convert-im6.q16"]

    def objects(self, inputs: Path) -> list[Path]:
        libraries = Path("/usr/lib") / install.multiarch()
        return [libraries / "libMagickCore-6.Q16.so.6", libraries / "libMagickWand-6.Q16.so.6"]
