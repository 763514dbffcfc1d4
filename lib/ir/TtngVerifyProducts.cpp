//===- TtngVerifyProducts.cpp - Rules of products of matrices -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TtngVerify.h"
#include "Verify.h"
#include "heddle/ir/MatrixTypes.h"
#include "heddle/target/Capability.h"
#include "heddle/target/MatrixInstruction.h"

namespace heddle::ttng {

using namespace mlir;
using mlir::failure;

namespace {

/// Rows and columns of the operands and the result of d = a * b.
struct Sizes {
  int64_t rowsA, columnsA, rowsB, columnsB, rowsD, columnsD;
};

LogicalResult expectMatrix(Operation *op, Type type) {
  if (ir::shapeOf(type).size() == 2)
    return success();
  return op->emitOpError() << "expects matrices, but got " << type;
}

Sizes sizesOf(Type a, Type b, Type d) {
  ArrayRef<int64_t> sizesA = ir::shapeOf(a);
  ArrayRef<int64_t> sizesB = ir::shapeOf(b);
  ArrayRef<int64_t> sizesD = ir::shapeOf(d);
  return {sizesA[0], sizesA[1], sizesB[0], sizesB[1], sizesD[0], sizesD[1]};
}

LogicalResult verifySizes(Operation *op, const Sizes &sizes) {
  if (sizes.columnsA != sizes.rowsB)
    return op->emitOpError()
           << "expects as many columns of a as rows of b, but got "
           << sizes.columnsA << " and " << sizes.rowsB;
  if (sizes.rowsA != sizes.rowsD || sizes.columnsB != sizes.columnsD)
    return op->emitOpError() << "expects a result of shape " << sizes.rowsA
                             << "x" << sizes.columnsB << ", but got "
                             << sizes.rowsD << "x" << sizes.columnsD;
  return success();
}

/// The element types of a product, as far as tensor cores have them: they
/// multiply f32 as tf32.
std::optional<MatrixTypes> typesOf(Type a, Type b, Type d) {
  return ir::matrixTypes(getElementTypeOrSelf(a), getElementTypeOrSelf(b),
                         getElementTypeOrSelf(d), tt::InputPrecision::Tf32);
}

/// Triton goes by the kind, which is the name of instructions: one of them
/// multiplies the factors, one of them has such sums.
bool isOfOneKind(const MatrixTypes &types) {
  for (const MatrixInstruction &each : allMatrixInstructions())
    if (each.family == MatrixFamily::Tcgen05 && each.a.has(types.a) &&
        each.b.has(types.b))
      for (const MatrixInstruction &other : allMatrixInstructions())
        if (other.name == each.name && other.c.has(types.c))
          return true;
  return false;
}

/// Elements that a thread has one after the other along K of A.
unsigned consecutiveK(const MatrixInstruction &instruction) {
  Result<LinearLayout> fragment = fragmentOf(instruction, MatrixOperand::A);
  unsigned bits = 0;
  while (fragment && fragment->basis(Dim::Register, bits, Dim::standard(1)) ==
                         std::uint64_t(1) << bits)
    ++bits;
  return 1U << bits;
}

/// May the tensor cores read a matrix with this layout from shared memory?
bool isReadable(const Encoding *layout) {
  return layout != nullptr && (layout->is<NvmmaSharedEncoding>() ||
                               layout->is<SharedLinearEncoding>());
}

LogicalResult expectReadable(Operation *op, llvm::StringRef what, Type type) {
  if (isReadable(ir::encodingOf(type)))
    return success();
  return op->emitOpError() << "expects " << what
                           << " with an nvmma_shared or shared_linear layout, "
                              "but got "
                           << type;
}

} // namespace

//===----------------------------------------------------------------------===//
// Products of warp groups
//===----------------------------------------------------------------------===//

/// The first operand in registers: those of the instruction.
static LogicalResult verifyFragment(WarpGroupDotOp op, RankedTensorType a,
                                    const MatrixInstruction &wgmma) {
  const Encoding *layout = ir::encodingOf(a);
  const auto *operand =
      layout == nullptr ? nullptr : layout->getIf<DotOperandEncoding>();
  if (operand == nullptr)
    return op.emitOpError()
           << "expects a in shared memory or with a dot_op layout, but got "
           << a;
  unsigned width = consecutiveK(wgmma);
  if (operand->kWidth != width)
    return op.emitOpError()
           << "expects kWidth = " << width << " of " << a.getElementType()
           << ", but got " << operand->kWidth;
  return success();
}

/// An instruction adds 32 products of 8-bit floats before their sum is rounded
/// to f32.
static LogicalResult expectPrecision(WarpGroupDotOp op) {
  constexpr std::uint64_t Products = 32;
  Type a = getElementTypeOrSelf(op.getA().getType());
  if (!isa<FloatType>(a) || a.getIntOrFloatBitWidth() != 8 ||
      !getElementTypeOrSelf(op.getD().getType()).isF32() ||
      op.getMaxNumImpreciseAcc() >= Products)
    return success();
  return op.emitOpError() << "expects at least " << Products
                          << " as 'maxNumImpreciseAcc' of 8-bit floats and "
                             "sums of f32, but got "
                          << op.getMaxNumImpreciseAcc();
}

LogicalResult WarpGroupDotOp::verify() {
  constexpr unsigned GroupWarps = warpsOf(MatrixFamily::Wgmma);
  Type a = getA().getType();
  Type b = getB().getType();
  auto d = cast<RankedTensorType>(getD().getType());
  const Encoding *layout = ir::encodingOf(d);
  const auto *mma =
      layout == nullptr ? nullptr : layout->getIf<NvidiaMmaEncoding>();
  if (mma == nullptr || mma->versionMajor != 3)
    return emitOpError() << "expects a result with an nvidia_mma layout of "
                            "version 3, but got "
                         << d;
  unsigned warps = 1;
  for (unsigned count : mma->warpsPerCTA)
    warps *= count;
  if (warps % GroupWarps != 0)
    return emitOpError() << "expects a multiple of " << GroupWarps
                         << " warps, but got " << warps;
  if (failed(expectMatrix(*this, a)) || failed(expectMatrix(*this, b)) ||
      failed(expectMatrix(*this, d)) ||
      failed(verifySizes(*this, sizesOf(a, b, d))) ||
      failed(expectPrecision(*this)))
    return failure();
  // Which types are multiplied is a matter of meaning.
  std::optional<MatrixTypes> types = typesOf(a, b, d);
  const MatrixInstruction *wgmma =
      types ? widestOf(MatrixFamily::Wgmma, *types) : nullptr;
  if (wgmma == nullptr)
    return success();
  if (d.getDimSize(0) % wgmma->m != 0 || d.getDimSize(1) % wgmma->fineStep != 0)
    return emitOpError() << "expects a multiple of " << wgmma->m
                         << " rows and of " << wgmma->fineStep
                         << " columns, but got " << d;
  if (failed(ir::expectShared(*this, b)) ||
      failed(expectReadable(*this, "b", b)))
    return failure();
  if (auto fragment = dyn_cast<RankedTensorType>(a))
    return verifyFragment(*this, fragment, *wgmma);
  if (failed(ir::expectShared(*this, a)))
    return failure();
  return expectReadable(*this, "a", a);
}

LogicalResult expectProductOfTypes(WarpGroupDotOp op) {
  Type a = op.getA().getType(), b = op.getB().getType();
  Type d = op.getD().getType();
  std::optional<MatrixTypes> types = typesOf(a, b, d);
  if (types && widestOf(MatrixFamily::Wgmma, *types) != nullptr)
    return success();
  return op.emitOpError() << "expects element types that wgmma multiplies, but "
                             "got "
                          << getElementTypeOrSelf(a) << " * "
                          << getElementTypeOrSelf(b) << " -> "
                          << getElementTypeOrSelf(d);
}

LogicalResult WarpGroupDotWaitOp::verify() {
  if (!getInputs().empty())
    return success();
  return emitOpError("expects the results of the products that it waits for");
}

//===----------------------------------------------------------------------===//
// Products in tensor memory
//===----------------------------------------------------------------------===//

namespace {

const TensorMemoryEncoding *matrixLayout(Type memory) {
  const Encoding *layout = ir::encodingOf(memory);
  return layout == nullptr ? nullptr : layout->getIf<TensorMemoryEncoding>();
}

LogicalResult verifyElements(Operation *op, ttg::MemDescType a,
                             ttg::MemDescType b, ttg::MemDescType d) {
  std::optional<MatrixTypes> types = typesOf(a, b, d);
  if (types && isOfOneKind(*types))
    return success();
  return op->emitOpError()
         << "expects element types that tcgen05.mma multiplies, but got "
         << a.getElementType() << " * " << b.getElementType() << " -> "
         << d.getElementType();
}

LogicalResult verifyBarriers(Operation *op, OperandRange barriers,
                             bool isAsync) {
  if (!isAsync && !barriers.empty())
    return op->emitOpError() << "expects 'is_async' with barriers";
  for (Value barrier : barriers) {
    auto type = cast<ttg::MemDescType>(barrier.getType());
    if (failed(expectBarrier(op, type)) || failed(expectOwnBarriers(op, type)))
      return failure();
  }
  return success();
}

LogicalResult expectSums(Operation *op, ttg::MemDescType d) {
  if (matrixLayout(d) != nullptr)
    return success();
  return op->emitOpError() << "expects a result with a tensor_memory_encoding, "
                              "but got "
                           << d;
}

/// A word for each sum.
LogicalResult verifyStride(Operation *op, ttg::MemDescType d) {
  constexpr unsigned WordBits = 32;
  unsigned stride = WordBits / ir::elementBits(d.getElementType());
  if (matrixLayout(d)->colStride == stride)
    return success();
  return op->emitOpError() << "expects colStride = " << stride
                           << " of the result, but got " << d;
}

/// Blocks that multiply together: a is split by rows, b by columns, d as a is.
/// `pair` are products of two blocks, each of which has half of b's columns but
/// all of d's.
LogicalResult verifySplit(Operation *op, ttg::MemDescType a, ttg::MemDescType b,
                          ttg::MemDescType d, bool isPair) {
  Result<LinearLayout> splitA = ir::linearLayoutOf(a);
  Result<LinearLayout> splitB = ir::linearLayoutOf(b);
  Result<LinearLayout> splitD = ir::linearLayoutOf(d);
  if (!splitA || !splitB || !splitD)
    return success();
  constexpr Dim Rows = Dim::standard(0), Columns = Dim::standard(1);
  unsigned bits = splitD->inBits(Dim::Block);
  if (splitA->inBits(Dim::Block) != bits || splitB->inBits(Dim::Block) != bits)
    return success();
  if (isPair && (bits == 0 || splitB->basis(Dim::Block, 0, Columns) == 0))
    return op->emitOpError() << "expects with 'two_ctas' columns of b that are "
                                "split between the pair's blocks, but got "
                             << b;
  for (unsigned bit = 0; bit < bits; ++bit) {
    if (splitA->basis(Dim::Block, bit, Columns) != 0)
      return op->emitOpError()
             << "expects all columns of a in each block, but got " << a;
    if (splitB->basis(Dim::Block, bit, Rows) != 0)
      return op->emitOpError()
             << "expects all rows of b in each block, but got " << b;
    std::uint64_t columns =
        isPair && bit == 0 ? 0 : splitB->basis(Dim::Block, bit, Columns);
    if (splitD->basis(Dim::Block, bit, Rows) !=
            splitA->basis(Dim::Block, bit, Rows) ||
        splitD->basis(Dim::Block, bit, Columns) != columns)
      return op->emitOpError() << "expects the rows of a and the columns of b "
                                  "in a block as its part of the result, but "
                                  "got "
                               << a << ", " << b << " and " << d;
  }
  return success();
}

/// What both kinds of products have in common, sizes and elements apart.
template <class Product> LogicalResult verifyProduct(Product op) {
  ttg::MemDescType a = op.getA().getType();
  ttg::MemDescType b = op.getB().getType();
  ttg::MemDescType d = op.getD().getType();
  for (Type type : {Type(a), Type(b), Type(d)})
    if (failed(expectMatrix(op, type)))
      return failure();
  if (failed(expectTensorCores(op)) || failed(expectSums(op, d)))
    return failure();
  if (op.getAccDep() && !op.getToken())
    return op.emitOpError("expects a token as result, as there is one as "
                          "operand");
  return verifyBarriers(op, op.getBarriers(), op.getIsAsync());
}

} // namespace

LogicalResult TCGen5MMAOp::verify() {
  ttg::MemDescType a = getA().getType();
  ttg::MemDescType b = getB().getType();
  ttg::MemDescType d = getD().getType();
  if (failed(verifyProduct(*this)) ||
      failed(verifySizes(*this, sizesOf(a, b, d))) ||
      failed(verifyElements(*this, a, b, d)) ||
      failed(verifyStride(*this, d)) || failed(expectReadable(*this, "b", b)))
    return failure();
  const TensorMemoryEncoding *layout = matrixLayout(a);
  if (layout == nullptr && failed(expectReadable(*this, "a", a)))
    return failure();
  if (layout != nullptr && (layout->colStride != 1 || layout->fp4Padded))
    return emitOpError() << "expects colStride = 1 and no padding of a, but "
                            "got "
                         << a;
  if (matrixLayout(d)->twoCTAs != getTwoCtas())
    return emitOpError() << "expects 'two_ctas' where the result's layout says "
                            "twoCTAs, and only there, but got "
                         << d;
  return verifySplit(*this, a, b, d, getTwoCtas());
}

/// An operand's sizes in elements: two e2m1 share a byte along the contiguous
/// axis, the last one unless the layout is transposed.
static std::pair<int64_t, int64_t> elementsOf(ttg::MemDescType memory,
                                              tt::ScaledElement element) {
  int64_t rows = memory.getShape()[0];
  int64_t columns = memory.getShape()[1];
  if (element != tt::ScaledElement::E2M1)
    return {rows, columns};
  const auto *layout = ir::encodingOf(memory)->getIf<NvmmaSharedEncoding>();
  if (layout != nullptr && layout->transposed)
    return {rows * 2, columns};
  return {rows, columns * 2};
}

LogicalResult TCGen5MMAScaledOp::verify() {
  constexpr unsigned Rows = 128;
  ttg::MemDescType d = getD().getType();
  if (failed(verifyProduct(*this)))
    return failure();
  auto [rowsA, columnsA] = elementsOf(getA().getType(), getAType());
  auto [rowsB, columnsB] = elementsOf(getB().getType(), getBType());
  if (failed(verifySizes(*this, {rowsA, columnsA, rowsB, columnsB,
                                 d.getShape()[0], d.getShape()[1]})))
    return failure();
  if (matrixLayout(d)->blockM != Rows)
    return emitOpError() << "expects blockM = " << Rows
                         << " of the result, but got " << d;
  // Blocks of scales follow each other along M and N first; a's may along K.
  std::optional<unsigned> capability = capabilityOf(*this);
  bool mayBeKFirst = !capability || KFirstScalesCapabilities.has(*capability);
  for (auto [scales, isA] : {std::pair(getAScale().getType(), true),
                             std::pair(getBScale().getType(), false)}) {
    const auto *layout =
        ir::encodingOf(scales)->getIf<TensorMemoryScalesEncoding>();
    if (layout != nullptr && layout->blockRepOrder == BlockRepOrder::KThenMn &&
        !(isA && mayBeKFirst))
      return emitOpError() << "expects blockRepOrder = mnThenK of the scales "
                              "of "
                           << (isA ? "a" : "b") << ", but got " << scales;
  }
  return success();
}

LogicalResult TCGen5CommitOp::verify() {
  if (failed(expectTensorCores(*this)) ||
      failed(expectBarrier(*this, getBarrier().getType())))
    return failure();
  return expectOwnBarriers(*this, getBarrier().getType());
}

} // namespace heddle::ttng
