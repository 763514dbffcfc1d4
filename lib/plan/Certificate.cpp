//===- Certificate.cpp - Proofs of conversions ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Certificate.h"
#include "ByteLayout.h"
#include "MemoryContents.h"

#include <algorithm>

namespace heddle {

namespace {

using Op = Instruction::Op;

/// What the four bytes of a value hold.
using WordContents = std::array<unsigned, WordBytes>;

/// Follows contents through a program.
class Checker {
public:
  Checker(const Program &program, const BytePair &pair)
      : program(program), pair(pair), memory(program) {}

  Result<void> check() {
    if (!program.renamed.empty())
      return checkRenamed();
    for (const Instruction &each : program.code) {
      Result<WordContents> result = follow(each);
      if (!result)
        return failure(
            concat("instruction ", values.size(), ": ", result.error().reason));
      values.push_back(*result);
    }
    return memory.checkLeft().and_then([&] { return checkOutputs(); });
  }

private:
  Result<WordContents> follow(const Instruction &each);
  unsigned inputByte(Word byte);
  WordContents input(const Instruction &each);
  WordContents permuted(const Instruction &each, std::uint32_t selector) const;
  WordContents selected(Word mask, const WordContents &odd,
                        const WordContents &even);
  WordContents shuffled(unsigned from, const ThreadMap &lanes);
  Result<void> checkAddress(const Instruction &each) const;
  Result<void> store(const Instruction &each);
  Result<WordContents> load(const Instruction &each, unsigned word);
  Result<void> checkOutputs() const;
  Result<void> checkRenamed();
  Result<void> checkByte(unsigned byte, unsigned node) const;
  static WordContents unknown() {
    WordContents none;
    none.fill(Contents::Unknown);
    return none;
  }

  const Program &program;
  const BytePair &pair;
  Contents contents;
  MemoryContents memory;
  std::vector<WordContents> values;
};

/// What a byte of the input registers holds.
unsigned Checker::inputByte(Word byte) {
  if (byte >= f2::unit(pair.src.registers.size()))
    return Contents::Unknown;
  return contents.leaf({pair.src.threads, pair.src.ofRegister(byte)});
}

WordContents Checker::input(const Instruction &each) {
  WordContents word;
  for (unsigned i = 0; i < WordBytes; ++i)
    word[i] = inputByte(Word(each.index) * WordBytes + i);
  return word;
}

WordContents Checker::permuted(const Instruction &each,
                               std::uint32_t selector) const {
  WordContents word = unknown();
  for (unsigned i = 0; i < WordBytes; ++i) {
    unsigned digit = selectorDigit(selector, i);
    if (digit < AnyByte)
      word[i] = values[digit < WordBytes ? each.a : each.b][digit % WordBytes];
  }
  return word;
}

WordContents Checker::selected(Word mask, const WordContents &odd,
                               const WordContents &even) {
  WordContents word;
  for (unsigned i = 0; i < WordBytes; ++i)
    word[i] = contents.select(mask, odd[i], even[i]);
  return word;
}

// A lane keeps its warp and block; the map's bits of them do not count.
WordContents Checker::shuffled(unsigned from, const ThreadMap &lanes) {
  ThreadMap map = lanes;
  Word mask = program.threads.laneMask();
  for (unsigned bit = 0; bit < map.columns.size(); ++bit)
    map.columns[bit] = (map.columns[bit] & mask) | (f2::unit(bit) & ~mask);
  WordContents word;
  for (unsigned i = 0; i < WordBytes; ++i)
    word[i] = contents.compose(values[from][i], map);
  return word;
}

// Adding the immediate is linear only without carries, and so is the offset of
// a byte in an access only if that is aligned.
Result<void> Checker::checkAddress(const Instruction &each) const {
  constexpr Word RowBytes = 16;
  bool isVector = each.access.form == SharedInstruction::Form::Vector;
  Word inside = (isVector ? Word(each.access.bytes) : RowBytes) - 1;
  const ThreadMap &address = program.addresses[each.index];
  Word touched = address.constant;
  for (Word column : address.columns)
    touched |= column;
  if ((touched & each.immediate) != 0)
    return failure(concat("expects an immediate apart from the bits ", touched,
                          " of its base, but got ", each.immediate));
  if (((touched | each.immediate) & inside) != 0)
    return failure(concat("expects offsets that are multiples of ", inside + 1,
                          ", but got bits ", touched | each.immediate));
  return {};
}

Result<void> Checker::store(const Instruction &each) {
  for (unsigned byte = 0; byte < each.access.bytes; ++byte) {
    unsigned value = program.operands[each.a + byte / WordBytes];
    unsigned node =
        value == NoValue ? Contents::Unknown : values[value][byte % WordBytes];
    if (Result<void> stored = memory.store(byteAddress(program, each, byte),
                                           each.mask, contents, node);
        !stored)
      return stored;
  }
  return {};
}

Result<WordContents> Checker::load(const Instruction &each, unsigned word) {
  WordContents loaded = unknown();
  for (unsigned i = 0; i < std::min(each.access.bytes, WordBytes); ++i) {
    Result<ThreadMap> map =
        memory.load(byteAddress(program, each, word * WordBytes + i));
    if (!map)
      return tl::unexpected(std::move(map.error()));
    loaded[i] = contents.leaf(*map);
  }
  return loaded;
}

Result<WordContents> Checker::follow(const Instruction &each) {
  switch (each.op) {
  case Op::Input:
    return input(each);
  case Op::Permute:
    return permuted(each, each.immediate);
  case Op::PermuteBy:
    return selected(each.mask, permuted(each, each.immediate & 0xFFFF),
                    permuted(each, each.immediate >> 16));
  case Op::Select:
    return selected(each.mask, values[each.a], values[each.b]);
  case Op::ShuffleXor: {
    ThreadMap lanes;
    for (unsigned bit = 0; bit < program.threads.total(); ++bit)
      lanes.columns.push_back(f2::unit(bit));
    lanes.constant = each.immediate;
    return shuffled(each.a, lanes);
  }
  case Op::ShuffleIndex: {
    ThreadMap lanes = program.maps[each.index];
    lanes.constant ^= each.immediate;
    return shuffled(each.a, lanes);
  }
  case Op::Store:
    if (Result<void> stored =
            checkAddress(each).and_then([&] { return store(each); });
        !stored)
      return tl::unexpected(std::move(stored.error()));
    return unknown();
  case Op::Load:
    return checkAddress(each).and_then([&] { return load(each, 0); });
  case Op::Part:
    return load(program.code[each.a], each.immediate);
  case Op::Barrier:
    memory.barrier(each.scope);
    return unknown();
  }
  return unknown();
}

Result<void> Checker::checkByte(unsigned byte, unsigned node) const {
  ThreadMap wanted = {pair.dst.threads, pair.dst.ofRegister(byte)};
  ThreadSpace all = ThreadSpace::all(program.threads.total(), 0);
  std::optional<Word> thread = contents.findOther(node, wanted, all);
  if (!thread)
    return {};
  std::optional<Word> got = contents.at(node, *thread);
  const ThreadBits &bits = program.threads;
  return failure(
      concat("register ", byte / program.elementBytes, " of lane ",
             *thread & bits.laneMask(), ", warp ",
             f2::shiftRight(*thread & bits.warpMask(), bits.lane), ", block ",
             f2::shiftRight(*thread, bits.lane + bits.warp), " gets ",
             got ? concat("byte ", *got, " of the tensor") : "nothing known",
             ", but should get byte ", wanted(*thread)));
}

Result<void> Checker::checkRenamed() {
  Word bytes = f2::unit(pair.dst.registers.size());
  unsigned size = program.elementBytes;
  if (program.renamed.size() * size != bytes)
    return failure(concat("expects ", bytes, " bytes of outputs, but got ",
                          program.renamed.size(), " registers"));
  for (unsigned byte = 0; byte < bytes; ++byte) {
    Word from = Word(program.renamed[byte / size]) * size + byte % size;
    if (Result<void> right = checkByte(byte, inputByte(from)); !right)
      return right;
  }
  return {};
}

Result<void> Checker::checkOutputs() const {
  Word bytes = f2::unit(pair.dst.registers.size());
  if (program.outputWords.size() != wordsOfBytes(bytes))
    return failure(concat("expects ", bytes, " bytes of outputs, but got ",
                          program.outputWords.size(), " words"));
  for (unsigned byte = 0; byte < bytes; ++byte) {
    unsigned value = program.outputWords[byte / WordBytes];
    unsigned node =
        value == NoValue ? Contents::Unknown : values[value][byte % WordBytes];
    if (Result<void> right = checkByte(byte, node); !right)
      return right;
  }
  return {};
}

} // namespace

Result<void> checkCertificate(const Conversion &conversion,
                              const LinearLayout &src,
                              const LinearLayout &dst) {
  Result<BytePair> pair = makeBytePair(src, dst, conversion.elementBits);
  if (!pair)
    return tl::unexpected(std::move(pair.error()));
  return Checker(conversion.program, *pair).check();
}

} // namespace heddle
