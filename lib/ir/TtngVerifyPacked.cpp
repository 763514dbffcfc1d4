//===- TtngVerifyPacked.cpp - Rules of packed arithmetic ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "Views.h"
#include "heddle/ir/Ttng.h"

namespace heddle::ttng {

using namespace mlir;
using ir::expectShape;
using mlir::failure;

namespace {

/// Elements as instructions name them; each is a bit, so that a row of the
/// table names several.
enum Element : unsigned {
  E2M1 = 1,
  UE8M0 = 2,
  E4M3 = 4,
  E5M2 = 8,
  F16 = 16,
  BF16 = 32,
  F32 = 64,
  None = 0
};
constexpr unsigned Fp8 = E4M3 | E5M2;
constexpr unsigned Small = E2M1 | UE8M0 | Fp8;

unsigned elementOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (element.isInteger(8))
    return E2M1;
  if (isa<Float8E8M0FNUType>(element))
    return UE8M0;
  if (isa<Float8E4M3FNType>(element))
    return E4M3;
  if (isa<Float8E5M2Type>(element))
    return E5M2;
  if (element.isF16())
    return F16;
  return element.isBF16() ? BF16 : F32;
}

/// An instruction: the result, and the first two operands. What is added is
/// like the result.
struct Signature {
  unsigned result, first, second;
};

constexpr Signature Sums[] = {
    {F32, F32 | F16 | BF16, F32}, {F16, F16, F16},  {F16, F32, F32},
    {BF16, BF16, BF16},           {BF16, F32, F32}, {E4M3, Small, E4M3},
    {E5M2, Small, E5M2}};
constexpr Signature Products[] = {{F32, F32, F32},  {F16, F16, F16 | BF16},
                                  {F16, F32, F32},  {BF16, BF16, F16 | BF16},
                                  {BF16, F32, F32}, {Fp8, Small, Small}};
constexpr Signature Fmas[] = {{F32, F32 | F16 | BF16, F32},
                              {F16, F16, F16},
                              {BF16, BF16, BF16},
                              {Fp8, Small, Small}};
constexpr Signature Choices[] = {{F16, F16, F16}, {BF16, BF16, BF16}};

ArrayRef<Signature> signaturesOf(PackedArithKind kind) {
  switch (kind) {
  case PackedArithKind::Add:
  case PackedArithKind::Sub:
    return Sums;
  case PackedArithKind::Mul:
    return Products;
  case PackedArithKind::Fma:
    return Fmas;
  case PackedArithKind::Min:
  case PackedArithKind::Max:
    return Choices;
  }
  return {};
}

bool exists(PackedArithOp op) {
  unsigned result = elementOf(op.getType());
  unsigned first = elementOf(op.getOperands()[0].getType());
  unsigned second = elementOf(op.getOperands()[1].getType());
  if (op.getOperands().size() > 2 &&
      elementOf(op.getOperands()[2].getType()) != result)
    return false;
  return llvm::any_of(signaturesOf(op.getOpKind()), [&](const Signature &row) {
    return (row.result & result) != 0 && (row.first & first) != 0 &&
           (row.second & second) != 0;
  });
}

/// Elements of one instruction: 64 bits of f32, else 32 bits.
unsigned lanesOf(Type result) { return (elementOf(result) & Fp8) != 0 ? 4 : 2; }

/// The axis along which an operand of pairs is half as long as the result; none
/// if it is not.
std::optional<int64_t> halvedAxis(RankedTensorType pairs,
                                  RankedTensorType result) {
  if (pairs.getRank() != result.getRank())
    return std::nullopt;
  std::optional<int64_t> halved;
  for (int64_t axis = 0; axis < result.getRank(); ++axis) {
    if (pairs.getDimSize(axis) == result.getDimSize(axis))
      continue;
    if (halved || pairs.getDimSize(axis) * 2 != result.getDimSize(axis))
      return std::nullopt;
    halved = axis;
  }
  return halved;
}

/// A thread has both halves of its bytes, side by side.
LogicalResult verifyPairs(PackedArithOp op, RankedTensorType pairs,
                          RankedTensorType result,
                          std::optional<int64_t> &axis) {
  std::optional<int64_t> halved = halvedAxis(pairs, result);
  if (!halved || (axis && *axis != *halved))
    return op.emitOpError() << "expects pairs of e2m1 in a shape like "
                            << ir::shapeText(result.getShape())
                            << ", but half as long along one axis, the same of "
                               "all operands, but got "
                            << pairs;
  axis = halved;
  std::uint64_t below = 1;
  for (int64_t each = *axis + 1; each < result.getRank(); ++each)
    below *= static_cast<std::uint64_t>(result.getDimSize(each));
  return ir::expectRenamed(op, pairs, result,
                           [&](std::uint64_t number) {
                             return (number & (below - 1)) |
                                    (number & ~(below - 1)) << 1;
                           },
                           ir::Registers::NoCopies, {below});
}

} // namespace

LogicalResult PackedArithOp::verify() {
  size_t operands = getOpKind() == PackedArithKind::Fma ? 3 : 2;
  if (getOperands().size() != operands)
    return emitOpError() << "expects " << operands << " operands of '"
                         << stringifyPackedArithKind(getOpKind())
                         << "', but got " << getOperands().size();
  auto result = cast<RankedTensorType>(getType());
  if (ir::encodingOf(result) == nullptr)
    return emitOpError() << "expects tensors with layouts, but got " << result;
  if (!exists(*this)) {
    InFlightDiagnostic diagnostic =
        emitOpError() << "expects elements that an instruction of '"
                      << stringifyPackedArithKind(getOpKind())
                      << "' is for, but got ";
    llvm::interleaveComma(getOperands().getTypes(), diagnostic, [&](Type type) {
      diagnostic << getElementTypeOrSelf(type);
    });
    return diagnostic << " to " << result.getElementType();
  }
  std::optional<int64_t> axis;
  for (Type type : getOperands().getTypes()) {
    auto operand = cast<RankedTensorType>(type);
    if (elementOf(operand) == E2M1) {
      if (failed(verifyPairs(*this, operand, result, axis)))
        return failure();
      continue;
    }
    if (failed(expectShape(*this, "an operand", operand, result.getShape())))
      return failure();
    if (failed(ir::expectRenamed(*this, operand, result,
                                 [](std::uint64_t number) { return number; })))
      return failure();
  }
  Result<LinearLayout> layout = ir::linearLayoutOf(result);
  if (!layout)
    return success();
  std::uint64_t elements = 1;
  for (Word basis : layout->bases(Dim::Register))
    elements *= basis != 0 ? 2 : 1;
  if (elements % lanesOf(result) != 0)
    return emitOpError() << "expects " << lanesOf(result)
                         << " elements or more in a thread, but got "
                         << elements << " with " << result;
  return success();
}

} // namespace heddle::ttng
