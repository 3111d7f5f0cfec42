# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster-system`, with a file of this test in the place of the system's and an ldconfig that does nothing."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "muster-system.in"


@pytest.fixture
def conf(tmp_path: Path) -> Path:
    """What the script writes. The script, the folder of names and ldconfig are beside it."""
    conf = tmp_path / "00-muster.conf"
    text = SCRIPT.read_text(encoding="utf-8").replace("@MUSTER_SYSTEM_FROM_SBIN@", "names")
    assert "conf=/etc/ld.so.conf.d/00-muster.conf\n" in text
    script = text.replace("conf=/etc/ld.so.conf.d/00-muster.conf\n", f"conf='{conf}'\n")
    (tmp_path / "names").mkdir()
    (tmp_path / "names" / "libgomp.so.1").touch()
    (tmp_path / "muster-system").write_text(script, encoding="utf-8")
    set_ldconfig(tmp_path, 0)
    list_entries(tmp_path, ["libgomp.so.1 (libc6,x86-64) => /lib/libgomp.so.1"])
    return conf


def set_ldconfig(folder: Path, status: int) -> None:
    """One that fails, or has the entries of `list_entries`."""
    script = f'[ "${{1:-}}" != -p ] || cat entries\nexit {status}\n'
    (folder / "ldconfig").write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
    (folder / "ldconfig").chmod(0o755)


def list_entries(folder: Path, others: list[str], before: tuple[str, ...] = ()) -> None:
    """What ldconfig knows, in its order: Muster's entry, and those of others."""
    ours = f"libgomp.so.1 (libc6,x86-64) => {folder.resolve()}/names/libgomp.so.1"
    lines = ["2 libs found in cache `/etc/ld.so.cache'", *(f"\t{line}" for line in (*before, ours, *others))]
    (folder / "entries").write_text("\n".join(lines) + "\n", encoding="utf-8")


def system(folder: Path, word: str) -> tuple[int, str]:
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "muster-system", word], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_on_and_off_leave_nothing_behind(conf: Path) -> None:
    assert system(conf.parent, "on") == (0, "")
    assert conf.read_text(encoding="utf-8").endswith(f"{conf.parent}/names\n")
    assert system(conf.parent, "off") == (0, "")
    assert not conf.exists()


def test_where_others_come_first_it_is_said_and_undone(conf: Path) -> None:
    """As where /etc/ld.so.conf has other folders before it includes ld.so.conf.d, or does not include it."""
    list_entries(conf.parent, [], before=("libgomp.so.1 (libc6,x86-64, OS ABI: Linux 3.2.0) => /lib/libgomp.so.1",))
    status, said = system(conf.parent, "on")
    assert status == 1
    assert said == (
        f"muster-system: programs start as before, as ldconfig does not take {conf} first: /etc/ld.so.conf has to "
        "include it before other folders\n"
    )
    assert not conf.exists()
    # An entry for another kind of machine does not come before.
    list_entries(conf.parent, [], before=("libgomp.so.1 (libc6) => /lib/i386-linux-gnu/libgomp.so.1",))
    assert system(conf.parent, "on") == (0, "")


def test_where_ldconfig_fails_nothing_is_switched_on_later(conf: Path) -> None:
    set_ldconfig(conf.parent, 1)
    failed = (1, "muster-system: ldconfig failed, so programs start as before\n")
    assert system(conf.parent, "on") == failed
    assert not conf.exists()
    # What was on stays on.
    conf.touch()
    assert system(conf.parent, "on") == failed
    assert conf.exists()


def test_ldconfig_is_found_without_sbin_in_the_path(conf: Path) -> None:
    """Debian's users have none there, and nor has root after `su`."""
    (conf.parent / "ldconfig").unlink()
    environment = os.environ | {"PATH": "/usr/bin:/bin"}
    command = ["/bin/sh", "muster-system", "status"]
    done = subprocess.run(command, cwd=conf.parent, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("off\n")
