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
    return AtomicOperation::CompareAndSwap;
  }
  llvm_unreachable("all kinds are above");
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
  std::optional<Access> access =
      Access::of(op.getKind(), op.getType().getElementType());
  return access && target.atomics.has(access->operation, access->type);
}

void emitAtomic(EmissionContext &context, simt::AtomicOp op) {
  bool isShared = op.getSpace() == simt::Space::Shared;
  Type element = op.getType().getElementType();
  unsigned bytes = simt::bytesOf(element);
  Access access = Access::of(op.getKind(), element).value();
  const char *constraint = bytes == 8 ? "l" : bytes == 4 ? "r" : "h";
  llvm::Type *integer = context.builder.getIntNTy(8 * bytes);
  std::string name = "atom." + nameOf(op.getOrder()).str() + "." +
                     nameOf(op.getReach()).str() +
                     (isShared ? ".shared." : ".global.") + ptxOf(access);
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
