// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "answers.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "placement.h"
#include "runtime/measured_as.h"
#include "settings/settings.h"
#include "topology/topology.h"

namespace muster::bench {
namespace {

// Text as a JSON string.
void print_quoted(std::string_view text) {
  std::putchar('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      std::printf("\\%c", c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::printf("\\u%04x", static_cast<unsigned>(c));
    } else {
      std::putchar(c);
    }
  }
  std::putchar('"');
}

}  // namespace

const char* truth_of(bool value) { return value ? "true" : "false"; }

void print_capabilities(const Algorithm& algorithm) {
  std::printf("\"algorithm\":\"%s\",\"from\":%u,\"to\":%u,\"rooted\":%s,\"combines\":%s", algorithm.name.data(),
              algorithm.from, algorithm.to, truth_of(algorithm.capabilities.rooted),
              truth_of(algorithm.capabilities.combines));
}

void print_algorithms() {
  for (const Algorithm& algorithm : barriers::algorithms<Native, Waiter>()) {
    std::printf("{");
    print_capabilities(algorithm);
    std::printf(",\"modes\":[\"exchange\"");
    for (const Mode mode : {Mode::rooted, Mode::combine}) {
      if (can_do(algorithm, mode)) {
        std::printf(",\"%s\"", kModeNames[static_cast<std::size_t>(mode)].data());
      }
    }
    std::printf("]}\n");
  }
}

void print_profile(const Options& options) {
  const auto threads = static_cast<std::uint32_t>(options.threads);
  std::string variable = "MUSTER_PROFILE=" + options.profile;
  char* environment[] = {variable.data(), nullptr};
  std::vector<char> texts(settings::kTextBytes);
  settings::Settings read;
  std::string complaint;
  const settings::DiagnosticSink sink{[](void* context, const char* text, std::size_t length) {
                                        static_cast<std::string*>(context)->append(text, length);
                                      },
                                      &complaint};
  settings::load(read, environment, false, texts, sink);
  settings::Profile profile;
  settings::load_profile(profile, read, environment, topology::affinity_cpus(), "", sink);
  std::printf("{\"complaint\":");
  print_quoted(complaint);
  using Use = settings::Profile::Use;
  using Policy = settings::WaitPolicy;
  for (const auto& [use, use_name] :
       {std::pair(Use::plain, "plain"), std::pair(Use::forkjoin, "forkjoin"), std::pair(Use::reduction, "reduction")}) {
    std::printf(",\"%s\":{", use_name);
    const char* separator = "";
    for (const auto& [policy, name] : {std::pair(Policy::unset, "default"), std::pair(Policy::active, "active"),
                                       std::pair(Policy::passive, "passive")}) {
      std::printf("%s\"%s\":", separator, name);
      print_quoted(profile.best({use, threads, policy, runtime::measured_as(options.placement)}));
      separator = ",";
    }
    std::printf("}");
  }
  std::printf("}\n");
}

void print_machine() {
  const topology::ShortText shape = topology::machine_shape("");
  const topology::ShortText cpu = topology::cpu_model("");
  const Cores cores;
  std::printf("{\"machine\":");
  print_quoted({shape.text, shape.size});
  std::printf(",\"cpu\":");
  print_quoted({cpu.text, cpu.size});
  std::printf(",\"cpus\":%u,\"cores\":%u,\"caches\":%u,\"quota\":%u,\"version\":\"%s\"}\n", topology::affinity_cpus(),
              cores.count(), cores.caches(), topology::quota_cpus(""), MUSTER_VERSION);
}

}  // namespace muster::bench
