# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All programs, in the order of the table. CMakeLists.txt names them too; a test compares the two."""

from runner.catalogue.amplicons import Sumaclust
from runner.catalogue.data_table import DataTable
from runner.catalogue.distances import Andi, Phylonium
from runner.catalogue.fasttree import FastTree
from runner.catalogue.genomes import CdHit, FastAni, IqTree
from runner.catalogue.gmic import Gmic
from runner.catalogue.jpegqs import JpegQs
from runner.catalogue.magick import GraphicsMagick, ImageMagick
from runner.catalogue.more_wheels import Faiss, Numba, PyOmp, PySCF, XgBoost
from runner.catalogue.ngspice import Ngspice
from runner.catalogue.normaliz import Normaliz
from runner.catalogue.numeric import Fftw, OpenBlas
from runner.catalogue.par2 import Par2
from runner.catalogue.primecount import Primecount
from runner.catalogue.sequences import ClustalOmega, Kalign, Muscle
from runner.catalogue.tesseract import Tesseract
from runner.catalogue.wheels import LightGbm, ScikitLearn
from runner.catalogue.xtb import Xtb
from runner.errors import Unavailable
from runner.program import Program

PROGRAMS: tuple[Program, ...] = (
    Primecount(),
    GraphicsMagick(),
    ImageMagick(),
    Gmic(),
    JpegQs(),
    OpenBlas(),
    Fftw(),
    FastTree(),
    Xtb(),
    LightGbm(),
    ScikitLearn(),
    Kalign(),
    ClustalOmega(),
    Muscle(),
    IqTree(),
    CdHit(),
    FastAni(),
    Andi(),
    Phylonium(),
    Sumaclust(),
    Par2(),
    Normaliz(),
    Tesseract(),
    Ngspice(),
    DataTable(),
    XgBoost(),
    Faiss(),
    PySCF(),
    Numba(),
    PyOmp(),
)


def named(name: str) -> Program:
    """The program of this name. Unavailable, with the names that exist, if there is none."""
    for program in PROGRAMS:
        if program.name == name:
            return program
    raise Unavailable(f"no program '{name}': choose from {', '.join(program.name for program in PROGRAMS)}")
