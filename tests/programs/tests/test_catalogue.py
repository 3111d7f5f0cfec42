# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the programs share: known answers, inputs that never change, and a test of each in CMakeLists.txt."""

import hashlib
import re
from pathlib import Path

from conftest import LIBGOMP
from runner import catalogue, paths
from runner.catalogue.fasttree import alignment
from runner.catalogue.genomes import families, genomes
from runner.catalogue.magick import write_picture
from runner.catalogue.normaliz import polytope
from runner.catalogue.primecount import Primecount
from runner.catalogue.sequences import proteins
from runner.execute import Finished
from runner.judge import Outcome, judge
from runner.program import Size
from runner.runtimes import Way
from runner.trial import Conditions, Trial


def finished(stdout: str, folder: Path) -> Finished:
    return Finished(0, stdout=stdout, peak_threads=2, folder=folder)


def test_primecount_must_give_the_known_number(tmp_path: Path) -> None:
    conditions = Conditions(Size.QUICK, 2, 10)
    done = Trial(Primecount(), LIBGOMP, conditions, finished("29844570422668\n", tmp_path), None)
    same_mistake = {"primes": 29844570422668}
    judgement = judge(done, same_mistake)
    assert judgement.outcome is Outcome.WRONG_ANSWER, "the reference may be wrong too"
    assert judgement.reasons == ["primes = 29844570422668, expected 29844570422669 (known value)"]


def test_every_program_and_way_is_a_ctest() -> None:
    text = (paths.HERE / "CMakeLists.txt").read_text()
    rows = re.findall(r"^muster_program_test\((\S+) ([a-z ]+)\)", text, re.MULTILINE)
    tested = {(program, way) for program, ways in rows for way in ways.split()}
    names = {Way.PATH: "path", Way.PRELOAD: "preload"}
    core = [program for program in catalogue.PROGRAMS if program.core]
    assert tested == {(program.name, names[way]) for program in core for way in program.ways}


def test_inputs_are_the_same_at_each_call(tmp_path: Path) -> None:
    write_picture(tmp_path / "picture.ppm", 40, 30)
    picture = (tmp_path / "picture.ppm").read_bytes()
    assert len(picture) == len(b"P6\n40 30\n255\n") + 40 * 30 * 3
    assert hashlib.sha256(picture).hexdigest().startswith("a043e4dbef0d")
    assert hashlib.sha256(alignment(8, 50).encode()).hexdigest().startswith("e95258e3db4b")
    assert alignment(8, 50).count(">") == 8
    assert hashlib.sha256(proteins(8, 50).encode()).hexdigest().startswith("eea66529c42f")
    assert proteins(8, 50).count(">") == 8
    assert hashlib.sha256(polytope(5).encode()).hexdigest().startswith("1ad2765435de")
    assert hashlib.sha256(families(3, 2, 50).encode()).hexdigest().startswith("71a0fc07e059")
    assert families(3, 2, 50).count(">") == 6
    assert hashlib.sha256("".join(genomes(3, 100)).encode()).hexdigest().startswith("86f656c96a5f")
