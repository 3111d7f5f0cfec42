# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dg- directives as they stand in GCC's suite."""

import platform

import pytest

from runner import directives, tcl
from runner.targets import Targets, UnknownTarget


def read(*lines: str, language: str = "c") -> directives.Directives:
    return directives.read("\n".join(lines), Targets(language))


def test_without_directives_a_file_is_run() -> None:
    found = read("int main () {}")
    assert (found.what, found.options, found.unsupported) == ("run", None, "")


def test_options_replace_and_additional_options_add() -> None:
    found = read('/* { dg-options "-O1 -g" } */', '/* { dg-additional-options "-fno-inline" } */')
    assert found.options == ["-O1", "-g"]
    assert found.additional == ["-fno-inline"]


def test_a_selector_decides_by_language() -> None:
    line = '/* { dg-additional-options "-std=gnu99" {target c } } */'
    assert read(line).additional == ["-std=gnu99"]
    assert read(line, language="c++").additional == []


def test_offloading_is_never_there() -> None:
    assert read("{ dg-require-effective-target offload_device }").unsupported == "needs offload_device"
    assert read('{ dg-skip-if "separate" { ! offload_target_nvptx } }').unsupported == "separate"
    assert read('{ dg-skip-if "separate" { offload_target_nvptx } }').unsupported == ""


def test_a_condition_that_cannot_hold() -> None:
    assert read("/* { dg-do compile { target { lp64 && { ! lp64 } } } } */").unsupported


def test_triplets_match_as_patterns() -> None:
    assert read("{ dg-do run { target *-*-linux* *-*-gnu* } }").unsupported == ""
    assert read("{ dg-do run { target *-*-darwin* } }").unsupported


def test_environment_and_failure() -> None:
    found = read('{ dg-set-target-env-var OMP_CANCELLATION "true" }', '{ dg-shouldfail "error directive" }')
    assert found.environment == {"OMP_CANCELLATION": "true"}
    assert found.must_fail


def test_output_is_one_expression_with_escapes_resolved() -> None:
    found = read(r'! { dg-output "answer \\\[42\\\](\n|\r|\r\n)" }', '! { dg-output "end" }')
    assert found.output == "answer \\[42\\](\n|\r|\r\n)end"


def test_an_unknown_target_is_said_not_guessed() -> None:
    assert "no_such_thing" in read("{ dg-require-effective-target no_such_thing }").unsupported
    with pytest.raises(UnknownTarget):
        Targets("c").holds("no_such_thing")


def test_lists_nest() -> None:
    assert tcl.split('a {b {c d}} "e f"') == ["a", "b {c d}", "e f"]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="asks about x86-64")
def test_and_binds_tighter_than_or() -> None:
    targets = Targets("c")
    assert targets.holds("{ ia32 && ilp32 } || lp64")
    assert not targets.holds("{ i?86-*-* x86_64-*-* } && ia32")
