// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A path put together piece by piece in a buffer of fixed size. Internal to topology/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace muster::topology {

class PathBuffer {
 public:
  // A Kubernetes pod inside a Docker container has a cgroup path of some 300 bytes; two of these buffers are on the
  // stack at once. A longer path, or one with a NUL in it, makes the buffer invalid until it is cleared: a path that
  // was cut short never names another file.
  static constexpr std::size_t kCapacity = 1024;

  PathBuffer() { text_[0] = '\0'; }
  PathBuffer(const PathBuffer&) = delete;
  PathBuffer& operator=(const PathBuffer&) = delete;

  // Back to an empty, valid path.
  void clear() {
    valid_ = true;
    cut(0);
  }

  bool valid() const { return valid_; }
  std::size_t size() const { return size_; }
  std::string_view view() const { return {text_, size_}; }
  const char* c_str() const { return text_; }

  void append(std::string_view piece) {
    if (!valid_ || piece.size() >= kCapacity - size_ || piece.find('\0') != std::string_view::npos) {
      valid_ = false;
      return;
    }
    for (const char character : piece) {
      text_[size_++] = character;
    }
    text_[size_] = '\0';
  }

  void append_number(std::uint32_t number) {
    char digits[10];
    std::size_t count = 0;
    do {
      digits[sizeof(digits) - ++count] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    append({digits + sizeof(digits) - count, count});
  }

  // Shortens to the first `size` bytes.
  void cut(std::size_t size) {
    if (size < size_) {
      size_ = size;
      text_[size_] = '\0';
    }
  }

  void strip_trailing_slashes() {
    while (size_ > 0 && text_[size_ - 1] == '/') {
      text_[--size_] = '\0';
    }
  }

  void drop_last_component() {
    strip_trailing_slashes();
    while (size_ > 0 && text_[size_ - 1] != '/') {
      --size_;
    }
    text_[size_] = '\0';
    strip_trailing_slashes();
  }

 private:
  bool valid_ = true;
  std::size_t size_ = 0;
  char text_[kCapacity];  // only the first byte is cleared: most of it is never used
};

// Starts a path under another root, for fixtures: null, "" and "/" mean the real one.
inline void start_at_root(PathBuffer& path, const char* root) {
  if (root != nullptr) {
    path.append(root);
  }
  path.strip_trailing_slashes();
}

}  // namespace muster::topology
