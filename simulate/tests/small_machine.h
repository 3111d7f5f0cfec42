// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine for tests, in round figures.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "engine/machine.h"

namespace muster::simulate {

// Two packages of two NUMA nodes of two cores. `more` comes after the rest, so it can change it.
inline Machine small_machine(const std::string& more = "") {
  const MachineFile file = parse_machine_file(
      "title small\ntopology 2 package 2 numa 2 core\n"
      "transfer_ns l3 100\ntransfer_ns package 200\ntransfer_ns machine 400\n"
      "read_service_ns 10\ninvalidation_ns 0\nhit_ns 1\nstep_ns 0\natomic_ns 5\nfence_ns 10\nheavy_fence_ns "
      "1000\npoll_ns 1\nclock_ns 1\n"
      "yield_ns 50\nswitch_ns 500\nsleep_call_ns 300\nwake_call_ns 200\nwake_each_ns 100\nwake_latency_ns 2000\n"
      "slice_ns 10000\noutstanding_stores 4\n" +
          more,
      "small");
  EXPECT_EQ(file.error, "");
  return file.machine;
}

}  // namespace muster::simulate
