//===- Interpreter.cpp - Running conversions ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Interpreter.h"

#include <algorithm>

namespace heddle {

namespace {

using Op = Instruction::Op;

constexpr unsigned MatrixRows = 8, RowBytes = 16;

/// A word of which only some bytes are known.
struct MaskedWord {
  std::uint32_t bits = 0;
  /// Bit i: byte i is known.
  std::uint8_t known = 0;

  std::uint8_t byte(unsigned i) const {
    return static_cast<std::uint8_t>(bits >> (8 * i));
  }
  bool knows(unsigned i) const { return (known >> i & 1) != 0; }
  void setByte(unsigned i, std::uint8_t byte) {
    bits = (bits & ~(0xFFU << (8 * i))) | std::uint32_t(byte) << (8 * i);
    known = static_cast<std::uint8_t>(known | 1U << i);
  }
};

/// A byte of shared memory: its value, and which threads accessed it since
/// which barrier.
struct MemoryByte {
  static constexpr unsigned Nobody = ~0U;
  /// Of another call before this one: any thread of the block.
  static constexpr unsigned Anybody = ~0U - 1;
  std::uint8_t value = 0;
  bool isWritten = false;
  unsigned writer = Nobody;
  unsigned reader = Anybody; ///< the last one
  /// Readers since the last write are of one warp, of one block.
  bool isReadByWarp = true, isReadByBlock = true;
  /// The barriers before it.
  unsigned writeTime = 0, readTime = 0;
};

class Machine {
public:
  Machine(const Program &program, const RegisterBytes &inputs)
      : program(program), inputs(inputs),
        threads(f2::unit(program.threads.total())),
        values(program.code.size() * threads), loaded(program.code.size()),
        memory(program.scratchBytes << program.threads.block) {}

  Result<RegisterBytes> run() {
    if (!program.renamed.empty())
      return renamed();
    for (unsigned i = 0; i < program.code.size(); ++i)
      if (Result<void> done = step(i); !done)
        return tl::unexpected(std::move(done.error()));
    for (std::size_t i = 0; i < memory.size(); ++i)
      if (isReadElsewhere(memory[i], i / program.scratchBytes) &&
          memory[i].readTime >= clusterBarriers)
        return failure("another block still reads at the end");
    return outputs();
  }

private:
  Result<void> step(unsigned i);
  MaskedWord compute(const Instruction &each, Word thread);
  Result<void> accessVector(unsigned i);
  Result<void> accessMatrix(unsigned i);
  Result<void> storeByte(unsigned i, Word thread, Word offset, unsigned byte);
  Result<void> loadByte(unsigned i, Word thread, Word offset, unsigned byte);
  Result<void> accessByte(unsigned i, Word thread, Word offset, unsigned byte) {
    return program.code[i].op == Op::Store ? storeByte(i, thread, offset, byte)
                                           : loadByte(i, thread, offset, byte);
  }
  Result<RegisterBytes> outputs() const;
  Result<RegisterBytes> renamed() const;

  const MaskedWord &value(unsigned v, Word thread) const {
    return values[v * threads + thread];
  }
  bool isIdle(const Instruction &each, Word thread) const {
    return (thread & each.mask) != 0;
  }
  Word addressOf(const Instruction &each, Word thread) const {
    return paddedOffset(program.paddings,
                        program.addresses[each.index](thread) + each.immediate);
  }
  MemoryByte &at(const Instruction &each, Word thread, Word offset) {
    Word block = each.block == NoValue
                     ? f2::shiftRight(thread, program.threads.lane +
                                                  program.threads.warp)
                     : program.maps[each.block](thread) ^ each.blockConstant;
    return memory[block * program.scratchBytes + offset];
  }
  /// Nothing that one of them did is seen by the other for sure.
  bool areApart(unsigned a, Word b, unsigned time) const {
    if (a == MemoryByte::Nobody || a == b)
      return false;
    const ThreadBits &bits = program.threads;
    Word differs =
        a == MemoryByte::Anybody ? bits.laneMask() | bits.warpMask() : a ^ b;
    unsigned since = blockBarriers;
    if ((differs & ~bits.laneMask()) == 0)
      since = warpBarriers;
    if ((differs & bits.blockMask()) != 0)
      since = clusterBarriers;
    return time >= since;
  }
  /// By a thread of another block than its own.
  bool isReadElsewhere(const MemoryByte &cell, Word block) const {
    const ThreadBits &bits = program.threads;
    return cell.reader < MemoryByte::Anybody &&
           (!cell.isReadByBlock ||
            f2::shiftRight(cell.reader, bits.lane + bits.warp) != block);
  }
  static std::string readerText(unsigned reader) {
    return reader == MemoryByte::Anybody ? "a call before"
                                         : concat("thread ", reader);
  }
  tl::unexpected<Error> fault(unsigned i, Word thread,
                              std::string_view what) const {
    return failure(concat("instruction ", i, ", thread ", thread, ": ", what));
  }

  const Program &program;
  const RegisterBytes &inputs;
  Word threads;
  std::vector<MaskedWord> values;
  /// Words of loads after the first.
  std::vector<std::vector<MaskedWord>> loaded;
  std::vector<MemoryByte> memory;
  /// Time counts barriers; these are the times of the last ones that hold for
  /// threads of a warp, of a block and of the cluster.
  unsigned time = 1;
  unsigned warpBarriers = 0, blockBarriers = 0, clusterBarriers = 0;
};

MaskedWord Machine::compute(const Instruction &each, Word thread) {
  MaskedWord result;
  auto permute = [&](std::uint32_t selector) {
    for (unsigned i = 0; i < WordBytes; ++i) {
      unsigned digit = selectorDigit(selector, i);
      if (digit >= AnyByte)
        continue;
      const MaskedWord &from =
          value(digit < WordBytes ? each.a : each.b, thread);
      if (from.knows(digit % WordBytes))
        result.setByte(i, from.byte(digit % WordBytes));
    }
    return result;
  };
  switch (each.op) {
  case Op::Input: {
    std::size_t first = std::size_t(each.index) * WordBytes;
    const std::uint8_t *registers = &inputs[thread * program.inputBytes()];
    for (unsigned i = 0; i < WordBytes; ++i)
      result.setByte(i, first + i < program.inputBytes() ? registers[first + i]
                                                         : 0);
    return result;
  }
  case Op::Permute:
    return permute(each.immediate);
  case Op::PermuteBy:
    return permute(f2::dot(each.mask, thread) ? each.immediate & 0xFFFF
                                              : each.immediate >> 16);
  case Op::Select:
    return value(f2::dot(each.mask, thread) ? each.a : each.b, thread);
  case Op::ShuffleXor:
    return value(each.a, thread ^ each.immediate);
  case Op::ShuffleIndex: {
    Word lanes = program.threads.laneMask();
    Word lane = program.maps[each.index](thread) ^ each.immediate;
    return value(each.a, (thread & ~lanes) | (lane & lanes));
  }
  case Op::Part:
    return loaded[each.a][thread * program.code[each.a].access.words() +
                          each.immediate];
  default:
    return result;
  }
}

Result<void> Machine::step(unsigned i) {
  const Instruction &each = program.code[i];
  if (each.op == Op::Barrier) {
    ++time;
    warpBarriers = time;
    if (each.scope != Scope::Warp)
      blockBarriers = time;
    if (each.scope == Scope::Cluster)
      clusterBarriers = time;
    return {};
  }
  if (each.op == Op::Store || each.op == Op::Load) {
    unsigned words = each.access.words();
    loaded[i].assign(threads * words, {});
    Result<void> done = each.access.form == SharedInstruction::Form::Vector
                            ? accessVector(i)
                            : accessMatrix(i);
    for (Word thread = 0; thread < threads; ++thread)
      values[i * threads + thread] = loaded[i][thread * words];
    return done;
  }
  for (Word thread = 0; thread < threads; ++thread)
    values[i * threads + thread] = compute(each, thread);
  return {};
}

Result<void> Machine::accessVector(unsigned i) {
  const Instruction &each = program.code[i];
  for (Word thread = 0; thread < threads; ++thread) {
    if (isIdle(each, thread))
      continue;
    Word address = addressOf(each, thread);
    if (address % each.access.bytes != 0)
      return fault(i, thread, concat("misaligned offset ", address));
    for (unsigned byte = 0; byte < each.access.bytes; ++byte)
      if (Result<void> done = accessByte(i, thread, address + byte, byte);
          !done)
        return done;
  }
  return {};
}

// PTX ISA, ldmatrix and stmatrix: lane 8m + r has the address of row r of
// matrix m; lane l has the 16-bit units 2 * (l % 4) and the next of row l / 4,
// or, if transposed, of column l / 4.
Result<void> Machine::accessMatrix(unsigned i) {
  const Instruction &each = program.code[i];
  bool isTransposed =
      each.access.form == SharedInstruction::Form::MatrixTransposed;
  constexpr Word LanesOfRow = 4;
  for (Word thread = 0; thread < threads; ++thread) {
    if (isIdle(each, thread))
      continue;
    Word lane = thread & program.threads.laneMask();
    for (unsigned byte = 0; byte < each.access.bytes; ++byte) {
      Word matrix = byte / WordBytes;
      Word unit = (lane % LanesOfRow) * 2 + byte / 2 % 2;
      Word row = isTransposed ? unit : lane / LanesOfRow;
      Word column = isTransposed ? lane / LanesOfRow : unit;
      Word from = (thread ^ lane) | (matrix * MatrixRows + row);
      Word address = addressOf(each, from);
      if (address % RowBytes != 0)
        return fault(i, from, concat("misaligned offset ", address));
      Word offset = address + column * 2 + byte % 2;
      if (Result<void> done = accessByte(i, thread, offset, byte); !done)
        return done;
    }
  }
  return {};
}

Result<void> Machine::storeByte(unsigned i, Word thread, Word offset,
                                unsigned byte) {
  if (offset >= program.scratchBytes)
    return fault(i, thread, concat("offset ", offset, " is out of bounds"));
  const Instruction &each = program.code[i];
  unsigned from = program.operands[each.a + byte / WordBytes];
  MaskedWord word = from == NoValue ? MaskedWord() : value(from, thread);
  MemoryByte &cell = at(each, thread, offset);
  std::uint8_t stored = word.byte(byte % WordBytes);
  bool isSame =
      word.knows(byte % WordBytes) && cell.isWritten && cell.value == stored;
  if (areApart(cell.writer, thread, cell.writeTime) && !isSame)
    return fault(
        i, thread,
        concat("offset ", offset, " is written by ", cell.writer, " too"));
  bool isRead = areApart(cell.reader, thread, cell.readTime) ||
                (cell.reader < MemoryByte::Anybody && !cell.isReadByWarp &&
                 cell.readTime >= blockBarriers) ||
                (cell.reader < MemoryByte::Anybody && !cell.isReadByBlock &&
                 cell.readTime >= clusterBarriers);
  if (isRead && !isSame)
    return fault(i, thread,
                 concat("offset ", offset, " is still read by ",
                        readerText(cell.reader)));
  cell = {.value = stored,
          .isWritten = word.knows(byte % WordBytes),
          .writer = static_cast<unsigned>(thread),
          .writeTime = time};
  return {};
}

Result<void> Machine::loadByte(unsigned i, Word thread, Word offset,
                               unsigned byte) {
  if (offset >= program.scratchBytes)
    return fault(i, thread, concat("offset ", offset, " is out of bounds"));
  MemoryByte &cell = at(program.code[i], thread, offset);
  if (areApart(cell.writer, thread, cell.writeTime))
    return fault(i, thread,
                 concat("offset ", offset, " is written by ", cell.writer,
                        " without a barrier"));
  if (cell.isWritten) {
    unsigned words = program.code[i].access.words();
    loaded[i][thread * words + byte / WordBytes].setByte(byte % WordBytes,
                                                         cell.value);
  }
  const ThreadBits &bits = program.threads;
  if (cell.reader < MemoryByte::Anybody) {
    Word differs = cell.reader ^ thread;
    cell.isReadByWarp = cell.isReadByWarp && (differs & ~bits.laneMask()) == 0;
    cell.isReadByBlock =
        cell.isReadByBlock && (differs & bits.blockMask()) == 0;
  }
  cell.reader = static_cast<unsigned>(thread);
  cell.readTime = time;
  return {};
}

Result<RegisterBytes> Machine::renamed() const {
  RegisterBytes result;
  result.reserve(threads * program.outputBytes());
  for (Word thread = 0; thread < threads; ++thread)
    for (unsigned from : program.renamed) {
      if (from >= program.inputs)
        return failure(concat("expects one of ", program.inputs,
                              " input registers, but got ", from));
      auto first =
          inputs.begin() + std::ptrdiff_t(thread * program.inputBytes() +
                                          Word(from) * program.elementBytes);
      result.insert(result.end(), first, first + program.elementBytes);
    }
  return result;
}

Result<RegisterBytes> Machine::outputs() const {
  RegisterBytes result;
  result.reserve(threads * program.outputBytes());
  for (Word thread = 0; thread < threads; ++thread)
    for (unsigned byte = 0; byte < program.outputBytes(); ++byte) {
      unsigned output = program.outputWords[byte / WordBytes];
      if (output == NoValue || !value(output, thread).knows(byte % WordBytes))
        return failure(concat("register ", byte / program.elementBytes,
                              " of thread ", thread, " is undefined"));
      result.push_back(value(output, thread).byte(byte % WordBytes));
    }
  return result;
}

} // namespace

Result<RegisterBytes> runProgram(const Program &program,
                                 const RegisterBytes &inputs) {
  return Machine(program, inputs).run();
}

} // namespace heddle
