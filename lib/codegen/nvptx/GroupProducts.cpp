//===- GroupProducts.cpp - wgmma ------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM has no intrinsics of the products. Their sums are tied to their
/// results, and waiting takes and gives all of them, so that nothing else comes
/// between: ptxas makes products wait for each other where another instruction
/// touches a sum.
///
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Parts.h"
#include "ProductConstraints.h"
#include "PtxText.h"
#include "SharedMemory.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/codegen/common/Words.h"
#include "mlir/IR/Matchers.h"

#include <optional>
#include <set>

namespace heddle::codegen {

using namespace mlir;

namespace {

/// A descriptor in halves; addresses change the lower one only. Of sums of 64
/// bits, ptxas 12.8 once made one whose halves came from a register that
/// nothing had written.
struct Descriptor {
  llvm::Value *low = nullptr, *high = nullptr;
};

/// With its address.
Descriptor descriptorAt(EmissionContext &context, Value address,
                        std::uint64_t descriptor) {
  constexpr unsigned UnitShift = 4, FieldMask = 0x3FFF;
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *units = builder.CreateAnd(
      builder.CreateLShr(sharedAddress(context, context.scalar(address)),
                         UnitShift),
      FieldMask);
  return {builder.CreateOr(
              units, builder.getInt32(static_cast<std::uint32_t>(descriptor))),
          builder.getInt32(static_cast<std::uint32_t>(descriptor >> 32))};
}

/// That of a tile so many bytes behind.
Descriptor tileAt(EmissionContext &context, const Descriptor &descriptor,
                  std::int32_t offset) {
  constexpr std::int32_t Unit = 16;
  auto units = static_cast<std::uint32_t>(offset / Unit);
  llvm::IRBuilder<> &builder = context.builder;
  return {builder.CreateAdd(descriptor.low, builder.getInt32(units)),
          descriptor.high};
}

/// ", 1, 1, 0, 1": signs of both factors, of floats; and which of those in
/// shared memory are transposed, of 16 bits.
std::string modifiersOf(simt::GroupMmaOp group) {
  ScalarType type = group.getInstruction().getA();
  std::string text;
  if (type == ScalarType::S8 || type == ScalarType::U8)
    return text;
  text += ", 1, 1";
  if (bitsOf(type) != 16)
    return text;
  if (group.getAAddress())
    text += group.getIsATransposed() ? ", 1" : ", 0";
  return text + (group.getIsBTransposed() ? ", 1" : ", 0");
}

/// An instruction that takes registers and gives them back, so that what
/// computes them stays before it, and what uses them behind.
Registers emitTied(EmissionContext &context, llvm::StringRef text,
                   llvm::ArrayRef<llvm::Value *> registers) {
  if (registers.empty()) {
    emitPlain(context, text);
    return {};
  }
  std::string constraints;
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *value : registers) {
    llvm::Type *type = value->getType();
    constraints += type->isFloatTy()    ? "=f,"
                   : type->isDoubleTy() ? "=d,"
                                        : "=r,";
    types.push_back(type);
  }
  constraints += tiedConstraints(static_cast<unsigned>(registers.size()));
  constraints += "~{memory}";
  bool isOne = registers.size() == 1;
  llvm::Value *made = emitAssembly(
      context, text, constraints,
      isOne ? types.front()
            : llvm::StructType::get(context.module.getContext(), types),
      registers);
  if (isOne)
    return {made};
  Registers results;
  for (unsigned index = 0; index < registers.size(); ++index)
    results.push_back(context.builder.CreateExtractValue(made, index));
  return results;
}

bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
}

class GroupEmitter {
public:
  GroupEmitter(EmissionContext &context, simt::GroupMmaOp group)
      : context(context), group(group), product(group.getInstruction()),
        row(*product.findOfGroup()),
        a(productOperand(context, group.getA(), product, row, MatrixOperand::A,
                         Singles::Words)),
        c(productOperand(context, group.getC(), product, row, MatrixOperand::C,
                         Singles::Floats)),
        isFromZero(isZero(group.getC())) {}

  void emit() {
    // Behind the fence no register of theirs is written any more.
    Registers all = a.values;
    if (!isFromZero)
      llvm::append_range(all, c.values);
    all = emitTied(context, "wgmma.fence.sync.aligned;", all);
    auto *sums = all.begin() + a.values.size();
    a.values.assign(all.begin(), sums);
    if (!isFromZero)
      c.values.assign(sums, all.end());
    std::optional<Descriptor> left;
    if (group.getAAddress())
      left = descriptorAt(context, group.getAAddress(),
                          static_cast<std::uint64_t>(*group.getADescriptor()));
    Descriptor right =
        descriptorAt(context, group.getBAddress(),
                     static_cast<std::uint64_t>(group.getBDescriptor()));
    // What C was counts for the first product of each of its fragments.
    std::set<std::int32_t> begun;
    llvm::ArrayRef<std::int32_t> products = group.getProducts();
    for (std::size_t at = 0; at < products.size(); at += 3) {
      bool isFirst = begun.insert(products[at + 2]).second;
      emitOne(left, right, products.slice(at, 3), isFirst);
    }
    emitPlain(context, "wgmma.commit_group.sync.aligned;");
    setHeld(context, group.getD(), c.values);
  }

private:
  void emitOne(const std::optional<Descriptor> &left, const Descriptor &right,
               llvm::ArrayRef<std::int32_t> numbers, bool isFirst) {
    // The sums come first among the operands, too, unless they only begin.
    bool begins = isFirst && isFromZero;
    Registers operands;
    std::string constraints = resultConstraints(c);
    unsigned next = c.count;
    if (!begins) {
      llvm::append_range(operands, c.fragment(numbers[2]));
      constraints += tiedConstraints(c.count);
      next += c.count;
    }
    std::string before,
        text = mnemonicOf(row, product.types(), product.getN()) + " " +
               vectorText(0, c.count) + ", ";
    auto add = [&](llvm::Value *value, llvm::StringRef constraint) {
      operands.push_back(value);
      constraints += constraint.str() + ",";
      return "$" + std::to_string(next++);
    };
    auto addTile = [&](const Descriptor &descriptor, std::int32_t offset,
                       const std::string &name) {
      Descriptor tile = tileAt(context, descriptor, offset);
      std::string low = add(tile.low, "r"), high = add(tile.high, "r");
      before += ".reg .b64 " + name + "; mov.b64 " + name + ", {" + low + ", " +
                high + "}; ";
      return name;
    };
    if (!left) {
      text += vectorText(next, a.count);
      for (llvm::Value *value : a.fragment(numbers[0]))
        static_cast<void>(add(value, "r"));
    } else {
      text += addTile(*left, numbers[0], "left");
    }
    text += ", " + addTile(right, numbers[1], "right") + ", ";
    text += begins ? "0"
            : isFirst && group.getUseC()
                ? add(context.scalar(group.getUseC()), "b")
                : "1";
    text += modifiersOf(group) + ";";
    constraints += "~{memory}";
    setFragment(context, c, numbers[2],
                emitAssembly(context, "{ " + before + text + " }", constraints,
                             resultType(context, c), operands));
  }

  EmissionContext &context;
  simt::GroupMmaOp group;
  simt::ProductAttr product;
  const MatrixInstruction &row;
  ProductOperand a, c;
  /// C is zero, and need not be read.
  bool isFromZero;
};

void emitGroup(EmissionContext &context, simt::GroupMmaOp group) {
  GroupEmitter(context, group).emit();
}

/// The last op up to this one, of its block, that does more than compute; null
/// if there is none.
Operation *lastEffect(Operation *op) {
  while (op != nullptr && isMemoryEffectFree(op))
    op = op->getPrevNode();
  return op;
}

/// May nothing but computing stand between a fence and the wait, in an
/// iteration or from one to the next? A fence anywhere in the op before counts.
bool mayFollowFence(simt::GroupWaitOp wait) {
  Operation *before = lastEffect(wait->getPrevNode());
  if (before == nullptr && isa<LoopLikeOpInterface>(wait->getParentOp()))
    before = lastEffect(wait->getBlock()->getTerminator()->getPrevNode());
  return before != nullptr &&
         before
             ->walk([](simt::ProxyFenceOp) { return WalkResult::interrupt(); })
             .wasInterrupted();
}

// ptxas (12.8, 12.9) crashes when it unrolls a loop in which a wait comes right
// behind a fence. `bar.warp.sync` keeps them apart, and becomes a NOP.
void emitWait(EmissionContext &context, simt::GroupWaitOp wait) {
  if (mayFollowFence(wait))
    emitWarpBarrier(context);
  Registers all;
  llvm::SmallVector<std::size_t> counts;
  for (Value value : wait.getRegisters()) {
    Registers held = heldBy(context, value);
    counts.push_back(held.size());
    llvm::append_range(all, held);
  }
  std::string text = "wgmma.wait_group.sync.aligned " +
                     std::to_string(wait.getPending()) + ";";
  Registers made = emitTied(context, text, all);
  auto next = made.begin();
  for (auto [count, result] : llvm::zip(counts, wait.getResults())) {
    setHeld(context, result, Registers(next, next + count));
    next += count;
  }
}

void emitFence(EmissionContext &context, simt::ProxyFenceOp) {
  emitPlain(context, "fence.proxy.async.shared::cta;");
}

} // namespace

void addGroupProducts(EmitterTable &table) {
  table.add<simt::GroupMmaOp>(emitGroup, hasGroupMma);
  table.add<simt::GroupWaitOp>(emitWait);
  table.add<simt::ProxyFenceOp>(emitFence);
}

} // namespace heddle::codegen
