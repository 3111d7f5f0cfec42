// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/node_pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace muster::platform {
namespace {

// More than one system call takes.
constexpr std::size_t kPages = 150;

class MovePagesHome : public ::testing::Test {
 protected:
  MovePagesHome() : memory_(static_cast<std::byte*>(map_apart(kPages * page_bytes()))) {
    for (std::size_t page = 0; page < kPages; ++page) {
      homes_.push_back({memory_ + page * page_bytes(), 0});
    }
  }
  ~MovePagesHome() override { unmap_apart(memory_, kPages * page_bytes()); }

  std::size_t resident() const {
    std::vector<unsigned char> pages(kPages);
    EXPECT_EQ(mincore(memory_, kPages * page_bytes(), pages.data()), 0);
    return static_cast<std::size_t>(
        std::count_if(pages.begin(), pages.end(), [](unsigned char bits) { return (bits & 1) != 0; }));
  }

  std::byte* memory_;
  std::vector<PageHome> homes_;
};

TEST_F(MovePagesHome, LeavesUntouchedPagesToTheirFirstToucher) {
  move_pages_home(homes_, false);
  EXPECT_EQ(resident(), 0U);
}

TEST_F(MovePagesHome, TouchesThemWhereItIsToldTo) {
  move_pages_home(homes_, true);
  EXPECT_EQ(resident(), kPages);
}

TEST_F(MovePagesHome, ChangesNoByte) {
  const std::span bytes(memory_, kPages * page_bytes());
  std::fill(bytes.begin(), bytes.end(), std::byte{0xa5});
  for (const bool touches : {false, true}) {
    move_pages_home(homes_, touches);
    EXPECT_TRUE(std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{0xa5}; }));
  }
  // There is a node 0 wherever the system tells of nodes.
  for (const PageHome& home : homes_) {
    EXPECT_LE(node_of_page(home.address), 0);
  }
}

}  // namespace
}  // namespace muster::platform
