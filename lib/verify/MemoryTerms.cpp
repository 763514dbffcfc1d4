//===- MemoryTerms.cpp - Accesses of global memory as terms ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "heddle/ir/Amdg.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// How an access is carried out, not what it reads or writes.
constexpr llvm::StringRef Hints[] = {"cache",       "evict",
                                     "cachePolicy", "contiguity",
                                     "ignore_cta",  "operandSegmentSizes",
                                     "isVolatile"};

/// Does the access order others before or after it?
bool orders(tt::MemoryOrder order) { return order != tt::MemoryOrder::Relaxed; }

} // namespace

/// Those of the arguments that it may be derived from; all global memory if
/// that is not known.
llvm::SmallVector<unsigned>
FunctionTerms::regionsOf(const MemoryAccess &access) const {
  llvm::SmallVector<unsigned> accessed;
  bool isAny =
      access.bases == 0 || (access.bases & AnyBase) != 0 || access.isFence;
  for (unsigned region = 0; region < firstBuffer(); ++region)
    if (access.isOfAll || (isAny && region <= otherMemory()) ||
        (region < MostBases && (access.bases >> region & 1) != 0))
      accessed.push_back(region);
  return accessed;
}

TermRef FunctionTerms::memoryOf(llvm::ArrayRef<unsigned> accessed) {
  if (accessed.size() == 1)
    return regions[accessed.front()];
  TermList all;
  for (unsigned region : accessed)
    all.push_back(regions[region]);
  return terms.raw({.kind = TermKind::AllMemory, .operands = all});
}

bool FunctionTerms::write(const MemoryAccess &access,
                          llvm::ArrayRef<TermRef> operands,
                          DictionaryAttr attributes) {
  Operation *op = access.op;
  OperationName name = access.isOf.empty()
                           ? op->getName()
                           : OperationName(access.isOf, op->getContext());
  llvm::SmallVector<unsigned> accessed = regionsOf(access);
  unsigned bits = 0;
  for (Type type : op->getOperandTypes())
    bits = std::max(bits, indexBitsOf(type));
  TermList all = {memoryOf(accessed)};
  llvm::append_range(all, operands);
  TermRef after = terms.raw({.kind = TermKind::Write,
                             .name = name.getAsOpaquePointer(),
                             .attribute = attributes,
                             .data = {bits},
                             .operands = all});
  mark(after, op);
  ++effectCount;
  for (unsigned region : accessed)
    regions[region] = accessed.size() == 1
                          ? after
                          : terms.raw({.kind = TermKind::MemoryOf,
                                       .data = {Word(region)},
                                       .operands = {after}});
  // What was there before, or what has been read.
  for (OpResult result : op->getResults()) {
    unsigned resultBits = indexBitsOf(result.getType());
    TermRef whole = terms.raw({.kind = TermKind::Whole,
                               .type = elementOf(result.getType()),
                               .name = name.getAsOpaquePointer(),
                               .data = {result.getResultNumber(), resultBits},
                               .operands = {after}});
    set(result, terms.elements(whole, resultBits));
  }
  return true;
}

bool FunctionTerms::changeAll(Operation *op, DictionaryAttr attributes) {
  noteUnknown(op);
  // Assembly is given the registers of a thread, which layouts decide on.
  if (isa<ttg::InlineAsmOp>(op))
    attributes = withTypes(op, attributes);
  return write({.op = op, .bases = AnyBase, .isOfAll = true},
               valuesOf(op->getOperands()), attributes);
}

bool FunctionTerms::loadWhere(Operation *op, TermRef pointer, TermRef mask,
                              TermRef other) {
  TermRef memory = memoryOf(regionsOf({op, pointer->bases}));
  return set(op->getResult(0),
             terms.load({.kind = TermKind::Load,
                         .type = elementOf(op->getResult(0).getType()),
                         .operands = {memory, pointer, mask, other}}));
}

/// A load of a block of memory, as a tensor of its own.
bool FunctionTerms::read(const MemoryAccess &access,
                         DictionaryAttr attributes) {
  Operation *op = access.op;
  TermList operands = {memoryOf(regionsOf(access))};
  llvm::append_range(operands, valuesOf(op->getOperands()));
  OpResult result = op->getResult(0);
  llvm::SmallVector<Word> data = {0};
  for (std::int64_t size : cast<ShapedType>(result.getType()).getShape())
    data.push_back(static_cast<Word>(size));
  TermRef whole = terms.raw({.kind = TermKind::Whole,
                             .type = elementOf(result.getType()),
                             .name = op->getName().getAsOpaquePointer(),
                             .attribute = attributes,
                             .data = data,
                             .operands = operands});
  mark(whole, op);
  return set(result, terms.elements(whole, indexBitsOf(result.getType())));
}

/// The addresses of a buffer access: offsets count elements and are unsigned.
TermRef FunctionTerms::bufferAddress(Value pointer, Value offsets) {
  Type type = pointer.getType();
  Type wide = IntegerType::get(type.getContext(), 64);
  return terms.apply(
      {OperationName("tt.addptr", type.getContext()),
       {},
       type,
       {valueOf(pointer), terms.zeroExtended(wide, valueOf(offsets))}});
}

std::optional<bool> FunctionTerms::executeMemory(Operation *op) {
  auto all = [&] { return valuesOf(op->getOperands()); };
  DictionaryAttr meaning = meaningOf(op, Hints);
  return llvm::TypeSwitch<Operation *, std::optional<bool>>(op)
      .Case([&](tt::LoadOp access) {
        TermRef pointer = valueOf(access.getPtr());
        bool isBlock = isa<ShapedType>(
            cast<tt::PointerType>(elementOf(access.getPtr().getType()))
                .getPointee());
        if (access.getIsVolatile())
          return write({op, pointer->bases}, all(), meaning);
        return isBlock ? read({op, pointer->bases}, meaning)
                       : load(op, pointer, access.getMask(),
                              valueOrAbsent(access.getOther()));
      })
      .Case([&](tt::StoreOp access) {
        TermRef pointer = valueOf(access.getPtr());
        return storeWhere(op, pointer, valueOf(access.getValue()),
                          valueOrAbsent(access.getMask()), meaning);
      })
      .Case([&](amdg::BufferLoadOp access) {
        TermRef other = valueOrAbsent(access.getOther());
        if (!access.getOther() && access.getMask())
          other = terms.constant(Builder(op->getContext())
                                     .getZeroAttr(elementOf(access.getType())));
        if (op->hasAttr(amdg::BufferLoadOp::UndefinedOther))
          other = terms.absent();
        TermRef pointer = bufferAddress(access.getPtr(), access.getOffsets());
        return load(op, pointer, access.getMask(), other);
      })
      .Case([&](amdg::BufferStoreOp access) {
        return storeWhere(
            op, bufferAddress(access.getPtr(), access.getOffsets()),
            valueOf(access.getValue()), valueOrAbsent(access.getMask()), {});
      })
      .Case([&](tt::AtomicRMWOp access) {
        return update(op, valueOf(access.getPtr()), valueOf(access.getVal()),
                      access.getMask(), access.getSem());
      })
      .Case([&](amdg::BufferAtomicRMWOp access) {
        return update(op, bufferAddress(access.getPtr(), access.getOffsets()),
                      valueOf(access.getValue()), access.getMask(),
                      access.getSem());
      })
      .Case<tt::AtomicCASOp, tt::AtomicLoadOp, tt::AtomicStoreOp>(
          [&](auto access) {
            return write(
                {op, valueOf(access.getPtr())->bases, orders(access.getSem())},
                all(), meaning);
          })
      .Case<tt::DescriptorLoadOp, tt::DescriptorGatherOp>([&](auto access) {
        return read({op, valueOf(access.getDesc())->bases}, meaning);
      })
      .Case<tt::DescriptorStoreOp, tt::DescriptorReduceOp,
            tt::DescriptorScatterOp>([&](auto access) {
        return write({op, valueOf(access.getDesc())->bases}, all(), meaning);
      })
      .Case<tt::GridDependencyWaitOp, tt::GridDependencyLaunchDependentsOp>(
          [&](auto) { return write({op, AnyBase, true}, {}, {}); })
      .Default(std::nullopt);
}

/// Nothing where the mask is false; a mask that is true is none.
bool FunctionTerms::storeWhere(Operation *op, TermRef pointer, TermRef value,
                               TermRef where, DictionaryAttr attributes) {
  if (where->kind == TermKind::Integer) {
    if (where->data[0] == 0)
      return true;
    where = terms.absent();
  }
  return write({op, pointer->bases, false, tt::StoreOp::getOperationName()},
               {pointer, value, where}, attributes);
}

bool FunctionTerms::update(Operation *op, TermRef pointer, TermRef value,
                           Value mask, tt::MemoryOrder order) {
  TermRef where = valueOrAbsent(mask);
  if (where->kind == TermKind::Integer && where->data[0] != 0)
    where = terms.absent();
  return write(
      {op, pointer->bases, orders(order), tt::AtomicRMWOp::getOperationName()},
      {pointer, value, where}, meaningOf(op, Hints));
}

/// What the world hears is in order, but not ordered with memory.
std::optional<bool> FunctionTerms::executeMessage(Operation *op) {
  if (!isa<tt::PrintOp, tt::AssertOp>(op))
    return std::nullopt;
  TermList all = {regions[output()]};
  llvm::append_range(all, valuesOf(op->getOperands()));
  // An assertion that always holds says nothing.
  if (isa<tt::AssertOp>(op) && all[1]->kind == TermKind::Integer &&
      all[1]->data[0] != 0)
    return true;
  llvm::SmallVector<Word> data = {0};
  for (Type type : op->getOperandTypes())
    data.push_back(indexBitsOf(type));
  regions[output()] = terms.raw({.kind = TermKind::Write,
                                 .name = op->getName().getAsOpaquePointer(),
                                 .attribute = meaningOf(op),
                                 .data = data,
                                 .operands = all});
  mark(regions[output()], op);
  ++effectCount;
  return true;
}

} // namespace heddle::equivalence
