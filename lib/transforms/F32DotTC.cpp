//===- F32DotTC.cpp - f32 products as several of shorter numbers ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An f32 is a sum of numbers of the shorter type, each the nearest to what
// those before it leave. Of the products of all pairs, those count that can be
// as large as the last bits of the result. (Henry, Tang, Heinecke: Leveraging
// the bfloat16 Artificial Intelligence Datatype For Higher-Precision
// Computations, ARITH 2019.)
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"
#include "heddle/target/MatrixInstruction.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUF32DOTTC
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Of what an f32 becomes a sum.
struct Parts {
  ScalarType type;
  unsigned count;
  /// Bits of an f32 below those of the type.
  unsigned dropped;
};

std::optional<Parts> partsOf(tt::InputPrecision precision) {
  switch (precision) {
  case tt::InputPrecision::Tf32x3:
    return Parts{ScalarType::TF32, 2, 13};
  case tt::InputPrecision::Bf16x3:
    return Parts{ScalarType::BF16, 2, 16};
  case tt::InputPrecision::Bf16x6:
    return Parts{ScalarType::BF16, 3, 16};
  case tt::InputPrecision::Tf32:
  case tt::InputPrecision::Ieee:
    break;
  }
  return std::nullopt;
}

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Has the target an instruction for the products?
bool hasInstructionFor(tt::DotOp dot, const Parts &parts,
                       const Target &target) {
  std::int64_t depth = typeOf(dot.getA()).getShape().back();
  return llvm::any_of(
      matrixInstructions(target, {parts.type, parts.type, ScalarType::F32}),
      [&](const MatrixInstruction *each) { return depth % each->k == 0; });
}

/// Makes several products of one.
class Splitter {
public:
  Splitter(tt::DotOp dot, const Parts &parts)
      : dot(dot), parts(parts), builder(dot), loc(dot.getLoc()) {}

  void run();

private:
  Value constant(RankedTensorType type, Attribute value);
  Value rounded(Value value);
  Value factor(Value part);
  llvm::SmallVector<Value> split(Value value);
  Value finiteOrZero(Value sum);
  Value multiply(Value a, Value b, Value sum);

  tt::DotOp dot;
  Parts parts;
  OpBuilder builder;
  Location loc;
};

Value Splitter::constant(RankedTensorType type, Attribute value) {
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, value));
}

// To the nearest, as whole numbers. Infinity and NaN, and what would become
// infinite, lose bits without being rounded.
Value Splitter::rounded(Value value) {
  RankedTensorType type = typeOf(value);
  RankedTensorType whole = type.clone(builder.getI32Type());
  auto bits = [&](std::uint32_t number) {
    return constant(
        whole, builder.getI32IntegerAttr(static_cast<std::int32_t>(number)));
  };
  std::uint32_t kept = ~0U << parts.dropped;
  Value own = tt::BitcastOp::create(builder, loc, whole, value);
  Value raised =
      arith::AddIOp::create(builder, loc, own, bits(1U << (parts.dropped - 1)));
  constexpr std::uint32_t LargestFloat = 0x7F7FFFFF;
  llvm::APFloat largest(llvm::APFloat::IEEEsingle(),
                        llvm::APInt(32, LargestFloat & kept));
  Value magnitude = math::AbsFOp::create(builder, loc, value);
  Value canBeRounded = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OLT, magnitude,
      constant(type, builder.getFloatAttr(type.getElementType(), largest)));
  Value chosen =
      arith::SelectOp::create(builder, loc, canBeRounded, raised, own);
  Value head = arith::AndIOp::create(builder, loc, chosen, bits(kept));
  return tt::BitcastOp::create(builder, loc, type, head);
}

Value Splitter::factor(Value part) {
  if (parts.type == ScalarType::TF32)
    return part;
  return arith::TruncFOp::create(
      builder, loc, typeOf(part).clone(builder.getBF16Type()), part);
}

llvm::SmallVector<Value> Splitter::split(Value value) {
  llvm::SmallVector<Value> result;
  while (result.size() + 1 < parts.count) {
    Value head = rounded(value);
    result.push_back(factor(head));
    value = arith::SubFOp::create(builder, loc, value, head);
  }
  result.push_back(factor(value));
  return result;
}

// What is left of an infinite factor is NaN, and an infinite one may have the
// other sign in a product with what is left: the first product tells alone.
Value Splitter::finiteOrZero(Value sum) {
  RankedTensorType type = typeOf(sum);
  auto single = [&](const llvm::APFloat &value) {
    return constant(type, builder.getFloatAttr(type.getElementType(), value));
  };
  const llvm::fltSemantics &format = llvm::APFloat::IEEEsingle();
  Value isFinite =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                            math::AbsFOp::create(builder, loc, sum),
                            single(llvm::APFloat::getInf(format)));
  return arith::SelectOp::create(builder, loc, isFinite, sum,
                                 single(llvm::APFloat::getZero(format)));
}

Value Splitter::multiply(Value a, Value b, Value sum) {
  tt::InputPrecision precision = parts.type == ScalarType::TF32
                                     ? tt::InputPrecision::Tf32
                                     : tt::InputPrecision::Ieee;
  return tt::DotOp::create(builder, loc, sum.getType(), a, b, sum, precision,
                           dot.getMaxNumImpreciseAcc());
}

// The smallest products first; what was there before last, so that they are
// not lost in it.
void Splitter::run() {
  llvm::SmallVector<Value> a = split(dot.getA()), b = split(dot.getB());
  RankedTensorType type = dot.getType();
  Value sum = constant(type, builder.getFloatAttr(type.getElementType(), 0.));
  for (unsigned order = parts.count; order-- > 0;) {
    if (order == 0)
      sum = finiteOrZero(sum);
    for (unsigned left = order + 1; left-- > 0;)
      sum = multiply(a[left], b[order - left], sum);
  }
  Value result = arith::AddFOp::create(builder, loc, sum, dot.getC());
  dot.replaceAllUsesWith(result);
  dot.erase();
}

class TritonGPUF32DotTC
    : public impl::TritonGPUF32DotTCBase<TritonGPUF32DotTC> {
public:
  using Base::Base;

  void runOnOperation() final {
    const Target *target = ir::nearestTargetOf(getOperation());
    if (target == nullptr)
      return;
    llvm::SmallVector<std::pair<tt::DotOp, Parts>> dots;
    getOperation().walk([&](tt::DotOp dot) {
      std::optional<Parts> parts = partsOf(dot.getInputPrecision());
      if (!parts || !typeOf(dot.getA()).getElementType().isF32() ||
          !dot.getType().getElementType().isF32() ||
          (parts->type == ScalarType::TF32 && !emuTF32) ||
          !hasInstructionFor(dot, *parts, *target))
        return;
      dots.emplace_back(dot, *parts);
    });
    for (auto &[dot, parts] : dots)
      Splitter(dot, parts).run();
  }
};

} // namespace
} // namespace heddle
