//===- EvaluateTensors.cpp - Making tensors, and moving their elements --===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

Tensor emptyLike(Type type) {
  Tensor made;
  made.element = getElementTypeOrSelf(type);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    made.shape = Shape(tensor.getShape());
  made.elements.resize(sizeOf(made.shape));
  return made;
}

/// Each element of the result is one of the source: `source(number)` of the
/// element of this number.
template <class Fn>
bool move(Evaluator &evaluator, Operation *op, Value from, Value to,
          Fn source) {
  Tensor result = emptyLike(to.getType());
  const Tensor &tensor = evaluator.tensor(from);
  if (!evaluator.spend(op, result.elements.size()))
    return false;
  for (std::size_t at = 0; at < result.elements.size(); ++at)
    result.elements[at] = tensor.elements[source(at)];
  evaluator.set(to, std::move(result));
  return true;
}

template <class Op> bool runSame(Evaluator &evaluator, Op op) {
  evaluator.set(op->getResult(0), evaluator.get(op->getOperand(0)));
  return true;
}

/// The same elements, in row-major order.
template <class Op> bool runReshape(Evaluator &evaluator, Op op) {
  return move(evaluator, op, op->getOperand(0), op->getResult(0),
              [](std::size_t at) { return at; });
}

template <class Op> bool runSplat(Evaluator &evaluator, Op op) {
  return move(evaluator, op, op.getSrc(), op.getResult(),
              [](std::size_t) { return 0; });
}

bool runBroadcast(Evaluator &evaluator, tt::BroadcastOp op) {
  Shape from(op.getSrc().getType().getShape());
  Shape to(op.getType().getShape());
  return move(evaluator, op, op.getSrc(), op.getResult(), [&](std::size_t at) {
    Shape place = placeOf(at, to);
    for (std::size_t axis = 0; axis < place.size(); ++axis)
      place[axis] %= from[axis];
    return numberOf(place, from);
  });
}

bool runTrans(Evaluator &evaluator, tt::TransOp op) {
  Shape from(op.getSrc().getType().getShape());
  Shape to(op.getType().getShape());
  return move(evaluator, op, op.getSrc(), op.getResult(), [&](std::size_t at) {
    Shape place = placeOf(at, to), source = place;
    for (auto [axis, old] : llvm::enumerate(op.getOrder()))
      source[static_cast<std::size_t>(old)] = place[axis];
    return numberOf(source, from);
  });
}

bool runConstant(Evaluator &evaluator, arith::ConstantOp op) {
  Tensor result = emptyLike(op.getType());
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (dense && !dense.isSplat()) {
    for (auto [at, each] : llvm::enumerate(dense.getValues<Attribute>()))
      result.elements[at] = bitsOf(each);
  } else {
    std::fill(result.elements.begin(), result.elements.end(),
              bitsOf(dense ? dense.getSplatValue<Attribute>() : op.getValue()));
  }
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

bool runRange(Evaluator &evaluator, tt::MakeRangeOp op) {
  Tensor result = emptyLike(op.getType());
  for (auto [at, bits] : llvm::enumerate(result.elements))
    bits = cut(op.getStart() + at, result.element);
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

template <class Op, auto Numbers> bool runGrid(Evaluator &evaluator, Op op) {
  Tensor result = emptyLike(op.getType());
  result.elements.front() =
      (evaluator.program.*Numbers)[static_cast<std::size_t>(op.getAxis())];
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

bool runJoin(Evaluator &evaluator, tt::JoinOp op) {
  Tensor result = emptyLike(op.getType());
  const Tensor &left = evaluator.tensor(op.getLhs());
  const Tensor &right = evaluator.tensor(op.getRhs());
  for (std::size_t at = 0; at < left.elements.size(); ++at) {
    result.elements[2 * at] = left.elements[at];
    result.elements[2 * at + 1] = right.elements[at];
  }
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

bool runSplit(Evaluator &evaluator, tt::SplitOp op) {
  return move(evaluator, op, op.getSrc(), op.getOutLHS(),
              [](std::size_t at) { return 2 * at; }) &&
         move(evaluator, op, op.getSrc(), op.getOutRHS(),
              [](std::size_t at) { return 2 * at + 1; });
}

/// In any order: in this one.
bool runCat(Evaluator &evaluator, tt::CatOp op) {
  Tensor result = emptyLike(op.getType());
  const Tensor &left = evaluator.tensor(op.getLhs());
  const Tensor &right = evaluator.tensor(op.getRhs());
  std::ranges::copy(left.elements, result.elements.begin());
  std::ranges::copy(right.elements,
                    result.elements.begin() +
                        static_cast<std::ptrdiff_t>(left.elements.size()));
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

bool runGather(Evaluator &evaluator, tt::GatherOp op) {
  const Tensor &indices = evaluator.tensor(op.getIndices());
  const Tensor &source = evaluator.tensor(op.getSrc());
  unsigned axis = op.getAxis();
  Tensor result = emptyLike(op.getType());
  for (std::size_t at = 0; at < result.elements.size(); ++at) {
    std::int64_t index = signedOf(indices.elements[at], indices.element);
    if (index < 0 || index >= source.shape[axis])
      return evaluator.fail(Stop::Kind::Misuse, op,
                            "an index of a gather is out of bounds");
    Shape place = placeOf(at, result.shape);
    place[axis] = index;
    result.elements[at] = source.elements[numberOf(place, source.shape)];
  }
  evaluator.set(op.getResult(), std::move(result));
  return evaluator.spend(op, indices.elements.size());
}

bool runHistogram(Evaluator &evaluator, tt::HistogramOp op) {
  const Tensor &source = evaluator.tensor(op.getSrc());
  const Tensor *mask = op.getMask() ? &evaluator.tensor(op.getMask()) : nullptr;
  Tensor result = emptyLike(op.getType());
  for (auto [at, bits] : llvm::enumerate(source.elements))
    if (bits < result.elements.size() &&
        (mask == nullptr || mask->elements[at] != 0))
      ++result.elements[bits];
  evaluator.set(op.getResult(), std::move(result));
  return evaluator.spend(op, source.elements.size());
}

/// Two of e2m1 in a byte, the low half first along the axis.
bool runFp4ToFp(Evaluator &evaluator, ttg::Fp4ToFpOp op) {
  const Tensor &source = evaluator.tensor(op.getSrc());
  Tensor result = emptyLike(op.getType());
  Type pair = Float4E2M1FNType::get(op.getContext());
  constexpr unsigned Width = 4;
  for (std::size_t at = 0; at < result.elements.size(); ++at) {
    Shape place = placeOf(at, result.shape);
    bool isHigh = place[op.getAxis()] % 2 != 0;
    place[op.getAxis()] /= 2;
    Bits byte = source.elements[numberOf(place, source.shape)];
    result.elements[at] = fromDouble(
        toDouble(byte >> (isHigh ? Width : 0) & 0xFU, pair), result.element);
  }
  std::size_t size = result.elements.size();
  evaluator.set(op.getResult(), std::move(result));
  return evaluator.spend(op, size);
}

bool runExtractSlice(Evaluator &evaluator, amdg::ExtractSliceOp op) {
  const Tensor &source = evaluator.tensor(op->getOperand(0));
  Tensor result = emptyLike(op->getResult(0).getType());
  for (std::size_t at = 0; at < result.elements.size(); ++at) {
    Shape place = placeOf(at, result.shape);
    for (auto [coordinate, offset] : llvm::zip(place, op.getStaticOffsets()))
      coordinate += offset;
    result.elements[at] = source.elements[numberOf(place, source.shape)];
  }
  evaluator.set(op->getResult(0), std::move(result));
  return true;
}

/// Tiles in row-major order.
bool runConcat(Evaluator &evaluator, amdg::ConcatOp op) {
  Tensor result = emptyLike(op.getResult().getType());
  const Tensor &first = evaluator.tensor(op.getSources().front());
  Shape tiles;
  for (auto [size, tile] : llvm::zip(result.shape, first.shape))
    tiles.push_back(size / tile);
  for (std::size_t at = 0; at < result.elements.size(); ++at) {
    Shape place = placeOf(at, result.shape), tile, inside;
    for (auto [coordinate, size] : llvm::zip(place, first.shape)) {
      tile.push_back(coordinate / size);
      inside.push_back(coordinate % size);
    }
    const Tensor &source =
        evaluator.tensor(op.getSources()[numberOf(tile, tiles)]);
    result.elements[at] = source.elements[numberOf(inside, source.shape)];
  }
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

bool runUnsplat(Evaluator &evaluator, tt::UnsplatOp op) {
  return move(evaluator, op, op.getSrc(), op.getResult(),
              [](std::size_t) { return 0; });
}

/// Some function of an element and its neighbours: of the element alone, so
/// that it does not matter which are neighbours.
bool runInlineAsm(Evaluator &evaluator, tt::ElementwiseInlineAsmOp op) {
  std::uint64_t seed = llvm::hash_value(op.getAsmString());
  for (auto [number, value] : llvm::enumerate(op.getResults())) {
    Tensor result = emptyLike(value.getType());
    for (std::size_t at = 0; at < result.elements.size(); ++at) {
      std::uint64_t bits = mix(seed, number);
      for (Value operand : op.getArgs()) {
        const std::vector<Bits> &from = evaluator.tensor(operand).elements;
        bits = mix(bits, from[from.size() == 1 ? 0 : at]);
      }
      result.elements[at] =
          isFloat(result.element)
              ? randomNumber(bits, result.element, Contents::Exact)
              : cut(bits, result.element);
    }
    evaluator.set(value, std::move(result));
  }
  return op.getPure() || evaluator.refuse(op);
}

} // namespace

void addTensorExecutors(ExecutorTable &table) {
  table.add<arith::ConstantOp>(runConstant);
  table.add<tt::MakeRangeOp>(runRange);
  table.add<tt::GetProgramIdOp>(runGrid<tt::GetProgramIdOp, &Program::id>);
  table.add<tt::GetNumProgramsOp>(
      runGrid<tt::GetNumProgramsOp, &Program::grid>);
  table.add<tt::SplatOp>(runSplat<tt::SplatOp>);
  table.add<tt::UnsplatOp>(runUnsplat);
  table.add<tt::ExpandDimsOp>(runReshape<tt::ExpandDimsOp>);
  table.add<tt::ReshapeOp>(runReshape<tt::ReshapeOp>);
  table.add<tt::BroadcastOp>(runBroadcast);
  table.add<tt::TransOp>(runTrans);
  table.add<tt::JoinOp>(runJoin);
  table.add<tt::SplitOp>(runSplit);
  table.add<tt::CatOp>(runCat);
  table.add<tt::GatherOp>(runGather);
  table.add<tt::HistogramOp>(runHistogram);
  table.add<tt::ElementwiseInlineAsmOp>(runInlineAsm);
  table.add<ttg::ConvertLayoutOp>(runSame<ttg::ConvertLayoutOp>);
  table.add<ttg::Fp4ToFpOp>(runFp4ToFp);
  table.add<amdg::InThreadTransposeOp>(runSame<amdg::InThreadTransposeOp>);
  table.add<amdg::ExtractSliceOp>(runExtractSlice);
  table.add<amdg::ConcatOp>(runConcat);
}

} // namespace heddle::equivalence
