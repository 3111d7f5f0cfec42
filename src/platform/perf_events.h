// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two kinds of events of the kernel (perf_event_open): page faults with their address, and accesses to a word. Software and the CPU's debug
// registers make them, so virtual machines have them too. Nothing here changes errno; what can fail returns 0 or an errno value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::platform {

// A thread has touched a page that was not there.
struct PageFault {
  std::int32_t process = 0;
  std::int32_t thread = 0;
  std::uint64_t code = 0;  // the instruction; one of the kernel's where a system call has touched the page
  std::uint64_t address = 0;
};

// The faults of some threads on one CPU, in a buffer that the kernel fills. One thread reads it.
struct FaultRing {
  int file = -1;
  void* pages = nullptr;
  std::size_t data_bytes = 0;
};

// Opens an empty ring for a thread and for all that it will start. Where the buffer may not be so large, it is smaller.
int open_fault_ring(FaultRing& ring, std::int32_t thread, std::uint32_t cpu);
// The faults of one more thread on that CPU, into the same buffer. The file is to be closed.
int join_fault_ring(const FaultRing& ring, std::int32_t thread, std::uint32_t cpu, int& file);
// Takes out up to `room` faults, the oldest first, and returns how many. `lost` counts those for which the buffer had no room.
std::size_t take_faults(const FaultRing& ring, PageFault* faults, std::size_t room, std::uint64_t& lost);
void close_fault_ring(FaultRing& ring);

// Counts how often a thread reads or writes the 8 bytes at the address, until it has done so twice: so a watch costs a thread microseconds. A
// CPU has 2 to 16 registers for that.
int open_watch(std::int32_t thread, std::uint64_t address, int& file);
// Ends the watch. False: the thread has not accessed the word.
bool end_watch(int file);

// From now on the calling thread has no file open, and what it opens nobody else in the process sees, closes or inherits. False: the system
// refuses, and its files are those of the process.
bool leave_files_of_process();

}  // namespace muster::platform
