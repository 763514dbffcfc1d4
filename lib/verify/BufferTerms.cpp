//===- BufferTerms.cpp - Shared memory as terms ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer that is not mutable is what it was made of. Of a mutable one the
// value is the buffer's number, seen through its views, and the contents are a
// region of memory: a function of the index into the whole buffer.
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "heddle/f2/Elimination.h"
#include "heddle/f2/Subspace.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Ttng.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// The number of a buffer under views; null if it is no mutable buffer.
TermRef bufferUnder(TermRef term) {
  if (term->kind == TermKind::Part)
    term = term->operands[0];
  return term->kind == TermKind::Buffer ? term : nullptr;
}

/// Where an index of the view is in the buffer.
IndexMap viewOf(TermRef term) {
  if (term->kind != TermKind::Part)
    return IndexMap::identity(0);
  return IndexMap::ofRows(term->data.drop_front(), term->data[0]);
}

bool isMutable(Value buffer) {
  auto type = dyn_cast<ttg::MemDescType>(buffer.getType());
  return type && type.getMutableMemory();
}

} // namespace

/// Is every access of the buffer one that says where it is, and is done when it
/// ends?
bool FunctionTerms::canFollow(Value buffer) {
  llvm::SmallVector<Value> open = {buffer};
  while (!open.empty()) {
    Value view = open.pop_back_val();
    for (Operation *user : view.getUsers()) {
      APInt number;
      if (auto index = dyn_cast<ttg::MemDescIndexOp>(user);
          index && !matchPattern(index.getIndex(), m_ConstantInt(&number)))
        return false;
      if (isa<ttg::MemDescIndexOp, ttg::MemDescSubsliceOp, ttg::MemDescTransOp,
              ttg::MemDescReshapeOp>(user))
        open.push_back(user->getResult(0));
      else if (!isa<ttg::LocalLoadOp, ttg::LocalStoreOp, ttg::LocalDeallocOp>(
                   user) &&
               !isReadLikeAStore(user))
        return false;
    }
  }
  return true;
}

bool FunctionTerms::isFollowed(Value buffer) const {
  return !isMutable(buffer) || bufferUnder(valueOf(buffer)) != nullptr;
}

/// What is done with a buffer that is not followed is as far as possible a
/// function of what was done with all of them.
bool FunctionTerms::changeOtherBuffers(Operation *op,
                                       llvm::ArrayRef<TermRef> operands,
                                       DictionaryAttr attributes) {
  noteUnknown(op);
  TermRef &region = regions[otherBuffers()];
  TermList all = {region};
  llvm::append_range(all, operands);
  llvm::SmallVector<Word> data;
  for (Type type : op->getOperandTypes())
    data.push_back(indexBitsOf(type));
  region = terms.raw({.kind = TermKind::Write,
                      .name = op->getName().getAsOpaquePointer(),
                      .attribute = attributes,
                      .data = data,
                      .operands = all});
  mark(region, op);
  hasOtherBuffers = true;
  return true;
}

bool FunctionTerms::allocate(ttg::LocalAllocOp op) {
  if (!op.getType().getMutableMemory())
    return set(op, valueOf(op.getSrc()));
  Type element = op.getType().getElementType();
  if (followsRings)
    if (std::optional<RingPlan> plan = RingPlan::match(op))
      return allocateRing(op, std::move(*plan));
  if (followsRings && BarrierPlan::match(op))
    return allocateBarriers(op);
  if (!canFollow(op)) {
    // Each is another one.
    changeOtherBuffers(op, valuesOf(op->getOperands()), {});
    return executeWhole(op, {regions[otherBuffers()]});
  }
  unsigned bits = indexBitsOf(op.getType()), number = bufferCount++;
  TermRef contents =
      op.getSrc() ? valueOf(op.getSrc())
                  : terms.elements(
                        terms.raw({.kind = TermKind::Whole,
                                   .type = element,
                                   .name = op->getName().getAsOpaquePointer(),
                                   .data = {Word(number)}}),
                        bits);
  buffers.push_back({number, bits});
  regions.push_back(contents);
  TermRef buffer = terms.raw(
      {.kind = TermKind::Buffer, .type = element, .data = {Word(number)}});
  return set(op, terms.elements(buffer, bits));
}

TermRef *FunctionTerms::findContents(Operation *op, TermRef buffer) {
  for (auto [place, each] : llvm::enumerate(buffers))
    if (each.number == buffer->data[0])
      return &regions[firstBuffer() + place];
  stop(op, "cannot follow a buffer from another block");
  return nullptr;
}

TermRef FunctionTerms::contentsOf(Operation *op, Value buffer) {
  TermRef view = valueOf(buffer);
  if (TermRef whole = bufferUnder(view)) {
    if (ringOf(whole) != nullptr)
      return terms.pullBack(readRing(op, whole), viewOf(view));
    TermRef *contents = findContents(op, whole);
    return contents ? terms.pullBack(*contents, viewOf(view)) : nullptr;
  }
  if (!isMutable(buffer))
    return view;
  Type type = buffer.getType();
  TermRef contents =
      terms.raw({.kind = TermKind::Whole,
                 .type = elementOf(type),
                 .name = OperationName(ttg::LocalLoadOp::getOperationName(),
                                       op->getContext())
                             .getAsOpaquePointer(),
                 .data = {0, indexBitsOf(type)},
                 .operands = {regions[otherBuffers()], view}});
  mark(contents, op);
  return terms.elements(contents, indexBitsOf(type));
}

/// Elements of the buffer that the view has become those of the value.
bool FunctionTerms::storeBuffer(Operation *op, Value buffer, TermRef value) {
  TermRef view = valueOf(buffer), whole = bufferUnder(view);
  if (!whole)
    return changeOtherBuffers(op, {view, value}, {});
  if (ringOf(whole) != nullptr)
    return fillRing(op, whole, value);
  TermRef *contents = findContents(op, whole);
  if (!contents)
    return false;
  IndexMap map = viewOf(view);
  std::span<const Word> rows = map.rows();
  Result<f2::Matrix> matrix = f2::Matrix::fromRows(
      indexBitsOf(buffer.getType()), ListRef<Word>(rows.data(), rows.size()));
  Result<f2::Matrix> inverse =
      matrix ? f2::leftInverse(*matrix) : failure("no matrix");
  if (!inverse)
    return stop(op, "cannot follow a store through a view that repeats "
                    "elements");
  f2::Matrix inverseRows = f2::transpose(*inverse);
  std::span<const Word> back = inverseRows.columns();
  IndexMap valueMap =
      IndexMap::ofRows(llvm::ArrayRef<Word>(back.data(), back.size()),
                       f2::apply(*inverse, map.constant()));
  TermRef isInside = terms.integer(IntegerType::get(op->getContext(), 1), 1);
  f2::Subspace outside = f2::annihilator(f2::image(*matrix));
  for (Word form : outside.basis())
    isInside = terms.both(isInside,
                          terms.indexBit(form, !f2::dot(form, map.constant())));
  *contents =
      terms.select(isInside, terms.pullBack(value, valueMap), *contents);
  mark(*contents, op);
  return true;
}

std::optional<bool> FunctionTerms::executeBuffer(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<bool>>(op)
      .Case([&](ttg::LocalAllocOp alloc) { return allocate(alloc); })
      .Case([&](ttg::LocalLoadOp load) {
        TermRef contents = contentsOf(op, load.getSrc());
        return contents != nullptr && set(load, contents);
      })
      .Case([&](ttg::LocalStoreOp store) {
        return storeBuffer(op, store.getDst(), valueOf(store.getSrc()));
      })
      // Where threads wait for each other is decided after these programs.
      .Case<ttg::LocalDeallocOp, ttg::LocalBarrierOp, ttng::FenceAsyncSharedOp,
            amdg::InstructionSchedHintOp>([](auto) { return true; })
      .Case([&](ttg::BarrierOp barrier) {
        if (barrier.getAddrSpace() == ttg::AddressSpaces::Local)
          return true;
        return write({op, AnyBase, true}, {}, meaningOf(op));
      })
      .Case([&](gpu::BarrierOp) { return write({op, AnyBase, true}, {}, {}); })
      .Default(std::nullopt);
}

} // namespace heddle::equivalence
