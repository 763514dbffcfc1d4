//===- TtVerify.cpp - Rules of ops of tt ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "Verify.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttng.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::tt {

using namespace mlir;
using ir::expectAxis;
using ir::expectShape;
using ir::expectType;
using ir::shapeText;
using mlir::failure;

static RankedTensorType tensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Casts and arithmetic
//===----------------------------------------------------------------------===//

LogicalResult BitcastOp::verify() {
  Type from = getElementTypeOrSelf(getSrc().getType());
  Type to = getElementTypeOrSelf(getType());
  if (isa<PointerType>(from) != isa<PointerType>(to))
    return emitOpError()
           << "expects pointers on both sides or on none, but got " << from
           << " and " << to << "; 'tt.int_to_ptr' and 'tt.ptr_to_int' convert";
  if (ir::elementBits(from) != ir::elementBits(to))
    return emitOpError() << "expects types of one width, but got " << from
                         << " of " << ir::elementBits(from) << " bits and "
                         << to << " of " << ir::elementBits(to);
  return success();
}

LogicalResult FpToFpOp::verify() {
  unsigned from = ir::elementBits(getSrc().getType());
  unsigned to = ir::elementBits(getType());
  if (from > to && !getRounding())
    return emitOpError() << "expects 'rounding' for a cast to fewer bits, but "
                            "got none from "
                         << from << " to " << to << " bits";
  return success();
}

LogicalResult ElementwiseInlineAsmOp::verify() {
  if (getPackedElement() <= 0)
    return emitOpError() << "expects groups of at least one element, but got "
                         << getPackedElement();
  for (Value operand : getArgs())
    if (auto type = dyn_cast<RankedTensorType>(operand.getType());
        type && type.getNumElements() % getPackedElement() != 0)
      return emitOpError() << "expects whole groups of " << getPackedElement()
                           << " elements, but got " << type;
  return success();
}

LogicalResult MapElementwiseOp::verify() {
  if (getSrcs().empty())
    return emitOpError("expects at least one operand");
  if (!llvm::isPowerOf2_32(getPack()))
    return emitOpError() << "expects a power of two as 'pack', but got "
                         << static_cast<int32_t>(getPack());
  return success();
}

LogicalResult MapElementwiseOp::verifyRegions() {
  llvm::SmallVector<Type> arguments, results;
  for (Type type : getSrcs().getTypes())
    arguments.append(getPack(), getElementTypeOrSelf(type));
  for (Type type : getResultTypes())
    results.append(getPack(), getElementTypeOrSelf(type));
  if (failed(ir::expectRegion(*this, getScalarOp(), arguments, results)))
    return failure();
  // Threads that hold copies of an element would all write it.
  WalkResult walk = getScalarOp().walk([&](Operation *op) -> WalkResult {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects || !effects.hasEffect<MemoryEffects::Write>())
      return WalkResult::advance();
    InFlightDiagnostic diagnostic =
        op->emitOpError("expects not to be in 'tt.map_elementwise', since it "
                        "writes memory");
    diagnostic.attachNote(getLoc())
        << "threads that hold copies of an element carry out this region for "
           "each of them; write the results behind it";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

void LoadOp::getEffects(
    llvm::SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable(),
                       ir::GlobalMemory::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get(), ir::GlobalMemory::get());
}

/// Axes of a block pointer's block.
static LogicalResult
verifyBoundaryCheck(Operation *op, Type pointer,
                    std::optional<ArrayRef<int32_t>> axes) {
  auto scalar = dyn_cast<PointerType>(pointer);
  auto block = scalar ? dyn_cast<RankedTensorType>(scalar.getPointee())
                      : RankedTensorType();
  // Releases without block pointers have no such attribute: it is anybody's.
  if (!axes || axes->empty() ||
      !ir::has(op->getContext(), ir::Feature::BlockPointers))
    return success();
  if (!block)
    return op->emitOpError("expects 'boundaryCheck' of block pointers only");
  for (int32_t axis : *axes)
    if (failed(expectAxis(op, axis, block.getRank())))
      return failure();
  return success();
}

/// Of Triton's own kinds.
static LogicalResult expectCachePolicy(Operation *op, Attribute policy) {
  if (!policy || isa<CachePolicyAttr, ttng::CachePolicyAttr>(policy))
    return success();
  return op->emitOpError()
         << "expects #tt.cache_policy or #ttng.cache_policy as 'cachePolicy', "
            "but got "
         << policy;
}

LogicalResult LoadOp::verify() {
  if (failed(expectCachePolicy(*this, getCachePolicyAttr())))
    return failure();
  Type pointer = getPtr().getType();
  if (failed(expectType(*this, "a result", getType(), pointee(pointer))))
    return failure();
  if (getMask() && failed(expectType(*this, "a mask", getMask().getType(),
                                     boolLike(pointer))))
    return failure();
  if (getOther() && !getMask())
    return emitOpError("expects a mask beside another value, but got none");
  if (getOther() && failed(expectType(*this, "another value",
                                      getOther().getType(), getType())))
    return failure();
  return verifyBoundaryCheck(*this, pointer, getBoundaryCheck());
}

LogicalResult StoreOp::verify() {
  if (failed(expectCachePolicy(*this, getCachePolicyAttr())))
    return failure();
  Type pointer = getPtr().getType();
  if (failed(
          expectType(*this, "a value", getValue().getType(), pointee(pointer))))
    return failure();
  if (getMask() && failed(expectType(*this, "a mask", getMask().getType(),
                                     boolLike(pointer))))
    return failure();
  return verifyBoundaryCheck(*this, pointer, getBoundaryCheck());
}

static LogicalResult verifyOrder(Operation *op, MemoryOrder order,
                                 ArrayRef<MemoryOrder> allowed) {
  if (llvm::is_contained(allowed, order))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError() << "expects the order ";
  llvm::interleave(
      allowed,
      [&](MemoryOrder each) { diagnostic << stringifyMemoryOrder(each); },
      [&] { diagnostic << " or "; });
  return diagnostic << ", but got " << stringifyMemoryOrder(order);
}

LogicalResult AtomicLoadOp::verify() {
  return verifyOrder(*this, getSem(),
                     {MemoryOrder::Relaxed, MemoryOrder::Acquire});
}

LogicalResult AtomicStoreOp::verify() {
  return verifyOrder(*this, getSem(),
                     {MemoryOrder::Relaxed, MemoryOrder::Release});
}

LogicalResult AtomicPollOp::verify() {
  constexpr std::array<unsigned, 3> Widths = {16, 32, 64};
  if (!llvm::is_contained(Widths, ir::elementBits(getExpected().getType())))
    return emitOpError() << "expects numbers of 16, 32 or 64 bits, but got "
                         << getExpected().getType();
  return verifyOrder(*this, getSem(),
                     {MemoryOrder::Relaxed, MemoryOrder::Acquire});
}

//===----------------------------------------------------------------------===//
// Tensors as a whole
//===----------------------------------------------------------------------===//

/// [batch, ] M, K times K, N gives M, N. `packs` is how many values an element
/// of a or b has along K and along the other axis.
static LogicalResult verifyProduct(Operation *op, ArrayRef<int64_t> a,
                                   ArrayRef<int64_t> b, ArrayRef<int64_t> d,
                                   int64_t kOfA, int64_t kOfB, int64_t m,
                                   int64_t n) {
  size_t rank = d.size();
  bool fits = (rank == 2 || rank == 3) && a.size() == rank && b.size() == rank;
  if (fits && rank == 3)
    fits = a[0] == d[0] && b[0] == d[0];
  if (fits)
    fits = kOfA == kOfB && m == d[rank - 2] && n == d[rank - 1];
  if (fits)
    return success();
  return op->emitOpError() << "expects matrices MxK, KxN and MxN, or as many "
                              "of each, but got "
                           << shapeText(a) << ", " << shapeText(b) << " and "
                           << shapeText(d);
}

/// The layouts of the factors are those of operands 0 and 1 of one instruction,
/// the one whose layout the accumulator has.
static LogicalResult verifyFactorLayouts(DotOp op) {
  const Value factors[] = {op.getA(), op.getB()};
  const Encoding *encodings[] = {ir::encodingOf(factors[0].getType()),
                                 ir::encodingOf(factors[1].getType())};
  if (encodings[0] == nullptr && encodings[1] == nullptr)
    return success();
  if (encodings[0] == nullptr || encodings[1] == nullptr)
    return op.emitOpError()
           << "expects a layout of both factors or of none, but got "
           << factors[0].getType() << " and " << factors[1].getType();
  const Encoding *sums = ir::encodingOf(op.getC().getType());
  if (sums == nullptr)
    return op.emitOpError() << "expects an accumulator with a layout, as the "
                               "factors have some, but got "
                            << op.getC().getType();
  const DotOperandEncoding *operands[2] = {};
  for (unsigned index : {0U, 1U}) {
    operands[index] = encodings[index]->getIf<DotOperandEncoding>();
    if (operands[index] == nullptr || operands[index]->opIdx != index)
      return op.emitOpError()
             << "expects a dot_op layout with opIdx = " << index << ", but got "
             << factors[index].getType();
    if (*operands[index]->parent != *sums)
      return op.emitOpError()
             << "expects the accumulator's layout as the parent of a factor's, "
             << op.getC().getType() << ", but got " << factors[index].getType();
  }
  if (operands[0]->kWidth != operands[1]->kWidth)
    return op.emitOpError()
           << "expects one kWidth of both factors, but got "
           << operands[0]->kWidth << " and " << operands[1]->kWidth;
  return success();
}

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> a = tensor(getA()).getShape();
  ArrayRef<int64_t> b = tensor(getB()).getShape();
  ArrayRef<int64_t> d = tensor(getD()).getShape();
  bool hasAxes = a.size() >= 2 && b.size() >= 2;
  if (failed(verifyProduct(
          *this, a, b, d, hasAxes ? a.back() : 0, hasAxes ? b[b.size() - 2] : 0,
          hasAxes ? a[a.size() - 2] : 0, hasAxes ? b.back() : 0)))
    return failure();
  if (ir::elementBits(getA().getType()) != ir::elementBits(getB().getType()))
    return emitOpError() << "expects factors of one width, but got "
                         << getA().getType() << " and " << getB().getType();
  return verifyFactorLayouts(*this);
}

/// A scale for each 16 or 32 of the `k` elements of a row, or column: how many
/// comes out in `block`, none if there are no scales.
static LogicalResult verifyScales(Operation *op, llvm::StringRef name,
                                  Value scales, int64_t rows, int64_t k,
                                  std::optional<int64_t> &block) {
  if (!scales)
    return success();
  ArrayRef<int64_t> shape = tensor(scales).getShape();
  constexpr int64_t FewestElements = 16, MostElements = 32;
  size_t rank = shape.size();
  bool isMatrix = rank >= 2;
  if (!isMatrix || shape[rank - 2] != rows)
    return op->emitOpError()
           << "expects scales of " << name << " for " << rows
           << " rows of a product, but got " << scales.getType();
  block = k / shape[rank - 1];
  if (block != FewestElements && block != MostElements)
    return op->emitOpError()
           << "expects a scale of " << name << " for " << FewestElements
           << " or " << MostElements << " elements along K, but got one for "
           << *block << " in " << scales.getType();
  return success();
}

LogicalResult DotScaledOp::verify() {
  ArrayRef<int64_t> a = tensor(getA()).getShape();
  ArrayRef<int64_t> b = tensor(getB()).getShape();
  ArrayRef<int64_t> d = tensor(getD()).getShape();
  if (a.size() < 2 || b.size() < 2)
    return verifyProduct(*this, a, b, d, 0, 0, 0, 0);
  int64_t kOfA = a.back();
  int64_t m = a[a.size() - 2];
  int64_t kOfB = b[b.size() - 2];
  int64_t n = b.back();
  if (getAElemType() == ScaledElement::E2M1)
    (getLhsKPack() ? kOfA : m) *= 2;
  if (getBElemType() == ScaledElement::E2M1)
    (getRhsKPack() ? kOfB : n) *= 2;
  std::optional<int64_t> blocks[2];
  if (failed(verifyProduct(*this, a, b, d, kOfA, kOfB, m, n)) ||
      failed(verifyScales(*this, "a", getAScale(), m, kOfA, blocks[0])) ||
      failed(verifyScales(*this, "b", getBScale(), n, kOfB, blocks[1])))
    return failure();
  if (!blocks[0] || !blocks[1] || *blocks[0] == *blocks[1])
    return success();
  return emitOpError() << "expects scales of a and of b for as many elements, "
                          "but got one for "
                       << *blocks[0] << " and one for " << *blocks[1];
}

/// Two values of each operand in, one out.
static LogicalResult verifyCombination(Operation *op, Region &region) {
  llvm::SmallVector<Type> results;
  for (Type type : op->getOperandTypes())
    results.push_back(getElementTypeOrSelf(type));
  llvm::SmallVector<Type> arguments = results;
  arguments.append(results);
  return ir::expectRegion(op, region, arguments, results);
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombination(*this, getCombineOp());
}

LogicalResult ScanOp::verify() {
  if (getSrcs().empty())
    return emitOpError("expects at least one operand");
  if (failed(expectAxis(*this, getAxisAttr().getInt(),
                        tensor(getSrcs().front()).getRank())))
    return failure();
  if (getNumResults() != getSrcs().size())
    return emitOpError() << "expects as many results as operands, but got "
                         << getNumResults() << " and " << getSrcs().size();
  for (auto [source, result] : llvm::zip(getSrcs(), getResults()))
    if (failed(
            expectType(*this, "a result", result.getType(), source.getType())))
      return failure();
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombination(*this, getCombineOp());
}

LogicalResult HistogramOp::verify() {
  if (cast<RankedTensorType>(getType()).getRank() != 1)
    return emitOpError() << "expects a result along one axis, but got "
                         << getType();
  return success();
}

LogicalResult GatherOp::verify() {
  auto source = tensor(getSrc());
  auto indices = tensor(getIndices());
  if (failed(expectShape(*this, "a result", getType(), indices.getShape())) ||
      failed(expectType(*this, "a result with elements",
                        getElementTypeOrSelf(getType()),
                        source.getElementType())))
    return failure();
  if (cast<RankedTensorType>(getType()).getEncoding() != indices.getEncoding())
    return emitOpError() << "expects a result with the layout of the indices, "
                         << indices << ", but got " << getType();
  if (source.getRank() != indices.getRank())
    return emitOpError() << "expects as many axes of the source and of the "
                            "indices, but got "
                         << source << " and " << indices;
  int64_t axis = getAxisAttr().getInt();
  if (failed(expectAxis(*this, axis, source.getRank())))
    return failure();
  for (int64_t each = 0; each < source.getRank(); ++each)
    if (each != axis && indices.getDimSize(each) > source.getDimSize(each))
      return emitOpError() << "expects indices no larger than the source along "
                              "axis "
                           << each << ", but got " << indices.getDimSize(each)
                           << " of " << source.getDimSize(each);
  return success();
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  FunctionType type = cast<FuncOp>((*this)->getParentOp()).getFunctionType();
  if (llvm::equal(type.getResults(), getSrcs().getTypes()))
    return success();
  InFlightDiagnostic diagnostic = emitOpError()
                                  << "expects the function's results, (";
  llvm::interleaveComma(type.getResults(), diagnostic);
  diagnostic << "), but got (";
  llvm::interleaveComma(getSrcs().getTypes(), diagnostic);
  return diagnostic << ")";
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "expects a function of the module, but got '"
                         << getCallee() << "'";
  FunctionType type = callee.getFunctionType();
  if (llvm::equal(type.getInputs(), getOperandTypes()) &&
      llvm::equal(type.getResults(), getResultTypes()))
    return success();
  return emitOpError() << "expects operands and results of type " << type
                       << ", as '" << getCallee() << "' has them, but got "
                       << FunctionType::get(getContext(), getOperandTypes(),
                                            getResultTypes());
}

} // namespace heddle::tt
