//===- Dimensions.cpp - Dimensions that belong together -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dimensions.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

/// Dimensions in sets, each of which has one of them at its root.
class DimensionSets {
public:
  void addValues(ModuleOp module);
  void connect(Operation *op);
  std::vector<DimensionClass> classes();

private:
  void add(Value value);
  std::size_t root(std::size_t number);
  /// Where both have the dimension, with one size.
  void unite(Value a, unsigned dimensionOfA, Value b, unsigned dimensionOfB);
  /// All dimensions, from the last one on; the first `skipped` ones of `a` have
  /// no like in `b`.
  void uniteAll(Value a, Value b);
  void uniteEach(ValueRange a, ValueRange b);
  void connectWithoutAxis(Value longer, Value shorter, std::int64_t axis);
  void connectPermuted(Value from, Value to, llvm::ArrayRef<int32_t> order);
  void connectProduct(Operation *op);
  void connectRegions(Operation *op);

  llvm::DenseMap<Value, std::size_t> firsts;
  std::vector<Dimension> all;
  std::vector<std::size_t> parents;
};

std::int64_t rankOf(Value value) {
  auto shaped = dyn_cast<ShapedType>(value.getType());
  return shaped && shaped.hasRank() ? shaped.getRank() : 0;
}

std::int64_t sizeOf(const Dimension &dimension) {
  return cast<ShapedType>(dimension.value.getType())
      .getDimSize(dimension.index);
}

void DimensionSets::add(Value value) {
  if (rankOf(value) == 0)
    return;
  firsts[value] = all.size();
  for (unsigned index = 0; index < rankOf(value); ++index) {
    parents.push_back(all.size());
    all.push_back({value, index});
  }
}

void DimensionSets::addValues(ModuleOp module) {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      add(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          add(argument);
  });
}

std::size_t DimensionSets::root(std::size_t number) {
  while (parents[number] != number)
    number = parents[number] = parents[parents[number]];
  return number;
}

void DimensionSets::unite(Value a, unsigned dimensionOfA, Value b,
                          unsigned dimensionOfB) {
  auto one = firsts.find(a), other = firsts.find(b);
  if (one == firsts.end() || other == firsts.end() ||
      dimensionOfA >= rankOf(a) || dimensionOfB >= rankOf(b))
    return;
  std::size_t first = one->second + dimensionOfA,
              second = other->second + dimensionOfB;
  if (sizeOf(all[first]) != sizeOf(all[second]))
    return;
  first = root(first);
  second = root(second);
  // The smaller number stays: that of the value that comes first.
  parents[std::max(first, second)] = std::min(first, second);
}

void DimensionSets::uniteAll(Value a, Value b) {
  std::int64_t ranks[] = {rankOf(a), rankOf(b)};
  for (std::int64_t back = 1; back <= std::min(ranks[0], ranks[1]); ++back)
    unite(a, static_cast<unsigned>(ranks[0] - back), b,
          static_cast<unsigned>(ranks[1] - back));
}

void DimensionSets::uniteEach(ValueRange a, ValueRange b) {
  for (auto [one, other] : llvm::zip(a, b))
    uniteAll(one, other);
}

void DimensionSets::connectWithoutAxis(Value longer, Value shorter,
                                       std::int64_t axis) {
  for (unsigned index = 0; index < rankOf(longer); ++index)
    if (index != axis)
      unite(longer, index, shorter, index - (index > axis ? 1 : 0));
}

void DimensionSets::connectPermuted(Value from, Value to,
                                    llvm::ArrayRef<int32_t> order) {
  for (auto [index, source] : llvm::enumerate(order))
    unite(to, static_cast<unsigned>(index), from,
          static_cast<unsigned>(source));
}

/// Rows, columns and depth of a product, behind what it does for each of a
/// batch.
void DimensionSets::connectProduct(Operation *op) {
  Value a = op->getOperand(0), b = op->getOperand(1), sum = op->getOperand(2);
  auto rank = static_cast<unsigned>(rankOf(a));
  if (rank < 2 || rankOf(b) != rank || rankOf(sum) != rank)
    return;
  for (unsigned index = 0; index + 1 < rank; ++index)
    unite(a, index, sum, index);
  for (unsigned index = 0; index + 2 < rank; ++index)
    unite(b, index, sum, index);
  unite(b, rank - 1, sum, rank - 1);
  unite(a, rank - 1, b, rank - 2);
  if (op->getNumResults() > 0)
    uniteAll(sum, op->getResult(0));
}

void DimensionSets::connectRegions(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    uniteEach(loop.getInitArgs(), loop.getRegionIterArgs());
    uniteEach(loop.getInitArgs(), loop.getYieldedValues());
    uniteEach(loop.getInitArgs(), loop.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    uniteEach(loop.getInits(), loop.getBeforeArguments());
    uniteEach(loop.getInits(), loop.getYieldOp().getOperands());
    uniteEach(loop.getConditionOp().getArgs(), loop.getAfterArguments());
    uniteEach(loop.getConditionOp().getArgs(), loop.getResults());
  } else {
    for (Region &region : op->getRegions())
      if (region.hasOneBlock() && !region.front().empty())
        uniteEach(op->getResults(), region.front().back().getOperands());
  }
}

void DimensionSets::connect(Operation *op) {
  if (op->getNumRegions() > 0)
    connectRegions(op);
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
    return connectWithoutAxis(expand.getResult(), expand.getSrc(),
                              expand.getAxis());
  if (auto reduce = dyn_cast<tt::ReduceOp>(op)) {
    for (Value operand : op->getOperands())
      for (Value result : op->getResults())
        connectWithoutAxis(operand, result, reduce.getAxis());
    return uniteEach(op->getOperands().drop_front(),
                     op->getOperands().drop_back());
  }
  if (auto trans = dyn_cast<tt::TransOp>(op))
    return connectPermuted(trans.getSrc(), trans.getResult(), trans.getOrder());
  if (auto trans = dyn_cast<ttg::MemDescTransOp>(op))
    return connectPermuted(trans.getSrc(), trans.getResult(), trans.getOrder());
  if (op->getName().getStringRef().contains("dot") && op->getNumOperands() > 2)
    return connectProduct(op);
  if (isa<tt::ReshapeOp, tt::GatherOp, tt::HistogramOp, tt::CatOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return;
  // Element by element, or a part: what is as large belongs together.
  llvm::SmallVector<Value> shaped;
  for (Value operand : op->getOperands())
    shaped.push_back(operand);
  for (Value result : op->getResults())
    shaped.push_back(result);
  llvm::erase_if(shaped, [](Value value) { return rankOf(value) == 0; });
  for (std::size_t index = 1; index < shaped.size(); ++index)
    uniteAll(shaped[0], shaped[index]);
}

std::vector<DimensionClass> DimensionSets::classes() {
  std::vector<DimensionClass> found;
  llvm::DenseMap<std::size_t, std::size_t> numbers;
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (sizeOf(all[index]) <= 1)
      continue;
    auto [place, isFirst] = numbers.try_emplace(root(index), found.size());
    if (isFirst)
      found.push_back({sizeOf(all[index]), {}});
    found[place->second].members.push_back(all[index]);
  }
  return found;
}

Type resized(Type type, unsigned index, std::int64_t size) {
  auto silent = [&] { return emitError(UnknownLoc::get(type.getContext())); };
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    llvm::SmallVector<int64_t> shape(tensor.getShape());
    shape[index] = size;
    return RankedTensorType::getChecked(silent, shape, tensor.getElementType(),
                                        tensor.getEncoding());
  }
  auto memory = dyn_cast<ttg::MemDescType>(type);
  if (!memory)
    return {};
  llvm::SmallVector<int64_t> shape(memory.getShape()),
      whole(memory.getAllocShape());
  std::size_t back = shape.size() - index;
  if (back <= whole.size() && whole[whole.size() - back] == shape[index])
    whole[whole.size() - back] = size;
  shape[index] = size;
  if (failed(ttg::MemDescType::verifyInvariants(
          silent, shape, memory.getElementType(), memory.getEncoding(),
          memory.getMemorySpace(), memory.getMutableMemory(), whole)))
    return {};
  return ttg::MemDescType::get(shape, memory.getElementType(),
                               memory.getEncoding(), memory.getMemorySpace(),
                               memory.getMutableMemory(), whole);
}

/// Attributes that say a size, too.
void fitAttributes(Operation *op) {
  if (auto range = dyn_cast_or_null<tt::MakeRangeOp>(op)) {
    auto count = cast<RankedTensorType>(range.getType()).getShape().front();
    range.setEnd(range.getStart() + static_cast<std::uint32_t>(count));
  }
  auto constant = dyn_cast_or_null<arith::ConstantOp>(op);
  auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                        : DenseElementsAttr();
  if (dense && dense.getType() != constant.getType())
    constant.setValueAttr(cast<TypedAttr>(
        DenseElementsAttr::get(cast<ShapedType>(constant.getType()),
                               *dense.getValues<Attribute>().begin())));
}

} // namespace

std::vector<DimensionClass> dimensionClasses(ModuleOp module) {
  DimensionSets sets;
  sets.addValues(module);
  module.walk([&](Operation *op) { sets.connect(op); });
  return sets.classes();
}

void resize(const DimensionClass &dimensions, std::int64_t size) {
  for (auto [value, index] : dimensions.members) {
    Type type = resized(value.getType(), index, size);
    if (!type)
      continue;
    // A constant's value has its type.
    value.setType(type);
    fitAttributes(value.getDefiningOp());
    if (auto argument = dyn_cast<BlockArgument>(value))
      if (auto function =
              dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()))
        function.setType(FunctionType::get(
            function.getContext(),
            function.getFunctionBody().front().getArgumentTypes(),
            function.getResultTypes()));
  }
}

} // namespace heddle::reduction
