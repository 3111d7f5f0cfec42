// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes that hold slots of one file, and files that are not to be used.
#include "platform/shared_slots.h"

#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace muster::platform {
namespace {

constexpr const char* kName = "slots";

SharedSlots::Words words_of(std::uint64_t first) {
  SharedSlots::Words words{};
  words.front() = first;
  words.back() = first + 1;
  return words;
}

// The first words of the others, where begin() and finish() succeed; what is not there otherwise.
struct Look {
  bool begun = false;
  std::vector<std::uint64_t> others;
  bool taken = false;
};

Look look_and_take(SharedSlots& slots, const std::string& folder, std::uint64_t own) {
  Look look;
  look.begun = slots.begin(folder.c_str(), kName);
  if (!look.begun) {
    return look;
  }
  slots.read_others(
      [](void* context, const SharedSlots::Words& words) {
        EXPECT_EQ(words.back(), words.front() + 1);
        static_cast<std::vector<std::uint64_t>*>(context)->push_back(words.front());
      },
      &look.others);
  look.taken = slots.finish(words_of(own));
  return look;
}

using Others = std::vector<std::uint64_t>;

class Slots : public ::testing::Test {
 protected:
  Slots() {
    std::string name = (std::filesystem::temp_directory_path() / "muster-slots-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      ADD_FAILURE() << "cannot create a folder like " << name;
    }
    folder_ = name;
  }
  ~Slots() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string file() const { return folder_ + "/" + kName + "." + std::to_string(geteuid()); }
  Look look(std::uint64_t own) { return look_and_take(slots_, folder_, own); }

  std::string folder_;
  SharedSlots slots_;
};

TEST_F(Slots, HoldersSeeEachOther) {
  const Look first = look(10);
  EXPECT_TRUE(first.taken);
  EXPECT_TRUE(slots_.holds_slot());
  EXPECT_EQ(first.others, Others{});
  SharedSlots second;
  SharedSlots third;
  EXPECT_EQ(look_and_take(second, folder_, 20).others, (Others{10}));
  EXPECT_EQ(look_and_take(third, folder_, 30).others, (Others{10, 20}));
  second.release();
  EXPECT_FALSE(second.holds_slot());
  EXPECT_EQ(look_and_take(second, folder_, 40).others, (Others{10, 30})) << "its old words do not count";
  // The slot in the middle, which is the newest lock.
  SharedSlots last;
  EXPECT_EQ(look_and_take(last, folder_, 50).others, (Others{10, 40, 30}));
  second.release();
  third.release();
  last.release();
}

TEST_F(Slots, AProcessTakesOneSlotOnly) {
  EXPECT_TRUE(look(10).taken);
  const Look again = look(20);
  EXPECT_TRUE(again.taken);
  EXPECT_EQ(again.others, Others{}) << "its own is no other's";
  SharedSlots second;
  EXPECT_EQ(look_and_take(second, folder_, 30).others, (Others{20}));
  second.release();
}

// In a process of its own, which tells when it holds its slot and stays until it is killed.
pid_t start_holder(const std::string& folder, std::uint64_t own) {
  int ready[2];
  if (pipe(ready) != 0) {
    return -1;
  }
  const pid_t child = fork();
  if (child == 0) {
    SharedSlots slots;
    const char taken = look_and_take(slots, folder, own).taken ? 'y' : 'n';
    if (write(ready[1], &taken, 1) == 1) {
      for (;;) {
        pause();
      }
    }
    _exit(1);
  }
  char taken = 'n';
  EXPECT_EQ(read(ready[0], &taken, 1), 1);
  EXPECT_EQ(taken, 'y');
  close(ready[0]);
  close(ready[1]);
  return child;
}

TEST_F(Slots, ASlotIsFreeWhenItsProcessHasBeenKilled) {
  const pid_t holder = start_holder(folder_, 70);
  ASSERT_GT(holder, 0);
  EXPECT_EQ(look(10).others, (Others{70}));
  ASSERT_EQ(kill(holder, SIGKILL), 0);
  ASSERT_EQ(waitpid(holder, nullptr, 0), holder);
  EXPECT_EQ(look(10).others, Others{});
}

TEST_F(Slots, AChildOfForkKeepsItsParentsSlot) {
  EXPECT_TRUE(look(10).taken);
  int end[2];
  ASSERT_EQ(pipe(end), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(end[1]);
    char byte = 0;
    _exit(read(end[0], &byte, 1) == 0 ? 0 : 1);
  }
  ASSERT_GT(child, 0);
  close(end[0]);
  slots_.release();
  SharedSlots second;
  EXPECT_EQ(look_and_take(second, folder_, 20).others, (Others{10}));
  close(end[1]);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_EQ(look_and_take(second, folder_, 20).others, Others{});
  second.release();
}

// However they meet at the gate, each sees those that took a slot before it, and no two have the same one.
TEST_F(Slots, ProcessesThatStartTogetherComeOneAfterAnother) {
  constexpr std::size_t kProcesses = 8;
  int found[2];
  int end[2];
  ASSERT_EQ(pipe(found), 0);
  ASSERT_EQ(pipe(end), 0);
  for (std::size_t process = 0; process < kProcesses; ++process) {
    const pid_t child = fork();
    if (child == 0) {
      close(end[1]);
      SharedSlots slots;
      Look look;
      // Where the machine is slow the gate may be closed for longer than begin() waits.
      while (!look.taken) {
        look = look_and_take(slots, folder_, process);
      }
      const char others = static_cast<char>(look.others.size());
      char byte = 0;
      _exit(write(found[1], &others, 1) == 1 && read(end[0], &byte, 1) == 0 ? 0 : 1);
    }
    ASSERT_GT(child, 0);
  }
  std::vector<char> counts(kProcesses);
  for (char& count : counts) {
    EXPECT_EQ(read(found[0], &count, 1), 1);
  }
  std::ranges::sort(counts);
  EXPECT_EQ(counts, (std::vector<char>{0, 1, 2, 3, 4, 5, 6, 7}));
  for (const int descriptor : {found[0], found[1], end[0], end[1]}) {
    close(descriptor);
  }
  for (std::size_t process = 0; process < kProcesses; ++process) {
    int status = 0;
    EXPECT_GT(wait(&status), 0);
    EXPECT_EQ(status, 0);
  }
}

// A process that locks whatever it likes.
class ForeignLock {
 public:
  ForeignLock(const std::string& file, off_t first, off_t bytes) : descriptor_(open(file.c_str(), O_RDWR | O_CLOEXEC)) {
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = first;
    lock.l_len = bytes;
    EXPECT_EQ(fcntl(descriptor_, F_OFD_SETLK, &lock), 0);
  }
  ~ForeignLock() { close(descriptor_); }
  ForeignLock(const ForeignLock&) = delete;
  ForeignLock& operator=(const ForeignLock&) = delete;

 private:
  int descriptor_;
};

TEST_F(Slots, WhereAllAreTakenTheOthersAreSeenAndNoneIsHeld) {
  EXPECT_TRUE(look(10).taken);
  const ForeignLock rest(file(), 2, SharedSlots::kSlots);
  SharedSlots second;
  const Look found = look_and_take(second, folder_, 20);
  EXPECT_TRUE(found.begun);
  EXPECT_EQ(found.others, (Others{10}));
  EXPECT_FALSE(found.taken);
  EXPECT_FALSE(second.holds_slot());
}

TEST_F(Slots, AGateThatStaysClosedIsNotWaitedForWithoutEnd) {
  EXPECT_TRUE(look(10).taken);
  const ForeignLock gate(file(), 0, 1);
  SharedSlots second;
  EXPECT_FALSE(look_and_take(second, folder_, 20).begun);
  EXPECT_FALSE(second.holds_slot());
}

TEST_F(Slots, WhatTheFileSaysOfFreeSlotsDoesNotCount) {
  std::ofstream(file()) << std::string(10000, 'x');
  ASSERT_EQ(chmod(file().c_str(), S_IRUSR | S_IWUSR), 0);
  EXPECT_EQ(look(10).others, Others{});
  // Nor does what another version says of a slot that is held.
  const ForeignLock held(file(), 3, 1);
  SharedSlots second;
  EXPECT_EQ(look_and_take(second, folder_, 20).others, (Others{10}));
  second.release();
}

TEST_F(Slots, AFileThatOthersMayUseIsNotUsed) {
  EXPECT_TRUE(look(10).taken);
  slots_.release();
  for (const mode_t mode : {0620, 0640, 0602, 0604, 0666}) {
    ASSERT_EQ(chmod(file().c_str(), mode), 0);
    EXPECT_FALSE(look(10).begun) << mode;
    EXPECT_FALSE(slots_.holds_slot());
  }
  ASSERT_EQ(chmod(file().c_str(), 0600), 0);
  EXPECT_TRUE(look(10).taken);
}

TEST_F(Slots, AFileOfAnotherUserIsNotUsed) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root can give a file away";
  }
  EXPECT_TRUE(look(10).taken);
  slots_.release();
  ASSERT_EQ(chown(file().c_str(), 1, 1), 0);
  EXPECT_FALSE(look(10).begun);
}

TEST_F(Slots, LinksFoldersAndPipesAreNotUsed) {
  const std::string target = folder_ + "/target";
  std::ofstream(target) << "kept";
  ASSERT_EQ(chmod(target.c_str(), 0600), 0);
  ASSERT_EQ(symlink(target.c_str(), file().c_str()), 0);
  EXPECT_FALSE(look(10).begun);
  ASSERT_EQ(unlink(file().c_str()), 0);
  ASSERT_EQ(link(target.c_str(), file().c_str()), 0);
  EXPECT_FALSE(look(10).begun) << "another name of a file";
  ASSERT_EQ(unlink(file().c_str()), 0);
  EXPECT_EQ(std::filesystem::file_size(target), 4U);
  ASSERT_EQ(mkdir(file().c_str(), 0700), 0);
  EXPECT_FALSE(look(10).begun);
  ASSERT_EQ(rmdir(file().c_str()), 0);
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  EXPECT_FALSE(look(10).begun);
}

TEST_F(Slots, NothingHappensWithoutAFolder) {
  errno = 7;
  EXPECT_FALSE(look_and_take(slots_, folder_ + "/none", 10).begun);
  EXPECT_FALSE(look_and_take(slots_, "/dev/null", 10).begun);
  EXPECT_FALSE(look_and_take(slots_, std::string(5000, 'x'), 10).begun);
  slots_.release();
  EXPECT_EQ(errno, 7);
}

TEST_F(Slots, ADescriptorThatTheProgramHasClosedIsLeftAlone) {
  EXPECT_TRUE(look(10).taken);
  // The program closes all files that it does not know, and opens one of its own, which gets the number.
  struct stat own{};
  ASSERT_EQ(stat(file().c_str(), &own), 0);
  int number = -1;
  for (int descriptor = 0; descriptor < 256; ++descriptor) {
    struct stat status{};
    if (fstat(descriptor, &status) == 0 && status.st_ino == own.st_ino && status.st_dev == own.st_dev) {
      number = descriptor;
    }
  }
  ASSERT_GE(number, 60) << "low numbers are the program's";
  ASSERT_TRUE((fcntl(number, F_GETFD) & FD_CLOEXEC) != 0);
  const int other = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(dup2(other, number), 0);
  slots_.release();
  EXPECT_GE(fcntl(number, F_GETFD), 0) << "it is the program's";
  close(number);
  close(other);
}

}  // namespace
}  // namespace muster::platform
