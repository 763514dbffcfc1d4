//===- EvaluateReductions.cpp - Reductions and scans --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The region combines whole slices of the tensors at once, since its ops are
// elementwise ones; where it branches, element by element.
//
//===----------------------------------------------------------------------===//

#include "ElementGroups.h"
#include "Evaluator.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

using Tensors = std::vector<Tensor>;

/// Of a tensor, as outer x along x inner: those at one place along the axis.
struct Slices {
  std::size_t outer = 1, along = 1, inner = 1;

  Slices(ArrayRef<std::int64_t> shape, unsigned axis) {
    for (auto [index, size] : llvm::enumerate(shape))
      (index < axis    ? outer
       : index == axis ? along
                       : inner) *= static_cast<std::size_t>(size);
  }
  std::size_t size() const { return outer * inner; }

  /// Those from `first` on, so many, as if there were no others.
  Tensor part(const Tensor &tensor, std::size_t first,
              std::size_t count) const {
    Tensor result{tensor.element, {}, {}};
    result.elements.reserve(size() * count);
    for (std::size_t row = 0; row < outer; ++row)
      for (std::size_t at = first; at < first + count; ++at)
        for (std::size_t column = 0; column < inner; ++column)
          result.elements.push_back(
              tensor.elements[(row * along + at) * inner + column]);
    result.shape = {static_cast<std::int64_t>(result.elements.size())};
    return result;
  }
};

class Combiner {
public:
  Combiner(Evaluator &evaluator, Region &region)
      : evaluator(evaluator), body(region.front()) {
    isFlat = llvm::all_of(
        body, [](Operation &each) { return each.getNumRegions() == 0; });
  }

  /// Left and right have as many elements each.
  bool combine(const Tensors &left, const Tensors &right, Tensors &result) {
    if (isFlat && body.getParent()->hasOneBlock())
      return combineAll(left, right, result);
    std::size_t count = left.front().elements.size();
    result = left;
    for (std::size_t at = 0; at < count; ++at) {
      Tensors one, other, both;
      for (std::size_t index = 0; index < left.size(); ++index) {
        one.push_back({left[index].element, {}, {left[index].elements[at]}});
        other.push_back(
            {right[index].element, {}, {right[index].elements[at]}});
      }
      if (!combineAll(one, other, both))
        return false;
      for (std::size_t index = 0; index < left.size(); ++index)
        result[index].elements[at] = both[index].elements.front();
    }
    return true;
  }

private:
  bool combineAll(const Tensors &left, const Tensors &right, Tensors &result) {
    llvm::SmallVector<Datum> arguments, results;
    for (const Tensors *side : {&left, &right})
      for (const Tensor &tensor : *side)
        arguments.push_back(std::make_shared<const Tensor>(tensor));
    if (!evaluator.runRegion(*body.getParent(), arguments, results))
      return false;
    result.clear();
    std::size_t count = left.front().elements.size();
    for (const Datum &datum : results) {
      Tensor &tensor = result.emplace_back(*std::get<TensorRef>(datum));
      // A constant is the same for all.
      tensor.shape = left.front().shape;
      tensor.elements.resize(count, tensor.elements.front());
    }
    return true;
  }

  Evaluator &evaluator;
  Block &body;
  bool isFlat;
};

Shape without(Shape shape, unsigned axis) {
  shape.erase(shape.begin() + axis);
  return shape;
}

bool runReduce(Evaluator &evaluator, tt::ReduceOp op) {
  unsigned axis = op.getAxis();
  Shape shape(cast<RankedTensorType>(op.getSrcs()[0].getType()).getShape());
  Tensors rest;
  for (Value source : op.getSrcs())
    rest.push_back(evaluator.tensor(source));
  Combiner combiner(evaluator, op.getCombineOp());
  // Halves are combined with each other.
  while (shape[axis] > 1) {
    Slices slices(shape, axis);
    if (slices.along % 2 != 0)
      return evaluator.refuse(op);
    std::size_t half = slices.along / 2;
    Tensors left, right, both;
    for (const Tensor &tensor : rest) {
      left.push_back(slices.part(tensor, 0, half));
      right.push_back(slices.part(tensor, half, half));
    }
    if (!evaluator.spend(op, slices.size() * half) ||
        !combiner.combine(left, right, both))
      return false;
    shape[axis] = static_cast<std::int64_t>(half);
    rest = std::move(both);
  }
  for (auto [result, tensor] : llvm::zip(op.getResults(), rest)) {
    tensor.shape = without(shape, axis);
    evaluator.set(result, std::move(tensor));
  }
  return true;
}

bool runScan(Evaluator &evaluator, tt::ScanOp op) {
  unsigned axis = op.getAxis();
  Shape shape(cast<RankedTensorType>(op.getSrcs()[0].getType()).getShape());
  Slices slices(shape, axis);
  Tensors results, sofar;
  for (Value source : op.getSrcs())
    results.push_back(evaluator.tensor(source));
  Combiner combiner(evaluator, op.getCombineOp());
  for (std::size_t step = 0; step < slices.along; ++step) {
    std::size_t at = op.getReverse() ? slices.along - 1 - step : step;
    Tensors next;
    for (Value source : op.getSrcs())
      next.push_back(slices.part(evaluator.tensor(source), at, 1));
    Tensors both = next;
    if (!evaluator.spend(op, slices.size()) ||
        (step > 0 && !combiner.combine(sofar, next, both)))
      return false;
    sofar = std::move(both);
    for (auto [result, slice] : llvm::zip(results, sofar))
      for (std::size_t index = 0; index < slices.size(); ++index)
        result.elements[(index / slices.inner * slices.along + at) *
                            slices.inner +
                        index % slices.inner] = slice.elements[index];
  }
  for (auto [value, tensor] : llvm::zip(op.getResults(), results))
    evaluator.set(value, std::move(tensor));
  return true;
}

/// The results of a map of elements in these groups; nothing if it stopped.
std::optional<Tensors> mapGroups(Evaluator &evaluator, tt::MapElementwiseOp op,
                                 const ElementGroups &groups) {
  Tensors results;
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    Tensor &made = results.emplace_back();
    made.element = type.getElementType();
    made.shape = Shape(type.getShape());
    made.elements.resize(sizeOf(made.shape));
  }
  auto pack = static_cast<std::size_t>(op.getPack());
  std::size_t count = results.front().elements.size();
  for (std::size_t at = 0; at < count; ++at) {
    if (groups.slotOf(at) != 0)
      continue;
    llvm::SmallVector<Datum> arguments, made;
    for (Value source : op.getSrcs())
      for (std::size_t slot = 0; slot < pack; ++slot) {
        const Tensor &tensor = evaluator.tensor(source);
        arguments.push_back(std::make_shared<const Tensor>(Tensor{
            tensor.element, {}, {tensor.elements[groups.indexAt(at, slot)]}}));
      }
    if (!evaluator.runRegion(op.getScalarOp(), arguments, made))
      return std::nullopt;
    for (auto [number, datum] : llvm::enumerate(made))
      results[number / pack].elements[groups.indexAt(at, number % pack)] =
          std::get<TensorRef>(datum)->elements.front();
  }
  return results;
}

bool areSame(const Tensors &some, const Tensors &others) {
  return llvm::equal(some, others, [](const Tensor &one, const Tensor &other) {
    return one.elements == other.elements;
  });
}

/// Which elements are one group only layouts say. Without one, neighbours and
/// elements far apart have to give the same.
bool runMap(Evaluator &evaluator, tt::MapElementwiseOp op) {
  auto type = cast<RankedTensorType>(op.getSrcs().front().getType());
  auto pack = static_cast<std::uint64_t>(op.getPack());
  unsigned bits = llvm::Log2_64_Ceil(sizeOf(type.getShape()));
  unsigned count = llvm::Log2_64(pack);
  std::optional<ElementGroups> own = ElementGroups::of(type, pack);
  bool isCertain = own || pack == 1;
  if (!llvm::isPowerOf2_64(pack) || count > bits ||
      (pack != 1 && !llvm::isPowerOf2_64(sizeOf(type.getShape()))) ||
      (!isCertain && type.getEncoding()))
    return evaluator.refuse(op);
  std::optional<Tensors> results = mapGroups(
      evaluator, op, own ? *own : ElementGroups::ofBits(bits, 0, count));
  if (!results)
    return false;
  if (!isCertain) {
    std::optional<Tensors> others = mapGroups(
        evaluator, op, ElementGroups::ofBits(bits, bits - count, count));
    if (!others)
      return false;
    if (!areSame(*results, *others))
      return evaluator.refuse(op);
  }
  for (auto [value, tensor] : llvm::zip(op.getResults(), *results))
    evaluator.set(value, std::move(tensor));
  return true;
}

} // namespace

void addReductionExecutors(ExecutorTable &table) {
  table.add<tt::ReduceOp>(runReduce);
  table.add<tt::ScanOp>(runScan);
  table.add<tt::MapElementwiseOp>(runMap);
}

} // namespace heddle::equivalence
