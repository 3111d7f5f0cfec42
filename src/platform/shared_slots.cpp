// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/shared_slots.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "platform/keep_errno.h"

namespace muster::platform {
namespace {

struct Record {
  std::uint64_t mark = SharedSlots::kMark;
  SharedSlots::Words words{};
};
static_assert(sizeof(Record) == SharedSlots::kRecordBytes);

constexpr off_t kGate = 0;
constexpr off_t kFirstSlot = 1;
// 50 ms and more: of 128 processes that started together the last had the gate after 27 ms (a virtual machine with 2 CPUs, November 2026).
constexpr std::uint32_t kLooks = 500;
constexpr long kPause_ns = 100'000;
// A program's own files get the numbers that they would get without the runtime. Up to 63 a process's table of files is not enlarged.
constexpr int kLeastDescriptor = 60;

off_t offset_of(std::uint32_t slot) { return static_cast<off_t>(slot) * static_cast<off_t>(sizeof(Record)); }

struct flock range(short kind, off_t first_byte, off_t bytes) {
  struct flock lock{};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = first_byte;
  lock.l_len = bytes;
  return lock;
}

int moved_up(int descriptor) {
  const int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, kLeastDescriptor);
  if (higher < 0) {
    return descriptor;
  }
  close(descriptor);
  return higher;
}

}  // namespace

bool SharedSlots::lock(short kind, off_t byte) const {
  struct flock wanted = range(kind, byte, 1);
  return fcntl(descriptor_, F_OFD_SETLK, &wanted) == 0;
}

bool SharedSlots::open_file(const char* path, uid_t user) {
  do {
    descriptor_ = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, S_IRUSR | S_IWUSR);
  } while (descriptor_ < 0 && errno == EINTR);
  if (descriptor_ < 0) {
    return false;
  }
  struct stat status{};
  const bool is_known = fstat(descriptor_, &status) == 0;
  const bool is_ours = is_known && S_ISREG(status.st_mode) && (status.st_mode & (S_IRWXG | S_IRWXO)) == 0 &&
                       status.st_uid == user && status.st_nlink == 1;
  if (!is_ours) {
    close(descriptor_);
    descriptor_ = -1;
    return false;
  }
  device_ = status.st_dev;
  file_ = status.st_ino;
  descriptor_ = moved_up(descriptor_);
  return true;
}

// It never waits in the kernel: the process that has the gate may be stopped.
bool SharedSlots::close_gate() const {
  for (std::uint32_t look = 0; look < kLooks; ++look) {
    if (lock(F_WRLCK, kGate)) {
      return true;
    }
    if (errno != EAGAIN && errno != EACCES) {
      return false;
    }
    const timespec pause{0, kPause_ns};
    nanosleep(&pause, nullptr);
  }
  return false;
}

bool SharedSlots::begin(const char* folder, const char* name) {
  const KeepErrno keep_errno;
  release();
  held_ = {};
  char path[1024];
  const uid_t user = geteuid();
  const int length = snprintf(path, sizeof path, "%s/%s.%u", folder, name, static_cast<unsigned>(user));
  if (length <= 0 || static_cast<std::size_t>(length) >= sizeof path || !open_file(path, user)) {
    return false;
  }
  if (!close_gate()) {
    release();
    return false;
  }
  return true;
}

// The first lock that the kernel tells of need not be the lowest.
std::uint32_t SharedSlots::next_held(std::uint32_t from, std::uint32_t end) const {
  const off_t first = kFirstSlot + from;
  struct flock found = range(F_WRLCK, first, static_cast<off_t>(end) - from);
  if (fcntl(descriptor_, F_OFD_GETLK, &found) != 0 || found.l_type == F_UNLCK || found.l_start >= kFirstSlot + end) {
    return end;
  }
  // Somebody else's lock may be longer than a slot's.
  return found.l_start <= first ? from : static_cast<std::uint32_t>(found.l_start - kFirstSlot);
}

void SharedSlots::read_others(Found found, void* context) {
  const KeepErrno keep_errno;
  for (std::uint32_t from = 0; from < kSlots;) {
    std::uint32_t end = from;
    while (end < kSlots && !is_held(end)) {
      ++end;
    }
    const std::uint32_t slot = from == end ? end : next_held(from, end);
    if (slot != end) {
      held_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    } else {
      from = end + 1;
    }
  }
  for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
    if (!is_held(slot)) {
      continue;
    }
    Record record;
    if (pread(descriptor_, &record, sizeof record, offset_of(slot)) == sizeof record && record.mark == kMark) {
      found(context, record.words);
    }
  }
}

bool SharedSlots::write(std::uint32_t slot, const Words& words) const {
  Record record;
  record.words = words;
  return pwrite(descriptor_, &record, sizeof record, offset_of(slot)) == sizeof record;
}

bool SharedSlots::finish(const Words& own) {
  const KeepErrno keep_errno;
  std::uint32_t slot = 0;
  while (slot < kSlots && is_held(slot)) {
    ++slot;
  }
  // Nobody else takes a slot while the gate is closed.
  if (slot == kSlots || !lock(F_WRLCK, kFirstSlot + slot) || !write(slot, own)) {
    release();
    return false;
  }
  lock(F_UNLCK, kGate);
  return true;
}

bool SharedSlots::is_own_file() const {
  struct stat status{};
  return fstat(descriptor_, &status) == 0 && status.st_dev == device_ && status.st_ino == file_;
}

void SharedSlots::release() {
  const KeepErrno keep_errno;
  if (descriptor_ >= 0 && is_own_file()) {
    close(descriptor_);
  }
  descriptor_ = -1;
}

}  // namespace muster::platform
