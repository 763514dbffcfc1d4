//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "PtxText.h"
#include "SharedMemory.h"
#include "heddle/codegen/common/AccessOrder.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Words.h"
#include "heddle/simt/Orders.h"
#include "heddle/target/Reductions.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

llvm::StringRef nameOf(simt::Order order) {
  switch (order) {
  case simt::Order::Relaxed:
    return "relaxed";
  case simt::Order::Acquire:
    return "acquire";
  case simt::Order::Release:
    return "release";
  case simt::Order::AcquireRelease:
    return "acq_rel";
  }
  return {};
}

llvm::StringRef nameOf(simt::Reach reach) {
  switch (reach) {
  case simt::Reach::Gpu:
    return "gpu";
  case simt::Reach::Block:
    return "cta";
  case simt::Reach::System:
    return "sys";
  }
  return {};
}

/// Kinds that are loops of compare-and-swap.
bool isLoop(simt::Atomic kind) {
  return kind == simt::Atomic::MaxFloat || kind == simt::Atomic::MinFloat;
}

/// Every chip counts words (PTX ISA, atom).
bool isCounter(simt::Atomic kind) {
  return kind == simt::Atomic::Increment || kind == simt::Atomic::Decrement;
}

/// An access as the table of GPUs has it. Bits have no sign.
struct Access {
  AtomicOperation operation;
  ScalarType type;

  /// Nothing for an element type that no operation of the kind has.
  static std::optional<Access> of(simt::Atomic kind, Type element);
};

std::optional<ScalarType> integerOf(unsigned bits, bool isSigned) {
  switch (bits) {
  case 16:
    return isSigned ? std::nullopt : std::optional(ScalarType::U16);
  case 32:
    return isSigned ? ScalarType::S32 : ScalarType::U32;
  case 64:
    return isSigned ? ScalarType::S64 : ScalarType::U64;
  default:
    return std::nullopt;
  }
}

std::optional<ScalarType> floatOf(Type element) {
  if (element.isF16())
    return ScalarType::F16;
  if (element.isBF16())
    return ScalarType::BF16;
  if (element.isF32())
    return ScalarType::F32;
  return element.isF64() ? std::optional(ScalarType::F64) : std::nullopt;
}

AtomicOperation operationOf(simt::Atomic kind) {
  switch (kind) {
  case simt::Atomic::And:
    return AtomicOperation::And;
  case simt::Atomic::Or:
    return AtomicOperation::Or;
  case simt::Atomic::Xor:
    return AtomicOperation::Xor;
  case simt::Atomic::Add:
  case simt::Atomic::AddFloat:
    return AtomicOperation::Add;
  case simt::Atomic::Max:
  case simt::Atomic::MaxUnsigned:
    return AtomicOperation::Maximum;
  case simt::Atomic::Min:
  case simt::Atomic::MinUnsigned:
    return AtomicOperation::Minimum;
  case simt::Atomic::Exchange:
    return AtomicOperation::Exchange;
  case simt::Atomic::CompareAndSwap:
  case simt::Atomic::MaxFloat:
  case simt::Atomic::MinFloat:
    return AtomicOperation::CompareAndSwap;
  case simt::Atomic::Increment:
  case simt::Atomic::Decrement:
    break;
  }
  llvm_unreachable("counters are not in the table");
}

std::optional<Access> Access::of(simt::Atomic kind, Type element) {
  bool isSigned = kind == simt::Atomic::Max || kind == simt::Atomic::Min;
  std::optional<ScalarType> type =
      kind == simt::Atomic::AddFloat
          ? floatOf(element)
          : integerOf(element.getIntOrFloatBitWidth(), isSigned);
  return type ? std::optional(Access{operationOf(kind), *type}) : std::nullopt;
}

/// PTX ISA, atom: ".op.type".
std::string ptxOf(const Access &access) {
  std::string width = std::to_string(bitsOf(access.type));
  switch (access.operation) {
  case AtomicOperation::And:
    return "and.b" + width;
  case AtomicOperation::Or:
    return "or.b" + width;
  case AtomicOperation::Xor:
    return "xor.b" + width;
  case AtomicOperation::Exchange:
    return "exch.b" + width;
  case AtomicOperation::CompareAndSwap:
    return "cas.b" + width;
  case AtomicOperation::Add: {
    bool isHalf =
        access.type == ScalarType::F16 || access.type == ScalarType::BF16;
    return concat(isHalf ? "add.noftz." : "add.", nameOf(access.type));
  }
  case AtomicOperation::Maximum:
    return concat("max.", nameOf(access.type));
  case AtomicOperation::Minimum:
    return concat("min.", nameOf(access.type));
  }
  llvm_unreachable("all operations are above");
}

bool hasAtomic(simt::AtomicOp op, const Target &target) {
  Type element = op.getType().getElementType();
  if (op.getBuffer())
    return false;
  if (isCounter(op.getKind()))
    return element.isInteger(32);
  if (isLoop(op.getKind()) && !floatOf(element))
    return false;
  std::optional<Access> access = Access::of(op.getKind(), element);
  return access && target.atomics.has(access->operation, access->type);
}

/// PTX ISA, atom: ".op.type" of the instruction.
std::string operationText(simt::Atomic kind, Type element) {
  if (isCounter(kind))
    return kind == simt::Atomic::Increment ? "inc.u32" : "dec.u32";
  return ptxOf(Access::of(kind, element).value());
}

/// How bits become a number that can be compared.
std::string numberText(Type element, const std::string &number,
                       const std::string &bits) {
  if (element.isF16())
    return "cvt.f32.f16 " + number + ", " + bits + ";\n\t";
  if (element.isBF16())
    return "mov.b32 " + number + ", {zero, " + bits + "};\n\t";
  return "mov.b" + std::to_string(element.getIntOrFloatBitWidth()) + " " +
         number + ", " + bits + ";\n\t";
}

/// Swaps until nobody came between, $0 being what was there before, $1 the
/// address, $2 the value, $3 the predicate, if there is one.
/// Chips before sm_80 compare no halves, hence the numbers of 32 bits.
std::string extremumText(simt::AtomicOp op, simt::Order order, bool isShared) {
  Type element = op.getType().getElementType();
  std::string width = std::to_string(element.getIntOrFloatBitWidth());
  std::string number = element.isF64() ? ".f64" : ".f32";
  std::string space = isShared ? ".shared" : ".global";
  std::string reach = nameOf(op.getReach()).str();
  bool isMax = op.getKind() == simt::Atomic::MaxFloat;
  std::string text = "{\n\t.reg .pred better, nan, again;\n\t.reg .b" + width +
                     " old, best, seen;\n\t.reg " + number +
                     " was, is;\n\t.reg .b16 zero;\n\tmov.b16 zero, 0;\n\t";
  if (op.getPredicates())
    text += "@!$3 bra Done;\n\t";
  text += "ld.relaxed." + reach + space + ".b" + width + " old, [$1];\n\t" +
          numberText(element, "is", "$2") + "Again:\n\t" +
          numberText(element, "was", "old") + "setp." + (isMax ? "gt" : "lt") +
          number + " better, is, was;\n\tsetp.nan" + number +
          " nan, was, was;\n\tor.pred better, better, nan;\n\tselp.b" + width +
          " best, $2, old, better;\n\tatom." + nameOf(order).str() + "." +
          reach + space + ".cas.b" + width +
          " seen, [$1], old, best;\n\tsetp.ne.b" + width +
          " again, seen, old;\n\tmov.b" + width +
          " old, seen;\n\t@again bra Again;\n\tmov.b" + width +
          " $0, old;\n\tDone:\n\t}";
  return text;
}

/// Both that release and that acquire; there are no others (PTX ISA, fence).
void emitFence(EmissionContext &context, simt::Reach reach) {
  emitPlain(context, concat("fence.acq_rel.", nameOf(reach), ";"));
}

void emitAtomic(EmissionContext &context, simt::AtomicOp op) {
  bool isShared = op.getSpace() == simt::Space::Shared;
  Type element = op.getType().getElementType();
  unsigned bytes = simt::bytesOf(element);
  const char *constraint = bytes == 8 ? "l" : bytes == 4 ? "r" : "h";
  llvm::Type *integer = context.builder.getIntNTy(8 * bytes);
  AccessOrder order =
      AccessOrder::of(op, op.getOrder(), simt::registerCount(op.getType()) > 1);
  if (order.releasesBefore)
    emitFence(context, op.getReach());
  std::string name = "atom." + nameOf(order.each).str() + "." +
                     nameOf(op.getReach()).str() +
                     (isShared ? ".shared." : ".global.") +
                     operationText(op.getKind(), element);
  bool isSwap = op.getKind() == simt::Atomic::CompareAndSwap;
  Registers results;
  for (auto [index, address] :
       llvm::enumerate(context.get(op.getAddresses()))) {
    Registers operands = {isShared ? sharedAddress(context, address) : address};
    std::string constraints =
        std::string("=") + constraint + (isShared ? ",r," : ",l,") + constraint;
    std::string text = name + " $0, [$1], $2";
    if (isSwap) {
      operands.push_back(
          asInteger(context, context.get(op.getExpected())[index], bytes));
      constraints += std::string(",") + constraint;
      text += ", $3";
    }
    operands.push_back(
        asInteger(context, context.get(op.getValue())[index], bytes));
    if (op.getPredicates()) {
      operands.push_back(context.get(op.getPredicates())[index]);
      constraints += ",b";
      text.insert(0, predicateText(operands.size()));
    }
    if (isLoop(op.getKind()))
      text = extremumText(op, order.each, isShared);
    else
      text += ";";
    llvm::Value *before = emitAssembly(
        context, text, constraints + ",~{memory}", integer, operands);
    results.push_back(fromInteger(context, before, typeOf(context, element)));
  }
  if (order.acquiresBehind)
    emitFence(context, op.getReach());
  context.set(op, results);
}

bool hasReduction(simt::ReductionOp op, const Target &target) {
  auto type = cast<VectorType>(op.getValue().getType());
  std::optional<ScalarType> element = floatOf(type.getElementType());
  return element && op.getAccessBytes() <= reductionBytes(target, *element);
}

void emitReduction(EmissionContext &context, simt::ReductionOp op) {
  Type element = cast<VectorType>(op.getValue().getType()).getElementType();
  unsigned bytes = simt::bytesOf(element), width = op.getWidth();
  const char *constraint = bytes == 4 ? ",r" : ",h";
  llvm::StringRef type = nameOf(floatOf(element).value());
  // An instruction that gives nothing back acquires nothing (PTX ISA, red).
  AccessOrder order =
      AccessOrder::of(op, op.getOrder(),
                      op.getAt().size() > 1 || simt::acquires(op.getOrder()));
  if (order.releasesBefore)
    emitFence(context, op.getReach());
  std::string name =
      "red." + nameOf(order.each).str() + "." + nameOf(op.getReach()).str() +
      ".global.add" + (bytes == 4 ? "" : ".noftz") +
      (width == 1 ? "" : ".v" + std::to_string(width)) + "." + type.str();
  for (auto [index, base] : llvm::enumerate(op.getAt())) {
    Registers operands = {context.get(op.getBases())[base]};
    std::string constraints = "l", list;
    for (unsigned each = 0; each < width; ++each) {
      operands.push_back(asInteger(
          context, context.get(op.getValue())[index * width + each], bytes));
      constraints += constraint;
      list += (each == 0 ? "$" : ", $") + std::to_string(each + 1);
    }
    std::string text = name + " [$0+" + std::to_string(op.getOffsets()[index]) +
                       "], " + (width == 1 ? list : "{" + list + "}") + ";";
    if (op.getPredicates()) {
      operands.push_back(context.get(op.getPredicates())[index]);
      constraints += ",b";
      text.insert(0, predicateText(width + 1));
    }
    emitAssembly(context, text, constraints + ",~{memory}",
                 context.builder.getVoidTy(), operands);
  }
  if (order.acquiresBehind)
    emitFence(context, op.getReach());
}

} // namespace

void addAtomics(EmitterTable &table) {
  table.add<simt::AtomicOp>(emitAtomic, hasAtomic);
  table.add<simt::ReductionOp>(emitReduction, hasReduction);
}

} // namespace heddle::codegen
