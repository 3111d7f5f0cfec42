# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jpegqs: makes a picture of strongly compressed JPEG smooth again."""

import hashlib
import subprocess
from pathlib import Path
from typing import ClassVar

from runner.answers import Answer
from runner.catalogue.magick import write_picture
from runner.execute import Finished
from runner.program import Program, Size


class JpegQs(Program):
    """Dynamic loops over rows of blocks, one after another for each colour."""

    name = "jpegqs"
    summary = "smoothing of a JPEG picture"
    packages: ClassVar = ("jpegqs", "graphicsmagick")
    core = False
    sizes: ClassVar = {Size.QUICK: (800, 600), Size.FULL: (3000, 2000)}

    def prepare(self, inputs: Path, size: Size) -> None:
        picture = inputs / f"{size}.jpg"
        if not picture.exists():
            pixels = inputs / f"{size}.ppm"
            write_picture(pixels, *self.sizes[size])
            subprocess.run(["/usr/bin/gm", "convert", str(pixels), "-quality", "40", str(picture)], check=True)

    def command(self, inputs: Path, size: Size) -> list[str]:
        run = 'exec /usr/bin/jpegqs -i 0 -q 5 -t "$OMP_NUM_THREADS" "$1" smooth.jpg'
        return ["/bin/sh", "-c", run, "jpegqs", str(inputs / f"{size}.jpg")]

    def answer(self, finished: Finished) -> Answer:
        picture = (finished.folder / "smooth.jpg").read_bytes()
        return {"bytes": len(picture), "checksum": hashlib.sha256(picture).hexdigest()}

    def objects(self, inputs: Path) -> list[Path]:
        del inputs
        return [Path("/usr/bin/jpegqs")]
