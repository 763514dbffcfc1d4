//===- BoxMask.cpp - Masks that leave out what is outside of a box --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxMask.h"
#include "NonNegative.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace heddle {

using namespace mlir;

namespace {

/// Which axis of what is loaded an axis of a part of the mask is; nothing of
/// one whose element is the same for all.
using Axes = llvm::SmallVector<std::optional<unsigned>, 2>;

class MaskReader {
public:
  MaskReader(scf::ForOp loop, ArrayRef<std::int64_t> steps,
             const AxisFacts &facts)
      : loop(loop), steps(steps), facts(facts) {
    mask.ends.resize(steps.size());
  }

  bool read(Value part, const Axes &axes);

  BoxMask mask;

private:
  bool readComparison(arith::CmpIOp compare, const Axes &axes);
  bool isAtLeastZero(const IndexSum &sum) const;

  scf::ForOp loop;
  ArrayRef<std::int64_t> steps;
  const AxisFacts &facts;
};

bool MaskReader::read(Value part, const Axes &axes) {
  if (matchPattern(part, m_One()))
    return true;
  if (auto both = part.getDefiningOp<arith::AndIOp>())
    return read(both.getLhs(), axes) && read(both.getRhs(), axes);
  if (auto broadcast = part.getDefiningOp<tt::BroadcastOp>()) {
    Axes inner = axes;
    auto source = cast<RankedTensorType>(broadcast.getSrc().getType());
    for (auto [axis, size] : llvm::zip(inner, source.getShape()))
      if (size == 1)
        axis = std::nullopt;
    return read(broadcast.getSrc(), inner);
  }
  if (auto expand = part.getDefiningOp<tt::ExpandDimsOp>()) {
    Axes inner = axes;
    inner.erase(inner.begin() + expand.getAxis());
    return read(expand.getSrc(), inner);
  }
  auto compare = part.getDefiningOp<arith::CmpIOp>();
  return compare && readComparison(compare, axes);
}

// What is at least zero where the comparison is true grows or falls by one
// along an axis, and as the loop steps on along it.
bool MaskReader::readComparison(arith::CmpIOp compare, const Axes &axes) {
  std::optional<AffineBlock> block = AffineBlock::ofComparison(compare, loop);
  if (!block)
    return false;
  std::optional<unsigned> along;
  std::int64_t direction = 0;
  for (auto [axis, stride] : llvm::zip_equal(axes, block->strides)) {
    std::optional<std::int64_t> number = stride.number();
    if (number == 0)
      continue;
    if (!number || std::abs(*number) != 1 || !axis || along)
      return false;
    along = axis;
    direction = *number;
  }
  if (!along || block->perIteration.number() != direction * steps[*along])
    return false;
  if (direction > 0)
    return isAtLeastZero(block->start);
  IndexSum &end = mask.ends[*along].emplace_back(block->start);
  end += IndexSum(1);
  return true;
}

/// Is it so if no argument of the kernel is negative?
bool MaskReader::isAtLeastZero(const IndexSum &sum) const {
  return llvm::all_of(sum.products(), [&](const IndexProduct &product) {
    return product.factor > 0 &&
           llvm::all_of(product.scalars, [&](Value scalar) {
             return isNonNegative(scalar, facts);
           });
  });
}

} // namespace

std::optional<BoxMask> BoxMask::match(Value mask, scf::ForOp loop,
                                      ArrayRef<std::int64_t> steps,
                                      const AxisFacts &facts) {
  MaskReader reader(loop, steps, facts);
  Axes axes;
  for (unsigned axis = 0; axis < steps.size(); ++axis)
    axes.push_back(axis);
  if (!reader.read(mask, axes))
    return std::nullopt;
  return std::move(reader.mask);
}

} // namespace heddle
