# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R7: what is long says why."""

from __future__ import annotations

import pytest

from scripts.rules.functions import cpp_functions
from scripts.rules.source import Source
from tests.rules.conftest import Check

SIGNATURES = [
    "void f(int a)",
    "template <Platform P>\nvoid Team<P>::f() const noexcept",
    "TEST(Suite, Case)",
    "struct X {\n int m()",
    "namespace muster {\nclass alignas(64) Line : Base {\n public:\n  Line() : a_(1)",
]


def _body(lines: int) -> str:
    return " {\n" + "  work();\n" * (lines - 2) + "}\n"


@pytest.mark.parametrize("signature", SIGNATURES)
def test_fails_on_a_long_function(check: Check, signature: str) -> None:
    findings = check("R7", {"src/teams/a.cpp": signature + _body(61)})
    assert [(f.rule, "lines (more than 60)" in f.what) for f in findings] == [("R7", True)]


def test_passes_a_function_at_the_limit(check: Check) -> None:
    assert not check("R7", {"src/teams/a.cpp": "void f()" + _body(60)})


def test_passes_a_long_function_with_a_reason(check: Check) -> None:
    text = "// R7: one switch over all reductions, a row each\nvoid f()" + _body(90)
    assert not check("R7", {"src/teams/a.cpp": text})


def test_the_reason_of_one_function_is_not_that_of_the_next(check: Check) -> None:
    text = "// R7: a table\nvoid f()" + _body(90) + "\nvoid g()" + _body(90)
    assert [f.line for f in check("R7", {"src/teams/a.cpp": text})] == [93]


def test_a_long_class_or_table_is_no_function(check: Check) -> None:
    members = "".join(f"  int m{i}() {{ return {i}; }}\n" for i in range(100))
    rows = "".join(f"  {{{i}, f({i})}},\n" for i in range(100))
    files = {
        "src/teams/a.h": f"class X {{\n{members}}};\n",
        "src/teams/b.h": f"constexpr Row kRows[] = {{\n{rows}}};\n",
    }
    assert not check("R7", files)


def test_fails_on_a_long_file(check: Check) -> None:
    findings = check("R7", {"tests/unit/a.cpp": "int x;\n" * 401})
    assert [(f.line, f.what) for f in findings] == [(1, "a file of 401 lines (more than 400)")]
    assert not check("R7", {"tests/unit/a.cpp": "// R7: generated\n" + "int x;\n" * 401})


def test_fails_on_long_python(check: Check) -> None:
    body = "".join(f"    x{i} = {i}\n" for i in range(60))
    assert [f.what for f in check("R7", {"cli/a.py": f"def f():\n{body}"})] == ["f has 61 lines (more than 60)"]
    assert not check("R7", {"cli/a.py": f"# R7: a table\ndef f():\n{body}"})


def test_braces_in_strings_comments_and_macros_do_not_count() -> None:
    text = """\
#define OPEN do {
void f() { const char* s = "}"; /* } */ char c = '{'; int n = 1'000; }
auto g(int x) -> int {
  auto h = [&] { return x; };
  return h();
}
"""
    functions = cpp_functions(Source("src/teams/a.cpp", text))
    assert [(f.name, f.first_line, f.last_line) for f in functions] == [("f", 2, 2), ("g", 3, 6)]
