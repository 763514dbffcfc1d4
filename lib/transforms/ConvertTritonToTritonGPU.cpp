//===- ConvertTritonToTritonGPU.cpp - Giving tensors layouts --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewTypes.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <map>

namespace heddle {

#define GEN_PASS_DEF_CONVERTTRITONTOTRITONGPU
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// The last axis varies fastest.
llvm::SmallVector<unsigned> rowMajor(size_t rank) {
  llvm::SmallVector<unsigned> order;
  for (size_t axis = rank; axis-- > 0;)
    order.push_back(static_cast<unsigned>(axis));
  return order;
}

/// Which layout a type has if nothing else is said.
class DefaultLayouts {
public:
  explicit DefaultLayouts(const ThreadGrid &threads) : threads(threads) {}

  /// The type with layouts. Scalars and tensors that have one stay as they are.
  Type convert(Type type);
  /// The default layout of a shape with that many elements of a thread along
  /// each axis; null where there is none.
  Attribute blocked(RankedTensorType type, ArrayRef<unsigned> sizePerThread);

private:
  ThreadGrid threads;
  llvm::DenseMap<Type, Type> known;
};

Attribute DefaultLayouts::blocked(RankedTensorType type,
                                  ArrayRef<unsigned> sizePerThread) {
  Result<BlockedEncoding> layout = defaultBlocked(
      sizesOf(type), sizePerThread, rowMajor(sizePerThread.size()), threads);
  return layout ? ir::layoutAttr(type.getContext(), *layout) : Attribute();
}

Type DefaultLayouts::convert(Type type) {
  auto [found, isNew] = known.try_emplace(type, type);
  if (!isNew)
    return found->second;
  Type result = type;
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && !tensor.getEncoding() && tensor.getRank() > 0) {
    llvm::SmallVector<unsigned> ones(static_cast<size_t>(tensor.getRank()), 1);
    if (Attribute layout = blocked(tensor, ones))
      result = tensor.cloneWithEncoding(layout);
  } else if (auto pointer = dyn_cast<tt::PointerType>(type)) {
    result = tt::PointerType::get(convert(pointer.getPointee()),
                                  pointer.getAddressSpace());
  }
  known[type] = result;
  return result;
}

/// Gives layouts to one module. A partition of `ttg.warp_specialize` has warps
/// of its own number.
class LayoutAssigner {
public:
  LayoutAssigner(const ThreadGrid &threads, bool rematerializes)
      : threads(threads), rematerializes(rematerializes) {}

  LogicalResult assign(ModuleOp module);

private:
  ThreadGrid threadsAt(Operation *op) const;
  DefaultLayouts &defaultsAt(Operation *op);
  void retype(Operation *op);
  void settle(Operation *op);
  void settleDot(tt::DotOp dot);
  void settleCat(tt::CatOp cat);
  void settleOffsets(Operation *op, OpOperand &offsets);
  bool takeFromResult(Operation *op, unsigned result);
  void giveFromOperands(Operation *op, unsigned result);
  void need(OpOperand &operand, Attribute layout);
  void give(OpResult result, Attribute layout);

  ThreadGrid threads;
  /// By the number of warps.
  std::map<unsigned, DefaultLayouts> defaults;
  bool rematerializes;
};

RankedTensorType tensorOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

LogicalResult LayoutAssigner::assign(ModuleOp module) {
  llvm::SmallVector<Operation *> choosy;
  module.walk([&](Operation *op) {
    retype(op);
    if (isa<ir::LayoutFlow, tt::DescriptorGatherOp, tt::DescriptorScatterOp>(
            op))
      choosy.push_back(op);
  });
  for (Operation *op : choosy)
    settle(op);
  return success();
}

ThreadGrid LayoutAssigner::threadsAt(Operation *op) const {
  ThreadGrid own = threads;
  own.numWarps = ir::warpsAt(op).value_or(threads.numWarps);
  return own;
}

DefaultLayouts &LayoutAssigner::defaultsAt(Operation *op) {
  ThreadGrid own = threadsAt(op);
  return defaults.try_emplace(own.numWarps, own).first->second;
}

// What is handed to partitions has the layout that it has outside.
void LayoutAssigner::retype(Operation *op) {
  DefaultLayouts &defaults = defaultsAt(op);
  for (OpResult result : op->getResults())
    result.setType(defaults.convert(result.getType()));
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      argument.setType(defaults.convert(argument.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : llvm::drop_begin(region, region.empty() ? 0 : 1))
      for (BlockArgument argument : block.getArguments())
        argument.setType(defaults.convert(argument.getType()));
  if (auto function = dyn_cast<tt::FuncOp>(op)) {
    auto convertAll = [&](TypeRange types) {
      return llvm::map_to_vector(
          types, [&](Type type) { return defaults.convert(type); });
    };
    FunctionType type = function.getFunctionType();
    function.setFunctionType(FunctionType::get(type.getContext(),
                                               convertAll(type.getInputs()),
                                               convertAll(type.getResults())));
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    if (auto elements = dyn_cast<DenseElementsAttr>(constant.getValue()))
      constant.setValueAttr(
          elements.reshape(cast<ShapedType>(constant.getType())));
}

// An op is asked what it needs for its default result; if that is nothing,
// what follows from its default operands.
void LayoutAssigner::settle(Operation *op) {
  if (auto dot = dyn_cast<tt::DotOp>(op))
    return settleDot(dot);
  if (auto cat = dyn_cast<tt::CatOp>(op))
    return settleCat(cat);
  if (auto gather = dyn_cast<tt::DescriptorGatherOp>(op))
    return settleOffsets(op, gather.getXOffsetsMutable());
  if (auto scatter = dyn_cast<tt::DescriptorScatterOp>(op))
    return settleOffsets(op, scatter.getXOffsetsMutable());
  for (unsigned result = 0; result < op->getNumResults(); ++result)
    if (tensorOf(op->getResult(result)) && !takeFromResult(op, result))
      giveFromOperands(op, result);
}

bool LayoutAssigner::takeFromResult(Operation *op, unsigned result) {
  Attribute layout = tensorOf(op->getResult(result)).getEncoding();
  llvm::SmallVector<std::pair<OpOperand *, Attribute>> needs;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!tensorOf(operand.get()))
      continue;
    Attribute needed =
        ir::layoutOfOperand(op, result, layout, operand.getOperandNumber());
    if (!needed)
      return false;
    needs.emplace_back(&operand, needed);
  }
  for (auto [operand, needed] : needs)
    need(*operand, needed);
  return true;
}

void LayoutAssigner::giveFromOperands(Operation *op, unsigned result) {
  for (OpOperand &operand : op->getOpOperands())
    if (RankedTensorType type = tensorOf(operand.get()))
      if (Attribute layout = ir::layoutOfResult(op, operand.getOperandNumber(),
                                                type.getEncoding(), result))
        return give(op->getResult(result), layout);
}

// A thread computes a square of the result, to use what it has loaded often.
void LayoutAssigner::settleDot(tt::DotOp dot) {
  RankedTensorType type = tensorOf(dot.getD());
  ThreadGrid threads = threadsAt(dot);
  int64_t perThread =
      type.getNumElements() /
      (static_cast<int64_t>(threads.numWarps) * threads.threadsPerWarp);
  unsigned side = perThread >= 16 ? 4 : perThread >= 4 ? 2 : 1;
  llvm::SmallVector<unsigned> square(static_cast<size_t>(type.getRank()), 1);
  for (unsigned &axis : llvm::MutableArrayRef(square).take_back(2))
    axis = side;
  Attribute layout = defaultsAt(dot).blocked(type, square);
  if (!layout)
    return;
  give(cast<OpResult>(dot.getD()), layout);
  takeFromResult(dot, 0);
}

// A thread has the elements of both operands: as many registers as both have.
void LayoutAssigner::settleCat(tt::CatOp cat) {
  Result<LinearLayout> operand = ir::linearLayoutOf(cat.getLhs().getType());
  Result<LinearLayout> result = ir::linearLayoutOf(cat.getType());
  if (!operand || !result ||
      result->inBits(Dim::Register) == operand->inBits(Dim::Register) + 1)
    return;
  const Encoding *encoding = ir::encodingOf(cat.getLhs().getType());
  const auto *blocked =
      encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
  if (blocked == nullptr)
    return;
  BlockedEncoding wider = *blocked;
  wider.sizePerThread[wider.order.front()] *= 2;
  give(cast<OpResult>(cat.getResult()),
       ir::layoutAttr(cat.getContext(), wider));
}

// All lanes of a warp have the same four rows' offsets: the copies are started
// by warps.
void LayoutAssigner::settleOffsets(Operation *op, OpOperand &offsets) {
  ThreadGrid threads = threadsAt(op);
  BlockedEncoding parent;
  parent.sizePerThread = {1, 4};
  parent.threadsPerWarp = {threads.threadsPerWarp, 1};
  parent.warpsPerCTA = {1, threads.numWarps};
  parent.order = {1, 0};
  if (threads.numCTAs > 1)
    return;
  SliceEncoding slice;
  slice.dim = 0;
  slice.parent = Encoding(parent);
  need(offsets, ir::layoutAttr(op->getContext(), slice));
}

/// An op that can be made again with another layout.
static Operation *sourceOf(Value value) {
  Operation *op = value.getDefiningOp();
  bool isSource =
      op != nullptr && isa<arith::ConstantOp, tt::MakeRangeOp, tt::SplatOp>(op);
  return isSource ? op : nullptr;
}

void LayoutAssigner::need(OpOperand &operand, Attribute layout) {
  RankedTensorType type = tensorOf(operand.get());
  if (type.getEncoding() == layout)
    return;
  RankedTensorType wanted = type.cloneWithEncoding(layout);
  OpBuilder builder(operand.getOwner());
  if (Operation *source = sourceOf(operand.get());
      rematerializes && source != nullptr) {
    Operation *again = builder.clone(*source);
    again->getResult(0).setType(wanted);
    if (auto constant = dyn_cast<arith::ConstantOp>(again))
      constant.setValueAttr(
          cast<DenseElementsAttr>(constant.getValue()).reshape(wanted));
    operand.set(again->getResult(0));
    return;
  }
  operand.set(ttg::ConvertLayoutOp::create(
      builder, operand.getOwner()->getLoc(), wanted, operand.get()));
}

/// The result gets the layout; whoever uses it gets it in the default one.
void LayoutAssigner::give(OpResult result, Attribute layout) {
  RankedTensorType type = tensorOf(result);
  if (type.getEncoding() == layout)
    return;
  result.setType(type.cloneWithEncoding(layout));
  OpBuilder builder(result.getContext());
  builder.setInsertionPointAfter(result.getOwner());
  auto convert = ttg::ConvertLayoutOp::create(
      builder, result.getOwner()->getLoc(), type, result);
  result.replaceAllUsesExcept(convert, convert);
}

class ConvertTritonToTritonGPU
    : public impl::ConvertTritonToTritonGPUBase<ConvertTritonToTritonGPU> {
public:
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    for (auto [name, value] :
         {std::pair(ttg::WarpsAttr, static_cast<int32_t>(numWarps)),
          std::pair(ttg::LanesAttr, static_cast<int32_t>(threadsPerWarp)),
          std::pair(ttg::BlocksAttr, static_cast<int32_t>(numCTAs))}) {
      if (value <= 0 || !llvm::isPowerOf2_32(static_cast<uint32_t>(value))) {
        module.emitError() << "expects a power of two as '" << name
                           << "', but got " << value;
        return signalPassFailure();
      }
      module->setAttr(name, Builder(module).getI32IntegerAttr(value));
    }
    if (!target.empty())
      module->setAttr(ttg::TargetAttr, Builder(module).getStringAttr(target));
    ThreadGrid threads = {static_cast<unsigned>(numWarps),
                          static_cast<unsigned>(threadsPerWarp),
                          static_cast<unsigned>(numCTAs)};
    if (failed(LayoutAssigner(threads, enableSourceRemat).assign(module)))
      signalPassFailure();
  }
};

} // namespace
} // namespace heddle
