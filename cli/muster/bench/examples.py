# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands below the help of each command of `muster bench`: examples, and what its exit status says."""

IMPOSSIBLE = "2 not possible."


def _below(examples: tuple[str, ...], status: str) -> str:
    """Blank lines keep the help from running the examples together."""
    return "\n\n".join(["Examples:", *(f"  {example}" for example in examples), f"Exit status: {status}"])


EPILOGS = {
    "verdict": _below(
        ("muster bench verdict before.json after.json", "muster bench verdict --runtime libomp before.json after.json"),
        "0 nothing became slower, 1 something did or is lost, 2 the files cannot be compared, or have too few runs.",
    ),
    "constructs": _below(
        (
            "muster bench constructs --threads 2,4x",
            "muster bench constructs --constructs epcc --threads 2,16",
            "muster bench constructs --constructs barrier --quota 1.5",
        ),
        f"0 all ran, 1 a process failed, {IMPOSSIBLE}",
    ),
    "barriers": _below(
        ("muster bench barriers", "muster bench barriers --threads 2,8x --conditions idle,busy"),
        f"0 all ran, 1 a process failed, {IMPOSSIBLE}",
    ),
    "apps": _below(
        ("muster bench apps", "muster bench apps --apps fft,tree --threads cores,4x --conditions all"),
        f"0 all ran, 1 a process failed, {IMPOSSIBLE}",
    ),
    "bars": _below(
        ("muster bench bars", "muster bench bars --only barrier,nested --rounds 15"),
        f"0 every bar is met, 1 a bar is missed, {IMPOSSIBLE}",
    ),
    "work": _below(
        ("muster bench work", "muster bench work --usual --cells 8t,1ms,busy", "muster bench work --again 1.03"),
        f"0 all ran, 1 a process failed, {IMPOSSIBLE}",
    ),
    "all": _below(
        (
            "muster bench all --html figures.html",
            "muster bench all --only epcc,apps --html figures.html",
            "muster bench all --only none --html figures.html",
        ),
        f"0 every part has its results, 1 a part has none, {IMPOSSIBLE}",
    ),
    "peers": _below(("muster bench peers",), "0 done."),
    "fetch": _below(("muster bench fetch",), f"0 done, {IMPOSSIBLE}"),
    "page": _below(
        ("muster bench page", "muster bench page before.json -o before.html"),
        f"0 done, {IMPOSSIBLE}",
    ),
}
