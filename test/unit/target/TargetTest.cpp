//===- TargetTest.cpp - Tests of the table of GPUs ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/Target.h"

#include "Check.h"

#include <bit>
#include <set>
#include <vector>

using namespace heddle;

namespace {

const Target &target(std::string_view name) { return *get(findTarget(name)); }

/// All lanes that are served together with one.
std::set<std::uint32_t> servedWith(std::uint32_t lane, const LaneSpace &space) {
  std::set<std::uint32_t> lanes = {lane};
  for (std::uint32_t vector : space.basis())
    for (std::uint32_t other : std::set<std::uint32_t>(lanes))
      lanes.insert(other ^ vector);
  return lanes;
}

/// The lanes in text: "0..3 20..23".
std::string lanesText(const std::set<std::uint32_t> &lanes) {
  std::string text;
  for (std::uint32_t lane : lanes) {
    if (lanes.contains(lane - 1) && lanes.contains(lane + 1))
      continue;
    if (!text.empty())
      text += lanes.contains(lane - 1) ? ".." : " ";
    text += std::to_string(lane);
  }
  return text;
}

TEST(Targets, AreFoundByName) {
  for (std::string_view name :
       {"sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_100",
        "sm_120", "gfx908", "gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1200",
        "gfx1250"})
    EXPECT_EQ(target(name).name, name);
  EXPECT_EQ(allTargets().size(), 15U);
  std::set<std::string_view> names;
  for (const Target &row : allTargets())
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(Targets, AreFoundByOtherSpellings) {
  const std::pair<std::string_view, std::string_view> spellings[] = {
      {"sm_90a", "sm_90"},
      {"SM_90", "sm_90"},
      {"sm90", "sm_90"},
      {"compute_90", "sm_90"},
      {"compute_90a", "sm_90"},
      {"cuda:90", "sm_90"},
      {"h100", "sm_90"},
      {"H200", "sm_90"},
      {"a100", "sm_80"},
      {"rtx4090", "sm_89"},
      {"jetson-agx-orin", "sm_87"},
      {"RTX 4090", "sm_89"},
      {"rtx-pro-6000", "sm_120"},
      {"mi300x", "gfx942"},
      {"hip:gfx942", "gfx942"},
      {"MI250X", "gfx90a"},
      {"gfx942:sramecc+:xnack-", "gfx942"},
      {"rx 7900 xtx", "gfx1100"}};
  for (auto [spelling, name] : spellings)
    EXPECT_EQ(target(spelling).name, name) << spelling;
  for (const Target &row : allTargets())
    for (std::string_view product : row.products)
      EXPECT_EQ(target(product).name, row.name) << "of two rows: " << product;
}

TEST(Targets, UnknownNamesGetTheNearestAndTheKnownOnes) {
  Result<const Target *> found = findTarget("sm_91");
  EXPECT_TRUE(failsWith(found, "expects a target, but got 'sm_91'"));
  EXPECT_TRUE(failsWith(found, "did you mean 'sm_90'? the targets known here"));
  EXPECT_TRUE(failsWith(found, "sm_75, sm_80"));
  EXPECT_TRUE(failsWith(found, "gfx1200, gfx1250"));
  EXPECT_TRUE(failsWith(findTarget(""), "expects a target, but got ''"));
  EXPECT_TRUE(failsWith(findTarget("MI300Y"), "did you mean 'MI300A'?"));
  EXPECT_TRUE(failsWith(findTarget("gfx943"), "did you mean 'gfx942'?"));
  EXPECT_TRUE(failsWith(findTarget("cuda:99"), "did you mean 'cuda:90'?"));
  // No code of these chips is like that of another.
  for (const char *name :
       {"sm_80a", "sm_9", "cuda:", "hip:sm_90", "gfx94", "sm_90:xnack-"})
    EXPECT_FALSE(findTarget(name)) << name;
}

TEST(Targets, RangesAreForHelpTexts) {
  EXPECT_EQ(targetRange(Vendor::Nvidia), "sm_75 ... sm_120");
  EXPECT_EQ(targetRange(Vendor::Amd), "gfx908 ... gfx1250");
}

// A phase asks each bank for one word at best, so it is as many lanes as fill
// the banks; and it is made of lanes that there are.
TEST(Targets, PhasesFillTheBanks) {
  for (const Target &row : allTargets())
    for (const AccessPhases *phases : {&row.load, &row.store})
      for (unsigned bytes : {1U, 2U, 4U, 8U, 16U}) {
        const LaneSpace &space = phases->phase(bytes);
        std::uint64_t words = bytes < 4 ? 1 : bytes / 4;
        std::set<std::uint32_t> lanes = servedWith(0, space);
        EXPECT_EQ(lanes.size(), std::uint64_t(1) << space.dimension);
        EXPECT_EQ(lanes.size() * words,
                  std::min<std::uint64_t>(row.banks, row.lanes * words))
            << row.name << ", " << bytes << " bytes";
        EXPECT_LT(*lanes.rbegin(), row.lanes)
            << row.name << ", " << bytes << " bytes";
      }
}

// Hardware serves consecutive addresses at full speed, whatever the phases.
TEST(Targets, ConsecutiveAddressesMeetNoConflict) {
  for (const Target &row : allTargets())
    for (const AccessPhases *phases : {&row.load, &row.store})
      for (unsigned bytes : {4U, 8U, 16U}) {
        std::set<std::uint32_t> units;
        std::uint32_t unitsOfBanks = row.banks * 4 / bytes;
        std::set<std::uint32_t> lanes = servedWith(0, phases->phase(bytes));
        for (std::uint32_t lane : lanes)
          units.insert(lane % unitsOfBanks);
        EXPECT_EQ(units.size(), lanes.size())
            << row.name << ", " << bytes << " bytes";
      }
}

TEST(Targets, PhasesAreThoseOfTheManuals) {
  auto load = [](std::string_view name, unsigned bytes) {
    return lanesText(servedWith(0, target(name).load.phase(bytes)));
  };
  EXPECT_EQ(load("sm_90", 1), "0..31") << "bytes share words";
  EXPECT_EQ(load("sm_90", 4), "0..31");
  EXPECT_EQ(load("sm_90", 8), "0..15") << "half warps";
  EXPECT_EQ(load("sm_90", 16), "0..7") << "quarter warps";
  EXPECT_EQ(load("gfx90a", 16), "0..7");
  EXPECT_EQ(load("gfx942", 8), "0..15");
  EXPECT_EQ(load("gfx942", 16), "0..3 20..23");
  EXPECT_EQ(load("gfx950", 4), "0..63") << "64 banks";
  EXPECT_EQ(load("gfx950", 16), "0..3 12..15 20..27");
  EXPECT_EQ(load("gfx1100", 16), "0..3 20..23");
  EXPECT_EQ(load("gfx1200", 16), "0..7");
  EXPECT_EQ(load("gfx1250", 16), "0..3 12..15 20..27");
  // The lists of the sources, which give every phase.
  const LaneSpace &space = target("gfx942").load.phase(16);
  EXPECT_EQ(lanesText(servedWith(4, space)), "4..7 16..19");
  EXPECT_EQ(lanesText(servedWith(8, space)), "8..11 28..31");
  EXPECT_EQ(lanesText(servedWith(12, space)), "12..15 24..27");
  EXPECT_EQ(lanesText(servedWith(44, space)), "44..47 56..59");
  EXPECT_EQ(lanesText(servedWith(4, target("gfx950").load.phase(16))),
            "4..11 16..19 28..31");
  EXPECT_EQ(lanesText(servedWith(0, target("sm_90").store.phase(16))), "0..7");
  EXPECT_EQ(lanesText(servedWith(0, target("gfx942").store.phase(16))), "0..7");
}

TEST(Targets, SharedMemoryPerBlock) {
  const std::pair<std::string_view, std::uint64_t> kibibytes[] = {
      {"sm_75", 64},   {"sm_80", 163},  {"sm_86", 99},   {"sm_87", 163},
      {"sm_89", 99},   {"sm_90", 227},  {"sm_100", 227}, {"sm_120", 99},
      {"gfx908", 64},  {"gfx90a", 64},  {"gfx942", 64},  {"gfx950", 160},
      {"gfx1100", 64}, {"gfx1200", 64}, {"gfx1250", 320}};
  for (auto [name, size] : kibibytes) {
    EXPECT_EQ(target(name).sharedBytes, size * 1024) << name;
    EXPECT_LE(target(name).staticSharedBytes, target(name).sharedBytes) << name;
  }
}

TEST(Targets, InstructionsThatOnlySomeHave) {
  auto namesOf = [](auto has) {
    std::vector<std::string_view> names;
    for (const Target &row : allTargets())
      if (has(row))
        names.push_back(row.name);
    return names;
  };
  using testing::ElementsAre;
  EXPECT_THAT(namesOf([](const Target &t) { return t.loadMatrix.exists; }),
              ElementsAre("sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90",
                          "sm_100", "sm_120"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.storeMatrix.exists; }),
              ElementsAre("sm_90", "sm_100", "sm_120"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.loadMatrix.transposes8; }),
              ElementsAre("sm_100", "sm_120"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.dsReadTranspose; }),
              ElementsAre("gfx950"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.permlaneSwap; }),
              ElementsAre("gfx950"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.clusterBlocks > 1; }),
              ElementsAre("sm_90", "sm_100", "sm_120"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.laneReduce; }),
              ElementsAre("sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_100",
                          "sm_120"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.overlapsGrids; }),
              ElementsAre("sm_90", "sm_100", "sm_120"));
  EXPECT_THAT(namesOf([](const Target &t) { return t.float8Casts; }),
              ElementsAre("sm_89", "sm_90", "sm_100", "sm_120"));
  EXPECT_THAT(
      namesOf([](const Target &t) { return t.globalAccessBytes == 32; }),
      ElementsAre("sm_100", "sm_120"));
}

TEST(Targets, AtomicsByElementType) {
  auto namesOf = [](AtomicOperation operation, ScalarType type) {
    std::vector<std::string_view> names;
    for (const Target &row : allTargets())
      if (row.atomics.has(operation, type))
        names.push_back(row.name);
    return names;
  };
  using testing::ElementsAre;
  using enum AtomicOperation;
  EXPECT_THAT(namesOf(Add, ScalarType::BF16),
              ElementsAre("sm_90", "sm_100", "sm_120"));
  EXPECT_THAT(namesOf(Add, ScalarType::F16),
              ElementsAre("sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90",
                          "sm_100", "sm_120"));
  EXPECT_THAT(namesOf(Add, ScalarType::F64),
              ElementsAre("sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90",
                          "sm_100", "sm_120", "gfx90a", "gfx942", "gfx950",
                          "gfx1250"));
  for (const Target &row : allTargets()) {
    EXPECT_FALSE(row.atomics.has(Add, ScalarType::U16)) << row.name;
    EXPECT_FALSE(row.atomics.has(Maximum, ScalarType::F32)) << row.name;
    EXPECT_FALSE(row.atomics.has(Exchange, ScalarType::U16)) << row.name;
    EXPECT_EQ(row.atomics.has(CompareAndSwap, ScalarType::U16),
              row.vendor == Vendor::Nvidia)
        << row.name;
    for (ScalarType word : {ScalarType::U32, ScalarType::U64})
      for (AtomicOperation operation :
           {And, Or, Xor, Add, Maximum, Minimum, Exchange, CompareAndSwap})
        EXPECT_TRUE(row.atomics.has(operation, word)) << row.name;
  }
}

// Code of a chip may use what no other chip has, under a name of its own.
TEST(Targets, NamesInCode) {
  const std::tuple<std::string_view, std::string_view, unsigned> names[] = {
      {"sm_75", "sm_75", 80},    {"sm_80", "sm_80", 80},
      {"sm_86", "sm_86", 80},    {"sm_87", "sm_87", 80},
      {"sm_89", "sm_89", 81},    {"sm_90", "sm_90a", 80},
      {"sm_100", "sm_100a", 88}, {"sm_120", "sm_120a", 88},
      {"gfx942", "gfx942", 0}};
  for (auto [name, codeName, ptxVersion] : names) {
    EXPECT_EQ(target(name).codeName, codeName);
    EXPECT_EQ(target(name).ptxVersion, ptxVersion) << name;
  }
}

TEST(ScalarTypes, HaveNamesAndSizes) {
  EXPECT_EQ(nameOf(ScalarType::B1), "b1");
  EXPECT_EQ(nameOf(ScalarType::BF16), "bf16");
  EXPECT_EQ(nameOf(ScalarType::E5M2Fnuz), "e5m2fnuz");
  EXPECT_EQ(bitsOf(ScalarType::S4), 4U);
  EXPECT_EQ(bitsOf(ScalarType::TF32), 32U);
  EXPECT_EQ(bitsOf(ScalarType::E4M3), 8U);
  constexpr TypeSet Bytes = {ScalarType::S8, ScalarType::U8};
  EXPECT_TRUE(Bytes.has(ScalarType::U8));
  EXPECT_FALSE(Bytes.has(ScalarType::U4));
  EXPECT_TRUE(TypeSet().isEmpty());
}

TEST(Targets, ModulesNameTheirChip) {
  EXPECT_EQ(targetOfModule("cuda:90")->name, "sm_90");
  EXPECT_EQ(targetOfModule("cuda:87")->name, "sm_87");
  EXPECT_EQ(targetOfModule("cuda:88")->name, "sm_87");
  EXPECT_EQ(targetOfModule("cuda:103")->name, "sm_100");
  EXPECT_EQ(targetOfModule("cuda:121")->name, "sm_120");
  EXPECT_EQ(targetOfModule("hip:gfx942")->name, "gfx942");
  for (const char *name : {"cuda:70", "hip:gfx9", "cuda:", "sm_90", ""})
    EXPECT_EQ(targetOfModule(name), nullptr) << name;
  for (const Target &row : allTargets())
    EXPECT_EQ(targetOfModule(moduleName(row)), &row) << row.name;
}

TEST(Targets, EveryLaneReachesEveryOther) {
  for (const Target &row : allTargets()) {
    unsigned widest = 0;
    for (const LaneMove &move : row.laneMoves) {
      EXPECT_LE(move.within, row.lanes) << row.name << " " << move.instruction;
      if (move.kind == LaneMove::Kind::Index)
        widest = std::max(widest, move.within);
    }
    EXPECT_EQ(widest, row.lanes) << row.name;
    EXPECT_FALSE(row.bytePermute.empty()) << row.name;
  }
}

TEST(Targets, MultiprocessorsAreThoseOfTheManual) {
  const std::tuple<std::string_view, unsigned, unsigned, std::uint64_t> rows[] =
      {{"sm_75", 16, 32, 64},   {"sm_80", 32, 64, 164}, {"sm_86", 16, 48, 100},
       {"sm_87", 16, 48, 164},  {"sm_89", 24, 48, 100}, {"sm_90", 32, 64, 228},
       {"sm_100", 32, 64, 228}, {"sm_120", 24, 48, 100}};
  for (auto [name, blocks, warps, kibibytes] : rows) {
    const Multiprocessor &unit = target(name).timing->multiprocessor;
    EXPECT_EQ(unit.blocks, blocks) << name;
    EXPECT_EQ(unit.warps, warps) << name;
    EXPECT_EQ(unit.sharedBytes, kibibytes * 1024) << name;
    EXPECT_EQ(target(name).sharedBytes + unit.reservedSharedBytes,
              unit.sharedBytes)
        << name;
  }
}

TEST(Targets, CostsAreCycles) {
  for (const Target &row : allTargets()) {
    const Costs &costs = row.costs;
    for (double cost : {costs.issue, costs.wavefront, costs.shuffle, costs.alu,
                        costs.sharedLatency, costs.shuffleLatency,
                        costs.aluLatency, costs.warpBarrier})
      EXPECT_GT(cost, 0) << row.name;
    EXPECT_LT(costs.warpBarrier, costs.blockBarrier) << row.name;
    EXPECT_EQ(costs.clusterBarrier > costs.blockBarrier, row.clusterBlocks > 1)
        << row.name;
  }
}

} // namespace
