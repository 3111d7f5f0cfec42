# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R1: public headers only, and only of layers to the left."""

from __future__ import annotations

import pytest

from scripts.rules.tree import LayersError, parse_layers
from tests.rules.conftest import Check


def test_passes_public_headers_of_lower_layers(check: Check) -> None:
    assert not check(
        "R1",
        {
            "src/barriers/barriers.h": '#include <bit>\n#include "platform/native.h"\n#include "barriers/detail.h"\n',
            "src/barriers/detail.h": '#include "base/base.h"\n#include "shapes.h"\n// #include "teams/teams.h"\n',
            "src/barriers/shapes.h": "",
        },
    )


@pytest.mark.parametrize(
    ("include", "reason"),
    [
        ('#include "teams/teams.h"', "whose row comes later"),
        ('#include "platform/atomic.h"', "is internal to platform"),
        ('#include "abi/abi.h"', "whose row comes later"),
        ('#include "../base/base.h"', "climbs out of a folder"),
        ('#include "nowhere/x.h"', "neither a file of this layer"),
        ('  #  include "base/bits.h"', "is internal to base"),
    ],
)
def test_fails_on(check: Check, include: str, reason: str) -> None:
    findings = check("R1", {"src/barriers/barriers.h": f"#pragma once\n{include}\n"})
    assert [(f.path, f.line, f.rule) for f in findings] == [("src/barriers/barriers.h", 2, "R1")]
    assert reason in findings[0].what
    assert findings[0].next_step


def test_fails_on_a_folder_without_a_row(check: Check) -> None:
    findings = check("R1", {"src/helpers/x.h": ""})
    assert [f.what for f in findings] == ["folder src/helpers has no row in layers.txt"]


def test_refuses_a_layer_with_two_rows() -> None:
    with pytest.raises(LayersError, match="two rows"):
        parse_layers("base\nplatform\nbase\n")


def test_refuses_a_file_without_rows() -> None:
    with pytest.raises(LayersError, match="names no layer"):
        parse_layers("# nothing\n")
