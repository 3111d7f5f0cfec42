# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GraphicsMagick and ImageMagick: a chain of filters over one picture; the checksum is of the raw pixels."""

import hashlib
import random
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from runner import install
from runner.answers import Answer
from runner.execute import Finished
from runner.program import Program, Size

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
    sizes: ClassVar[Mapping[Size, tuple[int, int]]]
    filters: ClassVar[str]

    def prepare(self, inputs: Path, size: Size) -> None:
        picture = inputs / f"{size}.ppm"
        if not picture.exists():
            write_picture(picture, *self.sizes[size])

    def command(self, inputs: Path, size: Size) -> list[str]:
        return [*self.program, str(inputs / f"{size}.ppm"), *self.filters.split(), "-depth", "8", f"rgb:{PIXELS}"]

    def answer(self, finished: Finished) -> Answer:
        pixels = (finished.folder / PIXELS).read_bytes()
        return {"bytes": len(pixels), "pixels": hashlib.sha256(pixels).hexdigest()}


class GraphicsMagick(_Magick):
    name = "graphicsmagick"
    summary = "gm convert with blur and five more filters"
    packages: ClassVar = ("graphicsmagick",)
    program: ClassVar = ["/usr/bin/gm", "convert"]
    sizes: ClassVar = {Size.QUICK: (640, 480), Size.FULL: (2400, 1800)}
    filters = "-blur 0x4 -sharpen 0x2 -rotate 7 -resize 75% -modulate 110,90 -negate"

    def objects(self, inputs: Path) -> list[Path]:
        return [Path("/usr/lib/libGraphicsMagick-Q16.so.3")]


class ImageMagick(_Magick):
    """Its teams grow with the rows of the picture: under 8192 rows they are smaller than allowed, so it is tall."""

    name = "imagemagick"
    summary = "convert with blur and five more filters"
    packages: ClassVar = ("imagemagick",)
    program: ClassVar = ["/usr/bin/convert-im6.q16"]
    sizes: ClassVar = {Size.QUICK: (80, 8400), Size.FULL: (480, 12000)}
    filters = "-blur 0x4 -sharpen 0x2 -modulate 110,90 -negate -despeckle -resize 110%x100%"

    def objects(self, inputs: Path) -> list[Path]:
        libraries = Path("/usr/lib") / install.multiarch()
        return [libraries / "libMagickCore-6.Q16.so.6", libraries / "libMagickWand-6.Q16.so.6"]
