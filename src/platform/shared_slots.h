// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What processes of one user tell one another: a file in memory that they share, in which each has a slot of its own for as long as it
// lives. A slot is held by a lock of the open file (F_OFD_SETLK), which the kernel drops with the process, however it ends and in
// whichever PID namespace it is; a slot whose lock nobody has is empty, whatever the file says there. The file is read and written, never
// mapped: one that somebody makes shorter would end a process that reads a mapping of it.
//
//   byte 0          the gate's lock: the process that has it looks and takes, and the others wait for a short time
//   byte 1 + slot   the slot's lock
//   slot            its words, at slot * kRecordBytes
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace muster::platform {

class SharedSlots {
 public:
  // More processes take no slot. A file of which all have been used takes 1 MiB.
  static constexpr std::uint32_t kSlots = 1024;
  // A mask of all CPUs that Linux can be configured for.
  static constexpr std::size_t kWords = 128;
  // Slots that another version has written are passed over.
  static constexpr std::uint64_t kMark = 0x4d55535443505531;
  static constexpr std::size_t kRecordBytes = sizeof(std::uint64_t) * (1 + kWords);
  using Words = std::array<std::uint64_t, kWords>;

  constexpr SharedSlots() = default;
  SharedSlots(const SharedSlots&) = delete;
  SharedSlots& operator=(const SharedSlots&) = delete;

  // Opens FOLDER/NAME.UID, made for this user alone, and closes the gate behind this process; a slot that it has is given back
  // first. False, with nothing open: there is no such folder, it cannot be written, what has the name is no file of this user's
  // alone, the kernel has no such locks, or the gate stayed closed for 500 looks with a pause of 100 us after each.
  bool begin(const char* folder, const char* name);

  // What each other process holds. After begin().
  using Found = void (*)(void* context, const Words& words);
  void read_others(Found found, void* context);

  // Takes a slot and opens the gate. False, with nothing open: there was no free slot, or no room for it. After read_others().
  bool finish(const Words& own);

  // Gives the slot back; forgets the file where the program has closed it. A child of fork(2) shares its parent's slot, which is free when
  // both have given it back or ended.
  void release();

  bool holds_slot() const { return descriptor_ >= 0; }

 private:
  bool open_file(const char* path, uid_t user);
  bool close_gate() const;
  bool is_own_file() const;
  bool lock(short kind, off_t byte) const;
  std::uint32_t next_held(std::uint32_t from, std::uint32_t end) const;
  bool is_held(std::uint32_t slot) const { return ((held_[slot / 64] >> (slot % 64)) & 1U) != 0; }
  bool write(std::uint32_t slot, const Words& words) const;

  int descriptor_ = -1;
  // The program may close a file that it knows nothing of, and get the number for another.
  dev_t device_ = 0;
  ino_t file_ = 0;
  std::array<std::uint64_t, kSlots / 64> held_{};
};

}  // namespace muster::platform
