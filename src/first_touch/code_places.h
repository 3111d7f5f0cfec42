// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where an instruction is: its function, and its file with the address in it that addr2line takes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::first_touch {

// The address at which the function of an instruction begins, by the table that is loaded for unwinding stacks (Linux Standard Base 5.0, 10.6.2);
// it has functions without a symbol, too. The address itself where no table knows it.
std::uint64_t function_of(std::uint64_t code);

// " in FUNCTION at FILE+0xADDRESS", without the function where the loader knows no name of it; " in a system call" for an instruction of the
// kernel. What does not fit is cut; `text` ends with 0.
void write_place(std::uint64_t code, char* text, std::size_t size);

// The code of the library itself.
struct CodeRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool contains(std::uint64_t code) const { return code >= begin && code < end; }
};
CodeRange own_code();

}  // namespace muster::first_touch
