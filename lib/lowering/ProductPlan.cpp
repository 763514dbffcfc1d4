//===- ProductPlan.cpp - Products by matrix instructions ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductPlan.h"
#include "FragmentMatcher.h"

#include <algorithm>
#include <array>

namespace heddle {

using enum ProductAxis;

namespace {

/// Each warp has the rows and columns of its part of the result.
std::optional<Error> matchWarps(const RegisterOperand &factor,
                                const RegisterOperand &d) {
  ProductAxis lacking = factor.has(M) ? N : M;
  for (std::size_t warp = 0; warp < d.warps.size(); ++warp) {
    Word point = warp < factor.warps.size() ? factor.warps[warp] : 0;
    if (point != without(d.warps[warp], lacking))
      return unmatched("warps that have the rows and columns of their part of "
                       "the result",
                       concat("warp bit ", warp, " does not"));
  }
  return std::nullopt;
}

/// A product's operands, matched with the instruction's.
class MatchedProduct {
public:
  MatchedProduct(const MatrixInstruction &instruction, const LinearLayout &a,
                 const LinearLayout &b, const LinearLayout &d,
                 bool isTurned = false)
      : left(instruction, MatrixOperand::A, isTurned ? b : a, instruction.n,
             isTurned),
        right(instruction, MatrixOperand::B, isTurned ? a : b, instruction.n,
              isTurned),
        sum(instruction, MatrixOperand::C, d, instruction.n, isTurned) {}

  [[nodiscard]] std::optional<Error> match();
  /// Calls `see` with the point where each instruction begins in thread 0.
  template <class Fn> Result<ProductPlan> plan(Fn &&see) const;

  const RegisterOperand &result() const { return sum; }
  Word pointOf(Word bit) const { return matcher.pointOf(bit); }

private:
  RegisterOperand left, right, sum;
  FragmentMatcher matcher;
};

std::optional<Error> MatchedProduct::match() {
  std::array operands = {&left, &right, &sum};
  for (RegisterOperand *operand : {&sum, &left, &right})
    if (std::optional<Error> error = matcher.matchThreads(*operand))
      return error;
  for (RegisterOperand *operand : operands)
    if (std::optional<Error> error = matcher.matchRegisters(*operand, operands))
      return error;
  for (RegisterOperand *factor : {&left, &right})
    if (std::optional<Error> error = matchWarps(*factor, sum))
      return error;
  return std::nullopt;
}

template <class Fn> Result<ProductPlan> MatchedProduct::plan(Fn &&see) const {
  const TensorFragments ofA(left), ofB(right), ofD(sum);
  ProductPlan plan = {.a = ofA.registers,
                      .b = ofB.registers,
                      .c = ofD.registers,
                      .products = {},
                      .result = ofD.positions};
  std::vector<Word> depths;
  depths.reserve(ofA.begins.size());
  for (Word begin : ofA.begins)
    depths.push_back(stepOf(begin, K));
  std::ranges::sort(depths);
  depths.erase(std::ranges::unique(depths).begin(), depths.end());
  // Neighbours add to different sums, so that none waits for the one before.
  for (Word depth : depths)
    for (const auto &[begin, number] : ofD.numbers) {
      auto l = ofA.numbers.find(without(begin, N) | pointAt(K, depth));
      auto r = ofB.numbers.find(without(begin, M) | pointAt(K, depth));
      if (l == ofA.numbers.end() || r == ofB.numbers.end())
        return tl::unexpected(unmatched(
            "operands with the rows and columns of the result",
            concat("row ", stepOf(begin, M), ", column ", stepOf(begin, N),
                   ", depth ", depth, " is missing")));
      plan.products.insert(plan.products.end(), {l->second, r->second, number});
      see(begin | pointAt(K, depth));
    }
  return plan;
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// The scales of one factor.
class Scales {
public:
  /// So many elements are a block of the tensor, and of the instruction.
  Scales(const MatrixInstruction &instruction, MatrixOperand operand,
         const LinearLayout &layout, Word tensorBlock, Word block);

  [[nodiscard]] std::optional<Error> match(const MatchedProduct &product);
  /// Those of an instruction that begins at a point; false if no thread that
  /// could supply them has them.
  bool add(Word begin);
  /// Gives numbers to the fragments of all that were added: their registers.
  std::vector<std::int32_t> numberFragments();
  std::int32_t fragmentOf(std::size_t product) const;
  std::int32_t supplierOf(std::size_t product) const {
    return static_cast<std::int32_t>(uses[product].supplier);
  }

private:
  struct Use {
    Word first, supplier;
  };
  /// The point of the scale of this one.
  Word scaleAt(Word point) const {
    Word step = stepOf(point, K);
    return without(without(point, K), lacking) |
           pointAt(K, step - step % tensorBlock);
  }

  RegisterOperand scales;
  std::vector<unsigned> suppliers;
  ProductAxis lacking;
  Word tensorBlock, block;
  /// The registers that stand for blocks of the instruction.
  std::vector<Word> blocks;
  /// Registers, then lanes that supply.
  std::optional<f2::ColumnEchelon> places;
  std::vector<Use> uses;
  std::map<Word, std::int32_t> numbers;
};

/// A step along K as so many.
void scaleDepth(std::vector<Word> &points, Word factor) {
  for (Word &point : points)
    point = without(point, K) | pointAt(K, stepOf(point, K) * factor);
}

Scales::Scales(const MatrixInstruction &instruction, MatrixOperand operand,
               const LinearLayout &layout, Word tensorBlock, Word block)
    : scales(instruction, operand, layout, instruction.n),
      suppliers(suppliersOf(instruction, operand)),
      lacking(operand == MatrixOperand::ScaleA ? N : M),
      tensorBlock(tensorBlock), block(block) {
  for (std::vector<Word> *points :
       {&scales.registers, &scales.lanes, &scales.warps})
    scaleDepth(*points, tensorBlock);
  for (std::vector<Word> *points : {&scales.inRegisters, &scales.inLanes})
    scaleDepth(*points, block);
}

std::optional<Error> Scales::match(const MatchedProduct &product) {
  const char *expected = "scales in the threads that instructions take them "
                         "from";
  auto pointOf = [&](Word bit) { return scaleAt(product.pointOf(bit)); };
  for (Word inside = 1; inside < block; inside *= 2)
    if (Word bit = pointAt(K, inside); pointOf(bit) != 0)
      return unmatched("blocks of K as instructions have them",
                       concat(pointName(bit), " is in another block"));
  for (std::size_t bit = 0; bit < scales.inLanes.size(); ++bit)
    if (Word inside = scales.inLanes[bit];
        inside != 0 && scales.lanes[bit] != pointOf(inside))
      return unmatched(expected,
                       concat("lane bit ", bit, " is not ", pointName(inside)));
  for (std::size_t warp = 0; warp < scales.warps.size(); ++warp)
    if (scales.warps[warp] != scaleAt(product.result().warps[warp]))
      return unmatched(expected, concat("warp bit ", warp,
                                        " is another row or column than the "
                                        "result's"));
  for (Word inside : scales.inRegisters) {
    f2::ColumnEchelon::Reduction found =
        f2::ColumnEchelon(scales.registers).reduce(pointOf(inside));
    if (found.remainder != 0)
      return unmatched(expected, concat("no register is ", pointName(inside)));
    blocks.push_back(found.columns);
  }
  std::vector<Word> all = scales.registers;
  for (unsigned bit : suppliers)
    all.push_back(scales.lanes[bit]);
  places.emplace(all);
  return std::nullopt;
}

bool Scales::add(Word begin) {
  f2::ColumnEchelon::Reduction found = places->reduce(scaleAt(begin));
  if (found.remainder != 0)
    return false;
  auto count = static_cast<unsigned>(scales.registers.size());
  Use use = {found.columns & f2::lowMask(count), found.columns >> count};
  uses.push_back(use);
  numbers.emplace(use.first, 0);
  return true;
}

std::vector<std::int32_t> Scales::numberFragments() {
  std::vector<std::int32_t> registers;
  std::int32_t next = 0;
  for (auto &[first, number] : numbers) {
    number = next++;
    for (Word index = 0; index >> blocks.size() == 0; ++index)
      registers.push_back(
          static_cast<std::int32_t>(first ^ f2::multiply(blocks, index)));
  }
  return registers;
}

std::int32_t Scales::fragmentOf(std::size_t product) const {
  return numbers.at(uses[product].first);
}

} // namespace

static Result<ProductPlan> planMatched(MatchedProduct product) {
  if (std::optional<Error> error = product.match())
    return tl::unexpected(std::move(*error));
  return product.plan([](Word) {});
}

Result<ProductPlan> planProduct(const MatrixInstruction &instruction,
                                const LinearLayout &a, const LinearLayout &b,
                                const LinearLayout &d) {
  return planMatched(MatchedProduct(instruction, a, b, d));
}

Result<ProductPlan> planTurnedProduct(const MatrixInstruction &instruction,
                                      const LinearLayout &a,
                                      const LinearLayout &b,
                                      const LinearLayout &d) {
  return planMatched(MatchedProduct(instruction, a, b, d, /*isTurned=*/true));
}

std::vector<std::vector<std::int32_t>>
inRounds(std::span<const std::int32_t> products, std::size_t most) {
  most = std::max<std::size_t>(most, 1);
  std::vector<std::vector<std::int32_t>> rounds;
  std::map<std::int32_t, std::size_t> seen;
  for (std::size_t at = 0; at < products.size(); at += 3) {
    std::size_t round = seen[products[at + 2]]++ / most;
    rounds.resize(std::max(rounds.size(), round + 1));
    std::span<const std::int32_t> product = products.subspan(at, 3);
    rounds[round].insert(rounds[round].end(), product.begin(), product.end());
  }
  return rounds;
}

Result<ScaledProductPlan>
planScaledProduct(const MatrixInstruction &instruction, const LinearLayout &a,
                  const LinearLayout &b, const LinearLayout &d,
                  const LinearLayout &aScales, const LinearLayout &bScales,
                  bool isTurned) {
  MatchedProduct product(instruction, a, b, d, isTurned);
  if (std::optional<Error> error = product.match())
    return tl::unexpected(std::move(*error));
  MatrixOperand first = isTurned ? MatrixOperand::B : MatrixOperand::A;
  Word depth = a.outSize(Dim::standard(1)) * instruction.packedOf(first);
  auto scalesOf = [&](MatrixOperand operand, const LinearLayout &layout) {
    return Scales(instruction, operand, layout,
                  depth / layout.outSize(Dim::standard(1)),
                  instruction.k / instruction.blocks);
  };
  Scales left = scalesOf(MatrixOperand::ScaleA, isTurned ? bScales : aScales);
  Scales right = scalesOf(MatrixOperand::ScaleB, isTurned ? aScales : bScales);
  for (Scales *scales : {&left, &right})
    if (std::optional<Error> error = scales->match(product))
      return tl::unexpected(std::move(*error));
  bool isComplete = true;
  Result<ProductPlan> plan = product.plan([&](Word begin) {
    isComplete = isComplete && left.add(begin) && right.add(begin);
  });
  if (!plan)
    return tl::unexpected(std::move(plan.error()));
  if (!isComplete)
    return tl::unexpected(unmatched("scales in the threads that instructions "
                                    "take them from",
                                    "some are in other lanes"));
  ScaledProductPlan result = {.product = std::move(*plan),
                              .aScales = left.numberFragments(),
                              .bScales = right.numberFragments(),
                              .scales = {}};
  for (std::size_t index = 0; index < result.product.products.size() / 3;
       ++index)
    result.scales.insert(result.scales.end(),
                         {left.fragmentOf(index), left.supplierOf(index),
                          right.fragmentOf(index), right.supplierOf(index)});
  return result;
}

} // namespace heddle
