//===- SharedLayout.cpp - Layouts of shared memory ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/SharedLayout.h"
#include "SharedPlanner.h"

#include <bit>

namespace heddle {

namespace {

/// Who loads and stores by vectors only.
Target withoutMatrices(Target target) {
  target.loadMatrix = {};
  target.storeMatrix = {};
  return target;
}

} // namespace

Result<LinearLayout> sharedLayoutBetween(const LinearLayout &stored,
                                         const LinearLayout &loaded,
                                         unsigned elementBits,
                                         const Target &target) {
  constexpr unsigned BitsPerByte = 8;
  if (elementBits < BitsPerByte)
    return failure(
        concat("expects elements of 8 bits or more, but got ", elementBits));
  Result<BytePair> pair = makeBytePair(stored, loaded, elementBits);
  if (!pair)
    return tl::unexpected(std::move(pair.error()));
  auto byteBits = static_cast<unsigned>(std::countr_zero(pair->elementBytes));
  Result<SharedPlan> plan =
      planShared(*pair, Scope::Block, withoutMatrices(target),
                 f2::unit(stored.totalOutBits() + byteBits));
  if (!plan)
    return tl::unexpected(std::move(plan.error()));
  Words bytes;
  for (const Words *list :
       {&plan->memory.vector, &plan->memory.bank, &plan->memory.segment})
    for (Word byte : *list)
      bytes.push_back(byte);
  // Bytes of an element stay together, its lowest first.
  Words elements;
  for (unsigned bit = 0; bit < bytes.size(); ++bit) {
    Word inElement = bytes[bit] & f2::lowMask(byteBits);
    Word element = f2::shiftRight(bytes[bit], byteBits);
    bool isInElement = bit < byteBits;
    if (inElement != (isInElement ? f2::unit(bit) : 0) ||
        (element == 0) != isInElement)
      return failure("expects accesses of whole elements, but got a plan with "
                     "parts of them");
    if (!isInElement)
      elements.push_back(element);
  }
  DimBits offset = {Dim::Offset, elements.size()};
  return LinearLayout::fromWords({offset}, stored.outs(), elements);
}

Result<LinearLayout> arrayOfBuffers(const LinearLayout &buffer,
                                    ListRef<std::uint64_t> counts) {
  auto leading = static_cast<unsigned>(counts.size());
  auto rank = static_cast<unsigned>(buffer.outs().size());
  DimBitsList outs;
  for (unsigned axis = 0; axis < leading; ++axis) {
    Result<unsigned> bits = log2OfSize(counts[axis], "the number of buffers");
    if (!bits)
      return tl::unexpected(std::move(bits.error()));
    outs.push_back({Dim::standard(axis), *bits});
  }
  for (unsigned axis = 0; axis < rank; ++axis)
    outs.push_back(
        {Dim::standard(leading + axis), buffer.outBits(Dim::standard(axis))});
  Words shifts;
  unsigned total = 0;
  for (const DimBits &out : outs) {
    shifts.push_back(total);
    total += out.bits;
  }
  auto moved = [&](Word basis) {
    Word word = 0;
    for (unsigned axis = 0; axis < rank; ++axis)
      word |= f2::shiftLeft(buffer.field(basis, Dim::standard(axis)),
                            static_cast<unsigned>(shifts[leading + axis]));
    return word;
  };
  Words words;
  for (Word basis : buffer.bases(Dim::Offset))
    words.push_back(moved(basis));
  for (unsigned axis = leading; axis-- > 0;)
    for (unsigned bit = 0; bit < outs[axis].bits; ++bit)
      words.push_back(
          f2::shiftLeft(f2::unit(bit), static_cast<unsigned>(shifts[axis])));
  DimBitsList ins;
  ins.push_back({Dim::Offset, words.size()});
  if (buffer.hasIn(Dim::Block))
    ins.push_back({Dim::Block, buffer.inBits(Dim::Block)});
  for (Word basis : buffer.bases(Dim::Block))
    words.push_back(moved(basis));
  return LinearLayout::fromWords(ins, outs, words);
}

Word rowMajor(const LinearLayout &layout, Word element) {
  Word number = 0;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis) {
    Dim dim = Dim::standard(axis);
    number = number << layout.outBits(dim) | layout.field(element, dim);
  }
  return number;
}

} // namespace heddle
