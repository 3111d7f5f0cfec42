# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a drop-in runtime must be as an ELF file, whatever it does: each check returns the faults it finds."""

from __future__ import annotations

import re
from pathlib import Path

from elf_symbols import dynamic_entries, dynamic_symbols, readelf, static_symbols

SONAME = "libmuster.so.1"
# libm is part of libc's package and always there; the loader's name differs between architectures.
_ALLOWED = re.compile(r"(libc\.so\.6|libm\.so\.6|ld-linux-[a-z0-9-]+\.so\.\d)")


def needed_faults(path: Path) -> list[str]:
    """Any other library could itself be the thing that a program brings in another version."""
    needed = [value for tag, value in dynamic_entries(path) if tag == "NEEDED"]
    if not needed:
        return ["nothing is NEEDED, not even libc.so.6"]
    return [
        f"NEEDED {name}: only libc, libm and the loader are allowed" for name in needed if not _ALLOWED.fullmatch(name)
    ]


def soname_faults(path: Path) -> list[str]:
    names = [value for tag, value in dynamic_entries(path) if tag == "SONAME"]
    return [] if names == [SONAME] else [f"SONAME is {names}, want {SONAME}"]


def text_relocation_faults(path: Path) -> list[str]:
    for tag, value in dynamic_entries(path):
        if tag == "TEXTREL" or (tag == "FLAGS" and "TEXTREL" in value):
            return ["TEXTREL: code is patched when it is loaded"]
    return []


def thread_local_faults(path: Path) -> list[str]:
    """Initial-exec: the flag STATIC_TLS says so, and no access goes through a function or a descriptor.

    GNU ld sets the flag for x86-64 and not for AArch64, where the relocations alone tell.
    """
    faults: list[str] = []
    flags = " ".join(value for tag, value in dynamic_entries(path) if tag == "FLAGS")
    has_data = re.search(r"^\s+TLS\s", readelf(path, "--segments"), re.MULTILINE)
    if has_data and "X86-64" in readelf(path, "--file-header") and "STATIC_TLS" not in flags:
        faults.append("thread-local data, but no STATIC_TLS: compile with -ftls-model=initial-exec")
    faults += [
        f"imports {symbol.name}: a thread-local access is a call"
        for symbol in dynamic_symbols(path)
        if not symbol.defined and symbol.name.startswith(("__tls_get_addr", "___tls_get_addr"))
    ]
    relocations = set(re.findall(r"R_\w+_(?:DTPMOD(?:64)?|TLSDESC)\b", readelf(path, "--relocs")))
    faults += [f"relocation {name}: a thread-local access is not initial-exec" for name in sorted(relocations)]
    return faults


def symbol_table_faults(path: Path) -> list[str]:
    """Profilers and debuggers name our functions by .symtab, the local ones too."""
    names = [symbol for symbol in static_symbols(path) if symbol.type == "FUNC" and symbol.bind == "LOCAL"]
    return [] if names else ["no local functions in .symtab: the library is stripped"]


def cxx_runtime_faults(path: Path) -> list[str]:
    """Mangled imports, operator new and delete among them, or C++ ABI helpers would need libstdc++."""
    # __cxa_finalize and __cxa_atexit are libc's own.
    return [
        f"imports {symbol.name} of the C++ runtime library"
        for symbol in dynamic_symbols(path)
        if not symbol.defined
        and (symbol.name.startswith(("_Z", "__cxa_", "__gxx_", "_Unwind_")) or "GLIBCXX" in symbol.node)
        and symbol.name not in ("__cxa_finalize", "__cxa_atexit", "__cxa_thread_atexit_impl")
    ]


def writable_code_faults(path: Path) -> list[str]:
    """An executable stack or a segment both writable and executable makes hardened systems refuse the library."""
    faults: list[str] = []
    for line in readelf(path, "--segments").splitlines():
        match = re.match(r"\s+(LOAD|GNU_STACK)\s+(?:0x[0-9a-f]+\s+){5}([RWE ]+?)\s+0x[0-9a-f]+", line)
        if match and "W" in match[2] and "E" in match[2]:
            faults.append(f"segment {match[1]} is writable and executable")
    return faults
