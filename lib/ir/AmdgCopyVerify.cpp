//===- AmdgCopyVerify.cpp - Rules of barriers and copies of amdg --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TtngVerify.h"
#include "Verify.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Amdg.h"

namespace heddle::amdg {

using namespace mlir;
using ir::expectType;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// A barrier is an i64 for each block, or for fewer, side by side.
static LogicalResult expectBarrier(Operation *op, Value barrier) {
  if (!barrier)
    return success();
  auto memory = cast<ttg::MemDescType>(barrier.getType());
  int64_t blocks = ir::blocksAt(op).value_or(1);
  if (memory.getElementType().isInteger(64) && memory.getShape().size() == 1 &&
      memory.getShape().front() <= blocks)
    return ttng::expectSideBySide(op, memory);
  return op->emitOpError() << "expects a barrier of at most " << blocks
                           << " i64 along one axis, as there are blocks, but "
                              "got "
                           << memory;
}

/// Texts have any number of 32 bits but 0.
static LogicalResult expectArrivals(Operation *op, int64_t count) {
  if (count != 0)
    return success();
  return op->emitOpError() << "expects at least one arrival, but got " << count;
}

LogicalResult InitBarrierOp::verify() {
  if (failed(expectBarrier(*this, getBarrier())))
    return failure();
  return expectArrivals(*this, getCountAttr().getInt());
}

LogicalResult WaitBarrierOp::verify() {
  return expectBarrier(*this, getBarrier());
}

LogicalResult ArriveBarrierOp::verify() {
  if (failed(expectBarrier(*this, getBarrier())))
    return failure();
  return expectArrivals(*this, getCountAttr().getInt());
}

LogicalResult AsyncCopyMbarrierArriveOp::verify() {
  return expectBarrier(*this, getBarrier());
}

static LogicalResult expectCluster(Operation *op) {
  unsigned blocks = ir::blocksAt(op).value_or(1);
  if (blocks > 1)
    return success();
  return op->emitOpError() << "expects a cluster of several blocks, but got '"
                           << ttg::BlocksAttr << "' = " << blocks;
}

LogicalResult ClusterBarrierArriveOp::verify() { return expectCluster(*this); }

LogicalResult ClusterBarrierWaitOp::verify() { return expectCluster(*this); }

//===----------------------------------------------------------------------===//
// The tensor data mover
//===----------------------------------------------------------------------===//

LogicalResult AsyncCopyLocalToGlobalOp::verify() {
  if (!getMask())
    return success();
  return expectType(*this, "a mask", getMask().getType(),
                    tt::boolLike(getDst().getType()));
}

/// A buffer that the mover can read and write: rows side by side, perhaps with
/// gaps, as the descriptor says if it says something.
static LogicalResult expectUnswizzled(Operation *op, ttg::MemDescType memory,
                                      tt::TensorDescType descriptor) {
  const Encoding *encoding = ir::encodingOf(memory);
  const auto *swizzled =
      encoding == nullptr ? nullptr : encoding->getIf<SwizzledSharedEncoding>();
  bool fits =
      encoding != nullptr && (encoding->is<PaddedSharedEncoding>() ||
                              encoding->is<PartitionedSharedEncoding>() ||
                              (swizzled && swizzled->maxPhase == 1));
  if (!fits)
    return op->emitOpError()
           << "expects a layout in memory that is padded_shared, "
              "partitioned_shared, or swizzled_shared with "
              "'maxPhase = 1', but got "
           << memory;
  Attribute layout = descriptor.getLayout();
  if (!layout || layout == memory.getEncoding())
    return success();
  return op->emitOpError() << "expects the layout in memory that the "
                              "descriptor has, "
                           << layout << ", but got " << memory;
}

/// What the mover does at the gaps of a padded layout.
enum class Gaps {
  WrittenAnywhere,  ///< loads leave them after so many elements
  WrittenInRows,    ///< gathers: and within each row
  SkippedBehindRows ///< stores skip those between rows alone
};

/// A row of the block, as long as one block of the cluster has it.
static int64_t rowLength(tt::TensorDescType descriptor,
                         ttg::MemDescType memory) {
  int64_t length = descriptor.getShape().back();
  Result<LinearLayout> layout = ir::linearLayoutOf(memory);
  if (!layout)
    return length;
  auto last = static_cast<unsigned>(layout->outs().size() - 1);
  for (unsigned bit = 0; bit < layout->inBits(Dim::Block); ++bit)
    if (layout->basis(Dim::Block, bit, Dim::standard(last)) != 0)
      length /= 2;
  return length;
}

static LogicalResult verifyGaps(Operation *op, ttg::MemDescType memory,
                                tt::TensorDescType descriptor, Gaps gaps) {
  const auto *padded = ir::encodingOf(memory)->getIf<PaddedSharedEncoding>();
  if (padded == nullptr)
    return success();
  int64_t row = rowLength(descriptor, memory);
  auto refuse = [&](llvm::StringRef expected, const Padding &padding) {
    return op->emitOpError()
           << "expects " << expected << ", but got " << padding.interval << ":+"
           << padding.padding << " with rows of " << row << " elements of "
           << memory.getElementType() << " in " << memory;
  };
  if (gaps == Gaps::SkippedBehindRows) {
    if (padded->paddings.size() != 1)
      return op->emitOpError() << "expects gaps of one interval, which alone "
                                  "are skipped, but got "
                               << memory;
    const Padding &padding = padded->paddings.front();
    return static_cast<int64_t>(padding.interval) == row
               ? success()
               : refuse("gaps between rows alone, which are skipped", padding);
  }
  // The descriptor counts both in words of 32 bits (RDNA4 ISA, tensor DMA).
  constexpr std::uint64_t WordBits = 32, FewestWords = 2;
  std::uint64_t bits = ir::elementBits(memory.getElementType());
  for (const Padding &padding : padded->paddings) {
    if (padding.interval * bits < FewestWords * WordBits)
      return refuse("gaps at least two words of 32 bits apart", padding);
    if (padding.padding * bits < WordBits)
      return refuse("gaps of at least a word of 32 bits", padding);
    if (gaps == Gaps::WrittenInRows &&
        row % static_cast<int64_t>(padding.interval) != 0)
      return refuse("gaps at the same elements of each row that is gathered",
                    padding);
  }
  return success();
}

/// As many indices as axes, where there are indices.
static LogicalResult expectIndices(Operation *op, OperandRange indices,
                                   tt::TensorDescType descriptor) {
  size_t rank = descriptor.getShape().size();
  if (indices.empty() || indices.size() == rank)
    return success();
  return op->emitOpError() << "expects " << rank
                           << " indices, as the descriptor has axes, but got "
                           << indices.size();
}

/// A set of warps whose numbers differ in some bits, in all ways.
static LogicalResult expectWarps(Operation *op, llvm::StringRef name,
                                 int32_t hint) {
  auto set = static_cast<uint32_t>(hint);
  auto refuse = [&](llvm::StringRef expected) {
    return op->emitOpError()
           << "expects " << expected << " as '" << name << "', but got " << set;
  };
  if (set == 0)
    return refuse("at least one warp");
  std::optional<unsigned> warps = ir::warpsAt(op);
  if (warps && *warps < 32 && set >> *warps != 0)
    return refuse("warps below " + std::to_string(*warps));
  // The bits in which two numbers of the set differ.
  unsigned first = static_cast<unsigned>(llvm::countr_zero(set));
  unsigned free = 0;
  for (unsigned warp = first; warp < 32; ++warp)
    if ((set >> warp & 1) != 0)
      free |= warp ^ first;
  if (llvm::popcount(set) != 1 << llvm::popcount(free))
    return refuse("the warps whose numbers agree in certain bits");
  return success();
}

LogicalResult AsyncTDMCopyGlobalToLocalOp::verify() {
  if (failed(expectIndices(*this, getIndices(), getDesc().getType())) ||
      failed(
          expectUnswizzled(*this, getDst().getType(), getDesc().getType())) ||
      failed(verifyGaps(*this, getDst().getType(), getDesc().getType(),
                        Gaps::WrittenAnywhere)) ||
      failed(expectBarrier(*this, getBarrier())))
    return failure();
  if (std::optional<uint32_t> hint = getWarpUsedHint())
    return expectWarps(*this, getWarpUsedHintAttrName(),
                       static_cast<int32_t>(*hint));
  return success();
}

LogicalResult AsyncTDMFusedCopyGlobalToLocalOp::verify() {
  constexpr size_t Fewest = 2;
  constexpr size_t Most = 4;
  size_t copies = getDescs().size();
  ArrayRef<int32_t> hints = getWarpUsedHints();
  if (copies < Fewest || copies > Most)
    return emitOpError() << "expects two to four copies, but got " << copies;
  if (hints.size() != copies)
    return emitOpError() << "expects a hint for each of " << copies
                         << " copies, but got " << hints.size();
  int32_t seen = 0;
  auto first = cast<tt::TensorDescType>(getDescs().front().getType());
  for (size_t i = 0; i < copies; ++i) {
    auto memory = cast<ttg::MemDescType>(getDsts()[i].getType());
    auto descriptor = cast<tt::TensorDescType>(getDescs()[i].getType());
    if (descriptor.getShape().size() != first.getShape().size())
      return emitOpError()
             << "expects as many axes of each descriptor, but got " << first
             << " and " << descriptor;
    if (failed(expectUnswizzled(*this, memory, descriptor)) ||
        failed(verifyGaps(*this, memory, descriptor, Gaps::WrittenAnywhere)) ||
        failed(expectWarps(*this, getWarpUsedHintsAttrName(), hints[i])))
      return failure();
    if ((seen & hints[i]) != 0)
      return emitOpError() << "expects other warps for each copy, but got "
                           << hints[i] << " after " << seen;
    seen |= hints[i];
  }
  return success();
}

LogicalResult AsyncTDMCopyLocalToGlobalOp::verify() {
  if (failed(expectIndices(*this, getIndices(), getDesc().getType())) ||
      failed(
          expectUnswizzled(*this, getSrc().getType(), getDesc().getType())) ||
      failed(verifyGaps(*this, getSrc().getType(), getDesc().getType(),
                        Gaps::SkippedBehindRows)))
    return failure();
  return expectBarrier(*this, getBarrier());
}

/// Rows by their numbers.
static LogicalResult verifyRows(Operation *op, tt::TensorDescType descriptor,
                                ttg::MemDescType memory, RankedTensorType rows,
                                Value barrier, Gaps gaps) {
  if (descriptor.getShape().size() != 2)
    return op->emitOpError()
           << "expects a descriptor with two axes, but got " << descriptor;
  if (rows.getRank() != 1)
    return op->emitOpError()
           << "expects row numbers along one axis, but got " << rows;
  if (failed(expectUnswizzled(op, memory, descriptor)) ||
      failed(verifyGaps(op, memory, descriptor, gaps)))
    return failure();
  return expectBarrier(op, barrier);
}

LogicalResult AsyncTDMGatherOp::verify() {
  auto rows = cast<RankedTensorType>(getRows().getType());
  if (failed(verifyRows(*this, getDesc().getType(), getDst().getType(), rows,
                        getBarrier(), Gaps::WrittenInRows)))
    return failure();
  if (getColumn() || ir::encodingOf(rows) == nullptr)
    return success(); // Release 3.7 did not check.
  Result<LinearLayout> layout = ir::linearLayoutOf(rows);
  if (!layout)
    return success(); // The traits have said so.
  for (unsigned bit = 0; bit < layout->inBits(Dim::Lane); ++bit)
    if (uint64_t row = layout->basis(Dim::Lane, bit, Dim::standard(0)))
      return emitOpError() << "expects the same row numbers in all lanes, but "
                              "got number "
                           << row << " in lane " << (1U << bit) << " in "
                           << rows;
  Result<LinearLayout> cells = ir::linearLayoutOf(getDst().getType());
  if (!cells || cells->inBits(Dim::Block) != layout->inBits(Dim::Block))
    return success();
  for (unsigned bit = 0; bit < cells->inBits(Dim::Block); ++bit) {
    uint64_t held = layout->basis(Dim::Block, bit, Dim::standard(0));
    uint64_t row = cells->basis(Dim::Block, bit, Dim::standard(0));
    if (held != row)
      return emitOpError() << "expects block " << (1U << bit)
                           << " to have the number of row " << row
                           << ", which it copies, but got that of row " << held
                           << " with " << rows << " and " << getDst().getType();
  }
  return success();
}

LogicalResult AsyncTDMScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), getSrc().getType(),
                    cast<RankedTensorType>(getRows().getType()), getBarrier(),
                    Gaps::SkippedBehindRows);
}

LogicalResult UpdateTensorDescriptorOp::verify() {
  if (getAddOffsets().empty() && getSetBounds().empty() && !getPred())
    return emitOpError(
        "expects 'add_offsets', 'set_bounds' or 'pred', but got none");
  size_t rank = getDesc().getType().getShape().size();
  struct {
    llvm::StringRef name;
    size_t size;
  } const lists[] = {{"add_offsets", getAddOffsets().size()},
                     {"set_bounds", getSetBounds().size()}};
  for (const auto &list : lists)
    if (list.size != 0 && list.size != rank)
      return emitOpError() << "expects " << rank << " numbers as '" << list.name
                           << "', as the descriptor has axes, but got "
                           << list.size;
  if (getClampBounds() && !getSetBounds().empty())
    return emitOpError("expects 'clamp_bounds' or 'set_bounds', but got both");
  if (getClampBounds() && getAddOffsets().empty())
    return emitOpError(
        "expects 'add_offsets' beside 'clamp_bounds', but got none");
  return success();
}

/// A tensor with an element for each chunk of a row, in the default layout of
/// the threads here. Null where it is not known how many there are.
static Type offsetsOf(Operation *op, tt::TensorDescType descriptor) {
  constexpr unsigned ChunkBits = 256 * 8;
  std::optional<unsigned> warps = ir::warpsAt(op);
  std::optional<unsigned> lanes = ir::lanesAt(op);
  size_t rank = descriptor.getShape().size();
  if (!warps || !lanes || rank == 0)
    return {};
  llvm::SmallVector<int64_t> shape(descriptor.getShape());
  shape.back() = std::max<int64_t>(
      1,
      shape.back() * ir::elementBits(descriptor.getElementType()) / ChunkBits);
  std::vector<uint64_t> sizes(shape.begin(), shape.end());
  std::vector<unsigned> ones(rank, 1), order;
  for (size_t axis = rank; axis > 0; --axis)
    order.push_back(static_cast<unsigned>(axis - 1));
  Result<BlockedEncoding> blocked =
      defaultBlocked(sizes, ones, order,
                     {.numWarps = *warps,
                      .threadsPerWarp = *lanes,
                      .numCTAs = ir::blocksAt(op).value_or(1)});
  if (!blocked)
    return {};
  MLIRContext *context = op->getContext();
  return RankedTensorType::get(shape, IntegerType::get(context, 64),
                               ir::layoutAttr(context, Encoding(*blocked)));
}

LogicalResult TDMPrefetchOp::verify() {
  if (getReturnOffsets() != (getResult() != nullptr))
    return emitOpError(
        getReturnOffsets()
            ? "expects a result for 'returnOffsets', but got none"
            : "expects no result without 'returnOffsets', but "
              "got one");
  Type expected;
  if (getResult())
    expected = offsetsOf(*this, getDesc().getType());
  if (!expected)
    return success();
  return expectType(*this, "a result", getResult().getType(), expected);
}

} // namespace heddle::amdg
