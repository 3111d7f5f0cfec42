// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/finding.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "platform/descriptors.h"
#include "platform/loaded_file.h"
#include "platform/native.h"
#include "platform/standard_error.h"
#include "platform/uncancelled.h"

namespace muster::misuse {
namespace {

// More places than a person reads. A program with more of them has been told enough.
constexpr std::size_t kMostFindings = 1024;

constinit platform::Native::Atomic<std::uint64_t> found[kMostFindings];

constinit const char* file = "";

// Negative where there is no file, or it can't be opened. The thread must not be cancelled meanwhile.
int open_file(int more_flags) {
  constexpr int kRights = 0666;
  if (*file == '\0') {
    return -1;
  }
  return platform::above_standard_streams(open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | more_flags, kRights));
}

// Returns whether it is written. The file is opened for each line, as programs close descriptors that they do not know.
bool append_to_file(const char* line, std::size_t length) {
  const platform::Uncancelled uncancelled;
  const int opened = open_file(0);
  if (opened < 0) {
    return false;
  }
  // One call, so that a line stays whole.
  const bool written = write(opened, line, length) > 0;
  close(opened);
  return written;
}

}  // namespace

void tell_to(const char* path) { file = path; }

void make_file() {
  const platform::Uncancelled uncancelled;
  // Nobody may read yet what is a pipe.
  const int opened = open_file(O_NONBLOCK);
  if (opened >= 0) {
    close(opened);
  }
}

bool is_first(Kind kind, const void* code) {
  // Code is less than 2^56 bytes away; the kind goes into the bits above.
  constexpr unsigned kKindBit = 56;
  constexpr unsigned kHashBits = 32;
  const std::uint64_t key = (static_cast<std::uint64_t>(kind) + 1) << kKindBit | reinterpret_cast<std::uintptr_t>(code);
  const std::size_t start = base::fibonacci_hash(key, kHashBits) % kMostFindings;
  for (std::size_t i = 0; i < kMostFindings; ++i) {
    std::uint64_t expected = 0;
    // Nothing is ordered: the key is all that is shared.
    if (found[(start + i) % kMostFindings].compare_exchange_relaxed(expected, key)) {
      return true;
    }
    if (expected == key) {
      return false;
    }
  }
  return false;
}

Line::Line() { text("muster: check: "); }

Line& Line::text(const char* text) {
  // The newline has room in any case.
  for (; *text != '\0' && used_ + 1 < kBytes; ++text) {
    line_[used_++] = *text;
  }
  return *this;
}

Line& Line::number(unsigned long long value) {
  constexpr std::size_t kMostDigits = 20;
  char digits[kMostDigits + 1];
  std::size_t at = kMostDigits;
  digits[at] = '\0';
  do {
    digits[--at] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  return text(digits + at);
}

Line& Line::at(events::Caller caller) {
  if (caller.code == nullptr) {
    return *this;
  }
  // The call stands before the address to which it returns.
  const std::uintptr_t code = reinterpret_cast<std::uintptr_t>(caller.code) - 1;
  Dl_info info = {};
  link_map* map = nullptr;
  text(" at ");
  std::uintptr_t offset = code;
  if (dladdr1(reinterpret_cast<void*>(code), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 &&
      map != nullptr) {
    // The linker's addresses, which a program that is not position-independent has from the start.
    offset = code - map->l_addr;
    text(platform::LoadedFile(*map, info.dli_fname).name);
  }
  text("+0x");
  constexpr unsigned kBitsOfDigit = 4;
  bool leading = true;
  for (unsigned bit = sizeof(offset) * 8; bit != 0;) {
    bit -= kBitsOfDigit;
    const unsigned digit = (offset >> bit) & 0xF;
    leading = leading && digit == 0 && bit != 0;
    if (!leading) {
      const char one[] = {"0123456789abcdef"[digit], '\0'};
      text(one);
    }
  }
  return *this;
}

void Line::tell() {
  line_[used_++] = '\n';
  if (!append_to_file(line_, used_)) {
    platform::write_standard_error(line_, used_);
  }
  used_ = 0;
}

void end_program() {
  Line().text("these threads wait for each other for ever, so the program ends here").tell();
  abort();
}

}  // namespace muster::misuse
