//===- Call.cpp - An instruction of PTX with its operands -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

namespace heddle::ptx {

mlir::Type Type::element(mlir::MLIRContext *context) const {
  mlir::Builder builder(context);
  switch (kind) {
  case Kind::Float:
    return bits == 16   ? builder.getF16Type()
           : bits == 32 ? mlir::Type(builder.getF32Type())
                        : builder.getF64Type();
  case Kind::BFloat:
    return builder.getBF16Type();
  case Kind::E4M3:
    return mlir::Float8E4M3FNType::get(context);
  case Kind::E5M2:
    return mlir::Float8E5M2Type::get(context);
  default:
    return builder.getIntegerType(bits);
  }
}

std::optional<Type> parseType(llvm::StringRef name) {
  using Kind = Type::Kind;
  Type type;
  if (name == "pred")
    return Type{Kind::Bits, 1};
  type.isPair = name.consume_back("x2");
  if (name == "e4m3" || name == "e5m2")
    return Type{name == "e4m3" ? Kind::E4M3 : Kind::E5M2, 8, type.isPair};
  if (name.consume_front("bf"))
    type.kind = Kind::BFloat;
  else if (name.consume_front("f"))
    type.kind = Kind::Float;
  else if (name.consume_front("u"))
    type.kind = Kind::Unsigned;
  else if (name.consume_front("s"))
    type.kind = Kind::Signed;
  else if (!name.consume_front("b"))
    return std::nullopt;
  if (name.getAsInteger(10, type.bits))
    return std::nullopt;
  bool isHalf = type.bits == 16;
  bool isKnown =
      type.kind == Kind::BFloat ? isHalf
      : type.kind == Kind::Float
          ? isHalf || type.bits == 32 || type.bits == 64
          : type.bits == 8 || isHalf || type.bits == 32 || type.bits == 64;
  if (!isKnown || (type.isPair && !isHalf))
    return std::nullopt;
  return type;
}

bool Call::take(llvm::StringRef modifier) {
  auto *found = llvm::find(modifiers, modifier);
  if (found == modifiers.end())
    return false;
  modifiers.erase(found);
  return true;
}

void Call::refuse(const llvm::Twine &why) {
  if (fault.empty())
    fault = why.str();
}

Term Call::number(std::uint64_t value, unsigned bits) {
  Term any(ops, loc,
           mlir::arith::ConstantOp::create(
               ops, loc, ops.getIntegerAttr(ops.getIntegerType(bits), 0)));
  return any.number(llvm::APInt(bits, value, false, /*implicitTrunc=*/true));
}

Term Call::word(unsigned index, unsigned bits, bool isWider) {
  mlir::Value value = read(index, bits);
  if (!value)
    return number(0, bits);
  Term word(ops, loc, value);
  if (word.bits() > bits && isWider)
    return truncate(word, bits);
  if (word.bits() == bits)
    return word;
  refuse("expects a register of " + llvm::Twine(bits) + " bits as operand " +
         llvm::Twine(index) + ", but got one of " + llvm::Twine(word.bits()));
  return number(0, bits);
}

} // namespace heddle::ptx
