//===- AmdgCastVerify.cpp - Rules of scaled floats of amdg --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "Verify.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/ModuleTarget.h"

namespace heddle::amdg {

using namespace mlir;
using ir::expectAxis;
using ir::expectShape;
using mlir::failure;

static RankedTensorType tensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The shape with `factor` times as many along an axis.
static llvm::SmallVector<int64_t> scaledShape(RankedTensorType type,
                                              int64_t axis, int64_t factor) {
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape[static_cast<size_t>(axis)] *= factor;
  return shape;
}

/// One scale for each block of the values along an axis.
static LogicalResult expectScales(Operation *op, RankedTensorType scale,
                                  RankedTensorType values, int64_t axis) {
  bool fits = scale.getRank() == values.getRank();
  for (int64_t i = 0; fits && i < values.getRank(); ++i)
    fits = i == axis ? values.getDimSize(i) % scale.getDimSize(i) == 0
                     : values.getDimSize(i) == scale.getDimSize(i);
  if (fits)
    return success();
  return op->emitOpError() << "expects a scale for each block along axis "
                           << axis << " of " << ir::shapeText(values.getShape())
                           << " values, but got " << scale;
}

/// The instructions of gfx1250 take exponents, those of others floats too.
static LogicalResult expectExponents(Operation *op, RankedTensorType scale) {
  auto module = op->getParentOfType<ModuleOp>();
  const Target *target = module ? ir::targetOf(module) : nullptr;
  if (target == nullptr || target->name != "gfx1250" ||
      !ir::has(op->getContext(), ir::Feature::ExponentsAsScales) ||
      scale.getElementType().isInteger(8))
    return success();
  return op->emitOpError() << "expects scales of 'i8' on gfx1250, but got "
                           << scale.getElementType();
}

LogicalResult ScaledUpcastFp4Op::verify() {
  RankedTensorType from = tensor(getInput());
  RankedTensorType to = tensor(getOutput());
  int64_t axis = getAxisAttr().getInt();
  if (failed(expectAxis(*this, axis, from.getRank())) ||
      failed(expectShape(*this, "a result", to, scaledShape(from, axis, 2))))
    return failure();
  if (failed(expectScales(*this, tensor(getScale()), to, axis)))
    return failure();
  return expectExponents(*this, tensor(getScale()));
}

LogicalResult ScaledUpcastFp8Op::verify() {
  return expectExponents(*this, tensor(getScale()));
}

namespace {

/// The bases of the registers, in any order, and those of the threads, of which
/// coordinates along an axis are divided. Registers that only replicate are
/// left out.
struct DividedLayout {
  DividedLayout(const LinearLayout &layout, unsigned rank, unsigned axis,
                uint64_t divisor);
  bool operator==(const DividedLayout &) const = default;

  std::vector<std::vector<uint64_t>> registers, threads;
};

DividedLayout::DividedLayout(const LinearLayout &layout, unsigned rank,
                             unsigned axis, uint64_t divisor) {
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit) {
      std::vector<uint64_t> basis;
      basis.reserve(rank);
      for (unsigned i = 0; i < rank; ++i)
        basis.push_back(layout.basis(dim, bit, Dim::standard(i)));
      basis[axis] /= divisor;
      bool isZero = llvm::all_of(basis, [](uint64_t c) { return c == 0; });
      if (dim != Dim::Register)
        threads.push_back(std::move(basis));
      else if (!isZero)
        registers.push_back(std::move(basis));
    }
  llvm::sort(registers);
}

/// `small` has one element for each `factor` of `large` along an axis, in the
/// same thread.
LogicalResult expectSameThread(Operation *op, llvm::StringRef what,
                               RankedTensorType small, RankedTensorType large,
                               int64_t axis) {
  if (ir::encodingOf(small) == nullptr || ir::encodingOf(large) == nullptr)
    return success();
  Result<LinearLayout> one = ir::linearLayoutOf(small);
  Result<LinearLayout> many = ir::linearLayoutOf(large);
  if (!one || !many)
    return success(); // The traits have said so.
  auto rank = static_cast<unsigned>(large.getRank());
  auto along = static_cast<unsigned>(axis);
  auto factor =
      static_cast<uint64_t>(large.getDimSize(along) / small.getDimSize(along));
  if (DividedLayout(*one, rank, along, 1) ==
      DividedLayout(*many, rank, along, factor))
    return success();
  return op->emitOpError() << "expects each thread to have " << what
                           << " of its values, but got " << small << " and "
                           << large;
}

/// What both casts to fewer bits have in common.
LogicalResult verifyDowncast(Operation *op, RankedTensorType from,
                             RankedTensorType scale, int64_t axis) {
  if (failed(expectScales(op, scale, from, axis)))
    return failure();
  if (scale.getDimSize(static_cast<unsigned>(axis)) ==
      from.getDimSize(static_cast<unsigned>(axis)))
    return op->emitOpError() << "expects a scale for several values along axis "
                             << axis << ", but got one for each in " << scale;
  return expectSameThread(op, "the scales", scale, from, axis);
}

} // namespace

LogicalResult ScaledDowncastFp4Op::verify() {
  RankedTensorType from = tensor(getInput());
  RankedTensorType to = tensor(getOutput());
  int64_t axis = getAxisAttr().getInt();
  if (failed(expectAxis(*this, axis, from.getRank())) ||
      failed(expectShape(*this, "an operand", from, scaledShape(to, axis, 2))))
    return failure();
  if (failed(verifyDowncast(*this, from, tensor(getScale()), axis)))
    return failure();
  return expectSameThread(*this, "the pairs", to, from, axis);
}

LogicalResult ScaledDowncastFp8Op::verify() {
  RankedTensorType from = tensor(getInput());
  RankedTensorType to = tensor(getOutput());
  int64_t axis = getAxisAttr().getInt();
  if (failed(expectAxis(*this, axis, from.getRank())) ||
      failed(ir::expectType(*this, "a result", to,
                            tt::withElement(from, to.getElementType()))))
    return failure();
  return verifyDowncast(*this, from, tensor(getScale()), axis);
}

LogicalResult UpcastMXFPOp::verify() {
  RankedTensorType from = tensor(getSrc());
  RankedTensorType scale = tensor(getScale());
  const Encoding *encoding = ir::encodingOf(from);
  const auto *operand =
      encoding == nullptr ? nullptr : encoding->getIf<DotOperandEncoding>();
  if (operand == nullptr)
    return emitOpError() << "expects values with a dot_op layout, but got "
                         << from;
  using tt::ScaledElement;
  bool isPacked = getFpType() == ScaledElement::E2M1;
  if (!isPacked && getFpType() != ScaledElement::E4M3 &&
      getFpType() != ScaledElement::E5M2)
    return emitOpError() << "expects e2m1, e4m3 or e5m2 as 'fp_type', but got "
                         << tt::stringifyScaledElement(getFpType());
  if (!scale.getElementType().isInteger(8))
    return emitOpError() << "expects scales of i8, but got " << scale;
  int64_t rank = from.getRank();
  if (rank < 2 || scale.getRank() != rank)
    return emitOpError() << "expects as many axes of values and scales, at "
                            "least two, but got "
                         << from << " and " << scale;
  bool isA = operand->opIdx == 0;
  auto k = static_cast<unsigned>(isA ? rank - 1 : rank - 2);
  auto other = static_cast<unsigned>(isA ? rank - 2 : rank - 1);
  llvm::SmallVector<int64_t> shape(scale.getShape());
  shape[static_cast<size_t>(rank) - 2] = from.getDimSize(other);
  shape[static_cast<size_t>(rank) - 1] =
      from.getDimSize(k) / (isPacked ? 16 : 32);
  return expectShape(*this, "scales", scale, shape);
}

} // namespace heddle::amdg
