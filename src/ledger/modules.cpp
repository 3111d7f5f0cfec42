// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the program and its libraries are loaded, so that a reader can find the line of a code address: one line for each mapping of code,
// "begin end offset path" in hexadecimal, taken from /proc/self/maps when code is met that no line covers.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ledger/file.h"
#include "platform/pages.h"
#include "platform/uncancelled.h"
#include "platform/unchecked.h"

namespace muster::ledger {
namespace {

constexpr std::uint32_t kMostRanges = 256;
constexpr std::size_t kLineBytes = 4096 + 128;

struct Range {
  std::uint64_t begin;
  std::uint64_t end;
};

struct Known {
  Range ranges[kMostRanges] = {};
  std::uint32_t count = 0;

  bool covers(std::uint64_t code) const {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (code >= ranges[i].begin && code < ranges[i].end) {
        return true;
      }
    }
    return false;
  }
};

constinit Known known;
constinit pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void append(const char* text, std::size_t length) {
  Header& file = header();
  const std::uint32_t used = file.text_used.load_relaxed();
  if (used + length <= file.text_bytes) {
    memcpy(reinterpret_cast<char*>(&file) + file.text_offset + used, text, length);
    file.text_used.store_relaxed(static_cast<std::uint32_t>(used + length));
  }
}

// "55d0c0a00000-55d0c0a01000 r-xp 00001000 fe:00 1234   /path"
void take_line(const char* line) {
  unsigned long begin = 0;
  unsigned long end = 0;
  unsigned long offset = 0;
  char rights[8] = {};
  int path_at = 0;
  if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %n", &begin, &end, rights, &offset, &path_at) < 4 || rights[2] != 'x' ||
      path_at == 0 || line[path_at] != '/' || known.covers(begin) || known.count == kMostRanges) {
    return;
  }
  known.ranges[known.count++] = {begin, end};
  char text[kLineBytes];
  const int length = snprintf(text, sizeof text, "%lx %lx %lx %s\n", begin, end, offset, line + path_at);
  if (length > 0 && static_cast<std::size_t>(length) < sizeof text) {
    append(text, static_cast<std::size_t>(length));
  }
}

void read_maps(char* buffer, std::size_t size) {
  const int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) {
    return;
  }
  std::size_t held = 0;
  // What is known is what the mutex guards, and the system's answer is at hand.
  // NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection)
  for (ssize_t got = 0; (got = read(maps, buffer + held, size - 1 - held)) > 0;) {
    held += static_cast<std::size_t>(got);
    buffer[held] = '\0';
    char* line = buffer;
    for (char* newline = nullptr; (newline = strchr(line, '\n')) != nullptr; line = newline + 1) {
      *newline = '\0';
      take_line(line);
    }
    held -= static_cast<std::size_t>(line - buffer);
    memmove(buffer, line, held);
    if (held == size - 1) {
      break;
    }
  }
  close(maps);
}

}  // namespace

void forget_modules() { known.count = 0; }

void note_module(std::uint64_t code) {
  constexpr std::size_t kBufferBytes = 4 * kLineBytes;
  if (code == 0 || !is_open()) {
    return;
  }
  const platform::Uncancelled uncancelled;
  const platform::UncheckedLock locked(lock);
  if (!known.covers(code)) {
    if (auto* buffer = static_cast<char*>(platform::allocate_pages(kBufferBytes)); buffer != nullptr) {
      read_maps(buffer, kBufferBytes);
      platform::free_pages(buffer, kBufferBytes);
    }
  }
}

}  // namespace muster::ledger
