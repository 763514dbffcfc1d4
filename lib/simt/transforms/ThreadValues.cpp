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

#include <numeric>

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

using Register = ThreadValues::Register;

/// The numbers that a function has of the threads.
template <class Function> Register inEach(unsigned threads, Function function) {
  Register result = {std::vector<std::uint64_t>(threads)};
  for (unsigned thread = 0; thread < threads; ++thread)
    result.numbers[thread] = function(thread);
  return result;
}

/// A register of an operand, and the bits of its type.
struct Operand {
  const Register *numbers;
  unsigned bits;
  std::uint64_t operator[](unsigned thread) const { return (*numbers)[thread]; }
  const std::vector<std::uint64_t> &all() const { return numbers->numbers; }
  simt::SharedOp allocation() const { return numbers->allocation; }
};

/// Do the numbers only have bits that are zero where the allocation begins?
bool isBelowAlignment(const Operand &numbers, simt::SharedOp allocation) {
  return !numbers.allocation() &&
         llvm::all_of(numbers.all(), [&](std::uint64_t number) {
           return number < allocation.getAlignment();
         });
}

/// The allocation from whose begin the result is counted, as its operands are;
/// null if these are no addresses. Nothing if it depends on where that lies.
std::optional<simt::SharedOp> allocationOf(Operation *op,
                                           llvm::ArrayRef<Operand> x) {
  if (llvm::none_of(x, [](const Operand &each) { return each.allocation(); }))
    return simt::SharedOp();
  if (isa<arith::AddIOp>(op) && !(x[0].allocation() && x[1].allocation()))
    return x[0].allocation() ? x[0].allocation() : x[1].allocation();
  if (isa<arith::SubIOp>(op) && !x[1].allocation())
    return x[0].allocation();
  if (isa<arith::SelectOp>(op) && x[1].allocation() == x[2].allocation())
    return x[1].allocation();
  if (isa<arith::XOrIOp, arith::OrIOp>(op))
    for (auto [address, bits] : {std::pair(x[0], x[1]), std::pair(x[1], x[0])})
      if (simt::SharedOp allocation = address.allocation();
          allocation && isBelowAlignment(bits, allocation))
        return allocation;
  return std::nullopt;
}

/// One operation of `arith` or `math` in all threads; empty if it is not known
/// here, or not defined for the numbers of one.
Register evaluate(Operation *op, llvm::ArrayRef<Operand> x) {
  const std::optional<simt::SharedOp> allocation = allocationOf(op, x);
  if (!allocation)
    return {};
  const std::uint64_t mask =
      llvm::maskTrailingOnes<std::uint64_t>(bitsOf(op->getResult(0).getType()));
  const auto threads = static_cast<unsigned>(x.front().all().size());
  auto inAll = [&](auto function) {
    Register result = inEach(
        threads, [&](unsigned thread) { return function(thread) & mask; });
    result.allocation = *allocation;
    return result;
  };
  auto inBoth = [&](auto function) {
    return inAll([&](unsigned t) { return function(x[0][t], x[1][t]); });
  };
  auto isSecondAlways = [&](auto predicate) {
    return llvm::all_of(x[1].all(), predicate);
  };
  auto shift = [&](auto function) {
    auto isDefined = [&](std::uint64_t by) { return by < x[0].bits; };
    return isSecondAlways(isDefined) ? inAll(function) : Register();
  };
  auto divide = [&](auto function) {
    auto isDefined = [](std::uint64_t by) { return by != 0; };
    return isSecondAlways(isDefined) ? inAll(function) : Register();
  };
  auto extended = [&](unsigned t) {
    return static_cast<std::uint64_t>(llvm::SignExtend64(x[0][t], x[0].bits));
  };
  return llvm::TypeSwitch<Operation *, Register>(op)
      .Case([&](arith::AddIOp) { return inBoth(std::plus<>()); })
      .Case([&](arith::SubIOp) { return inBoth(std::minus<>()); })
      .Case([&](arith::MulIOp) { return inBoth(std::multiplies<>()); })
      .Case([&](arith::AndIOp) { return inBoth(std::bit_and<>()); })
      .Case([&](arith::OrIOp) { return inBoth(std::bit_or<>()); })
      .Case([&](arith::XOrIOp) { return inBoth(std::bit_xor<>()); })
      .Case([&](arith::ShLIOp) {
        return shift([&](unsigned t) { return x[0][t] << x[1][t]; });
      })
      .Case([&](arith::ShRUIOp) {
        return shift([&](unsigned t) { return x[0][t] >> x[1][t]; });
      })
      .Case([&](arith::ShRSIOp) {
        return shift([&](unsigned t) {
          return static_cast<std::uint64_t>(
              static_cast<std::int64_t>(extended(t)) >> x[1][t]);
        });
      })
      .Case([&](arith::DivUIOp) {
        return divide([&](unsigned t) { return x[0][t] / x[1][t]; });
      })
      .Case([&](arith::RemUIOp) {
        return divide([&](unsigned t) { return x[0][t] % x[1][t]; });
      })
      .Case<arith::ExtUIOp, arith::TruncIOp>([&](Operation *) {
        return inAll([&](unsigned t) { return x[0][t]; });
      })
      .Case([&](arith::ExtSIOp) { return inAll(extended); })
      .Case([&](arith::SelectOp) {
        return inAll(
            [&](unsigned t) { return x[0][t] != 0 ? x[1][t] : x[2][t]; });
      })
      .Case([&](arith::CmpIOp compare) {
        return inAll([&](unsigned t) -> std::uint64_t {
          return arith::applyCmpPredicate(compare.getPredicate(),
                                          llvm::APInt(x[0].bits, x[0][t]),
                                          llvm::APInt(x[1].bits, x[1][t]))
                     ? 1
                     : 0;
        });
      })
      .Case([&](math::CtPopOp) {
        return inAll([&](unsigned t) -> std::uint64_t {
          return static_cast<unsigned>(llvm::popcount(x[0][t]));
        });
      })
      .Default([](Operation *) { return Register(); });
}

/// What all threads have, if they do and it is known.
std::optional<std::uint64_t> uniform(const Operand &x) {
  const std::vector<std::uint64_t> &all = x.all();
  if (all.empty() || x.numbers->step != 0 || x.allocation() ||
      llvm::any_of(all, [&](std::uint64_t each) { return each != all[0]; }))
    return std::nullopt;
  return all[0];
}

/// Multiples of what is not known, and their sums; else empty.
Register evaluateMultiples(Operation *op, llvm::ArrayRef<Operand> x,
                           unsigned threads) {
  const std::uint64_t mask =
      llvm::maskTrailingOnes<std::uint64_t>(bitsOf(op->getResult(0).getType()));
  auto times = [&](const Operand &number,
                   std::optional<std::uint64_t> factor) -> Register {
    if (!factor || *factor == 0 || *factor > mask / 2 || number.allocation())
      return {};
    std::uint64_t step = number.all().empty() ? 1 : number.numbers->step;
    Register result = inEach(threads, [&](unsigned t) {
      return number.all().empty() ? 0 : (number[t] * *factor) & mask;
    });
    result.step = step * *factor;
    result.counter = number.numbers->counter;
    return result;
  };
  auto both = [&](auto function) -> Register {
    const std::optional<simt::SharedOp> allocation = allocationOf(op, x);
    if (!allocation || x[0].all().empty() || x[1].all().empty())
      return {};
    Register result = inEach(
        threads, [&](unsigned t) { return function(x[0][t], x[1][t]) & mask; });
    result.allocation = *allocation;
    result.step = std::gcd(x[0].numbers->step, x[1].numbers->step);
    if (x[1].numbers->step == 0)
      result.counter = x[0].numbers->counter;
    else if (x[0].numbers->step == 0 && isa<arith::AddIOp>(op))
      result.counter = x[1].numbers->counter;
    return result;
  };
  return llvm::TypeSwitch<Operation *, Register>(op)
      .Case([&](arith::MulIOp) {
        std::optional<std::uint64_t> right = uniform(x[1]);
        return right ? times(x[0], right) : times(x[1], uniform(x[0]));
      })
      .Case([&](arith::ShLIOp) {
        std::optional<std::uint64_t> by = uniform(x[1]);
        return by && *by < x[0].bits ? times(x[0], std::uint64_t(1) << *by)
                                     : Register();
      })
      .Case([&](arith::AddIOp) { return both(std::plus<>()); })
      .Case([&](arith::SubIOp) { return both(std::minus<>()); })
      .Default([](Operation *) { return Register(); });
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
  if (unknown == Unknown::Multiples && value.getType().isInteger(32))
    if (std::optional<RingCounter> counter = findRingCounter(value))
      return {{.numbers = std::vector<std::uint64_t>(threads),
               .step = 1,
               .counter = counter}};
  if (op == nullptr || bitsOf(value.getType()) == 0)
    return Registers(count);
  return llvm::TypeSwitch<Operation *, Registers>(op)
      .Case([&](arith::ConstantOp constant) {
        return computeConstant(constant.getValue(), count);
      })
      .Case([&](ub::PoisonOp) { return Registers(count); })
      .Case([&](simt::ThreadOp) {
        return Registers{inEach(
            threads, [&](unsigned thread) { return thread % blockThreads; })};
      })
      .Case([&](simt::BlockRankOp) {
        return Registers{inEach(
            threads, [&](unsigned thread) { return thread / blockThreads; })};
      })
      .Case([&](simt::SharedOp shared) {
        return Registers{{std::vector<std::uint64_t>(threads), shared}};
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
  auto inAll = [&](const llvm::APInt &number) {
    return Register{std::vector<std::uint64_t>(threads, number.getZExtValue())};
  };
  if (auto number = dyn_cast<IntegerAttr>(value))
    return Registers(count, inAll(number.getValue()));
  Registers registers;
  if (auto numbers = dyn_cast<DenseIntElementsAttr>(value))
    for (const llvm::APInt &number : numbers.getValues<llvm::APInt>())
      registers.push_back(inAll(number));
  else
    registers.resize(count);
  return registers;
}

ThreadValues::Registers ThreadValues::computeElementwise(Operation *op,
                                                         unsigned count) {
  Registers result(count);
  // Of other ops, loads among them, operands have registers of their own.
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      !isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()))
    return result;
  llvm::SmallVector<const Registers *> registers;
  llvm::SmallVector<Operand> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back({nullptr, bitsOf(operand.getType())});
    registers.push_back(&of(operand));
    if (operands.back().bits == 0)
      return result;
  }
  for (unsigned index = 0; index < count; ++index) {
    // A choice may have one condition for all.
    for (auto [operand, all] : llvm::zip(operands, registers))
      operand.numbers = &(*all)[all->size() == 1 ? 0 : index];
    bool isKnown = llvm::all_of(operands, [](const Operand &operand) {
      return !operand.numbers->empty() && operand.numbers->step == 0;
    });
    if (isKnown)
      result[index] = evaluate(op, operands);
    else if (unknown == Unknown::Multiples)
      result[index] = evaluateMultiples(op, operands, threads);
  }
  return result;
}

} // namespace heddle
