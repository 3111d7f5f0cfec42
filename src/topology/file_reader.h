// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small files of /proc and /sys, read a piece at a time into buffers of fixed size. Internal to topology/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace muster::topology {

class FileReader {
 public:
  static constexpr int kEnd = -1;

  // A file that cannot be opened reads as an empty one, and is_open() tells.
  explicit FileReader(const char* path);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  // An error while reading ends the file early: what came before may be half a number. Known once next() gave kEnd.
  bool failed() const { return failed_; }

  // The next byte as 0 to 255, or kEnd.
  int next() { return at_ < size_ || refill() ? static_cast<unsigned char>(buffer_[at_++]) : kEnd; }

 private:
  bool refill();

  int descriptor_;
  bool failed_ = false;
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  // A typical /proc/self/mountinfo is 2 to 8 KiB, so a few reads; kept small because this lives on the stack of
  // whichever thread loads the library.
  char buffer_[1024];
};

// One line without its newline. A line that does not fit is cut, and `complete` is false.
struct Line {
  // A cgroup line of mountinfo holds a path of at most PathBuffer's length twice, plus about 100 bytes.
  char text[4096];
  std::size_t size = 0;
  bool complete = true;

  std::string_view view() const { return {text, size}; }
};

// False at the end of the file. A last line without a newline counts as a line, unless reading failed within it.
bool read_line(FileReader& file, Line& line);

// Takes decimal digits off the front of `text`. False, with `text` unchanged, where there are none or the number does
// not fit in 64 bits.
bool take_number(std::string_view& text, std::uint64_t& number);

}  // namespace muster::topology
