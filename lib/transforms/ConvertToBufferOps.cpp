//===- ConvertToBufferOps.cpp - Accesses of buffers -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAtomics.h"
#include "CopiedLoad.h"
#include "PointerRange.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUCONVERTTOBUFFEROPS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// What is accessed: element i at `base + offsets[i]`.
struct Buffer {
  Value base, offsets;

  /// Of pointers that are written as a sum of both.
  static std::optional<Buffer> match(Value pointers);
};

/// What is extended to an i64 without a change.
Value narrow(Value offsets) {
  if (auto extend = offsets.getDefiningOp<arith::ExtSIOp>())
    return extend.getIn();
  return offsets;
}

std::optional<Buffer> Buffer::match(Value pointers) {
  auto sum = pointers.getDefiningOp<tt::AddPtrOp>();
  auto splat = sum ? sum.getPtr().getDefiningOp<tt::SplatOp>() : tt::SplatOp();
  if (!splat)
    return std::nullopt;
  Value offsets = narrow(sum.getOffset());
  if (!getElementTypeOrSelf(offsets.getType()).isInteger(32))
    return std::nullopt;
  return Buffer{.base = splat.getSrc(), .offsets = offsets};
}

class Conversion {
public:
  Conversion(ModuleOp module, const AxisFacts &facts, bool onlyMasked)
      : facts(facts), target(ir::nearestTargetOf(module)),
        onlyMasked(onlyMasked) {}

  /// Nothing if the op stays.
  void convert(Operation *op);

private:
  std::optional<Buffer> bufferOf(Value pointers, Value mask) const;
  bool isSmall(Value base) const;
  bool isUniform(Value offsets) const;
  bool hasAtomic(tt::AtomicOp kind, Value value) const {
    return !target || hasBufferAtomic(*target, kind,
                                      getElementTypeOrSelf(value.getType()));
  }

  void convertLoad(tt::LoadOp load);
  void convertStore(tt::StoreOp store);
  void convertCombination(tt::AtomicRMWOp atomic);
  void convertSwap(tt::AtomicCASOp atomic);

  const AxisFacts &facts;
  const Target *target;
  bool onlyMasked;
};

/// The pointer comes from an argument of less than 2^31 bytes, and is past its
/// start.
bool Conversion::isSmall(Value base) const {
  while (auto sum = base.getDefiningOp<tt::AddPtrOp>()) {
    if (!facts.of(sum.getOffset()).isNonNegative())
      return false;
    base = sum.getPtr();
  }
  return smallTensorOf(base) != nullptr;
}

std::optional<Buffer> Conversion::bufferOf(Value pointers, Value mask) const {
  std::optional<Buffer> buffer = Buffer::match(pointers);
  if (!buffer || (onlyMasked && !mask))
    return std::nullopt;
  std::optional<std::int64_t> bytes = pointeeBytes(buffer->base);
  if (!bytes)
    return std::nullopt;
  AxisInfo known = facts.of(buffer->offsets);
  bool isWithin = known.high < BufferExtent / *bytes;
  if (!known.isNonNegative() || (!isWithin && !isSmall(buffer->base)))
    return std::nullopt;
  return buffer;
}

bool Conversion::isUniform(Value offsets) const {
  AxisInfo known = facts.of(offsets);
  auto shape = cast<RankedTensorType>(offsets.getType()).getShape();
  return llvm::all_of(llvm::zip_equal(known.axes, shape), [](auto pair) {
    return std::get<0>(pair).constancy >= std::get<1>(pair);
  });
}

void Conversion::convertLoad(tt::LoadOp load) {
  std::optional<Buffer> buffer = bufferOf(load.getPtr(), load.getMask());
  if (!buffer || load.getIsVolatile() || isUniform(buffer->offsets))
    return;
  OpBuilder builder(load);
  Value other = load.getOther();
  if (other && (!load.getMask() || isZero(other)))
    other = {};
  auto made = amdg::BufferLoadOp::create(
      builder, load.getLoc(), load.getType(), buffer->base, buffer->offsets,
      Value(), load.getMask(), other, load.getCachePolicyAttr(),
      builder.getI32IntegerAttr(1), load.getCacheAttr());
  if (load.getMask() && !load.getOther())
    made->setAttr(amdg::BufferLoadOp::UndefinedOther, builder.getUnitAttr());
  load.replaceAllUsesWith(made.getResult());
  load.erase();
}

void Conversion::convertStore(tt::StoreOp store) {
  std::optional<Buffer> buffer = bufferOf(store.getPtr(), store.getMask());
  if (!buffer)
    return;
  OpBuilder builder(store);
  amdg::BufferStoreOp::create(
      builder, store.getLoc(), store.getValue(), buffer->base, buffer->offsets,
      Value(), store.getMask(), store.getCachePolicyAttr(),
      builder.getI32IntegerAttr(1), store.getCacheAttr());
  store.erase();
}

void Conversion::convertCombination(tt::AtomicRMWOp atomic) {
  std::optional<Buffer> buffer = bufferOf(atomic.getPtr(), atomic.getMask());
  if (!buffer || !hasAtomic(atomic.getAtomicRmwOp(), atomic.getVal()))
    return;
  OpBuilder builder(atomic);
  auto made = amdg::BufferAtomicRMWOp::create(
      builder, atomic.getLoc(), atomic.getType(), atomic.getAtomicRmwOp(),
      buffer->base, buffer->offsets, atomic.getVal(), Value(), atomic.getMask(),
      atomic.getSem(), atomic.getScope());
  atomic.replaceAllUsesWith(made.getResult());
  atomic.erase();
}

void Conversion::convertSwap(tt::AtomicCASOp atomic) {
  std::optional<Buffer> buffer = bufferOf(atomic.getPtr(), Value());
  if (!buffer || !hasAtomic(tt::AtomicOp::Exchange, atomic.getVal()))
    return;
  OpBuilder builder(atomic);
  auto made = amdg::BufferAtomicCASOp::create(
      builder, atomic.getLoc(), atomic.getType(), buffer->base, buffer->offsets,
      atomic.getCmp(), atomic.getVal(), Value(), atomic.getSem(),
      atomic.getScope());
  atomic.replaceAllUsesWith(made.getResult());
  atomic.erase();
}

void Conversion::convert(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return convertLoad(load);
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return convertStore(store);
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op))
    return convertCombination(atomic);
  convertSwap(cast<tt::AtomicCASOp>(op));
}

struct TritonAMDGPUConvertToBufferOps
    : impl::TritonAMDGPUConvertToBufferOpsBase<TritonAMDGPUConvertToBufferOps> {
  using TritonAMDGPUConvertToBufferOpsBase::TritonAMDGPUConvertToBufferOpsBase;

  void runOnOperation() final {
    llvm::SmallVector<Operation *> accesses;
    getOperation().walk([&](Operation *op) {
      if (isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op) &&
          isa<RankedTensorType>(op->getOperand(0).getType()))
        accesses.push_back(op);
    });
    AxisFacts facts(getOperation());
    Conversion conversion(getOperation(), facts, onlyMasked);
    for (Operation *op : accesses)
      conversion.convert(op);
  }
};

} // namespace
} // namespace heddle
