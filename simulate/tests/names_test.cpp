// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A name for which nothing would be printed is refused, before anything runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "runner/run.h"

namespace muster::simulate {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Options options_for(const std::vector<std::string>& rows, const std::vector<Construct>& constructs) {
  Options options;
  options.machine = "two-cpu-vm";
  options.threads = {2};
  options.rows = rows;
  options.constructs = constructs;
  options.episodes = 1;
  return options;
}

// What is thrown, and what has been printed before.
std::string error_of(int (*run)(const Options&), const Options& options) {
  testing::internal::CaptureStdout();
  std::string error;
  try {
    run(options);
  } catch (const std::exception& thrown) {
    error = thrown.what();
  }
  return error + testing::internal::GetCapturedStdout();
}

TEST(Names, OfRowsThatThereAreNotAreRefused) {
  const std::vector<Construct> both = {Construct::barrier, Construct::region};
  for (const auto run : {&run_constructs, &run_waits}) {
    EXPECT_THAT(error_of(run, options_for({"nosuch"}, both)),
                AllOf(HasSubstr("no row `nosuch` for barrier, region"), HasSubstr("central"), HasSubstr("chosen")));
    EXPECT_THAT(error_of(run, options_for({"central", "nosuch"}, both)),
                AllOf(HasSubstr("`nosuch`"), ::testing::Not(HasSubstr("\"ns\""))));
    EXPECT_THAT(error_of(run, options_for({"dissemination"}, {Construct::region})), HasSubstr("`dissemination`"));
    EXPECT_THAT(error_of(run, options_for({""}, both)), HasSubstr("no row ``"));
  }
}

TEST(Names, OfRowsThatOneOfTheConstructsHasAreTaken) {
  const std::vector<Construct> both = {Construct::barrier, Construct::region};
  EXPECT_THAT(error_of(&run_constructs, options_for({"dissemination", "chosen"}, both)), HasSubstr("dissemination"));
  EXPECT_THAT(error_of(&run_waits, options_for({"chosen"}, both)), HasSubstr("\"ns\""));
}

// Peers have regions, whatever the constructs.
TEST(Names, OfPatternsWantPeers) {
  Options options = options_for({"central"}, {Construct::reduction});
  EXPECT_THAT(error_of(&run_constructs, options), HasSubstr("no row `central` for reduction; "));
  options.peers = true;
  EXPECT_THAT(error_of(&run_constructs, options), HasSubstr("libgomp"));
}

TEST(Names, WaitHasNoReduction) {
  EXPECT_THAT(error_of(&run_waits, options_for({}, {Construct::reduction})), HasSubstr("no reduction"));
  EXPECT_THAT(error_of(&run_waits, options_for({}, {Construct::barrier, Construct::reduction})),
              HasSubstr("no reduction"));
}

TEST(Names, WaitAsksForWhatItHas) {
  std::string words[] = {"simulate", "wait", "--machine", "two-cpu-vm", "--threads", "2"};
  char* arguments[std::size(words)];
  std::ranges::transform(words, arguments, [](std::string& word) { return word.data(); });
  const std::optional<Options> options = parse_options(static_cast<int>(std::size(words)), arguments);
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->constructs, (std::vector{Construct::barrier, Construct::region}));
}

}  // namespace
}  // namespace muster::simulate
