//===- ProgramBuilder.cpp - Building programs -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

using Op = Instruction::Op;

constexpr std::uint32_t Identity = 0x3210;
constexpr std::uint32_t SecondWord = 0x7654;

/// The same bytes with the two operands in the other order. `AnyByte` has a bit
/// that this leaves alone.
std::uint32_t swapped(std::uint32_t selector) { return selector ^ 0x4444; }

/// The bytes that these do, or any.
bool picks(std::uint32_t selector, std::uint32_t wanted) {
  for (unsigned i = 0; i < WordBytes; ++i)
    if (unsigned digit = selectorDigit(selector, i);
        digit < AnyByte && digit != selectorDigit(wanted, i))
      return false;
  return true;
}

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
  program.inputs = count;
  ByteState state(program.inputBytes());
  std::size_t words = wordsOfBytes(state.size());
  program.code.reserve(2 * words);
  for (std::size_t word = 0; word < words; ++word) {
    unsigned value =
        append({.op = Op::Input, .index = static_cast<unsigned>(word)});
    for (unsigned i = 0; i < WordBytes && word * WordBytes + i < state.size();
         ++i)
      state[word * WordBytes + i] = {value, i};
  }
  return state;
}

unsigned ProgramBuilder::permute(unsigned a, unsigned b,
                                 std::uint32_t selector) {
  if (picks(selector, Identity))
    return a;
  if (picks(selector, SecondWord))
    return b;
  return append({.op = Op::Permute, .a = a, .b = b, .immediate = selector});
}

namespace {

/// The position of a byte among those that a permute picks.
std::optional<unsigned> positionOf(const ByteRef &ref,
                                   const Instruction &permute,
                                   std::uint32_t selector) {
  for (unsigned i = 0; i < WordBytes; ++i) {
    unsigned digit = selectorDigit(selector, i);
    if (digit < AnyByte && digit % WordBytes == ref.byte &&
        (digit < WordBytes ? permute.a : permute.b) == ref.value)
      return i;
  }
  return std::nullopt;
}

/// Picks these bytes, too, where any byte would do so far; none if there is too
/// little room.
std::optional<std::uint32_t> withBytes(std::span<const ByteRef> refs,
                                       const Instruction &permute) {
  std::uint32_t selector = permute.immediate;
  for (const ByteRef &ref : refs) {
    if (positionOf(ref, permute, selector))
      continue;
    unsigned i = 0;
    while (i < WordBytes && selectorDigit(selector, i) < AnyByte)
      ++i;
    if (i == WordBytes)
      return std::nullopt;
    unsigned digit = ref.byte + (ref.value == permute.a ? 0 : WordBytes);
    selector = (selector & ~(0xFU << (4 * i))) | digit << (4 * i);
  }
  return selector;
}

constexpr std::uint32_t AnyBytes = 0x1111 * AnyByte;

} // namespace

// Words of the same values often come together, as when four words become the
// four words of their first, second, ... bytes: what one word leaves open in
// its half is room for the half of another.
unsigned ProgramBuilder::gather(std::span<const ByteRef> refs) {
  unsigned a = refs.front().value;
  unsigned b = a;
  for (const ByteRef &ref : refs)
    if (ref.value != a)
      b = ref.value;
  if (a == b)
    return a;
  std::vector<unsigned> &known = gathered[std::minmax(a, b)];
  for (unsigned value : known)
    if (std::optional<std::uint32_t> selector =
            withBytes(refs, program.code[value])) {
      program.code[value].immediate = *selector;
      return value;
    }
  Instruction permute = {
      .op = Op::Permute, .a = a, .b = b, .immediate = AnyBytes};
  permute.immediate = *withBytes(refs, permute);
  known.push_back(append(permute));
  return known.back();
}

unsigned ProgramBuilder::word(const std::array<ByteRef, 4> &bytes) {
  // Most words are some value as it is.
  unsigned whole = bytes[0].value;
  for (unsigned i = 0; i < WordBytes; ++i)
    if (bytes[i] != ByteRef{.value = bytes[0].value, .byte = i})
      whole = NoValue;
  if (whole != NoValue)
    return whole;
  // The bytes of the first two values, and those of the others.
  std::array<std::array<unsigned, 2>, 2> values;
  for (auto &pair : values)
    pair.fill(NoValue);
  std::array<std::array<ByteRef, WordBytes>, 2> halves;
  std::array<std::size_t, 2> sizes = {};
  std::array<unsigned, WordBytes> halfOf = {};
  for (unsigned i = 0; i < WordBytes; ++i) {
    unsigned value = bytes[i].value;
    if (value == NoValue)
      continue;
    for (unsigned k = 0; k < WordBytes; ++k)
      if (unsigned &slot = values[k / 2][k % 2];
          slot == value || slot == NoValue) {
        slot = value;
        halfOf[i] = k / 2;
        break;
      }
    halves[halfOf[i]][sizes[halfOf[i]]++] = bytes[i];
  }
  if (sizes[0] == 0)
    return NoValue;
  std::array<unsigned, 2> words = values[0];
  if (words[1] == NoValue)
    words[1] = words[0];
  if (sizes[1] != 0)
    for (unsigned k = 0; k < 2; ++k)
      words[k] = gather(std::span(halves[k]).first(sizes[k]));
  // An operand of the last permute, or what has been gathered in it.
  auto digitOf = [&](const ByteRef &ref, unsigned half) {
    for (unsigned k = 0; k < 2; ++k)
      if (words[k] == ref.value)
        return ref.byte + k * WordBytes;
    const Instruction &permute = program.code[words[half]];
    return *positionOf(ref, permute, permute.immediate) + half * WordBytes;
  };
  std::uint32_t selector = 0;
  for (unsigned i = 0; i < WordBytes; ++i)
    selector |=
        (bytes[i].value == NoValue ? AnyByte : digitOf(bytes[i], halfOf[i]))
        << (4 * i);
  return permute(words[0], words[1], selector);
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
std::vector<char> usedValues(const Program &program) {
  std::vector<char> used(program.code.size());
  auto use = [&](unsigned value) {
    if (value != NoValue)
      used[value] = true;
  };
  for (unsigned output : program.outputWords)
    use(output);
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
  std::vector<char> used = usedValues(program);
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
  for (unsigned &output : program.outputWords)
    renumber(output);
}

} // namespace

Program ProgramBuilder::finish(const ByteState &outputs,
                               std::uint64_t scratchBytes) {
  std::span<const ByteRef> bytes = outputs;
  auto refsAt = [&](std::size_t i) {
    return bytes.subspan(i, std::min<std::size_t>(bytes.size() - i, WordBytes));
  };
  // Registers that are replicas of others share their words. Bits of their
  // numbers say so, since all layouts are linear.
  std::size_t replicaBits = 0;
  program.outputWords.reserve(wordsOfBytes(bytes.size()));
  for (std::size_t bit = WordBytes; bit < bytes.size(); bit *= 2)
    if (std::ranges::equal(refsAt(bit), refsAt(0)))
      replicaBits |= bit;
  for (std::size_t i = 0; i < bytes.size(); i += WordBytes) {
    std::span<const ByteRef> refs = refsAt(i);
    std::size_t bits = i & replicaBits;
    while (bits != 0 &&
           !std::ranges::equal(refs, refsAt(i ^ std::bit_floor(bits))))
      bits ^= std::bit_floor(bits);
    std::array<ByteRef, WordBytes> four;
    std::ranges::copy(refs, four.begin());
    program.outputWords.push_back(
        bits == 0
            ? word(four)
            : program.outputWords[(i ^ std::bit_floor(bits)) / WordBytes]);
  }
  program.outputs =
      static_cast<unsigned>(outputs.size() / program.elementBytes);
  program.scratchBytes = scratchBytes;
  dropUnused(program);
  return std::move(program);
}

} // namespace heddle
