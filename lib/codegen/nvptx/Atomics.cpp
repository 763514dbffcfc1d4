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
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Words.h"

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

/// What the instruction does, and the type it does it to; empty if it cannot.
/// (PTX ISA, atom.)
std::string operationOf(simt::Atomic kind, Type element) {
  unsigned bits = element.getIntOrFloatBitWidth();
  std::string width = std::to_string(bits);
  bool isWide = bits == 32 || bits == 64;
  auto of = [&](llvm::StringRef name, llvm::StringRef type) {
    return isWide ? (name + "." + type + width).str() : std::string();
  };
  switch (kind) {
  case simt::Atomic::And:
    return of("and", "b");
  case simt::Atomic::Or:
    return of("or", "b");
  case simt::Atomic::Xor:
    return of("xor", "b");
  case simt::Atomic::Add:
    return of("add", "u");
  case simt::Atomic::AddFloat:
    if (element.isF16())
      return "add.noftz.f16";
    return element.isBF16() ? "add.noftz.bf16" : of("add", "f");
  case simt::Atomic::Max:
    return of("max", "s");
  case simt::Atomic::Min:
    return of("min", "s");
  case simt::Atomic::MaxUnsigned:
    return of("max", "u");
  case simt::Atomic::MinUnsigned:
    return of("min", "u");
  case simt::Atomic::Exchange:
    return of("exch", "b");
  case simt::Atomic::CompareAndSwap:
    return bits == 16 ? "cas.b16" : of("cas", "b");
  }
  return {};
}

/// bf16 from sm_90 on, as clusters are. (PTX ISA, atom.)
bool hasAtomic(simt::AtomicOp op, const Target &target) {
  Type element = op.getType().getElementType();
  bool lacksType = element.isBF16() && !target.distributedShared;
  return !lacksType && !operationOf(op.getKind(), element).empty();
}

void emitAtomic(EmissionContext &context, simt::AtomicOp op) {
  bool isShared = op.getSpace() == simt::Space::Shared;
  Type element = op.getType().getElementType();
  unsigned bytes = simt::bytesOf(element);
  const char *constraint = bytes == 8 ? "l" : bytes == 4 ? "r" : "h";
  llvm::Type *integer = context.builder.getIntNTy(8 * bytes);
  std::string name = "atom." + nameOf(op.getOrder()).str() + "." +
                     nameOf(op.getReach()).str() +
                     (isShared ? ".shared." : ".global.") +
                     operationOf(op.getKind(), element);
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
      text = predicateText(operands.size()) + text;
    }
    llvm::Value *before = emitAssembly(
        context, text + ";", constraints + ",~{memory}", integer, operands);
    results.push_back(fromInteger(context, before, typeOf(context, element)));
  }
  context.set(op, results);
}

} // namespace

void addAtomics(EmitterTable &table) {
  table.add<simt::AtomicOp>(emitAtomic, hasAtomic);
}

} // namespace heddle::codegen
