// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/kept.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace muster::verify {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// A compiler cache may have made the name relative to the folder in which the compiler ran.
std::ifstream open_source(const std::string& name) {
  std::ifstream file(name);
  const std::size_t in_tree = name.rfind("/src/");
  if (!file.is_open() && in_tree != std::string::npos) {
    file.open(MUSTER_VERIFY_TREE + name.substr(in_tree));
  }
  return file;
}

// The line and the one before it, which tells it from others with the same text.
std::string source_lines(const Site& site) {
  std::ifstream file = open_source(site.where.file_name());
  std::string before;
  std::string line;
  for (std::uint32_t number = 0; number < site.where.line(); ++number) {
    before = line;
    std::getline(file, line);
  }
  return trimmed(before) + " " + trimmed(line);
}

}  // namespace

std::vector<Kept> read_kept(const std::string& path, bool& readable) {
  std::vector<Kept> all;
  std::ifstream file(path);
  readable = file.is_open();
  if (!readable) {
    std::fprintf(stderr, "verify: cannot read %s; run from a tree that has it\n", path.c_str());
  }
  std::string line;
  for (std::uint32_t number = 1; std::getline(file, line); ++number) {
    if (trimmed(line).empty() || trimmed(line)[0] == '#') {
      continue;
    }
    std::istringstream fields(line);
    std::string field[4];
    for (std::string& text : field) {
      std::getline(fields, text, '|');
      text = trimmed(text);
    }
    if (field[3].empty()) {
      std::fprintf(stderr, "verify: %s:%u: a row has file | text of the line | change | reason\n", path.c_str(),
                   number);
      readable = false;
      continue;
    }
    all.push_back({field[0], field[1], field[2], field[3]});
  }
  return all;
}

Kept* find_kept(std::vector<Kept>& all, const std::string& path, const std::string& line, const std::string& change) {
  for (Kept& kept : all) {
    if (path.ends_with(kept.file) && change.ends_with(kept.change) && line.find(kept.text) != std::string::npos) {
      kept.used = true;
      return &kept;
    }
  }
  return nullptr;
}

Kept* find_kept(std::vector<Kept>& all, const Site& site, Change change) {
  return find_kept(all, site.where.file_name(), source_lines(site), describe(site, change));
}

}  // namespace muster::verify
