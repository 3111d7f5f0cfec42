# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster run`: what a program is linked with, how Muster gets under it, and that the program's end is passed on."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from muster.explain.words import USES
from muster.launch.choices import ChoiceError, Choices
from muster.takeover.executable import executable_of
from muster.takeover.objects import ObjectError, has_more_rights, read_object
from tests.openmp_programs import LIBRARY, TEAM, compiled, needs_library

CLI = Path(__file__).resolve().parents[1]


def muster_run(*words: str | Path, variables: dict[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KMP_", "LD_"))}
    command = [sys.executable, "-m", "muster", "run", "--library", LIBRARY, *words]
    return subprocess.run(
        command,
        cwd=CLI,
        env=environment | {"COLUMNS": "200"} | (variables or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def ran_on(output: str) -> Path:
    return Path(output.split(" library ")[1].strip()).resolve()


@needs_library
@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_a_program_runs_on_muster_with_the_settings_named(tmp_path: Path, compiler: str) -> None:
    program = compiled(tmp_path, "team", TEAM, "-fopenmp", compiler=compiler)
    done = muster_run("--threads", "3", "--explain", "--", program, "7")
    assert done.returncode == 7, done.stderr
    assert done.stdout.startswith("threads 3 ")
    assert ran_on(done.stdout) == Path(LIBRARY).resolve()
    assert "by          LD_LIBRARY_PATH" in done.stderr
    assert "3 threads, decided by OMP_NUM_THREADS" in done.stderr
    # Only what was asked for: the program's own output is all there is.
    assert len(done.stdout.splitlines()) == 1
    assert muster_run("--", program).stderr == ""


@needs_library
@pytest.mark.parametrize("barrier", ["tournament", "linear,tournament"])
def test_the_barrier_named_is_the_one_that_is_used(barrier: str) -> None:
    done = muster_run("--barrier", barrier, "--explain", "--", "sh", "-c", "echo $MUSTER_BARRIER")
    assert (done.returncode, done.stdout) == (0, f"{barrier}\n"), done.stderr
    assert f"sets        MUSTER_BARRIER={barrier}" in done.stderr
    for use in USES.values():
        assert re.search(rf"^  {use} +{barrier} \(you set it", done.stderr, re.MULTILINE), done.stderr
    # What there is not is told, and not used.
    refused = muster_run("--barrier", "turnament", "--explain", "--", "true").stderr
    assert 'MUSTER_BARRIER: read "turnament", which is not a barrier' in refused


@needs_library
def test_a_path_inside_the_program_is_overcome(tmp_path: Path) -> None:
    libgomp = Path(subprocess.check_output(["gcc", "-print-file-name=libgomp.so.1"], text=True).strip()).resolve()
    fixed = compiled(tmp_path, "fixed", TEAM, "-fopenmp", "-Wl,--disable-new-dtags", f"-Wl,-rpath,{libgomp.parent}")
    done = muster_run("--explain", "--", fixed)
    assert ran_on(done.stdout) == Path(LIBRARY).resolve()
    assert "by          LD_LIBRARY_PATH and LD_PRELOAD" in done.stderr


@needs_library
@pytest.mark.parametrize("folder", ["My Code", "a:b;c"])
def test_a_library_in_a_folder_that_the_loader_would_cut_serves_all_the_same(tmp_path: Path, folder: str) -> None:
    library = tmp_path / folder / "libmuster.so.1"
    library.parent.mkdir()
    shutil.copy(LIBRARY, library)
    libgomp = Path(subprocess.check_output(["gcc", "-print-file-name=libgomp.so.1"], text=True).strip()).resolve()
    fixed = compiled(tmp_path, "fixed", TEAM, "-fopenmp", "-Wl,--disable-new-dtags", f"-Wl,-rpath,{libgomp.parent}")
    linked = compiled(tmp_path, "linked", TEAM, "-fopenmp", f"-L{Path(LIBRARY).parent / 'compat'}")
    for program in (fixed, linked):
        caches = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        done = muster_run("--library", library.parent, "--threads", "3", "--", program, variables=caches)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("threads 3 ")
        assert ran_on(done.stdout) == library


@needs_library
def test_a_program_that_is_linked_with_muster_finds_it(tmp_path: Path) -> None:
    program = compiled(tmp_path, "linked", TEAM, "-fopenmp", f"-L{Path(LIBRARY).parent / 'compat'}")
    assert "libmuster.so.1" in subprocess.check_output(["readelf", "-d", program], text=True)
    done = muster_run("--explain", "--", program)
    assert done.returncode == 0, done.stderr
    assert ran_on(done.stdout) == Path(LIBRARY).resolve()
    assert "it is linked with Muster itself" in done.stderr


@needs_library
def test_a_runtime_that_is_not_here_is_served(tmp_path: Path) -> None:
    # As a program from elsewhere that wants Intel's runtime.
    stand_in = compiled(
        tmp_path,
        "stand_in.so",
        "int omp_get_max_threads(void) { return 0; }\n",
        "-shared",
        "-fPIC",
        "-Wl,-soname,libiomp5.so",
    )
    program = compiled(
        tmp_path,
        "wants",
        "int omp_get_max_threads(void);\nint main(void) { return omp_get_max_threads(); }\n",
        str(stand_in),
    )
    done = muster_run("--threads", "3", "--", program)
    assert (done.returncode, done.stderr) == (3, "")


@needs_library
def test_a_runtime_inside_of_the_program_is_refused(tmp_path: Path) -> None:
    program = compiled(tmp_path, "static", TEAM.replace("dlsym", "0 ? 0 : (void*)"), "-fopenmp", "-static", "-s")
    done = muster_run("--", program)
    assert done.returncode == 125
    assert "is linked statically with a runtime inside of it" in done.stderr
    assert done.stdout == ""


@needs_library
def test_a_program_without_openmp_runs_and_a_line_says_so(tmp_path: Path) -> None:
    program = compiled(tmp_path, "plain", "int main(void) { return 5; }\n")
    done = muster_run("--", program)
    assert done.returncode == 5
    assert f"{program} has no OpenMP: it is linked with none" in done.stderr
    static = compiled(tmp_path, "plain_static", "int main(void) { return 6; }\n", "-static")
    done = muster_run("--", static)
    assert done.returncode == 6
    assert "it is linked statically, without one" in done.stderr


@needs_library
def test_a_runtime_that_is_preloaded_already_is_overcome(tmp_path: Path) -> None:
    libgomp = subprocess.check_output(["gcc", "-print-file-name=libgomp.so.1"], text=True).strip()
    program = compiled(tmp_path, "team", TEAM, "-fopenmp")
    for variables in ({"LD_PRELOAD": libgomp}, {"LD_PRELOAD": LIBRARY}):
        done = muster_run("--explain", "--", program, variables=variables)
        assert ran_on(done.stdout) == Path(LIBRARY).resolve()
        assert "no OpenMP" not in done.stderr


@needs_library
def test_a_script_hands_muster_on(tmp_path: Path) -> None:
    program = compiled(tmp_path, "team", TEAM, "-fopenmp")
    script = tmp_path / "job"
    script.write_text(f"#!/bin/sh\n{program} 3\n")
    script.chmod(0o755)
    done = muster_run("--threads", "2", "--", script)
    assert (done.returncode, done.stderr) == (3, "")
    assert ran_on(done.stdout) == Path(LIBRARY).resolve()


@needs_library
def test_a_signal_that_ends_the_program_is_what_the_caller_sees() -> None:
    done = muster_run("--", "sh", "-c", "kill -TERM $$")
    assert done.returncode == -signal.SIGTERM


@needs_library
def test_what_cannot_be_run_ends_as_in_a_shell(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("text\n")
    assert muster_run("--", "no-such-program").returncode == 127
    assert muster_run("--", tmp_path / "nothing").returncode == 127
    assert muster_run("--", file).returncode == 126
    file.chmod(0o755)
    assert muster_run("--", file).returncode == 125
    assert muster_run("--thread", "2", "--", "true").returncode == 2
    assert muster_run("--wait", "soon", "--", "true").returncode == 2


@needs_library
def test_a_wrong_folder_is_said(tmp_path: Path) -> None:
    done = muster_run("--library", tmp_path, "--", "true")
    assert done.returncode == 125
    assert "muster is not here" in done.stderr


def test_options_leave_no_stronger_variable() -> None:
    made = Choices(threads=4, wait="10ms").applied({"KMP_BLOCKTIME": "0", "OMP_WAIT_POLICY": "active", "HOME": "/"})
    assert made == {"HOME": "/", "OMP_NUM_THREADS": "4", "KMP_BLOCKTIME": "10ms"}
    assert Choices().applied({"KMP_BLOCKTIME": "0"}) == {"KMP_BLOCKTIME": "0"}
    assert Choices(wait="PASSIVE").variables() == {"OMP_WAIT_POLICY": "passive"}
    with pytest.raises(ChoiceError):
        Choices(wait="10").variables()


@pytest.mark.parametrize(
    ("line", "interpreter"),
    [
        ("#!/usr/bin/env -S -u NAME sh -e", "sh"),
        ("#!/usr/bin/env -S --chdir / NAME=VALUE sh", "sh"),
        ("#!/usr/bin/env sh # it's", "sh"),
        ("#!/usr/bin/env -S -u", "env"),
    ],
)
def test_the_interpreter_behind_env_is_found(line: str, interpreter: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(f"{line}\n")
    script.chmod(0o755)
    assert executable_of(str(script)).binary.name == interpreter


def test_a_text_without_an_interpreter_is_told_as_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "job"
    file.write_text("./program\n")
    with pytest.raises(ObjectError, match="names no interpreter"):
        read_object(file)


def test_a_damaged_program_is_none(tmp_path: Path) -> None:
    python = read_object(Path(sys.executable).resolve())
    whole, loader = python.path.read_bytes(), os.fsencode(str(python.loader))
    file = tmp_path / "damaged"
    # The table of segments or of sections is at no place, or the loader's name is no text.
    for damaged in (
        whole[:5000],
        whole[:32] + b"\xff" * 8 + whole[40:],
        whole.replace(loader, b"\xe9" * len(loader)),
    ):
        file.write_bytes(damaged)
        with pytest.raises(ObjectError, match="is no program of this system"):
            read_object(file)


def test_more_rights_are_those_that_the_loader_looks_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "program"
    program.touch()
    owner, group = program.stat().st_uid, program.stat().st_gid
    capabilities: list[str] = []
    monkeypatch.setattr(os, "listxattr", lambda _: capabilities)
    monkeypatch.setattr(os, "getuid", lambda: 1000)

    def has_more(mode: int, user: int, its_group: int) -> bool:
        program.chmod(mode)
        monkeypatch.setattr(os, "geteuid", lambda: user)
        monkeypatch.setattr(os, "getegid", lambda: its_group)
        return has_more_rights(program)

    assert has_more(0o4755, owner + 1, group)
    assert not has_more(0o4755, owner, group + 1)
    assert has_more(0o2755, owner, group + 1)
    assert not has_more(0o2755, owner + 1, group)
    assert not has_more(0o2745, owner, group + 1)
    assert not has_more(0o755, owner + 1, group + 1)
    capabilities.append("security.capability")
    assert has_more(0o755, owner, group)
    monkeypatch.setattr(os, "getuid", lambda: 0)
    assert not has_more(0o755, owner, group)
