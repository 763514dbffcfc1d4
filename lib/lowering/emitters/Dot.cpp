//===- Dot.cpp - Products of matrices by single products ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each thread has the rows and the columns of its part of the result. It adds
/// products to what it is given, one after the other in the order of the K
/// dimension, each with one rounding.
///
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "HeldElements.h"
#include "Registers.h"
#include "heddle/mathlib/Term.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// An element of an operand or of the result without the coordinate that the
/// two do not share: batch and row of A, batch and column of B are left.
Element withoutAxis(Element element, std::size_t axis) {
  element.erase(element.begin() + static_cast<std::ptrdiff_t>(axis));
  return element;
}

/// Does a thread hold the operand's rows, or columns, of its part of the
/// result, and all of them along the K dimension? `other` is the axis of the
/// result that the operand does not have.
bool isDistributedLike(const LinearLayout &operand, std::size_t k,
                       const LinearLayout &result, std::size_t other) {
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < result.inBits(dim); ++bit) {
      Element mine = elementOf(operand, operand.bases(dim)[bit]);
      if (mine[k] != 0 ||
          withoutAxis(mine, k) !=
              withoutAxis(elementOf(result, result.bases(dim)[bit]), other))
        return false;
    }
  return true;
}

/// Registers of an operand in the type of the sum, without loss; nothing, with
/// an error at the op, if that has no room for them.
std::optional<Term> widened(LoweringContext &context, tt::DotOp dot,
                            Value operand, Type sum) {
  Term x(context.builder, dot.getLoc(), context.get(operand));
  if (isa<Float8E4M3FNType, Float8E5M2Type>(x.element()))
    x = halfOfByte(x, context.byteCasts());
  Type from = x.element();
  if (from == sum)
    return x;
  if (from.isInteger(8) && sum.isInteger(32))
    return x.unary<arith::ExtSIOp>(x.typeOf(sum));
  if (isa<FloatType>(from) && isa<FloatType>(sum) &&
      from.getIntOrFloatBitWidth() < sum.getIntOrFloatBitWidth())
    return x.unary<arith::ExtFOp>(x.typeOf(sum));
  refuse(dot) << "it adds products of " << from << " in " << sum;
  return std::nullopt;
}

/// Which registers of A and B each register of the result multiplies.
class Operands {
public:
  Operands(const LinearLayout &a, const LinearLayout &b, const LinearLayout &d)
      : registersOfA(registersOfElements(a)),
        registersOfB(registersOfElements(b)), d(d) {}

  /// At an index along the K dimension; false if a thread lacks some.
  bool at(std::uint64_t k, RegisterNumbers &left,
          RegisterNumbers &right) const {
    std::size_t rank = d.outs().size(), row = rank - 2, column = rank - 1;
    for (std::uint64_t index = 0; index < d.inSize(Dim::Register); ++index) {
      Element inA = elementIn(d, index), inB = inA;
      inA[column] = k;
      inB[row] = k;
      auto l = registersOfA.find(inA);
      auto r = registersOfB.find(inB);
      if (l == registersOfA.end() || r == registersOfB.end())
        return false;
      left.push_back(l->second);
      right.push_back(r->second);
    }
    return true;
  }

private:
  std::map<Element, std::int32_t> registersOfA, registersOfB;
  const LinearLayout &d;
};

LogicalResult emitDot(LoweringContext &context, tt::DotOp dot) {
  Location loc = dot.getLoc();
  const LinearLayout a = context.layoutOf(dot.getA());
  const LinearLayout b = context.layoutOf(dot.getB());
  const LinearLayout d = context.layoutOf(dot.getD());
  std::size_t rank = d.outs().size(), row = rank - 2, column = rank - 1;
  if (!isDistributedLike(a, column, d, column) ||
      !isDistributedLike(b, row, d, row))
    return refuse(dot)
           << "the layouts of its operands do not match the result's";
  Type element = getElementTypeOrSelf(dot.getD().getType());
  Term sum(context.builder, loc, context.get(dot.getC()));
  std::optional<Term> left = widened(context, dot, dot.getA(), element);
  if (!left)
    return failure();
  std::optional<Term> right = widened(context, dot, dot.getB(), element);
  if (!right)
    return failure();
  const Operands operands(a, b, d);
  std::uint64_t length =
      a.outSize(Dim::standard(static_cast<unsigned>(column)));
  for (std::uint64_t k = 0; k < length; ++k) {
    RegisterNumbers ofA, ofB;
    if (!operands.at(k, ofA, ofB))
      return refuse(dot) << "a thread lacks elements of its operands";
    Term l = sum.with(permute(context.builder, loc, left->get(), ofA));
    Term r = sum.with(permute(context.builder, loc, right->get(), ofB));
    sum = sum.isFloat() ? fma(l, r, sum) : sum + l * r;
  }
  context.set(dot, sum.get());
  return success();
}

} // namespace

void registerDotEmitters(EmitterTable &table) { table.add<tt::DotOp>(emitDot); }

} // namespace heddle
