//===- BankChecker.cpp - Comparing bank conflicts -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GoldenFile.h"
#include "heddle/answers/LayoutSubject.h"
#include "heddle/plan/SharedAccess.h"

#include <algorithm>

namespace heddle::golden {

namespace {

/// What Triton's count does not see. Each is a count of its own below, so that
/// a line is excused by a number and not by a word.
struct Blindness {
  bool wordParts; ///< two parts of a word are different banks to it
  bool phases;    ///< it serves twice as many lanes together
};

/// Wavefronts beyond the first of each phase, by counting words in banks.
unsigned countExtra(const SharedAccess &access, const Target &target) {
  unsigned wavefronts = countWavefronts(access.instruction, AccessKind::Load,
                                        access.offsets, target);
  return wavefronts /
             idealWavefronts(access.instruction, AccessKind::Load, target) -
         1;
}

/// The count of someone with this blindness.
unsigned countBlindly(SharedAccess access, Target target,
                      const Blindness &blindness) {
  if (blindness.phases)
    for (LaneSpace &space : target.load.spaces) {
      space.vectors[space.dimension] = 1U << space.dimension;
      ++space.dimension;
    }
  if (blindness.wordParts) {
    // As many banks as a row has parts, and each part a word.
    unsigned parts = WordBytes / access.instruction.bytes;
    target.banks *= parts;
    for (std::optional<std::uint64_t> &offset : access.offsets)
      offset = offset.value_or(0) * parts;
    access.instruction.bytes = WordBytes;
  }
  return countExtra(access, target);
}

Verdict compare(const SharedAccess &access, const Target &target,
                unsigned theirs, TritonVersion version) {
  unsigned ours = countExtra(access, target);
  if (access.wavefronts != (ours + 1) * access.ideal)
    return {Verdict::Kind::Disagrees,
            concat("computed ", access.wavefronts, " wavefronts, but counted ",
                   (ours + 1) * access.ideal)};
  if (ours == theirs)
    return {};
  bool canMissParts = access.instruction.bytes < 4;
  bool canMissPhases = version == TritonVersion::V3_6 && target.lanes == 64;
  for (bool wordParts : {false, true})
    for (bool phases : {false, true}) {
      if ((wordParts && !canMissParts) || (phases && !canMissPhases) ||
          countBlindly(access, target, {wordParts, phases}) != theirs)
        continue;
      return {
          Verdict::Kind::AgreesWithReason,
          concat("counted ", ours, " extra wavefronts, Triton says ", theirs,
                 ", which is the count ",
                 wordParts ? "with parts of a word as banks of their own" : "",
                 wordParts && phases ? " and " : "",
                 phases ? "with twice the lanes in a phase" : "")};
    }
  return {Verdict::Kind::Disagrees,
          concat("counted ", ours, " extra wavefronts, Triton says ", theirs)};
}

} // namespace

Verdict checkBanks(const nlohmann::json &line, TritonVersion version) {
  auto subject = [&](const char *key) {
    return makeSubject(
        {.layout = line.at(key).get<std::string>(), .tensor = {}}, {}, version);
  };
  auto disagree = [&](const Error &error) {
    return Verdict{Verdict::Kind::Disagrees,
                   concat(line.dump(), "\n", error.text())};
  };
  Result<LayoutSubject> registers = subject("register_type");
  if (!registers)
    return disagree(registers.error());
  Result<LayoutSubject> shared = subject("shared_type");
  if (!shared)
    return disagree(shared.error());
  // The oldest targets have 32 banks and phases of consecutive lanes.
  bool isWide = registers->layout.inSize(Dim::Lane) == 64;
  const Target &target =
      *std::ranges::find(allTargets(), isWide ? 64U : 32U, &Target::lanes);
  Result<SharedAccess> access =
      accessShared(registers->layout,
                   {.layout = shared->layout,
                    .paddings = paddingsOf(shared->encoding),
                    .elementBits = shared->type.element.bits,
                    .alignment = alignmentOf(shared->encoding)},
                   AccessKind::Load, target);
  if (!access)
    return disagree(access.error());
  Verdict verdict = compare(*access, target,
                            line.at("bank_conflicts").get<unsigned>(), version);
  if (verdict.kind == Verdict::Kind::Disagrees)
    verdict.text += concat("\n  ", line.dump());
  return verdict;
}

} // namespace heddle::golden
