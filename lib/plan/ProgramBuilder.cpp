//===- ProgramBuilder.cpp - Building programs -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include <algorithm>

namespace heddle {

namespace {

using Op = Instruction::Op;

constexpr std::uint32_t Identity = 0x3210;
constexpr std::uint32_t SecondWord = 0x7654;

/// The same bytes with the two operands in the other order. `AnyByte` has a bit
/// that this leaves alone.
std::uint32_t swapped(std::uint32_t selector) { return selector ^ 0x4444; }

} // namespace

ProgramBuilder::ProgramBuilder(ThreadBits threads, unsigned elementBytes) {
  program.threads = threads;
  program.elementBytes = elementBytes;
}

unsigned ProgramBuilder::append(const Instruction &instruction) {
  program.code.push_back(instruction);
  return static_cast<unsigned>(program.code.size() - 1);
}

ByteState ProgramBuilder::inputs(unsigned count) {
  ByteState state;
  program.inputs = count;
  unsigned words = program.wordsPerElement();
  unsigned bytes = std::min(program.elementBytes, WordBytes);
  state.reserve(std::size_t(count) * program.elementBytes);
  for (unsigned i = 0; i < count; ++i)
    for (unsigned k = 0; k < words; ++k) {
      unsigned value = append({.op = Op::Input, .index = i, .immediate = k});
      for (unsigned byte = 0; byte < bytes; ++byte)
        state.push_back({value, byte});
    }
  return state;
}

unsigned ProgramBuilder::permute(unsigned a, unsigned b,
                                 std::uint32_t selector) {
  if (selector == Identity)
    return a;
  if (selector == SecondWord)
    return b;
  return append({.op = Op::Permute, .a = a, .b = b, .immediate = selector});
}

unsigned ProgramBuilder::word(const std::array<ByteRef, 4> &bytes) {
  std::array<unsigned, WordBytes> values;
  unsigned count = 0;
  for (const ByteRef &ref : bytes)
    if (ref.value != NoValue &&
        std::find(values.begin(), values.begin() + count, ref.value) ==
            values.begin() + count)
      values[count++] = ref.value;
  if (count == 0)
    return NoValue;
  // The bytes of two values at a time; those of others stay where they are.
  auto gather = [&](unsigned a, unsigned b) {
    std::uint32_t selector = 0;
    bool isA = true;
    bool isB = true;
    for (unsigned i = 0; i < WordBytes; ++i) {
      bool isOfB = bytes[i].value == b && b != a;
      bool isWanted = isOfB || bytes[i].value == a;
      unsigned byte = bytes[i].byte;
      isA = isA && (!isWanted || (!isOfB && byte == i));
      isB = isB && (!isWanted || (isOfB && byte == i));
      selector |= (isWanted ? byte + (isOfB ? WordBytes : 0) : AnyByte)
                  << (4 * i);
    }
    return isA ? a : isB ? b : permute(a, b, selector);
  };
  unsigned result = gather(values[0], values[count > 1 ? 1 : 0]);
  if (count < 3)
    return result;
  unsigned rest = count == 3 ? values[2] : gather(values[2], values[3]);
  std::uint32_t selector = 0;
  for (unsigned i = 0; i < WordBytes; ++i) {
    bool isRest = bytes[i].value == values[2] ||
                  (count == 4 && bytes[i].value == values[3]);
    unsigned byte = isRest && count == 3 ? bytes[i].byte : i;
    byte += isRest ? WordBytes : 0;
    selector |= (bytes[i].value == NoValue ? AnyByte : byte) << (4 * i);
  }
  return permute(result, rest, selector);
}

// Threads that choose between two arrangements of the same bytes choose the
// selector: one instruction instead of three, and all words share the choice.
unsigned ProgramBuilder::permuteBy(Word mask, const Instruction &whenTrue,
                                   const Instruction &whenFalse) {
  return append({.op = Op::PermuteBy,
                 .a = whenTrue.a,
                 .b = whenTrue.b,
                 .immediate = whenTrue.immediate | whenFalse.immediate << 16,
                 .mask = mask});
}

unsigned ProgramBuilder::select(Word mask, unsigned a, unsigned b) {
  auto isSelect = [&](unsigned value) {
    return value != NoValue && program.code[value].op == Op::Select &&
           program.code[value].mask == mask;
  };
  if (isSelect(a))
    a = program.code[a].a;
  if (isSelect(b))
    b = program.code[b].b;
  if (mask == 0 || a == b || a == NoValue)
    return b;
  if (b == NoValue)
    return a;
  Instruction first = program.code[a];
  Instruction second = program.code[b];
  bool isFirst = first.op == Op::Permute;
  bool isSecond = second.op == Op::Permute;
  if (isFirst && isSecond && first.a == second.b && first.b == second.a) {
    second.immediate = swapped(second.immediate);
    std::swap(second.a, second.b);
  }
  if (isFirst && isSecond && first.a == second.a && first.b == second.b)
    return permuteBy(mask, first, second);
  if (isFirst && !isSecond && (first.a == b || first.b == b)) {
    second = {.op = Op::Permute,
              .a = first.a,
              .b = first.b,
              .immediate = first.a == b ? Identity : SecondWord};
    return permuteBy(mask, first, second);
  }
  if (isSecond && !isFirst && (second.a == a || second.b == a)) {
    first = {.op = Op::Permute,
             .a = second.a,
             .b = second.b,
             .immediate = second.a == a ? Identity : SecondWord};
    return permuteBy(mask, first, second);
  }
  return append({.op = Op::Select, .a = a, .b = b, .mask = mask});
}

unsigned ProgramBuilder::shuffleXor(unsigned a, Word lanes) {
  if (lanes == 0 || a == NoValue)
    return a;
  return append({.op = Op::ShuffleXor,
                 .a = a,
                 .immediate = static_cast<std::uint32_t>(lanes)});
}

unsigned ProgramBuilder::mapIndex(const Words &columns) {
  unsigned index = 0;
  while (index < program.maps.size() && program.maps[index].columns != columns)
    ++index;
  if (index == program.maps.size())
    program.maps.push_back({columns, 0});
  return index;
}

unsigned ProgramBuilder::shuffleIndex(unsigned a, const Words &lanes,
                                      Word constant) {
  if (a == NoValue)
    return a;
  return append({.op = Op::ShuffleIndex,
                 .a = a,
                 .index = mapIndex(lanes),
                 .immediate = static_cast<std::uint32_t>(constant)});
}

// The constant part of an address that no thread's part can touch is an
// immediate; the rest is one more base.
unsigned ProgramBuilder::addressIndex(const ThreadMap &address,
                                      std::uint32_t &immediate) {
  Word touched = 0;
  for (Word column : address.columns)
    touched |= column;
  ThreadMap base = {address.columns, address.constant & touched};
  immediate = static_cast<std::uint32_t>(address.constant & ~touched);
  auto found = std::ranges::find(program.addresses, base);
  if (found == program.addresses.end()) {
    program.addresses.push_back(base);
    found = program.addresses.end() - 1;
  }
  return static_cast<unsigned>(found - program.addresses.begin());
}

void ProgramBuilder::store(const SharedInstruction &access,
                           std::span<const unsigned> words,
                           const ThreadMap &address, Word idleMask) {
  Instruction store = {.op = Op::Store, .access = access, .mask = idleMask};
  store.a = static_cast<unsigned>(program.operands.size());
  program.operands.insert(program.operands.end(), words.begin(), words.end());
  store.index = addressIndex(address, store.immediate);
  append(store);
}

std::vector<unsigned>
ProgramBuilder::load(const SharedInstruction &access, const ThreadMap &address,
                     const std::optional<ThreadMap> &block) {
  Instruction load = {.op = Op::Load, .access = access};
  if (block) {
    load.block = mapIndex(block->columns);
    load.blockConstant = static_cast<std::uint32_t>(block->constant);
  }
  load.index = addressIndex(address, load.immediate);
  unsigned first = append(load);
  std::vector<unsigned> words = {first};
  for (unsigned k = 1; k < access.words(); ++k)
    words.push_back(append({.op = Op::Part, .a = first, .immediate = k}));
  return words;
}

void ProgramBuilder::barrier(Scope scope) {
  append({.op = Op::Barrier, .scope = scope});
}

namespace {

/// Which instructions anything depends on.
std::vector<bool> usedValues(const Program &program) {
  std::vector<bool> used(program.code.size());
  auto use = [&](unsigned value) {
    if (value != NoValue)
      used[value] = true;
  };
  for (const OutputWord &output : program.outputWords)
    use(output.value);
  for (std::size_t i = program.code.size(); i-- > 0;) {
    const Instruction &each = program.code[i];
    if (each.op == Op::Store) {
      used[i] = true;
      for (std::size_t k = 0; k < each.access.words(); ++k)
        use(program.operands[each.a + k]);
      continue;
    }
    if (each.op == Op::Barrier || each.op == Op::Load)
      used[i] = true;
    if (!used[i])
      continue;
    use(each.a);
    use(each.b);
  }
  return used;
}

void dropUnused(Program &program) {
  std::vector<bool> used = usedValues(program);
  std::vector<unsigned> numbers(program.code.size(), NoValue);
  auto renumber = [&](unsigned &value) {
    if (value != NoValue)
      value = numbers[value];
  };
  unsigned count = 0;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (!used[i])
      continue;
    Instruction each = program.code[i];
    if (each.op != Op::Store) {
      renumber(each.a);
      renumber(each.b);
    }
    numbers[i] = count;
    program.code[count++] = each;
  }
  program.code.resize(count);
  for (unsigned &operand : program.operands)
    renumber(operand);
  for (OutputWord &output : program.outputWords)
    renumber(output.value);
}

} // namespace

Program ProgramBuilder::finish(const ByteState &outputs,
                               std::uint64_t scratchBytes) {
  unsigned bytes = std::min(program.elementBytes, WordBytes);
  for (std::size_t i = 0; i < outputs.size(); i += bytes) {
    std::array<ByteRef, WordBytes> refs;
    std::copy_n(outputs.begin() + std::ptrdiff_t(i), bytes, refs.begin());
    // A word's bytes in place, wherever in a word they are, are no work.
    bool isInPlace = true;
    for (unsigned k = 1; k < bytes; ++k)
      isInPlace = isInPlace && refs[k].value == refs[0].value &&
                  refs[k].byte == refs[0].byte + k;
    if (isInPlace)
      program.outputWords.push_back({refs[0].value, refs[0].byte});
    else
      program.outputWords.push_back({word(refs), 0});
  }
  program.outputs =
      static_cast<unsigned>(outputs.size() / program.elementBytes);
  program.scratchBytes = scratchBytes;
  dropUnused(program);
  return std::move(program);
}

} // namespace heddle
