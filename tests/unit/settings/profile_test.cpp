// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Profiles: what is found in a right one, and that no other is used, whatever its bytes.
#include "settings/profile.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "loaded.h"

namespace muster::settings {
namespace {

using Use = Profile::Use;
constexpr Profile::Machine kMachine{"1 package 4 core 1 thread", "A CPU", 4};

std::string with_checksum(const std::string& body) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : body) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  char line[32];
  std::snprintf(line, sizeof line, "checksum %016" PRIx64 "\n", hash);
  return body + line;
}

std::string head_lines(const std::string& version = "2", const std::string& shape = std::string(kMachine.shape),
                       const std::string& cpu = "A CPU") {
  return "muster profile " + version + "\n# how to read this\nmachine " + shape + "\ncpu " + cpu +
         "\ncpus 4\nruntime 9.9.9\ndate 2026-01-01\n";
}

const std::string kRows =
    "plain 2 default unbound dissemination 61\n"
    "plain 2 default unbound central 90\n"
    "plain 4 default unbound central 300\n"
    "plain 4 default unbound tournament 200\n"
    "plain 8 default unbound central 2000\n"
    "plain 2 passive unbound linear 4000\n"
    "forkjoin 4 active unbound hyper 150\n"
    "reduction 4 active unbound tree 170\n"
    "plain 2 default close linear 70\n"
    "plain 4 default spread cluster 250\n"
    "plain 4 default spread central 260\n";

const std::string kRight = with_checksum(head_lines() + kRows);

struct Parsed {
  Profile profile;
  std::string why;
  bool taken;
};

Parsed parsed(const std::string& text, const Profile::Machine& machine = kMachine) {
  Parsed result;
  LineWriter why;
  // Exactly as large as the text, so that a sanitizer sees a read past its end.
  const std::vector<char> memory(text.begin(), text.end());
  result.taken = result.profile.parse({memory.data(), memory.size()}, machine, why);
  result.why = why.text();
  EXPECT_EQ(result.taken, result.why.empty());
  EXPECT_TRUE(result.taken || result.profile.empty());
  return result;
}

TEST(Profile, GivesTheFastestOfAUseSizeAndPolicy) {
  const Profile profile = parsed(kRight).profile;
  EXPECT_EQ(profile.best({Use::plain, 2, WaitPolicy::unset}), "dissemination");
  EXPECT_EQ(profile.best({Use::plain, 4, WaitPolicy::unset}), "tournament");
  EXPECT_EQ(profile.best({Use::plain, 2, WaitPolicy::passive}), "linear");
  EXPECT_EQ(profile.best({Use::forkjoin, 4, WaitPolicy::active}), "hyper");
  EXPECT_EQ(profile.best({Use::reduction, 4, WaitPolicy::active}), "tree");
}

TEST(Profile, TakesRowsInAnyOrder) {
  const std::string rows = "plain 4 default unbound tree 9\nplain 2 default unbound central 5\n";
  for (const char* last : {"plain 4 default unbound linear 7\n", "plain 4 default unbound linear 70\n"}) {
    const Profile profile = parsed(with_checksum(head_lines() + rows + last)).profile;
    EXPECT_EQ(profile.best({Use::plain, 4, WaitPolicy::unset}),
              std::string_view(last).ends_with("70\n") ? "tree" : "linear");
  }
}

TEST(Profile, TakesTheNextSmallerTeamThatIsComparable) {
  const Profile profile = parsed(kRight).profile;
  EXPECT_EQ(profile.best({Use::plain, 3, WaitPolicy::unset}), "dissemination");
  EXPECT_EQ(profile.best({Use::plain, 1, WaitPolicy::unset}), "") << "smaller than all";
  EXPECT_EQ(profile.best({Use::plain, 7, WaitPolicy::unset}), "") << "four CPUs: 7 threads do not behave as 4";
  EXPECT_EQ(profile.best({Use::plain, 17, WaitPolicy::unset}), "central");
  EXPECT_EQ(profile.best({Use::plain, 18, WaitPolicy::unset}), "") << "more than twice the largest";
  EXPECT_EQ(profile.best({Use::plain, 2, WaitPolicy::active}), "");
  EXPECT_EQ(Profile().best({Use::plain, 2, WaitPolicy::unset}), "");
}

TEST(Profile, GoesByThePlacement) {
  using Placement = Profile::Placement;
  const Profile profile = parsed(kRight).profile;
  EXPECT_EQ(profile.best({Use::plain, 2, WaitPolicy::unset, Placement::unbound}), "dissemination");
  EXPECT_EQ(profile.best({Use::plain, 2, WaitPolicy::unset, Placement::close}), "linear");
  EXPECT_EQ(profile.best({Use::plain, 4, WaitPolicy::unset, Placement::close}), "linear");
  EXPECT_EQ(profile.best({Use::plain, 4, WaitPolicy::unset, Placement::spread}), "cluster");
  EXPECT_EQ(profile.best({Use::plain, 2, WaitPolicy::unset, Placement::spread}), "") << "no team so small";
  EXPECT_EQ(profile.best({Use::plain, 2, WaitPolicy::passive, Placement::close}), "");
}

TEST(Profile, IsOfNoUseWithAnotherNumberOfCpus) {
  const Parsed result = parsed(kRight, {kMachine.shape, kMachine.cpu, 3});
  EXPECT_TRUE(result.taken) << "the same machine, so nobody needs to be told: " << result.why;
  EXPECT_EQ(result.profile.best({Use::plain, 2, WaitPolicy::unset}), "");
}

TEST(Profile, OfAnotherMachineIsRefused) {
  const std::string why = "which was measured on another machine: run 'muster tune' on this one";
  EXPECT_EQ(parsed(kRight, {"2 package 4 core 1 thread", "A CPU", 4}).why, why);
  EXPECT_EQ(parsed(kRight, {kMachine.shape, "B CPU", 4}).why, why);
  EXPECT_EQ(parsed(with_checksum("muster profile 2\n" + kRows)).why, why) << "one that does not say is of no machine";
  EXPECT_TRUE(parsed(with_checksum(head_lines("2", "x", "") + kRows), {"x", "", 4}).taken) << "a CPU without a name";
}

TEST(Profile, OfAnotherVersionIsRefused) {
  EXPECT_EQ(parsed(with_checksum(head_lines("1") + "plain 2 default central 5\n")).why,
            "which is of version 1, not 2: run 'muster tune' again");
  EXPECT_EQ(parsed(with_checksum(head_lines("3") + "anything\n")).why,
            "which is of version 3, not 2: run 'muster tune' again");
  EXPECT_EQ(parsed("muster profile \x1b[2J\n").why, "which is of version ?[2J, not 2: run 'muster tune' again");
}

TEST(Profile, DamageAtAnyByteIsNoticed) {
  // Without the last byte, a newline, nothing is lost.
  for (std::size_t at = 0; at + 1 < kRight.size(); ++at) {
    std::string damaged = kRight;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(parsed(damaged).taken) << "byte " << at;
    EXPECT_FALSE(parsed(kRight.substr(0, at)).taken) << "cut at " << at;
  }
}

TEST(Profile, ALineThatIsNotOfAProfileIsNamed) {
  for (const char* row :
       {"plain 2 default close central", "plain 2 default close central -5", "plain 2 default close central 5 6",
        "plain 0 default close central 5", "plain 2 sometimes close central 5", "swap 2 default close central 5",
        "plain 2 default close a23456789012345678901234 5", "plain 99999999999 default close central 5",
        "plain 2 default central 5", "plain 2 default near central 5", "plain 2 close default central 5", "cpus none",
        "machines"}) {
    EXPECT_EQ(parsed(with_checksum(head_lines() + kRows + row + "\n")).why,
              "whose line 19 is not one of a profile: run 'muster tune' again")
        << row;
  }
}

TEST(Profile, MoreRowsThanItHasRoomForAreRefused) {
  std::string body = head_lines();
  for (int threads = 1; threads <= 769; ++threads) {
    body += "plain " + std::to_string(threads) + " default unbound central 5\n";
  }
  EXPECT_EQ(parsed(with_checksum(body)).why, "whose line 776 is not one of a profile: run 'muster tune' again");
}

TEST(Profile, RandomBytesAreRefused) {
  std::mt19937 random(20260102);
  for (int round = 0; round < 2000; ++round) {
    std::string text = round % 2 == 0 ? "" : kRight.substr(0, random() % kRight.size());
    for (std::size_t length = random() % 300; length > 0; --length) text += static_cast<char>(random());
    EXPECT_FALSE(parsed(text).taken);
    parsed(with_checksum(head_lines() + text + "\n"));  // whatever it says: no crash, and a reason if refused
  }
}

// Files. The machine is a made-up one without /sys and /proc, whose shape and CPU are empty.
class ProfileFile : public ::testing::Test {
 protected:
  ProfileFile() {
    std::string name = (std::filesystem::temp_directory_path() / "muster-profile-XXXXXX").string();
    folder_ = mkdtemp(name.data()) != nullptr ? name : "";
    EXPECT_NE(folder_, "");
    std::filesystem::create_directories(folder_ + "/home/.config/muster");
    std::filesystem::create_directories(folder_ + "/xdg/muster");
  }
  ~ProfileFile() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + name, std::ios::binary) << text;
    return folder_ + name;
  }

  // The algorithm that a profile of this machine names in all of these tests' files.
  static std::string profile_of(const std::string& algorithm) {
    return with_checksum("muster profile 2\nmachine\ncpu\ncpus 2\nplain 2 default unbound " + algorithm + " 5\n");
  }

  std::string loaded(const std::vector<std::string>& variables, bool secure = false) {
    TestEnvironment environment({});
    for (const std::string& variable : variables) environment.add(variable);
    const Loaded settings = load_from(environment, secure);
    Profile profile;
    warnings_.clear();
    errno = 0;
    load_profile(profile, settings.settings, environment.data(), 2, folder_.c_str(), {append_to_lines, &warnings_});
    EXPECT_EQ(errno, 0);
    return std::string(profile.best({Use::plain, 2, WaitPolicy::unset}));
  }

  std::string folder_;
  std::vector<std::string> warnings_;
};

TEST_F(ProfileFile, TheNamedOneWinsOverTheOnesOfTheUser) {
  const std::string home = "HOME=" + folder_ + "/home";
  const std::string xdg = "XDG_CONFIG_HOME=" + folder_ + "/xdg";
  const std::string named = "MUSTER_PROFILE=" + write("/named", profile_of("central"));
  EXPECT_EQ(loaded({home, xdg}), "") << "there is none yet";
  EXPECT_TRUE(warnings_.empty());
  write("/home/.config/muster/profile", profile_of("linear"));
  EXPECT_EQ(loaded({home}), "linear");
  EXPECT_EQ(loaded({home, "XDG_CONFIG_HOME=relative"}), "linear");
  EXPECT_EQ(loaded({home, xdg}), "");
  write("/xdg/muster/profile", profile_of("tree"));
  EXPECT_EQ(loaded({home, xdg}), "tree");
  EXPECT_EQ(loaded({home, xdg, named}), "central");
  EXPECT_EQ(loaded({home, xdg, "MUSTER_PROFILE=none"}), "");
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(ProfileFile, NoneIsOpenedInSecureExecution) {
  write("/home/.config/muster/profile", profile_of("linear"));
  EXPECT_EQ(loaded({"HOME=" + folder_ + "/home"}, true), "");
  EXPECT_EQ(loaded({"MUSTER_PROFILE=" + folder_ + "/home/.config/muster/profile"}, true), "");
}

TEST_F(ProfileFile, WhatIsWrongIsSaidInOneLine) {
  const auto complaint = [&](const std::string& file) {
    EXPECT_EQ(loaded({"MUSTER_PROFILE=" + file}), "");
    EXPECT_EQ(warnings_.size(), 1U);
    return warnings_.empty() ? "" : warnings_[0];
  };
  const auto expected = [](const std::string& file, const std::string& why) {
    return "OMP: Warning #42: muster: MUSTER_PROFILE: read \"" + file + "\", " + why + "; using the built-in rules\n";
  };
  const std::string missing = folder_ + "/missing";
  EXPECT_EQ(complaint(missing), expected(missing, "which cannot be opened"));
  EXPECT_EQ(complaint(folder_), expected(folder_, "which is not a regular file"));
  const std::string pipe = folder_ + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(complaint(pipe), expected(pipe, "which is not a regular file"));
  const std::string large = write("/large", std::string(512 * 1024, '#'));
  EXPECT_EQ(complaint(large), expected(large, "which is larger than any profile"));
  const std::string empty = write("/empty", "");
  EXPECT_EQ(complaint(empty), expected(empty, "which is not a profile of barriers"));
  loaded({"MUSTER_PROFILE=" + empty, "KMP_WARNINGS=0"});
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(ProfileFile, ThatTheUserLeftBehindIsComplainedAboutToo) {
  write("/home/.config/muster/profile", with_checksum(head_lines() + kRows));
  EXPECT_EQ(loaded({"HOME=" + folder_ + "/home"}), "");
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("which was measured on another machine"), std::string::npos);
}

}  // namespace
}  // namespace muster::settings
