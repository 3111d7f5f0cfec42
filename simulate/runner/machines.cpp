// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/machines.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace muster::simulate {

std::vector<Machine> machines_for(const std::string& name_or_path) {
  std::vector<std::string> names;
  if (!name_or_path.empty()) {
    names.push_back(name_or_path);
  } else {
    for (const auto& entry : std::filesystem::directory_iterator(MUSTER_SIMULATE_MACHINES)) {
      if (entry.path().extension() == ".machine") {
        names.push_back(entry.path().stem().string());
      }
    }
    std::ranges::sort(names);
  }
  std::vector<Machine> machines;
  for (const std::string& name : names) {
    MachineFile file = read_machine_file(name, MUSTER_SIMULATE_MACHINES);
    if (!file.error.empty()) {
      throw std::runtime_error(file.error);
    }
    machines.push_back(std::move(file.machine));
  }
  return machines;
}

}  // namespace muster::simulate
