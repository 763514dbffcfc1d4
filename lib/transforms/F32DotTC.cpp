//===- F32DotTC.cpp - f32 products as several of shorter numbers ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An f32 is a sum of numbers of the shorter type, each the nearest to what
// those before it leave, if that is not too large. Of the products of all
// pairs, those count that can be as large as the last bits of the result.
// (Henry, Tang, Heinecke: Leveraging the bfloat16 Artificial Intelligence
// Datatype For Higher-Precision Computations, ARITH 2019.)
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"
#include "heddle/target/MatrixInstruction.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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
  struct Rounded {
    Value narrow, wide;
  };

  Value constant(RankedTensorType type, Attribute value);
  Value limited(Value value);
  Rounded rounded(Value value);
  Value factor(Value part);
  llvm::SmallVector<Value> split(Value value);
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

/// Of the sign of the value, and as large at most as the type's largest number:
/// infinity, NaN, and what would be rounded to infinity are left to the parts
/// that follow.
Value Splitter::limited(Value value) {
  RankedTensorType type = typeOf(value);
  constexpr std::uint32_t LargestFloat = 0x7F7FFFFF;
  llvm::APFloat largest(llvm::APFloat::IEEEsingle(),
                        llvm::APInt(32, LargestFloat & (~0U << parts.dropped)));
  auto all = [&](const llvm::APFloat &number) {
    return constant(type, builder.getFloatAttr(type.getElementType(), number));
  };
  // Neither gives NaN if one number is none.
  Value below = arith::MinNumFOp::create(builder, loc, value, all(largest));
  return arith::MaxNumFOp::create(builder, loc, below, all(-largest));
}

/// To the nearest number of the type: as such, and as an f32.
Splitter::Rounded Splitter::rounded(Value value) {
  RankedTensorType type = typeOf(value);
  if (parts.type == ScalarType::BF16) {
    Value narrow = factor(value);
    return {.narrow = narrow,
            .wide = arith::ExtFOp::create(builder, loc, type, narrow)};
  }
  // As whole numbers, away from zero from the middle on.
  RankedTensorType whole = type.clone(builder.getI32Type());
  auto bits = [&](std::uint32_t number) {
    return constant(
        whole, builder.getI32IntegerAttr(static_cast<std::int32_t>(number)));
  };
  Value own = tt::BitcastOp::create(builder, loc, whole, value);
  Value raised =
      arith::AddIOp::create(builder, loc, own, bits(1U << (parts.dropped - 1)));
  Value kept =
      arith::AndIOp::create(builder, loc, raised, bits(~0U << parts.dropped));
  Value head = tt::BitcastOp::create(builder, loc, type, kept);
  return {.narrow = head, .wide = head};
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
    Rounded head = rounded(limited(value));
    result.push_back(head.narrow);
    value = arith::SubFOp::create(builder, loc, value, head.wide);
  }
  result.push_back(factor(value));
  return result;
}

Value Splitter::multiply(Value a, Value b, Value sum) {
  tt::InputPrecision precision = parts.type == ScalarType::TF32
                                     ? tt::InputPrecision::Tf32
                                     : tt::InputPrecision::Ieee;
  return tt::DotOp::create(builder, loc, sum.getType(), a, b, sum, precision,
                           dot.getMaxNumImpreciseAcc());
}

// The smallest products first; what was there before last, so that they are
// not lost in it. An infinite factor is so in its last part, and all others are
// finite: no product of two parts has another sign or is NaN, but where the
// whole product is.
void Splitter::run() {
  llvm::SmallVector<Value> a = split(dot.getA()), b = split(dot.getB());
  RankedTensorType type = dot.getType();
  Value sum = constant(type, builder.getFloatAttr(type.getElementType(), 0.));
  for (unsigned order = parts.count; order-- > 0;)
    for (unsigned left = order + 1; left-- > 0;)
      sum = multiply(a[left], b[order - left], sum);
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
