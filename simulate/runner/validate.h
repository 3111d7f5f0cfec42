// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of `simulate validate`. Each prints its lines and returns whether all its bounds hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/options.h"

namespace muster::simulate {

// Empty regions on 2 x 72 cores: fitted at 72 threads, predicted at 144.
bool validate_gcc_119588(const Options& options);

// The best barrier algorithm on an Altix of 2 to 512 threads.
struct OpenuhScore {
  struct Cell {
    std::string what;
    std::string published;
    std::string best;
    // The time of the published one, in times of the best one.
    double ratio;
  };
  std::vector<Cell> cells;

  // How many are predicted as published.
  std::uint32_t right() const;
  // In how many the published one is more than a tenth behind the best.
  std::uint32_t far() const;
};
OpenuhScore score_openuh(const Options& options);
bool validate_openuh(const Options& options);

// Context switches of primecount on 192 hardware threads: by libomp's hyper and dist, and by an infinite blocktime.
bool validate_llvm_195473(const Options& options);

}  // namespace muster::simulate
