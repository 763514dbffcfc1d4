//===- ProgramTrace.cpp - Where elements are while a plan runs ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/ProgramTrace.h"

#include <algorithm>
#include <array>

namespace heddle {

namespace {

using Op = Instruction::Op;
using Kind = TraceStep::Kind;
using LabelWord = std::array<ByteLabel, WordBytes>;

constexpr Word MostLabels = Word(1) << 24;

Kind kindOf(Op op) {
  switch (op) {
  case Op::Input:
    return Kind::Start;
  case Op::Permute:
  case Op::PermuteBy:
  case Op::Select:
    return Kind::Registers;
  case Op::ShuffleXor:
  case Op::ShuffleIndex:
    return Kind::Shuffle;
  case Op::Store:
    return Kind::Store;
  case Op::Load:
  case Op::Part:
    return Kind::Load;
  case Op::Barrier:
    return Kind::Barrier;
  }
  return Kind::Start;
}

bool isMemory(Kind kind) {
  return kind == Kind::Store || kind == Kind::Load || kind == Kind::Barrier;
}

/// The values that an instruction reads.
std::vector<unsigned> readBy(const Program &program, const Instruction &each) {
  std::vector<unsigned> read;
  if (each.op == Op::Store) {
    for (unsigned i = 0; i < each.access.words(); ++i)
      if (unsigned value = program.operands[each.a + i]; value != NoValue)
        read.push_back(value);
    return read;
  }
  for (unsigned value : {each.a, each.b})
    if (value != NoValue && each.op != Op::Input && each.op != Op::Load &&
        each.op != Op::Barrier)
      read.push_back(value);
  return read;
}

/// The number of each instruction's step. An instruction is in the step of what
/// it reads if it is of the same kind, otherwise in a later one; those that
/// access memory, and barriers, keep their order.
class StepNumbers {
public:
  explicit StepNumbers(const Program &program) : program(program) {
    for (unsigned i = 0; i < program.code.size(); ++i)
      add(i);
    count();
  }

  const std::vector<unsigned> &numbers() const { return steps; }

private:
  void add(unsigned i) {
    const Instruction &each = program.code[i];
    Kind kind = kindOf(each.op);
    unsigned level = kind == Kind::Start ? 0 : 1;
    for (unsigned value : readBy(program, each))
      level = std::max(level, steps[value] + (kinds[value] == kind ? 0 : 1));
    if (isMemory(kind) && each.op != Op::Part) {
      level = std::max(level, lastMemory + (lastKind == kind ? 0 : 1));
      lastMemory = level;
      lastKind = kind;
    }
    steps.push_back(level);
    kinds.push_back(kind);
  }

  /// Levels may have instructions of several kinds: a step has one.
  void count() {
    std::vector<std::pair<unsigned, Kind>> found;
    found.reserve(steps.size());
    for (unsigned i = 0; i < steps.size(); ++i)
      found.emplace_back(steps[i], kinds[i]);
    std::ranges::sort(found);
    auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    for (unsigned i = 0; i < steps.size(); ++i) {
      auto at = std::ranges::lower_bound(found, std::pair(steps[i], kinds[i]));
      steps[i] = static_cast<unsigned>(at - found.begin());
    }
  }

  const Program &program;
  std::vector<unsigned> steps;
  std::vector<Kind> kinds;
  unsigned lastMemory = 0;
  Kind lastKind = Kind::Start;
};

class Tracer {
public:
  Tracer(const Program &program, const LinearLayout &source)
      : program(program), threads(f2::unit(program.threads.total())),
        values(program.code.size()), parts(program.code.size()),
        memory(program.scratchBytes << program.threads.block) {
    labelInputs(source);
  }

  Result<std::vector<TraceStep>> run();

private:
  void labelInputs(const LinearLayout &source);
  Result<std::vector<TraceStep>> renamed();
  void execute(unsigned i);
  LabelWord compute(const Instruction &each, Word thread) const;
  void access(unsigned i);
  void moveByte(unsigned i, Word thread, Word offset, unsigned byte);
  std::vector<unsigned> neededAfter(unsigned step) const;
  Result<void> keep(TraceStep step, const std::vector<unsigned> &words);

  const LabelWord &value(unsigned v, Word thread) const {
    return values[v][thread];
  }

  const Program &program;
  Word threads;
  /// Of each thread, the bytes of its input registers.
  std::vector<ByteLabel> inputs;
  /// Of each value, the word of each thread.
  std::vector<std::vector<LabelWord>> values;
  /// Of loads, all words of each thread.
  std::vector<std::vector<LabelWord>> parts;
  std::vector<ByteLabel> memory;
  std::vector<unsigned> stepOf;
  std::vector<TraceStep> trace;
  std::size_t labels = 0;
};

void Tracer::labelInputs(const LinearLayout &source) {
  std::size_t bytes = program.inputBytes();
  inputs.assign(threads * bytes, 0);
  const ThreadBits &bits = program.threads;
  auto located = [&](Word thread, Word r) {
    Word warp = f2::shiftRight(thread & bits.warpMask(), bits.lane);
    Word block = f2::shiftRight(thread, bits.lane + bits.warp);
    return f2::shiftLeft(r, source.inShift(Dim::Register)) |
           f2::shiftLeft(thread & bits.laneMask(), source.inShift(Dim::Lane)) |
           f2::shiftLeft(warp, source.inShift(Dim::Warp)) |
           f2::shiftLeft(block, source.inShift(Dim::Block));
  };
  for (Word thread = 0; thread < threads; ++thread)
    for (unsigned r = 0; r < program.inputs; ++r) {
      Word element = source.applyWord(located(thread, r));
      for (unsigned byte = 0; byte < program.elementBytes; ++byte)
        inputs[thread * bytes + std::size_t(r) * program.elementBytes + byte] =
            static_cast<ByteLabel>(1 + element * program.elementBytes + byte);
    }
}

LabelWord Tracer::compute(const Instruction &each, Word thread) const {
  LabelWord result = {};
  auto permute = [&](std::uint32_t selector) {
    for (unsigned i = 0; i < WordBytes; ++i) {
      unsigned digit = selectorDigit(selector, i);
      if (digit < AnyByte)
        result[i] = value(digit < WordBytes ? each.a : each.b,
                          thread)[digit % WordBytes];
    }
    return result;
  };
  bool condition = f2::dot(each.mask, thread);
  Word lanes = program.threads.laneMask();
  switch (each.op) {
  case Op::Input: {
    std::size_t first = std::size_t(each.index) * WordBytes;
    for (std::size_t i = 0; i < WordBytes; ++i)
      if (first + i < program.inputBytes())
        result[i] = inputs[thread * program.inputBytes() + first + i];
    return result;
  }
  case Op::Permute:
    return permute(each.immediate);
  case Op::PermuteBy:
    return permute(condition ? each.immediate & 0xFFFF : each.immediate >> 16);
  case Op::Select:
    return value(condition ? each.a : each.b, thread);
  case Op::ShuffleXor:
    return value(each.a, thread ^ each.immediate);
  case Op::ShuffleIndex: {
    Word lane = program.maps[each.index](thread) ^ each.immediate;
    return value(each.a, (thread & ~lanes) | (lane & lanes));
  }
  case Op::Part:
    return parts[each.a]
                [thread * program.code[each.a].access.words() + each.immediate];
  default:
    return result;
  }
}

void Tracer::moveByte(unsigned i, Word thread, Word offset, unsigned byte) {
  const Instruction &each = program.code[i];
  Word block =
      each.block == NoValue
          ? f2::shiftRight(thread, program.threads.lane + program.threads.warp)
          : program.maps[each.block](thread) ^ each.blockConstant;
  Word cell = block * program.scratchBytes + offset;
  if (cell >= memory.size())
    return;
  if (each.op == Op::Store) {
    unsigned from = program.operands[each.a + byte / WordBytes];
    if (from != NoValue)
      memory[cell] = value(from, thread)[byte % WordBytes];
    return;
  }
  parts[i][thread * each.access.words() + byte / WordBytes][byte % WordBytes] =
      memory[cell];
}

// PTX ISA, ldmatrix and stmatrix: lane 8m + r has the address of row r of
// matrix m; lane l has the 16-bit units 2 * (l % 4) and the next of row l / 4,
// or, if transposed, of column l / 4.
void Tracer::access(unsigned i) {
  const Instruction &each = program.code[i];
  constexpr Word MatrixRows = 8, LanesOfRow = 4;
  using Form = SharedInstruction::Form;
  auto address = [&](Word thread) {
    return paddedOffset(program.paddings,
                        program.addresses[each.index](thread) + each.immediate);
  };
  for (Word thread = 0; thread < threads; ++thread) {
    if ((thread & each.mask) != 0)
      continue;
    Word lane = thread & program.threads.laneMask();
    for (unsigned byte = 0; byte < each.access.bytes; ++byte) {
      if (each.access.form == Form::Vector) {
        moveByte(i, thread, address(thread) + byte, byte);
        continue;
      }
      Word unit = (lane % LanesOfRow) * 2 + byte / 2 % 2, line = lane / 4;
      bool isTransposed = each.access.form == Form::MatrixTransposed;
      Word row = isTransposed ? unit : line,
           column = isTransposed ? line : unit;
      Word from = (thread ^ lane) | (byte / WordBytes * MatrixRows + row);
      moveByte(i, thread, address(from) + column * 2 + byte % 2, byte);
    }
  }
}

void Tracer::execute(unsigned i) {
  const Instruction &each = program.code[i];
  values[i].assign(threads, {});
  if (each.op == Op::Barrier)
    return;
  if (each.op != Op::Store && each.op != Op::Load) {
    for (Word thread = 0; thread < threads; ++thread)
      values[i][thread] = compute(each, thread);
    return;
  }
  parts[i].assign(threads * each.access.words(), {});
  access(i);
  if (each.op == Op::Load)
    for (Word thread = 0; thread < threads; ++thread)
      values[i][thread] = parts[i][thread * each.access.words()];
}

/// The values of this step and those before that later steps, or the outputs,
/// still need.
std::vector<unsigned> Tracer::neededAfter(unsigned step) const {
  std::vector<bool> isNeeded(program.code.size(), false);
  for (unsigned value : program.outputWords)
    if (value != NoValue)
      isNeeded[value] = true;
  for (unsigned i = 0; i < program.code.size(); ++i)
    if (stepOf[i] > step)
      for (unsigned value : readBy(program, program.code[i]))
        isNeeded[value] = true;
  std::vector<unsigned> needed;
  for (unsigned i = 0; i < program.code.size(); ++i)
    if (isNeeded[i] && stepOf[i] <= step)
      needed.push_back(i);
  return needed;
}

Result<void> Tracer::keep(TraceStep step, const std::vector<unsigned> &words) {
  step.words = static_cast<unsigned>(words.size());
  labels += threads * words.size() * WordBytes + program.scratchBytes;
  if (labels > MostLabels)
    return failure(concat("expects a conversion of at most ", MostLabels,
                          " bytes in all steps to follow, but got more"),
                   {}, "take a smaller tensor of the same layouts");
  step.registers.reserve(threads * words.size() * WordBytes);
  for (Word thread = 0; thread < threads; ++thread)
    for (unsigned word : words)
      for (ByteLabel label :
           word == NoValue ? LabelWord() : value(word, thread))
        step.registers.push_back(label);
  step.memory.assign(memory.begin(),
                     memory.begin() + std::ptrdiff_t(program.scratchBytes));
  trace.push_back(std::move(step));
  return {};
}

/// The program has no instructions: both sides as words of registers.
Result<std::vector<TraceStep>> Tracer::renamed() {
  auto words = [](unsigned bytes) {
    return (bytes + WordBytes - 1) / WordBytes;
  };
  auto at = [&](TraceStep &step, Word thread, unsigned byte) -> ByteLabel & {
    return step.registers[(thread * step.words * WordBytes) + byte];
  };
  TraceStep start, end;
  start.words = words(program.inputBytes());
  end.kind = Kind::Rename;
  end.words = words(program.outputBytes());
  for (TraceStep *step : {&start, &end})
    step->registers.assign(threads * step->words * WordBytes, 0);
  unsigned bytes = program.elementBytes;
  for (Word thread = 0; thread < threads; ++thread) {
    for (unsigned byte = 0; byte < program.inputBytes(); ++byte)
      at(start, thread, byte) = inputs[thread * program.inputBytes() + byte];
    for (unsigned r = 0; r < program.outputs; ++r)
      for (unsigned byte = 0; byte < bytes; ++byte)
        at(end, thread, r * bytes + byte) =
            at(start, thread, program.renamed[r] * bytes + byte);
  }
  trace.push_back(std::move(start));
  trace.push_back(std::move(end));
  return std::move(trace);
}

Result<std::vector<TraceStep>> Tracer::run() {
  if (!program.renamed.empty())
    return renamed();
  stepOf = StepNumbers(program).numbers();
  std::vector<std::vector<unsigned>> steps;
  for (unsigned i = 0; i < stepOf.size(); ++i) {
    if (stepOf[i] >= steps.size())
      steps.resize(stepOf[i] + 1);
    steps[stepOf[i]].push_back(i);
  }
  for (unsigned number = 0; number < steps.size(); ++number) {
    for (unsigned i : steps[number])
      execute(i);
    bool isLast = number + 1 == steps.size();
    std::vector<unsigned> words = number == 0 ? steps[0]
                                  : isLast    ? program.outputWords
                                              : neededAfter(number);
    Kind kind = kindOf(program.code[steps[number].front()].op);
    if (Result<void> kept = keep({.kind = kind,
                                  .instructions = std::move(steps[number]),
                                  .words = 0,
                                  .registers = {},
                                  .memory = {}},
                                 words);
        !kept)
      return tl::unexpected(std::move(kept.error()));
  }
  return std::move(trace);
}

} // namespace

Result<std::vector<TraceStep>> traceProgram(const Program &program,
                                            const LinearLayout &source) {
  unsigned threadBits = program.threads.total();
  Word inputs = std::max<Word>(program.inputBytes(), WordBytes);
  Word values = std::max<Word>(program.code.size(), 1);
  if (threadBits > 16 || source.totalOutBits() > 28 ||
      (inputs << threadBits) > MostLabels ||
      values > (MostLabels >> threadBits))
    return failure(concat("expects a conversion of at most ", MostLabels,
                          " bytes of values to follow, but got ", values,
                          " instructions of 2^", threadBits, " threads"),
                   {}, "take a smaller tensor of the same layouts");
  return Tracer(program, source).run();
}

} // namespace heddle
