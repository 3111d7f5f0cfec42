// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/uncovered.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <utility>

namespace muster::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolders[] = {"waiting", "barriers", "reductions", "locks", "loops", "regions"};

std::vector<fs::path> portable_headers(const fs::path& src) {
  std::vector<fs::path> files;
  for (const char* folder : kFolders) {
    if (fs::is_directory(src / folder)) {
      for (const fs::directory_entry& entry : fs::directory_iterator(src / folder)) {
        files.push_back(entry.path());
      }
    }
  }
  for (const char* file : {"dependence_graph.h", "dependence_sets.h", "deque.h", "drain.h", "exclusion.h",
                           "idle_threads.h", "sleepers.h", "successors.h"}) {
    if (fs::exists(src / "tasks" / file)) {
      files.push_back(src / "tasks" / file);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// A call, not a declaration: of an ordered member, an await, a fence or a wake-up.
const std::regex& access() {
  static const std::regex kPattern(
      R"((\.|->|::)(\w+_(acquire|release|acq_rel|seq_cst)|await_reached|has_reached|light_fence|heavy_fence|full_fence|unpark|signalled(_all)?)\s*\()");
  return kPattern;
}

}  // namespace

std::vector<SourceLine> uncovered_lines(const std::string& tree, const Sites& sites) {
  std::set<std::pair<std::string, std::uint32_t>> covered;
  for (SiteId site = 0; site < sites.size(); ++site) {
    covered.emplace(fs::path(sites[site].where.file_name()).filename().string(), sites[site].where.line());
  }
  std::vector<SourceLine> uncovered;
  const fs::path src = fs::path(tree) / "src";
  for (const fs::path& path : portable_headers(src)) {
    std::ifstream file(path);
    std::string line;
    for (std::uint32_t number = 1; std::getline(file, line); ++number) {
      const std::string code = line.substr(0, line.find("//"));
      if (std::regex_search(code, access()) && !covered.contains({path.filename().string(), number})) {
        uncovered.push_back({fs::relative(path, src).string(), number, line});
      }
    }
  }
  return uncovered;
}

}  // namespace muster::verify
