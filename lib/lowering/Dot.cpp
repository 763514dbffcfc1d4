//===- Dot.cpp - Products of matrices by single products ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/mathlib/Term.h"

#include <map>

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// Coordinates along the axes of a factor or of the result.
using Place = std::vector<std::uint64_t>;

Place placeOf(const LinearLayout &layout, Word element) {
  Place place;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
    place.push_back(layout.field(element, Dim::standard(axis)));
  return place;
}

/// What is left of a place in the result if the axis of the other factor is
/// left out: batch and row for the first, batch and column for the second.
Place withoutAxis(Place place, std::size_t axis) {
  place.erase(place.begin() + static_cast<std::ptrdiff_t>(axis));
  return place;
}

/// Is a thread of the factor at the same batch and row, or column, as it is in
/// the result, and at no place of its own along the summed axis?
bool isDistributedLike(const LinearLayout &factor, std::size_t summed,
                       const LinearLayout &result, std::size_t other) {
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < result.inBits(dim); ++bit) {
      Place mine = placeOf(factor, factor.bases(dim)[bit]);
      if (mine[summed] != 0 ||
          withoutAxis(mine, summed) !=
              withoutAxis(placeOf(result, result.bases(dim)[bit]), other))
        return false;
    }
  return true;
}

std::map<Place, std::int32_t> registersByPlace(const LinearLayout &layout) {
  std::map<Place, std::int32_t> registers;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index)
    registers.try_emplace(
        placeOf(layout, f2::multiply(layout.bases(Dim::Register), index)),
        static_cast<std::int32_t>(index));
  return registers;
}

/// Registers of a factor in the type of the sum, without loss.
Term widened(Term x, Type element) {
  if (x.element() == element)
    return x;
  if (!x.isFloat())
    return x.unary<arith::ExtSIOp>(x.typeOf(element));
  return x.unary<arith::ExtFOp>(x.typeOf(element));
}

} // namespace

// Each thread has the rows and the columns of its part of the result. It adds
// products to what it is given, one after the other in the order of the summed
// axis, each with one rounding.
LogicalResult KernelLowering::emitDot(Operation *op) {
  auto dot = cast<tt::DotOp>(op);
  Location place = op->getLoc();
  auto typeOf = [](Value value) {
    return cast<RankedTensorType>(value.getType());
  };
  const LinearLayout a = layoutOf(typeOf(dot.getA()));
  const LinearLayout b = layoutOf(typeOf(dot.getB()));
  const LinearLayout d = layoutOf(typeOf(dot.getD()));
  std::size_t rank = d.outs().size(), row = rank - 2, column = rank - 1;
  if (!isDistributedLike(a, column, d, column) ||
      !isDistributedLike(b, row, d, row))
    return refuse(op) << "its factors are not distributed as its result";
  Type element = typeOf(dot.getD()).getElementType();
  Term sum(builder, place, get(dot.getC()));
  Value factors[] = {get(dot.getA()), get(dot.getB())};
  for (Value &factor : factors) {
    Term x(builder, place, factor);
    Type from = x.element();
    if (isa<Float8E4M3FNType, Float8E5M2Type>(from)) {
      x = halfOfByte(x, byteCasts());
      from = x.element();
    }
    bool isExact =
        from == element || (from.isInteger(8) && element.isInteger(32)) ||
        (isa<FloatType>(from) && isa<FloatType>(element) &&
         from.getIntOrFloatBitWidth() < element.getIntOrFloatBitWidth());
    if (!isExact)
      return refuse(op) << "it adds products of " << from << " in " << element;
    factor = widened(x, element).get();
  }
  std::map<Place, std::int32_t> rows = registersByPlace(a);
  std::map<Place, std::int32_t> columns = registersByPlace(b);
  std::uint64_t length =
      a.outSize(Dim::standard(static_cast<unsigned>(column)));
  for (std::uint64_t k = 0; k < length; ++k) {
    llvm::SmallVector<std::int32_t> left, right;
    for (std::uint64_t index = 0; index < d.inSize(Dim::Register); ++index) {
      Place at = placeOf(d, f2::multiply(d.bases(Dim::Register), index));
      Place inA = at, inB = at;
      inA[column] = k;
      inB[row] = k;
      auto l = rows.find(inA), r = columns.find(inB);
      if (l == rows.end() || r == columns.end())
        return refuse(op) << "a thread lacks elements of its factors";
      left.push_back(l->second);
      right.push_back(r->second);
    }
    Term l = sum.with(permuted(factors[0], left, place));
    Term r = sum.with(permuted(factors[1], right, place));
    sum = sum.isFloat() ? fma(l, r, sum) : sum + l * r;
  }
  set(dot, sum.get());
  return success();
}

} // namespace heddle
