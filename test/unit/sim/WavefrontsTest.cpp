//===- WavefrontsTest.cpp - Wavefronts as plans count them ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wavefronts.h"
#include "heddle/target/Target.h"

#include <gtest/gtest.h>
#include <random>

namespace heddle {

namespace {

/// What plans count, in as many steps as it takes.
sim::Wavefronts::Time plainCount(const SharedInstruction &instruction,
                                 AccessKind kind, LaneOffsets offsets,
                                 const Target &target) {
  sim::Wavefronts::Time time;
  for (const PhaseCount &phase : countPhases(
           instruction, kind, offsets, target,
           {.idle = 0, .doNeighboursAgree = doNeighboursAgree(offsets)}))
    if (phase.wavefronts != 0) {
      time.wavefronts += phase.wavefronts;
      ++time.phases;
    }
  return time;
}

/// Addresses of all kinds: of few places and of many, of neighbours that agree
/// and of some that do not, of lanes that take part and of others.
class Addresses {
public:
  Addresses(unsigned lanes, std::mt19937_64 &random) : offsets(lanes) {
    constexpr std::array<unsigned, 3> Places = {4, 64, 1024};
    unsigned places = Places[random() % Places.size()];
    std::uint64_t agree = random() % 4;
    std::uint64_t idle = random() % 2 == 0 ? 0 : random() & random();
    for (unsigned lane = 0; lane < lanes; ++lane) {
      offsets[lane] = random() % places;
      if ((lane & agree) != 0 && agree < 3)
        offsets[lane] = offsets[lane & ~agree];
      else if ((idle >> lane & 1U) != 0)
        offsets[lane].reset();
    }
    if (random() % 2 == 0)
      offsets[random() % lanes] = 0;
  }
  std::vector<std::optional<std::uint64_t>> offsets;
};

void compare(const SharedInstruction &instruction, AccessKind kind,
             const Target &target, unsigned unit, std::mt19937_64 &random) {
  sim::Wavefronts wavefronts(instruction, kind, target);
  auto [offsets] = Addresses(target.lanes, random);
  std::array<std::uint32_t, 64> addresses{};
  std::uint64_t lanes = 0;
  for (unsigned lane = 0; lane < target.lanes; ++lane) {
    if (lane >= addressingLanes(instruction, target))
      offsets[lane].reset();
    if (!offsets[lane])
      continue;
    *offsets[lane] *= unit;
    addresses[lane] = static_cast<std::uint32_t>(*offsets[lane]);
    lanes |= std::uint64_t(1) << lane;
  }
  sim::Wavefronts::Time counted = wavefronts.count(lanes, addresses.data());
  sim::Wavefronts::Time plain = plainCount(instruction, kind, offsets, target);
  EXPECT_EQ(std::pair(counted.wavefronts, counted.phases),
            std::pair(plain.wavefronts, plain.phases))
      << target.name << ", " << instructionText(instruction, kind, target);
}

} // namespace

// Every width on every target, loads and stores: 200 random accesses each.
TEST(SimWavefronts, countWhatPlansCount) {
  std::mt19937_64 random(7);
  using Form = SharedInstruction::Form;
  for (const char *name : {"sm_75", "sm_90", "gfx942"})
    for (AccessKind kind : {AccessKind::Load, AccessKind::Store})
      for (unsigned round = 0; round < 200; ++round) {
        const Target &target = *findTarget(name).value();
        for (unsigned bytes : {1, 2, 4, 8, 16})
          compare({.form = Form::Vector, .bytes = bytes}, kind, target, bytes,
                  random);
        if (target.vendor != Vendor::Nvidia)
          continue;
        for (unsigned bytes : {4, 8, 16})
          compare({.form = Form::Matrix, .bytes = bytes}, kind, target, 16,
                  random);
      }
}

} // namespace heddle
