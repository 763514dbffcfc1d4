//===- UnderWay.cpp - Copies and products that nobody waited for ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnderWay.h"
#include "Evaluator.h"
#include "heddle/ir/Ttng.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// A NaN of each format, and -1.
constexpr Bits Nothing = ~Bits(0);

Tensor nothingLike(const Tensor &tensor) {
  Tensor nothing = tensor;
  for (Bits &bits : nothing.elements)
    bits = cut(Nothing, tensor.element);
  return nothing;
}

/// Does the op use mbarriers, or asynchronous memory, as it is known here?
bool isKnownOp(Operation *op) {
  if (auto arrival = dyn_cast<ttng::AsyncCopyMbarrierArriveOp>(op))
    return arrival.getNoIncrement();
  bool isOfBarriers =
      isa<ttng::InitBarrierOp, ttng::InvalBarrierOp, ttng::BarrierExpectOp,
          ttng::WaitBarrierOp, ttng::ArriveBarrierOp,
          ttng::AsyncTMACopyGlobalToLocalOp>(op);
  // Of other ops on mbarriers, products in tensor memory for one.
  auto isBarrier = [](Type type) {
    auto memory = dyn_cast<ttg::MemDescType>(type);
    return memory && memory.getElementType().isInteger(64);
  };
  return isOfBarriers ||
         isa<ttg::LocalAllocOp, ttg::LocalDeallocOp, ttg::MemDescIndexOp,
             ttg::WarpSpecializePartitionsOp>(op) ||
         llvm::none_of(op->getOperandTypes(), isBarrier);
}

/// Are there such ops in several partitions?
template <class... Ops> bool areDivided(tt::FuncOp function) {
  llvm::SmallPtrSet<Region *, 4> regions;
  function->walk([&](Operation *op) {
    if (!isa<Ops...>(op))
      return;
    Region *region = op->getParentRegion();
    while (region != nullptr &&
           !isa<ttg::WarpSpecializeOp, ttg::WarpSpecializePartitionsOp,
                tt::FuncOp>(region->getParentOp()))
      region = region->getParentRegion();
    regions.insert(region);
  });
  return regions.size() > 1;
}

} // namespace

void UnderWay::begin(tt::FuncOp function) {
  // Groups of copies, products of warp groups, and copies that are in no group
  // yet are those of one partition.
  isKnown =
      !areDivided<ttg::AsyncCommitGroupOp, ttng::WarpGroupDotOp>(function) &&
      !areDivided<ttg::AsyncCommitGroupOp, ttng::AsyncCopyMbarrierArriveOp>(
          function) &&
      !function
           ->walk([](Operation *op) {
             return isKnownOp(op) ? WalkResult::advance()
                                  : WalkResult::interrupt();
           })
           .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Copies of threads
//===----------------------------------------------------------------------===//

void UnderWay::startCopy(const View &view, Tensor values) {
  fill(view, isKnown ? nothingLike(values) : values);
  if (isKnown)
    open.push_back({view, std::move(values), /*bytes=*/0});
}

void UnderWay::commit() { groups.push_back(std::exchange(open, {})); }

void UnderWay::waitForCopies(std::size_t pending) {
  for (; groups.size() > pending; groups.pop_front())
    for (const Copy &copy : groups.front())
      fill(copy.view, copy.values);
}

//===----------------------------------------------------------------------===//
// Mbarriers
//===----------------------------------------------------------------------===//

void UnderWay::Barrier::endPhase() {
  if (left != 0 || bytes != 0)
    return;
  phase ^= 1;
  left = arrivals;
}

UnderWay::Barrier *UnderWay::find(const View &at) {
  auto found = barriers.find(keyOf(at));
  return found == barriers.end() ? nullptr : &found->second;
}

void UnderWay::initialize(const View &at, std::uint64_t arrivals) {
  barriers[keyOf(at)] = {.arrivals = arrivals, .left = arrivals, .copies = {}};
}

static std::string noBarrier() { return "there is no mbarrier there"; }

UnderWay::Problem UnderWay::expect(const View &at, std::uint64_t bytes) {
  if (Barrier *barrier = find(at))
    barrier->bytes += static_cast<std::int64_t>(bytes);
  return arrive(at, 1);
}

UnderWay::Problem
UnderWay::arriveAs(const View &at, std::uint64_t arrivals,
                   llvm::function_ref<void(Barrier &)> arrive) {
  if (!isKnown)
    return std::nullopt;
  Barrier *barrier = find(at);
  if (barrier == nullptr)
    return noBarrier();
  if (arrivals > barrier->left - barrier->late)
    return "arrives more often at an mbarrier than it expects";
  arrive(*barrier);
  return std::nullopt;
}

UnderWay::Problem UnderWay::arrive(const View &at, std::uint64_t arrivals) {
  return arriveAs(at, arrivals, [&](Barrier &barrier) {
    barrier.left -= arrivals;
    barrier.endPhase();
  });
}

UnderWay::Problem UnderWay::arriveBehindCopies(const View &at,
                                               std::uint64_t threads) {
  return arriveAs(at, threads, [&](Barrier &barrier) {
    barrier.late += threads;
    for (Copy &copy : std::exchange(open, {}))
      barrier.copies.push_back(std::move(copy));
  });
}

UnderWay::Problem UnderWay::startCopy(const View &view, Tensor values,
                                      const View &at, std::uint64_t bytes) {
  fill(view, isKnown ? nothingLike(values) : values);
  if (!isKnown)
    return std::nullopt;
  Barrier *barrier = find(at);
  if (barrier == nullptr)
    return noBarrier();
  barrier->copies.push_back({view, std::move(values), bytes});
  return std::nullopt;
}

UnderWay::Problem UnderWay::waitFor(const View &at, std::uint64_t parity) {
  if (!isKnown)
    return std::nullopt;
  Barrier *barrier = find(at);
  if (barrier == nullptr)
    return noBarrier();
  if (barrier->phase == (parity & 1)) {
    for (const Copy &copy : barrier->copies) {
      fill(copy.view, copy.values);
      barrier->bytes -= static_cast<std::int64_t>(copy.bytes);
    }
    barrier->copies.clear();
    barrier->left -= std::exchange(barrier->late, 0);
    barrier->endPhase();
  }
  if (barrier->phase == (parity & 1))
    return "waits forever: phase " + std::to_string(parity & 1) +
           " of the mbarrier lacks " + std::to_string(barrier->left) +
           " arrivals and " + std::to_string(barrier->bytes) + " bytes";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

TensorRef UnderWay::startProduct(Tensor sums, std::vector<View> factors) {
  auto real = std::make_shared<const Tensor>(std::move(sums));
  if (!isKnown)
    return real;
  auto stand = std::make_shared<const Tensor>(nothingLike(*real));
  Product product{.sums = real, .factors = std::move(factors), .contents = {}};
  for (const View &factor : product.factors)
    product.contents.push_back(contentsOf(factor).elements);
  productOf[stand.get()] = products.size();
  stands.push_back(stand);
  products.push_back(std::move(product));
  return stand;
}

UnderWay::Problem UnderWay::waitForProducts(std::size_t pending) {
  for (; products.size() - done > pending; ++done) {
    Product &product = products[done];
    for (auto [factor, before] : llvm::zip(product.factors, product.contents))
      if (contentsOf(factor).elements != before)
        return "the memory of a product that nobody has waited for is written";
    product.isDone = true;
    product.contents.clear();
    product.factors.clear();
  }
  return std::nullopt;
}

const TensorRef &UnderWay::sumsOf(const TensorRef &tensor) const {
  auto found = productOf.find(tensor.get());
  return found == productOf.end() ? tensor : products[found->second].sums;
}

const TensorRef &UnderWay::waited(const TensorRef &tensor) const {
  auto found = productOf.find(tensor.get());
  return found == productOf.end() || !products[found->second].isDone
             ? tensor
             : products[found->second].sums;
}

} // namespace heddle::equivalence
