//===- EngineTerms.cpp - Tensor maps and stores of the engine -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map that the kernel writes itself is the descriptor that
// `tt.make_tensor_descriptor` makes, if its fields are those that this
// descriptor has on the engine. A store by the engine is a store, if nobody can
// see that it takes its time.
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/ir/Ttng.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// How a tensor map comes about: it is written, fenced and used in this order,
/// once in the function, in memory that nobody else knows.
struct MapPlan {
  ttng::TensormapCreateOp create;

  static std::optional<MapPlan> match(Value memory);
  /// Is it what the engine needs for this type?
  bool isFor(tt::TensorDescType type) const;
};

std::optional<MapPlan> MapPlan::match(Value memory) {
  if (!memory.getDefiningOp<ttg::GlobalScratchAllocOp>())
    return std::nullopt;
  MapPlan plan;
  ttng::TensormapFenceproxyAcquireOp acquire;
  llvm::SmallVector<Operation *> uses;
  for (Operation *user : memory.getUsers()) {
    if (user->getBlock() != memory.getParentBlock())
      return std::nullopt;
    if (auto create = dyn_cast<ttng::TensormapCreateOp>(user)) {
      if (plan.create || create.getDescPtr() != memory ||
          create.getGlobalAddress() == memory)
        return std::nullopt;
      plan.create = create;
    } else if (auto fence =
                   dyn_cast<ttng::TensormapFenceproxyAcquireOp>(user)) {
      if (!acquire || fence->isBeforeInBlock(acquire))
        acquire = fence;
    } else if (isa<ttng::ReinterpretTensorDescOp>(user)) {
      uses.push_back(user);
    } else {
      return std::nullopt;
    }
  }
  bool isInOrder = plan.create && acquire &&
                   isa<tt::FuncOp>(plan.create->getParentOp()) &&
                   plan.create->isBeforeInBlock(acquire) &&
                   llvm::all_of(uses, [&](Operation *use) {
                     return acquire->isBeforeInBlock(use);
                   });
  return isInOrder ? std::optional(plan) : std::nullopt;
}

bool areConstants(ValueRange values, ArrayRef<std::uint32_t> numbers) {
  return values.size() == numbers.size() &&
         llvm::all_of(llvm::zip(values, numbers), [](auto each) {
           APInt number;
           return matchPattern(std::get<0>(each), m_ConstantInt(&number)) &&
                  number == std::get<1>(each);
         });
}

bool MapPlan::isFor(tt::TensorDescType type) const {
  constexpr unsigned Unit = 16;
  ttng::TensormapCreateOp map = create;
  auto pointer = cast<tt::PointerType>(map.getGlobalAddress().getType());
  std::optional<TensorMap::Element> element =
      engineElement(type.getElementType());
  if (!element || !type.getLayout() ||
      pointer.getPointee() != type.getElementType())
    return false;
  Result<unsigned> swizzle = engineSwizzle(type.getLayout());
  if (!swizzle)
    return false;
  unsigned mode = *swizzle == 0 ? 0 : llvm::Log2_32(*swizzle / Unit);
  auto box = engineBox(type.getShape(), heddle::bytesOf(*element), *swizzle);
  std::size_t rank = type.getShape().size();
  llvm::SmallVector<std::uint32_t> ones(rank, 1);
  bool isNan = map.getFillMode() == 1;
  return areConstants(map.getBoxDim(), box) &&
         areConstants(map.getElementStride(), ones) &&
         map.getGlobalDim().size() == rank &&
         map.getGlobalStride().size() + 1 == rank &&
         map.getElemType() == static_cast<std::uint32_t>(*element) &&
         map.getInterleaveLayout() == 0 && map.getSwizzleMode() == mode &&
         (map.getFillMode() == 0 ||
          (isNan && isa<FloatType>(type.getElementType())));
}

/// Does an op use memory of the GPU that all have?
bool touchesMemory(Operation *op) {
  return !isMemoryEffectFree(op) &&
         !isa<ttg::LocalAllocOp, ttg::LocalDeallocOp, ttg::LocalStoreOp,
              ttng::TMAStoreWaitOp, ttng::InvalBarrierOp, tt::ReturnOp>(op);
}

/// Is the source there until the store has read it, and does nobody in this
/// program look at what it stores?
bool isLikeAStore(ttng::AsyncTMACopyLocalToGlobalOp copy) {
  auto alloc = copy.getSrc().getDefiningOp<ttg::LocalAllocOp>();
  if (!alloc || alloc->getBlock() != copy->getBlock() ||
      !isa<tt::FuncOp>(copy->getParentOp()) ||
      copy->getBlock()->getNumSuccessors() != 0)
    return false;
  bool isRead = false;
  for (Operation *op = copy->getNextNode(); op != nullptr;
       op = op->getNextNode()) {
    if (touchesMemory(op))
      return false;
    if (auto wait = dyn_cast<ttng::TMAStoreWaitOp>(op))
      isRead |= wait.getPendings() == 0;
    bool usesBuffers =
        llvm::any_of(op->getOperandTypes(), llvm::IsaPred<ttg::MemDescType>);
    if (!isRead && usesBuffers)
      return false;
  }
  return isRead && llvm::all_of(alloc->getUsers(), [&](Operation *user) {
           return user == copy || isa<ttg::LocalDeallocOp>(user) ||
                  user->isBeforeInBlock(copy);
         });
}

/// Are all stores of the engine in the function like that?
bool areLikeStores(Operation *op) {
  return !op->getParentOfType<tt::FuncOp>()
              ->walk([](Operation *each) {
                auto copy = dyn_cast<ttng::AsyncTMACopyLocalToGlobalOp>(each);
                bool isOther =
                    isa<ttng::AsyncTMAReduceOp, ttng::AsyncTMAScatterOp>(each);
                return isOther || (copy && !isLikeAStore(copy))
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

} // namespace

bool FunctionTerms::isReadLikeAStore(Operation *op) {
  auto copy = dyn_cast<ttng::AsyncTMACopyLocalToGlobalOp>(op);
  return copy && isLikeAStore(copy);
}

/// A number of elements for one of bytes; null if it is not known to be one.
TermRef FunctionTerms::elementsOf(TermRef bytes, unsigned size) {
  auto each = static_cast<std::int64_t>(size);
  llvm::SmallVector<Summand> parts;
  Polynomial all = terms.polynomial(bytes);
  for (const Summand &summand : all.summands()) {
    auto coefficient = static_cast<std::int64_t>(summand.coefficient);
    if (coefficient % each != 0)
      return nullptr;
    parts.push_back({summand.factors, static_cast<Word>(coefficient / each)});
  }
  return terms.ofPolynomial(bytes->type,
                            Polynomial::ofSummands(64, std::move(parts)));
}

/// The descriptor that `tt.make_tensor_descriptor` would have made.
bool FunctionTerms::readMap(ttng::ReinterpretTensorDescOp op) {
  auto type = dyn_cast<tt::TensorDescType>(op.getType());
  std::optional<MapPlan> plan = MapPlan::match(op.getRawDesc());
  if (!type || !plan || !plan->isFor(type))
    return stop(op, "cannot follow what the tensor map describes");
  ttng::TensormapCreateOp map = plan->create;
  TermList operands = {valueOf(map.getGlobalAddress())};
  for (Value size : llvm::reverse(map.getGlobalDim()))
    operands.push_back(valueOf(size));
  unsigned bytes = heddle::bytesOf(*engineElement(type.getElementType()));
  for (Value stride : llvm::reverse(map.getGlobalStride())) {
    TermRef elements = elementsOf(valueOf(stride), bytes);
    if (elements == nullptr)
      return stop(op, "cannot tell strides of elements from those of bytes");
    operands.push_back(elements);
  }
  MLIRContext *context = op.getContext();
  operands.push_back(terms.integer(IntegerType::get(context, 64), 1));
  NamedAttrList attributes;
  if (map.getFillMode() == 1)
    attributes.set("padding",
                   tt::PaddingOptionAttr::get(context, tt::PaddingOption::Nan));
  return set(
      op,
      terms.raw({.kind = TermKind::Whole,
                 .type = elementOf(type),
                 .name = OperationName(tt::MakeTensorDescOp::getOperationName(),
                                       context)
                             .getAsOpaquePointer(),
                 .attribute = attributes.getDictionary(context),
                 .data = {0},
                 .operands = operands}));
}

std::optional<bool> FunctionTerms::executeEngine(Operation *op) {
  if (auto scratch = dyn_cast<ttg::GlobalScratchAllocOp>(op);
      scratch && MapPlan::match(scratch.getResult()))
    return set(scratch, terms.absent());
  if (isa<ttng::TensormapCreateOp, ttng::TensormapFenceproxyAcquireOp>(op) &&
      MapPlan::match(op->getOperand(0)))
    return true;
  if (auto map = dyn_cast<ttng::ReinterpretTensorDescOp>(op);
      map && MapPlan::match(map.getRawDesc()))
    return readMap(map);
  if (isa<ttng::TMAStoreWaitOp>(op) && areLikeStores(op))
    return true;
  auto copy = dyn_cast<ttng::AsyncTMACopyLocalToGlobalOp>(op);
  if (!copy || !isLikeAStore(copy) || !isFollowed(copy.getSrc()))
    return std::nullopt;
  TermRef contents = contentsOf(copy, copy.getSrc());
  if (contents == nullptr)
    return false;
  if (auto access = blockAccess(copy.getDesc(), copy.getCoord()))
    return storeWhere(copy, access->pointer, contents, access->isInside, {});
  TermRef descriptor = valueOf(copy.getDesc());
  TermList operands = {descriptor, contents};
  llvm::append_range(operands, valuesOf(copy.getCoord()));
  return write({copy, descriptor->bases, false,
                tt::DescriptorStoreOp::getOperationName()},
               operands, {});
}

} // namespace heddle::equivalence
