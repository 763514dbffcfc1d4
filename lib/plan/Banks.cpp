//===- Banks.cpp - The bank conflicts of an access ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Banks.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>
#include <bit>
#include <set>

namespace heddle {

namespace {

/// A matrix of ldmatrix and stmatrix: eight rows of 16 bytes.
constexpr unsigned MatrixRows = 8, RowBytes = 16;

/// How one instruction meets the banks.
struct Service {
  /// The active lanes, and those that are served with lane 0.
  unsigned lanes;
  LaneSpace phase;
  /// Bytes from each lane's offset on.
  unsigned bytes;

  unsigned phases() const { return lanes >> phase.dimension; }
};

/// The part of a space of lanes in which all bits of `idle` are zero.
LaneSpace withoutLanes(const LaneSpace &phase, Word idle) {
  // Above each lane stand its idle bits: they are eliminated first.
  constexpr unsigned Above = 32;
  f2::VectorEchelon echelon;
  for (Word lane : phase.basis())
    echelon.insert((lane & idle) << Above | lane);
  LaneSpace active = {};
  for (Word left = echelon.leading() & f2::lowMask(Above); left != 0;
       left &= left - 1)
    active.vectors[active.dimension++] =
        static_cast<std::uint32_t>(echelon.vector(f2::lowestBit(left)));
  return active;
}

Service serviceOf(const SharedInstruction &instruction, AccessKind kind,
                  const Target &target) {
  // A matrix is a phase; a lane that gets 4 bytes of each needs one to four.
  if (instruction.form != SharedInstruction::Form::Vector)
    return {.lanes = MatrixRows * (instruction.bytes / WordBytes),
            .phase = {{1, 2, 4}, 3},
            .bytes = RowBytes};
  const AccessPhases &phases =
      kind == AccessKind::Load ? target.load : target.store;
  return {.lanes = target.lanes,
          .phase = phases.phase(instruction.bytes),
          .bytes = instruction.bytes};
}

/// The same for lanes of which some are inactive or access the same bytes.
Service serviceOf(const SharedInstruction &instruction, AccessKind kind,
                  const Target &target, const LaneUse &use) {
  Service service = serviceOf(instruction, kind, target);
  bool isMerged = target.mergesNeighbours && use.doNeighboursAgree &&
                  kind == AccessKind::Load &&
                  instruction.form == SharedInstruction::Form::Vector &&
                  instruction.bytes > WordBytes;
  if (isMerged) {
    service.phase.vectors[service.phase.dimension] = 1U
                                                     << service.phase.dimension;
    ++service.phase.dimension;
  }
  if (Word idle = use.idle & (service.lanes - 1); idle != 0) {
    service.lanes >>= std::popcount(idle);
    service.phase = withoutLanes(service.phase, idle);
  }
  return service;
}

/// Bit l: lane l is served together with this lane.
std::uint64_t servedWith(std::uint32_t lane, const LaneSpace &phase) {
  std::uint64_t lanes = 0;
  for (std::uint32_t i = 0; i < std::uint32_t(1) << phase.dimension; ++i) {
    std::uint32_t other = lane;
    for (std::uint32_t left = i; left != 0; left &= left - 1)
      other ^= phase.vectors[f2::lowestBit(left)];
    lanes |= f2::unit(other);
  }
  return lanes;
}

/// The words that these lanes access, by bank.
PhaseCount countPhase(const Service &service, std::uint64_t lanes,
                      LaneOffsets offsets, unsigned banks) {
  std::vector<std::set<std::uint64_t>> words(banks);
  std::vector<std::uint64_t> asking(banks, 0);
  for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
    unsigned lane = f2::lowestBit(left);
    std::optional<std::uint64_t> begin = offsets[lane];
    if (!begin)
      continue;
    std::uint64_t end = *begin + service.bytes;
    for (std::uint64_t word = *begin / WordBytes; word * WordBytes < end;
         ++word) {
      words[word % banks].insert(word);
      asking[word % banks] |= f2::unit(lane);
    }
  }
  auto most =
      std::ranges::max_element(words, {}, &std::set<std::uint64_t>::size);
  auto bank = static_cast<unsigned>(most - words.begin());
  return {.lanes = lanes,
          .wavefronts = static_cast<unsigned>(most->size()),
          .bank = bank,
          .askingLanes = asking[bank]};
}

std::string nvidiaText(const SharedInstruction &instruction, AccessKind kind,
                       std::string_view name) {
  if (instruction.form != SharedInstruction::Form::Vector)
    return matrixInstructionText(instruction, kind);
  if (instruction.bytes <= WordBytes)
    return concat(name, ".b", instruction.bytes * 8);
  return concat(name, ".v", instruction.bytes / WordBytes, ".b32");
}

std::string amdText(unsigned bytes, AccessKind kind, std::string_view name) {
  bool isUnsigned = kind == AccessKind::Load && bytes < WordBytes;
  return concat(name, isUnsigned ? "_u" : "_b", bytes * 8);
}

} // namespace

std::string matrixInstructionText(const SharedInstruction &instruction,
                                  AccessKind kind) {
  bool isTransposed =
      instruction.form == SharedInstruction::Form::MatrixTransposed;
  return concat(kind == AccessKind::Load ? "ld" : "st",
                "matrix.sync.aligned.m8n8.x", instruction.words(),
                isTransposed ? ".trans" : "", ".shared.b16");
}

std::string instructionText(const SharedInstruction &instruction,
                            AccessKind kind, const Target &target) {
  std::string_view name =
      kind == AccessKind::Load ? target.sharedLoadName : target.sharedStoreName;
  return target.vendor == Vendor::Nvidia
             ? nvidiaText(instruction, kind, name)
             : amdText(instruction.bytes, kind, name);
}

unsigned idealWavefronts(const SharedInstruction &instruction, AccessKind kind,
                         const Target &target, const LaneUse &use) {
  return serviceOf(instruction, kind, target, use).phases();
}

LaneSpace phaseOf(const SharedInstruction &instruction, AccessKind kind,
                  const Target &target, const LaneUse &use) {
  return serviceOf(instruction, kind, target, use).phase;
}

unsigned wavefrontsOf(const SharedInstruction &instruction, AccessKind kind,
                      std::span<const Word> laneOffsets, const Target &target,
                      const LaneUse &use) {
  Service service = serviceOf(instruction, kind, target, use);
  unsigned unitBytes = std::max(service.bytes, WordBytes);
  Word banks = Word(target.banks) * WordBytes / unitBytes;
  f2::VectorEchelon units;
  f2::VectorEchelon unitBanks;
  for (std::uint32_t vector : service.phase.basis()) {
    assert(f2::highestBit(vector) < laneOffsets.size());
    Word offset = f2::multiply(laneOffsets, vector) / unitBytes;
    units.insert(offset);
    unitBanks.insert(offset & (banks - 1));
  }
  return service.phases() << (units.rank() - unitBanks.rank());
}

unsigned addressingLanes(const SharedInstruction &instruction,
                         const Target &target) {
  return serviceOf(instruction, AccessKind::Load, target).lanes;
}

bool doNeighboursAgree(LaneOffsets offsets) {
  for (std::size_t bit : {std::size_t(1), std::size_t(2)}) {
    bool agree = true;
    for (std::size_t lane = 0; lane < offsets.size(); ++lane)
      agree = agree && offsets[lane] == offsets[lane ^ bit];
    if (agree)
      return true;
  }
  return false;
}

std::vector<PhaseCount> countPhases(const SharedInstruction &instruction,
                                    AccessKind kind, LaneOffsets offsets,
                                    const Target &target, const LaneUse &use) {
  Service service =
      serviceOf(instruction, kind, target,
                {.idle = 0, .doNeighboursAgree = use.doNeighboursAgree});
  assert(offsets.size() >= service.lanes);
  std::vector<PhaseCount> phases;
  std::uint64_t seen = 0;
  for (std::uint32_t lane = 0; lane < service.lanes; ++lane) {
    if ((seen & f2::unit(lane)) != 0)
      continue;
    std::uint64_t lanes = servedWith(lane, service.phase);
    phases.push_back(countPhase(service, lanes, offsets, target.banks));
    seen |= lanes;
  }
  return phases;
}

unsigned countWavefronts(const SharedInstruction &instruction, AccessKind kind,
                         LaneOffsets offsets, const Target &target) {
  unsigned wavefronts = 0;
  for (const PhaseCount &phase :
       countPhases(instruction, kind, offsets, target))
    wavefronts += phase.wavefronts;
  return wavefronts;
}

} // namespace heddle
