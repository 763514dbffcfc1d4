//===- Reduce.cpp - Reductions --------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

LogicalResult KernelLowering::combine(Region &region, llvm::ArrayRef<Value> l,
                                      llvm::ArrayRef<Value> r,
                                      llvm::SmallVectorImpl<Value> &results) {
  auto count = static_cast<unsigned>(
      cast<VectorType>(l.front().getType()).getNumElements());
  Block &block = region.front();
  llvm::DenseMap<Value, Value> inner;
  auto half = static_cast<unsigned>(l.size());
  for (unsigned index = 0; index < half; ++index) {
    inner[block.getArgument(index)] = l[index];
    inner[block.getArgument(half + index)] = r[index];
  }
  auto find = [&](Value value) -> Value {
    if (Value found = inner.lookup(value))
      return found;
    // From outside: one value for all.
    Value outside = get(value);
    return make<simt::SplatOp>(
        value.getLoc(), simt::registers(outside.getType(), count), outside);
  };
  for (Operation &op : block.without_terminator()) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto type = simt::registers(constant.getType(), count);
      inner[constant] = make<arith::ConstantOp>(
          op.getLoc(),
          cast<TypedAttr>(DenseElementsAttr::get(type, constant.getValue())));
      continue;
    }
    llvm::StringRef dialect = op.getName().getDialectNamespace();
    if (dialect != "arith" && dialect != "math")
      return refuse(&op) << "it is in a reduction";
    OperationState state(op.getLoc(), op.getName());
    for (Value operand : op.getOperands())
      state.addOperands(find(operand));
    for (Type type : op.getResultTypes())
      state.addTypes(simt::registers(type, count));
    state.addAttributes(op.getAttrs());
    Operation *copy = builder.create(state);
    for (auto [from, to] : llvm::zip(op.getResults(), copy->getResults()))
      inner[from] = to;
  }
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(find(value));
  return success();
}

namespace {

/// Numbers below `count` without and with this bit, in the same order.
struct Halves {
  llvm::SmallVector<std::int32_t> without, with;
  Halves(std::uint32_t count, unsigned bit) {
    for (std::uint32_t index = 0; index < count; ++index)
      ((index >> bit & 1) != 0 ? with : without)
          .push_back(static_cast<std::int32_t>(index));
  }
};

/// Bits of a dimension whose basis vectors move along the axis; nothing if one
/// moves along another axis too.
std::optional<llvm::SmallVector<unsigned>> bitsAlong(const LinearLayout &layout,
                                                     Dim in, unsigned axis) {
  llvm::SmallVector<unsigned> bits;
  Dim out = Dim::standard(axis);
  unsigned bit = 0;
  for (Word basis : layout.bases(in)) {
    Word along = f2::shiftLeft(layout.field(basis, out), layout.outShift(out));
    if (along != 0 && along != basis)
      return std::nullopt;
    if (along != 0)
      bits.push_back(bit);
    ++bit;
  }
  return bits;
}

/// Two layouts of one tensor whose last axis tells warps apart: in the first
/// each warp holds its own place there, in the second every warp holds all, in
/// its lowest registers.
struct Exchange {
  Result<LinearLayout> from, to;
};

/// `rest` is the layout after the reduction within warps, with nothing along
/// the axis but by the warps' bits `across`.
Exchange exchangeOf(const LinearLayout &layout, unsigned axis,
                    llvm::ArrayRef<unsigned> across) {
  std::vector<DimBases> from, to;
  std::vector<DimSize> outs;
  auto rank = static_cast<unsigned>(layout.outs().size());
  for (unsigned each = 0; each < rank; ++each)
    outs.push_back({Dim::standard(each),
                    each == axis ? std::uint64_t(1) << across.size()
                                 : layout.outSize(Dim::standard(each))});
  auto placeOf = [&](Word basis) {
    std::vector<std::uint64_t> place;
    for (unsigned each = 0; each < rank; ++each)
      place.push_back(each == axis ? 0
                                   : layout.field(basis, Dim::standard(each)));
    return place;
  };
  auto acrossPlace = [&](unsigned position) {
    std::vector<std::uint64_t> place(rank, 0);
    place[axis] = std::uint64_t(1) << position;
    return place;
  };
  std::vector<std::vector<std::uint64_t>> registers, more, lanes, warps, all;
  for (Word basis : layout.bases(Dim::Register))
    if (layout.field(basis, Dim::standard(axis)) == 0)
      registers.push_back(placeOf(basis));
  for (unsigned position = 0; position < across.size(); ++position)
    more.push_back(acrossPlace(position));
  more.insert(more.end(), registers.begin(), registers.end());
  for (Word basis : layout.bases(Dim::Lane))
    lanes.push_back(placeOf(basis));
  unsigned bit = 0;
  for (Word basis : layout.bases(Dim::Warp)) {
    const auto *position = llvm::find(across, bit++);
    all.push_back(placeOf(basis));
    warps.push_back(
        position == across.end()
            ? placeOf(basis)
            : acrossPlace(static_cast<unsigned>(position - across.begin())));
  }
  return {LinearLayout::fromBases({{Dim::Register, registers},
                                   {Dim::Lane, lanes},
                                   {Dim::Warp, warps},
                                   {Dim::Block, {}}},
                                  outs),
          LinearLayout::fromBases({{Dim::Register, more},
                                   {Dim::Lane, lanes},
                                   {Dim::Warp, all},
                                   {Dim::Block, {}}},
                                  outs)};
}

} // namespace

// Within a thread, then among the lanes of a warp, which all have the result
// then, then among warps.
LogicalResult KernelLowering::emitReduce(Operation *op) {
  auto reduce = cast<tt::ReduceOp>(op);
  unsigned axis = reduce.getAxis();
  const LinearLayout layout =
      layoutOf(cast<RankedTensorType>(reduce.getSrcs()[0].getType()));
  auto registers = bitsAlong(layout, Dim::Register, axis);
  auto lanes = bitsAlong(layout, Dim::Lane, axis);
  auto warps = bitsAlong(layout, Dim::Warp, axis);
  if (!registers || !lanes || !warps)
    return refuse(op) << "its layout moves along several axes at once";
  llvm::SmallVector<Value> values;
  for (Value source : reduce.getSrcs())
    values.push_back(get(source));
  if (failed(reduceRegisters(reduce.getCombineOp(), *registers, values)) ||
      failed(reduceLanes(reduce.getCombineOp(), *lanes, values)))
    return failure();
  if (!warps->empty()) {
    Exchange exchange = exchangeOf(layout, axis, *warps);
    for (Result<LinearLayout> *side : {&exchange.from, &exchange.to})
      if (!*side)
        return ir::report([&] { return op->emitOpError(); }, side->error());
    for (Value &value : values)
      if (failed(runPlan(*exchange.from, *exchange.to, value, value, op)))
        return failure();
    auto lowest = llvm::to_vector(
        llvm::seq<unsigned>(0, static_cast<unsigned>(warps->size())));
    if (failed(reduceRegisters(reduce.getCombineOp(), lowest, values)))
      return failure();
  }
  for (auto [result, value] : llvm::zip(reduce.getResults(), values)) {
    bool isScalar = !isa<RankedTensorType>(result.getType());
    set(result, isScalar ? make<simt::ExtractOp>(op->getLoc(), result.getType(),
                                                 value, 0)
                               .getResult()
                         : value);
  }
  return success();
}

LogicalResult
KernelLowering::reduceRegisters(Region &region, llvm::ArrayRef<unsigned> bits,
                                llvm::SmallVectorImpl<Value> &values) {
  // From the highest bit on, so that the others keep their numbers.
  for (unsigned bit : llvm::reverse(bits)) {
    llvm::SmallVector<Value> l, r, results;
    for (Value value : values) {
      auto type = cast<VectorType>(value.getType());
      auto count = static_cast<std::uint32_t>(type.getNumElements());
      Halves halves(count, bit);
      VectorType half = simt::registers(type.getElementType(), count / 2);
      l.push_back(
          make<simt::PermuteOp>(value.getLoc(), half, value, halves.without));
      r.push_back(
          make<simt::PermuteOp>(value.getLoc(), half, value, halves.with));
    }
    if (failed(combine(region, l, r, results)))
      return failure();
    values.assign(results.begin(), results.end());
  }
  return success();
}

LogicalResult
KernelLowering::reduceLanes(Region &region, llvm::ArrayRef<unsigned> bits,
                            llvm::SmallVectorImpl<Value> &values) {
  for (unsigned bit : llvm::reverse(bits)) {
    llvm::SmallVector<Value> others, results;
    for (Value value : values)
      others.push_back(shuffled(value, 1U << bit));
    if (failed(combine(region, values, others, results)))
      return failure();
    values.assign(results.begin(), results.end());
  }
  return success();
}

Value KernelLowering::shuffled(Value registers, unsigned lanes) {
  auto type = cast<VectorType>(registers.getType());
  Location place = registers.getLoc();
  Type i32 = builder.getI32Type();
  unsigned words = simt::wordsOf(type);
  Value source =
      make<simt::ToWordsOp>(place, simt::registers(i32, words), registers);
  llvm::SmallVector<Value> moved;
  for (unsigned word = 0; word < words; ++word)
    moved.push_back(make<simt::ShuffleXorOp>(
        place, i32, make<simt::ExtractOp>(place, i32, source, word), lanes));
  return make<simt::FromWordsOp>(place, type, gather(moved, place));
}

} // namespace heddle
