// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>

#include "ledger/run_delay.h"
#include "unit/ledger/ledger_file.h"

namespace muster::ledger {
namespace {

using testing::Begun;

class FileTest : public testing::LedgerFile {
 protected:
  std::string content() const {
    std::ostringstream out;
    out << std::ifstream(path_, std::ios::binary).rdbuf();
    return out.str();
  }
  // As a reader of the file finds it.
  static const Header& header_of(const std::string& content) {
    return *reinterpret_cast<const Header*>(content.data());
  }
};

TEST_F(FileTest, TellsItsForm) {
  const std::string file = content();
  const Header& header = header_of(file);
  EXPECT_EQ(std::string(header.magic, 8), "MUSTERLG");
  EXPECT_EQ(header.version, kVersion);
  EXPECT_EQ(header.file_bytes, file.size());
  EXPECT_EQ(header.slots_offset + header.slots * std::uint64_t{header.slot_bytes}, file.size());
  EXPECT_EQ(header.process, getpid());
  EXPECT_NE(std::string(header.command, header.command_used).find("unit_ledger"), std::string::npos);
}

// The rate of the ticks is in the file before the first region has ended, for a process that is killed in it.
TEST_F(FileTest, SaysHowLongATickIsFromTheStart) {
  const std::string file = content();
  const Header& header = header_of(file);
  ASSERT_GT(header.mark_ns, header.start_ns);
  const std::uint64_t told = (header.mark_ticks - header.start_ticks) * 1'000'000U / (header.mark_ns - header.start_ns);
  EXPECT_EQ(told, ticks_per_ms.load_relaxed());
}

// The program has closed a descriptor that it does not know, and has opened a file of its own under the number.
TEST_F(FileTest, LeavesAFileOfTheProgramOpen) {
  const int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(opened, 0);
  close_run_delay(opened);
  EXPECT_GE(fcntl(opened, F_GETFD), 0);
  close(opened);
  const int delays = open_run_delay();
  ASSERT_GE(delays, 0);
  close_run_delay(delays);
  EXPECT_LT(fcntl(delays, F_GETFD), 0);
}

// What is long and what is short is told by it from the first construct on.
TEST_F(FileTest, KnowsItsClockFromTheStart) {
  const std::uint64_t known = ticks_per_ms.load_relaxed();
  const BothClocks first = both_clocks();
  while (platform::Native::now_ns() - first.ns < 2'000'000) {
  }
  const std::uint64_t measured = ticks_per_ms_between(first, both_clocks());
  EXPECT_GT(known, measured * 9 / 10);
  EXPECT_LT(known, measured * 11 / 10);
}

TEST_F(FileTest, NamesWhereCodeIsLoaded) {
  Begun self;
  Account(self.slot()).find({testing::caller().code, nullptr, Kind::region, 0});
  const std::string file = content();
  const Header& header = header_of(file);
  const std::string text = file.substr(header.text_offset, header_of(file).text_used.load_relaxed());
  EXPECT_NE(text.find("unit_ledger\n"), std::string::npos) << text;
  EXPECT_EQ(text.back(), '\n');
}

TEST_F(FileTest, HasWhatAKilledProcessStored) {
  const pid_t child = fork();
  if (child == 0) {
    Begun self;
    Account(self.slot()).go(self.slot().part.since_ticks + 77, Category::work, kOutside);
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  const std::string file = content();
  const auto& slot = *reinterpret_cast<const Slot*>(file.data() + header_of(file).slots_offset);
  EXPECT_EQ(slot.rows[kOutside].ticks[static_cast<std::size_t>(Category::serial)],
            slot.part.since_ticks - slot.part.begin_ticks);
  EXPECT_EQ(slot.part.presence.load_relaxed(), static_cast<std::uint32_t>(Presence::here));
}

TEST_F(FileTest, AForkedChildWritesNothing) {
  Begun self;
  const pid_t child = fork();
  if (child == 0) {
    forget_after_fork();
    const bool none = own_slot() == nullptr && claim_slot() == nullptr;
    events::emit(events::ThreadEnd{self.thread});
    finish();
    _exit(none ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(self.slot().part.presence.load_relaxed(), static_cast<std::uint32_t>(Presence::here));
  EXPECT_EQ(header().end_ticks, 0U);
}

TEST_F(FileTest, AnotherProcessLeavesTheFileAlone) {
  Begun self;
  const pid_t child = fork();
  if (child == 0) {
    forget_after_fork();
    Surroundings surroundings;
    surroundings.path = path_.c_str();
    const bool started = start(surroundings) == nullptr && header().process == getpid();
    _exit(started ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(header().process, getpid());
  EXPECT_EQ(self.slot().part.presence.load_relaxed(), static_cast<std::uint32_t>(Presence::here));
  EXPECT_EQ(std::remove((path_ + "." + std::to_string(child)).c_str()), 0);
}

TEST_F(FileTest, ThreadsThatEndedMakeRoomForOthers) {
  const std::uint32_t slots = header().slots;
  for (std::uint32_t i = 0; i < slots; ++i) {
    ASSERT_NE(claim_slot(), nullptr);
  }
  EXPECT_EQ(claim_slot(), nullptr);
  EXPECT_EQ(header().threads_refused.load_relaxed(), 1U);
  Slot& first = *first_slot();
  give_back_slot(first);
  EXPECT_EQ(claim_slot(), &first);
  EXPECT_EQ(first.part.uses, 2U);
}

TEST_F(FileTest, SaysWhatIsWrongWithAPath) {
  abandon_file();
  Surroundings surroundings;
  surroundings.path = "/nowhere/at/all";
  EXPECT_STREQ(start(surroundings), "which cannot be opened");
  const std::string endless(5000, 'a');
  surroundings.path = endless.c_str();
  EXPECT_STREQ(start(surroundings), "which is too long");
}

TEST_F(FileTest, PutsTheProcessIntoThePath) {
  abandon_file();
  const std::string pattern = path_ + ".%p.ledger";
  Surroundings surroundings;
  surroundings.path = pattern.c_str();
  ASSERT_EQ(start(surroundings), nullptr);
  EXPECT_EQ(std::remove((path_ + "." + std::to_string(getpid()) + ".ledger").c_str()), 0);
}

}  // namespace
}  // namespace muster::ledger
