//===- BitFieldInstructions.cpp - Parts of words in PTX -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle::ptx {

namespace {

using namespace mlir;

Term allOnes(Term like) {
  return like.number(llvm::APInt::getAllOnes(like.bits()));
}

/// x moved by an amount of its own type; zero if nothing is left.
Term movedUp(Term x, Term by) {
  Term fits = isBelow(by, by.number(x.bits()));
  return choose(fits, x << choose(fits, by, by.number(0)), x.number(0));
}
Term movedDown(Term x, Term by) {
  Term fits = isBelow(by, by.number(x.bits()));
  return choose(fits, shiftRight(x, choose(fits, by, by.number(0))),
                x.number(0));
}
/// So many ones from below.
Term lowOnes(Term count) {
  return movedUp(count.number(1), count) - count.number(1);
}

/// The lowest byte of a position or a length, as wide as the field.
Term byteOf(Call &call, unsigned index, unsigned bits) {
  return zeroExtend(call.word(index, 32) & 255, bits);
}

// 2^bits - 1 where the length is the whole word or more: 0 - 1.
Term extractField(Call &call) {
  Term x = call.word(1);
  Term position = byteOf(call, 2, x.bits()), length = byteOf(call, 3, x.bits());
  Term value = movedDown(x, position) & lowOnes(length);
  if (!call.type().isSigned())
    return value;
  // Above the field, and where it goes beyond the word, stands the sign.
  double last = x.bits() - 1;
  Term end = smaller(position + length - 1.0, x.number(last));
  Term sign = shiftRight(x, larger(end, x.number(0))) & 1;
  Term left = larger(x.number(x.bits()) - position, x.number(0));
  Term ones = lowOnes(smaller(length, left));
  Term filled = value | ((x.number(0) - sign) & (ones ^ allOnes(x)));
  return choose(length == x.number(0), x.number(0), filled);
}

Term insertField(Call &call) {
  Term field = call.word(1), into = call.word(2);
  Term position = byteOf(call, 3, into.bits());
  Term length = byteOf(call, 4, into.bits());
  Term mask = movedUp(lowOnes(length), position);
  return (into & (mask ^ allOnes(mask))) | (movedUp(field, position) & mask);
}

Term leadingZeros(Term x) {
  return x.with(math::CountLeadingZerosOp::create(x.ops(), x.at(), x.get()));
}

Term asWord(Term x) { return x.bits() > 32 ? truncate(x, 32) : x; }

Term countZeros(Call &call) { return asWord(leadingZeros(call.word(1))); }

Term countOnes(Call &call) {
  Term x = call.word(1);
  return asWord(x.with(math::CtPopOp::create(call.ops, call.loc, x.get())));
}

Term findHighest(Call &call) {
  Term x = call.word(1);
  if (call.type().isSigned())
    x = x ^ shiftRightSigned(x, x.bits() - 1);
  Term zeros = leadingZeros(x);
  Term found = call.take("shiftamt") ? zeros : x.number(x.bits() - 1) - zeros;
  return asWord(choose(x == x.number(0), allOnes(x), found));
}

Term reversed(Call &call) {
  Term x = call.word(1);
  std::uint64_t ones = ~std::uint64_t(0) >> (64 - x.bits());
  for (unsigned step = x.bits() / 2; step > 0; step /= 2) {
    // Bits whose number has no `step`: 0x5555..., 0x3333..., 0x0F0F...
    std::uint64_t pattern = ones / ((std::uint64_t(1) << step) + 1);
    Term low = call.number(pattern, x.bits());
    x = ((x & low) << step) | (shiftRight(x, step) & low);
  }
  return x;
}

// A sum of the products of bits that the table has.
Term lookedUp(Call &call) {
  Term a = call.word(1), b = call.word(2), c = call.word(3);
  IntegerAttr table;
  if (!matchPattern(call.word(4, 32).get(), m_Constant(&table))) {
    call.refuse("expects a constant table");
    return a;
  }
  std::uint64_t bits = table.getValue().getZExtValue();
  Term result = a.number(0);
  for (unsigned entry = 0; entry < 8; ++entry)
    if ((bits >> entry & 1) != 0)
      result = result | ((entry & 4) != 0 ? a : a ^ allOnes(a)) &
                            ((entry & 2) != 0 ? b : b ^ allOnes(b)) &
                            ((entry & 1) != 0 ? c : c ^ allOnes(c));
  return result;
}

// Bit 3 of a digit asks for eight copies of the byte's sign.
Term permuted(Call &call) {
  Term a = call.word(1), b = call.word(2), digits = call.word(3, 32);
  Term bytes = a.with(simt::BytePermuteOp::create(
      call.ops, call.loc, a.get(), b.get(), (digits & 0x7777).get()));
  Term signs = (shiftRight(bytes, 7) & 0x01010101) * 255;
  Term wanted = a.number(0);
  for (unsigned byte = 0; byte < 4; ++byte)
    wanted = wanted |
             (((shiftRight(digits, 4 * byte + 3) & 1) * 255) << (8.0 * byte));
  return (bytes & (wanted ^ allOnes(wanted))) | (signs & wanted);
}

} // namespace

void addBitFields(InstructionTable &table) {
  table["bfe"] = extractField;
  table["bfi"] = insertField;
  table["bfind"] = findHighest;
  table["brev"] = reversed;
  table["clz"] = countZeros;
  table["popc"] = countOnes;
  table["lop3"] = lookedUp;
  table["prmt"] = permuted;
}

} // namespace heddle::ptx
