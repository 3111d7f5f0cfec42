# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The reader: the form of the file, what was open at the end, and what it refuses."""

import json
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muster.__main__ import app
from muster.doctor.ranks import Rank
from muster.ledger import form, places
from muster.ledger.elf import begin_of_function, has_symbol, load_bias
from muster.ledger.form import Category, Kind
from muster.ledger.places import BRIEF, CRITICAL_NAME, Place, Places, brief, translate
from muster.ledger.reader import LedgerError, Module, read_ledger
from muster.ledger.summary import constructs_of, regions_of, totals_of
from tests.ledgers import case, packed_row, put_row, region, row, write_file


def test_a_file_is_read_in_nanoseconds(tmp_path: Path) -> None:
    write_file(tmp_path / "ledger")
    ledger = read_ledger(tmp_path / "ledger")
    assert (ledger.process, ledger.command, ledger.cpus) == (7, ["./a", "b"], 2)
    assert ledger.wall_ns == 2000
    thread = ledger.threads[0]
    assert thread.rows[0].ns[Category.SERIAL] == 200
    assert thread.rows[2].kind == Kind.REGION
    # Open since tick 100, until the end at 1000.
    assert thread.rows[2].ns[Category.WORK] == 1800
    assert thread.total_ns() == ledger.wall_ns
    assert ledger.modules == [Module(0x1000, 0x2000, 0, "/opt/program name")]


def test_the_ring_of_changes_begins_with_the_oldest(tmp_path: Path) -> None:
    write_file(tmp_path / "ledger")
    thread = read_ledger(tmp_path / "ledger").threads[0]
    assert [span.begin_ns for span in thread.spans] == [40, 60, 80, 100]
    assert thread.spans_lost == 2


@pytest.mark.parametrize(
    ("part", "categories"),
    [
        # A tick is 2 ns. The thread is in category `work` since tick 100, and was read at 1000.
        ({}, {Category.WORK: 900}),
        ({"pending": form.REGION_ENDED, "left_ticks": 5300}, {Category.WORK: 200, Category.SERIAL: 700}),
        (
            {
                "category": Category.JOIN,
                "pending": form.REGION_ENDED | form.REGION_BEGUN | form.PRIMARY_SHARE,
                "left_ticks": 5300,
                "share_ticks": 5350,
            },
            {Category.JOIN: 200, Category.SERIAL: 50, Category.WORK: 650},
        ),
        (
            {
                "kind": form.WORKER,
                "category": Category.IDLE,
                "pending": form.WORKER_SHARE | form.WORKER_LEFT,
                "share_ticks": 5200,
                "left_ticks": 5600,
            },
            {Category.IDLE: 100, Category.WORK: 400, Category.REGION_WAIT: 400},
        ),
        # It was killed before it wrote the moment.
        ({"pending": form.REGION_ENDED, "left_ticks": 10}, {Category.SERIAL: 900}),
    ],
)
def test_what_is_not_booked_is_read(tmp_path: Path, part: dict[str, int], categories: dict[Category, int]) -> None:
    write_file(tmp_path / "ledger", part=part)
    thread = read_ledger(tmp_path / "ledger").threads[0]
    assert {category: ns for category, ns in zip(Category, thread.rows[2].ns, strict=True) if ns} == {
        category: ticks * 2 for category, ticks in categories.items()
    }
    assert thread.total_ns() == 2000


def test_without_an_end_the_last_change_is_the_end(tmp_path: Path) -> None:
    write_file(tmp_path / "ledger", end=0)
    ledger = read_ledger(tmp_path / "ledger")
    assert not ledger.ended
    assert ledger.wall_ns == 200
    write_file(tmp_path / "ledger", end=0, part={"pending": form.REGION_ENDED, "left_ticks": 5400})
    assert read_ledger(tmp_path / "ledger").wall_ns == 800


@pytest.mark.parametrize(("end", "asleep_ns"), [(0, 0), (1000, 1000)])
def test_a_thread_that_fell_asleep_last_has_not_slept_for_less_than_nothing(
    tmp_path: Path, end: int, asleep_ns: int
) -> None:
    part = {"kind": form.WORKER, "category": Category.REGION_WAIT, "asleep_since": 5500}
    write_file(tmp_path / "ledger", end=end, part=part)
    ledger = read_ledger(tmp_path / "ledger")
    # A tick is 2 ns. Without an end the last that is known is that the thread fell asleep.
    assert ledger.wall_ns == ledger.threads[0].total_ns() == (2000 if end else 1000)
    assert ledger.threads[0].rows[2].asleep_ns == asleep_ns


def test_a_rate_that_is_guessed_is_told(tmp_path: Path) -> None:
    file, page, figures = tmp_path / "ledger", tmp_path / "page", tmp_path / "figures"
    words = ["doctor", "--ledger", str(file), "--html", str(page), "--json", str(figures)]
    write_file(file)
    assert not read_ledger(file).is_rate_guessed
    assert "guess" not in CliRunner().invoke(app, words).output
    # As it is where the program was killed in its first region.
    write_file(file, end=0, header={"mark_ticks": 0, "mark_ns": 0, "start_ns": 10**15})
    ledger = read_ledger(file)
    assert ledger.is_rate_guessed and ledger.wall_ns == 100 / 2.5
    assert "2.5 ticks a nanosecond are a guess" in " ".join(CliRunner().invoke(app, words).output.split())
    assert "are a guess" in page.read_text(encoding="utf-8")
    assert json.loads(figures.read_text(encoding="utf-8"))["is_rate_guessed"] is True


def test_requests_that_were_timed_stand_for_all_without_what_the_ledger_takes(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    write_file(file)
    data = bytearray(file.read_bytes())
    header = dict(zip(form.HEADER_FIELDS, form.HEADER.unpack_from(data), strict=True))
    header["interval_ticks"] = 3
    form.HEADER.pack_into(data, 0, *header.values())
    file.write_bytes(data)
    # 10 of 160 requests were timed, and took 50 ticks, 30 of them the ledger's own.
    ticks = {Category.WORK: 1000, Category.SCHEDULE: 50}
    put_row(file, 3, packed_row(0x1600, 0x1500, Kind.LOOP, ticks, count=1, units=200, pieces=160, asks=160, samples=10))
    row = read_ledger(file).threads[0].rows[3]
    # A tick is 2 ns.
    assert row.ns[Category.SCHEDULE] == 160 * 2 * 2
    assert row.ns[Category.WORK] + row.ns[Category.SCHEDULE] == 1050 * 2


def test_untold_tasks_are_no_other_work_and_their_making_is_none(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    write_file(file)
    # 100 were made in a single construct. Of the 4 that were timed three ran where they were made, 8 ticks each, and
    # making one took 5.
    put_row(file, 3, packed_row(0x1600, 0x1500, Kind.SINGLE, {Category.WORK: 2000}))
    timed = {"paid_units": 4, "paid_ticks": 44, "bare_units": 4, "bare_ticks": 24, "asking_ticks": 12}
    put_row(file, 4, packed_row(0x1700, 0x1500, Kind.TASK, {}, count=1, untold=100, **timed))
    # This one is of another region.
    put_row(file, 5, packed_row(0x1800, 0x1900, Kind.SINGLE, {Category.WORK: 5000}))
    rows = read_ledger(file).threads[0].rows
    # A tick is 2 ns.
    assert rows[4].ns[Category.CREATE] == 100 * 5 * 2
    assert rows[4].ns[Category.TASK] == 100 * 6 * 2
    assert rows[3].ns[Category.WORK] == (2000 - 1100) * 2
    assert rows[4].asking_ns == 100 * 3 * 2
    assert rows[5].ns[Category.WORK] == 5000 * 2


def test_chunks_that_came_one_by_one_cost_more_than_those_that_came_together(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    write_file(file)
    # 90 chunks came one by one, of which 60 were timed, 8 ticks each; 10 came together, 5 each.
    timed = {"untold": 90, "paid_units": 60, "paid_ticks": 480, "bare_units": 10, "bare_ticks": 50}
    put_row(
        file, 3, packed_row(0x1600, 0x1500, Kind.LOOP, {Category.WORK: 1000}, count=1, units=100, pieces=100, **timed)
    )
    row = read_ledger(file).threads[0].rows[3]
    # A tick is 2 ns.
    assert row.ns[Category.SCHEDULE] == 90 * 3 * 2
    assert row.ns[Category.WORK] + row.ns[Category.SCHEDULE] == 1000 * 2


def test_what_telling_of_a_share_takes_is_known_from_those_that_were_timed(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    write_file(file)
    # Four of 100 shares were timed, and 60 ticks too many were booked as their work.
    timed = {"own_work_ticks": 7, "shares_timed": 4, "telling_ticks": 60}
    put_row(file, 2, packed_row(0x1500, 0, Kind.REGION, {}, count=100, **timed))
    # A tick is 2 ns.
    read = read_ledger(file).threads[0].rows[2]
    assert read.own_work_ns == 2 * (7 + 15 * 100)
    assert read.telling_ns == 2 * 15 * 100


def test_what_is_booked_in_a_wait_lengthens_it_only_where_nobody_else_does() -> None:
    made = row(Kind.REGION, 0x10, ns={Category.REGION_WAIT: 500.0})
    made.own_work_ns, made.own_wait_ns, made.own_other_ns = 30.0, 100.0, 20.0
    assert made.own_elapsed_ns == 50.0
    made.ns[Category.REGION_WAIT] = 140.0
    assert made.own_elapsed_ns == 50.0 + 60.0
    made.ns[Category.REGION_WAIT] = 100.0
    assert made.own_elapsed_ns == 50.0 + 100.0
    made.telling_ns = 10.0
    assert made.own_elapsed_ns == 50.0 + 10.0 + 100.0
    made.settling_ns = 5.0
    assert made.own_elapsed_ns == 50.0 + 10.0 + 100.0 + 5.0


def test_what_is_no_ledger_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    file.write_bytes(b"x" * 5000)
    with pytest.raises(LedgerError, match="no ledger"):
        read_ledger(file)
    write_file(file, version=1)
    with pytest.raises(LedgerError, match="form 1"):
        read_ledger(file)
    write_file(file)
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(LedgerError, match="cut short"):
        read_ledger(file)
    with pytest.raises(LedgerError, match="cannot be read"):
        read_ledger(tmp_path / "nothing")


def test_regions_have_what_is_in_them() -> None:
    first, second = region(100, {Category.WORK: 60}, {Category.WORK: 80, Category.IDLE: 1000})
    barrier = row(Kind.BARRIER, 0x20, 0x10, {Category.BARRIER: 40})
    (found,) = regions_of(constructs_of(case([first, barrier], [second], wall_ns=100).ledger))
    assert found.team == 2
    assert found.useful_ns == 140
    assert found.ns(Category.BARRIER, Category.IDLE) == 40
    assert found.useful_by_thread == [80, 60]


def test_a_region_that_others_call_has_what_is_in_it_once() -> None:
    here = region(100, {Category.WORK: 90})[0]
    inside = region(50, {Category.WORK: 40})[0]
    inside.parent = 0x50
    around = region(60, {Category.WORK: 5}, code=0x50)[0]
    barrier = row(Kind.BARRIER, 0x20, 0x10, {Category.BARRIER: 20})
    made = case([here, inside, around, barrier], wall_ns=200)
    found = {one.code: one for one in regions_of(constructs_of(made.ledger))}
    assert (found[0x10].elapsed_ns, found[0x10].instances, found[0x10].useful_ns) == (150, 2, 130)
    assert sum(one.ns(Category.BARRIER) for one in found.values()) == 20
    # What is in the region around is counted there.
    assert Rank(0, made).parallel_ns == 160


def test_calls_of_one_region_are_put_together() -> None:
    unrolled = [region(100, {Category.WORK: 100}, code=code)[0] for code in (0x10, 0x18)]
    for one in unrolled:
        one.object = 0x99
    inner = [row(Kind.BARRIER, 0x30, code, {Category.BARRIER: 5}, count=1) for code in (0x10, 0x18)]
    (found,) = regions_of(constructs_of(case([*unrolled, *inner], wall_ns=200).ledger))
    assert (found.instances, found.elapsed_ns, found.ns(Category.BARRIER)) == (2, 200, 10)


def test_totals_are_over_all_threads() -> None:
    made = case(
        [row(Kind.OUTSIDE, 0, ns={Category.SERIAL: 3})], [row(Kind.OUTSIDE, 0, ns={Category.IDLE: 4})], wall_ns=4
    )
    assert sum(totals_of(made.ledger).values()) == 7


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        (".gomp_critical_user_stats", "stats"),
        (".gomp_critical_user_stats.var", "stats"),
        (".gomp_critical_user_.var", None),
        (".gomp_critical_user_a_b.AS0.var", "a_b"),
    ],
)
def test_names_of_criticals(symbol: str, name: str | None) -> None:
    match = CRITICAL_NAME.match(symbol)
    assert (match.group(1) if match else None) == name


@pytest.mark.parametrize("file", ["/src/app (copy)/a.c", "/src/a.c", "C (discriminator 1)/a:b.c"])
@pytest.mark.parametrize("behind", ["", " (discriminator 3)"])
def test_a_path_keeps_what_is_in_parentheses(file: str, behind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_run", lambda _: ["work._omp_fn.0", f"{file}:12{behind}"])
    assert translate("/src/a.out", [0x10]) == [Place(file, 12, "work")]


def test_places_in_a_program_that_is_loaded_anywhere(tmp_path: Path) -> None:
    source, program = tmp_path / "a.c", tmp_path / "a"
    source.write_text("int other(void) { return 1; }\nint main(void) {\n  return other();\n}\n")
    try:
        subprocess.run(["cc", "-g", "-O0", "-pie", "-fPIE", str(source), "-o", str(program)], check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no C compiler")
    symbols = subprocess.run(["nm", str(program)], capture_output=True, text=True, check=True).stdout.splitlines()
    address = next(int(line.split()[0], 16) for line in symbols if line.endswith(" T other"))
    page, bias = address & ~0xFFF, 0x5555_0000_0000
    module = Module(bias + page, bias + page + 0x1000, page, str(program))
    assert load_bias(program, module.begin, module.offset) == bias
    place = Places([module], [], [bias + address]).of(bias + address)
    assert (Path(place.file).name, place.line, place.function) == ("a.c", 1, "other")


# A function that is not exported, between two that are: all that a stripped library tells is where each begins.
STRIPPED = """
int first(int value) { return value + 1; }
__attribute__((noinline, used)) static int hidden(int value) {
  for (int i = 0; i < value; ++i) __asm__ volatile("nop");
  return value;
}
int last(int value) { return hidden(value) * 2; }
"""


def test_a_function_without_a_name_is_not_taken_for_its_neighbour(tmp_path: Path) -> None:
    library = tmp_path / "libstripped.so"
    source = tmp_path / "stripped.c"
    source.write_text(STRIPPED, encoding="utf-8")
    subprocess.run(["gcc", "-O1", "-fno-toplevel-reorder", "-shared", "-fPIC", source, "-o", library], check=True)
    listed = subprocess.run(["nm", library], check=True, capture_output=True, text=True).stdout
    at = {words[2]: int(words[0], 16) for words in map(str.split, listed.splitlines()) if len(words) == 3}
    assert at["first"] < at["hidden"] < at["last"]
    path, inside = str(library), at["hidden"] + 4
    assert has_symbol(path, inside) is True
    stripped = tmp_path / "libbare.so"
    subprocess.run(["strip", library, "-o", stripped], check=True)
    path = str(stripped)
    assert has_symbol(path, inside) is False
    assert has_symbol(path, at["first"]) is True
    assert begin_of_function(path, inside) == at["hidden"]
    named, nameless = translate(path, [at["last"], inside])
    assert (str(named), str(nameless)) == ("last in libbare.so", f"near first in libbare.so+{inside:#x}")


def test_files_without_symbols_tell_nothing(tmp_path: Path) -> None:
    file = tmp_path / "short"
    for data in (b"", b"\x7fELF\x02", b"\x7fELF\x02" + b"\xff" * 59, b"text" * 100):
        file.write_bytes(data)
        path = str(file.rename(tmp_path / f"short{len(data)}"))
        assert has_symbol(path, 5) is None
        assert begin_of_function(path, 5) == 5
    assert str(Place("/lib/a.so", 0, "", 0x10)) == "a.so+0x10"


def test_a_table_has_short_names() -> None:
    assert brief(Place("a.c", 7, "f")) == "a.c:7"
    assert brief(Place("/lib/a.so", 0, "ns::phi(long, int)")) == "ns::phi in a.so"
    assert brief(Place("/lib/a.so", 0, "(anonymous namespace)::f")) == "(anonymous namespace)::f in a.so"
    long = brief(Place("/lib/a.so", 0, "begin" * 20 + "finalize(void*)"))
    assert long.startswith("...") and long.endswith("finalize in a.so") and len(long) == BRIEF + len(" in a.so")


# Ten were told. In each the thread worked for 40 ticks without the ledger's part, was forking for 10 and waiting for
# 30; the next one followed after 20, most times. Thirty untold ones have the same, and longer or shorter waits; where
# there is no time for that, they were shorter.
@pytest.mark.parametrize(("untold", "dealt"), [(2500, (175, 1200, 525, 600)), (1200, (0, 800, 0, 400))])
def test_untold_regions_are_dealt_out_like_told_ones_without_what_the_ledger_takes(
    tmp_path: Path, untold: int, dealt: tuple[int, int, int, int]
) -> None:
    fork, work, wait, gap = dealt
    file = tmp_path / "ledger"
    # The thread is serial at the end, for 100 ticks.
    write_file(file, part={"category": Category.SERIAL, "row": 0, "since_ticks": 5900})
    told = {Category.FORK: 200, Category.WORK: 500, Category.SERIAL: 5000, Category.UNTOLD: untold}
    counts = {"count": 10, "units": 20, "span_ticks": 1000, "untold_shares": 30, "gaps": 9, "gap_ticks": 180}
    own = {"own_work_ticks": 100, "own_other_ticks": 100, "settling_ticks": -7}
    put_row(file, 2, packed_row(0x1500, 0, Kind.REGION, told, **counts, **own))
    put_row(file, 3, packed_row(0x1600, 0x1500, Kind.BARRIER, {Category.BARRIER: 300}, count=10))
    rows = read_ledger(file).threads[0].rows
    # A tick is 2 ns.
    assert rows[2].ns[Category.UNTOLD] == 0
    assert rows[2].ns[Category.FORK] == pytest.approx(2 * (200 + fork))
    assert rows[2].ns[Category.WORK] == pytest.approx(2 * (500 + work))
    assert rows[3].ns[Category.BARRIER] == pytest.approx(2 * (300 + wait))
    assert rows[2].ns[Category.SERIAL] == pytest.approx(2 * (5000 + gap))
    assert (rows[2].count, rows[2].units, rows[3].count) == (40, 80, 40)
    assert rows[2].span_ns == pytest.approx(2 * (1000 + untold - gap))
    assert rows[2].settling_ns == 2 * -7


def test_untold_regions_of_which_the_thread_was_told_nothing_are_like_all_others(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    write_file(file, part={"kind": form.WORKER, "category": Category.ABSENT, "row": 0, "since_ticks": 6000})
    put_row(file, 0, packed_row(0, 0, Kind.OUTSIDE, {Category.UNTOLD: 100}))
    put_row(file, 2, packed_row(0x1500, 0, Kind.REGION, {Category.WORK: 300, Category.IDLE: 100}, count=1))
    rows = read_ledger(file).threads[0].rows
    # A tick is 2 ns.
    assert rows[0].ns[Category.UNTOLD] == 0
    assert rows[2].ns[Category.WORK] == pytest.approx(2 * 375)
    assert rows[2].ns[Category.IDLE] == pytest.approx(2 * 125)
    put_row(file, 2, packed_row(0x1500, 0, Kind.REGION, {}))
    assert read_ledger(file).threads[0].rows[0].ns[Category.IDLE] == 2 * 100


@pytest.mark.parametrize("kind", [form.WORKER, 1])
@pytest.mark.parametrize(("passed", "untold"), [(350, 350), (900, 200)])
def test_what_is_too_long_for_the_untold_regions_at_the_end_is_not_theirs(
    tmp_path: Path, kind: int, passed: int, untold: int
) -> None:
    file = tmp_path / "ledger"
    part = {"kind": kind, "category": Category.UNTOLD, "since_ticks": 6000 - passed}
    write_file(file, part=part | {"stretch_expected": 200, "stretch_shares": 4})
    put_row(file, 2, packed_row(0x1500, 0, Kind.REGION, {Category.WORK: 1000}, count=10))
    row = read_ledger(file).threads[0].rows[2]
    # A tick is 2 ns.
    assert row.ns[Category.WORK] == 2 * (1000 + untold)
    assert row.ns[Category.IDLE if kind == form.WORKER else Category.SERIAL] == 2 * (passed - untold)
    assert row.count == 14
