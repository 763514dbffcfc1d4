//===- NaiveProgram.cpp - Running programs plainly ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/NaiveProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

namespace heddle::test {

using namespace mlir;

namespace {

using Numbers = std::vector<std::int64_t>;

Numbers shapeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Numbers(tensor.getShape()) : Numbers();
}

unsigned bitsOf(Type type) {
  auto number = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return number ? number.getWidth() : 64;
}

std::int64_t sizeOf(const Numbers &shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t(1),
                         std::multiplies<>());
}

/// The coordinates of an element, and back.
Numbers placeOf(std::int64_t number, const Numbers &shape) {
  Numbers place(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    place[axis] = number % shape[axis];
    number /= shape[axis];
  }
  return place;
}
std::int64_t numberOf(const Numbers &place, const Numbers &shape) {
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    number = number * shape[axis] + place[axis];
  return number;
}

std::uint64_t lowBits(std::int64_t value, unsigned bits) {
  auto all = static_cast<std::uint64_t>(value);
  return bits >= 64 ? all : all & ((std::uint64_t(1) << bits) - 1);
}
std::int64_t signedOf(std::uint64_t value, unsigned bits) {
  if (bits == 1)
    return static_cast<std::int64_t>(value & 1);
  return bits >= 64
             ? static_cast<std::int64_t>(value)
             : static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// The number, if it is one of the type: sums do not overflow.
std::int64_t exact(__int128 value, unsigned bits) {
  auto narrow = static_cast<std::int64_t>(value);
  if (narrow != value || signedOf(lowBits(narrow, bits), bits) != narrow)
    throw Undefined("overflow");
  return narrow;
}

/// Nobody divides by anything else: AxisInfo.h.
std::int64_t divisor(std::int64_t value) {
  if (value <= 0)
    throw Undefined("division by zero or less");
  return value;
}

std::int64_t compared(arith::CmpIPredicate predicate, std::int64_t a,
                      std::int64_t b, unsigned bits) {
  std::uint64_t x = lowBits(a, bits), y = lowBits(b, bits);
  // Of single bits, 1 stands for -1.
  std::int64_t p = bits == 1 ? -a : a, q = bits == 1 ? -b : b;
  using enum arith::CmpIPredicate;
  switch (predicate) {
  case eq:
    return a == b;
  case ne:
    return a != b;
  case slt:
    return p < q;
  case sle:
    return p <= q;
  case sgt:
    return p > q;
  case sge:
    return p >= q;
  case ult:
    return x < y;
  case ule:
    return x <= y;
  case ugt:
    return x > y;
  case uge:
    return x >= y;
  }
  return 0;
}

std::int64_t binary(Operation *op, std::int64_t a, std::int64_t b) {
  unsigned bits = bitsOf(op->getOperand(0).getType());
  std::uint64_t x = lowBits(a, bits), y = lowBits(b, bits);
  auto wide = [](std::int64_t value) { return static_cast<__int128>(value); };
  auto amount = [&] {
    if (y >= bits)
      throw Undefined("shift by too much");
    return static_cast<unsigned>(y);
  };
  return llvm::TypeSwitch<Operation *, std::int64_t>(op)
      .Case<arith::AddIOp>([&](auto) { return exact(wide(a) + b, bits); })
      .Case<arith::SubIOp>([&](auto) { return exact(wide(a) - b, bits); })
      .Case<arith::MulIOp>([&](auto) { return exact(wide(a) * b, bits); })
      .Case<arith::DivSIOp>(
          [&](auto) { return exact(wide(a) / divisor(b), bits); })
      .Case<arith::RemSIOp>(
          [&](auto) { return exact(wide(a) % divisor(b), bits); })
      .Case<arith::DivUIOp>([&](auto) {
        if (y == 0)
          throw Undefined("division by zero");
        return signedOf(x / y, bits);
      })
      .Case<arith::RemUIOp>([&](auto) {
        if (y == 0)
          throw Undefined("division by zero");
        return signedOf(x % y, bits);
      })
      .Case<arith::AndIOp>([&](auto) { return a & b; })
      .Case<arith::OrIOp>([&](auto) { return a | b; })
      .Case<arith::XOrIOp>([&](auto) { return a ^ b; })
      .Case<arith::ShLIOp>([&](auto) { return signedOf(x << amount(), bits); })
      .Case<arith::ShRSIOp>([&](auto) { return a >> amount(); })
      .Case<arith::ShRUIOp>([&](auto) { return signedOf(x >> amount(), bits); })
      .Case<arith::MinSIOp>([&](auto) { return std::min(a, b); })
      .Case<arith::MaxSIOp>([&](auto) { return std::max(a, b); })
      .Case<arith::MinUIOp>([&](auto) { return x < y ? a : b; })
      .Case<arith::MaxUIOp>([&](auto) { return x < y ? b : a; })
      .Case<arith::CmpIOp>([&](arith::CmpIOp compare) {
        return compared(compare.getPredicate(), a, b, bits);
      })
      .Case<tt::AddPtrOp>([&](tt::AddPtrOp add) {
        auto pointer =
            cast<tt::PointerType>(getElementTypeOrSelf(add.getType()));
        Type pointee = pointer.getPointee();
        std::int64_t bytes =
            pointee.isInteger() ? pointee.getIntOrFloatBitWidth() / 8 : 8;
        return exact(wide(a) + wide(b) * bytes, 64);
      })
      .Default([](Operation *) -> std::int64_t {
        llvm_unreachable("an op that no program has");
      });
}

std::int64_t unary(Operation *op, std::int64_t a) {
  unsigned from = bitsOf(op->getOperand(0).getType());
  unsigned to = bitsOf(op->getResult(0).getType());
  return llvm::TypeSwitch<Operation *, std::int64_t>(op)
      .Case<arith::ExtSIOp>([&](auto) { return from == 1 ? -a : a; })
      .Case<arith::ExtUIOp>(
          [&](auto) { return static_cast<std::int64_t>(lowBits(a, from)); })
      .Case<arith::TruncIOp>([&](auto) { return signedOf(lowBits(a, to), to); })
      .Case<arith::SIToFPOp>([&](auto) {
        return static_cast<std::int64_t>(float(from == 1 ? -a : a));
      })
      .Case<arith::FPToSIOp>([&](auto) { return exact(a, to); })
      .Case<arith::FPToUIOp>([&](auto) {
        if (a < 0 || static_cast<std::uint64_t>(a) >> to != 0)
          throw Undefined("a float that is no such number");
        return signedOf(static_cast<std::uint64_t>(a), to);
      })
      .Default([&](Operation *) { return a; });
}

/// Loads read this: anything, but the same at the same address.
std::int64_t contentAt(std::int64_t address, unsigned bits) {
  auto mixed = static_cast<std::uint64_t>(address) * 0x9E3779B97F4A7C15U;
  return signedOf(lowBits(static_cast<std::int64_t>(mixed >> 17), bits), bits);
}

class Machine {
public:
  Machine(std::int64_t programId,
          const std::function<void(Value, const Tensor &)> &seen)
      : programId(programId), seen(seen) {}

  void set(Value value, Tensor tensor) {
    seen(value, tensor);
    values[value] = std::move(tensor);
  }
  const Tensor &get(Value value) const { return values.at(value); }
  void run(Block &block) {
    for (Operation &op : block.without_terminator())
      step(&op);
  }

private:
  void step(Operation *op);
  void elementwise(Operation *op);
  void loop(scf::ForOp loop);
  void views(Operation *op);
  void reduce(tt::ReduceOp op);
  void scan(tt::ScanOp op);
  std::int64_t combine(Region &region, std::int64_t a, std::int64_t b);
  /// Sets the result to the numbers that `at` gives for its places.
  template <class At> void fill(Operation *op, unsigned result, At &&at) {
    Tensor tensor = {shapeOf(op->getResult(result).getType()), {}};
    for (std::int64_t number = 0; number < sizeOf(tensor.shape); ++number)
      tensor.numbers.push_back(at(placeOf(number, tensor.shape)));
    set(op->getResult(result), std::move(tensor));
  }
  std::int64_t at(Value value, const Numbers &place) const {
    const Tensor &tensor = get(value);
    return tensor.numbers[static_cast<std::size_t>(
        tensor.shape.empty() ? 0 : numberOf(place, tensor.shape))];
  }

  std::int64_t programId;
  const std::function<void(Value, const Tensor &)> &seen;
  llvm::DenseMap<Value, Tensor> values;
};

void Machine::elementwise(Operation *op) {
  fill(op, 0, [&](const Numbers &place) {
    std::int64_t a = at(op->getOperand(0), place);
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return at(op->getOperand(a != 0 ? 1 : 2), place);
    if (auto load = dyn_cast<tt::LoadOp>(op)) {
      bool isRead = !load.getMask() || at(load.getMask(), place) != 0;
      return isRead ? contentAt(a, bitsOf(load.getType()))
                    : at(load.getOther(), place);
    }
    return op->getNumOperands() == 2
               ? binary(op, a, at(op->getOperand(1), place))
               : unary(op, a);
  });
}

void Machine::loop(scf::ForOp loop) {
  std::int64_t index = get(loop.getLowerBound()).numbers[0];
  std::int64_t end = get(loop.getUpperBound()).numbers[0];
  std::int64_t step = get(loop.getStep()).numbers[0];
  if (step <= 0)
    throw Undefined("step that is not positive");
  std::vector<Tensor> carried;
  for (Value value : loop.getInitArgs())
    carried.push_back(get(value));
  for (unsigned trip = 0; index < end && trip < 5; ++trip, index += step) {
    set(loop.getInductionVar(), {{}, {index}});
    for (auto [argument, tensor] : llvm::zip(loop.getRegionIterArgs(), carried))
      set(argument, tensor);
    run(*loop.getBody());
    for (auto [tensor, value] : llvm::zip(carried, loop.getYieldedValues()))
      tensor = get(value);
  }
  for (auto [result, tensor] : llvm::zip(loop.getResults(), carried))
    set(result, tensor);
}

std::int64_t Machine::combine(Region &region, std::int64_t a, std::int64_t b) {
  return binary(&region.front().front(), a, b);
}

void Machine::reduce(tt::ReduceOp op) {
  const Tensor source = get(op.getSrcs()[0]);
  auto axis = static_cast<std::size_t>(op.getAxis());
  fill(op, 0, [&](Numbers place) {
    place.insert(place.begin() + static_cast<std::ptrdiff_t>(axis), 0);
    std::int64_t total = at(op.getSrcs()[0], place);
    while (++place[axis] < source.shape[axis])
      total = combine(op.getCombineOp(), total, at(op.getSrcs()[0], place));
    return total;
  });
}

void Machine::scan(tt::ScanOp op) {
  auto axis = static_cast<std::size_t>(op.getAxis());
  fill(op, 0, [&](Numbers place) {
    std::int64_t last = place[axis];
    place[axis] = 0;
    std::int64_t total = at(op.getSrcs()[0], place);
    while (place[axis]++ < last)
      total = combine(op.getCombineOp(), total, at(op.getSrcs()[0], place));
    return total;
  });
}

void Machine::views(Operation *op) {
  Value source = op->getNumOperands() == 0 ? Value() : op->getOperand(0);
  Numbers from = source ? shapeOf(source.getType()) : Numbers();
  llvm::TypeSwitch<Operation *>(op)
      .Case<tt::MakeRangeOp>([&](tt::MakeRangeOp range) {
        fill(op, 0, [&](const Numbers &place) {
          return range.getStartAttr().getInt() + place[0];
        });
      })
      .Case<tt::SplatOp>([&](auto) {
        fill(op, 0, [&](const Numbers &) { return at(source, {}); });
      })
      .Case<tt::ExpandDimsOp>([&](tt::ExpandDimsOp expand) {
        fill(op, 0, [&](Numbers place) {
          place.erase(place.begin() + expand.getAxis());
          return at(source, place);
        });
      })
      .Case<tt::BroadcastOp>([&](auto) {
        fill(op, 0, [&](Numbers place) {
          for (std::size_t axis = 0; axis < place.size(); ++axis)
            place[axis] %= from[axis];
          return at(source, place);
        });
      })
      .Case<tt::TransOp>([&](tt::TransOp trans) {
        fill(op, 0, [&](const Numbers &place) {
          Numbers old(place.size());
          for (auto [axis, each] : llvm::enumerate(trans.getOrder()))
            old[static_cast<std::size_t>(each)] = place[axis];
          return at(source, old);
        });
      })
      .Case<tt::ReshapeOp>([&](auto) {
        Numbers to = shapeOf(op->getResult(0).getType());
        fill(op, 0, [&](const Numbers &place) {
          return at(source, placeOf(numberOf(place, to), from));
        });
      })
      .Case<tt::CatOp>([&](auto) {
        // In any order; this one puts them alternately.
        fill(op, 0, [&](const Numbers &place) {
          return at(op->getOperand(static_cast<unsigned>(place[0] % 2)),
                    {place[0] / 2});
        });
      })
      .Case<tt::JoinOp>([&](auto) {
        fill(op, 0, [&](Numbers place) {
          std::int64_t half = place.back();
          place.pop_back();
          return at(op->getOperand(static_cast<unsigned>(half)), place);
        });
      })
      .Case<tt::SplitOp>([&](auto) {
        for (unsigned half : {0U, 1U})
          fill(op, half, [&](Numbers place) {
            place.push_back(half);
            return at(source, place);
          });
      })
      .Case<tt::GatherOp>([&](tt::GatherOp gather) {
        fill(op, 0, [&](Numbers place) {
          std::int64_t index = at(gather.getIndices(), place);
          if (index < 0 || index >= from[gather.getAxis()])
            throw Undefined("index outside");
          place[gather.getAxis()] = index;
          return at(source, place);
        });
      })
      .Default([&](Operation *) { elementwise(op); });
}

void Machine::step(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::ConstantOp>([&](arith::ConstantOp constant) {
        auto list = dyn_cast<DenseIntElementsAttr>(constant.getValue());
        auto number = dyn_cast<IntegerAttr>(constant.getValue());
        std::int64_t index = 0;
        fill(op, 0, [&](const Numbers &) {
          APInt bits =
              number ? number.getValue() : list.getValues<APInt>()[index++];
          return bits.getBitWidth() == 1
                     ? static_cast<std::int64_t>(bits.getZExtValue())
                     : bits.getSExtValue();
        });
      })
      .Case<tt::GetProgramIdOp>([&](auto) {
        fill(op, 0, [&](const Numbers &) { return programId; });
      })
      .Case<scf::ForOp>([&](scf::ForOp each) { loop(each); })
      .Case<tt::ReduceOp>([&](tt::ReduceOp each) { reduce(each); })
      .Case<tt::ScanOp>([&](tt::ScanOp each) { scan(each); })
      .Default([&](Operation *) { views(op); });
}

} // namespace

void execute(tt::FuncOp function, const std::vector<Tensor> &arguments,
             std::int64_t programId,
             const std::function<void(Value, const Tensor &)> &seen) {
  Machine machine(programId, seen);
  for (auto [argument, tensor] : llvm::zip(function.getArguments(), arguments))
    machine.set(argument, tensor);
  machine.run(function.getBody().front());
}

} // namespace heddle::test
