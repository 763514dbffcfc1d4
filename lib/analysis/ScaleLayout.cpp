//===- ScaleLayout.cpp - Where scales of blocks are -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/ScaleLayout.h"

#include <algorithm>
#include <deque>

namespace heddle {

namespace {

/// A step along rows, or along blocks.
using Step = std::vector<std::uint64_t>;
using Steps = std::vector<Step>;

/// Scales of this many blocks are a word.
constexpr std::uint64_t WordBlocks = 4;

bool has(const Steps &steps, const Step &step) {
  return std::ranges::find(steps, step) != steps.end();
}

} // namespace

Result<LinearLayout> scaleLayout(const MatrixInstruction &instruction,
                                 MatrixOperand operand,
                                 const LinearLayout &result,
                                 std::uint64_t blocks, bool isTurned) {
  bool isFirst = operand == MatrixOperand::ScaleA;
  if (isTurned)
    operand = isFirst ? MatrixOperand::ScaleB : MatrixOperand::ScaleA;
  Result<LinearLayout> fragment = fragmentOf(instruction, operand);
  if (!fragment)
    return fragment;
  Dim axis = Dim::standard(isFirst ? 0 : 1);
  std::uint64_t rows = result.outSize(axis);
  Steps lanes, warps, groups;
  for (Word basis : fragment->bases(Dim::Lane)) {
    std::uint64_t row = fragment->field(basis, Dim::standard(0));
    std::uint64_t block = fragment->field(basis, Dim::standard(1));
    lanes.push_back({row < rows ? row : 0, block < blocks ? block : 0});
  }
  for (auto [dim, steps] :
       {std::pair(Dim::Warp, &warps), std::pair(Dim::Block, &groups)})
    for (Word basis : result.bases(dim))
      steps->push_back({result.field(basis, axis), 0});
  // What is left, a word of blocks first: lanes side by side load words side by
  // side.
  Steps registers;
  std::deque<Step> open;
  for (std::uint64_t block = 1; block < blocks; block *= 2)
    if (Step step = {0, block}; !has(lanes, step)) {
      if (block < WordBlocks)
        registers.push_back(step);
      else
        open.push_back(step);
    }
  for (std::uint64_t row = 1; row < rows; row *= 2)
    if (Step step = {row, 0};
        !has(lanes, step) && !has(warps, step) && !has(groups, step))
      open.push_back(step);
  for (unsigned bit : suppliersOf(instruction, operand)) {
    if (open.empty())
      break;
    lanes[bit] = open.front();
    open.pop_front();
  }
  registers.insert(registers.end(), open.begin(), open.end());
  return LinearLayout::fromBases(
      {{Dim::Register, registers},
       {Dim::Lane, lanes},
       {Dim::Warp, warps},
       {Dim::Block, groups}},
      {DimSize{Dim::standard(0), rows}, DimSize{Dim::standard(1), blocks}});
}

} // namespace heddle
