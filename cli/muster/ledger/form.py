# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The form of the file as src/ledger/form.h writes it."""

import struct
from enum import IntEnum, IntFlag

MAGIC = b"MUSTERLG"
VERSION = 7


class Category(IntEnum):
    """What a thread does; exactly one at any moment."""

    ABSENT = 0
    SERIAL = 1
    IDLE = 2
    FORK = 3
    JOIN = 4
    WORK = 5
    TASK = 6
    CREATE = 7
    SCHEDULE = 8
    REGION_WAIT = 9
    BARRIER = 10
    TASKWAIT = 11
    CRITICAL = 12
    LOCK = 13
    ORDERED = 14
    REDUCTION = 15
    # In short regions that were not told, and between them. Readers deal it out (untold.py).
    UNTOLD = 16


# In which a thread waits for others.
WAITS = tuple(Category(number) for number in range(Category.REGION_WAIT, Category.REDUCTION))


class Rest(IntEnum):
    """What the timeline has beside the categories."""

    ASLEEP = 32
    WAKING = 33


class Kind(IntEnum):
    """What a row is about."""

    NONE = 0
    OUTSIDE = 1
    OTHER = 2
    REGION = 3
    LEAGUE = 4
    LOOP = 5
    SECTIONS = 6
    SINGLE = 7
    WORKSHARE = 8
    BARRIER = 9
    TASKWAIT = 10
    TASKGROUP = 11
    TASK = 12
    CRITICAL = 13
    LOCK = 14
    ORDERED = 15
    ATOMIC = 16
    REDUCTION = 17


class Flag(IntFlag):
    BOUND = 1
    WAIT_ACTIVE = 2
    WAIT_PASSIVE = 4
    DYNAMIC = 8
    TICKS_ARE_NS = 16


class WorkKind(IntEnum):
    """The kinds of loops in `detail` of a loop's row (OpenMP 5.2, 19.4.4.15)."""

    LOOP = 1
    STATIC = 10
    DYNAMIC = 11
    GUIDED = 12
    OTHER = 13


class SyncKind(IntEnum):
    """In `detail` of a barrier's row (OpenMP 5.2, 19.4.4.13); the others are not looked at."""

    # One that a construct has for its own sake: it is no barrier construct, and no nowait clause takes it away.
    BARRIER_IMPLEMENTATION = 4


HEADER = struct.Struct("<8sIIQ11Ii4I3Q3Q4I4Q")
HEADER_FIELDS = (
    "magic", "version", "header_bytes", "file_bytes", "text_offset", "text_bytes", "slots_offset", "slot_bytes",
    "slots", "rows", "row_bytes", "rows_offset", "spans", "spans_offset", "categories", "process", "cpus",
    "quota_cpus", "default_team", "flags", "start_ticks", "start_ns", "start_real_ns", "mark_ticks", "mark_ns",
    "end_ticks", "slots_claimed", "threads_refused", "text_used", "command_used", "max_active_levels",
    "blocktime_ns", "clock_ticks", "interval_ticks",
)  # fmt: skip
COMMAND_OFFSET = 256

# The ends of its last regions that a thread keeps, at each of its outermost levels.
END_LEVELS, ENDS = 4, 16
# Four lines of 64 bytes, the ends, and of the stretch of untold regions in which the thread is the ticks that it is to
# take, and its shares. Of the third line, and of half of the fourth, the runtime alone knows.
THREAD = struct.Struct(f"<4I2Q3I4xQ8xQ2IQ2I3Q2I64x{END_LEVELS}Q32x{END_LEVELS * ENDS}QQI")
THREAD_FIELDS = (
    "presence", "system_id", "kind", "uses", "begin_ticks", "asleep_since", "rows_used", "team_last", "held_count",
    "too_deep", "since_ticks", "category", "row", "spans_written", "pending", "events_until_timed", "share_ticks",
    "left_ticks", "share", "depth", "had_long_share",
)  # fmt: skip
STRETCH_FIELDS = ("stretch_expected", "stretch_shares")

ROW = struct.Struct(f"<3Q4H{len(Category)}Q8Qd3Q2IQ6Q6Q8Qq")
# What follows the times by category; and which of them are numbers, and which times.
ROW_FIELDS = (
    "count", "units", "pieces", "asks", "samples", "span_ticks", "span_least_ticks", "span_most_ticks", "span_squares",
    "held_ticks", "held_most_ticks", "lost_ns", "requested_most", "is_long", "share_least_ticks", "asleep_ticks",
    "waking_ticks", "wakeups", "idle_asleep_ticks", "idle_waking_ticks", "idle_wakeups", "untold", "paid_units",
    "paid_ticks", "bare_units", "bare_ticks", "asking_ticks", "own_work_ticks", "own_wait_ticks", "own_other_ticks",
    "shares_timed", "telling_ticks", "untold_shares", "gaps", "gap_ticks",
    "settling_ticks",
)  # fmt: skip
ROW_COUNTS = (
    "count", "units", "pieces", "asks", "samples", "requested_most", "wakeups", "idle_wakeups", "untold", "paid_units",
    "bare_units", "untold_shares", "gaps",
)  # fmt: skip
ROW_TICKS = tuple(name for name in ROW_FIELDS if name.endswith("_ticks"))
SPAN = struct.Struct("<QII")

NEVER, HERE, ENDED = 0, 1, 2
# Bits of what is not booked yet: that an outermost region has ended, and the next one begun, with the primary thread's
# share of it; that a worker's share has begun, and ended.
REGION_ENDED, REGION_BEGUN, PRIMARY_SHARE, WORKER_SHARE, WORKER_LEFT = 1, 2, 4, 8, 16
# Kinds of threads; a helper runs target tasks.
WORKER, HELPER = 2, 3
