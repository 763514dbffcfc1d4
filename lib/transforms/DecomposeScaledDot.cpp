//===- DecomposeScaledDot.cpp - Products with scales ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats are those of OCP Microscaling Formats 1.0, section 5.3 and 5.4, and
// NVFP4, e2m1 with a scale of e4m3 for each 16 elements. A scale of 8 bits is
// 2^(s - 127), and NaN for 255.
//
//===----------------------------------------------------------------------===//

#include "ScaledProducts.h"
#include "StridedSlices.h"
#include "heddle/ir/ScaledFactor.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONDECOMPOSESCALEDDOT
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;
using ir::ScaledFactor;
using tt::ScaledElement;

/// A small float that starts with the sign, as a shift into a wider one.
struct SixBits {
  unsigned mantissa;
  int bias;
};

/// Nothing if the element is none of six bits.
std::optional<SixBits> sixBitsOf(ScaledElement element) {
  if (element == ScaledElement::E2M3)
    return SixBits{3, 1};
  if (element == ScaledElement::E3M2)
    return SixBits{2, 3};
  return std::nullopt;
}

/// What both factors become. bf16 has the range of scales that are powers of
/// two. An f16 has more digits than a bf16 and stays one, for which the other
/// factor is rounded where it has to be. Where both types hold all products of
/// an element and its scale, f16 does: floats of 8 bits are converted to it.
Type productType(ArrayRef<ScaledFactor> factors, MLIRContext *context) {
  Builder builder(context);
  auto is = [&](auto &&test) { return llvm::any_of(factors, test); };
  if (is([](const ScaledFactor &factor) {
        return factor.element == ScaledElement::FP16;
      }))
    return builder.getF16Type();
  bool isWide = is([](const ScaledFactor &factor) {
    // Of bytes with scales of e4m3, the largest product is beyond f16.
    bool isByte = factor.element == ScaledElement::E4M3 ||
                  factor.element == ScaledElement::E5M2;
    return factor.element == ScaledElement::BF16 || factor.hasPowerScale() ||
           (factor.scale && isByte);
  });
  return isWide ? Type(builder.getBF16Type()) : builder.getF16Type();
}

/// Makes an ordinary product of one with scales.
class Decomposer {
public:
  explicit Decomposer(tt::DotScaledOp dot)
      : dot(dot), builder(dot), loc(dot.getLoc()) {}

  void run();

private:
  Value number(RankedTensorType type, std::int64_t value);
  Value cast(Value value, Type element);
  Value scaleBy(Value value, double power);
  Value fromSixBits(Value bytes, SixBits format, Type element);
  Value widened(const ScaledFactor &factor, Type element);
  Value scalesOf(const ScaledFactor &factor, Type element);
  Value spread(Value scales, const ScaledFactor &factor);
  Value scaledInHalves(const ScaledFactor &factor, Value values);
  Value scaled(const ScaledFactor &factor, Type element);

  tt::DotScaledOp dot;
  OpBuilder builder;
  Location loc;
};

RankedTensorType typeOf(Value value) {
  return mlir::cast<RankedTensorType>(value.getType());
}

Value Decomposer::number(RankedTensorType type, std::int64_t value) {
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          type, builder.getIntegerAttr(type.getElementType(), value)));
}

Value Decomposer::cast(Value value, Type element) {
  RankedTensorType type = typeOf(value);
  if (type.getElementType() == element)
    return value;
  if (type.getElementType().isF16() && element.isF32())
    return arith::ExtFOp::create(builder, loc, type.clone(element), value);
  if (type.getElementType().isF32())
    return arith::TruncFOp::create(builder, loc, type.clone(element), value);
  return tt::FpToFpOp::create(builder, loc, type.clone(element), value,
                              tt::RoundingModeAttr());
}

Value Decomposer::scaleBy(Value value, double power) {
  RankedTensorType type = typeOf(value);
  Value factor = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          type, builder.getFloatAttr(type.getElementType(), power)));
  return arith::MulFOp::create(builder, loc, value, factor);
}

// The sign goes to the top; exponent and mantissa end where those of the wider
// float do, and a product with a power of two mends the bias.
Value Decomposer::fromSixBits(Value bytes, SixBits format, Type element) {
  RankedTensorType type = typeOf(bytes).clone(builder.getI16Type());
  auto shifted = [&](Value value, std::int64_t bits) -> Value {
    return arith::ShLIOp::create(builder, loc, value, number(type, bits));
  };
  auto masked = [&](Value value, std::int64_t bits) -> Value {
    return arith::AndIOp::create(builder, loc, value, number(type, bits));
  };
  constexpr unsigned SignBit = 5;
  const llvm::fltSemantics &wide =
      mlir::cast<FloatType>(element).getFloatSemantics();
  unsigned mantissa = llvm::APFloat::semanticsPrecision(wide) - 1;
  int bias = llvm::APFloat::semanticsMaxExponent(wide);
  Value bits = arith::ExtUIOp::create(builder, loc, type, bytes);
  Value sign = shifted(masked(bits, 1 << SignBit), 15 - SignBit);
  Value magnitude =
      shifted(masked(bits, (1 << SignBit) - 1), mantissa - format.mantissa);
  Value pattern = arith::OrIOp::create(builder, loc, sign, magnitude);
  return scaleBy(
      tt::BitcastOp::create(builder, loc, type.clone(element), pattern),
      std::ldexp(1., bias - format.bias));
}

Value Decomposer::widened(const ScaledFactor &factor, Type element) {
  if (factor.isPacked())
    return ttg::Fp4ToFpOp::create(
        builder, loc, RankedTensorType::get(factor.shape(), element),
        factor.values, builder.getI32IntegerAttr(int32_t(factor.packed)));
  if (std::optional<SixBits> format = sixBitsOf(factor.element))
    return fromSixBits(factor.values, *format, element);
  Value values = factor.values;
  if (typeOf(values).getElementType().isInteger(8))
    values = tt::BitcastOp::create(
        builder, loc,
        typeOf(values).clone(
            ir::storageOf(factor.element, dot.getContext()).front()),
        values);
  return cast(values, element);
}

// The power of two is the exponent of the result; the least one is subnormal.
Value Decomposer::scalesOf(const ScaledFactor &factor, Type element) {
  if (!factor.hasPowerScale())
    return cast(factor.scale, element);
  constexpr std::int64_t NanScale = 255;
  const llvm::fltSemantics &format =
      mlir::cast<FloatType>(element).getFloatSemantics();
  unsigned mantissa = llvm::APFloat::semanticsPrecision(format) - 1;
  RankedTensorType type = factor.scale.getType().clone(
      builder.getIntegerType(element.getIntOrFloatBitWidth()));
  Value wide = arith::ExtUIOp::create(builder, loc, type, factor.scale);
  Value bits =
      arith::ShLIOp::create(builder, loc, wide, number(type, mantissa));
  bits = arith::MaxUIOp::create(
      builder, loc, bits, number(type, std::int64_t(1) << (mantissa - 1)));
  if (!dot.getFastMath()) {
    Value isNan = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        wide, number(type, NanScale));
    APInt nan = llvm::APFloat::getQNaN(format).bitcastToAPInt();
    bits = arith::SelectOp::create(
        builder, loc, isNan,
        number(type, static_cast<std::int64_t>(nan.getZExtValue())), bits);
  }
  return tt::BitcastOp::create(builder, loc, type.clone(element), bits);
}

/// One scale for each element, without moving any.
Value Decomposer::spread(Value scales, const ScaledFactor &factor) {
  llvm::SmallVector<int64_t> sizes = factor.shape();
  auto rank = static_cast<unsigned>(sizes.size());
  if (factor.depth != rank - 1) {
    llvm::SmallVector<int32_t> order;
    for (unsigned axis = 0; axis < rank; ++axis)
      order.push_back(static_cast<int32_t>(axis));
    std::swap(order[rank - 1], order[rank - 2]);
    llvm::SmallVector<int64_t> turned(typeOf(scales).getShape());
    std::swap(turned[rank - 1], turned[rank - 2]);
    scales = tt::TransOp::create(builder, loc, typeOf(scales).clone(turned),
                                 scales, builder.getDenseI32ArrayAttr(order));
  }
  llvm::SmallVector<int64_t> groups(sizes.size(), 1);
  groups[factor.depth] =
      sizes[factor.depth] / typeOf(scales).getDimSize(factor.depth);
  return spreadSlice(
      builder, loc, scales,
      RankedTensorType::get(sizes, typeOf(scales).getElementType()), groups);
}

// An f16 has too few exponents for the powers: it takes two factors, each a
// normal number. A product of e2m1 with the first is exact unless it is too
// large already, and with the second is rounded once. What both together do not
// reach is infinite or zero anyway.
Value Decomposer::scaledInHalves(const ScaledFactor &factor, Value values) {
  constexpr std::int64_t Bias = 127, HalfBias = 15, HalfMantissa = 10,
                         NanScale = 255;
  constexpr std::int64_t Least = Bias + 1 - HalfBias, Most = Bias + HalfBias;
  RankedTensorType type =
      factor.scale.getType().clone(builder.getIntegerType(16));
  auto clamped = [&](Value power) -> Value {
    Value above =
        arith::MaxSIOp::create(builder, loc, power, number(type, Least));
    return arith::MinSIOp::create(builder, loc, above, number(type, Most));
  };
  auto asHalf = [&](Value power) -> Value {
    Value biased = arith::SubIOp::create(builder, loc, power,
                                         number(type, Bias - HalfBias));
    return arith::ShLIOp::create(builder, loc, biased,
                                 number(type, HalfMantissa));
  };
  Value power = arith::ExtUIOp::create(builder, loc, type, factor.scale);
  Value first = clamped(power);
  Value rest = clamped(arith::AddIOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, power, first),
      number(type, Bias)));
  Value bits = asHalf(first);
  if (!dot.getFastMath()) {
    constexpr std::int64_t HalfNan = 0x7E00;
    Value isNan = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        power, number(type, NanScale));
    bits = arith::SelectOp::create(builder, loc, isNan, number(type, HalfNan),
                                   bits);
  }
  for (Value each : {bits, asHalf(rest)}) {
    Value scales = tt::BitcastOp::create(
        builder, loc, type.clone(builder.getF16Type()), each);
    values =
        arith::MulFOp::create(builder, loc, values, spread(scales, factor));
  }
  return values;
}

// Other values of f16 are f32 first.
Value Decomposer::scaled(const ScaledFactor &factor, Type element) {
  Value values = widened(factor, element);
  if (!factor.scale)
    return values;
  if (element.isF16() && factor.hasPowerScale() && factor.isPacked())
    return scaledInHalves(factor, values);
  Type wide = element.isF16() && factor.hasPowerScale()
                  ? Type(builder.getF32Type())
                  : element;
  Value scales = spread(scalesOf(factor, wide), factor);
  Value product =
      arith::MulFOp::create(builder, loc, cast(values, wide), scales);
  return cast(product, element);
}

void Decomposer::run() {
  std::array<ScaledFactor, 2> factors = ir::factorsOf(dot);
  Type element = productType(factors, dot.getContext());
  Value a = scaled(factors[0], element), b = scaled(factors[1], element);
  auto product =
      tt::DotOp::create(builder, loc, dot.getType(), a, b, dot.getC(),
                        tt::InputPrecision::Ieee, /*maxNumImpreciseAcc=*/0);
  dot.replaceAllUsesWith(product.getResult());
  dot.erase();
}

class TritonDecomposeScaledDot
    : public impl::TritonDecomposeScaledDotBase<TritonDecomposeScaledDot> {
public:
  using Base::Base;

  void runOnOperation() final {
    const Target *gpu = target.empty() ? nullptr : targetOfModule(target);
    if (gpu == nullptr && !target.empty()) {
      getOperation().emitError()
          << "expects a target as modules name it, but got '" << target << "'";
      return signalPassFailure();
    }
    llvm::SmallVector<tt::DotScaledOp> dots;
    getOperation().walk([&](tt::DotScaledOp dot) {
      // Layouts that others chose are for instructions with scales.
      if (!dot.getType().getEncoding())
        dots.push_back(dot);
    });
    for (tt::DotScaledOp dot : dots) {
      if (failed(ir::checkScales(dot)))
        return signalPassFailure();
      if (gpu == nullptr || !fitScaledProduct(dot, *gpu))
        Decomposer(dot).run();
    }
  }
};

} // namespace
} // namespace heddle
