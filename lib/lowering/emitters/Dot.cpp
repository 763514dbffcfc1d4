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
/// dimension, each with one rounding. Results of f16 and bf16 are added up in
/// f32 and rounded after each 16 products, as matrix instructions do it (PTX
/// ISA, mma.m16n8k16).
///
//===----------------------------------------------------------------------===//

#include "DotFactors.h"
#include "Emitters.h"
#include "HeldElements.h"
#include "MatrixProducts.h"
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
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
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
/// an error at the op, if that or the result has no room for them.
std::optional<Term> widened(LoweringContext &context, tt::DotOp dot,
                            Value operand, Type sum) {
  Term x(context.builder, dot.getLoc(), operand);
  Type result = getElementTypeOrSelf(dot.getD().getType());
  if (isa<Float8E4M3FNType, Float8E5M2Type>(x.element()))
    x = halfOfByte(x, context.byteCasts());
  Type from = x.element();
  bool fits = from.getIntOrFloatBitWidth() <= result.getIntOrFloatBitWidth();
  if (fits && from == sum)
    return x;
  if (from.isInteger(8) && sum.isInteger(32))
    return x.unary<arith::ExtSIOp>(x.typeOf(sum));
  if (fits && isa<FloatType>(from) && isa<FloatType>(sum) &&
      from.getIntOrFloatBitWidth() < sum.getIntOrFloatBitWidth())
    return x.unary<arith::ExtFOp>(x.typeOf(sum));
  refuse(dot) << "it adds products of " << from << " in " << result;
  return std::nullopt;
}

/// The sum of products of one thread.
class Accumulator {
public:
  explicit Accumulator(Term c) : element(c.element()), sum(c) {
    if (isNarrow())
      sum = sum.unary<arith::ExtFOp>(typeOfSum());
  }

  /// What products are added up in.
  Type typeOfSum() const {
    return isNarrow() ? sum.typeOf(sum.ops().getF32Type())
                      : sum.typeOf(element);
  }
  void add(Value left, Value right) {
    constexpr unsigned ProductsPerRounding = 16;
    if (isNarrow() && count != 0 && count % ProductsPerRounding == 0)
      sum = result().unary<arith::ExtFOp>(typeOfSum());
    Term l = sum.with(left), r = sum.with(right);
    sum = sum.isFloat() ? fma(l, r, sum) : sum + l * r;
    ++count;
  }
  Term result() const {
    return isNarrow() ? sum.unary<arith::TruncFOp>(sum.typeOf(element)) : sum;
  }

private:
  bool isNarrow() const { return element.isF16() || element.isBF16(); }

  Type element;
  Term sum;
  std::uint64_t count = 0;
};

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
  if (isMatrixProduct(dot))
    return emitMatrixProduct(context, dot);
  Location loc = dot.getLoc();
  const LinearLayout d = context.layoutOf(dot.getD());
  std::size_t rank = d.outs().size(), row = rank - 2, column = rank - 1;
  auto fit = [&](const DotFactors &factors) {
    return isDistributedLike(factors.layoutOfA, column, d, column) &&
           isDistributedLike(factors.layoutOfB, row, d, row);
  };
  FailureOr<std::optional<DotFactors>> found =
      fittingFactors(context, dot, fit);
  if (failed(found))
    return failure();
  if (!*found)
    return refuse(dot)
           << "the layouts of its operands do not match the result's";
  const DotFactors &factors = **found;
  Accumulator sum(Term(context.builder, loc, context.get(dot.getC())));
  Type element = getElementTypeOrSelf(sum.typeOfSum());
  std::optional<Term> left = widened(context, dot, factors.a, element);
  if (!left)
    return failure();
  std::optional<Term> right = widened(context, dot, factors.b, element);
  if (!right)
    return failure();
  const Operands operands(factors.layoutOfA, factors.layoutOfB, d);
  std::uint64_t length =
      factors.layoutOfA.outSize(Dim::standard(static_cast<unsigned>(column)));
  for (std::uint64_t k = 0; k < length; ++k) {
    RegisterNumbers ofA, ofB;
    if (!operands.at(k, ofA, ofB))
      return refuse(dot) << "a thread lacks elements of its operands";
    sum.add(permute(context.builder, loc, left->get(), ofA),
            permute(context.builder, loc, right->get(), ofB));
  }
  context.set(dot, sum.result().get());
  return success();
}

} // namespace

void registerDotEmitters(EmitterTable &table) { table.add<tt::DotOp>(emitDot); }

} // namespace heddle
