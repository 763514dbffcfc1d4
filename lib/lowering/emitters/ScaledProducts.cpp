//===- ScaledProducts.cpp - Products of blocks with scales ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `tt.dot_scaled` by matrix instructions that know scales, for layouts that
/// were made for them. Scales that lie elsewhere than where the instructions
/// take them from are converted to where they do.
///
//===----------------------------------------------------------------------===//

#include "ConvertLayout.h"
#include "DotFactors.h"
#include "Emitters.h"
#include "ProductPlan.h"
#include "Registers.h"
#include "heddle/analysis/ScaleLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/MatrixTypes.h"
#include "heddle/ir/ScaledFactor.h"
#include "heddle/layout/Reshape.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// The scales of a factor as they are, and where an instruction wants them.
struct HeldScales {
  /// Null if all are 1.
  Value value;
  std::optional<LinearLayout> given;
  LinearLayout wanted;

  const LinearLayout &layout(bool isConverted) const {
    return given && !isConverted ? *given : wanted;
  }
};

class ScaledProduct {
public:
  ScaledProduct(LoweringContext &context, tt::DotScaledOp dot,
                const MatrixTypes &types)
      : context(context), dot(dot), types(types),
        d(context.layoutOf(dot.getD())) {}

  LogicalResult emit();

private:
  std::uint64_t blocksOf(const MatrixInstruction &row);
  Result<HeldScales> scalesOf(const MatrixInstruction &row,
                              MatrixOperand operand, bool turned);
  std::optional<Error> match(const MatrixInstruction &row,
                             const DotFactors &factors, bool turned);
  bool fit(const DotFactors &factors);
  FailureOr<Value> converted(const HeldScales &scales);
  Value asElements(Value registers, ScalarType type);

  LoweringContext &context;
  tt::DotScaledOp dot;
  MatrixTypes types;
  LinearLayout d;

  /// What has been found.
  const MatrixInstruction *instruction = nullptr;
  std::optional<HeldScales> left, right;
  bool isConverted = false;
  /// D^T = B^T * A^T.
  bool isTurned = false;
  ScaledProductPlan plan;
  std::optional<Error> reason;
};

/// Of factors without scales there are as many blocks as the instruction has.
std::uint64_t ScaledProduct::blocksOf(const MatrixInstruction &row) {
  if (std::uint64_t blocks = ir::scaledBlocks(dot))
    return blocks;
  auto a = cast<RankedTensorType>(dot.getA().getType());
  return static_cast<std::uint64_t>(a.getShape().back()) * row.blocks / row.k;
}

/// Of the dot's operand, which is the other one of a turned product.
Result<HeldScales> ScaledProduct::scalesOf(const MatrixInstruction &row,
                                           MatrixOperand operand, bool turned) {
  Result<LinearLayout> wanted =
      scaleLayout(row, operand, d, blocksOf(row), turned);
  if (wanted)
    wanted = removeZeroBases(*wanted, Dim::Register);
  if (!wanted)
    return tl::unexpected(std::move(wanted.error()));
  HeldScales scales = {.value = operand == MatrixOperand::ScaleA
                                    ? dot.getAScale()
                                    : dot.getBScale(),
                       .given = {},
                       .wanted = std::move(*wanted)};
  if (scales.value)
    scales.given = context.layoutOf(scales.value);
  return scales;
}

/// Nothing if the instruction fits, with scales as they are or converted.
std::optional<Error> ScaledProduct::match(const MatrixInstruction &row,
                                          const DotFactors &factors,
                                          bool turned) {
  Result<HeldScales> ofA = scalesOf(row, MatrixOperand::ScaleA, turned);
  Result<HeldScales> ofB = scalesOf(row, MatrixOperand::ScaleB, turned);
  if (!ofA || !ofB)
    return ofA ? ofB.error() : ofA.error();
  std::optional<Error> error;
  for (bool converts : {false, true}) {
    Result<ScaledProductPlan> found =
        planScaledProduct(row, factors.layoutOfA, factors.layoutOfB, d,
                          ofA->layout(converts), ofB->layout(converts), turned);
    if (!found) {
      error = std::move(found.error());
      continue;
    }
    instruction = &row;
    left = std::move(*ofA);
    right = std::move(*ofB);
    isConverted = converts;
    isTurned = turned;
    plan = std::move(*found);
    return std::nullopt;
  }
  return error;
}

bool ScaledProduct::fit(const DotFactors &factors) {
  // Either factor of AMD's may come first: their fragments are alike.
  for (bool turned : {false, true}) {
    MatrixTypes own = types;
    if (turned)
      std::swap(own.a, own.b);
    for (const MatrixInstruction *row :
         matrixInstructions(context.target, own)) {
      if (!isOfWarp(row->family) ||
          (turned && row->family == MatrixFamily::Mma))
        continue;
      std::optional<Error> error = match(*row, factors, turned);
      if (!error)
        return true;
      if (!turned || !reason)
        reason = std::move(error);
    }
  }
  return false;
}

/// Registers of the scales in the layout of the plan.
FailureOr<Value> ScaledProduct::converted(const HeldScales &scales) {
  if (scales.value)
    return isConverted ? convertLayout(context, dot, context.get(scales.value),
                                       *scales.given, scales.wanted)
                       : FailureOr<Value>(context.get(scales.value));
  constexpr std::int64_t PowerOfOne = 127, FloatOfOne = 0x38;
  Type byte = context.builder.getI8Type();
  auto type = VectorType::get(
      static_cast<std::int64_t>(scales.wanted.inSize(Dim::Register)), byte);
  std::int64_t one =
      *types.scale == ScalarType::UE8M0 ? PowerOfOne : FloatOfOne;
  return Value(context.make<arith::ConstantOp>(
      dot.getLoc(),
      DenseElementsAttr::get(type, context.builder.getIntegerAttr(byte, one))));
}

/// Bytes as the instruction's elements.
Value ScaledProduct::asElements(Value registers, ScalarType type) {
  Type element = simt::elementOf(dot.getContext(), type);
  auto vector = cast<VectorType>(registers.getType());
  if (vector.getElementType() == element)
    return registers;
  return context.make<arith::BitcastOp>(dot.getLoc(), vector.clone(element),
                                        registers);
}

LogicalResult ScaledProduct::emit() {
  FailureOr<std::optional<DotFactors>> found = fittingFactors(
      context, dot, [&](const DotFactors &factors) { return fit(factors); });
  if (failed(found))
    return failure();
  if (!*found && !reason)
    return refuse(dot) << context.target.name
                       << " has no instruction that multiplies "
                       << nameOf(types.a) << " and " << nameOf(types.b)
                       << " in blocks with scales of " << nameOf(*types.scale);
  if (!*found)
    return ir::report([&] { return refuse(dot); }, *reason);
  FailureOr<Value> ofA = converted(*left), ofB = converted(*right);
  if (failed(ofA) || failed(ofB))
    return failure();
  auto operand = [&](Value value, ScalarType type,
                     llvm::ArrayRef<std::int32_t> registers) {
    return pick(context.builder, asElements(value, type), registers);
  };
  Value a = (*found)->a, b = (*found)->b;
  if (isTurned) {
    std::swap(a, b);
    std::swap(ofA, ofB);
    std::swap(types.a, types.b);
  }
  Value sum = context.make<simt::ScaledMmaOp>(
      dot.getLoc(),
      simt::ProductAttr::get(dot.getContext(), *instruction, instruction->n,
                             types),
      operand(a, types.a, plan.product.a), operand(b, types.b, plan.product.b),
      operand(context.get(dot.getC()), types.c, plan.product.c),
      operand(*ofA, *types.scale, plan.aScales),
      operand(*ofB, *types.scale, plan.bScales), plan.product.products,
      plan.scales);
  context.set(dot, pick(context.builder, sum,
                        llvm::ArrayRef<std::int32_t>(plan.product.result)));
  return success();
}

/// Triton has products of 8-bit floats for gfx950 as those of blocks without
/// scales: they are multiplied as if all were 1.
std::optional<MatrixTypes> typesOf(tt::DotScaledOp dot) {
  auto element = [](Value value) { return getElementTypeOrSelf(value); };
  if (dot.getAScale() || dot.getBScale() || element(dot.getA()).isInteger() ||
      element(dot.getB()).isInteger())
    return ir::matrixTypes(dot);
  std::optional<MatrixTypes> types =
      ir::matrixTypes(element(dot.getA()), element(dot.getB()),
                      element(dot.getD()), tt::InputPrecision::Ieee);
  if (types)
    types->scale = ScalarType::UE8M0;
  return types;
}

LogicalResult emitScaledDot(LoweringContext &context, tt::DotScaledOp dot) {
  if (failed(ir::checkScales(dot)))
    return failure();
  std::optional<MatrixTypes> types = typesOf(dot);
  if (!types)
    return refuse(dot) << "no matrix instruction multiplies "
                       << stringifyScaledElement(dot.getAElemType()) << " and "
                       << stringifyScaledElement(dot.getBElemType())
                       << " in blocks with these scales";
  if (dot.getType().getRank() != 2)
    return refuse(dot) << "it multiplies several matrices with scales";
  if (!dot.getLhsKPack() || !dot.getRhsKPack())
    return refuse(dot) << "pairs of elements do not lie along K";
  return ScaledProduct(context, dot, *types).emit();
}

} // namespace

void registerScaledProductEmitters(EmitterTable &table) {
  table.add<tt::DotScaledOp>(emitScaledDot);
}

} // namespace heddle
