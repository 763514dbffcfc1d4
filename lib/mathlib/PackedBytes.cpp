//===- PackedBytes.cpp - Floats from bytes, a word at a time --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/PackedBytes.h"
#include "heddle/simt/Vectors.h"

namespace heddle {

using namespace mlir;

namespace {

constexpr unsigned BytesOfWord = 4;

/// Pair number `pair` of a word's bytes as the top bytes of two halves.
Term atTops(Term word, unsigned pair) {
  std::uint64_t first = 2 * std::uint64_t(pair);
  constexpr std::uint64_t Zero = 4;
  return permuteBytes(word, wordOf(word, 0),
                      (first + 1) << 12U | Zero << 8U | first << 4U | Zero);
}

/// The same below the byte `top`.
Term besideByte(Term word, unsigned pair, std::uint64_t top) {
  std::uint64_t first = 2 * std::uint64_t(pair);
  constexpr std::uint64_t Top = 4, AllBytes = 0x01010101;
  return permuteBytes(word, wordOf(word, top * AllBytes),
                      Top << 12U | (first + 1) << 8U | Top << 4U | first);
}

unsigned pairsOf(unsigned count) { return (count + 1) / 2; }

} // namespace

Term permuteBytes(Term a, Term b, std::uint64_t selector) {
  return a.with(simt::BytePermuteOp::create(a.ops(), a.at(), a.get(), b.get(),
                                            wordOf(a, selector).get()));
}

Term wordOf(Term like, std::uint64_t bits) {
  return like.with(arith::ConstantOp::create(
      like.ops(), like.at(),
      like.ops().getI32IntegerAttr(static_cast<std::int32_t>(bits))));
}

Term floatsOfWords(Term bytes, Type element, unsigned count, FromWord make) {
  OpBuilder &builder = bytes.ops();
  unsigned have = simt::registerCount(bytes.get().getType());
  Type i32 = builder.getI32Type();
  auto type = cast<VectorType>(bytes.get().getType());
  Value words = simt::ToWordsOp::create(
      builder, bytes.at(), simt::registers(i32, simt::wordsOf(type)),
      bytes.get());
  llvm::SmallVector<Value> halves;
  for (unsigned byte = 0; byte < have; byte += BytesOfWord)
    make(bytes.with(simt::ExtractOp::create(builder, bytes.at(), i32, words,
                                            byte / BytesOfWord)),
         std::min(BytesOfWord, have - byte), halves);
  return bytes.with(simt::FromWordsOp::create(
      builder, bytes.at(), simt::registers(element, count),
      vectorOf(builder, bytes.at(), halves)));
}

// An f8E5M2 is the top of an f16. An f8E4M3FN is one with an exponent that is 8
// less; NaN, the largest pattern, gets the top bit of the exponent too.
Term halvesOfBytes(Term bytes) {
  bool isTop = isa<Float8E5M2Type>(bytes.element());
  Term patterns = floatsOfWords(
      bytes, bytes.ops().getF16Type(),
      simt::registerCount(bytes.get().getType()),
      [&](Term word, unsigned size, llvm::SmallVectorImpl<Value> &halves) {
        for (unsigned pair = 0; pair < pairsOf(size); ++pair) {
          Term tops = atTops(word, pair);
          if (!isTop) {
            Term sizes = shiftRight(tops, 1) & wordOf(word, 0x3F803F80);
            Term nans =
                (sizes + wordOf(word, 0x00800080)) & wordOf(word, 0x40004000);
            tops = (tops & wordOf(word, 0x80008000)) | (sizes | nans);
          }
          halves.push_back(tops.get());
        }
      });
  return isTop ? patterns : patterns * 0x1p8;
}

// f16: 1024 + n has n in its last bits, for n from 0 to 1023. bf16: 128 + n
// has, up to 127; bit 7 makes 256 of a 128, which is what is subtracted.
Term floatsOfSigned(Term bytes, Type element) {
  unsigned count = simt::registerCount(bytes.get().getType());
  if (element.isF16()) {
    constexpr std::uint64_t Signs = 0x80808080, Top = 0x64;
    Term sums = floatsOfWords(
        bytes, element, count,
        [&](Term word, unsigned size, llvm::SmallVectorImpl<Value> &halves) {
          Term unsignedBytes = word ^ wordOf(word, Signs);
          for (unsigned pair = 0; pair < pairsOf(size); ++pair)
            halves.push_back(besideByte(unsignedBytes, pair, Top).get());
        });
    return sums - (1024. + 128.);
  }
  auto masked = [&](std::uint64_t mask) {
    constexpr std::uint64_t Top = 0x43;
    return floatsOfWords(
        bytes, element, count,
        [&](Term word, unsigned size, llvm::SmallVectorImpl<Value> &halves) {
          for (unsigned pair = 0; pair < pairsOf(size); ++pair)
            halves.push_back(
                (besideByte(word, pair, Top) & wordOf(word, mask)).get());
        });
  };
  return masked(0xFF7FFF7F) - masked(0xFF80FF80);
}

} // namespace heddle
