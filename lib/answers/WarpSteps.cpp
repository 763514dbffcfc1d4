//===- WarpSteps.cpp - What a warp executes -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpSteps.h"

#include <algorithm>

namespace heddle {

namespace {

using Op = Instruction::Op;

bool isAccess(const Instruction &each) {
  return each.op == Op::Store || each.op == Op::Load;
}

/// The widest of the kind.
std::string laneMoveName(LaneMove::Kind kind, const Target &target) {
  const LaneMove *best = nullptr;
  for (const LaneMove &move : target.laneMoves)
    if ((move.kind == kind || move.kind == LaneMove::Kind::Index) &&
        (best == nullptr || move.within > best->within ||
         (move.within == best->within && move.kind == kind)))
      best = &move;
  return best == nullptr ? "shuffle" : std::string(best->instruction);
}

/// "ld.shared::cluster.b32" where it reads another block's memory.
std::string accessName(const Instruction &each, const Target &target) {
  std::string name = instructionText(each.access, each.kind(), target);
  constexpr std::string_view Local = "ld.shared";
  if (each.block != NoValue && name.starts_with(Local))
    name.insert(Local.size(), "::cluster");
  return name;
}

std::string nameOf(const Instruction &each, const Target &target) {
  switch (each.op) {
  case Op::Input:
  case Op::Part:
    return "";
  case Op::Permute:
  case Op::PermuteBy:
    return std::string(target.bytePermute);
  case Op::Select:
    return "select";
  case Op::ShuffleXor:
    return laneMoveName(LaneMove::Kind::Xor, target);
  case Op::ShuffleIndex:
    return laneMoveName(LaneMove::Kind::Index, target);
  case Op::Store:
  case Op::Load:
    return accessName(each, target);
  case Op::Barrier:
    return std::string(barrierText(each.scope));
  }
  return "";
}

class StepReader {
public:
  StepReader(const Program &program, const Target &target)
      : program(program), target(target) {
    one.threads.lane = program.threads.lane;
    one.paddings = program.paddings;
  }

  std::vector<WarpRound> read() {
    for (const Instruction &each : program.code)
      add(each);
    endRound();
    return std::move(rounds);
  }

private:
  void add(const Instruction &each);
  void endRound();
  Wavefronts wavefrontsOf(const Instruction &each);

  const Program &program;
  const Target &target;
  /// A program of one warp, for one instruction.
  Program one;
  std::vector<WarpRound> rounds;
  std::vector<WarpStep> steps;
  /// Where the steps begin that equal ones may join.
  std::size_t interval = 0;
  bool isAfterLoad = false;
};

Wavefronts StepReader::wavefrontsOf(const Instruction &each) {
  one.code.assign(1, each);
  one.code.front().index = 0;
  one.code.front().mask &= program.threads.laneMask();
  // Whose memory it is makes no difference to the wavefronts.
  one.code.front().block = NoValue;
  one.addresses.assign(1, program.addresses[each.index]);
  ProgramCounts counts = countProgram(one, target);
  return each.op == Op::Load ? counts.read : counts.write;
}

void StepReader::add(const Instruction &each) {
  WarpStep step = {.instruction = nameOf(each, target),
                   .count = 1,
                   .wavefronts = {},
                   .idle = 0};
  if (step.instruction.empty())
    return;
  if (isAccess(each)) {
    step.wavefronts = wavefrontsOf(each);
    step.idle = each.mask;
  }
  bool isBarrier = each.op == Op::Barrier;
  if (isAfterLoad && (isBarrier || each.op == Op::Store))
    endRound();
  isAfterLoad = isAfterLoad || each.op == Op::Load;
  if (isBarrier) {
    steps.push_back(std::move(step));
    interval = steps.size();
    return;
  }
  auto known = std::ranges::find_if(
      steps.begin() + static_cast<std::ptrdiff_t>(interval), steps.end(),
      [&](const WarpStep &other) { return step.isLike(other); });
  if (known != steps.end())
    ++known->count;
  else
    steps.push_back(std::move(step));
}

void StepReader::endRound() {
  isAfterLoad = false;
  interval = 0;
  if (steps.empty())
    return;
  if (!rounds.empty() && rounds.back().steps == steps)
    ++rounds.back().times;
  else
    rounds.push_back({.steps = std::move(steps), .times = 1});
  steps.clear();
}

} // namespace

std::vector<WarpRound> warpRounds(const Program &program,
                                  const Target &target) {
  return StepReader(program, target).read();
}

std::vector<std::string> accessNames(const Program &program, AccessKind kind,
                                     const Target &target) {
  std::vector<std::string> names;
  for (const Instruction &each : program.code) {
    if (!isAccess(each) || each.kind() != kind)
      continue;
    std::string name = nameOf(each, target);
    if (std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

std::string_view barrierText(Scope scope) {
  switch (scope) {
  case Scope::None:
    return "no barrier";
  case Scope::Warp:
    return "barrier of the warp";
  case Scope::Block:
    return "barrier of the block";
  case Scope::Cluster:
    return "barrier of the cluster";
  }
  return "";
}

} // namespace heddle
