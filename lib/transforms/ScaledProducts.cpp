//===- ScaledProducts.cpp - Instructions that know scales -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaledProducts.h"
#include "ProductLayouts.h"
#include "heddle/analysis/LayoutGraph.h"
#include "heddle/analysis/ProductChoice.h"
#include "heddle/analysis/ScaleLayout.h"
#include "heddle/encoding/Views.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/MatrixTypes.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using tt::ScaledElement;

namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Elements along K.
std::uint64_t depthOf(tt::DotScaledOp dot) {
  bool isPacked =
      dot.getAElemType() == ScaledElement::E2M1 && dot.getLhsKPack();
  return static_cast<std::uint64_t>(typeOf(dot.getA()).getShape().back()) *
         (isPacked ? 2 : 1);
}

/// Whether both factors have as many scales, if they have some.
bool hasEqualBlocks(tt::DotScaledOp dot) {
  return !dot.getAScale() || !dot.getBScale() ||
         ir::scaledBlocks(dot) ==
             static_cast<std::uint64_t>(
                 typeOf(dot.getBScale()).getShape().back());
}

/// Has the target an instruction for such elements, whose blocks are those of
/// the product, or of NVIDIA's parts of them?
bool hasInstruction(tt::DotScaledOp dot, const MatrixTypes &types,
                    const Target &target) {
  if (dot.getType().getRank() != 2 || !hasEqualBlocks(dot))
    return false;
  std::uint64_t depth = depthOf(dot), blocks = ir::scaledBlocks(dot);
  return llvm::any_of(
      matrixInstructions(target, types), [&](const MatrixInstruction *row) {
        std::uint64_t own = depth / blocks, block = row->k / row->blocks;
        return isOfWarp(row->family) && depth % row->k == 0 &&
               (row->family == MatrixFamily::Mma ? own % block == 0
                                                 : own == block);
      });
}

//===----------------------------------------------------------------------===//
// Elements of four bits in bytes
//===----------------------------------------------------------------------===//

/// s ee m, of each half of a byte, as the six bits s ee m00, side by side along
/// the axis.
Value unpack(OpBuilder &builder, Location loc, Value pairs, unsigned axis) {
  constexpr std::int64_t SixBits = 0x3C;
  RankedTensorType type = typeOf(pairs);
  auto number = [&](std::int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, builder.getIntegerAttr(type.getElementType(), value)));
  };
  Value low = arith::ShLIOp::create(builder, loc, pairs, number(2));
  Value high = arith::ShRUIOp::create(builder, loc, pairs, number(2));
  auto six = [&](Value bits) -> Value {
    return arith::AndIOp::create(builder, loc, bits, number(SixBits));
  };
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape.push_back(2);
  Value both = tt::JoinOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()),
      six(low), six(high));
  if (axis == 0) {
    constexpr std::array<int32_t, 3> Order = {0, 2, 1};
    both = tt::TransOp::create(
        builder, loc,
        RankedTensorType::get({shape[0], 2, shape[1]}, type.getElementType()),
        both, builder.getDenseI32ArrayAttr(Order));
  }
  shape.pop_back();
  shape[axis] *= 2;
  return tt::ReshapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), both,
      /*allow_reorder=*/UnitAttr(), /*efficient_layout=*/UnitAttr());
}

/// The product with no elements of four bits.
tt::DotScaledOp unpackFactors(tt::DotScaledOp dot) {
  OpBuilder builder(dot);
  Location loc = dot.getLoc();
  auto bytes = [&](Value factor, ScaledElement &element, unsigned axis) {
    if (element != ScaledElement::E2M1)
      return factor;
    element = ScaledElement::E2M3;
    return unpack(builder, loc, factor, axis);
  };
  ScaledElement ofA = dot.getAElemType(), ofB = dot.getBElemType();
  Value a = bytes(dot.getA(), ofA, dot.getLhsKPack() ? 1 : 0);
  Value b = bytes(dot.getB(), ofB, dot.getRhsKPack() ? 0 : 1);
  auto made = tt::DotScaledOp::create(
      builder, loc, dot.getType(), a, b, dot.getC(), dot.getAScale(),
      dot.getBScale(), ofA, ofB, dot.getFastMath(), /*lhs_k_pack=*/true,
      /*rhs_k_pack=*/true);
  dot.replaceAllUsesWith(made.getResult());
  dot.erase();
  return made;
}

ScalarType asByte(ScalarType type) {
  return type == ScalarType::E2M1 ? ScalarType::E2M3 : type;
}

} // namespace

bool fitScaledProduct(tt::DotScaledOp dot, const Target &target) {
  std::optional<MatrixTypes> types = ir::matrixTypes(dot);
  if (!types)
    return false;
  bool isAlongDepth = (dot.getLhsKPack() || types->a != ScalarType::E2M1) &&
                      (dot.getRhsKPack() || types->b != ScalarType::E2M1);
  if (isAlongDepth && hasInstruction(dot, *types, target))
    return true;
  MatrixTypes bytes = {asByte(types->a), asByte(types->b), types->c,
                       types->scale};
  if (!hasInstruction(dot, bytes, target))
    return false;
  unpackFactors(dot);
  return true;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Are the factor's elements halves of bytes, as `unpack` makes them?
static bool isUnpacked(Value factor) {
  auto reshape = factor.getDefiningOp<tt::ReshapeOp>();
  Value both = reshape ? beforeConversions(reshape.getSrc()) : Value();
  if (auto trans = both ? both.getDefiningOp<tt::TransOp>() : tt::TransOp())
    both = beforeConversions(trans.getSrc());
  return both && both.getDefiningOp<tt::JoinOp>();
}

/// Neighbouring bytes along K that a lane has: of NVIDIA's a word, as they are
/// loaded, of AMD's those that the fragment has side by side.
static unsigned widthOf(tt::DotScaledOp dot, MatrixFamily family) {
  constexpr unsigned WordBytes = 4;
  if (family != MatrixFamily::Mma)
    return 4 * WordBytes;
  bool hasHalves = llvm::any_of(
      std::array<Value, 2>{dot.getA(), dot.getB()},
      [](Value factor) { return isUnpacked(beforeConversions(factor)); });
  return hasHalves ? 2 * WordBytes : WordBytes;
}

void accelerateScaledProduct(tt::DotScaledOp dot, const Target &target) {
  const Encoding *own = ir::encodingOf(dot.getType());
  std::optional<MatrixTypes> types = ir::matrixTypes(dot);
  if (!types || own == nullptr || !own->is<BlockedEncoding>() ||
      !dot.getLhsKPack() || !dot.getRhsKPack() ||
      !hasInstruction(dot, *types, target) ||
      ir::blocksAt(dot).value_or(1) != 1)
    return;
  ArrayRef<int64_t> d = dot.getType().getShape();
  ProductShape shape;
  shape.m = static_cast<std::uint64_t>(d[0]);
  shape.n = static_cast<std::uint64_t>(d[1]);
  shape.k = depthOf(dot);
  shape.types = *types;
  shape.warps = ir::warpsAt(dot).value_or(1);
  MatrixFamily family =
      target.vendor == Vendor::Nvidia ? MatrixFamily::Mma : MatrixFamily::Mfma;
  std::optional<ProductChoice> choice = chooseProduct(target, shape, family);
  if (!choice)
    return;
  Encoding result = resultLayout(*choice, target, 2);
  MLIRContext *context = dot.getContext();
  OpBuilder builder(dot);
  auto convert = [&](Value value, const Encoding &layout) -> Value {
    return ttg::ConvertLayoutOp::create(
        builder, dot.getLoc(),
        typeOf(value).cloneWithEncoding(ir::layoutAttr(context, layout)),
        value);
  };
  unsigned width = widthOf(dot, family);
  auto factor = [&](Value value, unsigned index) {
    DotOperandEncoding operand;
    operand.opIdx = index;
    operand.parent = result;
    operand.kWidth = width;
    return convert(value, operand);
  };
  Value sum = convert(dot.getC(), result);
  const LinearLayout layout = ir::linearLayoutOf(sum.getType()).value();
  const auto *mfma = result.getIf<AmdMfmaEncoding>();
  bool isTurned = mfma != nullptr && mfma->isTransposed;
  auto scales = [&](Value value, MatrixOperand operand) {
    return value
               ? convert(value,
                         linearEncoding(
                             scaleLayout(*choice->instruction, operand, layout,
                                         ir::scaledBlocks(dot), isTurned)
                                 .value())
                             .value())
               : value;
  };
  Value a = factor(dot.getA(), 0), b = factor(dot.getB(), 1);
  Value ofA = scales(dot.getAScale(), MatrixOperand::ScaleA);
  Value ofB = scales(dot.getBScale(), MatrixOperand::ScaleB);
  auto made = tt::DotScaledOp::create(builder, dot.getLoc(), sum.getType(), a,
                                      b, sum, ofA, ofB, dot.getAElemType(),
                                      dot.getBElemType(), dot.getFastMath(),
                                      dot.getLhsKPack(), dot.getRhsKPack());
  dot.replaceAllUsesWith(convert(made, *own));
  dot.erase();
}

} // namespace heddle
