# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every symbol and version node of the peers is exported, or listed by name as not yet done; and the list is exact."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from coverage import library_faults, openmp_part, peer_faults, table_faults
from elf_symbols import dynamic_symbols, exported, version_definitions
from export_table import EXPORTS, PEERS, Node, Row, TableError, read_nodes, read_peer, read_symbols
from generate import outputs, stale

from tests.abi.support import Compile, is_cross_build

LIBGOMP = "libgomp.so.1"
LIBOMP = "libomp.so.5"

DONE = Row("omp_f", "OMP_1.0", ("VERSION",), "done", "src/abi/omp/f.cpp", "-")
LATER = Row("omp_g", "OMP_1.0", ("VERSION",), "not-yet", "-", "-")
BOTH = {("omp_f", "OMP_1.0"), ("omp_f", "VERSION")}


def installed(soname: str) -> Path:
    """The installed peer, found as the loader finds it."""
    folders = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/lib/llvm-19/lib",
    ]
    for folder in folders:
        path = Path(folder) / soname
        if path.exists():
            return path
    pytest.fail(f"{soname} is not installed (looked in {', '.join(folders)}): ./check installs it")


def test_library_and_table_agree(library: Path) -> None:
    assert library_faults(read_symbols().rows, exported(library)) == []


def test_a_hole_is_reported() -> None:
    assert library_faults([DONE], BOTH - {("omp_f", "VERSION")}) == ["omp_f@VERSION: listed as done, not exported"]


def test_a_row_that_is_out_of_date_is_reported() -> None:
    faults = library_faults([DONE, LATER], BOTH | {("omp_g", "OMP_1.0")})
    assert len(faults) == 1 and faults[0].startswith("omp_g@OMP_1.0: listed as not-yet, but exported")


def test_an_unlisted_export_is_reported(shared_library: Compile) -> None:
    pairs = exported(shared_library("int stray(void) { return 1; }"))
    assert ("stray", "") in pairs
    assert "stray: exported, not listed in symbols.tsv" in library_faults([], pairs)


@pytest.mark.skipif(is_cross_build(), reason="the installed peers are of another architecture")
@pytest.mark.parametrize("soname", [LIBGOMP, LIBOMP])
def test_the_table_knows_the_installed_peer(soname: str) -> None:
    pairs = {(symbol, node) for symbol, node in openmp_part(exported(installed(soname))) if node}
    assert len(pairs) > 300  # a peer that could not be read would pass anything
    assert peer_faults(read_symbols().rows, pairs, soname) == []


@pytest.mark.parametrize("path", sorted(PEERS.iterdir()), ids=lambda path: path.name)
def test_the_table_knows_the_peers_on_record(path: Path) -> None:
    pairs = read_peer(path)
    assert len(pairs) > 200
    assert peer_faults(read_symbols().rows, pairs, path.name) == []


def test_a_peer_symbol_that_the_table_lacks_is_reported() -> None:
    assert peer_faults([DONE], {("omp_new", "OMP_9.9")}, "libgomp") == [
        "omp_new@OMP_9.9: exported by libgomp, not listed in symbols.tsv"
    ]


def test_rows_name_nodes_and_files_that_are_there() -> None:
    assert table_faults(read_symbols().rows, read_nodes()) == []


def test_a_row_with_an_unknown_node_or_file_is_reported() -> None:
    faults = table_faults([replace(DONE, file="src/abi/omp/nowhere.cpp")], [Node("OMP_1.0", "")])
    assert faults == [
        "omp_f: node VERSION is not in nodes.tsv",
        "omp_f: done, but the file 'src/abi/omp/nowhere.cpp' is not there",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a\tOMP_1.0\t-\tdone\tf\n", "5 columns"),
        ("a\tOMP_1.0\t-\tperhaps\tf\t-\n", "state 'perhaps'"),
        ("b\tOMP_1.0\t-\tdone\tf\t-\na\tOMP_1.0\t-\tdone\tf\t-\n", "not in order"),
    ],
)
def test_a_malformed_table_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "symbols.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=complaint):
        read_symbols(path)


def test_generated_files_are_up_to_date() -> None:
    assert stale(read_nodes(), EXPORTS) == []


def test_a_stale_generated_file_is_reported(tmp_path: Path) -> None:
    nodes = read_nodes()
    for name, text in outputs(nodes).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert stale(nodes, tmp_path) == []
    (tmp_path / "exports.map").write_text("VERSION {};\n", encoding="utf-8")
    (tmp_path / "nodes.h").unlink()
    assert stale(nodes, tmp_path) == ["exports.map", "nodes.h"]


def test_nodes_inherit_as_in_the_installed_libgomp(library: Path) -> None:
    ours = version_definitions(library)
    assert ours == {node.name: node.parent for node in read_nodes()}
    if not is_cross_build():
        theirs = version_definitions(installed(LIBGOMP))
        common = {name: parent for name, parent in theirs.items() if name.startswith(("OMP_", "GOMP_1", "GOMP_5"))}
        assert len(common) > 10
        assert common.items() <= ours.items()


# What gfortran passes (GOMP_5.1.3) is not what libomp's module passes (VERSION). The other routines do what libgomp's
# or libomp's do, whichever the caller was linked with.
_TWO_CONTRACTS = {f"omp_get_interop_{what}_" for what in ("name", "rc_desc", "str", "type_desc")} | {
    f"{routine}{form}"
    for routine in ("omp_get_num_procs", "omp_get_schedule", "omp_set_nested")
    for form in ("", "_", "_8_")
}


def test_all_versions_of_a_symbol_are_one_address(library: Path) -> None:
    addresses: dict[str, set[int]] = {}
    for symbol in dynamic_symbols(library):
        if symbol.defined:
            addresses.setdefault(symbol.name, set()).add(symbol.address)
    several = {name for name, values in addresses.items() if len(values) > 1}
    assert addresses and several <= _TWO_CONTRACTS
