//===- AffineBlock.cpp - Pointers that step through memory ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineBlock.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <functional>
#include <numeric>

namespace heddle {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

/// As numbers of 64 bits, of which overflow is none here.
template <class Op>
static std::int64_t wrapped(Op op, std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(
      op(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
}

std::optional<std::int64_t>
IndexProduct::quotient(const IndexProduct &divisor) const {
  if (scalars != divisor.scalars || factor % divisor.factor != 0)
    return std::nullopt;
  return factor / divisor.factor;
}

std::int64_t IndexProduct::divisor(const AxisFacts &facts) const {
  // More is never asked for, and products stay small.
  constexpr std::int64_t Most = 1 << 10;
  std::int64_t all = std::gcd(factor, Most);
  for (Value scalar : scalars)
    all = std::gcd(all * std::gcd(facts.of(scalar).divisorOfAll(), Most), Most);
  return all;
}

IndexSum::IndexSum(std::int64_t number) {
  add({.factor = number, .scalars = {}});
}
IndexSum::IndexSum(Value scalar) { add({.factor = 1, .scalars = {scalar}}); }

void IndexSum::add(IndexProduct product) {
  auto known = llvm::find_if(all, [&](const IndexProduct &each) {
    return each.scalars == product.scalars;
  });
  if (known == all.end()) {
    known = all.insert(all.end(), std::move(product));
  } else {
    known->factor = wrapped(std::plus<>(), known->factor, product.factor);
  }
  if (known->factor == 0)
    all.erase(known);
}

IndexSum &IndexSum::operator+=(const IndexSum &other) {
  for (const IndexProduct &product : other.all)
    add(product);
  return *this;
}

/// Does a value come first in the program, of two that some place sees? Unlike
/// their addresses, that is the same whenever the compiler runs.
static bool comesFirst(Value a, Value b) {
  Block *left = a.getParentBlock(), *right = b.getParentBlock();
  if (left != right) {
    if (left->getParent() != right->getParent())
      return left->getParent()->isProperAncestor(right->getParent());
    return llvm::find_if(*left->getParent(), [&](Block &block) {
             return &block == left || &block == right;
           }) == left->getIterator();
  }
  Operation *one = a.getDefiningOp(), *other = b.getDefiningOp();
  if (one != nullptr && other != nullptr && one != other)
    return one->isBeforeInBlock(other);
  if ((one == nullptr) != (other == nullptr))
    return one == nullptr;
  return one != nullptr ? cast<OpResult>(a).getResultNumber() <
                              cast<OpResult>(b).getResultNumber()
                        : cast<BlockArgument>(a).getArgNumber() <
                              cast<BlockArgument>(b).getArgNumber();
}

IndexSum operator*(const IndexSum &a, const IndexSum &b) {
  IndexSum result;
  for (const IndexProduct &left : a.all)
    for (const IndexProduct &right : b.all) {
      IndexProduct product = {
          .factor = wrapped(std::multiplies<>(), left.factor, right.factor),
          .scalars = left.scalars};
      llvm::append_range(product.scalars, right.scalars);
      llvm::sort(product.scalars, comesFirst);
      result.add(std::move(product));
    }
  return result;
}

std::optional<std::int64_t> IndexSum::number() const {
  if (isZero())
    return 0;
  if (all.size() != 1 || !all.front().scalars.empty())
    return std::nullopt;
  return all.front().factor;
}

Value IndexSum::make(OpBuilder &builder, Location loc) const {
  auto number = [&](std::int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value sum;
  for (const IndexProduct &each : all) {
    Value product = each.factor == 1 && !each.scalars.empty()
                        ? Value()
                        : number(each.factor);
    for (Value scalar : each.scalars) {
      if (!scalar.getType().isInteger(64))
        scalar =
            arith::ExtSIOp::create(builder, loc, builder.getI64Type(), scalar);
      product = product ? arith::MulIOp::create(builder, loc, product, scalar)
                        : scalar;
    }
    sum = sum ? arith::AddIOp::create(builder, loc, sum, product) : product;
  }
  return sum ? sum : number(0);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {

using Found = std::optional<AffineBlock>;

unsigned rankOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? static_cast<unsigned>(tensor.getRank()) : 0;
}

class Affine {
public:
  explicit Affine(scf::ForOp loop) : loop(loop) {}

  /// Each value once; nothing of one that depends on itself.
  Found of(Value value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    known[value] = std::nullopt;
    Found block = compute(value);
    known[value] = block;
    return block;
  }
  Found difference(Value a, Value b);

private:
  Found compute(Value value);
  static Found uniform(IndexSum start, Type type) {
    AffineBlock block;
    block.start = std::move(start);
    block.strides.resize(rankOf(type));
    return block;
  }
  Found ofScalar(Value value);
  Found ofCarried(BlockArgument argument);
  Found ofOp(Operation *op);
  Found sum(Value a, Value b);
  Found product(Value a, Value b);

  scf::ForOp loop;
  llvm::DenseMap<Value, Found> known;
};

Found add(Found a, const Found &b) {
  if (!a || !b || (a->base && b->base))
    return std::nullopt;
  if (b->base)
    a->base = b->base;
  a->start += b->start;
  a->perIteration += b->perIteration;
  for (auto [to, from] : llvm::zip_equal(a->strides, b->strides))
    to += from;
  return a;
}

Found Affine::sum(Value a, Value b) { return add(of(a), of(b)); }

/// Is it the same number everywhere?
bool isUniform(const AffineBlock &block) {
  return block.perIteration.isZero() &&
         llvm::all_of(block.strides,
                      [](const IndexSum &stride) { return stride.isZero(); });
}

/// Of a block of numbers.
Found times(Found block, const IndexSum &factor) {
  block->start = block->start * factor;
  block->perIteration = block->perIteration * factor;
  for (IndexSum &stride : block->strides)
    stride = stride * factor;
  return block;
}

Found Affine::difference(Value a, Value b) {
  Found right = of(b);
  if (!right || right->base)
    return std::nullopt;
  return add(of(a), times(std::move(right), IndexSum(-1)));
}

// One of the two has the same number everywhere.
Found Affine::product(Value a, Value b) {
  Found left = of(a), right = of(b);
  if (!left || !right || left->base || right->base)
    return std::nullopt;
  if (!isUniform(*right))
    std::swap(left, right);
  if (!isUniform(*right))
    return std::nullopt;
  return times(std::move(left), right->start);
}

/// Of a scalar that is a number or a pointer.
Found Affine::ofScalar(Value value) {
  if (APInt number; matchPattern(value, m_ConstantInt(&number)))
    return uniform(IndexSum(number.getSExtValue()), value.getType());
  if (value == loop.getInductionVar()) {
    Found first = of(loop.getLowerBound()), step = of(loop.getStep());
    if (!first || !step || !step->perIteration.isZero())
      return std::nullopt;
    first->perIteration = step->start;
    return first;
  }
  if (!loop.isDefinedOutsideOfLoop(value))
    return std::nullopt;
  if (isa<tt::PointerType>(value.getType())) {
    AffineBlock block;
    block.base = value;
    return block;
  }
  if (!value.getType().isInteger(32) && !value.getType().isInteger(64))
    return std::nullopt;
  return uniform(IndexSum(value), value.getType());
}

/// What each iteration steps on by the same number.
Found Affine::ofCarried(BlockArgument argument) {
  Operation *next =
      loop.getTiedLoopYieldedValue(argument)->get().getDefiningOp();
  if (next == nullptr || !isa<tt::AddPtrOp, arith::AddIOp>(next))
    return std::nullopt;
  Value step;
  if (next->getOperand(0) == argument)
    step = next->getOperand(1);
  else if (next->getOperand(1) == argument)
    step = next->getOperand(0);
  else
    return std::nullopt;
  Found first = of(loop.getTiedLoopInit(argument)->get()), more = of(step);
  if (!first || !more || more->base || !first->perIteration.isZero() ||
      !isUniform(*more))
    return std::nullopt;
  first->perIteration = more->start;
  return first;
}

Found Affine::ofOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<arith::AddIOp, tt::AddPtrOp>([&](Operation *sum) {
        return this->sum(sum->getOperand(0), sum->getOperand(1));
      })
      .Case([&](arith::SubIOp difference) {
        return this->difference(difference.getLhs(), difference.getRhs());
      })
      .Case([&](arith::MulIOp product) {
        return this->product(product.getLhs(), product.getRhs());
      })
      .Case([&](arith::ExtSIOp wide) { return of(wide.getIn()); })
      .Case([&](arith::ConstantOp constant) {
        auto all = dyn_cast<SplatElementsAttr>(constant.getValue());
        if (!all || !all.getElementType().isInteger())
          return Found();
        return uniform(IndexSum(all.getSplatValue<APInt>().getSExtValue()),
                       constant.getType());
      })
      .Case([&](tt::MakeRangeOp range) {
        Found block = uniform(IndexSum(range.getStart()), range.getType());
        block->strides.front() = IndexSum(1);
        return block;
      })
      .Case([&](tt::SplatOp splat) {
        Found block = of(splat.getSrc());
        if (block)
          block->strides.resize(rankOf(splat.getType()));
        return block;
      })
      .Case([&](tt::ExpandDimsOp expand) {
        Found block = of(expand.getSrc());
        if (block)
          block->strides.insert(block->strides.begin() + expand.getAxis(),
                                IndexSum());
        return block;
      })
      .Case([&](tt::BroadcastOp broadcast) {
        Found block = of(broadcast.getSrc());
        auto source = cast<RankedTensorType>(broadcast.getSrc().getType());
        for (auto [axis, size] : llvm::enumerate(source.getShape()))
          if (block && size == 1)
            block->strides[axis] = IndexSum();
        return block;
      })
      .Case([&](ttg::ConvertLayoutOp convert) { return of(convert.getSrc()); })
      .Case([&](tt::TransOp trans) {
        Found block = of(trans.getSrc());
        if (!block)
          return Found();
        auto strides = block->strides;
        for (auto [to, from] : llvm::enumerate(trans.getOrder()))
          block->strides[to] = strides[static_cast<std::size_t>(from)];
        return block;
      })
      .Default(Found());
}

Found Affine::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == loop.getBody() &&
      argument != loop.getInductionVar())
    return ofCarried(argument);
  if (Operation *op = value.getDefiningOp())
    if (Found found = ofOp(op))
      return found;
  return isa<RankedTensorType>(value.getType()) ? Found() : ofScalar(value);
}

} // namespace

std::optional<AffineBlock> AffineBlock::of(Value value, scf::ForOp loop) {
  return Affine(loop).of(value);
}

std::optional<AffineBlock> AffineBlock::ofDifference(Value a, Value b,
                                                     scf::ForOp loop) {
  return Affine(loop).difference(a, b);
}

std::optional<AffineBlock> AffineBlock::ofComparison(arith::CmpIOp compare,
                                                     scf::ForOp loop) {
  using enum arith::CmpIPredicate;
  const arith::CmpIPredicate how = compare.getPredicate();
  if (how != sge && how != sgt && how != sle && how != slt)
    return std::nullopt;
  Value more = compare.getLhs(), less = compare.getRhs();
  if (how == sle || how == slt)
    std::swap(more, less);
  std::optional<AffineBlock> block = ofDifference(more, less, loop);
  if (!block || block->base)
    return std::nullopt;
  if (how == sgt || how == slt)
    block->start += IndexSum(-1);
  return block;
}

} // namespace heddle
