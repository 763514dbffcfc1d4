//===- Coalesce.cpp - Wide accesses to global memory ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPointers.h"
#include "ChangeLayout.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/encoding/Construct.h"
#include "heddle/encoding/Queries.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/target/Reductions.h"
#include "heddle/target/Target.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUCOALESCE
#include "heddle/transforms/Passes.h.inc"

namespace {

/// Of modules that do not say how many lanes a warp has, as Triton has it.
constexpr unsigned DefaultLanes = 32;

using namespace mlir;

/// An op that moves the elements of a tensor from or to global memory.
struct Access {
  Operation *op;
  /// The tensor whose elements are moved: of pointers, or of what descriptors
  /// copy.
  RankedTensorType type;
  /// Sizes of the part of it that one block has.
  std::vector<std::uint64_t> block;
  /// A value that has the elements, to find out what flows where.
  Value data;
  unsigned elementBytes;
  /// The fastest axis first.
  std::vector<unsigned> order;
  /// Elements that a lane moves at once, along the first axis and, where that
  /// ends and the addresses go on, along the next ones.
  unsigned atOnce;
  /// A lane may have more than it moves at once: what is between is in the
  /// cache when it is needed.
  bool mayHaveGaps;
  /// None for descriptors.
  std::optional<AxisInfo> addresses;
};

/// Where an op moves anything; null if everywhere.
Value maskOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp,
            ttg::AsyncCopyGlobalToLocalOp>(
          [](auto access) -> Value { return access.getMask(); })
      .Default(Value());
}

/// What an op moves, in registers; of a copy that goes past them its pointers.
Value dataOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tt::StoreOp>([](auto store) -> Value { return store.getValue(); })
      .Case<ttg::AsyncCopyGlobalToLocalOp>(
          [](auto copy) -> Value { return copy.getSrc(); })
      .Case<tt::LoadOp, tt::AtomicRMWOp, tt::AtomicCASOp, tt::DescriptorLoadOp,
            tt::DescriptorGatherOp>(
          [](auto access) -> Value { return access.getResult(); })
      .Case<tt::DescriptorStoreOp, tt::DescriptorReduceOp,
            tt::DescriptorScatterOp>(
          [](auto access) -> Value { return access.getSrc(); })
      .Default(Value());
}

/// How the blocks of a cluster share the tensor, in units of a block's part: as
/// before, if they had parts in one piece.
Bases blocksOf(RankedTensorType type) {
  Bases blocks;
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout)
    return blocks;
  std::vector<unsigned> taken(layout->outs().size(), 0);
  for (Word basis : layout->bases(Dim::Block)) {
    blocks.emplace_back(taken.size(), 0U);
    for (unsigned axis = 0; axis < taken.size(); ++axis)
      if (layout->field(basis, Dim::standard(axis)) != 0) {
        blocks.back()[axis] = 1U << taken[axis]++;
        break;
      }
  }
  return blocks;
}

/// The most bytes that an instruction combines with memory, each element by
/// itself: of sums of floats several, of all else one. Nothing of ops that are
/// no atomic accesses.
std::optional<unsigned> atomicBytes(Operation *op, const Target *target,
                                    Type element, unsigned elementBytes) {
  auto atomic = dyn_cast<tt::AtomicRMWOp>(op);
  if (!atomic)
    return isa<tt::AtomicCASOp>(op) ? std::optional(elementBytes)
                                    : std::nullopt;
  if (atomic.getAtomicRmwOp() != tt::AtomicOp::FAdd || target == nullptr)
    return elementBytes;
  // Halves are added in pairs everywhere (PTX ISA, atom.add.noftz.f16x2; CDNA
  // ISA, global_atomic_pk_add_f16).
  constexpr unsigned PairBytes = 4;
  if (element.isF16())
    return std::max(PairBytes, reductionBytes(*target, ScalarType::F16));
  if (element.isBF16())
    return std::max(PairBytes, reductionBytes(*target, ScalarType::BF16));
  return element.isF32() ? reductionBytes(*target, ScalarType::F32)
                         : elementBytes;
}

/// Sizes of the part of the tensor that one block has.
std::vector<std::uint64_t> blockShapeOf(RankedTensorType type) {
  std::vector<std::uint64_t> shape;
  if (Result<LinearLayout> layout = ir::linearLayoutOf(type))
    for (unsigned size : shapePerCTA(*layout))
      shape.push_back(size);
  return shape;
}

/// How many elements such a part has.
std::uint64_t elementsOf(const std::vector<std::uint64_t> &block) {
  std::uint64_t elements = 1;
  for (std::uint64_t size : block)
    elements *= size;
  return elements;
}

/// Chooses layouts for the accesses of one module.
class Coalescer {
public:
  Coalescer(ModuleOp module, const Target *target, unsigned maxBytes)
      : module(module), target(target), facts(module), maxBytes(maxBytes) {}

  void run();

private:
  std::optional<Access> match(Operation *op);
  void goThroughAxes(Access &access);
  void connect(Operation *op);
  void countCopies();
  unsigned elementsFor(const Access &access);
  Attribute layoutFor(const Access &access);
  void explain(const Access &access, RankedTensorType type);

  ModuleOp module;
  /// Null if the module does not say for which it is.
  const Target *target;
  AxisFacts facts;
  unsigned maxBytes;
  std::vector<Access> accesses;
  /// How many elements the largest tensor has that is made of copies of this
  /// one. Its threads need the copies anyway: a row that is added to a tile is
  /// loaded by all the warps that have a part of the tile.
  llvm::DenseMap<Value, std::uint64_t> copied;
  llvm::DenseMap<Type, std::uint64_t> sizes;
  /// Values whose elements go into each other, place by place.
  llvm::EquivalenceClasses<const void *> flow;
};

std::optional<Access> Coalescer::match(Operation *op) {
  Value pointers = pointersOf(op);
  Value data = dataOf(op);
  auto type = dyn_cast_or_null<RankedTensorType>(pointers ? pointers.getType()
                                                 : data   ? data.getType()
                                                          : Type());
  if (!type || type.getRank() == 0 || !type.getEncoding())
    return std::nullopt;
  Type element = getElementTypeOrSelf(data.getType());
  if (pointers)
    element = cast<tt::PointerType>(getElementTypeOrSelf(pointers.getType()))
                  .getPointee();
  unsigned bits = ir::elementBits(element);
  Access access = {.op = op,
                   .type = type,
                   .block = blockShapeOf(type),
                   .data = data,
                   .elementBytes = std::max(1U, bits / 8),
                   .order = {},
                   .atOnce = 1,
                   .mayHaveGaps = isa<tt::LoadOp>(op),
                   .addresses = std::nullopt};
  const std::vector<std::uint64_t> &block = access.block;
  if (block.empty())
    return std::nullopt;
  if (pointers) {
    access.addresses = facts.of(pointers);
  } else {
    // Through shared memory, row by row.
    constexpr unsigned DescriptorBytes = 16;
    access.addresses = unknownAxes(block.size());
    access.addresses->axes.back() = {static_cast<int64_t>(block.back()),
                                     DescriptorBytes, 1};
  }
  access.order = axesByContiguity(*access.addresses);
  unsigned fastest = access.order.front();
  std::optional<unsigned> combined =
      atomicBytes(op, target, element, access.elementBytes);
  access.atOnce = elementsAtOnce(
      *access.addresses, fastest, access.elementBytes, block[fastest],
      std::min(maxBytes, combined.value_or(maxBytes)));
  if (!combined)
    goThroughAxes(access);
  if (!pointers)
    access.addresses.reset();
  return access;
}

// Only where one instruction moves the rows then: with a mask that each row has
// of its own, lanes would be further apart than they need be.
void Coalescer::goThroughAxes(Access &access) {
  AddressRun run =
      runFrom(*access.addresses, access.block, access.order.front());
  std::int64_t atOnce =
      std::min({run.length, run.alignment / access.elementBytes,
                std::int64_t(maxBytes / access.elementBytes)});
  if (Value mask = maskOf(access.op))
    atOnce =
        std::min(atOnce, constancyAlong(facts.of(mask), run, access.block));
  if (atOnce <= access.atOnce)
    return;
  access.atOnce = static_cast<unsigned>(atOnce);
  std::vector<unsigned> order;
  order.reserve(access.order.size());
  for (const AddressRun::Part &part : run.parts)
    order.push_back(part.axis);
  for (unsigned axis : access.order)
    if (!llvm::is_contained(order, axis))
      order.push_back(axis);
  access.order = std::move(order);
}

/// Elements go from operands to results of the same shape; but not to where
/// they are conditions, and constants are not the same elements.
void Coalescer::connect(Operation *op) {
  if (pointersOf(op) || op->getNumOperands() == 0 || isa<tt::SplatOp>(op))
    return;
  llvm::SmallVector<Value> together;
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && !type.getElementType().isInteger(1))
      together.push_back(value);
  };
  for (Value operand : op->getOperands())
    add(operand);
  for (Value result : op->getResults())
    add(result);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    for (Value argument : loop.getRegionIterArgs())
      add(argument);
  // What a region ends with is what its op has; which of them is not told
  // apart.
  if (op->hasTrait<OpTrait::IsTerminator>() && op->getParentOp() != nullptr &&
      !isa<FunctionOpInterface>(op->getParentOp()))
    for (Value result : op->getParentOp()->getResults())
      add(result);
  for (Value value : llvm::drop_begin(together, together.empty() ? 0 : 1))
    flow.unionSets(together.front().getAsOpaquePointer(),
                   value.getAsOpaquePointer());
}

// All that one tensor's elements go through can have one layout then. Only as
// many as there are for each thread.
unsigned Coalescer::elementsFor(const Access &access) {
  unsigned elements = access.atOnce;
  const void *data = access.data.getAsOpaquePointer();
  for (const Access &other : accesses)
    if (other.type.getShape() == access.type.getShape() &&
        other.order == access.order &&
        flow.isEquivalent(data, other.data.getAsOpaquePointer()))
      elements = std::max(elements, other.atOnce);
  std::uint64_t block = isa<tt::LoadOp>(access.op) ? copied.lookup(access.data)
                                                   : elementsOf(access.block);
  std::uint64_t threads = std::uint64_t(ir::warpsAt(access.op).value_or(1)) *
                          ir::lanesAt(access.op).value_or(DefaultLanes);
  elements = static_cast<unsigned>(std::min<std::uint64_t>(
      elements, std::max<std::uint64_t>(block / threads, 1)));
  return access.mayHaveGaps ? elements : std::min(elements, access.atOnce);
}

Attribute Coalescer::layoutFor(const Access &access) {
  std::vector<unsigned> sizePerThread(access.block.size(), 1);
  std::uint64_t elements = elementsFor(access);
  for (unsigned axis : access.order) {
    std::uint64_t taken = std::min(elements, access.block[axis]);
    sizePerThread[axis] = static_cast<unsigned>(taken);
    elements /= taken;
  }
  ThreadGrid threads = {.numWarps = ir::warpsAt(access.op).value_or(1),
                        .threadsPerWarp =
                            ir::lanesAt(access.op).value_or(DefaultLanes),
                        .numCTAs = 1};
  Result<BlockedEncoding> blocked =
      defaultBlocked(access.block, sizePerThread, access.order, threads);
  if (!blocked)
    return {};
  blocked->cga = blocksOf(access.type);
  return ir::layoutAttr(access.op->getContext(), *blocked);
}

void Coalescer::explain(const Access &access, RankedTensorType type) {
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout || !access.addresses)
    return;
  unsigned axis = access.order.front(), atOnce = access.atOnce;
  // One instruction moves all or nothing.
  if (Value mask = maskOf(access.op))
    atOnce = static_cast<unsigned>(std::min<int64_t>(
        atOnce, constancyAlong(facts.of(mask),
                               runFrom(*access.addresses, access.block, axis),
                               access.block)));
  WarpAccess warp =
      accessOf(*layout, *access.addresses, axis, atOnce, access.elementBytes);
  remark::passed(access.op->getLoc(),
                 remark::RemarkOpts::name("coalesced")
                     .category("tritongpu-coalesce")
                     .subCategory(access.op->getName().getStringRef()))
      << remark::metric("bytes-per-lane", warp.bytes)
      << remark::metric("sectors-per-warp", warp.sectors);
}

// Users stand behind what they use.
void Coalescer::countCopies() {
  std::vector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    for (Value result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type || !type.getEncoding())
        continue;
      auto [size, isNew] = sizes.try_emplace(type, 0);
      if (isNew)
        size->second = elementsOf(blockShapeOf(type));
      std::uint64_t most = size->second;
      for (Operation *user : result.getUsers())
        if (user->hasTrait<OpTrait::Elementwise>() ||
            isa<tt::ExpandDimsOp, tt::BroadcastOp, ttg::ConvertLayoutOp>(user))
          for (Value next : user->getResults())
            most = std::max(most, copied.lookup(next));
      copied[result] = most;
    }
}

void Coalescer::run() {
  countCopies();
  module.walk([&](Operation *op) {
    if (std::optional<Access> access = match(op))
      accesses.push_back(std::move(*access));
    connect(op);
  });
  std::vector<Attribute> layouts;
  layouts.reserve(accesses.size());
  for (const Access &access : accesses)
    layouts.push_back(layoutFor(access));
  for (auto [access, layout] : llvm::zip(accesses, layouts)) {
    if (!layout)
      continue;
    explain(access, access.type.cloneWithEncoding(layout));
    changeLayout(access.op, access.type.getShape(), layout);
  }
}

class TritonGPUCoalesce
    : public impl::TritonGPUCoalesceBase<TritonGPUCoalesce> {
public:
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    const Target *target = ir::nearestTargetOf(module);
    constexpr unsigned AnyTargetBytes = 16;
    unsigned bytes = target ? target->globalAccessBytes : AnyTargetBytes;
    if (unsigned asked = maxVecBits; asked != 0) {
      if (asked < 8 || !llvm::isPowerOf2_32(asked)) {
        module.emitError() << "expects a power of two from 8 on as "
                              "'max-vec-bits', but got "
                           << asked;
        return signalPassFailure();
      }
      bytes = asked / 8;
    }
    Coalescer(module, target, bytes).run();
  }
};

} // namespace
} // namespace heddle
