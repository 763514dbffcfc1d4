//===- PackedFloats.cpp - Floats of four bits -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Unpacks e2m1 (OCP MX 1.0, 5.3.3), two to a byte, into f16 or bf16: all
/// eight of a word at once. One byte permutation brings both of a byte to the
/// tops of the halves of a word; their signs stay, exponent and mantissa are
/// shifted to where those of the wider format end, and a product with a power
/// of two mends the bias. Subnormal patterns become what they should.
///
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "HeldElements.h"
#include "Registers.h"
#include "heddle/mathlib/PackedBytes.h"

namespace heddle {

using namespace mlir;

namespace {

/// Where exponent and mantissa of an e2m1 come to be in a format of 16 bits.
struct HalfFormat {
  /// Places from the top of a half, below the sign, down to them.
  unsigned shift;
  /// Both halves' exponents and mantissas.
  std::uint64_t mask;
  /// 2 to the difference of the biases.
  double scale;
};

HalfFormat formatOf(Type element) {
  return element.isBF16() ? HalfFormat{6, 0x01C001C0, 0x1p126}
                          : HalfFormat{3, 0x0E000E00, 0x1p14};
}

/// The two of byte `byte` as halves of a word, not yet scaled. `raised` is the
/// word four places further up, which has the lower one at a byte's top.
Term halvesOfByte(Term word, Term raised, unsigned byte,
                  const HalfFormat &format) {
  // Bytes 1 and 3 are the ones that count.
  std::uint64_t selector = (4 + byte) << 12U | byte << 4U;
  Term tops = permuteBytes(raised, word, selector);
  Term magnitudes = shiftRight(tops, format.shift) & wordOf(word, format.mask);
  return (tops & wordOf(word, 0x80008000)) | magnitudes;
}

/// The registers' bytes as twice as many floats, the lower four bits first.
Term unpack(Term bytes, Type element) {
  HalfFormat format = formatOf(element);
  Term patterns = floatsOfWords(
      bytes, element, 2 * countOf(bytes.get()),
      [&](Term word, unsigned count, llvm::SmallVectorImpl<Value> &halves) {
        Term raised = word << 4;
        for (unsigned byte = 0; byte < count; ++byte)
          halves.push_back(halvesOfByte(word, raised, byte, format).get());
      });
  return patterns * format.scale;
}

LogicalResult emitFp4ToFp(LoweringContext &context, ttg::Fp4ToFpOp op) {
  Type element = getElementTypeOrSelf(op.getType());
  if (!element.isF16() && !element.isBF16())
    return refuse(op) << "it has a result of " << element
                      << ", not of f16 or bf16";
  const LinearLayout source = context.layoutOf(op.getSrc());
  const LinearLayout layout = context.layoutOf(op.getResult());
  std::map<Element, std::int32_t> bytes = registersOfElements(source);
  RegisterNumbers numbers;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index) {
    Element at = elementIn(layout, index);
    std::uint64_t &along = at[op.getAxis()];
    auto half = static_cast<std::int32_t>(along & 1);
    along >>= 1;
    auto found = bytes.find(at);
    if (found == bytes.end())
      return refuse(op) << "a thread lacks elements of its result";
    numbers.push_back(2 * found->second + half);
  }
  Term unpacked = unpack(
      Term(context.builder, op.getLoc(), context.get(op.getSrc())), element);
  context.set(op, pick(context.builder, unpacked.get(), numbers));
  return success();
}

} // namespace

void registerPackedFloatEmitters(EmitterTable &table) {
  table.add<ttg::Fp4ToFpOp>(emitFp4ToFp);
}

} // namespace heddle
