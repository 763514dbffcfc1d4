//===- EvaluateBuffers.cpp - Shared and tensor memory -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "heddle/ir/Ttng.h"

#include <bit>

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// What nobody has written yet, so that it does not look like a result.
constexpr Bits Unwritten = 0xA5A5A5A5A5A5A5A5U;

View allocate(ttg::MemDescType type) {
  View view;
  view.element = type.getElementType();
  view.shape = Shape(type.getShape());
  std::size_t size = sizeOf(view.shape);
  view.cells =
      std::make_shared<std::vector<Bits>>(size, cut(Unwritten, view.element));
  for (std::size_t at = 0; at < size; ++at)
    view.at.push_back(static_cast<std::uint32_t>(at));
  return view;
}

template <class Op> bool runAlloc(Evaluator &evaluator, Op op) {
  View view = allocate(op.getResult().getType());
  if (op.getSrc())
    fill(view, evaluator.tensor(op.getSrc()));
  evaluator.set(op.getResult(), std::move(view));
  return evaluator.spend(op, sizeOf(op.getResult().getType().getShape()));
}

bool runTensorAlloc(Evaluator &evaluator, ttng::TMEMAllocOp op) {
  if (op.getToken())
    evaluator.set(op.getToken(), Datum());
  return runAlloc(evaluator, op);
}

template <class Op> bool runLoad(Evaluator &evaluator, Op op) {
  evaluator.set(op.getResult(), contentsOf(evaluator.view(op.getSrc())));
  return evaluator.spend(op, sizeOf(op.getResult().getType().getShape()));
}

bool runTensorLoad(Evaluator &evaluator, ttng::TMEMLoadOp op) {
  if (op.getRed())
    return evaluator.refuse(op);
  if (op.getToken())
    evaluator.set(op.getToken(), Datum());
  return runLoad(evaluator, op);
}

template <class Op> bool runStore(Evaluator &evaluator, Op op) {
  fill(evaluator.view(op.getDst()), evaluator.tensor(op.getSrc()));
  return evaluator.spend(op, sizeOf(op.getSrc().getType().getShape()));
}

bool runTensorStore(Evaluator &evaluator, ttng::TMEMStoreOp op) {
  if (op.getToken())
    evaluator.set(op.getToken(), Datum());
  return !evaluator.isOn(op.getPred()) || runStore(evaluator, op);
}

bool runTensorCopy(Evaluator &evaluator, ttng::TMEMCopyOp op) {
  const View &from = evaluator.view(op.getSrc());
  const View &to = evaluator.view(op.getDst());
  if (from.shape != to.shape)
    return evaluator.refuse(op); // Scales in chunks.
  fill(to, contentsOf(from));
  return true;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// `source(place)` is where an element of the result is in the source.
template <class Fn>
bool see(Evaluator &evaluator, Operation *op, Value from, Value to, Fn source) {
  const View &old = evaluator.view(from);
  View view{old.element,
            Shape(cast<ttg::MemDescType>(to.getType()).getShape()),
            old.cells,
            {}};
  std::size_t size = sizeOf(view.shape);
  if (!evaluator.spend(op, size))
    return false;
  view.at.reserve(size);
  for (std::size_t at = 0; at < size; ++at)
    view.at.push_back(old.at[source(at, placeOf(at, view.shape))]);
  evaluator.set(to, std::move(view));
  return true;
}

bool runIndex(Evaluator &evaluator, ttg::MemDescIndexOp op) {
  std::int64_t index = evaluator.integer(op.getIndex());
  std::int64_t count = evaluator.view(op.getSrc()).shape.front();
  if (index < 0 || index >= count)
    return evaluator.fail(Stop::Kind::Misuse, op,
                          "buffer " + llvm::Twine(index) + " of " +
                              llvm::Twine(count) + " is used");
  std::size_t first =
      static_cast<std::size_t>(index) * sizeOf(op.getType().getShape());
  return see(evaluator, op, op.getSrc(), op.getResult(),
             [&](std::size_t at, const Shape &) { return first + at; });
}

bool runSubslice(Evaluator &evaluator, ttg::MemDescSubsliceOp op) {
  const Shape shape = evaluator.view(op.getSrc()).shape;
  return see(evaluator, op, op.getSrc(), op.getResult(),
             [&](std::size_t, Shape place) {
               for (auto [coordinate, offset] :
                    llvm::zip(place, op.getOffsets()))
                 coordinate += offset;
               return numberOf(place, shape);
             });
}

bool runTensorSubslice(Evaluator &evaluator, ttng::TMEMSubSliceOp op) {
  const Shape shape = evaluator.view(op.getSrc()).shape;
  return see(evaluator, op, op.getSrc(), op.getResult(),
             [&](std::size_t, Shape place) {
               place[op.getDim()] += op.getOffsetAttr().getInt();
               return numberOf(place, shape);
             });
}

bool runTrans(Evaluator &evaluator, ttg::MemDescTransOp op) {
  const Shape shape = evaluator.view(op.getSrc()).shape;
  return see(evaluator, op, op.getSrc(), op.getResult(),
             [&](std::size_t, const Shape &place) {
               Shape source = place;
               for (auto [axis, old] : llvm::enumerate(op.getOrder()))
                 source[static_cast<std::size_t>(old)] = place[axis];
               return numberOf(source, shape);
             });
}

bool runReshape(Evaluator &evaluator, ttg::MemDescReshapeOp op) {
  return see(evaluator, op, op.getSrc(), op.getResult(),
             [](std::size_t at, const Shape &) { return at; });
}

/// As another type or in another layout the same bytes are other elements: that
/// is a matter of layouts.
bool runReinterpret(Evaluator &evaluator, ttg::MemDescReinterpretOp op) {
  ttg::MemDescType from = op.getSrc().getType(), to = op.getType();
  if (from.getShape() != to.getShape() ||
      from.getElementType() != to.getElementType() ||
      from.getEncoding() != to.getEncoding())
    return evaluator.refuse(op);
  evaluator.set(op.getResult(), evaluator.get(op.getSrc()));
  return true;
}

//===----------------------------------------------------------------------===//
// Elements at indices
//===----------------------------------------------------------------------===//

/// Where in the buffer the element at this number of the indices is.
std::optional<std::size_t> placeIn(const View &view, const Tensor &indices,
                                   std::size_t at, unsigned axis) {
  Shape place = placeOf(at, indices.shape);
  place[axis] = signedOf(indices.elements[at], indices.element);
  if (place[axis] < 0 || place[axis] >= view.shape[axis])
    return std::nullopt;
  return view.at[numberOf(place, view.shape)];
}

bool failOutside(Evaluator &evaluator, Operation *op) {
  return evaluator.fail(Stop::Kind::Misuse, op,
                        "an index into a buffer is out of bounds");
}

bool runLocalGather(Evaluator &evaluator, ttg::LocalGatherOp op) {
  const View &view = evaluator.view(op.getSrc());
  const Tensor &indices = evaluator.tensor(op.getIndices());
  Tensor result{view.element, indices.shape, {}};
  for (std::size_t at = 0; at < indices.elements.size(); ++at) {
    std::optional<std::size_t> cell = placeIn(view, indices, at, op.getAxis());
    if (!cell)
      return failOutside(evaluator, op);
    result.elements.push_back((*view.cells)[*cell]);
  }
  evaluator.set(op.getResult(), std::move(result));
  return evaluator.spend(op, indices.elements.size());
}

bool runLocalScatter(Evaluator &evaluator, ttg::LocalScatterOp op) {
  const View &view = evaluator.view(op.getDst());
  const Tensor &indices = evaluator.tensor(op.getIndices());
  const Tensor &values = evaluator.tensor(op.getValues());
  for (std::size_t at = 0; at < indices.elements.size(); ++at) {
    std::optional<std::size_t> cell = placeIn(view, indices, at, op.getAxis());
    if (!cell)
      return failOutside(evaluator, op);
    (*view.cells)[*cell] = values.elements[at];
  }
  return evaluator.spend(op, indices.elements.size());
}

/// A product counts as waited for at once: its token, if it has one, is
/// nothing.
template <class Op> bool runTokens(Evaluator &evaluator, Op op) {
  for (Value result : op->getResults())
    evaluator.set(result, Datum());
  return true;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

bool runCommit(Evaluator &evaluator, ttg::AsyncCommitGroupOp op) {
  evaluator.underWay.commit();
  return runTokens(evaluator, op);
}

bool runWait(Evaluator &evaluator, ttg::AsyncWaitOp op) {
  evaluator.underWay.waitForCopies(op.getNum());
  return runTokens(evaluator, op);
}

bool runInitBarrier(Evaluator &evaluator, ttng::InitBarrierOp op) {
  evaluator.underWay.initialize(evaluator.view(op.getAlloc()), op.getCount());
  return true;
}

bool runInvalBarrier(Evaluator &evaluator, ttng::InvalBarrierOp op) {
  evaluator.underWay.invalidate(evaluator.view(op.getAlloc()));
  return true;
}

bool runExpect(Evaluator &evaluator, ttng::BarrierExpectOp op) {
  return !evaluator.isOn(op.getPred()) ||
         evaluator.check(op, evaluator.underWay.expect(
                                 evaluator.view(op.getAlloc()), op.getSize()));
}

/// So many blocks arrive at the mbarriers of each other.
bool runArrive(Evaluator &evaluator, ttng::ArriveBarrierOp op) {
  std::uint64_t blocks = std::uint64_t(1)
                         << std::popcount(op.getMulticastCTA());
  return !evaluator.isOn(op.getPred()) ||
         evaluator.check(
             op, evaluator.underWay.arrive(evaluator.view(op.getAlloc()),
                                           blocks * op.getCount()));
}

bool runArriveBehindCopies(Evaluator &evaluator,
                           ttng::AsyncCopyMbarrierArriveOp op) {
  auto warps = static_cast<std::uint64_t>(ir::warpsAt(op).value_or(1)),
       lanes = static_cast<std::uint64_t>(ir::lanesAt(op).value_or(32));
  return evaluator.check(
      op, evaluator.underWay.arriveBehindCopies(evaluator.view(op.getBarrier()),
                                                warps * lanes));
}

} // namespace

Tensor contentsOf(const View &view) {
  Tensor tensor{view.element, view.shape, {}};
  tensor.elements.reserve(view.at.size());
  for (std::uint32_t at : view.at)
    tensor.elements.push_back((*view.cells)[at]);
  return tensor;
}

void fill(const View &view, const Tensor &tensor) {
  for (auto [number, at] : llvm::enumerate(view.at))
    (*view.cells)[at] =
        tensor.elements[tensor.elements.size() == 1 ? 0 : number];
}

void addBufferExecutors(ExecutorTable &table) {
  table.add<ttg::LocalAllocOp>(runAlloc<ttg::LocalAllocOp>);
  table.add<ttng::TMEMAllocOp>(runTensorAlloc);
  table.add<ttg::LocalLoadOp>(runLoad<ttg::LocalLoadOp>);
  table.add<ttng::TMEMLoadOp>(runTensorLoad);
  table.add<ttg::LocalStoreOp>(runStore<ttg::LocalStoreOp>);
  table.add<ttng::TMEMStoreOp>(runTensorStore);
  table.add<ttng::TMEMCopyOp>(runTensorCopy);
  table.add<ttg::MemDescIndexOp>(runIndex);
  table.add<ttg::MemDescSubsliceOp>(runSubslice);
  table.add<ttng::TMEMSubSliceOp>(runTensorSubslice);
  table.add<ttg::MemDescTransOp>(runTrans);
  table.add<ttg::MemDescReshapeOp>(runReshape);
  table.add<ttg::MemDescReinterpretOp>(runReinterpret);
  table.add<ttg::LocalGatherOp>(runLocalGather);
  table.add<ttg::LocalScatterOp>(runLocalScatter);
  table.add<ttg::AsyncCommitGroupOp>(runCommit);
  table.add<ttg::AsyncWaitOp>(runWait);
  table.add<ttng::InitBarrierOp>(runInitBarrier);
  table.add<ttng::InvalBarrierOp>(runInvalBarrier);
  table.add<ttng::BarrierExpectOp>(runExpect);
  table.add<ttng::ArriveBarrierOp>(runArrive);
  table.add<ttng::AsyncCopyMbarrierArriveOp>(runArriveBehindCopies);
  // One stream of ops: nothing of it is seen by others too early.
  table.ignore<ttg::LocalDeallocOp, ttng::FenceAsyncSharedOp,
               ttng::TCGen5CommitOp, ttng::TMEMWaitOp, ttng::TMAStoreWaitOp,
               ttng::FenceMBarrierInitReleaseClusterOp, ttng::ClusterBarrierOp,
               ttng::ClusterArriveOp, ttng::ClusterWaitOp,
               ttng::TensormapFenceproxyAcquireOp>();
}

} // namespace heddle::equivalence
