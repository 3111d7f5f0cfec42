// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tells one machine from another, in two short lines, cheap enough for program start: the shape as its first CPU sees it,
// and the name of the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace muster::topology {

struct ShortText {
  // Six pairs of a number and a level take 70 bytes; names of CPUs are at most 48 bytes on x86-64 (CPUID 0x80000002).
  static constexpr std::size_t kCapacity = 112;

  char text[kCapacity];
  std::size_t size = 0;

  std::string_view view() const { return {text, size}; }
  // What does not fit is left out.
  void append(std::string_view piece);
  void append_number(std::uint32_t number);
};

// A machine text (machine_text.h) of the CPUs that are online, such as `2 package 4 l3 8 core 2 thread`. Levels with one group
// in each parent are left out, but for package, core and thread. Only the groups of the first CPU are read, about ten small
// files however large the machine is: of a machine with cores of several kinds it describes the first kind, and two such
// machines may look the same. `root` as for read_machine. Thread-safe; errno is kept.
ShortText machine_shape(const char* root);

// The first CPU's name in /proc/cpuinfo ("model name", or on AArch64 "CPU part"); empty when there is none. Blanks at its ends are
// left out, and characters that do not print are '?'. Thread-safe; errno is kept.
ShortText cpu_model(const char* root);

}  // namespace muster::topology
