//===- PlanProgram.cpp - The program of a conversion ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions of a plan (plan/Program.h) as ops.
///
//===----------------------------------------------------------------------===//

#include "ConvertLayout.h"
#include "Registers.h"
#include "Threads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle {

using namespace mlir;

namespace {

/// A selector that names a byte wherever any would do.
std::uint32_t definite(std::uint32_t selector) {
  for (unsigned byte = 0; byte < 4; ++byte)
    if (selectorDigit(selector, byte) >= AnyByte)
      selector &= ~(0xFU << (4 * byte));
  return selector;
}

/// That of the widest access; matrices have rows of 16 bytes, whatever a thread
/// gets of them.
std::uint32_t scratchAlignment(const Program &program) {
  constexpr std::uint32_t RowBytes = 16;
  std::uint32_t bytes = 1;
  for (const Instruction &each : program.code)
    if (each.op == Instruction::Op::Load || each.op == Instruction::Op::Store)
      bytes =
          std::max(bytes, each.access.form == SharedInstruction::Form::Vector
                              ? each.access.bytes
                              : RowBytes);
  return bytes;
}

class ProgramEmitter {
public:
  ProgramEmitter(LoweringContext &context, Location loc, const Program &program,
                 Value words)
      : context(context), builder(context.builder), loc(loc), program(program),
        words(words), i32(builder.getI32Type()), values(program.code.size()),
        loads(program.code.size()) {}

  Value emit() {
    emitAddresses();
    for (auto [index, each] : llvm::enumerate(program.code)) {
      if (each.op == Instruction::Op::Load)
        loads[index] = load(each);
      values[index] = valueOf(each, index);
    }
    return vectorOf(
        builder, loc,
        llvm::map_to_vector(program.outputWords,
                            [&](unsigned word) { return values[word]; }));
  }

private:
  void emitAddresses();
  Value valueOf(const Instruction &each, std::size_t index);
  Value load(const Instruction &each);
  Value peerAddress(const Instruction &each);
  void store(const Instruction &each);
  Value condition(Word mask);
  Value bytePermute(const Instruction &each, Value selector);
  /// What a store stores, word by word.
  llvm::SmallVector<Value> storedWords(const Instruction &each) const {
    llvm::SmallVector<Value> stored;
    for (unsigned word = 0; word < each.access.words(); ++word)
      stored.push_back(values[program.operands[each.a + word]]);
    return stored;
  }
  /// Null where all threads take part in an access.
  Value predicateOf(const Instruction &each) {
    return each.mask == 0 ? Value() : isZero(context, loc, each.mask);
  }
  Value constant(std::uint32_t value) {
    return context.number(static_cast<std::int32_t>(value), i32);
  }
  /// The type of what an instruction without matrices moves: words, or the low
  /// bytes of one.
  Type movedType(const Instruction &each) {
    return builder.getIntegerType(8 * std::min(each.access.bytes, 4U));
  }
  static bool isOfMatrix(const Instruction &each) {
    return each.access.form != SharedInstruction::Form::Vector;
  }
  static bool isTransposed(const Instruction &each) {
    return each.access.form == SharedInstruction::Form::MatrixTransposed;
  }

  LoweringContext &context;
  OpBuilder &builder;
  Location loc;
  const Program &program;
  Value words;
  Type i32;
  /// Of each instruction its value, and all words that it has loaded.
  llvm::SmallVector<Value> values, loads;
  llvm::SmallVector<Value> addresses;
  /// Addresses in other blocks, by those in the own one and by the blocks.
  std::map<std::tuple<unsigned, unsigned, std::uint32_t>, Value> peers;
};

} // namespace

void ProgramEmitter::emitAddresses() {
  Value scratch;
  if (program.scratchBytes != 0)
    scratch = context.make<simt::SharedOp>(
        loc, i32, static_cast<std::uint32_t>(program.scratchBytes),
        scratchAlignment(program), IntegerAttr());
  for (const ThreadMap &map : program.addresses)
    addresses.push_back(
        context.make<arith::AddIOp>(loc, evaluate(context, loc, map), scratch));
}

/// True in threads with an odd number of these bits.
Value ProgramEmitter::condition(Word mask) {
  Value bits = threadBits(context, loc, mask);
  if (std::has_single_bit(mask))
    return context.make<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, bits,
                                       constant(0));
  Value count = context.make<math::CtPopOp>(loc, bits);
  return context.make<arith::TruncIOp>(loc, builder.getI1Type(), count);
}

Value ProgramEmitter::bytePermute(const Instruction &each, Value selector) {
  return context.make<simt::BytePermuteOp>(
      loc, i32, values[each.a], values[each.b == NoValue ? each.a : each.b],
      selector);
}

/// The words of a load.
Value ProgramEmitter::load(const Instruction &each) {
  Value address = addresses[each.index];
  unsigned count = each.access.words();
  if (isOfMatrix(each))
    return context.make<simt::MatrixLoadOp>(loc, simt::registers(i32, count),
                                            address, each.immediate,
                                            isTransposed(each));
  bool isDistributed = each.block != NoValue;
  if (isDistributed)
    address = peerAddress(each);
  Value base = asVector(builder, address);
  Value predicate = asVector(builder, predicateOf(each));
  Type moved = movedType(each);
  Value loaded = context.make<simt::LoadOp>(
      loc, simt::registers(moved, count),
      isDistributed ? simt::Space::Cluster : simt::Space::Shared, base,
      /*buffer=*/Value(), predicate, Value(), RegisterNumbers{0},
      RegisterNumbers{static_cast<std::int32_t>(each.immediate)}, count,
      simt::CacheLevelAttr(), simt::EvictionAttr(), /*isVolatile=*/false,
      /*isOtherImplied=*/false);
  if (moved == i32)
    return loaded;
  Value part = context.make<simt::ExtractOp>(loc, moved, loaded, 0);
  return asVector(builder, context.make<arith::ExtUIOp>(loc, i32, part));
}

/// Where the block has it that a load reads from. Loads often read from the
/// same one.
Value ProgramEmitter::peerAddress(const Instruction &each) {
  Value &known = peers[{each.index, each.block, each.blockConstant}];
  if (!known) {
    Value block = evaluate(context, loc, program.maps[each.block]);
    if (each.blockConstant != 0)
      block =
          context.make<arith::XOrIOp>(loc, block, constant(each.blockConstant));
    known = context.make<simt::PeerAddressOp>(loc, i32, addresses[each.index],
                                              block);
  }
  return known;
}

void ProgramEmitter::store(const Instruction &each) {
  Value address = addresses[each.index];
  llvm::SmallVector<Value> stored = storedWords(each);
  if (isOfMatrix(each)) {
    Value matrix = vectorOf(builder, loc, stored);
    context.make<simt::MatrixStoreOp>(loc, address, matrix, predicateOf(each),
                                      each.immediate, isTransposed(each));
    return;
  }
  Value base = asVector(builder, address);
  Value predicate = asVector(builder, predicateOf(each));
  Type moved = movedType(each);
  if (moved != i32)
    for (Value &word : stored)
      word = context.make<arith::TruncIOp>(loc, moved, word);
  context.make<simt::StoreOp>(
      loc, simt::Space::Shared, base, /*buffer=*/Value(),
      vectorOf(builder, loc, stored), predicate, RegisterNumbers{0},
      RegisterNumbers{static_cast<std::int32_t>(each.immediate)},
      each.access.words(), simt::CacheLevelAttr(), simt::EvictionAttr());
}

/// Null for those that have none. Barriers follow from the accesses.
Value ProgramEmitter::valueOf(const Instruction &each, std::size_t index) {
  using Kind = Instruction::Op;
  switch (each.op) {
  case Kind::Input:
    return context.make<simt::ExtractOp>(loc, i32, words, each.index);
  case Kind::Permute:
    return bytePermute(each, constant(definite(each.immediate)));
  case Kind::PermuteBy: {
    Value isMet = condition(each.mask);
    Value then = constant(definite(each.immediate & 0xFFFF));
    Value otherwise = constant(definite(each.immediate >> 16));
    return bytePermute(
        each, context.make<arith::SelectOp>(loc, isMet, then, otherwise));
  }
  case Kind::Select:
    return context.make<arith::SelectOp>(loc, condition(each.mask),
                                         values[each.a], values[each.b]);
  case Kind::ShuffleXor:
    return context.make<simt::ShuffleXorOp>(loc, i32, values[each.a],
                                            each.immediate);
  case Kind::ShuffleIndex: {
    Value lane = evaluate(context, loc, program.maps[each.index]);
    if (each.immediate != 0)
      lane = context.make<arith::XOrIOp>(loc, lane, constant(each.immediate));
    return context.make<simt::ShuffleIndexOp>(loc, i32, values[each.a], lane);
  }
  case Kind::Load:
    return context.make<simt::ExtractOp>(loc, i32, loads[index], 0);
  case Kind::Part:
    return context.make<simt::ExtractOp>(loc, i32, loads[each.a],
                                         each.immediate);
  case Kind::Store:
    store(each);
    return {};
  case Kind::Barrier:
    return {};
  }
  return {};
}

FailureOr<Value> emitPlanProgram(LoweringContext &context, Operation *op,
                                 const Program &program, Value words) {
  if (!program.paddings.empty())
    return refuse(op) << "its scratch has padded rows";
  return ProgramEmitter(context, op->getLoc(), program, words).emit();
}

} // namespace heddle
