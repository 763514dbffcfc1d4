//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

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

} // namespace

LogicalResult KernelEmitter::emitAtomic(simt::AtomicOp op) {
  bool isShared = op.getSpace() == simt::Space::Shared;
  Type element = op.getType().getElementType();
  unsigned bytes = simt::bytesOf(element);
  std::string operation = operationOf(op.getKind(), element);
  // From sm_90 on, as 8-bit floats are from sm_89 on.
  bool lacksType = element.isBF16() && !target.distributedShared;
  if (operation.empty() || lacksType)
    return refuse(op);
  const char *constraint = bytes == 8 ? "l" : bytes == 4 ? "r" : "h";
  llvm::Type *integer = builder.getIntNTy(8 * bytes);
  std::string name = "atom." + nameOf(op.getOrder()).str() + "." +
                     nameOf(op.getReach()).str() +
                     (isShared ? ".shared." : ".global.") + operation;
  bool isSwap = op.getKind() == simt::Atomic::CompareAndSwap;
  Registers results;
  for (auto [index, address] : llvm::enumerate(get(op.getAddresses()))) {
    llvm::SmallVector<llvm::Value *> operands = {
        isShared ? builder.CreateAdd(address, sharedBase()) : address};
    std::string constraints =
        std::string("=") + constraint + (isShared ? ",r," : ",l,") + constraint;
    std::string text = name + " $0, [$1], $2";
    if (isSwap) {
      operands.push_back(asInteger(get(op.getExpected())[index], bytes));
      constraints += std::string(",") + constraint;
      text += ", $3";
    }
    operands.push_back(asInteger(get(op.getValue())[index], bytes));
    if (op.getPredicates()) {
      operands.push_back(get(op.getPredicates())[index]);
      constraints += ",b";
      text = "@$" + std::to_string(operands.size()) + " " + text;
    }
    llvm::Value *before =
        assembly(text + ";", constraints + ",~{memory}", integer, operands);
    results.push_back(fromInteger(before, typeOf(element)));
  }
  set(op, results);
  return success();
}

} // namespace heddle
