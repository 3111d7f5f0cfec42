# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pytest

from runner.job import Job, with_settings
from runner.reader import Reader

SAID = b"@alive\n@begin a.b\nthread 0\n\n@end a.b 0 1.50\n@begin c.d\nwords\n"


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_pieces_of_any_size(size: int) -> None:
    reader = Reader()
    for begin in range(0, len(SAID), size):
        reader.feed(SAID[begin : begin + size])
    assert reader.alive
    assert not reader.done
    assert reader.ended == 1
    assert reader.said["a.b"].lines == ["thread 0"]
    assert (reader.said["a.b"].status, reader.said["a.b"].seconds, reader.said["a.b"].end) == (0, 1.5, "")


def test_a_job_that_the_guest_did_not_finish() -> None:
    reader = Reader()
    reader.feed(SAID)
    assert reader.said["c.d"].end == "the guest ended before"


def test_ends_in_words() -> None:
    reader = Reader()
    reader.feed(b"@begin a\n@end a 124 60.00\n@begin b\n@end b 3 1.00\n@begin c\n@end c 139 1.00\n@done\n")
    assert reader.done
    assert [reader.said[name].end for name in "abc"] == ["time limit, after 60 s", "exit status 3", "exit status 139"]


def test_a_job_is_one_line_of_three_fields() -> None:
    assert Job("a.b", "true", 5).line() == "a.b\t5\ttrue\n"
    for name, command in (("a b", "true"), ("a", "true\nfalse"), ("a", "echo\tb"), ("", "true")):
        with pytest.raises(ValueError, match="no job"):
            Job(name, command).line()


def test_settings_are_quoted() -> None:
    assert with_settings({"OMP_PLACES": "{0}:8:8"}, "where") == "OMP_PLACES='{0}:8:8' where"
