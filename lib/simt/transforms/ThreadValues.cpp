//===- ThreadValues.cpp - Integers in each thread -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// Bits of an integer's type; zero of others.
unsigned bitsOf(Type type) {
  type = getElementTypeOrSelf(type);
  unsigned bits = type.isIndex()     ? 32
                  : type.isInteger() ? type.getIntOrFloatBitWidth()
                                     : 0;
  return bits <= 64 ? bits : 0;
}

/// One operation of `arith` or `math` on numbers; nothing if it is not known
/// here, or not defined for them.
std::optional<llvm::APInt> evaluate(Operation *op,
                                    llvm::ArrayRef<llvm::APInt> x) {
  using Number = std::optional<llvm::APInt>;
  unsigned bits = bitsOf(op->getResult(0).getType());
  auto shift = [&](auto function) -> Number {
    if (x[1].uge(x[0].getBitWidth()))
      return std::nullopt;
    return function(static_cast<unsigned>(x[1].getZExtValue()));
  };
  return llvm::TypeSwitch<Operation *, Number>(op)
      .Case([&](arith::AddIOp) { return x[0] + x[1]; })
      .Case([&](arith::SubIOp) { return x[0] - x[1]; })
      .Case([&](arith::MulIOp) { return x[0] * x[1]; })
      .Case([&](arith::AndIOp) { return x[0] & x[1]; })
      .Case([&](arith::OrIOp) { return x[0] | x[1]; })
      .Case([&](arith::XOrIOp) { return x[0] ^ x[1]; })
      .Case([&](arith::ShLIOp) {
        return shift([&](unsigned by) { return x[0].shl(by); });
      })
      .Case([&](arith::ShRUIOp) {
        return shift([&](unsigned by) { return x[0].lshr(by); });
      })
      .Case([&](arith::ShRSIOp) {
        return shift([&](unsigned by) { return x[0].ashr(by); });
      })
      .Case([&](arith::DivUIOp) {
        return x[1].isZero() ? Number() : x[0].udiv(x[1]);
      })
      .Case([&](arith::RemUIOp) {
        return x[1].isZero() ? Number() : x[0].urem(x[1]);
      })
      .Case([&](arith::ExtUIOp) { return x[0].zext(bits); })
      .Case([&](arith::ExtSIOp) { return x[0].sext(bits); })
      .Case([&](arith::TruncIOp) { return x[0].trunc(bits); })
      .Case([&](arith::SelectOp) { return x[0].isOne() ? x[1] : x[2]; })
      .Case([&](arith::CmpIOp compare) {
        return llvm::APInt(
            1, arith::applyCmpPredicate(compare.getPredicate(), x[0], x[1]));
      })
      .Case([&](math::CtPopOp) { return llvm::APInt(bits, x[0].popcount()); })
      .Default([](Operation *) { return std::nullopt; });
}

} // namespace

const ThreadValues::Registers &ThreadValues::of(Value value) {
  auto found = known.find(value.getAsOpaquePointer());
  if (found != known.end())
    return found->second;
  Registers registers = compute(value);
  return known.emplace(value.getAsOpaquePointer(), std::move(registers))
      .first->second;
}

ThreadValues::Registers ThreadValues::compute(Value value) {
  unsigned count = simt::registerCount(value.getType());
  Operation *op = value.getDefiningOp();
  if (op == nullptr || bitsOf(value.getType()) == 0)
    return Registers(count);
  return llvm::TypeSwitch<Operation *, Registers>(op)
      .Case([&](arith::ConstantOp constant) {
        return computeConstant(constant.getValue(), count);
      })
      .Case([&](ub::PoisonOp) { return Registers(count); })
      .Case([&](simt::ThreadOp) {
        Register numbers(threads);
        for (unsigned thread = 0; thread < threads; ++thread)
          numbers[thread] = thread % blockThreads;
        return Registers{numbers};
      })
      .Case([&](simt::BlockRankOp) {
        Register ranks(threads);
        for (unsigned thread = 0; thread < threads; ++thread)
          ranks[thread] = thread / blockThreads;
        return Registers{ranks};
      })
      .Case([&](simt::SharedOp shared) {
        return shared.getAt() ? Registers{Register(threads, *shared.getAt())}
                              : Registers(1);
      })
      .Case([&](simt::SplatOp splat) {
        return Registers(count, of(splat.getSrc()).front());
      })
      .Case([&](simt::ExtractOp extract) {
        return Registers{of(extract.getSrc())[extract.getIndex()]};
      })
      .Case([&](simt::PermuteOp permute) {
        Registers all, picked;
        for (Value source : permute.getSrcs())
          llvm::append_range(all, of(source));
        for (std::int32_t index : permute.getIndices())
          picked.push_back(all[static_cast<std::size_t>(index)]);
        return picked;
      })
      .Default([&](Operation *) { return computeElementwise(op, count); });
}

ThreadValues::Registers ThreadValues::computeConstant(Attribute value,
                                                      unsigned count) {
  if (auto number = dyn_cast<IntegerAttr>(value))
    return Registers(count,
                     Register(threads, number.getValue().getZExtValue()));
  Registers registers;
  if (auto numbers = dyn_cast<DenseIntElementsAttr>(value))
    for (const llvm::APInt &number : numbers.getValues<llvm::APInt>())
      registers.emplace_back(threads, number.getZExtValue());
  else
    registers.resize(count);
  return registers;
}

ThreadValues::Registers ThreadValues::computeElementwise(Operation *op,
                                                         unsigned count) {
  Registers unknown(count);
  // Of other ops, loads among them, operands have registers of their own.
  if (op->getNumResults() != 1 ||
      !isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()))
    return unknown;
  llvm::SmallVector<const Registers *> operands;
  llvm::SmallVector<unsigned> bits;
  for (Value operand : op->getOperands()) {
    bits.push_back(bitsOf(operand.getType()));
    operands.push_back(&of(operand));
    if (bits.back() == 0)
      return unknown;
  }
  Registers result(count);
  for (unsigned index = 0; index < count; ++index)
    for (unsigned thread = 0; thread < threads; ++thread) {
      llvm::SmallVector<llvm::APInt> numbers;
      for (auto [operand, width] : llvm::zip(operands, bits)) {
        // A choice may have one condition for all.
        const Register &numbersOf =
            (*operand)[operand->size() == 1 ? 0 : index];
        if (numbersOf.empty())
          break;
        numbers.emplace_back(width, numbersOf[thread]);
      }
      std::optional<llvm::APInt> number;
      if (numbers.size() == operands.size())
        number = evaluate(op, numbers);
      if (!number) {
        result[index].clear();
        break;
      }
      result[index].push_back(number->getZExtValue());
    }
  return result;
}

} // namespace heddle
