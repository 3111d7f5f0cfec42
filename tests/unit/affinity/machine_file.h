// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine as a file, with what the variables have to mean on it. machines/README.md has the form.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "topology/topology.h"

namespace muster::testing {

// How a team of a team's threads is asked for: `team 8 spread, 4 close`.
struct AskedTeam {
  std::uint32_t size = 0;
  std::string policy;  // of the clause; empty where the variable decides
};

struct ExpectedTeam {
  std::vector<AskedTeam> levels;
  std::uint32_t primary_place = 0;
  // The CPUs of each thread, by number; of the threads of the second level one team after another.
  std::vector<std::string> places;
};

struct MachineCase {
  std::string name;
  std::vector<std::string> variables;
  bool lists_places = false;
  std::vector<std::string> places;
  std::vector<ExpectedTeam> teams;
  std::vector<std::string> messages;
};

struct MachineFile {
  // "package", "node", "l3", "l2", "core": groups of CPUs that are online.
  std::map<std::string, std::vector<topology::CpuSet>> groups;
  topology::CpuSet online;
  topology::CpuSet allowed;
  std::uint32_t nodes_without_cpus = 0;
  topology::CpuSet strong;  // of a hybrid processor
  topology::CpuSet weak;
  std::vector<MachineCase> cases;
};

// "0-3,8": as Linux writes lists of CPUs.
std::string text_of(const topology::CpuSet& cpus);

// Reports a malformed file as a test failure that names the line.
MachineFile read_machine_file(const std::string& path);

// Writes what the kernel would show of the machine below `root`/sys.
void write_kernel_files(const MachineFile& machine, const std::string& root);

}  // namespace muster::testing
