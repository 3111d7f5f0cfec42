// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The profile: which barrier algorithm was fastest on this machine, as `muster tune` measured it. A text file of lines:
//
//   muster profile 2                                     what it is, and the version of this form
//   machine 1 package 2 core 1 thread                    topology/machine_shape.h: the shape,
//   cpu AMD EPYC                                         and the name of the CPU (`cpu` alone where it has none)
//   cpus 2                                               CPUs that the measurement could use
//   plain 2 default close dissemination 61               use, threads, wait policy, placement, algorithm, nanoseconds a barrier
//   checksum 0123456789abcdef                            last: FNV-1a (64 bits) of all bytes before this line
//
// Lines that begin with `#`, and those of the words date, runtime and note, are for people. Uses are plain, forkjoin and
// reduction; wait policies are default, active and passive; placements are unbound, close and spread, the last two on a place for
// each core. Version 1 had no placement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "settings/global.h"
#include "settings/line_writer.h"
#include "settings/sink.h"

namespace muster::settings {

struct Settings;

class Profile {
 public:
  enum class Use : std::uint8_t { plain, forkjoin, reduction };
  enum class Placement : std::uint8_t { unbound, close, spread };

  // What a row is for.
  struct Key {
    Use use = Use::plain;
    std::uint32_t threads = 0;
    WaitPolicy policy = WaitPolicy::unset;
    Placement placement = Placement::unbound;

    friend bool operator==(const Key&, const Key&) = default;
  };

  // The machine that a profile must have been measured on.
  struct Machine {
    std::string_view shape;
    std::string_view cpu;
    std::uint32_t cpus;  // that this process may use
  };

  // Takes over a profile's text. False, an empty profile, and a reason in `why` (completes: read "FILE", WHY) when it is not a
  // profile of this version and this machine, or is damaged. Any bytes will do. Thread-safe on different objects.
  bool parse(std::string_view text, const Machine& machine, LineWriter& why);

  // The fastest algorithm for a team, by the rows of the largest team measured that is not larger. Empty when nothing
  // comparable was measured: a team of more than twice that size, one on the other side of the number of CPUs, another placement, or
  // a process that may use another number of CPUs. One pass over the rows. Thread-safe. The view lives as long as the profile.
  std::string_view best(const Key& wanted) const;

  bool empty() const { return count_ == 0; }

 private:
  struct Entry {
    std::uint64_t ns = 0;
    Key key;
    char algorithm[kMaxAlgorithmName + 1] = {};
  };

  bool take_row(std::string_view line);

  // Three uses, policies and placements, and 28 team sizes: 1 to 8, powers of two and the sizes between them up to 1024 CPUs, and the
  // ones around the number of CPUs.
  static constexpr std::size_t kMostEntries = 768;

  bool comparable_ = false;  // measured with as many CPUs as this process may use
  std::uint32_t cpus_ = 0;
  std::size_t count_ = 0;
  Entry entries_[kMostEntries] = {};
};

// Reads the profile that MUSTER_PROFILE names, else $XDG_CONFIG_HOME/muster/profile, else $HOME/.config/muster/profile;
// MUSTER_PROFILE=none reads none. A file that nobody named may be missing. Whatever else is wrong is said in one line, unless
// KMP_WARNINGS says no, and the profile is empty then. In secure execution no file is opened.
//   cpus    that this process may use
//   root    prefix of /sys and /proc, for fixtures; "" is the machine
// Without a file it costs one failing open(2); with one, about ten small files of /sys. Not for use before load().
void load_profile(Profile& out, const Settings& settings, char* const* environment, std::uint32_t cpus,
                  const char* root, const DiagnosticSink& diagnostics);

}  // namespace muster::settings
