//===- IntegerFunctions.cpp - Functions of integers -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryNames.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle {

using namespace mlir;

namespace {

Term leadingZeros(Term x) {
  return x.with(math::CountLeadingZerosOp::create(x.ops(), x.at(), x.get()));
}
Term onesIn(Term x) {
  return x.with(math::CtPopOp::create(x.ops(), x.at(), x.get()));
}
/// The place of the lowest one, from 1; 0 if there is none.
Term lowestOne(Term x) { return x.number(x.bits()) - leadingZeros(x & -x); }
/// Of a wide number, as CUDA's library has it.
template <Term (*Function)(Term)> Term asWord(Term x) {
  return truncate(Function(x), 32);
}

/// Bits in the opposite order: neighbours change places, then pairs, and so on.
Term reversed(Term x) {
  for (unsigned distance = 1; distance < x.bits(); distance *= 2) {
    // Ones where the bit `distance` of the place is 0: 0x55.., 0x33.., ...
    Term mask = x.number(llvm::APInt::getSplat(
        x.bits(), llvm::APInt::getLowBitsSet(2 * distance, distance)));
    x = ((x & mask) << distance) | (shiftRight(x, distance) & mask);
  }
  return x;
}

/// Four of the eight bytes of two words, by the digits of the selector, whose
/// highest bit asks for the byte's sign in all bits. (PTX ISA, prmt.)
Term chosenBytes(llvm::ArrayRef<Term> arguments) {
  Term selector = arguments[2];
  Term bytes =
      (zeroExtend(arguments[1], 64) << 32) | zeroExtend(arguments[0], 64);
  Term result = selector.number(0);
  for (unsigned byte = 0; byte < 4; ++byte) {
    Term digit = shiftRight(selector, 4 * byte);
    Term shift = zeroExtend((digit & 7) << 3, 64);
    Term chosen = truncate(shiftRight(bytes, shift), 32);
    Term sign = shiftRightSigned(chosen << 24, 31);
    chosen = choose((digit & 8) == 0.0, chosen, sign) & 0xFF;
    result = result | (chosen << 8 * byte);
  }
  return result;
}

template <class Op> Term highProduct(Term a, Term b) {
  return a.with(Op::create(a.ops(), a.at(), a.get(), b.get()).getHigh());
}

Term signedLow24(Term x) { return shiftRightSigned(x << 8, 8); }
Term product24(Term a, Term b) { return signedLow24(a) * signedLow24(b); }
Term productUnsigned24(Term a, Term b) {
  constexpr double Low24 = 0xFFFFFF;
  return (a & Low24) * (b & Low24);
}

/// |x - y| + z.
template <class Most, class Least>
Term addedDistance(llvm::ArrayRef<Term> arguments) {
  Term x = arguments[0], y = arguments[1], z = arguments[2];
  return x.binary<Most>(y) - x.binary<Least>(y) + z;
}

// a + b is (a ^ b) + 2 (a & b), and 2 (a | b) - (a ^ b).
Term meanDown(Term a, Term b) { return (a & b) + shiftRightSigned(a ^ b, 1); }
Term meanUp(Term a, Term b) { return (a | b) - shiftRightSigned(a ^ b, 1); }
Term meanDownUnsigned(Term a, Term b) { return (a & b) + shiftRight(a ^ b, 1); }
Term meanUpUnsigned(Term a, Term b) { return (a | b) - shiftRight(a ^ b, 1); }

} // namespace

llvm::ArrayRef<NamedFunction> integerFunctions() {
  static constexpr NamedFunction Names[] = {
      {"__nv_abs", same<math::AbsIOp>},
      {"__nv_llabs", same<math::AbsIOp>},
      {"__nv_min", same<arith::MinSIOp>},
      {"__nv_max", same<arith::MaxSIOp>},
      {"__nv_umin", same<arith::MinUIOp>},
      {"__nv_umax", same<arith::MaxUIOp>},
      {"__nv_llmin", same<arith::MinSIOp>},
      {"__nv_llmax", same<arith::MaxSIOp>},
      {"__nv_ullmin", same<arith::MinUIOp>},
      {"__nv_ullmax", same<arith::MaxUIOp>},
      {"__nv_popc", of<onesIn>},
      {"__nv_clz", of<leadingZeros>},
      {"__nv_popcll", of<asWord<onesIn>>},
      {"__nv_clzll", of<asWord<leadingZeros>>},
      {"__nv_ffs", of<lowestOne>},
      {"__nv_ffsll", of<asWord<lowestOne>>},
      {"__nv_brev", of<reversed>},
      {"__nv_brevll", of<reversed>},
      {"__nv_byte_perm", chosenBytes},
      {"__nv_mulhi", ofTwo<highProduct<arith::MulSIExtendedOp>>},
      {"__nv_umulhi", ofTwo<highProduct<arith::MulUIExtendedOp>>},
      {"__nv_mul64hi", ofTwo<highProduct<arith::MulSIExtendedOp>>},
      {"__nv_umul64hi", ofTwo<highProduct<arith::MulUIExtendedOp>>},
      {"__nv_mul24", ofTwo<product24>},
      {"__nv_umul24", ofTwo<productUnsigned24>},
      {"__nv_sad", addedDistance<arith::MaxSIOp, arith::MinSIOp>},
      {"__nv_usad", addedDistance<arith::MaxUIOp, arith::MinUIOp>},
      {"__nv_hadd", ofTwo<meanDown>},
      {"__nv_uhadd", ofTwo<meanDownUnsigned>},
      {"__nv_rhadd", ofTwo<meanUp>},
      {"__nv_urhadd", ofTwo<meanUpUnsigned>},
  };
  return Names;
}

} // namespace heddle
