// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The grammars of OMP_PLACES and GOMP_CPU_AFFINITY.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

Places places_of(const char* value) {
  TestEnvironment environment({std::string("OMP_PLACES=") + value});
  static Loaded loaded;  // keeps the text
  loaded = load_from(environment);
  EXPECT_TRUE(loaded.clean) << value;
  return loaded.global().places;
}

TEST(Places, AbstractNames) {
  EXPECT_EQ(load_from({}).global().places.kind, PlacesKind::unset);
  EXPECT_EQ(places_of("threads").kind, PlacesKind::threads);
  EXPECT_EQ(places_of("Cores").kind, PlacesKind::cores);
  EXPECT_EQ(places_of("ll_caches").kind, PlacesKind::ll_caches);
  EXPECT_EQ(places_of("NUMA_DOMAINS").kind, PlacesKind::numa_domains);
  EXPECT_EQ(places_of("sockets").kind, PlacesKind::sockets);
  EXPECT_EQ(places_of("cores").count, 0);
  EXPECT_EQ(places_of(" cores ( 4 ) ").count, 4);
}

TEST(Places, Lists) {
  for (const char* value : {"{0}", "0", "0,1", "{0,1,2},{3,4,5}", "{0:4}:8:4", "{0:4:2},{ 1 : 4 : 2 }", "{0:4}:8:-4",
                            "{0},!{1}", "{0:4,!2}", "!0", "{0:1:0}", "0:4:2", "{2147483647}"}) {
    const Places places = places_of(value);
    EXPECT_EQ(places.kind, PlacesKind::list) << value;
    EXPECT_EQ(places.text.view(), value);
  }
}

TEST(Places, OtherThingsStandForCores) {
  for (const char* value :
       {"core",   "cores(0)", "cores(", "cores()",   "cores(4",      "cores(4))", "cores 4", "cores,threads", "{",
        "{}",     "}",        "{0",     "{0}}",      "{0},",         ",{0}",      "{0,}",    "{0:}",          "{0:0}",
        "{0:4:}", "{0}:",     "{0}:0",  "{-1}",      "{0:-1}",       "{a}",       "{{0}}",   "{0}{1}",        "!",
        "!{0",    "!{0}:4",   "{!0:4}", "{0}:4:--1", "{2147483648}", "{0}:4:2:1", "{0 1}"}) {
    const Loaded loaded = load_from({std::string("OMP_PLACES=") + value});
    EXPECT_EQ(loaded.global().places.kind, PlacesKind::cores) << value;
    EXPECT_EQ(loaded.global().places.count, 0) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(Places, AKindWithABadNumberStandsForAllOfTheKind) {
  for (const char* value : {"sockets(", "sockets()", "sockets(0)", "sockets(x)", "Sockets(2))"}) {
    const Loaded loaded = load_from({std::string("OMP_PLACES=") + value});
    EXPECT_EQ(loaded.global().places.kind, PlacesKind::sockets) << value;
    EXPECT_EQ(loaded.global().places.count, 0) << value;
    ASSERT_EQ(loaded.warnings.size(), 1U) << value;
    EXPECT_NE(loaded.warnings[0].find("using sockets\n"), std::string::npos) << loaded.warnings[0];
  }
}

TEST(Places, AListOfFourThousandCpusFits) {
  std::string value = "OMP_PLACES={0}";
  for (int cpu = 1; cpu < 4096; ++cpu) value += ",{" + std::to_string(cpu) + "}";
  const Loaded loaded = load_from({value});
  EXPECT_TRUE(loaded.clean);
  EXPECT_EQ("OMP_PLACES=" + std::string(loaded.global().places.text.view()), value);
}

TEST(CpuList, IsSeparatedByCommasOrBlanks) {
  for (const char* value : {"0", "0 3 1-2 4-15:2", "0,3,1-2,4-15:2", "0, 3", "0-0"}) {
    const Loaded loaded = load_from({std::string("GOMP_CPU_AFFINITY=") + value});
    EXPECT_TRUE(loaded.clean) << value;
    EXPECT_EQ(loaded.global().cpu_affinity.view(), value);
  }
}

TEST(CpuList, OtherThingsAreRefused) {
  for (const char* value : {"a", "0,", "0,,1", "-1", "3-1", "1-", "1-3:", "1-3:0", "1:3", "4294967296", "0 x"}) {
    const Loaded loaded = load_from({std::string("GOMP_CPU_AFFINITY=") + value});
    EXPECT_TRUE(loaded.global().cpu_affinity.empty()) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

}  // namespace
}  // namespace muster::settings
